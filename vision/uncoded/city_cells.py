"""A city as the learned look takes it: lots and streets are the cells of one board whose pitch is half the city's.

A piece over several lots covers the streets between them, so that on this board it fills its cells as pieces without
streets do, and a street that shows parts two pieces of one colour.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from tabletop.cellnames import Cell
from tabletop.gamefile import GameFile, Rgb
from tabletop.lattice import Segment
from vision.city.ground_plan import Street
from vision.pixels.arrays import Floats
from vision.places.place import TablePlace, frames_of
from vision.uncoded.board_input import POINTS
from vision.uncoded.cell_looks import CellGrid
from vision.uncoded.materials import veiled_lab

FINE = 6
"""Samples along each side of a point's square, of which its print is the mean."""
BEYOND = 2
"""Cells round the outermost lots: a street and half a lot, or the table."""


def lot_cell(cell: Cell) -> Cell:
    """Where a lot is on the board of lots and streets."""
    return 2 * cell[0], 2 * cell[1]


def street_cell(segment: Segment) -> Cell:
    """Where a street is on it; segments lie to the east or the south of their cell."""
    (row, column), side = segment
    return 2 * row + (side == "south"), 2 * column + (side == "east")


def city_grid(lots: Sequence[TablePlace], streets: Sequence[Street], pitch_mm: float, base_mm: float) -> CellGrid:
    """The board of some lots, of streets beside them, and of what lies round these; each as its own sheet has it."""
    frames = frames_of([lot.spot for lot in lots])
    of_lots = np.array([lot_cell(lot.cell) for lot in lots])
    low, high = of_lots.min(axis=0) - BEYOND, of_lots.max(axis=0) + BEYOND
    rows, columns = (np.arange(first, last + 1) for first, last in zip(low, high, strict=True))
    away = np.stack(np.meshgrid(rows, columns, indexing="ij"), axis=-1)[:, :, None] - of_lots
    nearest = np.abs(away).max(axis=-1).argmin(axis=-1)
    off_mm = np.take_along_axis(away, nearest[..., None, None], axis=2)[:, :, 0] * pitch_mm / 2
    right, down = frames.rights[nearest], frames.downs[nearest]
    middles = frames.middles_mm[nearest] + off_mm[..., 1:] * right + off_mm[..., :1] * down
    board = np.zeros(middles.shape[:2])
    cells = [lot_cell(lot.cell) for lot in lots] + [street_cell(street.segment) for street in streets]
    at = {cell: (cell[0] - int(low[0]), cell[1] - int(low[1])) for cell in cells}
    for where in at.values():
        board[where] = 1.0
    for street in streets:
        middles[at[street_cell(street.segment)]] = street.spot.middle_mm
    return CellGrid(middles, right, down, board, at, (pitch_mm / 2, pitch_mm / 2), base_mm)


def printed_lot(game: GameFile, colour: str) -> Floats:
    """Lab (points, points, 3) of an empty lot on ground of that colour: with ring and disc, without its number."""
    art = game.sections.art
    x, y = _fine(game.grid.pitch_mm / 2)
    radius = np.hypot(x, y)
    inside = (radius < art.ring_outer_radius_mm).astype(int) + (radius < art.disc_radius_mm)
    return _evened(inside, (game.palette[colour], game.palette["ink"], game.palette["white"]))


def printed_street(game: GameFile, *, across: bool) -> Floats:
    """The same of an empty street with the rail of each half; `across` the city, else from top to bottom."""
    art = game.sections.art
    x, y = _fine(game.grid.pitch_mm / 2)
    along, aside = (x, y) if across else (y, x)
    rail = np.abs(np.abs(aside) - art.rail_offset_mm) < art.rail_width_mm / 2
    rail &= np.abs(along) < art.rail_length_mm / 2
    return _evened(rail.astype(int), (game.palette["street"], game.palette["rail"]))


@lru_cache(maxsize=4)
def _fine(side_mm: float) -> tuple[Floats, Floats]:
    """x and y of `FINE` places for each point of a cell, each way."""
    count = POINTS * FINE
    line = ((np.arange(count) + 0.5) / count - 0.5) * side_mm
    x, y = np.meshgrid(line, line)
    return x, y


def _evened(which: Floats, colours: tuple[Rgb, ...]) -> Floats:
    """Lab (points, points, 3) of a cell in which these colours are printed where `which` has their number."""
    labs = np.array([veiled_lab(colour) for colour in colours])
    return np.asarray(labs[which].reshape(POINTS, FINE, POINTS, FINE, 3).mean(axis=(1, 3)))
