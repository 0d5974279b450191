"""Moves of parts on the board, key by key, on a board of five by three with two parts a player."""

import pytest

from scoring import rules_for
from tabletop.pieces.values import MovePart, PassTurn
from tabletop.records import Header

HEAD = """
[game]
name = "hops"
title = "Hops"
rules = "custom"
players = [2, 2]
{game}
[grid]
shape = "{shape}"
rows = 3
columns = 5
pitch_mm = 30.0
[counters]
steam = {{ start = 1, least = 0 }}
[setup]
key = {{ r = "red-man", b = "blue-man" }}
rows = ["r.b..", "r...b", "....."]
[[parts]]
each = {{ player = ["red", "blue"] }}
id = "{{player}}-man"
title = "Man"
tags = ["man"]
count = 2
[[parts]]
each = {{ player = ["red", "blue"] }}
id = "{{player}}-queen"
title = "Queen"
tags = ["queen"]
count = 1
[moves.go]
do = "move"
parts = "man"
{move}
"""


@pytest.fixture
def begun(tmp_path):
    """The rules, and a game just begun."""

    def make(move, *, game="", shape="square"):
        path = tmp_path / "hops.toml"
        path.write_text(HEAD.format(move=move, game=game, shape=shape), encoding="utf-8")
        rules = rules_for(str(path))
        return rules, rules.start(Header(str(path), ("red", "blue")))

    return make


def paths(state, player="red"):
    """Every path of a player, as words."""
    name = state.table.board.cell_name
    return sorted(" ".join(map(name, way.path)) for way in state.ways(player))


@pytest.mark.parametrize(
    ("move", "found"),
    [
        ('along = ["E"]', ["A1 B1", "A2 B2"]),
        ('along = ["E"]\nfar = 9', ["A1 B1", "A2 B2", "A2 C2", "A2 D2"]),
        ('along = ["E"]\nfar = 9\nonto = "others"', ["A1 B1", "A1 C1", "A2 B2", "A2 C2", "A2 D2", "A2 E2"]),
        ('along = ["S"]\nonto = "own"', ["A1 A2", "A2 A3"]),
        ('along = ["S"]\nover = "own"', ["A1 A3"]),
        ('along = ["S", "E", "NE"]\nover = "any"\nagain = true', ["A1 A3"]),
        ('along = ["E"]\nneeds = [["to.row == 2", "not there"]]', ["A2 B2"]),
        ('along = ["E"]\npays = { steam = "to.row" }', ["A1 B1"]),
    ],
)
def test_where_parts_may_go(begun, move, found):
    """Steps, slides and jumps; onto and over whom; what it needs and costs."""
    _, state = begun(move)
    assert paths(state) == found


def test_directions_are_as_the_player_sees_the_board(begun):
    """`forward` turns them."""
    _, state = begun('along = ["N"]', game='forward = { red = "E", blue = "W" }')
    assert (paths(state), paths(state, "blue")) == (["A1 B1", "A2 B2"], ["C1 B1", "E2 D2"])


def test_directions_on_hexes(begun):
    """Six of them, clockwise from north."""
    _, state = begun('along = ["NE", "SE"]', shape="hex")
    assert paths(state) == ["A1 B1", "A2 B1", "A2 B2"]


def test_what_a_move_takes_turns_into_and_costs(begun):
    """The part is another one then, what it took is gone, and the counter has fallen."""
    rules, state = begun(
        'along = ["E"]\nfar = 9\nonto = "others"\npays = { steam = "1" }\nbecomes = ["queen", "taken"]'
    )
    judged = rules.judge(state, MovePart("red", ("A1", "C1")))
    assert judged.legal
    lying = {one.on: one.part for one in rules.position(judged.state).parts}
    assert lying == {("C1",): "red-queen", ("A2",): "red-man", ("E2",): "blue-man"}
    assert rules.entered(judged.state, "red") == {"steam": 0}
    assert rules.changes(state, judged.move) == {"cell:A1": "empty", "cell:C1": "red-queen"}


@pytest.mark.parametrize(
    ("condition", "part"),
    [
        ("round == 1 and fast == 0 and next != me", "red-queen"),
        ("count(parts(me)) == 9", "red-man"),
        ("1 // 0 == 1", "red-man"),
    ],
)
def test_what_a_part_becomes_may_ask_all_that_a_move_knows(begun, condition, part):
    """Round, options and players; where it cannot be worked out the part stays what it is."""
    rules, state = begun(f'along = ["E"]\nbecomes = ["queen", "{condition}"]', game="options = { fast = [0, 1] }")
    after = rules.judge(state, MovePart("red", ("A1", "B1"))).state
    assert {one.on: one.part for one in rules.position(after).parts}["B1",] == part


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("B1 C1", "there is no part at B1 that could move"),
        ("A1 A9", "'A9' is not a cell of this board"),
        ("A1 C1", "C1 is covered by Man (blue) already"),
        ("A1 E3", "does not move to E3 in this way"),
        ("A1 B1", "only in the second row"),
    ],
)
def test_a_wrong_move_is_told(begun, path, sentence):
    """In its own sentence, and nothing is lost."""
    rules, state = begun('along = ["E"]\nneeds = [["to.row == 2", "only in the second row"]]')
    judged = rules.judge(state, MovePart("red", tuple(path.split())))
    assert any(sentence in problem.message for problem in judged.problems)
    assert len(rules.position(judged.state).parts) == 4


def test_who_can_must_and_may_not_pass(begun):
    """Where a rule that comes first holds, another is told so, even along the same cells; nor is there a pass."""
    rules, state = begun(
        'along = ["E"]\n[moves.capture]\ndo = "move"\nparts = "man"\nalong = ["E"]\nfar = 2\nonto = "others"\n'
        'first = true\nneeds = [["taken", "only to take"]]'
    )
    assert paths(state) == ["A1 C1"]
    told = rules.judge(state, MovePart("red", ("A2", "B2"))).problems
    assert [problem.message for problem in told] == ["Man (red) at A1 has to do so first"]
    assert "may not pass" in rules.judge(state, PassTurn("red")).problems[0].message
