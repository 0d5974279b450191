"""Where the parts of a position lie: lattice to millimetres."""

import pytest

from tabletop.errors import UnreadableInput
from tabletop.gamefile import load_game
from tabletop.games.big_city.values import BigCityPosition
from tabletop.lattice import PlacedPiece, PlacedStreetcar, PlacedTile
from tabletop.plans import plan_of

GAME = load_game("big-city")
TILES = (PlacedTile(1, (0, 0)), PlacedTile(2, (-2, 0), 0), PlacedTile(4, (0, 3), 1))


def test_the_plan_starts_in_its_upper_left_corner() -> None:
    """The outermost outlines touch zero on both axes and the size on the other side."""
    plan = plan_of(BigCityPosition(tiles=TILES), GAME)
    points = [p for part in plan.parts for p in part.pose.apply_all(GAME.by_id[part.part].outline_mm)]
    assert min(x for x, _ in points) == pytest.approx(0)
    assert min(y for _, y in points) == pytest.approx(0)
    assert (max(x for x, _ in points), max(y for _, y in points)) == pytest.approx(plan.size_mm)


def test_a_streetcar_lies_along_its_street() -> None:
    """East of 11 the street runs north to south: the streetcar is turned by 90 degrees, half a pitch to the right."""
    position = BigCityPosition(tiles=TILES[:1], streetcars=(PlacedStreetcar(11, "east"),))
    streetcar = plan_of(position, GAME).parts[-1]
    assert (streetcar.pose.x_mm, streetcar.pose.y_mm, streetcar.pose.rotation_deg) == (48.0, 24.0, 90.0)


def test_a_piece_of_the_wrong_shape_is_refused() -> None:
    """A double residence does not lie over a corner."""
    position = BigCityPosition(tiles=TILES, pieces=(PlacedPiece("residence", (11, 15)),))
    with pytest.raises(UnreadableInput, match="shape"):
        plan_of(position, GAME)
