"""Where places and pieces lie in the picture, as polygons to draw and to cut out."""

from collections.abc import Sequence

import numpy as np

from tabletop.gamefile import GameFile
from vision.arrays import PointsPx
from vision.city import outline_mm
from vision.pieces import FoundPiece
from vision.places import Lot, Street
from vision.plane import TablePlane
from vision.sheets import SolvedTable


def outlines_of(
    plane: TablePlane,
    table: SolvedTable,
    lots: Sequence[Lot],
    streets: Sequence[Street],
    game: GameFile,
) -> dict[str, PointsPx]:
    """Every place's polygon in the picture."""
    half = game.grid.lot_mm / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    width = game.grid.street_mm / 2
    strip = np.array([[-half, -width], [half, -width], [half, width], [-half, width]])
    corners = [lot.spot.to_table(square) for lot in lots] + [street.spot.to_table(strip) for street in streets]
    names = [lot.name for lot in lots] + [street.name for street in streets]
    outlines = dict(zip(names, plane.to_picture(np.array(corners).reshape(-1, 4, 2)), strict=True))
    for sheet in table.sheets:
        if sheet.part.kind == "tile":
            outlines.setdefault(f"tile:{sheet.part.number}", plane.to_picture(outline_mm(sheet)))
    return outlines


def piece_outline(piece: FoundPiece, lots: Sequence[Lot], plane: TablePlane) -> PointsPx:
    """A piece's outline in the picture, laid over the middles of its lots."""
    spots = {lot.cell: lot.spot for lot in lots}
    first = spots[piece.cells[0]]
    turn = piece.turn % 4
    right, down = first.right, first.down
    for _ in range(turn):
        right, down = down, -right
    middle = np.mean([spots[cell].middle_mm for cell in piece.cells], axis=0)
    centre = np.mean(np.array(piece.part.cell_centres_mm), axis=0)
    own = np.array(piece.part.outline_mm) - centre
    points = middle + own[:, :1] * right + own[:, 1:] * down
    return plane.to_picture(points, height_mm=piece.part.height_mm)
