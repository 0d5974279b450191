"""The random positions that benchmarks photograph."""

from collections import Counter
from random import Random

import pytest
from measuring.positions import random_boroughs

from tabletop.gamefile import load_game
from tabletop.games.small_city.values import PlacedBoroughTile, SmallCityPosition


@pytest.mark.parametrize("seed", [5038, 5061, 9061])
def test_small_citys_boroughs_hold_no_more_of_a_tile_than_there_are(seed: int) -> None:
    """Nor more citizens of a player; who stands on a tile stands on one that lies there."""
    position = random_boroughs(Random(seed))
    game = load_game("small-city")
    there = {(part.piece, part.level, len(part.cells)): part.count for part in game.of_kind("tile")}
    lying = Counter((tile.kind, tile.level, len(tile.on)) for tile in _tiles(position))
    assert {kind for kind, count in lying.items() if count > there[kind]} == set()
    citizens = Counter(citizen.player for borough in position.boroughs for citizen in borough.citizens)
    assert max(citizens.values()) <= min(part.count for part in game.of_kind("citizen"))
    for borough in position.boroughs:
        wide = {cell for tile in borough.tiles if len(tile.on) > 1 for cell in tile.on}
        assert {citizen.on for citizen in borough.citizens} <= wide


def _tiles(position: SmallCityPosition) -> list[PlacedBoroughTile]:
    return [tile for borough in position.boroughs for tile in borough.tiles]
