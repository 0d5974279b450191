"""What was found of a city as a Big City position."""

from tabletop.found import FoundCity
from tabletop.games.big_city.values import BigCityPosition


def position_from(found: FoundCity) -> BigCityPosition:
    """The position."""
    return BigCityPosition(
        tiles=found.tiles,
        pieces=found.pieces,
        streetcars=found.streetcars,
        players=found.players,
        turn=found.turn,
        reserve=found.reserve,
        scores=found.scores,
    )
