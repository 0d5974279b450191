"""What is wrong with a position of Small City, as values."""

from collections import defaultdict
from collections.abc import Iterator

from scoring.games.small_city.borough import LEISURE, BoroughState, Stock, stock_of
from scoring.games.small_city.building import condition_problems, play_problems, shape_problems
from scoring.games.small_city.state import SmallCityState, resumed
from scoring.games.small_city.texts import WORDING
from tabletop.cellnames import Cell
from tabletop.games.small_city.values import SmallCityPosition
from tabletop.readings import Problem


def problems_of(position: SmallCityPosition) -> tuple[Problem, ...]:
    """Overlaps, wrong sizes, tiles beyond the supply, and construction conditions that do not hold as it lies.

    A condition holds at the moment of building, and a factory may have come later than the pool beside it: a problem
    says what is the case now, not that somebody broke a rule. The ten citizens of a recycling center are not asked
    for, since the population may drop afterwards [#5 Recycling Center].
    """
    state = resumed(position)
    found: list[Problem] = []
    for borough in state.boroughs.values():
        found += _borough(state, borough)
    return (*found, *_supply(state), *_owners(state))


def _borough(state: SmallCityState, borough: BoroughState) -> Iterator[Problem]:
    lying: dict[Cell, list[str]] = defaultdict(list)
    for tile in borough.tiles:
        for cell in tile.cells:
            lying[cell].append(tile.spoken)
    for cell, tiles in sorted(lying.items()):
        if len(tiles) > 1:
            on, what = borough.board.cell_name(cell), " and ".join(tiles)
            yield WORDING.problem("two-on-a-square", [borough.place(cell)], on=on, what=what)
    for tile in borough.tiles:
        yield from shape_problems(state.game, borough, tile)
        yield from play_problems(state.game, borough, tile, state.modules)
        if tile.kind != "park":
            yield from condition_problems(borough, tile)
        standing = [one for one in state.citizens if one.borough == borough.player and one.cell in tile.cells]
        if tile.kind in (*LEISURE, "bank") and len(standing) > 1:
            yield WORDING.problem("occupied", borough.places(tile.cells), what=f"the {tile.spoken}")


def _supply(state: SmallCityState) -> Iterator[Problem]:
    lying: dict[Stock, list[str]] = defaultdict(list)
    for borough in state.boroughs.values():
        for tile in borough.tiles:
            lying[stock_of(state.game, tile)].append(borough.place(min(tile.cells)))
    for stock, places in lying.items():
        if len(places) > stock.count:
            yield WORDING.problem("too-many-tiles", places, what=stock.title, count=len(places), most=stock.count)


def _owners(state: SmallCityState) -> Iterator[Problem]:
    """Citizens of somebody who does not play, and more of a player's than there are."""
    standing: dict[str, list[str]] = defaultdict(list)
    for one in state.citizens:
        if one.cell is not None:
            standing[one.owner].append(state.boroughs[one.borough].place(one.cell))
    for owner, places in standing.items():
        if owner not in state.boroughs:
            yield WORDING.problem("unknown-player", places, player=owner)
        elif state.in_pool(owner) < 0:
            most = state.citizens_of(owner)
            yield WORDING.problem("too-many-citizens", places, player=owner, count=len(places), most=most)
