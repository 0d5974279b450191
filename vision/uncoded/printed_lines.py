"""The printed lines round a cell: what covers it hides them all, even where it has the very colour of its ground."""

from collections.abc import Collection, Sequence
from itertools import product

import numpy as np

from tabletop.cellnames import Cell
from vision.pixels.arrays import Floats, PointsMm
from vision.places.place import TablePlace
from vision.uncoded.look import PlainLook

NEXT = ((0, 1), (1, 0))
"""Row and column of a cell's neighbours to the right and below."""


def without_lines(
    look: PlainLook, places: Sequence[TablePlace], pitch_mm: float, base_mm: float, told: Collection[Cell]
) -> frozenset[Cell]:
    """Cells round which no line to a neighbour looks as it does elsewhere on the board."""
    shown = lines_round(look, places, pitch_mm, base_mm, told)
    return frozenset(cell for cell, share in shown.items() if not share)


def lines_round(
    look: PlainLook, places: Sequence[TablePlace], pitch_mm: float, base_mm: float, told: Collection[Cell]
) -> dict[Cell, float]:
    """Share of the lines to its neighbours that look as they do elsewhere on the board, of cells that tell it.

    Lines beside the cells in `told` say nothing: a piece lies there, whose side and shadow change them. Nor do lines of
    which too few are alike, or that hardly show.
    """
    own = look.settings.lines
    by_cell = {place.cell: place for place in places}
    pairs = [
        (cell, (cell[0] + down, cell[1] + right))
        for cell, (down, right) in product(by_cell, NEXT)
        if (cell[0] + down, cell[1] + right) in by_cell and not {cell, (cell[0] + down, cell[1] + right)} & set(told)
    ]
    if not pairs:
        return {}
    steps = _steps(look, [by_cell[one] for one, _ in pairs], [two[0] > one[0] for one, two in pairs], pitch_mm, base_mm)
    kinds = np.array([f"{by_cell[one].ground} {by_cell[two].ground}" for one, two in pairs])
    shown: dict[Cell, list[bool]] = {}
    for kind in np.unique(kinds):
        mine = np.flatnonzero(kinds == kind)
        usual = np.median(steps[mine], axis=0)
        off = np.abs(steps[mine] - usual)
        scatter = 1.48 * float(np.median(off))
        if len(mine) < own.fewest or np.abs(usual).max() < max(own.least_step, own.clear * scatter):
            continue
        allowed = max(own.least_off, own.clear * scatter, own.share_off * float(np.abs(usual).max()))
        for index, far in zip(mine.tolist(), (off.max(axis=1) > allowed).tolist(), strict=True):
            for cell in pairs[index]:
                shown.setdefault(cell, []).append(not far)
    return {cell: sum(lines) / len(lines) for cell, lines in shown.items() if len(lines) >= own.fewest_round}


def _steps(
    look: PlainLook, cells: Sequence[TablePlace], below: Sequence[bool], pitch_mm: float, base_mm: float
) -> Floats:
    """By how much the line at the right or lower side of each cell is lighter than either side of it, (n, 2)."""
    own = look.settings.lines
    along = np.linspace(-own.along_mm, own.along_mm, own.samples)
    across = np.array([-own.beside_mm, *np.linspace(-own.line_mm, own.line_mm, own.samples_across), own.beside_mm])
    out, over = np.meshgrid(pitch_mm / 2 + across, along, indexing="ij")
    right, down = np.stack([out, over], axis=-1), np.stack([over, out], axis=-1)
    points: PointsMm = np.array(
        [cell.spot.to_table(down if low else right) for cell, low in zip(cells, below, strict=True)]
    )
    pixels = look.plane.to_picture(points.reshape(-1, 2), height_mm=base_mm)
    light = look.field.at(pixels)[:, 0].astype(float).reshape(len(cells), len(across), len(along))
    profile = np.median(light, axis=2)
    sides = profile[:, (0, -1)]
    line = profile[:, 1:-1] - sides.mean(axis=1)[:, None]
    most = np.take_along_axis(profile[:, 1:-1], np.abs(line).argmax(axis=1)[:, None], axis=1)
    return np.asarray(most - sides)
