"""Mistakes that people make in files of their own: `check` says each in one sentence, with the line and the mend."""

import json
import tomllib
from pathlib import Path

import pytest

from live.console.terminal import unknown_keys_said
from tabletop.gamefile import load_game
from tabletop.gameshape import complaints_about_shape
from tabletop.piecefile import load_pieces
from tabletop.shipped import game_folders, template_file

PLANK = Path(__file__).parents[2] / "examples" / "own-board"
HOUSE = 'title = "House"\n'
CODES = HOUSE + "size_mm = [60.0, 60.0]\n"
RANGE = "# [codes]             # the codes are given by themselves, from 700 on; these are the usual values\n"


@pytest.fixture(autouse=True)
def _anew() -> None:
    """Files of one name are read anew in every test."""
    load_game.cache_clear()


def told(run, kind: str, old: str, new: str, *, everywhere: bool = False) -> list[str]:
    """What check says of a new file in which some words were changed: the sentences, exit 4."""
    return said_of(run, "own.toml", template(kind), old, new, everywhere=everywhere)


def template(kind: str) -> str:
    """What `boardsight new` writes."""
    return template_file(kind).read_text(encoding="utf-8").format(name="own", title="Own", file="own.toml")


def said_of(run, name: str, text: str, old: str, new: str, *, everywhere: bool = False) -> list[str]:
    """What check says of a file with this text in which some words were changed: the sentences, exit 4."""
    assert old in text
    Path(name).write_text(text.replace(old, new, -1 if everywhere else 1), encoding="utf-8")
    outcome = run("check", name)
    assert outcome.code == 4
    assert "Traceback" not in outcome.err
    return (outcome.out + outcome.err).splitlines()


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        # a word that is not known, as it is typed in haste
        ("count = 8 ", "cuont = 8 ", 57, "part {player}-house: 'cuont' is not known; is 'count' meant?"),
        ('colour = "{player}-player"\n# h', 'color = "red"\n# h', 58, "'color' is not known; is 'colour' meant?"),
        ("[terrain]", "[terain]", 24, "the section 'terain' is not known; is 'terrain' meant?"),
        ('shape = "square" ', 'shap = "hex" ', 18, "'shap' is not known in [grid]; is 'shape' meant?"),
        ("rows = 6", "row = 6", 19, "'row' is not known in [grid]; is 'rows' meant?"),
        ("pitch_mm = 32.0", "pitch = 32.0", 21, "'pitch' is not known in [grid]; is 'pitch_mm' meant?"),
        ("players =", "player =", 10, "'player' is not known in [game]; is 'players' meant?"),
        ("points = 4", "pionts = 4", 116, "'pionts' does not belong to the term majority; is 'points' meant?"),
        ("of = ", "off = ", 115, "'off' does not belong to the term majority; is 'of' meant?"),
        ('says = "n', 'say = "n', 81, "'say' does not belong to a condition; is 'says' meant?"),
        ("each = {", "eech = {", 53, "part {player}-house: 'eech' is not known; is 'each' meant?"),
        ('rules = "custom"', 'rules = "costum"', 9, "rules = 'costum'; expected 'big-city' or 'custom'"),
        # names that lead nowhere
        ('"{player}-garden"', '"{plyer}-garden"', 63, "nothing fills in {plyer}; write each = { plyer ="),
        ('["garden"]', '["{seat}"]', 65, "nothing fills in {seat}; write each = { seat ="),
        (
            'parts = "garden"',
            'parts = "gardn"',
            84,
            "no part has that id, kind or tag; there are blue-garden, blue-house",
        ),
        ('id = "{player}-garden"', 'id = "{player}-house"', 61, "the id 'red-house' is given to two parts"),
        (
            'colour = "{player}-player"\n#',
            'colour = "puce"\n#',
            52,
            "part red-house: colour 'puce' is not in [palette]",
        ),
        ('# board = "my', 'board = "my', 15, "there is no file my-board.toml"),
        (HOUSE, HOUSE + 'icon = "castle"\n', 56, "there is no icon 'castle'; use airport"),
        (HOUSE, HOUSE + 'icon = "castle.svg"\n', 56, "the icon castle.svg cannot be read: there is no file castle.svg"),
        (
            "# river",
            'icons = { lava = "wave" }\n# river',
            34,
            "[terrain] icons names the terrain 'lava', but the board",
        ),
        ('# river = ["A1 B1"', 'river = ["A1 Z1"', 34, "[terrain] river: 'Z1' is not a cell of this board"),
        ('"..*..."', '"..%..."', 26, "[terrain] row 2: '%' is no terrain"),
        # sizes
        (HOUSE, HOUSE + "size_mm = [0, 0]\n", 56, "expected width and height in mm, above 0 and up to 5000"),
        (HOUSE, HOUSE + "size_mm = [60, 60]\n", 52, "the rules name it, but it covers no cells; give it cells"),
        ("pitch_mm = 32.0", "pitch_mm = 15.0", 21, "leaves squares of 13.0 mm, too small for codes of 16.8 mm"),
        ("pitch_mm = 32.0", "pitch_mm = 320.0", 55, "does not fit on A3; make it smaller: no paper is large enough"),
        (HOUSE, HOUSE + "width_mm = 18.0\n", 52, "its squares of 18.0 mm are too small for codes of 16.8 mm"),
        ("[0, 1], [1, 0]]", "[0, 5], [1, 0]]", 61, "part red-garden: its cells must lie side by side"),
        ('shape = "square"', 'shape = "hex"', 61, "part red-garden: on hexes a part covers one cell"),
        # codes
        (HOUSE, HOUSE + "codes = [{ id = 720 }]\n", 56, "has a code in its middle; write first_code = 720, from which"),
        (HOUSE, HOUSE + "codes = [{ centre_mm = [0, 0] }]\n", 56, "leave codes out, they come by themselves"),
        (HOUSE, HOUSE + "first_code = 12\n", 52, "its code 12 is outside 700 to 999; take others"),
        (RANGE, "[codes]\nfirst = 999\nlast = 700\n", 37, "[codes] go from first = 999 to last = 700"),
        (RANGE, "[codes]\nlast = 1300\n", 37, "[codes] last = 1300, but DICT_5X5_1000 has the codes 0 to 999"),
        (RANGE, "[codes]\nmodule_mm = 24\n", 21, "[grid] pitch_mm = 32 leaves squares of 30.0 mm"),
    ],
)
def test_a_mistake_in_a_game_is_told_once(run, old: str, new: str, line: int, said: str) -> None:
    """Nothing that merely follows from it is told beside it, nor the same of each colour's parts."""
    (sentence,) = told(run, "game", old, new)
    assert sentence.startswith(f"own.toml, line {line}: ")
    assert said in sentence


@pytest.mark.parametrize("section", ["parts", "conditions", "terms"])
def test_a_section_that_is_misspelt_is_not_missing_as_well(run, section: str) -> None:
    """One sentence, however often it stands there."""
    (sentence,) = told(run, "game", f"[[{section}]]", f"[[{section[:-1]}]]", everywhere=True)
    assert f"the section '{section[:-1]}' is not known; is '{section}' meant?" in sentence


def test_a_code_off_its_part_is_told_apart_from_one_that_is_too_large(run) -> None:
    """The mend is another place, not another size."""
    house = CODES + "codes = [{{ centre_mm = [{}, 0] }}]\n"
    beyond, *others = told(run, "game", HOUSE, house.format(50))
    assert "at centre_mm = [50, 0] reaches beyond its 60 x 60 mm; move it, centre_mm counts from the part's" in beyond
    assert ["covers no cells" in other for other in others] == [True]
    assert "less than 1.8 mm of white" in (near := told(run, "game", HOUSE, house.format(21)))[0]
    assert "move it to the middle" in near[0]
    small = HOUSE + "size_mm = [15.0, 60.0]\ncodes = [{ centre_mm = [0, 0] }]\n"
    assert "its code of 16.8 mm does not fit on 15 x 60 mm; make it larger" in told(run, "game", HOUSE, small)[0]
    half = CODES + "codes = [{ id = 720, centre_mm = [-15, 0] }, { centre_mm = [15, 0] }]\n"
    assert "part {player}-house: only some of its codes have an id" in told(run, "game", HOUSE, half)[0]


def test_codes_of_a_single_part_on_cells_are_written_as_cell_codes(run) -> None:
    """What to write stands there, with the numbers that were given."""
    well = '\n[[parts]]\nid = "well"\ncodes = [{ id = 720 }]\n# Where parts may'
    (sentence,) = told(run, "game", "\n# Where parts may", well)
    assert "well: each of its cells has a code in its middle; write cell_codes = [720]" in sentence


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("pitch_mm = 32.0", "pitch_mm = 32,0", "line 21: something follows the value; each key has its own line"),
        ('title = "House"', 'title = "House', "line 55: a text has no closing quote sign on its line"),
        ('title = "House"', "title = House", "line 55: no value follows the =; texts and colours stand in quotes"),
        ("[1, 0]]   # (", "[1, 0]   # (", "line 68: a list is not closed; write ] at its end"),
        ('title = "House"', HOUSE + HOUSE, "line 56: this is given already; keep one of both"),
        ("[palette]", "[grid]\n[palette]", "line 41: this section is there already"),
        ("[grid]", "[grid", "line 17: a section's name is not closed; write [name]"),
        ("[grid]", "grid:", "line 17: no = follows the key"),
        ("[grid]", "(grid)", "line 17: neither a key nor a section begins here"),
        ('["house"]', '["a\\d"]', "line 56: in quotes \\ has a meaning of its own"),
        ('{ player = ["red", "blue"] }', '{ player = ["red", "blue"], }', "line 53: no key stands here"),
        ('{ player = ["red", "blue"] }', '{ player = ["red", "blue"]', "line 53: an inline table is not closed"),
        ("second = 2", 'second = 2\nlabel = "', "line 118: a text has no closing quote"),
    ],
)
def test_a_file_that_is_no_toml_is_told_in_plain_words(run, old: str, new: str, said: str) -> None:
    """With the line; the parser's own words are for programmers."""
    (sentence,) = told(run, "game", old, new)
    assert f"own.toml is not TOML: {said}" in sentence


@pytest.mark.parametrize(
    ("kind", "old", "new", "said"),
    [
        ("board", "size_mm", "siez_mm", "'siez_mm' is not known in [board]; is 'size_mm' meant?"),
        ("board", "size_mm = [", "size_mm = [50, 50] #", "does not hold the cells, which need 275 x 275 mm"),
        ("board", 'game = "', 'game = "x', "[board] game = 'xmy-city' is no game; expected big-city"),
        ("board", 'game = "', 'game = "x.toml" # "', "there is no file x.toml"),
        ("board", "[terrain]", '[terrain]\nsticker_cells = ["Z9"]', "[terrain] sticker_cells: 'Z9' is not a cell"),
        ("pieces", "[pieces]", "[pieces]\ncolurs = 1", "'colurs' is not known in [pieces]; is 'colours' meant?"),
        ("pieces", 'part = "residence-1"', 'part = "castle"', '"castle" is no part; expected tile-1'),
        ("pieces", 'game = "', 'game = "x', "there is no game 'xbig-city'"),
        ("pieces", "[pieces]", "[piecs]", "the section 'piecs' is not known; is 'pieces' meant?"),
        (
            "pieces",
            'colour = "#',
            'taught = "brick" # "#',
            "the taught colour 'brick', which the file does not have",
        ),
        ("pieces", "[pieces]", '[pieces]\ncolours = "none.toml"', "there is no file none.toml"),
    ],
)
def test_a_mistake_in_a_board_or_in_pieces_is_told_once(run, kind: str, old: str, new: str, said: str) -> None:
    """With its line."""
    (sentence,) = told(run, kind, old, new)
    assert said in sentence
    assert sentence.startswith("own.toml, line ")


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("id = 2\n", "", 27, "[codes] at 3 has no id; give it the number of the code that was taped there"),
        ("id = 2\n", "id = 587\n", 28, "there is no code 587; DICT_APRILTAG_36h11 has the codes 0 to 586"),
        ("[399.0, 21.0]", "[25.0, 21.0]", 26, "[codes] at 2: the code 1 lies upon the code 0"),
        (
            "[399.0, 21.0]",
            "[105.0, 63.0]",
            26,
            "the code 1 lies on the cell b8, where pieces would hide it",
        ),
        ("rows = 8", "row = 8", 12, "'row' is not known in [grid]; is 'rows' meant?"),
        ("[63.0, 63.0]", "[163.0, 63.0]", 8, "does not hold the cells, which need 336 x 336 mm"),
    ],
)
def test_a_mistake_in_a_board_of_ones_own_hands_is_told_once(run, old: str, new: str, line: int, said: str) -> None:
    """The plank of the examples, with its taped codes."""
    Path("threes.toml").write_bytes((PLANK / "threes.toml").read_bytes())
    (sentence,) = said_of(run, "plank.toml", (PLANK / "plank.toml").read_text(encoding="utf-8"), old, new)
    assert sentence.startswith(f"plank.toml, line {line}: ")
    assert said in sentence


def test_more_players_than_have_parts_of_their_own_are_no_mistake(run) -> None:
    """A game of which people print some parts again, in other colours."""
    Path("own.toml").write_text(template("game").replace("[2, 2]", "[2, 9]"), encoding="utf-8")
    assert run("check", "own.toml").code == 0


COUNTERS = """\
[[landmarks]]
name = "fountain"
value = 3
[[zones]]
type = "docks"
values = [1, 2]
"""
HEADS = {
    "game": ("[game]", "[grid]", "[terrain]", "[[parts]]", "[[terms]]", "[[conditions]]"),
    "board": ("[board]", "[grid]", "[terrain]"),
    "pieces": ("[pieces]", "[[piece]]"),
    "counters": ("[[landmarks]]", "[[zones]]"),
}


@pytest.mark.parametrize(("kind", "head"), [(kind, head) for kind, heads in HEADS.items() for head in heads])
@pytest.mark.parametrize("key", ["edges", "foo", "stacks", "written"])
def test_a_key_that_nobody_reads_is_refused_in_every_section(run, kind: str, head: str, key: str) -> None:
    """With its line."""
    lines = (COUNTERS if kind == "counters" else template(kind)).splitlines()
    line = next(index for index, one in enumerate(lines, start=1) if one.startswith(head))
    Path("own.toml").write_text("\n".join([*lines[:line], f"{key} = 1", *lines[line:]]), encoding="utf-8")
    outcome = run("check", "own.toml")
    (sentence,) = outcome.out.splitlines()
    assert f"'{key}' " in sentence
    assert sentence.startswith(f"own.toml, line {line + 1}: ")
    assert outcome.code == 4


MORE = """
[codes]
foo = 1
[board]
foo = 1
[print]
foo = 1
[[cards]]
id = "joker"
foo = 1
[[stickers]]
terrain = "plain"
colour = "grey"
foo = 1
[[aids]]
title = "Turn"
size_mm = [60.0, 90.0]
foo = 1
rows = [{ needs = "wood", foo = 1 }]
[[parts]]
id = "disc"
size_mm = [40.0, 40.0]
codes = [{ centre_mm = [0.0, 0.0], foo = 1 }]
spaces = { columns = 3, rows = 3, first_mm = [1.0, 1.0], step_mm = [1.0, 1.0], foo = 1 }
"""


def test_keys_that_nobody_reads_are_found_within_entries_beside_other_mistakes(run) -> None:
    """In sections that few files have, in rows, codes and spaces, all in one run."""
    text = template("game") + MORE
    told = said_of(run, "own.toml", text, 'colour = "grey"\nfoo', 'colour = "grey"\ncount = 0\nfoo')
    assert sum("'foo' is not known" in sentence for sentence in told) == MORE.count("foo")
    assert sum("count = 0" in sentence for sentence in told) == 1
    assert len(told) == MORE.count("foo") + 1


def test_a_key_that_nobody_reads_is_told_once_however_often_the_file_is_opened(run, capsys) -> None:
    """A set of pieces, read for each photo anew."""
    Path("own.toml").write_text(template("pieces") + "[foo]\nbar = 1\n", encoding="utf-8")
    with unknown_keys_said():
        assert load_pieces("own.toml") == load_pieces("own.toml")
    (sentence,) = capsys.readouterr().err.splitlines()
    assert "the section 'foo' is not known and is left out; `boardsight check own.toml` says more" in sentence


def test_programs_are_told_the_column_too(run) -> None:
    """Of the key, within a list of rows as at a line's beginning."""
    text = template("game") + '[[aids]]\ntitle = "Turn"\nsize_mm = [60.0, 90.0]\nrows = [{ needs = "x", foo = 1 }]\n'
    Path("own.toml").write_text(text.replace("\ncount = 8", "\ncuont = 8"), encoding="utf-8")
    found = json.loads(run("check", "own.toml", "--json").out)["complaints"]
    assert [one["column"] for one in found if "cuont" in one["message"]] == [1]
    assert [one["column"] for one in found if "foo" in one["message"]] == [text.splitlines()[-1].index("foo") + 1]


def test_a_file_with_a_key_that_nobody_reads_can_be_used(run) -> None:
    """It is printed, its games are replayed; one sentence on stderr names the key and its line."""
    text = template("game").replace("[[parts]]\n", "[[parts]]\nfoo = 1\n", 1)
    Path("own.toml").write_text(text, encoding="utf-8")
    line = text.splitlines().index("foo = 1") + 1
    header = '{"format": "boardsight-record/1", "game": "own.toml", "players": ["Ann", "Ben"], "options": {}}\n'
    Path("one.jsonl").write_text(header, encoding="utf-8")
    for words in (("print", "own.toml", "--out", "sheets", "--parts", "tiles"), ("replay", "one.jsonl")):
        load_game.cache_clear()
        outcome = run(*words)
        assert outcome.code == 0, outcome
        assert [one for one in outcome.err.splitlines() if "foo" in one] == [
            f"own.toml, line {line}: part {{player}}-house: 'foo' is not known and is left out; "
            "`boardsight check own.toml` says more"
        ]


@pytest.mark.parametrize("game", game_folders())
def test_a_shipped_games_file_in_other_hands_has_no_key_that_nobody_reads(game: str) -> None:
    """What its own folder reads is known in every file with its rules; what those keys are called nobody else knows."""
    text = (game_folders()[game] / "game.toml").read_text("utf-8")
    assert complaints_about_shape(tomllib.loads(text)) == []
    assert len(complaints_about_shape(tomllib.loads(text.replace("\nheight_mm = ", "\nfoo = ", 1)))) == 1


def test_a_file_by_another_name_or_of_another_kind_is_told(run) -> None:
    """A game whose name does not end in .toml, a picture, a file that is empty, a folder, nothing at all."""
    assert run("new", "game", "own").code == 0
    Path("own.toml").rename("own.txt")
    Path("photo.jpg").write_bytes(b"\xff\xd8\xff\xe0\0\x10JFIF\0")
    Path("empty.toml").touch()
    for name, said in (
        ("own.txt", "the file's name must end in .toml"),
        ("photo.jpg", "photo.jpg is no text file; `boardsight doctor` looks at pictures"),
        ("empty.toml", "empty.toml has none of [game], [board], [pieces]"),
        (".", ". is a folder; expected a file"),
        ("none.toml", "there is no file none.toml"),
    ):
        outcome = run("check", name)
        assert (outcome.code, said in outcome.out + outcome.err) == (4, True), name


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("", 2, "'' gives no file name; use letters and digits"),
        (".", 2, "'.' gives no file name"),
        ("nowhere/own", 1, "nowhere/own.toml cannot be written: there is no folder nowhere; choose another place"),
        ("Böse Spiele/Über den Fluß", 0, ""),
    ],
)
def test_new_takes_any_name_or_says_why_not(run, name: str, code: int, said: str) -> None:
    """Umlauts and blanks are no mistake; check and print take them, too."""
    Path("Böse Spiele").mkdir()
    outcome = run("new", "game", name)
    assert (outcome.code, said in outcome.err) == (code, True)
    if code == 0:
        assert run("check", f"{name}.toml").code == 0
        assert run("print", f"{name}.toml", "--out", "aus gedruckt ü").code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("play big-city --player Ann,Ben", "there is no option '--player'; did you mean --players?"),
        ("play --playerz Ann,Ben", "there is no option '--playerz'; did you mean --players?"),
        ("replay --js", "there is no option '--js'; did you mean --json?"),
        ("print big-city --pap=a4", "there is no option '--pap'; did you mean --paper?"),
        ("play big-city --xyzzy", "there is no option '--xyzzy'; `boardsight play --help` lists them"),
        ("plya big-city", "there is no command 'plya'; did you mean play?"),
        ("games lst", "there is no command 'lst'; did you mean list?"),
        ("print big-city --style fin", "'fin' (choose from 'light', 'standard', 'fine'); did you mean fine?"),
        ("--versoin", "there is no option '--versoin'; did you mean --version?"),
    ],
)
def test_what_is_misspelt_or_shortened_is_refused_with_what_was_meant(run, words: str, said: str) -> None:
    """Never silently another option: options are written in full, commands and choices by their names."""
    outcome = run(*words.split())
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.splitlines()[-1].endswith(said)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("print try --out /proc/x", "nothing new can be made in /proc; name another --out folder"),
        ("print try --out full", "full cannot be written: a file stands where a folder should be; name"),
        ("print try --out full/x", "a file stands where a folder should be; name another --out folder"),
    ],
)
def test_where_nothing_can_be_written_is_told_with_the_mend(run, words: str, said: str) -> None:
    """What people can see for themselves, not the system's words."""
    Path("full").touch()
    outcome = run(*words.split())
    assert (outcome.code, said in outcome.err) == (1, True), outcome.err


LAYERS = (
    ("columns = 6", "columns = 70", "columns = 70; expected a whole number from 1 to 26"),
    ("count = 8", 'count = "many"', "part {player}-house: count = 'many'; expected a whole number"),
    ('title = "Garden"', 'title = "Garden"\nfoo = 1', "part {player}-garden: 'foo' is not known"),
    ('["water", "tower"]', '["water", "towre"]', None),
    ('parts = "garden"', 'parts = "gardn"', "parts names 'gardn', but no part has that id"),
    ("second = 2", 'second = "two"', "second = 'two'; expected a whole number"),
    (
        "# [how_to_play]",
        '[[cards]]\nid = "joker"\nwhen = { map = ["x"] }\n# [how_to_play]',
        "when names the option 'map'",
    ),
    (
        "# [how_to_play]",
        '[[parts]]\nid = "red-garden"\n# [how_to_play]',
        "part red-garden: the id 'red-garden' is given to two",
    ),
    (
        "# [how_to_play]",
        '[[parts]]\nid = "sun"\ncolour = "puce"\n# [how_to_play]',
        "part sun: colour 'puce' is not in [palette]",
    ),
)
"""Mistakes of every layer, and what is told; None where it may follow from another one (the board has its own)."""


def test_mistakes_of_all_layers_are_told_at_once(run, monkeypatch) -> None:
    """Schema, parts, options, rules: each with line and column, from one reading of the file."""
    text = template("game")
    for old, new, _ in LAYERS:
        text = text.replace(old, new, 1)
    Path("own.toml").write_text(text, encoding="utf-8")
    once, readings = tomllib.loads, []
    monkeypatch.setattr(tomllib, "loads", lambda text: readings.append(text) or once(text))
    found = json.loads(run("check", "own.toml", "--json").out)["complaints"]
    sentences = [one["message"] for one in found]
    assert [told for _, _, told in LAYERS if told and not any(told in one for one in sentences)] == []
    assert len(sentences) == sum(told is not None for _, _, told in LAYERS)
    assert all(one["line"] and one["column"] for one in found)
    assert readings.count(text) == 1


def test_what_cannot_be_printed_is_told_beside_other_mistakes(run) -> None:
    """An icon that is not there, of a part that is well but for it."""
    text = template("game").replace(HOUSE, HOUSE + 'icon = "castle"\n').replace("second = 2", 'second = "two"')
    Path("own.toml").write_text(text, encoding="utf-8")
    told = run("check", "own.toml").out.splitlines()
    assert ["castle" in one or "'two'" in one for one in told] == [True, True]


def test_a_drawing_that_does_not_fit_hides_no_mistake_of_the_rules(run) -> None:
    """Nor do rules that are missing make other keys unknown, or a wrong pitch a terrain's name well."""
    text = template("game")
    for changes, count in (
        ((("rows = 6", "rows = 60"), ("says =", "say ="), ("second = 2", "sekond = 2")), 3),
        ((('rules = "custom"', ""),), 1),
        ((("pitch_mm = 32.0", 'pitch_mm = "wide"'), ('not_on = ["water"', 'not_on = ["watr"')), 2),
    ):
        changed = text
        for old, new in changes:
            changed = changed.replace(old, new, 1)
        Path("own.toml").write_text(changed, encoding="utf-8")
        assert len(run("check", "own.toml").out.splitlines()) == count
