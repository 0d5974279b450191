"""What was found on the board as a position of a game of pieces on cells."""

from tabletop.found import FoundBoards
from tabletop.pieces.values import PiecesPosition, PlacedPart


def position_from(found: FoundBoards) -> PiecesPosition:
    """The position: parts by their ids."""
    placed = [PlacedPart(one.part.id, one.on, one.part.player) for one in found.parts]
    return PiecesPosition(
        found.game,
        tuple(sorted(placed, key=lambda one: (one.part, one.on, one.player or ""))),
        found.players,
        turn=found.turn,
        card=None if found.card is None else found.card.id,
    )
