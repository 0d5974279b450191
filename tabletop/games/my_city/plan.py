"""Where the parts of a My City position lie: the boards in a row, buildings on cells, score tokens, the open card."""

from collections.abc import Iterable, Sequence

from tabletop.boards import is_own_board
from tabletop.gamefile import GameFile
from tabletop.games.my_city.values import MyCityPosition, PlayerBoard
from tabletop.geometry import Pose
from tabletop.parts import Part
from tabletop.plans.boards import PlannedBoard, board_part
from tabletop.plans.plan import GAP_MM, Plan, PlannedPart, from_upper_left, part_named


def plan(position: MyCityPosition, game: GameFile) -> Plan:
    """Lay every player's board out beside the last one, the open construction card below the first.

    Raises UnreadableInput where a building does not have the shape of its cells, or a board cannot be laid.
    """
    laid: list[PlannedPart] = []
    left = bottom = 0.0
    for seat, board in seats_of(position.boards, position.players):
        part = board_part(game, board.board, seat)
        width, height = part.size_mm
        table = PlannedBoard(game, part, Pose(left + width / 2, height / 2))
        laid.append(table.planned)
        laid += [table.with_part(placed.building, placed.on) for placed in board.buildings]
        laid += _token(table, board, seat)
        left += width + GAP_MM
        bottom = max(bottom, height)
    if position.card is not None:
        card = part_named(game, f"card-{position.card}")
        width, height = card.size_mm
        laid.append(PlannedPart(card.id, Pose(width / 2, bottom + GAP_MM + height / 2)))
    return from_upper_left(laid, game)


def own_boards(position: MyCityPosition, game: GameFile) -> list[Part]:
    """The parts of the board files that the position names."""
    seated = seats_of(position.boards, position.players)
    return [board_part(game, one.board, seat) for seat, one in seated if is_own_board(one.board)]


def seats_of(boards: Iterable[PlayerBoard], players: Sequence[str]) -> list[tuple[int, PlayerBoard]]:
    """Each player's board with the seat from 1, first seat first: `players`, then the others as their boards stand."""
    by_player = {board.player: board for board in boards}
    seats = dict.fromkeys([*players, *by_player])
    return [(seat, by_player[player]) for seat, player in enumerate(seats, start=1) if player in by_player]


def _token(table: PlannedBoard, board: PlayerBoard, seat: int) -> list[PlannedPart]:
    """The score token on its space of the track, where both are there; beyond the track's ends it stays on it."""
    spaces = () if table.board.track is None else table.board.track.middles_mm
    if board.token is None or not spaces:
        return []
    space = spaces[min(max(board.token, 0), len(spaces) - 1)]
    return [table.at(part_named(table.game, f"token-{seat}"), space)]
