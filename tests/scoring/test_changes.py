"""What a move changed, as lines with differences."""

from scoring.changes import changes
from scoring.protocol import ScoreLine


def line(label, points, places, rule="control"):
    """A score line."""
    return ScoreLine(label, points, tuple(places.split()), rule)


def test_gained_altered_and_lost():
    """A new line counts whole, an altered one by its difference and new places, a lost one is taken back."""
    before = [line("empty", -5, "a b c", "empty"), line("controls Zoo", 2, "z")]
    after = [line("empty", -4, "a b", "empty"), line("controls Airport", 4, "x")]
    assert [(one.label, one.points, one.places) for one in changes(before, after)] == [
        ("empty", 1, ("c",)),
        ("controls Airport", 4, ("x",)),
        ("no longer: controls Zoo", -2, ("z",)),
    ]


def test_other_words_are_no_change():
    """A tie that became sole control of the same place for the same points is no change."""
    assert changes([line("controls Zoo, tied", 2, "z")], [line("controls Zoo", 2, "z")]) == ()


def test_the_same_line_twice():
    """Two equal lines, one of them gone, take back one."""
    assert sum(one.points for one in changes([line("row", 1, "a")] * 2, [line("row", 1, "a")])) == -1
