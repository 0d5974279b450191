"""Sheets on a table to tiles on the lattice."""

import random

import numpy as np
import pytest

from tabletop.gamefile import load_game
from tabletop.lattice import PlacedTile
from vision.city.lattice import City, build_city
from vision.pixels.codes import SeenCode
from vision.settings import LatticeSettings
from vision.table.sheets import Sheet

NEIGHBOURHOODS = load_game("big-city").neighbourhoods

GAME = load_game("big-city")
PITCH = GAME.grid.pitch_mm


def sheet(tile: PlacedTile, *, at_mm: tuple[float, float] | None = None, turn_deg: float = 0.0) -> Sheet:
    """A tile's sheet as it would lie, in a table frame that is the city's."""
    rows, columns = NEIGHBOURHOODS.shape(tile.number, tile.turn)
    x, y = at_mm or ((tile.at[1] + columns / 2) * PITCH, (tile.at[0] + rows / 2) * PITCH)
    part = GAME.by_id[f"tile-{tile.number}"]
    codes = tuple(SeenCode(code.id, np.zeros((4, 2)), 0.95) for code in part.codes)
    return Sheet(part, x, y, 90.0 * tile.turn + turn_deg, codes)


def whole_turned(sheets: list[Sheet], degrees: float) -> list[Sheet]:
    """All sheets as seen from another side of the table."""
    turn = np.radians(degrees)
    cos, sin = np.cos(turn), np.sin(turn)
    return [
        Sheet(
            s.part, s.x_mm * cos - s.y_mm * sin, s.x_mm * sin + s.y_mm * cos, s.rotation_deg + degrees, s.codes, s.scale
        )
        for s in sheets
    ]


def built(sheets: list[Sheet]) -> City:
    """The city with the usual settings."""
    return build_city(sheets, GAME, LatticeSettings())


@pytest.mark.parametrize("seed", range(20))
def test_any_city_comes_back(seed: int) -> None:
    """Tiles laid with 1 mm and 1 degree of disorder, seen from any side, come back where they lie."""
    rng = random.Random(seed)
    tiles = [
        PlacedTile(1, (0, 0), 0),
        PlacedTile(2, (rng.randint(-1, 1), 3), 1),
        PlacedTile(3, (3, rng.randint(-2, 0)), rng.randint(0, 3)),
        PlacedTile(4, (-2, rng.randint(-3, -1)), rng.choice((0, 2))),
    ]
    sheets = [sheet(tile) for tile in tiles]
    crooked = [
        Sheet(
            s.part,
            s.x_mm + rng.uniform(-1, 1),
            s.y_mm + rng.uniform(-1, 1),
            s.rotation_deg + rng.uniform(-1, 1),
            s.codes,
        )
        for s in sheets
    ]
    city = built(whole_turned(crooked, rng.uniform(0, 360)))
    assert city.tiles == tuple(tiles)
    assert not city.doubtful
    assert not city.problems


def test_a_neighbourhood_apart_is_reserve() -> None:
    """A tile that lies 20 mm from the city is no part of it."""
    city = built([sheet(PlacedTile(1, (0, 0))), sheet(PlacedTile(3, (0, 3)), at_mm=(4.5 * PITCH + 20, 1.5 * PITCH))])
    assert city.reserve == (3,)


@pytest.mark.parametrize("gap_mm", [10.0, 12.0, 14.0])
def test_a_wide_joint_is_asked_about(gap_mm: float) -> None:
    """Between a joint and no joint the reader asks."""
    apart = (4.5 * PITCH + gap_mm, 1.5 * PITCH)
    city = built([sheet(PlacedTile(1, (0, 0))), sheet(PlacedTile(3, (0, 3)), at_mm=apart)])
    assert 3 in city.doubtful
    assert [problem.code for problem in city.problems] == ["tile-crooked"]


def test_without_tile_1_nothing_is_sure() -> None:
    """Where neighbourhood 1 is not seen, the frame is another's and every tile is doubtful."""
    city = built([sheet(PlacedTile(2, (0, 0))), sheet(PlacedTile(3, (2, 0)))])
    assert city.doubtful == {2, 3}
    assert city.problems[0].code == "tile-1-missing"
    assert {tile.number for tile in city.tiles} == {2, 3}
