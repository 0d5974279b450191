"""A piece of Big City between lots: it never vanishes."""

from dataclasses import replace
from typing import Any

import numpy as np
from measuring.foreign import foreign_picture

from tabletop.gamefile import load_game
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


def test_a_plain_piece_in_a_street_is_told() -> None:
    """A bank without a code in the street between two lots: told, and neither the lots nor the street seem bare."""
    picture = foreign_picture("on the line", "big-city", 710)
    game = load_game("big-city")
    sight = read_image(picture.photo.image, game, players=picture.truth.players, pieces=picture.pieces)
    problems = [problem for problem in sight.reading.problems if problem.code == "piece-astray"]
    assert [problem.message for problem in problems] == [
        "something like a piece lies between properties, at 17, 18; push it onto its properties"
    ]
    assert picture.astray["street:17:east"].covered > 0.8
    assert "street:17:east" in problems[0].places
    assert {sight.reading.confidence[place] for place in problems[0].places} == {"ask"}
