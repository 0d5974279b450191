"""Where the parts of MY CITY on a chess board lie: the map, counters on its squares or hexes, mats below it."""

from tabletop.gamefile import GameFile
from tabletop.geometry import Pose
from tabletop.options import settled
from tabletop.plans.boards import LaidBoard, board_part
from tabletop.plans.plan import GAP_MM, Plan, from_upper_left, mats_in_a_row
from tabletop.positions.my_city_chess import MyCityChessPosition


def plan_my_city_chess(position: MyCityChessPosition, game: GameFile) -> Plan:
    """Lay the map, landmarks and zones out; mats and puck below where the puck says whose turn it is.

    Raises UnreadableInput where there is no printed part for a counter, or no such map.
    """
    table = LaidBoard(game, board_part(game, settled(position.game, position.options)["map"], 1), Pose(0.0, 0.0))
    laid = [table.planned]
    laid += [table.with_part(f"landmark-{landmark.name}", [landmark.on]) for landmark in position.landmarks]
    for zone in position.zones:
        kind = zone.type if zone.value < 0 else f"{zone.type}-{zone.value}"
        laid.append(table.with_part(f"{zone.player}-{kind}", [zone.on]))
    seats = position.players or ((position.turn,) if position.turn else ())
    width, height = table.part.size_mm
    laid += mats_in_a_row(game, seats, position.turn, left_mm=-width / 2, top_mm=height / 2 + GAP_MM)
    return from_upper_left(laid, game)
