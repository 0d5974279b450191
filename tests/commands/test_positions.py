"""What the commands do with a position: plan, render, legal, score, check, and everything that can be wrong with it."""

import json
from pathlib import Path

import pytest

KINDS = (
    "residence", "business", "city-hall", "church", "cinema", "bank", "post-office", "shopping-center", "lincoln-park",
    "central-park", "stanford", "rockwell", "tile", "streetcar",
)  # fmt: skip
WRONG = [  # what to replace, by what, and what the message must name: line, key, value, expectation
    ("number = 2", "number = 9", "line 10: number: 9 is not possible; expected a whole number from 1 to 8"),
    ("number = 2", 'number = "2"', 'line 10: number: "2" is not possible'),
    ("number = 2", "number = true", "line 10: number: true is not possible"),
    ("number = 2", "number = 2.0", "line 10: number: 2.0 is not possible"),
    ("number = 2", f"number = 0x{'f' * 5000}", "line 10: number: a number of too many digits is not possible"),
    ("number = 2", "", "'number' is missing"),
    ("at = [3, 0]", "at = [3]", "line 11: at: [3] is not possible; expected two values [row, column]"),
    ("at = [3, 0]", "at = [3, 1000]", "line 11: at: 1000 is not possible"),
    ("at = [3, 0]", "where = [3, 0]", "line 11: where: 'where' is not known here; expected a tile with number, at"),
    ("turn = 0\n\n[[p", "turn = 4\n\n[[p", "line 12: turn: 4 is not possible; expected a whole number from 0 to 3"),
    ("on = [11, 12]", "on = []", "line 20: on: [] is not possible"),
    ("on = [11, 12]", "on = [12, 11]", "line 20: on: [12, 11] is not possible"),
    ("on = [11, 12]", "on = 11", "line 20: on: 11 is not possible; expected a list"),
    ('side = "south"', 'side = "down"', 'side: "down" is not possible; expected one of north, east, south, west'),
    ("reserve = [5]", "supply = [5]", "'supply' is not known here"),
    ('"Ann", "Ben"', '"Ann", "Ann"', "players"),
    ('game = "big-city"', 'game = "gross-stadt"', "line 1: game: there is no game 'gross-stadt'"),
    ('game = "big-city"', "game = 5", "line 1: game: 5 is not a game's name"),
    ('game = "big-city"', 'game = "a\\u0000.toml"', "line 1: game: 'a\\x00.toml' is no file's name"),
    ('"Cem"]', '"Cem"]\noptions = { streetcars = "flying" }', 'line 3: streetcars: "flying" is not possible; expected'),
    ('"Cem"]', '"Cem"]\noptions = { colour = 1 }', "'colour' is not an option of big-city; its options are"),
    ('"Cem"]', '"Cem"', "is not TOML"),
]


@pytest.mark.parametrize(("old", "new", "said"), WRONG)
@pytest.mark.parametrize(
    "command", [["score"], ["plan"], ["legal", "--kind", "bank"], ["render", "-o", "x.jpg"], ["check"]]
)
def test_an_impossible_position_is_refused(command: list[str], old: str, new: str, said: str, city: Path, run) -> None:
    """Exit 4, one sentence with the line, the value and what was expected, nothing on stdout, no file."""
    text = city.read_text(encoding="utf-8")
    assert old in text
    city.write_text(text.replace(old, new, 1), encoding="utf-8")
    outcome = run(command[0], city, *command[1:])
    assert (outcome.code, outcome.out) == (4, "")
    assert said in outcome.err
    assert outcome.err.startswith("boardsight: city.toml") or str(city) in outcome.err
    assert outcome.err.count("\n") == 1
    assert not Path("x.jpg").exists()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "'game' is missing"),
        (b"\xff\xfeg\x00", "is UTF-16 text; save it as UTF-8"),
        (b'game = "big-city"\n# \xe4\n', "line 2: that is not text in UTF-8"),
        (b"{", "is not JSON"),
        (b"[" * 100_000, "is not TOML"),
        (b'{"a":' * 100_000, "is not JSON"),
        (b"[]", "is not TOML"),
        (b'{"format": "boardsight-record/1"}\n{}\n', "is a record, not a position; `boardsight replay` reads it"),
    ],
)
def test_what_is_no_position_is_refused(data: bytes, said: str, city: Path, run) -> None:
    """Whatever the file holds: exit 4 and one sentence."""
    city.write_bytes(data)
    outcome = run("score", city)
    assert (outcome.code, outcome.out) == (4, "")
    assert said in outcome.err
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize("name", ["nothing.toml", ".", "no/such/folder.toml"])
@pytest.mark.parametrize("command", [["score"], ["plan"], ["legal", "--kind", "bank"], ["replay"], ["check"]])
def test_a_file_that_is_not_there(command: list[str], name: str, run) -> None:
    """Exit 4 and its name."""
    outcome = run(command[0], name, *command[1:])
    assert (outcome.code, outcome.out) == (4, "")
    assert name in outcome.err


def test_files_from_windows_are_read(city: Path, run) -> None:
    """A byte order mark and two signs for a line's end are no part of a position."""
    usual = run("score", city, "--json").out
    city.write_bytes(b"\xef\xbb\xbf" + city.read_bytes().replace(b"\n", b"\r\n"))
    assert run("score", city, "--json").out == usual
    assert run("check", city).code == 0


def test_json_is_a_position_too(city: Path, run) -> None:
    """The same keys, and what `read --json` prints can be given back."""
    tile = {"number": 1, "at": [0, 0]}
    Path("city.json").write_text(json.dumps({"game": "big-city", "tiles": [tile]}), encoding="utf-8")
    assert run("plan", "city.json", "--json").document["size_mm"] == [144.0, 144.0]
    Path("city.json").write_text(json.dumps({"game": "big-city", "tiles": [{**tile, "at": 3}]}, indent=1), "utf-8")
    assert "city.json, line 6: at: 3 is not possible" in run("plan", "city.json").err


@pytest.mark.parametrize("kind", KINDS)
def test_legal_answers_for_every_kind(kind: str, city: Path, run) -> None:
    """Places with points that are the sum of their lines; for tiles and streetcars where in place of `on`."""
    document = run("legal", city, "--kind", kind, "--json").document
    assert (document["format"], document["game"], document["kind"]) == ("boardsight-legal/1", "big-city", kind)
    where = {"tile": {"number", "at", "turn"}, "streetcar": {"segments"}}.get(kind, {"on"})
    for place in document["places"]:
        assert set(place) == where | {"points", "lines"}
        assert place["points"] == sum(line["points"] for line in place["lines"])


def test_plan_names_the_game(city: Path, run) -> None:
    """The form of INTERFACE.md section 6."""
    document = run("plan", city, "--json").document
    assert set(document) == {"format", "game", "size_mm", "parts"}
    assert document["game"] == "big-city"
    assert all(set(part) == {"part", "centre_mm", "rotation_deg", "z_mm"} for part in document["parts"])
    assert {"tile-1", "tile-2", "tile-5", "residence-2", "streetcar", "mat-1", "puck"} <= {
        part["part"] for part in document["parts"]
    }


@pytest.mark.parametrize("command", [["score"], ["plan"], ["legal", "--kind", "bank"]])
@pytest.mark.parametrize(
    ("option", "said"),
    [("streetcars", "is not name=value"), ("streetcars=flying", "expected"), ("colour=red", "is not an option")],
)
def test_unknown_options_are_wrong_use(command: list[str], option: str, said: str, city: Path, run) -> None:
    """Exit 2 and what was expected."""
    outcome = run(command[0], city, *command[1:], "--option", option)
    assert (outcome.code, outcome.out) == (2, "")
    assert said in outcome.err


@pytest.mark.parametrize("words", [["plan", "city.toml", "--svg"], ["render", "city.toml", "-o"]])
def test_a_folder_that_is_not_there_is_told(words: list[str], city: Path, run) -> None:
    """What cannot be written is named."""
    outcome = run(*words, "no/such/out.jpg")
    assert outcome.code in (1, 2)
    assert "no/such/out.jpg" in outcome.err
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(
    "words", ["--view moon", "--light none", "--size 10x10", "--size big", "--seed x", "--hands x", "-o x.pdf"]
)
def test_render_knows_its_words(words: str, city: Path, run) -> None:
    """A view, light, size or kind of file that there is not is wrong use."""
    assert run("render", city, "-o", "x.jpg", *words.split()).code == 2
