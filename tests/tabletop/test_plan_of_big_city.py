"""Where the parts of a position lie: lattice to millimetres."""

import pytest

from tabletop.errors import UnreadableInput
from tabletop.gamefile import load_game
from tabletop.games.big_city.values import BigCityPosition
from tabletop.geometry import contains
from tabletop.lattice import PlacedPiece, PlacedStreetcar, PlacedTile
from tabletop.plans import plan_of

NEIGHBOURHOODS = load_game("big-city").neighbourhoods

GAME = load_game("big-city")
TILES = (PlacedTile(1, (0, 0)), PlacedTile(2, (-2, 0), 0), PlacedTile(4, (0, 3), 1))


def test_the_plan_starts_in_its_upper_left_corner() -> None:
    """The outermost outlines touch zero on both axes and the size on the other side."""
    plan = plan_of(BigCityPosition(tiles=TILES), GAME)
    points = [p for part in plan.parts for p in part.pose.apply_all(GAME.by_id[part.part].outline_mm)]
    assert min(x for x, _ in points) == pytest.approx(0)
    assert min(y for _, y in points) == pytest.approx(0)
    assert (max(x for x, _ in points), max(y for _, y in points)) == pytest.approx(plan.size_mm)


def test_a_turned_tile_has_its_printed_properties_where_the_position_says() -> None:
    """Tile 4 turned clockwise: its 41 comes to lie in the upper right cell, and so does its printed middle."""
    plan = plan_of(BigCityPosition(tiles=TILES), GAME)
    tile_1 = next(part for part in plan.parts if part.part == "tile-1")
    tile_4 = next(part for part in plan.parts if part.part == "tile-4")
    first_cell = GAME.by_id["tile-4"].cell_centres_mm[0]
    x, y = tile_4.pose.apply(first_cell)
    row, column = NEIGHBOURHOODS.cells_of(TILES)[41]
    assert (row, column) == (0, 4)
    origin_x, origin_y = tile_1.pose.apply((-72.0, -72.0))
    assert (x - origin_x, y - origin_y) == pytest.approx((48 * 4.5, 48 * 0.5))


@pytest.mark.parametrize("on", [(11, 14, 15), (11, 12, 15), (12, 14, 15), (11, 12, 14)])
def test_an_l_covers_the_middles_of_its_properties(on: tuple[int, ...]) -> None:
    """Whatever the turn, the factory's outline contains exactly its properties' middles."""
    piece = PlacedPiece("stanford", tuple(sorted(on)))
    plan = plan_of(BigCityPosition(tiles=TILES, pieces=(piece,)), GAME)
    tile = next(part for part in plan.parts if part.part == "tile-1")
    outline = plan.parts[-1].pose.apply_all(GAME.by_id["stanford"].outline_mm)
    centres = {11 + i: tile.pose.apply(c) for i, c in enumerate(GAME.by_id["tile-1"].cell_centres_mm)}
    assert {n for n, centre in centres.items() if contains(outline, centre)} == set(on)


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
