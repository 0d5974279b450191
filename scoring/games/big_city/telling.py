"""Big City's moves in words and places."""

from scoring.games.big_city import texts
from scoring.games.big_city.buildings import standard_buildings
from tabletop.games.big_city.values import BigCityMove, BigCityPosition, Build, PlaceTile, Streetcars
from tabletop.lattice import PlacedPiece


def tell(move: BigCityMove) -> str:
    """A move as a short sentence."""
    if isinstance(move, Build):
        sizes = standard_buildings().get(move.kind)
        first = next(iter(sizes.values())) if sizes else None
        title = texts.with_article(first.title, len(move.on), len(sizes or ())) if first else move.kind
        return texts.TOLD["build"].format(player=move.player, title=title, numbers=texts.listed(move.on))
    if isinstance(move, Streetcars):
        streets = texts.listed(f"{car.side} of {car.beside}" for car in move.segments)
        key = "streetcar" if len(move.segments) == 1 else "streetcars"
        return texts.TOLD[key].format(player=move.player, streets=streets)
    if isinstance(move, PlaceTile):
        (row, column), turned = move.at, f", turned {90 * move.turn}°" if move.turn else ""
        return texts.TOLD["place-tile"].format(
            player=move.player, number=move.number, row=row, column=column, turned=turned
        )
    return texts.TOLD[move.do].format(player=move.player)


def places_of(move: BigCityMove) -> tuple[str, ...]:
    """The places that a move touches."""
    if isinstance(move, Build):
        return tuple(f"property:{number}" for number in move.on)
    if isinstance(move, Streetcars):
        return tuple(f"street:{car.beside}:{car.side}" for car in move.segments)
    if isinstance(move, PlaceTile):
        return (f"tile:{move.number}",)
    return ()


def supported(move: BigCityMove, position: BigCityPosition) -> bool | None:
    """Whether a position has the piece that the move builds; None for moves that build none."""
    if not isinstance(move, Build):
        return None
    return PlacedPiece(move.kind, move.on) in position.pieces


def leaves_no_trace(move: BigCityMove) -> bool:
    """Pass, exchange, trade, quiet."""
    return not isinstance(move, Build | Streetcars | PlaceTile)
