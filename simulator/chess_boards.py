"""Chess boards that people own, on which MY CITY is played between the four corner pieces."""

from dataclasses import dataclass

from simulator.sheet import BOARD_PIXELS_PER_MM, BgrLevels, DrawnSheet
from simulator.textures import Texture, texture_from
from tabletop.geometry import PolygonMm, rectangle

CHESS_COLOURS: tuple[tuple[BgrLevels, BgrLevels], ...] = (
    ((170, 205, 228), (44, 72, 112)),  # maple and walnut
    ((215, 235, 238), (86, 120, 88)),  # vinyl, cream and green
    ((225, 225, 225), (90, 90, 90)),  # cardboard, grey
)
"""Light and dark squares of usual boards, blue first."""


@dataclass(frozen=True, slots=True)
class ChessBoard:
    """A board of 8 by 8 squares without a frame, a1 dark at the lower left."""

    square_mm: float = 45.0
    thickness_mm: float = 3.0


def chess_board_top(board: ChessBoard, colours: int) -> tuple[Texture, PolygonMm]:
    """What its upper face looks like in one of CHESS_COLOURS, and its outline."""
    side = 8 * board.square_mm
    light, dark = CHESS_COLOURS[colours]
    sheet = DrawnSheet((side, side), light, pixels_per_mm=BOARD_PIXELS_PER_MM)
    for row in range(8):
        for column in range(8):
            if (row + column) % 2:
                middle = ((column - 3.5) * board.square_mm, (row - 3.5) * board.square_mm)
                sheet.box(middle, board.square_mm, board.square_mm, dark)
    outline = rectangle(side, side)
    return texture_from(sheet.picture, sheet.inside(outline), BOARD_PIXELS_PER_MM), outline
