"""SVG path data becomes absolute lines and curves."""

import pytest

from printables.icons import icon_names
from printables.svgpath import parse_path
from tabletop.errors import UnreadableInput


def test_relative_and_absolute_commands_give_the_same_path() -> None:
    """Lower-case commands count from the point before."""
    absolute = parse_path("M1 2 L4 6 H10 V0 C10 1 11 2 12 2 S14 4 15 5 Q16 6 17 5 T19 5 Z")
    relative = parse_path("m1 2 l3 4 h6 v-6 c0 1 1 2 2 2 s2 2 3 3 q1 1 2 0 t2 0 z")
    assert [kind for kind, _ in absolute] == [kind for kind, _ in relative]
    for (_, first), (_, second) in zip(absolute, relative, strict=True):
        assert first == pytest.approx(second)


def test_numbers_may_run_together() -> None:
    """A sign or a second point ends a number, a repeated M goes on as L."""
    assert parse_path("M1-2.5.5 3") == [("M", (1.0, -2.5)), ("L", (0.5, 3.0))]


def test_an_arc_ends_where_it_says_and_keeps_its_radius() -> None:
    """A half circle of radius 5 goes through its top."""
    steps = parse_path("M0 0 A5 5 0 0 1 10 0")
    assert steps[1][1][-2:] == pytest.approx((5.0, -5.0))
    assert steps[-1][1][-2:] == pytest.approx((10.0, 0.0))


@pytest.mark.parametrize("data", ["L", "M1 2 L3", "M1 2 X3 4", "3 4", "M1 2 L3 Z"])
def test_what_is_no_path_is_refused(data: str) -> None:
    """The message shows where the data stops being a path."""
    with pytest.raises(UnreadableInput, match="SVG path data"):
        parse_path(data)


def test_all_icons_are_paths_inside_their_grid() -> None:
    """Every icon parses, and its points lie on the grid of 24 with at most 2 beyond."""
    from printables.icons import icon_steps

    for name in icon_names():
        for layer in ("fill", "cut"):
            for _, values in icon_steps(name, layer):
                assert all(-2 <= value <= 26 for value in values), name
