"""Where a tile may be built in Small City: the modules' construction conditions, and what is known of the base game."""

from collections.abc import Callable, Iterator, Mapping

from scoring.games.small_city.borough import (
    GARDEN_SQUARES,
    INDUSTRY,
    LEISURE,
    BoroughState,
    Cells,
    Tile,
    connected,
    is_l_of_three,
    levels,
    module_of,
    sizes,
)
from scoring.games.small_city.texts import WORDING, named
from scoring.wording import joined
from tabletop.readings import Problem

SINGLE = (*LEISURE, "police", "fire", "tramway", "airport", "bank", "recycling")
"""One of each for each player [Notes beside the components]."""
NEEDS_CITIZENS, ACTIVE_CITIZENS = "recycling", 10
WANTED = {"residential": "a residence", "commercial": "a commerce", "park": "a park"}


def shape_problems(game: str, borough: BoroughState, tile: Tile) -> list[Problem]:
    """What a tile cannot do at all: another size, several pieces, a level that it does not have."""
    known = levels(game, tile.kind)
    if tile.kind in ("residential", "commercial", "factory") and tile.level not in known:
        listed = joined(map(str, known), "or")
        return [WORDING.problem("level-missing", borough.places(tile.cells), kind=named(tile.kind), levels=listed)]
    possible = sizes(game, tile.kind, tile.level)
    if len(tile.cells) not in possible or not connected(borough.board, tile.cells):
        expected = f"{possible[0]} to {possible[-1]}" if len(possible) > 2 else joined(map(str, possible), "or")
        on, what = borough.names(tile.cells), tile.spoken
        return [WORDING.problem("wrong-size", borough.places(tile.cells), what=what, expected=expected, on=on)]
    if tile.kind == "fire" and not is_l_of_three(tile.cells):
        return [WORDING.problem("wrong-shape", borough.places(tile.cells))]
    return []


def condition_problems(borough: BoroughState, tile: Tile) -> list[Problem]:
    """A tile's construction conditions where it lies; `borough` may hold the tile already or not."""
    check = _CONDITIONS.get(tile.kind)
    return list(check(borough, tile)) if check else []


def play_problems(game: str, borough: BoroughState, tile: Tile, modules: tuple[str, ...]) -> list[Problem]:
    """Whether a tile belongs to the game, and whether the player has one already where there is one for each."""
    problems = []
    module = module_of(game, tile.kind, tile.level)
    if module is not None and module not in modules:
        places = borough.places(tile.cells)
        problems.append(WORDING.problem("not-in-play", places, what=tile.spoken, module=module))
    if tile.kind not in SINGLE:
        return problems
    others = [other for other in borough.of(tile.kind) if other.cells != tile.cells]
    if others:
        places = borough.places(others[0].cells)
        what = f"a {tile.kind.replace('-', ' ')}"
        problems.append(WORDING.problem("one-per-player", places, player=borough.player, what=what))
    return problems


def citizens_problem(borough: BoroughState, tile: Tile, active: int) -> list[Problem]:
    """Ten own active citizens in the own borough, at the moment of building only [#5 Recycling Center]."""
    if tile.kind != NEEDS_CITIZENS or active >= ACTIVE_CITIZENS:
        return []
    places = borough.places(tile.cells)
    return [WORDING.problem("too-few-citizens", places, player=borough.player, count=active)]


def residences_needed(level: int, with_bank: bool) -> int:
    """Residences that a commerce needs: its level, with a bank one fewer.

    "You now need 0 Residences to build a Commerce of Level 1, ..." with a bank [#4 Bank]; without one it is one more,
    by reasoning.
    """
    return level - 1 if with_bank else level


def _leisure(borough: BoroughState, tile: Tile) -> Iterator[Problem]:
    """One square that a residence, a commerce and a park all influence, and no square influenced by industry.

    That it must be one and the same square follows from the rulebook's example 2: "none of the squares are influenced
    by all three required conditions".
    """
    influenced = {
        cell: [
            kind
            for kind in WANTED
            if borough.influencing(frozenset({cell}), kind, *(["statue"] if kind == "park" else []))
        ]
        for cell in tile.cells
    }
    best = max(influenced.values(), key=len)
    if len(best) < len(WANTED):
        lacking = joined(words for kind, words in WANTED.items() if kind not in best)
        missing = f"the best square lacks {lacking}"
        places = borough.places(tile.cells)
        yield WORDING.problem("leisure-not-influenced", places, what=tile.spoken, missing=missing)
    for industry in borough.influencing(tile.cells, *INDUSTRY):
        places = borough.places(tile.cells | industry.cells)
        on = borough.names(industry.cells)
        yield WORDING.problem("leisure-near-industry", places, what=tile.spoken, by=f"the {industry.spoken}", on=on)


def _statue(borough: BoroughState, tile: Tile) -> Iterator[Problem]:
    """Beside a garden, and the garden with it holds one statue: this one."""
    beside = [
        area
        for cell in tile.cells
        for other in borough.board.sides(cell)
        if (area := _green_from(borough, other, tile.cells))
    ]
    if not any(len(area) >= GARDEN_SQUARES for area in beside):
        largest = max((len(area) for area in beside), default=0)
        places, on = borough.places(tile.cells), borough.names(tile.cells)
        yield WORDING.problem("no-garden", places, on=on, squares=f"{largest} connected")
    yield from _one_statue(borough, tile, own=1)


def _park(borough: BoroughState, tile: Tile) -> Iterator[Problem]:
    """A park may not join two gardens that both have a statue."""
    yield from _one_statue(borough, tile, own=0)


def _one_statue(borough: BoroughState, tile: Tile, *, own: int) -> Iterator[Problem]:
    area = borough.touching_green(tile.cells) | tile.cells
    statues = own + sum(other.cells <= area and other.cells != tile.cells for other in borough.of("statue"))
    if len(area) >= GARDEN_SQUARES and statues > 1:
        yield WORDING.problem("two-statues", borough.places(area), count=statues)


def _green_from(borough: BoroughState, start: tuple[int, int], without: Cells) -> Cells:
    """The connected parks and statues around a square, some squares not counted."""
    green = frozenset(cell for other in borough.of("park", "statue") for cell in other.cells) - without
    reached, waiting = set[tuple[int, int]](), [start]
    while waiting:
        cell = waiting.pop()
        if cell in green and cell not in reached:
            reached.add(cell)
            waiting += borough.board.sides(cell)
    return frozenset(reached)


def _airport(borough: BoroughState, tile: Tile) -> Iterator[Problem]:
    if not borough.influencing(tile.cells, "factory"):
        yield WORDING.problem("airport-without-factory", borough.places(tile.cells))


def _bank(borough: BoroughState, tile: Tile) -> Iterator[Problem]:
    if not borough.influencing(tile.cells, "city-hall"):
        yield WORDING.problem("bank-without-city-hall", borough.places(tile.cells))


def _residence(borough: BoroughState, tile: Tile) -> Iterator[Problem]:
    """As many public buildings as its level influence it, the city hall among them [base game, from reviews]."""
    needed, found = tile.level or 0, len(borough.influencing(tile.cells, *borough.public))
    if borough.public and found < needed:
        places = borough.places(tile.cells)
        yield WORDING.problem("too-few-public-buildings", places, level=needed, count=found)


def _commerce(borough: BoroughState, tile: Tile) -> Iterator[Problem]:
    level = tile.level or 0
    needed = residences_needed(level, bool(borough.of("bank")))
    residences = borough.influencing(tile.cells, "residential")
    if len(residences) < needed:
        places = borough.places(tile.cells)
        yield WORDING.problem("too-few-residences", places, level=level, needed=needed, count=len(residences))


def _recycling(borough: BoroughState, tile: Tile) -> Iterator[Problem]:
    for residence in borough.influencing(tile.cells, "residential"):
        places, on = borough.places(tile.cells | residence.cells), borough.names(residence.cells)
        yield WORDING.problem("recycling-near-residence", places, on=on)


_CONDITIONS: Mapping[str, Callable[[BoroughState, Tile], Iterator[Problem]]] = {
    **dict.fromkeys(LEISURE, _leisure),
    "statue": _statue,
    "park": _park,
    "airport": _airport,
    "bank": _bank,
    "residential": _residence,
    "commercial": _commerce,
    "recycling": _recycling,
}
"""What each kind of tile asks of where it lies; the other kinds ask nothing."""
