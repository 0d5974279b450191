"""A piece of Big City between lots: it never vanishes."""

from dataclasses import replace
from typing import Any

import numpy as np

from tabletop.geometry import Pose
from tabletop.plans import plan_of
from tabletop.plans.plan import PlannedPart
from vision import read_image


def test_a_piece_on_a_crossing_is_told(table: Any) -> None:
    """A church on a crossing of four free lots: told, and none of the four is certainly empty."""
    plan = plan_of(replace(table.city, pieces=(), streetcars=()), table.game)
    tile = next(part for part in plan.parts if part.part == "tile-2")
    crossing = table.game.by_id["tile-2"].codes[-1].centre_mm
    assert tile.pose.rotation_deg == 0.0
    church = PlannedPart("church", Pose(tile.pose.x_mm + crossing[0], tile.pose.y_mm + crossing[1]))
    sight = read_image(table.photo(replace(plan, parts=(*plan.parts, church)), seed=3).image, table.game)
    problem = next(problem for problem in sight.reading.problems if problem.code == "piece-astray")
    assert "hurch lies between properties" in problem.message
    lots = [place for place in problem.places if place.startswith("property:")]
    assert len(lots) == 4
    assert {sight.reading.confidence[place] for place in lots} == {"ask"}
    assert all(np.ptp(list(sight.reading.evidence[place].values())) == 0.0 for place in lots)
