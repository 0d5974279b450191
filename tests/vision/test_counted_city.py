"""More pieces of a kind in a city than the game has: one at least is misread, and nobody knows which."""

from dataclasses import replace
from typing import Any

from tabletop.lattice import PlacedPiece
from tabletop.plans import plan_of
from vision import read_image

HALL = "city-hall"


def test_a_second_city_hall_is_told_and_both_are_asked_about(table: Any) -> None:
    """The game has one."""
    twice = replace(table.city, pieces=(PlacedPiece(HALL, (16,)), PlacedPiece(HALL, (25,))), streetcars=())
    image = table.photo(plan_of(twice, table.game), view="above", light="ceiling", seed=3).image
    reading = read_image(image, table.game, players=table.city.players).reading
    (problem,) = [problem for problem in reading.problems if problem.code == "too-many-seen"]
    assert "seen 2 times, at 16, 25; the game has 1" in problem.message
    assert {reading.confidence[f"property:{number}"] for number in (16, 25)} == {"ask"}


def test_as_many_as_the_game_has_are_told(table: Any) -> None:
    """One hall, and nothing to say of it."""
    once = replace(table.city, pieces=(PlacedPiece(HALL, (16,)),), streetcars=())
    image = table.photo(plan_of(once, table.game), view="above", light="ceiling", seed=3).image
    reading = read_image(image, table.game, players=table.city.players).reading
    assert [problem.code for problem in reading.problems] == []
    assert reading.confidence["property:16"] == "certain"
