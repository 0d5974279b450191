"""What lies where, in the words of a reading's evidence; the moves that would explain a picture, and their words."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import cast

from scoring.games.big_city import texts
from scoring.games.big_city.buildings import standard_buildings
from scoring.games.big_city.city_map import INDEX, PLACES, numbers_of
from scoring.games.big_city.judge import judge
from scoring.games.big_city.state import BigCityState
from scoring.games.big_city.streetcars import failing
from tabletop.games.big_city.values import BigCityMove, BigCityPosition, Build, PlaceTile, Streetcars
from tabletop.lattice import PlacedPiece, PlacedStreetcar, Segment, Side
from tabletop.moves import Move
from tabletop.placewords import place_words as words_of_place
from tabletop.readings import Evidence

STREETCAR = "streetcar"
BELIEVED = 6.0
"""How much less likely than the best, as a natural logarithm, a place's content may be to be worth a thought."""
FEW = 4
"""Where more streets than these seem to hold a new streetcar, only pairs that are legal are thought of."""


def contents(state: BigCityState) -> Mapping[str, str]:
    """Place -> part id, `streetcar`, `empty`, or a tile's `row,column,turn`."""
    found = dict(state.city.bare)
    for piece in state.pieces:
        for number in piece.on:
            found[PLACES[INDEX[number]]] = piece.building.part
    places = state.city.street_places
    found.update((places[street], STREETCAR) for street in state.cars if street in places)
    return found


def changes(state: BigCityState, move: Move) -> Mapping[str, str]:
    """What a move would put where; everything after it for a neighbourhood, which renames streets."""
    if isinstance(move, Build):
        building = state.variants.buildings[move.kind][len(move.on)]
        return {f"property:{number}": building.part for number in move.on}
    if isinstance(move, Streetcars):
        return {f"street:{car.beside}:{car.side}": STREETCAR for car in move.segments}
    return contents(judge(state, move).state) if isinstance(move, PlaceTile) else {}


def suggest(state: BigCityState, evidence: Evidence, player: str | None) -> Iterator[BigCityMove]:
    """Moves of `player` that put something where the evidence may show it, legal or not, in a fixed order."""
    mover = player or state.to_move
    if mover is None:
        return
    yield from _tiles(state, evidence, mover)
    yield from _buildings(state, evidence, mover)
    yield from _streetcars(state, evidence, mover)


def believed(weights: Mapping[str, float]) -> tuple[str, ...]:
    """The likely contents of a place; none where it was not seen at all."""
    best = max(weights.values())
    if min(weights.values()) == best:
        return ()
    return tuple(word for word, weight in weights.items() if weight >= best - BELIEVED)


def may_hold(weights: Mapping[str, float], word: str) -> bool:
    """Whether `believed` would have the word; asked a million times a game, so that no tuple is made for it."""
    weight = weights.get(word)
    if weight is None:
        return False
    best = max(weights.values())
    return weight >= best - BELIEVED and min(weights.values()) != best


def _tiles(state: BigCityState, evidence: Evidence, mover: str) -> Iterator[PlaceTile]:
    """Neighbourhoods that lie in the picture but not in the city yet."""
    placed = {tile.number for tile in state.city.tiles}
    for place, weights in evidence.items():
        kind, _, name = place.partition(":")
        if kind != "tile" or not name.isdigit() or int(name) in placed:
            continue
        for word, weight in weights.items():
            if word.count(",") == 2 and weight >= max(weights.values()) - BELIEVED:
                row, column, turn = map(int, word.split(","))
                yield PlaceTile(mover, int(name), (row, column), turn)


def _buildings(state: BigCityState, evidence: Evidence, mover: str) -> Iterator[Build]:
    """Pieces on free properties that may show them; of a piece on several one place may be misread."""
    shown, hidden = _showing(state, evidence)
    for sizes in state.variants.buildings.values():
        for building in sizes.values():
            showing = shown.get(building.part, 0)
            if not showing or state.left(building) <= 0:
                continue
            for footprint in state.city.footprints(building.shapes):
                if footprint.bits & state.covered or not footprint.bits & showing:
                    continue
                if (footprint.bits & (showing | hidden)).bit_count() >= max(1, building.size - 1):
                    yield Build(mover, building.kind, footprint.on)


def _showing(state: BigCityState, evidence: Evidence) -> tuple[Mapping[str, int], int]:
    """Part -> bits of the free properties whose evidence may be this piece; bits of those that say nothing."""
    shown: dict[str, int] = {}
    hidden = 0
    for number in numbers_of(state.city.present & ~state.covered):
        bit = 1 << INDEX[number]
        weights = evidence.get(PLACES[INDEX[number]])
        words = believed(weights) if weights else ()
        if not words:
            hidden |= bit
        for word in words:
            shown[word] = shown.get(word, 0) | bit
    return shown, hidden


def _streetcars(state: BigCityState, evidence: Evidence, mover: str) -> Iterator[Streetcars]:
    """One streetcar or two in streets that may show them, two in an order that is legal."""
    streets, taken = state.city.streets, frozenset(state.cars)
    shown: list[Segment] = []
    for street, place in state.city.street_places.items():
        weights = evidence.get(place)
        if weights and street not in taken and may_hold(weights, STREETCAR):
            shown.append(street)
    for street in shown:
        yield Streetcars(mover, (streets[street],))
    if not state.cars:
        return
    for first, second in combinations(shown, 2):
        for one, other in ((first, second), (second, first)):
            if not failing(state, state.cars, one) and not failing(state, (*state.cars, one), other):
                yield Streetcars(mover, (streets[one], streets[other]))
                break
        else:
            if len(shown) <= FEW:
                yield Streetcars(mover, (streets[first], streets[second]))


def tell(move: Move, state: BigCityState | None = None) -> str:
    """A move as a short sentence; streets and neighbourhoods by what lies beside them where the city is known."""
    if isinstance(move, Build):
        sizes = standard_buildings().get(move.kind)
        first = next(iter(sizes.values())) if sizes else None
        title = texts.with_article(first.title, len(move.on), len(sizes or ())) if first else move.kind
        return texts.TOLD["build"].format(player=move.player, title=title, numbers=texts.listed(move.on))
    if isinstance(move, Streetcars):
        streets = texts.SEVERAL.join(_street(car, state) for car in move.segments)
        key = "streetcar" if len(move.segments) == 1 else "streetcars"
        return texts.TOLD[key].format(player=move.player, streets=streets)
    if isinstance(move, PlaceTile):
        where = "" if state is None else state.city.tile_words(move.number)
        key = "place-tile-beside" if where else "place-tile"
        return texts.TOLD[key].format(player=move.player, number=move.number, where=where)
    return texts.TOLD[move.do].format(player=move.player)


def _street(car: PlacedStreetcar, state: BigCityState | None) -> str:
    """Where a streetcar lies."""
    if state is None or INDEX.get(car.beside, -1) not in state.city.cell_at:
        return f"{car.side} of {car.beside}"
    return state.city.street_words(state.city.segment(car))


def place_words(place: str, state: BigCityState) -> str:
    """A place by what people see there: `11`, `neighbourhood 3`, `the street between 14 and 15`."""
    kind, _, name = place.partition(":")
    if kind == "street":
        number, _, side = name.partition(":")
        return f"the street {_street(PlacedStreetcar(int(number), cast(Side, side)), state)}"
    return words_of_place(place)


def places_of(move: Move) -> tuple[str, ...]:
    """The places that a move touches."""
    if isinstance(move, Build):
        return tuple(f"property:{number}" for number in move.on)
    if isinstance(move, Streetcars):
        return tuple(f"street:{car.beside}:{car.side}" for car in move.segments)
    if isinstance(move, PlaceTile):
        return (f"tile:{move.number}",)
    return ()


def supported(move: Move, position: BigCityPosition) -> bool | None:
    """Whether a position has the piece that the move builds; None for moves that build none."""
    if not isinstance(move, Build):
        return None
    return PlacedPiece(move.kind, move.on) in position.pieces
