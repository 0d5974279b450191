"""Where places and pieces lie in the picture, as polygons to draw and to cut out."""

from collections.abc import Mapping, Sequence

import numpy as np

from tabletop.gamefile import GameFile
from tabletop.lattice import Cell
from vision.city.ground_plan import Lot, Street
from vision.city.lattice import outline_mm
from vision.pixels.arrays import PointsMm, PointsPx
from vision.places.assignment import LyingPart
from vision.places.frame import PlaceFrame
from vision.table.plane import TablePlane
from vision.table.sheets import SolvedTable


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


def piece_outlines(pieces: Sequence[LyingPart], lots: Sequence[Lot], plane: TablePlane) -> tuple[PointsPx, ...]:
    """The pieces' outlines in the picture, each laid over the middles of its lots."""
    if not pieces:
        return ()
    spots = {lot.cell: lot.spot for lot in lots}
    outlines = [_laid(piece, spots) for piece in pieces]
    heights = np.repeat([piece.part.height_mm for piece in pieces], [len(outline) for outline in outlines])
    together = plane.to_picture(np.concatenate(outlines), height_mm=heights)
    return tuple(np.split(together, np.cumsum([len(outline) for outline in outlines])[:-1]))


def _laid(piece: LyingPart, spots: Mapping[Cell, PlaceFrame]) -> PointsMm:
    """A piece's outline on the table."""
    first = spots[piece.cells[0]]
    turn = piece.turn % 4
    right, down = first.right, first.down
    for _ in range(turn):
        right, down = down, -right
    middle = np.mean([spots[cell].middle_mm for cell in piece.cells], axis=0)
    centre = np.mean(np.array(piece.part.cell_centres_mm), axis=0)
    own = np.array(piece.part.outline_mm) - centre
    return np.asarray(middle + own[:, :1] * right + own[:, 1:] * down)
