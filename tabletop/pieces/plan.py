"""Where the parts of a game lie: the board, parts on its cells, mats below it where the game has any."""

from tabletop.errors import UnreadableInput
from tabletop.gamefile import GameFile
from tabletop.geometry import Pose
from tabletop.pieces.values import PiecesPosition
from tabletop.plans.boards import PlannedBoard
from tabletop.plans.plan import GAP_MM, Plan, from_upper_left, mats_in_a_row


def plan(position: PiecesPosition, game: GameFile) -> Plan:
    """Lay the board out and every part on its cells.

    Raises UnreadableInput where the game has no board, or a part does not have the shape of its cells.
    """
    boards = game.of_kind("board")
    if not boards:
        raise UnreadableInput(f"{game.title} has no part of kind board, so nothing says how large its board is")
    table = PlannedBoard(game, boards[0], Pose(0.0, 0.0))
    laid = [table.planned, *(table.with_part(placed.part, placed.on) for placed in position.parts)]
    if game.of_kind("mat") and game.of_kind("puck"):
        width, height = table.part.size_mm
        laid += mats_in_a_row(game, position.players, position.turn, left_mm=-width / 2, top_mm=height / 2 + GAP_MM)
    return from_upper_left(laid, game)
