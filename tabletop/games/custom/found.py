"""What was found on the board as a position of a custom game."""

from tabletop.found import FoundBoards
from tabletop.games.custom.values import CustomPosition, PlacedPart


def position_from(found: FoundBoards) -> CustomPosition:
    """The position: parts by their ids."""
    placed = [PlacedPart(one.part.id, one.on, one.part.player) for one in found.parts]
    return CustomPosition(
        found.game,
        tuple(sorted(placed, key=lambda one: (one.part, one.on, one.player or ""))),
        found.players,
        turn=found.turn,
        card=None if found.card is None else found.card.id,
    )
