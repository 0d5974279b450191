"""Turning the whole city, and changing the order of moves that have nothing to do with each other, changes nothing."""

from random import Random

import pytest

from scoring import rules_for
from tabletop.gamefile import load_game
from tabletop.games.big_city.values import BigCityPosition
from tabletop.lattice import PlacedStreetcar, PlacedTile, turned_cell
from tabletop.records import Header

NEIGHBOURHOODS = load_game("big-city").neighbourhoods

RULES = rules_for("big-city")


def turned_about(position):
    """The same city a quarter turn on, streetcars named anew."""
    cells = NEIGHBOURHOODS.cells_of(position.tiles)
    tiles = []
    for tile in position.tiles:
        corners = [turned_cell(cell, (1, 1), 0) for cell in NEIGHBOURHOODS.cells(tile).values()]
        turned = [(column, -row) for row, column in corners]
        at = (min(row for row, _ in turned), min(column for _, column in turned))
        tiles.append(PlacedTile(tile.number, at, (tile.turn + 1) % 4))
    onward = {"north": "east", "east": "south", "south": "west", "west": "north"}
    cars = [PlacedStreetcar(car.beside, onward[car.side]) for car in position.streetcars]
    assert {number: (column, -row) for number, (row, column) in cells.items()} == NEIGHBOURHOODS.cells_of(tiles)
    return BigCityPosition(tuple(tiles), position.pieces, tuple(cars), position.players, position.options)


@pytest.mark.parametrize("seed", range(8))
def test_turning_the_city_changes_no_place_and_no_point(seed):
    """Every kind has the same legal properties and the same points when the city lies a quarter turn on."""
    random = Random(seed)
    state = RULES.start(Header("big-city", ("Ann", "Ben")))
    for _ in range(random.randint(6, 50)):
        if not RULES.over(state):
            state = RULES.judge(state, RULES.sample(state, random)).state
    upright = RULES.position(state)
    here, there = RULES.resume(upright), RULES.resume(turned_about(upright))
    for kind in here.variants.buildings:
        before = {place.at["on"]: place.points for place in RULES.placements(here, kind)}
        after = {place.at["on"]: place.points for place in RULES.placements(there, kind)}
        assert before == after
    assert len(RULES.placements(here, "streetcar")) == len(RULES.placements(there, "streetcar"))


@pytest.mark.parametrize("seed", range(8))
def test_two_buildings_far_apart_score_the_same_in_either_order(seed):
    """Buildings that do not touch change nothing for each other while no other rule hangs on them."""
    random = Random(seed)
    state = RULES.start(Header("big-city", ("Ann", "Ben")))
    while state.starting:
        state = RULES.judge(state, RULES.sample(state, random)).state
    state = RULES.resume(RULES.position(state))
    residences = RULES.placements(state, "residence")
    for _ in range(40):
        first, second = random.sample(residences, 2)
        one, other = (state.city.footprint(place.at["on"]) for place in (first, second))
        if (one.bits | one.around) & other.bits:
            continue
        here = RULES.judge(state, RULES.move_for(state, "Ann", "residence", first))
        then = RULES.judge(here.state, RULES.move_for(here.state, "Ben", "residence", second))
        assert (here.points, then.points) == (first.points, second.points)
