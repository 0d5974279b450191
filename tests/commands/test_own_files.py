"""Boards, games and pieces of people's own: how they name each other, what check says of each, and what is read."""

import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from scoring.pieces.loading import spec_of
from tabletop.gamefile import load_game
from tabletop.notation import load_position
from tabletop.piecefile import load_pieces
from tabletop.pieces.notation import board_of
from tabletop.plainkinds import plain_kinds

EXAMPLE = Path(__file__).parents[2] / "examples" / "own-board"
NOTHING_SCORES = """
[game]
name = "quiet"
title = "Quiet"
rules = "custom"
players = [2, 2]
[grid]
rows = 4
columns = 4
pitch_mm = 32.0
[[parts]]
each = { player = ["red", "blue"] }
id = "{player}-stone"
"""


@pytest.fixture(autouse=True)
def _anew() -> None:
    """Files of one name are read anew in every test."""
    for known in (load_game, board_of, spec_of):
        known.cache_clear()


@pytest.fixture
def club(folder: Path) -> Path:
    """The example in a folder that is not the current one."""
    return Path(shutil.copytree(EXAMPLE, folder / "club"))


def changed(path: Path, old: str, new: str) -> None:
    """A file with some words replaced."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


# -- the whole example


def test_the_examples_photograph_is_read_without_a_mistake(run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Board, game and pieces from their files alone: every disc on its square, nothing asked."""
    monkeypatch.chdir(EXAMPLE.parents[1])
    read = run("read", EXAMPLE / "photo.jpg", "--pieces", "examples/own-board/men.toml", "--json").document
    truth = load_position("examples/own-board/evening.toml")
    assert {(part["part"], *part["on"]) for part in read["position"]["parts"]} == {
        (part.part, *part.on) for part in truth.parts
    }
    assert "ask" not in read["confidence"].values()
    assert read["problems"] == []


def test_the_example_has_nothing_wrong(run) -> None:
    """check finds nothing in any of its files, and a board that is there already is not printed again."""
    for name in ("plank", "threes", "men"):
        assert run("check", EXAMPLE / f"{name}.toml").code == 0
    assert run("print", EXAMPLE / "threes.toml", "--out", "out").code == 0
    kinds = {part["kind"] for part in json.loads(Path("out/parts.json").read_text(encoding="utf-8"))["parts"]}
    assert kinds == {"tile"}


# -- files that name each other


def test_a_pieces_file_names_the_game_beside_it(club: Path, run) -> None:
    """Not the one in the current folder, wherever the command is given."""
    assert run("check", club / "men.toml").code == 0
    assert load_pieces(str(club / "men.toml")).game == str(club / "threes.toml")


def test_a_game_in_the_current_folder_is_still_found(club: Path, run) -> None:
    """Files that were written for it go on working."""
    shutil.move(club / "threes.toml", "threes.toml")
    shutil.copy(club / "plank.toml", "plank.toml")
    assert run("check", club / "men.toml").code == 0


@pytest.mark.parametrize("words", [["--board", "club/plank.toml"], ["--pieces", "club/men.toml"]])
def test_a_board_or_pieces_alone_name_their_game(club: Path, words: list[str], run) -> None:
    """The game beside the file is read, and the reading names it so that it is found again."""
    document = run("read", club / "photo.jpg", *words, "--json").document
    assert document["position"]["game"] == "club/threes.toml"


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("custom", "club/plank.toml is a board for a game of your own; name that game's file: --game"),
        ("four", "[board] game = 'four' is no game; expected big-city"),
        ("four.toml", "there is no file club/four.toml"),
    ],
)
def test_a_board_whose_game_is_not_there_says_so(club: Path, game: str, said: str, run) -> None:
    """The sentence blames the file, not a game that nobody has named."""
    changed(club / "plank.toml", '"threes.toml"', f'"{game}"')
    for command in ("read", "doctor"):
        outcome = run(command, club / "photo.jpg", "--board", "club/plank.toml")
        assert outcome.code == 4
        assert said in outcome.err


def test_doctor_knows_boards_and_pieces(club: Path, run) -> None:
    """The photograph of one's own board is judged by that board."""
    outcome = run("doctor", club / "photo.jpg", "--pieces", "club/men.toml", "--board", "club/plank.toml", "--json")
    findings = {finding["what"]: finding["message"] for finding in outcome.document["findings"]}
    assert findings["reading"] == "64 of 64 places told, 0 asked about"
    assert run("doctor", "--board", "club/plank.toml").code == 2


# -- what is said of a file is the same wherever it is said


def test_a_code_beyond_its_board_is_told_of_board_and_game(club: Path, run) -> None:
    """check on the board finds what check on the game finds."""
    changed(club / "plank.toml", "centre_mm = [399.0, 21.0]", "centre_mm = [415.0, 21.0]")
    for name in ("plank", "threes"):
        outcome = run("check", club / f"{name}.toml")
        assert outcome.code == 4
        assert "the code 1 of 26 mm reaches beyond the board of 420 x 420 mm" in outcome.out


@pytest.mark.parametrize("words", [["score", "x.toml"], ["legal", "x.toml", "--kind", "red-stone"], ["plan", "x.toml"]])
def test_a_game_whose_drawing_does_not_fit_its_grid_is_told(words: list[str], run) -> None:
    """Not only by check."""
    text = NOTHING_SCORES.replace("[[parts]]", '[terrain]\nrows = ["....", "...."]\n[[parts]]')
    Path("quiet.toml").write_text(text, encoding="utf-8")
    Path("x.toml").write_text('game = "quiet.toml"\n[[parts]]\npart = "red-stone"\non = ["A1"]\n', encoding="utf-8")
    outcome = run(*words)
    assert outcome.code == 4
    assert "expected 4 strings of 4 letters" in outcome.err


def test_a_game_in_which_nothing_scores_is_a_game(run) -> None:
    """What read takes, check and score take as well: everybody has 0 points."""
    Path("quiet.toml").write_text(NOTHING_SCORES, encoding="utf-8")
    Path("x.toml").write_text('game = "quiet.toml"\n[[parts]]\npart = "red-stone"\non = ["A1"]\n', encoding="utf-8")
    assert run("check", "quiet.toml").code == 0
    assert [player["total"] for player in run("score", "x.toml", "--json").document["players"]] == [0]


def test_paper_has_no_height(club: Path, run) -> None:
    """`height_mm = 0` is told, and is not the same as untold."""
    changed(club / "men.toml", "height_mm = 8.0", "height_mm = 0")
    assert run("check", club / "men.toml").code == 0
    pieces = load_pieces(str(club / "men.toml"))
    assert [kind.height_mm for kind in plain_kinds(pieces, load_game(pieces.game))] == [0.0, 0.0]
    read = run("read", club / "photo.jpg", "--pieces", "club/men.toml", "--json").document
    assert len(read["position"]["parts"]) == 9


def test_one_refused_photograph_is_a_document_too(run) -> None:
    """Programs that ask with --json are told why, as they are for one of several."""
    cv2.imwrite("dark.png", np.zeros((480, 640, 3), np.uint8))
    outcome = run("read", "dark.png", "--json")
    assert outcome.code == 4
    assert outcome.document["position"] is None
    assert outcome.document["problems"][0]["code"] == "refused"


# -- boards that are not square, small or hardly taped


def test_cells_that_are_higher_than_wide_are_described_drawn_printed_and_read(club: Path, run, monkeypatch) -> None:
    """A goban's, say: `pitch_mm = [38.0, 43.0]`; every disc lies on its cell, and that is where it is read."""
    monkeypatch.chdir(club)
    changed(Path("plank.toml"), "pitch_mm = 42.0", "pitch_mm = [38.0, 43.0]")
    changed(Path("plank.toml"), "first_cell_mm = [63.0, 63.0]", "first_cell_mm = [77.0, 59.5]")
    changed(Path("evening.toml"), "examples/own-board/", "")
    for name in ("plank", "threes", "men"):
        assert run("check", f"{name}.toml").code == 0
    assert run("plan", "evening.toml", "--svg", "plan.svg").code == 0
    view = ("--view", "phone-30", "--size", "1280x960", "--pieces", "men.toml")
    assert run("render", "evening.toml", *view, "-o", "p.png").code == 0
    read = run("read", "p.png", "--pieces", "men.toml", "--json", "--annotate", "a.png").document
    truth = load_position("evening.toml")
    assert {(part["part"], *part["on"]) for part in read["position"]["parts"]} == {
        (part.part, *part.on) for part in truth.parts
    }
    assert "ask" not in read["confidence"].values()


def test_a_game_with_cells_that_are_no_squares_is_printed_and_read(run) -> None:
    """The board's cells, the room for its codes and what lies on it are where the file says."""
    Path("quiet.toml").write_text(NOTHING_SCORES.replace("32.0", "[30.0, 40.0]"), encoding="utf-8")
    Path("x.toml").write_text('game = "quiet.toml"\n[[parts]]\npart = "red-stone"\non = ["D4"]\n', encoding="utf-8")
    assert run("print", "quiet.toml", "--out", "out").code == 0
    assert load_game("quiet.toml").by_id["board"].size_mm == pytest.approx([126.0, 160.0 + 2 * 22.8])
    assert run("render", "x.toml", "--size", "1280x960", "-o", "p.png").code == 0
    read = run("read", "p.png", "--game", "quiet.toml", "--json").document
    assert [(part["part"], part["on"]) for part in read["position"]["parts"]] == [("red-stone", ["D4"])]
    assert set(read["confidence"].values()) == {"certain", "likely"}


def test_terrain_is_what_its_file_says_whichever_way_its_cells_are_named(run) -> None:
    """On a board with ranks from the bottom, too: it is printed in its colours, and no chequer."""
    terrain = '[terrain]\nkey = { "s" = "sea", "l" = "land" }\nrows = ["ssll", "ssll", "slls", "ssss"]\n'
    palette = '[palette]\nsea = "#7fb4d9"\nland = "#c9d99a"\n[[parts]]'
    text = NOTHING_SCORES.replace("32.0", '32.0\nnames = "ranks-from-bottom"').replace("[[parts]]", terrain + palette)
    Path("quiet.toml").write_text(text, encoding="utf-8")
    Path("x.toml").write_text('game = "quiet.toml"\n[[parts]]\npart = "red-stone"\non = ["a1"]\n', encoding="utf-8")
    assert run("render", "x.toml", "--size", "1280x960", "-o", "p.png").code == 0
    read = run("read", "p.png", "--game", "quiet.toml", "--json").document
    assert "ask" not in read["confidence"].values(), read["confidence"]


def test_hexes_have_one_pitch(run) -> None:
    """Two would make them no hexes."""
    text = NOTHING_SCORES.replace("32.0", '[30.0, 40.0]\nshape = "hex"')
    Path("quiet.toml").write_text(text, encoding="utf-8")
    outcome = run("check", "quiet.toml")
    assert outcome.code == 4
    assert "[grid] pitch_mm: hexes have one pitch" in outcome.out


def test_pieces_without_codes_need_no_room_for_any(club: Path, run) -> None:
    """On a board that is there already: cells of 22 mm are as they are, and nothing has to be printed for them."""
    changed(club / "plank.toml", "pitch_mm = 42.0", "pitch_mm = 22.0")
    for name in ("plank", "threes"):
        assert run("check", club / f"{name}.toml").code == 0
    assert [part.codes for part in load_game(str(club / "threes.toml")).parts if part.cells] == [(), ()]
    changed(club / "threes.toml", "count = 12", "count = 12\nwidth_mm = 20.0")  # a width is for printing
    assert "too small for codes" in run("check", club / "threes.toml").out


def test_one_code_alone_is_too_few_and_both_say_so(club: Path, run) -> None:
    """Nothing else tells how the board lies; there is no other code to uncover."""
    text = (club / "plank.toml").read_text(encoding="utf-8").split("[[codes.at]]")
    (club / "plank.toml").write_text("[[codes.at]]".join(text[:2]), encoding="utf-8")
    outcome = run("check", club / "plank.toml")
    assert outcome.code == 4
    assert "one code is too few to tell cells by" in outcome.out
    read = run("read", club / "photo.jpg", "--pieces", "club/men.toml")
    assert "the board 'Our plank' has one code only" in read.err + read.out
    assert "uncover" not in read.err + read.out


# -- wrong kinds of values


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("threes", "players = [2, 2]", "players = 2", "[game] players = 2; expected the fewest and the most"),
        ("threes", 'title = "Threes"', "title = 3", "[game] title = 3; expected a text in quotes"),
        ("threes", 'board = "plank.toml"', "board = true", "[game] board = True; expected a text"),
        ("threes", 'red-man = "#d62728"', "red-man = [1]", "[palette] red-man = [1]; expected a colour"),
        ("threes", "count = 12", 'count = "all"', "part {player}-man: count = 'all'; expected a whole number"),
        ("threes", 'player = ["red", "blue"]', "player = 3", "part {player}-man: each = {'player': 3}; expected lists"),
        ("threes", 'tags = ["man"]', "tags = 5", "part {player}-man: tags = 5; expected a list of words"),
        ("threes", "length = 3", "length = []", "length = []; expected a whole number"),
        ("threes", 'parts = "man"', "parts = { a = 1 }", "parts = {'a': 1}; expected a word or a list of words"),
        ("threes", 'label = "men"', "label = ['men']", "label = ['men']; expected a text"),
        ("threes", 'term = "line"', "term = 1", "term = 1 is not known; expected each"),
        ("plank", "[grid]", "[[grid]]", "[grid] is not a table"),
        ("plank", "rows = 8", "rows = 8.5", "[grid] rows = 8.5; expected a whole number from 1 to 99"),
        ("plank", "pitch_mm = 42.0", "pitch_mm = nan", "[grid] pitch_mm = nan; expected a length"),
        ("plank", "pitch_mm = 42.0", "pitch_mm = [42.0, -1.0]", "[grid] pitch_mm = [42.0, -1.0]; expected a length"),
        (
            "plank",
            "pitch_mm = 42.0",
            "pitch_mm = [42.0, 42.0, 1.0]",
            "or on squares two of them, to the right and down",
        ),
        ("plank", "size_mm = [420.0, 420.0]", "size_mm = 420.0", "[board] size_mm = 420.0; expected width and height"),
        ("plank", '"DICT_APRILTAG_36h11"', "36", "[codes] dictionary = 36; expected a name such as DICT_4X4_50"),
        ("plank", "id = 3", 'id = "three"', "[codes] at 4 id = 'three'; expected a whole number"),
        ("plank", "id = 3", "id = 2", "[codes] at 4: the code 2 is given twice"),
        ("men", "round = true", 'round = "yes"', "[piece] 1 round = 'yes'; expected true or false"),
        ("men", "[pieces]", "[[pieces]]", "[pieces] is not a table"),
        ("men", "size_mm = [30.0, 30.0]", "size_mm = 1e999", "[piece] 1 size_mm = inf; expected two lengths"),
    ],
)
def test_check_explains_values_of_the_wrong_kind(club: Path, name: str, old: str, new: str, said: str, run) -> None:
    """That is what it exists for: the key, its value, what was expected, and the line."""
    text = (club / f"{name}.toml").read_text(encoding="utf-8")
    (club / f"{name}.toml").write_text(text.replace(old, new, 2), encoding="utf-8")
    outcome = run("check", club / f"{name}.toml")
    assert outcome.code == 4
    assert said in outcome.out
    assert f"{name}.toml, line " in outcome.out


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("pitch_mm = 32.0", "pitch_mm = 1.5", "part red-house: its squares leave it no width"),
        ("rows = 6 ", "rows = 1 ", "expected 1 strings of 6 letters, found lengths 6, 6"),
        ("pitch_mm = 32.0", "pitch_mm = [32.0, 36.0]", "it covers several cells, which only square ones can be"),
        ("count = 3\n", "count = 3\ncell_codes = [700]\n", "part red-garden: cell_codes has 1 numbers; expected 3"),
    ],
)
def test_check_explains_what_does_not_go_together(old: str, new: str, said: str, run) -> None:
    """Each value by itself is of the right kind."""
    assert run("new", "game", "own-game").code == 0
    text = Path("own-game.toml").read_text(encoding="utf-8").replace("rows = 6\n", "rows = 6 \n")
    assert old in text
    Path("own-game.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    outcome = run("check", "own-game.toml")
    assert outcome.code == 4
    assert said in outcome.out


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"x = " + b"[" * 3000, "nested too deep"),
        (b"[game]\n" + b"a." * 20000 + b"b = 1\n", "nested too deep"),
        (b"[game]\nx = { " + b'"a" . ' * 20000 + b"b = 1 }\n", "nested too deep"),
        (b"x = 0x" + b"f" * 100_000, "none of [game]"),
        (b"x = " + b"9" * 5000, "not TOML"),
        (b"x = 1\n" * 200_000, "is larger than"),
        (b"[board]\nname = '\xff'\n", "not text in UTF-8"),
        (b"\xff\xfe[\x00", "UTF-16"),
    ],
)
def test_files_made_to_exhaust_their_reader_are_refused(content: bytes, said: str, run) -> None:
    """Nested 3,000 deep, keys of 20,000 names, endless numbers, another encoding: one sentence and exit 4."""
    Path("x.toml").write_bytes(content)
    outcome = run("check", "x.toml")
    assert outcome.code == 4
    assert said in outcome.out + outcome.err
    assert len(outcome.out + outcome.err) < 3000
