"""Where the parts of MY CITY on a chess board lie: the map, counters on its squares or hexes, mats below it."""

from collections.abc import Iterator
from dataclasses import replace
from math import copysign

from tabletop.boards import is_own_board, load_board
from tabletop.errors import UnreadableInput
from tabletop.gamefile import GameFile
from tabletop.games.my_city_chess.values import MyCityChessPosition
from tabletop.geometry import Pose
from tabletop.options import settled
from tabletop.parts import Part
from tabletop.plans.boards import PlannedBoard, board_part
from tabletop.plans.plan import GAP_MM, Plan, PlannedPart, bounds_mm, from_upper_left, mats_in_a_row, part_named

CHESS_BOARD = "square-8"
"""The map that a chess board of people's own stands for."""


def plan(position: MyCityChessPosition, game: GameFile) -> Plan:
    """Lay the map, landmarks and zones out; mats and puck below where the puck says whose turn it is.

    Raises UnreadableInput where there is no printed part for a counter, or no such map.
    """
    table = PlannedBoard(game, board_part(game, settled(position.game, position.options)["map"], 1), Pose(0.0, 0.0))
    laid = [table.planned, *(table.with_part(part, [on]) for part, on in _counters(position))]
    return from_upper_left(laid + _mats(position, game, laid), game)


def between_corners(
    position: MyCityChessPosition, game: GameFile, *, square_mm: float, thickness_mm: float = 0.0
) -> Plan:
    """Lay counters out on a chess board that people own, the corner pieces on the table around it, mats below.

    The board itself is no part; its middle is the middle of the corner pieces. Raises UnreadableInput where the
    position is on another map, or a counter's part is missing.
    """
    name = settled(position.game, position.options)["map"]
    if name != CHESS_BOARD:
        raise UnreadableInput(f"the map is {name}; corner pieces frame a chess board, map = '{CHESS_BOARD}'")
    side = 8 * square_mm
    board = replace(
        load_board(CHESS_BOARD),
        pitches_mm=(square_mm, square_mm),
        size_mm=(side, side),
        first_cell_mm=(square_mm / 2, square_mm / 2),
    )
    laid: list[PlannedPart] = []
    for corner in game.of_kind("corner"):
        (width, height), (x, y) = corner.size_mm, corner.anchor_mm or (0.0, 0.0)
        pose = Pose(-copysign((side + width) / 2, x), -copysign((side + height) / 2, y))
        laid.append(PlannedPart(corner.id, pose))
    for part_id, on in _counters(position):
        middle = board.cell_centre_mm(board.cell(on))
        laid.append(PlannedPart(part_named(game, part_id).id, Pose(*middle), thickness_mm))
    return from_upper_left(laid + _mats(position, game, laid), game)


def own_boards(position: MyCityChessPosition, game: GameFile) -> list[Part]:
    """The part of the board file that the position's map names."""
    name = str(settled(position.game, position.options).get("map", ""))
    return [board_part(game, name, 1)] if is_own_board(name) else []


def _counters(position: MyCityChessPosition) -> Iterator[tuple[str, str]]:
    """Part id and cell of every counter."""
    for landmark in position.landmarks:
        yield f"landmark-{landmark.name}", landmark.on
    for zone in position.zones:
        yield f"{zone.player}-{zone.type if zone.value < 0 else f'{zone.type}-{zone.value}'}", zone.on


def _mats(position: MyCityChessPosition, game: GameFile, laid: list[PlannedPart]) -> list[PlannedPart]:
    """Mats and puck below everything else."""
    left, _, _, bottom = bounds_mm(laid, game)
    return mats_in_a_row(game, position.players, position.turn, left_mm=left, top_mm=bottom + GAP_MM)
