"""Neighbourhoods and mats that are hidden lie where they lay, however camera and table were moved since."""

from dataclasses import replace

import numpy as np
import pytest

from tabletop.gamefile import load_game
from tabletop.lattice import PlacedTile
from vision.city.tile_memory import remembering
from vision.pixels.codes import SeenCode
from vision.table.plane import TablePlane
from vision.table.sheets import Sheet, SolvedTable

NEIGHBOURHOODS = load_game("big-city").neighbourhoods

GAME = load_game("big-city")
PITCH = GAME.grid.pitch_mm
TILES = (PlacedTile(1, (0, 0)), PlacedTile(2, (3, 0), 1), PlacedTile(3, (0, 4), 2))


def sheet(tile: PlacedTile) -> Sheet:
    """A neighbourhood as it lies."""
    rows, columns = NEIGHBOURHOODS.shape(tile.number, tile.turn)
    part = GAME.by_id[f"tile-{tile.number}"]
    codes = tuple(SeenCode(code.id, np.zeros((4, 2)), 0.95) for code in part.codes)
    x, y = (tile.at[1] + columns / 2) * PITCH, (tile.at[0] + rows / 2) * PITCH
    return Sheet(part, x, y, 90.0 * tile.turn, codes)


def mat(x_mm: float, y_mm: float) -> Sheet:
    """The first player's mat."""
    return Sheet(GAME.by_id["mat-1"], x_mm, y_mm, 0.0, (SeenCode(0, np.zeros((4, 2)), 0.95),))


def table(*sheets: Sheet) -> SolvedTable:
    """Sheets on a plane that nobody asks about."""
    return SolvedTable(TablePlane(np.eye(3), 0.0, (1280, 720)), sheets, 0.1)


def turned(one: Sheet, turn_deg: float) -> Sheet:
    """A sheet as seen when the table was turned."""
    turn = np.radians(turn_deg)
    x, y = one.x_mm * np.cos(turn) - one.y_mm * np.sin(turn), one.x_mm * np.sin(turn) + one.y_mm * np.cos(turn)
    return replace(one, x_mm=float(x) + 40.0, y_mm=float(y) - 90.0, rotation_deg=one.rotation_deg + turn_deg)


def placed(solved: SolvedTable) -> dict[str, tuple[float, float]]:
    """Where each sheet lies."""
    return {one.part.id: (one.x_mm, one.y_mm) for one in solved.sheets}


@pytest.mark.parametrize("turn_deg", [0.0, 37.0, 180.0, -110.0])
def test_what_is_hidden_is_turned_with_the_table(turn_deg: float) -> None:
    """Neighbourhood 1 and a mat that show no code now lie beside the others as before."""
    before = [*(sheet(tile) for tile in TILES), mat(-100.0, 60.0)]
    after = [turned(one, turn_deg) for one in before]
    solved = remembering(table(after[1], after[2]), table(*before))
    assert placed(solved) == {one.part.id: pytest.approx((one.x_mm, one.y_mm), abs=1e-6) for one in after}
    assert all(not one.codes for one in solved.sheets if one.part.id in ("tile-1", "mat-1"))


def test_a_mat_that_was_pushed_moves_no_neighbourhood() -> None:
    """Where the neighbourhoods lie is told by the neighbourhoods that are seen."""
    before = [*(sheet(tile) for tile in TILES), mat(-100.0, 60.0)]
    solved = remembering(table(before[1], mat(-130.0, 10.0)), table(*before))
    assert placed(solved)["tile-1"] == pytest.approx((before[0].x_mm, before[0].y_mm), abs=1e-6)


def test_where_another_lies_now_nothing_is_hidden() -> None:
    """A neighbourhood in whose place another one lies was taken away."""
    first, second, third = (sheet(tile) for tile in TILES)
    in_its_place = replace(second, x_mm=third.x_mm, y_mm=third.y_mm)
    solved = remembering(table(first, in_its_place), table(first, third))
    assert set(placed(solved)) == {"tile-1", "tile-2"}


def test_of_a_table_that_was_laid_anew_nothing_is_remembered() -> None:
    """Where those that are seen lie otherwise than before, nothing says where the others would be."""
    first, second, third = (sheet(tile) for tile in TILES)
    far = replace(second, x_mm=second.x_mm + 300.0)
    assert set(placed(remembering(table(first, far), table(first, second, third)))) == {"tile-1", "tile-2"}
