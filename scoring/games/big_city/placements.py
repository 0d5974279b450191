"""Every legal place for every piece, neighbourhood and streetcar, with what it would score there."""

from collections.abc import Iterator

from scoring.games.big_city import streetcars
from scoring.games.big_city.building import failings
from scoring.games.big_city.buildings import Building
from scoring.games.big_city.city_map import NEIGHBOURHOODS
from scoring.games.big_city.judge import tile_failings, tiles_left
from scoring.games.big_city.points import points_for
from scoring.games.big_city.state import BigCityState
from scoring.protocol import Placement
from tabletop.errors import UsageError
from tabletop.games.big_city.values import BigCityMove, Build, PlaceTile, Streetcars

TILE = "tile"
STREETCAR = "streetcar"


def kinds_of(state: BigCityState) -> tuple[str, ...]:
    """Every kind of piece, neighbourhoods and streetcars."""
    return (*state.variants.buildings, TILE, STREETCAR)


def placements(state: BigCityState, kind: str) -> tuple[Placement, ...]:
    """Every legal place of a kind in all its sizes; UsageError where there is no such kind."""
    sizes = state.variants.buildings.get(kind)
    if sizes is None and kind not in (TILE, STREETCAR):
        raise UsageError(f"there is no kind '{kind}'; expected one of {', '.join(kinds_of(state))}")
    if state.over:
        return ()
    if sizes is None:
        return tuple(_tiles(state) if kind == TILE else _lines(state))
    if state.starting and state.strict_start:
        return ()
    return tuple(placement for building in sizes.values() for placement in _buildings(state, building))


def move_for(player: str, kind: str, placement: Placement) -> BigCityMove:
    """The move that makes use of a placement."""
    if kind == TILE:
        return PlaceTile(player, placement.at["number"], placement.at["at"], placement.at["turn"])
    if kind == STREETCAR:
        return Streetcars(player, placement.at["segments"])
    return Build(player, kind, placement.at["on"])


def _buildings(state: BigCityState, building: Building) -> Iterator[Placement]:
    """Where one size of a building may go."""
    if state.left(building) <= 0 or (building.needs_city_hall and not state.hall):
        return
    covered = state.covered
    for footprint in state.city.footprints(building.shapes):
        if not footprint.bits & covered and not failings(state, building, footprint):
            points, lines = points_for(state, building, footprint)
            yield Placement({"on": footprint.on}, points, lines)


def _tiles(state: BigCityState) -> Iterator[Placement]:
    """Where each neighbourhood may be laid: two of its properties beside two of the city's, none over another.

    The ground is one integer with a bit per cell, a margin around the city wide enough for any neighbourhood.
    """
    index_at = state.city.index_at
    if not index_at:
        return
    margin = 5
    top, left = min(row for row, _ in index_at) - margin, min(column for _, column in index_at) - margin
    width = max(column for _, column in index_at) - left + margin + 1
    height = max(row for row, _ in index_at) - top + margin + 1
    city = sum(1 << (row - top) * width + column - left for row, column in index_at)
    beside_city = (city << 1 | city >> 1 | city << width | city >> width) & ~city
    for number in tiles_left(state):
        if tile_failings(state, number):
            continue
        for turn in range(4):
            rows, columns = NEIGHBOURHOODS.shape(number, turn)
            tile = sum(1 << row * width + column for row in range(rows) for column in range(columns))
            for row in range(1, height - rows):
                for column in range(1, width - columns):
                    laid = tile << row * width + column
                    if (laid & beside_city).bit_count() < 2 or laid & city:
                        continue
                    beside_tile = laid << 1 | laid >> 1 | laid << width | laid >> width
                    if (beside_tile & city).bit_count() >= 2:
                        yield Placement({"number": number, "at": (top + row, left + column), "turn": turn}, 0, ())


def _lines(state: BigCityState) -> Iterator[Placement]:
    """Where one streetcar or two may go; of two orders of the same pair the first legal one is listed."""
    left = state.streetcars_left
    if not state.hall or left <= 0 or (state.starting and state.strict_start):
        return
    streets = state.city.streets
    for street in streetcars.joining(state):
        yield Placement({"segments": (streets[street],)}, 0, ())
    if state.cars and left >= 2:
        for first, second in streetcars.joining_pairs(state):
            yield Placement({"segments": (streets[first], streets[second])}, 0, ())
