"""Plane geometry: turning is clockwise on the page, outlines are traced right."""

import pytest

from tabletop.geometry import Pose, area_mm2, contains, outline_of, rectangle


def test_a_quarter_turn_carries_right_to_down() -> None:
    """Clockwise as seen, with y down: what points right points down after 90 degrees."""
    assert Pose(10, 20, 90).apply((1, 0)) == pytest.approx((10, 21))


def test_a_rectangle_runs_clockwise() -> None:
    """Upright rectangles have positive area, that is, their corners run clockwise on the page."""
    assert area_mm2(rectangle(4, 3)) == pytest.approx(12)


def test_the_outline_of_an_l_has_six_corners() -> None:
    """Two overlapping strips become one L without inner edges."""
    outline = outline_of([(0, 0, 1, 3), (0, 2, 3, 3)])
    assert outline == ((0, 0), (1, 0), (1, 2), (3, 2), (3, 3), (0, 3))


def test_an_outline_with_a_hole_is_refused() -> None:
    """A ring has no single outline."""
    ring = [(0.0, 0.0, 3.0, 1.0), (0.0, 2.0, 3.0, 3.0), (0.0, 0.0, 1.0, 3.0), (2.0, 0.0, 3.0, 3.0)]
    with pytest.raises(ValueError, match="one piece"):
        outline_of(ring)


def test_the_slot_of_a_u_is_outside() -> None:
    """A point in the open slot of a U is not contained, one in its arm is."""
    u = outline_of([(0, 0, 1, 3), (2, 0, 3, 3), (0, 2, 3, 3)])
    assert (contains(u, (1.5, 1)), contains(u, (0.5, 1))) == (False, True)
