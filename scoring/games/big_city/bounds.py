"""The least and the most that each piece can have scored, over all orders of play that lead to a position.

What a piece scored depends only on what stood when it was placed: city hall, a streetcar, a park, a factory beside it,
and how far the city reached. Streetcars, parks and factories need city hall and nothing else of what is beside them;
any streetcar may have been the first one. So the orders come down to a few yes-or-no questions per piece and to which
of the later neighbourhoods lay by then.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from scoring.games.big_city.city_map import CityMap, city_map
from scoring.games.big_city.points import points_for
from scoring.games.big_city.position_problems import fits, last_starting_tiles, placeable
from scoring.games.big_city.state import BigCityState, Piece, resumed
from scoring.protocol import Bounds
from tabletop.games.big_city.values import BigCityPosition
from tabletop.lattice import PlacedTile


def bounds(position: BigCityPosition) -> tuple[Bounds, ...]:
    """Bounds for each piece that can stand as it does; 0 and 0 where no order makes it legal."""
    final = resumed(position)
    cities = tuple(_cities(position, final))
    return tuple(_bounds(piece, final, cities) for piece in final.pieces if fits(final, piece.building.kind, piece.on))


def _cities(position: BigCityPosition, final: BigCityState) -> Iterator[tuple[CityMap, CityMap]]:
    """(starting city, city at some moment): every set of later neighbourhoods that can have lain by then."""
    tiles = placeable(final.city.tiles)
    whole = [
        tuple(tile for tile in tiles if tile.number <= last)
        for last in last_starting_tiles(position)
        if sum(tile.number <= last for tile in tiles) == last
    ]
    seen = set()
    for starting in whole or [tiles]:  # a city still being laid, or one that people laid their own way
        later = [tile for tile in tiles if tile not in starting]
        for count in range(len(later) + 1):
            for some in combinations(later, count):
                laid = (*starting, *some)
                key = (starting, laid)
                if key not in seen and len(placeable(laid)) == len(laid):
                    seen.add(key)
                    yield _map(starting), _map(laid)


def _map(tiles: tuple[PlacedTile, ...]) -> CityMap:
    return city_map(tuple(sorted(tiles)))


def _bounds(piece: Piece, final: BigCityState, cities: tuple[tuple[CityMap, CityMap], ...]) -> Bounds:
    """All that one piece can have scored."""
    points = []
    for starting, city in cities:
        if piece.bits & city.present == piece.bits:
            until_then = [
                before
                for start, before in cities
                if start is starting and before.present & city.present == before.present
            ]
            for state in _moments(piece, final, starting, city, until_then):
                points.append(points_for(state, piece.building, state.city.footprint(piece.on))[0])
    return Bounds(piece.building.kind, piece.on, min(points, default=0), max(points, default=0))


def _moments(
    piece: Piece, final: BigCityState, starting: CityMap, city: CityMap, until_then: list[CityMap]
) -> Iterator[BigCityState]:
    """States in which the piece can have been placed, as far as its points depend on them."""
    building = piece.building
    outskirts = (piece.bits & city.outskirts).bit_count()
    if not building.outskirts_at_least <= outskirts <= building.outskirts_at_most:
        return
    hall = final.hall & starting.centre
    needs_hall = building.needs_city_hall or len(city.tiles) > len(starting.tiles)
    if needs_hall and not hall:
        return
    around = final.city.footprint(piece.on).around
    park = _one_beside(final, "park", around, until_then)
    factory = _one_beside(final, "factory", around, until_then)
    cars = tuple(car for car in final.cars if final.city.bits_beside(car) & piece.bits and _apart(car, piece, final))
    needs_car = any(group == "streetcar" for group, _ in building.beside)
    for has_hall, has_park, has_factory, has_car in product((0, 1), repeat=4):
        if (has_hall and not hall) or (needs_hall and not has_hall):
            continue
        if (has_park or has_factory or has_car) and not has_hall:
            continue
        if (has_park and not park) or (has_factory and not factory) or (has_car and not cars):
            continue
        if needs_car and not has_car:
            continue
        groups = {"city-hall": hall * has_hall, "park": park * has_park, "factory": factory * has_factory}
        beside = piece.bits if has_car else 0
        yield replace(final, city=city, groups=groups, beside_cars=beside, cars=cars if has_car else ())


def _one_beside(final: BigCityState, group: str, around: int, cities: list[CityMap]) -> int:
    """Bits of the pieces of a group beside the piece that can have stood in one of these cities."""
    bits = 0
    for other in final.pieces:
        if group not in other.building.groups or not other.bits & around:
            continue
        for city in cities:
            outskirts = (other.bits & city.outskirts).bit_count()
            if other.bits & city.present == other.bits and (
                other.building.outskirts_at_least <= outskirts <= other.building.outskirts_at_most
            ):
                bits |= other.bits
    return bits


def _apart(car: tuple[tuple[int, int], str], piece: Piece, final: BigCityState) -> bool:
    """Whether a streetcar may have lain there without the piece: in the limited line it needs another one beside it."""
    if final.variants.limited_to is None:
        return True
    bits = final.city.bits_beside(car)  # type: ignore[arg-type]
    return any(
        other is not piece
        and other.bits & bits
        and (other.building.is_building or final.variants.limited_to == "all-pieces")
        for other in final.pieces
    )
