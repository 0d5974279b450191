"""`docs/adding-a-game.md`, walked in a copy of the tree: two folders are laid beside the shipped games, nothing else.

Connect Four and Crowns are games of pieces on cells, of which all is derived that they don't say; Three Stones says
all by itself, with a position whose fields bear names of other games' things. `rows` is what `new rules` writes.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from rooms import ROOMS, ROOT

NEW_GAME = ROOT / "tests" / "new_game"
OF_A_GAME = ("tabletop", "scoring")

Run = Callable[..., subprocess.CompletedProcess[str]]
Told = Callable[..., list[str]]

GAMES = ("connect-four", "crowns", "three-stones", "rows")
"""Three of `tests/new_game/`, and the one that `new rules` itself writes."""
PLAY = """
from pathlib import Path
from scoring import replay, rules_for
from tabletop.notation import write_position
from tabletop.records import read_record
for game in ("connect-four", "three-stones"):
    record, _ = read_record(Path(f"tests/scoring/golden/{game}.jsonl").read_bytes())
    state = replay(record).moves[5].judged.state
    Path(f"{game}.toml").write_text(write_position(rules_for(game).position(state), "toml"))
"""


COMMANDS = """
import shlex
import sys
from live.main import main
for line in sys.argv[1:]:
    if (code := main(shlex.split(line))) != 0:
        sys.exit(f"{line}: {code}")
    print("\\0", end="")
"""
"""One command after the other in one process, a null after what each has told."""


DEMO = """
import sys
from dataclasses import replace
from live.demo import demonstration
from live.main import main
usual = demonstration.film_order
demonstration.film_order = lambda *given, **named: replace(
    usual(*given, **named), frames_per_s=4.0, size_px=(960, 540), most_moves=3
)
sys.exit(main(["demo", "three-stones", "--headless", "--record", "demo.jsonl"]))
"""
"""The demo of the first five moves, in fewer and smaller pictures."""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program's folders with the new game's two laid into them."""
    folder = tmp_path_factory.mktemp("tree")
    begun = shutil.ignore_patterns("*.pyc.*")  # another worker is just compiling it; what is compiled is taken along
    for name in (*ROOMS, "benchmarks"):
        shutil.copytree(ROOT / name, folder / name, ignore=begun)
    for name in ("scoring", "printables", "tabletop"):
        shutil.copytree(ROOT / "tests" / name, folder / "tests" / name, ignore=begun)
    shutil.copy(ROOT / "pyproject.toml", folder)
    shutil.copytree(NEW_GAME, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture(scope="module")
def run(tree: Path) -> Run:
    """Runs Python in the tree: a module's arguments, or a script."""

    def run(*words: str, code: int = 0) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(tree), "BOARDSIGHT_TRACEBACK": "1"}
        command = [sys.executable, *words]
        done = subprocess.run(
            command, cwd=tree, env=environment, capture_output=True, text=True, timeout=300, check=False
        )
        assert done.returncode == code, f"{words}\n{done.stdout[-2000:]}{done.stderr[-4000:]}"
        return done

    run("-c", COMMANDS, "new rules rows")
    run("-c", COMMANDS, *(f"new rules {game}" for game in GAMES))
    run("-c", PLAY)
    return run


@pytest.fixture(scope="module")
def told(run: Run) -> Told:
    """Runs commands of `boardsight` in the tree; what each of them told."""

    def told(*lines: str) -> list[str]:
        return run("-c", COMMANDS, *lines).stdout.split("\0")[:-1]

    return told


def test_nothing_but_its_folders_is_touched() -> None:
    """A new game brings two folders of one name; no file of ours is changed."""
    brought = [path.relative_to(NEW_GAME) for path in NEW_GAME.rglob("*") if path.suffix in (".py", ".toml")]
    games = [game.replace("-", "_") for game in GAMES[:3]]
    assert {path.parts[:3] for path in brought} == {(room, "games", one) for room in OF_A_GAME for one in games}


@pytest.mark.parametrize("game", ["connect_four", "crowns"])
def test_a_game_of_pieces_on_cells_is_sixty_lines(game: str) -> None:
    """Facts and rules, without the notation, plan, words and suggestions that are derived."""
    files = [file for room in OF_A_GAME for file in (NEW_GAME / room / "games" / game).iterdir() if file.is_file()]
    assert sorted(file.name for file in files) == ["game.toml", "rules.py"]
    assert sum(file.read_text().count("\n") for file in files) <= 65


def test_new_rules_writes_what_every_game_has(run: Run, tree: Path) -> None:
    """Script, golden record with its text, and a page; what is there stays, but for what follows from the rules."""
    for game in GAMES:
        page, script = tree / f"docs/games/{game}.md", tree / f"tabletop/games/{game.replace('-', '_')}/script.jsonl"
        assert page.read_text().startswith("# ")
        assert script.read_bytes() == (tree / f"tests/scoring/golden/{game}.jsonl").read_bytes()
        assert (tree / f"tests/scoring/golden/{game}.txt").read_text().endswith(".\n")
        page.write_text("# Mine\n")
    assert run("-c", COMMANDS, "new rules rows").stdout == "\0"
    assert run("-c", COMMANDS, "new rules rows --force").stdout.count("\n") == 3
    assert "`wrap` | `false`, `true`" in run("-c", PAGE).stdout
    assert page.read_text() == "# Mine\n"


PAGE = "from scoring.golden import files_of; print(files_of('three-stones')['docs/games/three-stones.md'].decode())"


def test_games_are_checked_and_printed(told: Told, tree: Path) -> None:
    """`check` finds nothing wrong with any of them, `print` makes sheets."""
    files = [f"tabletop/games/{game.replace('-', '_')}/game.toml" for game in GAMES]
    told(*(f"check {file}" for file in files), "print three-stones --out sheets")
    manifest = json.loads((tree / "sheets" / "parts.json").read_text())
    assert {part["id"] for part in manifest["parts"]} >= {"board", "stone-1", "stone-2", "puck", "mat-1"}


@pytest.mark.parametrize(("game", "kind"), [("connect-four", "disc"), ("three-stones", "stone")])
def test_a_picture_of_it_is_read_as_it_lies(run: Run, told: Told, game: str, kind: str) -> None:
    """Planned, rendered and read: the same position, and its game found by itself."""
    plan, _, reading = told(
        f"plan {game}.toml --json",
        f"render {game}.toml -o {game}.jpg --light ceiling --seed 1",
        f"read {game}.jpg --players Ann,Ben --json",
    )
    assert sum(kind in part["part"] for part in json.loads(plan)["parts"]) == 6
    read = json.loads(reading)
    shown = "import json; from tabletop.notation import load_position, position_to_json; "
    truth = json.loads(run("-c", shown + f"print(json.dumps(position_to_json(load_position('{game}.toml'))))").stdout)
    for part in read["position"].get("parts", ()):
        del part["player"]  # the disc's colour tells whose it is
    assert {"table": truth["table"], **read["position"]} == truth  # without a puck nothing tells whose turn it is
    assert "ask" not in read["confidence"].values()


def test_it_is_scored_and_replayed(told: Told, tree: Path) -> None:
    """Positions, records and legal places come with the protocol, and with what is derived."""
    *_, replayed, legal = told(
        "score three-stones.toml",
        "score connect-four.toml",
        "replay tests/scoring/golden/three-stones.jsonl",
        "legal three-stones.toml --kind stone --json",
    )
    assert "puts a stone on" in replayed
    assert len(json.loads(legal)["places"]) == 3
    floating = "game = 'connect-four'\n[[parts]]\npart = 'red-disc'\non = ['A3']\n"
    (tree / "floating.toml").write_text(floating)
    falls, wrong = told("legal connect-four.toml --kind red-disc --player Ann --json", "score floating.toml")
    assert len(json.loads(falls)["places"]) == 7
    assert "a disc falls to the lowest free cell" in wrong


def test_a_whole_game_of_it_is_filmed_and_read(run: Run, tree: Path) -> None:
    """The demo plays its script on the virtual table; exit 0 only if what was read equals what was played, and beside
    the record lies no picture that nobody asked for."""
    told = run("-c", DEMO).stdout
    assert "9 of 9" in told or "puts a stone on" in told
    assert [path.name for path in tree.glob("demo*")] == ["demo.jsonl"]


def test_our_own_conformance_tests_take_it_up(run: Run) -> None:
    """The tests that every game must pass find the new game by themselves."""
    options = (
        "-q",
        "-p",
        "no:cacheprovider",
        "--basetemp",
        "temporary",
        "-k",
        "three-stones or connect-four or crowns or never_meet",
    )
    files = ("scoring/test_conformance.py", "scoring/test_illegal_moves.py", "tabletop/test_gamecheck.py")
    done = run("-m", "pytest", *options, *(f"tests/{file}" for file in files))
    assert " passed" in done.stdout


def test_without_its_rules_it_is_refused_by_name(run: Run, tree: Path) -> None:
    """One clear sentence until the second folder is there."""
    (tree / "only").mkdir()
    text = (tree / "tabletop/games/three_stones/game.toml").read_text().replace('rules = "three-stones"', 'rules = "x"')
    (tree / "only/game.toml").write_text(text)
    assert "rules = 'x'" in run("-m", "live.main", "check", "only/game.toml", code=4).stdout
