"""What is wrong with a position, whatever the order in which it came about: impossible things and broken rules."""

from collections import Counter
from collections.abc import Iterator

from scoring.games.big_city import streetcars, texts
from scoring.games.big_city.building import failings, problems_of
from scoring.games.big_city.city_map import INDEX, city_map
from scoring.games.big_city.state import LAST_STARTING_TILE, BigCityState, resumed, streetcar_count
from tabletop.games.big_city.values import BigCityPosition
from tabletop.lattice import PlacedTile
from tabletop.readings import Problem


def position_problems(position: BigCityPosition) -> tuple[Problem, ...]:
    """Everything that cannot be, or cannot have come about by the rules, as values."""
    state = resumed(position)
    return (
        *_tiles(position),
        *_pieces(position, state),
        *_rules(position, state),
        *_streetcars(position, state),
        *_players(position),
    )


def last_starting_tiles(position: BigCityPosition) -> tuple[int, ...]:
    """The last neighbourhood of the starting city: by the players, or every possibility where they are not named."""
    if position.players:
        return (LAST_STARTING_TILE.get(len(position.players), 6),)
    return tuple(sorted(set(LAST_STARTING_TILE.values())))


def placeable(tiles: tuple[PlacedTile, ...]) -> tuple[PlacedTile, ...]:
    """Those neighbourhoods that can be laid one after the other, each beside two properties of the city."""
    laid = [tile for tile in tiles if tile.number == 1][:1] or list(tiles[:1])
    waiting = [tile for tile in tiles if tile not in laid]
    while True:
        city = city_map(tuple(laid))
        for tile in waiting:
            covered, own, beside = city.contacts(tile)
            if not covered and own >= 2 and beside >= 2:
                laid.append(tile)
                waiting.remove(tile)
                break
        else:
            return tuple(laid)


def _tiles(position: BigCityPosition) -> Iterator[Problem]:
    """Neighbourhoods twice, over each other, too far away, in two places."""
    numbers = Counter(tile.number for tile in position.tiles)
    for number, count in numbers.items():
        if count > 1:
            yield texts.problem("tile-twice", (f"tile:{number}",), number=number)
    if position.tiles and 1 not in numbers:
        yield texts.problem("no-first-tile", ("tile:1",))
    for tile in position.tiles:
        if tile.number == 1 and (tile.at, tile.turn) != ((0, 0), 0):
            yield texts.problem("not-its-own-frame", ("tile:1",), at=list(tile.at), turn=tile.turn)
        if tile.number in position.reserve:
            yield texts.problem("tile-in-reserve", (f"tile:{tile.number}",), number=tile.number)
    once = tuple({tile.number: tile for tile in position.tiles}.values())
    laid = placeable(once)
    city = city_map(laid)
    for tile in once:
        if tile not in laid:
            covered, own, beside = city.contacts(tile)
            code = "tile-overlaps" if covered else "too-little-contact"
            yield texts.problem(code, (f"tile:{tile.number}",), number=tile.number, own=own, city=beside)


def _pieces(position: BigCityPosition, state: BigCityState) -> Iterator[Problem]:
    """Pieces that do not exist, stand nowhere, over each other, or too many."""
    table = state.variants.buildings
    covered: dict[int, str] = {}
    for piece in position.pieces:
        places = tuple(f"property:{number}" for number in piece.on)
        sizes = table.get(piece.kind)
        if sizes is None:
            yield texts.problem("unknown-kind", places, kind=piece.kind, known=texts.listed(sorted(table)))
            continue
        title = next(iter(sizes.values())).title
        missing = [number for number in piece.on if INDEX.get(number, -1) not in state.city.cell_at]
        for number in missing:
            yield texts.problem("not-in-city", (f"property:{number}",), number=number)
        for number in piece.on:
            if number in covered:
                words = {"number": number, "first": covered[number], "second": title}
                yield texts.problem("covered-twice", (f"property:{number}",), **words)
            covered[number] = title
        if len(piece.on) not in sizes:
            words = {"size": len(piece.on), "sizes": texts.listed(sorted(sizes))}
            yield texts.problem("no-such-size", places, title=title, **words)
        elif not missing and not fits(state, piece.kind, piece.on):
            yield texts.problem("wrong-shape", places, title=title, numbers=texts.listed(piece.on))
    counts = Counter((piece.kind, len(piece.on)) for piece in position.pieces)
    for (kind, size), found in counts.items():
        building = table.get(kind, {}).get(size)
        if building is not None and found > building.count:
            places = tuple(
                f"property:{piece.on[0]}" for piece in position.pieces if (piece.kind, len(piece.on)) == (kind, size)
            )
            title = texts.sized(building.title, size, len(table[kind]))
            yield texts.problem("too-many", places, title=title, found=found, count=building.count)


def fits(state: BigCityState, kind: str, on: tuple[int, ...]) -> bool:
    """Whether properties lie in the shape of a piece."""
    footprints = state.city.footprints(state.variants.buildings[kind][len(on)].shapes)
    return any(footprint.on == on for footprint in footprints)


def _rules(position: BigCityPosition, state: BigCityState) -> Iterator[Problem]:
    """Pieces and neighbourhoods that no order of moves allows."""
    for piece in state.pieces:
        if not fits(state, piece.building.kind, piece.on):
            continue
        footprint = state.city.footprint(piece.on)
        broken = failings(state, piece.building, footprint)
        if len(state.city.tiles) > min(last_starting_tiles(position)) and "not-far-out" in broken:
            broken.remove("not-far-out")  # a later neighbourhood may have closed the city around it
        yield from problems_of(state, piece.building, footprint, broken)
    if not state.hall:
        last = max(last_starting_tiles(position))
        for tile in state.city.tiles:
            if tile.number > last:
                yield texts.problem("tile-before-hall", (f"tile:{tile.number}",))


def _streetcars(position: BigCityPosition, state: BigCityState) -> Iterator[Problem]:
    """Streetcars nowhere, twice, too many, or in a line that the rules do not know."""
    seen = set()
    for car in position.streetcars:
        place = (f"street:{car.beside}:{car.side}",)
        if INDEX.get(car.beside, -1) not in state.city.cell_at:
            yield texts.problem("street-not-in-city", place, number=car.beside)
            continue
        street = state.city.segment(car)
        if street in seen:
            yield texts.problem("street-taken", place, street=state.city.street_words(street))
        seen.add(street)
    if len(state.cars) > streetcar_count():
        yield texts.problem("too-many-streetcars", found=len(state.cars), count=streetcar_count())
    if state.cars and not state.hall:
        yield texts.problem("streetcar-before-hall", tuple(map(state.city.street_place, state.cars)))
    for street in state.cars:
        code = streetcars.failing(state, (), street)
        if code is not None and code != "street-covered":  # the piece that covers it has its own problem
            yield streetcars.problem(state, code, street)
    for code in streetcars.position_problems(state.variants, state.cars):
        streets = tuple(map(state.city.street_place, state.cars))
        yield texts.problem({"not-connected": "line-in-pieces"}.get(code, f"{code}-somewhere"), streets)


def _players(position: BigCityPosition) -> Iterator[Problem]:
    """Names that do not play."""
    if not position.players:
        return
    for name in (position.turn, *(marker.player for marker in position.scores)):
        if name is not None and name not in position.players:
            yield texts.problem("unknown-player", (), player=name, known=texts.listed(position.players))
