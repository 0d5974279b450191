"""What was found on the players' boards as a position of My City."""

from tabletop.found import FoundBoards
from tabletop.games.my_city.values import MyCityPosition, PlacedBuilding, PlayerBoard


def position_from(found: FoundBoards) -> MyCityPosition:
    """The position, each board with its buildings and its score token."""
    laid = []
    for number, board in enumerate(found.boards):
        buildings = [PlacedBuilding(str(one.part.piece), one.on) for one in found.parts if one.board == number]
        owner = board.owner or found.seated(1)
        laid.append(PlayerBoard(owner, board.name, tuple(sorted(buildings)), token=found.tokens.get(owner)))
    card = None if found.card is None else found.card.id.removeprefix("card-")
    return MyCityPosition(tuple(laid), found.players, turn=found.turn, card=card, game=found.game)
