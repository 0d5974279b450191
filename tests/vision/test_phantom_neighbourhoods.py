"""What bears another code beside the city is no neighbourhood of which something covers a part."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tabletop.cellnames import Cell
from tabletop.geometry import Pose
from tabletop.lattice import PlacedTile
from tabletop.plans import Plan, plan_of
from tabletop.plans.plan import PlannedPart
from vision import read_image

BESIDE: Cell = (4, 2)
"""A crossing of the lattice below neighbourhood 1, which alone is the city here."""


@pytest.fixture
def alone(table: Any) -> Plan:
    """Neighbourhood 1, and two players' mats far below it."""
    city = replace(table.city, tiles=(PlacedTile(1, (0, 0), 0),), pieces=(), streetcars=(), reserve=())
    plan = plan_of(city, table.game)
    return replace(plan, parts=tuple(one if one.part == "tile-1" else _lower(one) for one in plan.parts))


def _lower(part: PlannedPart) -> PlannedPart:
    return replace(part, pose=Pose(part.pose.x_mm, part.pose.y_mm + 120.0, part.pose.rotation_deg))


def at_the_crossing(plan: Plan, table: Any, part: str, aside_mm: float) -> Plan:
    """The plan with a part that lies upon that crossing so far right of its middle, wherever it lay before."""
    tile = next(one for one in plan.parts if one.part == "tile-1")
    low = np.array(tile.pose.apply_all(table.game.by_id["tile-1"].outline_mm)).min(axis=0)
    row, column = BESIDE
    x, y = (low + np.array([column, row]) * table.game.grid.pitch_mm).tolist()
    laid = PlannedPart(part, Pose(x - aside_mm, y, 0.0))
    return replace(plan, parts=(*(one for one in plan.parts if one.part != part), laid))


@pytest.mark.parametrize(("part", "aside_mm"), [("mat-2", -26.0), ("mat-2", 20.0), ("church", 0.0)])
def test_what_bears_another_code_is_no_neighbourhood(part: str, aside_mm: float, table: Any, alone: Plan) -> None:
    """A player's mat whose code lay upon a crossing was read as neighbourhood 8, and the game never began.

    Where it bears no code, 28 mm from the next, it is no place for a neighbourhood either.
    """
    plan = at_the_crossing(alone, table, part, aside_mm)
    sight = read_image(table.photo(plan, seed=3).image, table.game)
    assert [tile.number for tile in sight.reading.position.tiles] == [1]
