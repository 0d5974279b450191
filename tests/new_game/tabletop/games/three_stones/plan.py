"""Where the parts of a Three Stones position lie: the board, stones on its squares, mats and puck below it."""

from tabletop.games.three_stones.values import Stones

from tabletop.gamefile import GameFile
from tabletop.geometry import Pose
from tabletop.plans.boards import PlannedBoard
from tabletop.plans.plan import GAP_MM, Plan, from_upper_left, mats_in_a_row


def plan(position: Stones, game: GameFile) -> Plan:
    """Lay the board out and every stone on its square."""
    seats = tuple(dict.fromkeys([*position.players, *(stone.player for stone in position.tiles)]))
    table = PlannedBoard(game, game.by_id["board"], Pose(0.0, 0.0))
    stones = [table.with_part(f"stone-{seats.index(stone.player) + 1}", [stone.on]) for stone in position.tiles]
    width, height = table.part.size_mm
    mats = mats_in_a_row(game, seats, position.turn, left_mm=-width / 2, top_mm=height / 2 + GAP_MM)
    return from_upper_left([table.planned, *stones, *mats], game)
