"""What is wrong with a position of My City, as values."""

from collections import defaultdict
from collections.abc import Iterator

from scoring.games.my_city.city import START_TOKEN, PlayerCity, has_shape, standing_problems
from scoring.games.my_city.points import GOLD, may_have_gold
from scoring.games.my_city.state import MyCityState, resumed
from scoring.games.my_city.texts import WORDING, named, variant_words
from tabletop.cellnames import Cell
from tabletop.gamefile import load_game
from tabletop.games.my_city.boards import side_of
from tabletop.games.my_city.values import MyCityPosition, PlayerBoard
from tabletop.readings import Problem


def problems_of(position: MyCityPosition) -> tuple[Problem, ...]:
    """Overlaps, wrong shapes, forbidden ground, the river, islands, a token or gold that cannot be."""
    state = resumed(position)
    return tuple(problem for board in position.boards for problem in _board(state, board))


def _board(state: MyCityState, printed: PlayerBoard) -> Iterator[Problem]:
    city = state.cities[printed.player]
    side = side_of(load_game(state.game), city.board_name)
    if side not in (None, state.variant):
        places, words = [f"mat:{city.player}"], {"side": variant_words(side), "game": variant_words(state.variant)}
        yield WORDING.problem("other-side", places, player=city.player, **words)
    yield from _overlaps(city, printed)
    for building, cells in city.buildings.items():
        if building not in state.deck():
            places = city.places(cells)
            yield WORDING.problem("not-in-play", places, building=named(building), game=variant_words(state.variant))
        if not has_shape(state.game, building, cells):
            on = ", ".join(city.board.cell_name(cell) for cell in sorted(cells))
            yield WORDING.problem("wrong-shape", city.places(cells), building=named(building), on=on)
        yield from standing_problems(city, building, cells)
    yield from _islands(city)
    yield from _token(city, printed)


def _overlaps(city: PlayerCity, printed: PlayerBoard) -> Iterator[Problem]:
    lying: dict[Cell, list[str]] = defaultdict(list)
    seen: set[str] = set()
    for placed in printed.buildings:
        for name in placed.on:
            lying[city.board.cell(name)].append(named(placed.building))
        if placed.building in seen:
            places = [f"cell:{city.player}:{name}" for name in placed.on]
            yield WORDING.problem("building-twice", places, player=city.player, building=named(placed.building))
        seen.add(placed.building)
    for cell, buildings in sorted(lying.items()):
        if len(buildings) > 1:
            on, what = city.board.cell_name(cell), " and ".join(buildings)
            yield WORDING.problem("two-on-a-cell", [city.place(cell)], on=on, what=what)


def _islands(city: PlayerCity) -> Iterator[Problem]:
    """Buildings join one by one, so the city is connected and something of it stands at the river."""
    if not city.buildings:
        return
    if not any(city.at_river(cells) for cells in city.buildings.values()):
        yield WORDING.problem("no-building-at-the-river", player=city.player)
    largest = max(_parts(city), key=len)
    for building, cells in sorted(city.buildings.items()):
        if building not in largest:
            yield WORDING.problem("groups-apart", city.places(cells), building=named(building), player=city.player)


def _parts(city: PlayerCity) -> list[list[str]]:
    """The city's connected parts."""
    parts: list[list[str]] = []
    left = sorted(city.buildings)
    while left:
        part = [left.pop(0)]
        for building in part:
            beside = city.borders(city.buildings[building])
            part += [other for other in left if other in beside]
            left = [other for other in left if other not in beside]
        parts.append(part)
    return parts


def _token(city: PlayerCity, printed: PlayerBoard) -> Iterator[Problem]:
    most, track = START_TOKEN + GOLD * (city.gold_first or may_have_gold(city)), [f"track:{city.player}"]
    if printed.token is not None and printed.token > most:
        yield WORDING.problem("token-impossible", track, player=city.player, token=printed.token, most=most)
    bare = [cell for cell in city.cells_of("gold") if cell not in city.covered]
    if city.gold_first and bare:
        on = " and ".join(city.board.cell_name(cell) for cell in bare)
        yield WORDING.problem("gold-not-built", [city.place(cell) for cell in bare], player=city.player, on=on)
