"""Custom games from data alone: every scoring term and condition, and the two samples played through."""

from pathlib import Path
from random import Random

import pytest

from scoring import rules_for
from scoring.pieces.table import PartOnBoard
from scoring.random_play import play_game
from scoring.replay import replay
from tabletop.errors import UnreadableInput, UsageError
from tabletop.gamefile import load_game
from tabletop.notation import read_position, write_position
from tabletop.pieces.values import PassTurn, PlacePart, Remove
from tabletop.records import Header, read_record, write_record

EXAMPLES = Path(__file__).parents[2] / "examples"
MEADOW, LIGHTHOUSES = str(EXAMPLES / "meadow.toml"), str(EXAMPLES / "lighthouses.toml")
HEAD = """
[game]
name = "tiny"
title = "Tiny"
rules = "custom"
players = [1, 4]
{game}
[grid]
shape = "{shape}"
rows = 4
columns = 5
pitch_mm = 30.0
[terrain]
key = {{ "." = "grass", "x" = "mark", "~" = "water" }}
rows = [".x...", "..~..", "...x.", "....."]
[[parts]]
each = {{ player = ["red", "blue"] }}
id = "{{player}}-hut"
tags = ["hut"]
count = 6
strength_of_hut = 2
[[parts]]
each = {{ player = ["red", "blue"] }}
id = "{{player}}-barn"
tags = ["barn"]
count = 2
cells = [[0, 0], [0, 1]]
strength_of_hut = 5
[[parts]]
id = "tree"
tags = ["tree"]
count = 4
"""


@pytest.fixture
def tiny(tmp_path):
    """Rules of a tiny game with some more sections; every call writes a file of its own."""
    written = []

    def make(sections="", *, game="", shape="square"):
        text = HEAD.format(game=game, shape=shape)
        if shape == "hex":
            text = text.replace("cells = [[0, 0], [0, 1]]\n", "")
        if "[[terms]]" not in sections:
            sections += '\n[[terms]]\nterm = "each"\nlabel = "parts"\n'
        path = tmp_path / f"tiny-{len(written)}.toml"
        path.write_text(text + sections, encoding="utf-8")
        written.append(path)
        return rules_for(str(path))

    return make


def lying(rules, *moves, players=("red", "blue")):
    """A state after parts were laid as `red-hut B2` or `red tree B2`, whosever turn it is."""
    state = rules.start(Header(rules.game, players))
    for words in moves:
        first, *on = words.split()
        owner = first.partition("-")[0] if "-" in first else players[0]
        state = rules.judge(state, PlacePart(owner, first, tuple(on))).state
    return state


def lines(rules, state, player="red"):
    """A player's score lines as (label, points)."""
    scored = {one.name: one for one in rules.score(rules.position(state)).players}
    return [(line.label, line.points) for line in scored[player].lines]


def test_points_for_each_part(tiny):
    """`each` pays for every part, or for every square on some terrain."""
    rules = tiny('[[terms]]\nterm = "each"\nlabel = "huts"\nparts = "hut"\npoints = 3\n')
    assert lines(rules, lying(rules, "red-hut A1", "red-hut C1", "red-barn A4 B4", "blue-hut E4")) == [("huts", 6)]
    squares = tiny('[[terms]]\nterm = "each"\nlabel = "marks"\nper = "square"\non = "mark"\npoints = 2\n')
    assert lines(squares, lying(squares, "red-barn A1 B1")) == [("marks", 2)]


def test_points_for_neighbours(tiny):
    """`adjacent` pays for each neighbour of a part, or once for it; `whose` says whose neighbours count."""
    term = '[[terms]]\nterm = "adjacent"\nlabel = "near"\nparts = "hut"\nbeside = "barn"\n{more}\n'
    laid = ("red-hut C1", "red-barn A1 B1", "blue-barn D1 E1")
    for more, points in (("", 2), ("once = true", 1), ('whose = "own"', 1), ('whose = "others"', 1)):
        rules = tiny(term.format(more=more))
        assert sum(points for _, points in lines(rules, lying(rules, *laid))) == points


def test_points_beside_terrain(tiny):
    """`beside_terrain` pays for each cell of a terrain beside a part, corners only with `around`."""
    term = '[[terms]]\nterm = "adjacent"\nlabel = "shore"\nbeside_terrain = "water"\n{more}\n'
    plain, corners = tiny(term.format(more="")), tiny(term.format(more='reach = "around"'))
    assert lines(plain, lying(plain, "red-hut D1")) == []
    assert lines(corners, lying(corners, "red-hut D1")) == [("shore at D1", 1)]


def test_points_for_the_largest_group(tiny):
    """`group` pays for parts or squares of the largest connected group of at least `least`."""
    laid = ("red-hut A1", "red-barn A2 B2", "red-hut E4", "blue-hut B1")
    parts = tiny('[[terms]]\nterm = "group"\nlabel = "village"\n')
    squares = tiny('[[terms]]\nterm = "group"\nlabel = "village"\ncount = "squares"\n')
    larger = tiny('[[terms]]\nterm = "group"\nlabel = "village"\nleast = 3\n')
    assert lines(parts, lying(parts, *laid)) == [("village", 2)]
    assert lines(squares, lying(squares, *laid)) == [("village", 3)]
    assert lines(larger, lying(larger, *laid)) == []


def test_points_for_lines(tiny):
    """`line` pays for every straight line of at least `length` squares."""
    rules = tiny('[[terms]]\nterm = "line"\nlabel = "street"\nlength = 3\npoints = 4\n')
    laid = ("red-hut A1", "red-barn B1 C1", "red-hut A2", "red-hut A3", "red-hut E1")
    assert lines(rules, lying(rules, *laid)) == [("street at A1 to A3", 4), ("street at A1 to C1", 4)]


def test_lines_of_hexes(tiny):
    """On hexes lines run three ways."""
    rules = tiny('[[terms]]\nterm = "line"\nlabel = "street"\nlength = 3\n', shape="hex")
    assert lines(rules, lying(rules, "red-hut A2", "red-hut B2", "red-hut C3")) == [("street at A2 to C3", 1)]
    assert lines(rules, lying(rules, "red-hut A3", "red-hut B2", "red-hut C2")) == [("street at A3 to C2", 1)]
    assert lines(rules, lying(rules, "red-hut A2", "red-hut B2", "red-hut C2")) == []


def test_majority(tiny):
    """`majority` pays the strongest around each mark, the second something, ties all or none."""
    term = '[[terms]]\nterm = "majority"\nlabel = "mark"\nof = "mark"\npoints = 5\nsecond = 2\n{more}\n'
    laid = ("red-hut A1", "red-hut C1", "blue-hut B2")
    rules = tiny(term.format(more=""))
    assert lines(rules, lying(rules, *laid)) == [("mark at B1", 5)]
    assert lines(rules, lying(rules, *laid), "blue") == [("mark at B1", 2)]
    tie = (*laid, "blue-hut A2")
    assert [lines(rules, lying(rules, *tie), player) for player in ("red", "blue")] == [[("mark at B1", 5)]] * 2
    strict = tiny(term.format(more='ties = "none"'))
    assert [lines(strict, lying(strict, *tie), player) for player in ("red", "blue")] == [[], []]


def test_majority_of_three(tiny):
    """Who ties for the first place leaves no second; without a tie the third gets nothing."""
    rules = tiny('[[terms]]\nterm = "majority"\nlabel = "mark"\nof_parts = "tree"\npoints = 5\nsecond = 2\n')
    board = ("tree C2", "red-hut B1", "red-hut B2", "blue-hut D1", "blue-hut D2")
    state = lying(rules, *board, players=("red", "blue", "Cem"))
    state = state.with_part(PartOnBoard("red-hut", frozenset({(2, 2)}), "Cem"))
    assert [rules.totals(state)[player] for player in ("red", "blue", "Cem")] == [5, 5, 0]


def test_majority_by_strength(tiny):
    """`strength` names a number of the parts that counts in place of their count."""
    rules = tiny(
        '[[terms]]\nterm = "majority"\nlabel = "mark"\nof = "mark"\nstrength = "strength_of_hut"\npoints = 5\n'
    )
    state = lying(rules, "red-hut A1", "red-hut C1", "blue-barn A2 B2")
    assert lines(rules, state, "blue") == [("mark at B1", 5)]


def test_penalties_for_empty_and_covered_marks(tiny):
    """`empty` counts what is still open, for everybody; `covered` what a player's parts lie on."""
    rules = tiny(
        '[[terms]]\nterm = "empty"\nlabel = "open"\nof = "mark"\npoints = -1\n'
        '[[terms]]\nterm = "covered"\nlabel = "trampled"\nof = "mark"\npoints = -4\n'
    )
    state = lying(rules, "red-hut B1")
    assert lines(rules, state) == [("open", -1), ("trampled", -4)]
    assert lines(rules, state, "blue") == [("open", -1)]


def test_multiplier_is_a_line_of_its_own(tiny):
    """`times` adds the difference that its factor makes, once its parts are there."""
    rules = tiny(
        '[[terms]]\nterm = "each"\nlabel = "huts"\nparts = "hut"\npoints = 2\n'
        '[[terms]]\nterm = "times"\nlabel = "market"\nlabel_of = "huts"\nparts = "barn"\nfactor = 3\n'
    )
    assert lines(rules, lying(rules, "red-hut A1")) == [("huts", 2)]
    both = lying(rules, "red-hut A1", "red-barn A2 B2")
    assert lines(rules, both) == [("huts", 2), ("market: huts × 3", 4)]


CONDITIONS = [
    ('not_on = "water"', "red-hut C2", "red-hut C1", ()),
    ('on = "mark"', "red-hut A1", "red-hut B1", ()),
    ('beside = "barn"', "red-hut E4", "red-hut C1", ("red-barn A1 B1",)),
    ('beside = "barn"\nwhose = "own"', "red-hut C1", "red-hut C4", ("blue-barn A1 B1", "red-barn A4 B4")),
    ('not_beside = "hut"', "red-hut B1", "red-hut C1", ("blue-hut A1",)),
    ('not_beside = "hut"\nreach = "around"', "red-hut B2", "red-hut C1", ("blue-hut A1",)),
    ('beside_terrain = "water"', "red-hut A1", "red-hut C1", ()),
    ('touching = "own"', "red-hut C1", "red-hut B1", ("red-hut A1", "blue-hut D1")),
    ('touching = "any"', "red-hut C4", "red-hut C1", ("red-hut A1", "blue-hut D1")),
    ('start = ["A1", "E4"]', "red-hut C1", "red-hut E4", ()),
    ('start = "edge"', "red-hut B2", "red-hut A2", ()),
    ('parts = "barn"\nnot_on = "mark"', "red-barn A1 B1", "red-hut B1", ()),
]


@pytest.mark.parametrize(("condition", "forbidden", "allowed", "laid"), CONDITIONS)
def test_conditions(tiny, condition, forbidden, allowed, laid):
    """Each placement condition forbids what it should, in the file's words, and nothing else."""
    rules = tiny(f'[[conditions]]\n{condition}\nsays = "not here"\n', game='turns = "free"')
    state = lying(rules)
    for words in laid:
        part, *on = words.split()
        cells = frozenset(state.table.board.cell(name) for name in on)
        state = state.with_part(PartOnBoard(part, cells, part.partition("-")[0]))
    for words, messages in ((forbidden, ["not here"]), (allowed, [])):
        part, *on = words.split()
        result = rules.judge(state, PlacePart("red", part, tuple(on)))
        assert [problem.message for problem in result.problems] == messages


def test_only_the_first_part_starts_at_the_start(tiny):
    """`start` binds a player's first part, not the later ones."""
    rules = tiny('[[conditions]]\nstart = "A1"\nsays = "begin at A1"\n')
    state = lying(rules, "red-hut A1", "blue-hut A1")
    assert rules.judge(state, PlacePart("red", "red-hut", ("C4",))).legal
    assert not rules.judge(state, PlacePart("blue", "blue-hut", ("C4",))).legal


def test_the_river(tiny):
    """`not_across_river` keeps parts on one bank."""
    rules = tiny('[[conditions]]\nnot_across_river = true\nsays = "not across"\n')
    path = Path(rules.game)
    path.write_text(path.read_text().replace("[terrain]", '[terrain]\nriver = ["A1 B1"]'))
    copy = path.with_name("river.toml")
    copy.write_text(path.read_text())
    rules = rules_for(str(copy))
    state = rules.start(Header(rules.game, ("red", "blue")))
    assert not rules.judge(state, PlacePart("red", "red-barn", ("A1", "B1"))).legal
    assert rules.judge(state, PlacePart("red", "red-barn", ("B1", "C1"))).legal


def test_what_cannot_lie_there(tiny):
    """Covered cells, wrong shapes, cells that are not there, used-up parts change nothing."""
    rules = tiny(game='turns = "free"')
    state = lying(rules, "red-barn A1 B1", "red-barn A2 B2")
    for part, on, code in (
        ("red-hut", ("A1",), "cell-taken"),
        ("red-barn", ("D1", "E2"), "wrong-shape"),
        ("red-hut", ("Z9",), "no-such-cell"),
        ("red-barn", ("D1", "E1"), "used-up"),
    ):
        result = rules.judge(state, PlacePart("red", part, on))
        assert code in [problem.code for problem in result.problems]
        assert result.state.table.parts == state.table.parts


def test_a_position_in_which_a_part_has_not_its_shape_is_told(tiny):
    """A barn of two squares side by side lies on two that touch at a corner."""
    text = 'game = "{}"\nplayers = ["red", "blue"]\n[[parts]]\npart = "red-barn"\non = ["D1", "E2"]\n'
    rules = tiny()
    (problem,) = rules.problems(read_position(text.format(rules.game)))
    assert (problem.code, problem.places) == ("wrong-shape", ("cell:D1", "cell:E2"))


def test_turns_owners_and_passing(tiny):
    """Out of turn, another player's part, and passing while something can be placed are against the rules."""
    rules = tiny()
    state = rules.start(Header(rules.game, ("Ann", "Ben")))
    assert rules.to_move(state) == "Ann"
    codes = {
        move: [problem.code for problem in rules.judge(state, move).problems]
        for move in (
            PlacePart("Ben", "blue-hut", ("A1",)),
            PlacePart("Ann", "blue-hut", ("A1",)),
            PassTurn("Ann"),
            Remove("Ann", "A1"),
        )
    }
    assert list(codes.values()) == [["out-of-turn"], ["not-own"], ["pass-not-allowed"], ["nothing-to-remove"]]


def test_taking_parts_off(tiny):
    """Where the file allows it own parts are taken off again."""
    rules = tiny(game='removing = true\nturns = "free"')
    state = lying(rules, "red-hut A1")
    result = rules.judge(state, Remove("red", "A1"))
    assert (result.legal, result.points, result.state.table.parts) == (True, -1, ())


@pytest.mark.parametrize("game", [MEADOW, LIGHTHOUSES])
@pytest.mark.parametrize("seed", range(3))
def test_samples_played_through(game, seed):
    """Both samples are played to their end by random legal moves, scored, written and read back."""
    rules = rules_for(game)
    players = ("red", "blue", "green")[: load_game(game).players[1]]
    record = play_game(rules, Header(game, players), Random(seed))
    ended = replay(record)
    assert ended.over
    assert all(move.judged.legal for move in ended.moves)
    assert all(sum(line.points for line in move.judged.lines) == move.judged.points for move in ended.moves)
    for player in players:
        gained = sum(move.judged.points for move in ended.moves if move.judged.move.player == player)
        others = ended.totals[player] - gained
        assert isinstance(others, int)
    position = rules.position(ended.state)
    score = rules.score(position)
    assert {one.name: one.total for one in score.players} == dict(ended.totals)
    assert score.problems == ()
    assert read_position(write_position(position)) == position
    assert read_record(write_record(record))[0] == record


def test_meadow_worked_out_by_hand():
    """A small meadow: flowers, bees at two flowers doubled by the second hive, a spring, open mud."""
    rules = rules_for(MEADOW)
    position = read_position(
        f"""
        game = "{MEADOW}"
        players = ["red", "blue"]
        [[parts]]
        part = "red-flower"
        on = ["A2"]
        [[parts]]
        part = "red-flower"
        on = ["B3"]
        [[parts]]
        part = "red-hive"
        on = ["B2"]
        [[parts]]
        part = "red-hive"
        on = ["D1"]
        """
    )
    red, blue = rules.score(position).players
    assert [(line.label, line.points) for line in red.lines] == [
        ("flowers", 2),
        ("bees at flowers at B2", 4),
        ("springs", 2),
        ("open mud", -6),
        ("beekeeper: bees at flowers × 2", 4),
    ]
    assert blue.total == -6


def test_broken_files_are_refused(tiny):
    """A term or condition that makes no sense is refused with its name and what was expected."""
    for sections, message in (
        ('[[terms]]\nterm = "each"\nparts = "hutt"\n', "no part has that id"),
        ('[[terms]]\nterm = "eech"\n', "'eech' is not known"),
        ('[[terms]]\nterm = "each"\npoints = "3"\n', "expected a whole number"),
        ('[[terms]]\nterm = "majority"\n', "needs of or of_parts"),
        ('[[terms]]\nterm = "times"\nlabel_of = "x"\n', "no term labelled 'x'"),
        ('[[conditions]]\nbeside = "hut"\n', "says is missing"),
        ('[[conditions]]\nnear = "hut"\nsays = "x"\n', "'near' does not belong"),
        ('[[conditions]]\ntouching = "mine"\nsays = "x"\n', "expected 'own' or 'any'"),
        ('[[conditions]]\nnot_on = "lava"\nsays = "x"\n', "names the terrain 'lava', but the board has"),
        ('[[conditions]]\nstart = "Z9"\nsays = "x"\n', "'Z9' is not a cell of this board; expected A1 to .*, or edge"),
        ('[[terms]]\nterm = "empty"\nof = "lava"\n', "names the terrain 'lava'"),
        ('[[terms]]\nterm = "majority"\nof_parts = "hut"\nstrength = "might"\n', "no part has such a number"),
    ):
        with pytest.raises(UnreadableInput, match=message):
            tiny(sections)


def test_unknown_kind_of_part(tiny):
    """Asking for the places of a part that is not there names the parts."""
    rules = tiny()
    with pytest.raises(UsageError, match="red-hut"):
        rules.placements(rules.start(Header(rules.game, ("red", "blue"))), "castle")


def says(rules, *moves):
    """What the rules say of a position, in the file's words."""
    return [problem.message for problem in rules.problems(rules.position(lying(rules, *moves)))]


NEIGHBOURS = """
[[conditions]]
parts = "hut"
{key} = "{words}"
{more}
says = "not like this"
"""


@pytest.mark.parametrize(
    ("key", "words", "more", "moves", "complaints"),
    [
        ("beside", "tree", "", ("tree B1", "red-hut A1"), 0),
        ("beside", "tree", "", ("red-hut A1", "tree D4"), 1),
        ("beside", "tree", "count = 2", ("tree B1", "red-hut A1"), 1),
        ("beside", "hut", "", ("red-hut A1", "red-hut B1"), 1),  # which of them was first?
        ("beside", "barn", 'whose = "own"', ("blue-barn B1 C1", "red-hut A1"), 1),
        ("not_beside", "tree", "", ("red-hut A1", "tree B1"), 0),
        ("not_beside", "tree", "", ("tree B1", "red-hut A1"), 0),  # may have been laid the other way round
        ("not_beside", "hut", "", ("red-hut A1", "red-hut B1"), 1),
        ("not_beside", "hut", "", ("red-hut A1", "red-hut B1", "red-hut C1"), 2),
        ("not_beside", "hut", "", ("red-hut A1", "red-hut C1", "red-hut B3"), 0),
    ],
)
def test_neighbours_that_no_order_of_play_explains(tiny, key, words, more, moves, complaints):
    """`score` of a position tells what `beside` and `not_beside` forbid in whatever order the parts came."""
    rules = tiny(NEIGHBOURS.format(key=key, words=words, more=more))
    assert says(rules, *moves) == ["not like this"] * complaints


def test_a_ring_of_neighbours_has_no_beginning(tiny):
    """A hut that wants a tree first, a tree that may not lie beside a hut: the two are told, a third part is not."""
    rules = tiny(
        NEIGHBOURS.format(key="beside", words="tree", more="")
        + '[[conditions]]\nparts = "tree"\nnot_beside = "barn"\nsays = "no barn here"\n'
        + '[[conditions]]\nparts = "barn"\nbeside = "hut"\nsays = "a hut first"\n'
    )
    # the barn after the hut, the hut after the tree, the tree before the barn: an order exists
    assert says(rules, "tree B1", "red-hut A1", "red-barn A2 B2") == []
    backwards = tiny(
        NEIGHBOURS.format(key="beside", words="tree", more="")
        + '[[conditions]]\nparts = "tree"\nbeside = "hut"\nsays = "a hut first"\n'
    )
    assert len(says(backwards, "tree B1", "red-hut A1", "red-barn A3 B3")) == 1


def test_what_was_beside_a_part_may_have_been_taken_off(tiny):
    """In a game with `removing` a part may have had the neighbour that it needs."""
    rules = tiny(NEIGHBOURS.format(key="beside", words="tree", more=""), game="removing = true")
    assert says(rules, "red-hut A1") == []


def test_passes_count_for_those_who_pass(tiny):
    """One player who passes twice, or passes against the rules, ends nothing."""
    free = tiny(game='turns = "free"\npassing = "always"')
    state = free.start(Header(free.game, ("red", "blue")))
    for _ in range(3):
        state = free.judge(state, PassTurn("red")).state
    assert not free.over(state)
    assert free.over(free.judge(state, PassTurn("blue")).state)
    stuck = tiny()
    state = stuck.start(Header(stuck.game, ("red", "blue")))
    for player in ("red", "blue", "red"):
        result = stuck.judge(state, PassTurn(player))
        assert not result.legal
        state = result.state
    assert not stuck.over(state)
