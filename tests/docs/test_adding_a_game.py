"""`docs/adding-a-game.md`, walked in a copy of the tree: two folders are laid beside the shipped games, nothing else.

The game is Three Stones: nine squares, two players, a stone a turn, a point for each row of three.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEW_GAME = ROOT / "tests" / "new_game"
ROOMS = ("tabletop", "scoring")
PACKAGES = (
    "tabletop", "scoring", "history", "vision", "printables", "firmware_bridge", "calibration", "simulator", "live",
    "benchmarks",
)  # fmt: skip

Run = Callable[..., subprocess.CompletedProcess[str]]
Told = Callable[..., list[str]]

PLAY = """
from random import Random
from pathlib import Path
from scoring import replay, rules_for
from scoring.random_play import play_game
from tabletop.notation import write_position
from tabletop.records import Header, write_record
from scoring.transcript import transcript
for game in ("connect-four", "crowns", "three-stones"):
    record = play_game(rules_for(game), Header(game, ("Ann", "Ben")), Random(1))
    for name in (f"tests/scoring/golden/{game}.jsonl", f"tabletop/games/{game.replace('-', '_')}/script.jsonl"):
        Path(name).write_text(write_record(record))
    Path(f"tests/scoring/golden/{game}.txt").write_text(transcript(replay(record)) + "\\n")
state = replay(record).moves[5].judged.state
Path("position.toml").write_text(write_position(rules_for("three-stones").position(state), "toml"))
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
    for name in PACKAGES:
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
    games = ("connect_four", "crowns", "three_stones")
    assert {path.parts[:3] for path in brought} == {(room, "games", one) for room in ROOMS for one in games}


@pytest.mark.parametrize("game", ["connect_four", "crowns"])
def test_a_game_of_pieces_on_cells_is_sixty_lines(game: str) -> None:
    """Facts and rules, without the notation, plan, words and suggestions that are derived."""
    files = [file for room in ROOMS for file in (NEW_GAME / room / "games" / game).iterdir() if file.is_file()]
    assert sorted(file.name for file in files) == ["game.toml", "rules.py"]
    assert sum(file.read_text().count("\n") for file in files) <= 65


def test_it_is_checked_and_printed(told: Told, tree: Path) -> None:
    """`check` finds nothing wrong, `print` makes its sheets."""
    told("check tabletop/games/three_stones/game.toml", "print three-stones --out sheets")
    manifest = json.loads((tree / "sheets" / "parts.json").read_text())
    assert {part["id"] for part in manifest["parts"]} >= {"board", "stone-1", "stone-2", "puck", "mat-1"}


def test_a_picture_of_it_is_read_as_it_lies(run: Run, told: Told) -> None:
    """Planned, rendered and read: the same position, and its game found by itself."""
    plan, _, reading = told(
        "plan position.toml --json",
        "render position.toml -o photo.jpg --light ceiling --seed 1",
        "read photo.jpg --players Ann,Ben --json",
    )
    assert sum(part["part"].startswith("stone") for part in json.loads(plan)["parts"]) == 6
    read = json.loads(reading)
    shown = "import json; from tabletop.notation import load_position, position_to_json; "
    truth = json.loads(run("-c", shown + "print(json.dumps(position_to_json(load_position('position.toml'))))").stdout)
    assert read["position"] == truth
    assert set(read["confidence"].values()) == {"certain"}


def test_it_is_scored_and_replayed(told: Told) -> None:
    """Positions, records and legal places come with the protocol."""
    _, replayed, legal = told(
        "score position.toml",
        "replay tests/scoring/golden/three-stones.jsonl",
        "legal position.toml --kind stone --json",
    )
    assert "puts a stone on" in replayed
    assert len(json.loads(legal)["places"]) == 3


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
