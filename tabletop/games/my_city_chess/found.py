"""What was found on the map as a position of MY CITY on a chess board."""

from tabletop.found import FoundBoards
from tabletop.games.my_city_chess.plan import CHESS_BOARD
from tabletop.games.my_city_chess.values import MyCityChessPosition, PlacedLandmark, PlacedZone


def position_from(found: FoundBoards) -> MyCityChessPosition:
    """The position; the map that lies there is an option where it is not the usual one."""
    landmarks, zones = [], []
    for one in found.parts:
        (on,), part = one.on, one.part
        if part.kind == "landmark":
            landmarks.append(PlacedLandmark(str(part.piece), on))
        else:
            zones.append(PlacedZone(str(part.player), str(part.type), part.value or 0, on))
    name = found.boards[0].name
    options = {} if name == CHESS_BOARD else {"map": name}
    return MyCityChessPosition(
        tuple(sorted(landmarks)), tuple(sorted(zones)), found.players, options, turn=found.turn, game=found.game
    )
