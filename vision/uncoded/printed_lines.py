"""The printed lines round a cell: what covers it hides them all, even where it has the very colour of its ground."""

from collections.abc import Collection, Sequence
from itertools import product

import numpy as np

from tabletop.cellnames import Cell
from vision.pixels.arrays import Floats, median
from vision.places.place import TablePlace, on_table
from vision.uncoded.look import PlainLook

NEXT = ((0, 1), (1, 0))
"""Row and column of a cell's neighbours to the right and below."""


def without_lines(
    look: PlainLook, places: Sequence[TablePlace], pitch_mm: float, base_mm: float, told: Collection[Cell]
) -> frozenset[Cell]:
    """Cells round which no line to a neighbour looks as it does elsewhere on the board.

    Lines beside the cells in `told` say nothing: a piece lies there, whose side and shadow change them. Nor do lines
    that hardly show, and those between two kinds of ground that are too few, or scatter as much as they show, in dim
    light or under shadows.
    """
    own = look.settings.lines
    by_cell = {place.cell: place for place in places}
    pairs = [
        (cell, (cell[0] + down, cell[1] + right))
        for cell, (down, right) in product(by_cell, NEXT)
        if (cell[0] + down, cell[1] + right) in by_cell and not {cell, (cell[0] + down, cell[1] + right)} & set(told)
    ]
    if not pairs:
        return frozenset()
    steps = _steps(look, [by_cell[one] for one, _ in pairs], [two[0] > one[0] for one, two in pairs], pitch_mm, base_mm)
    by_kind: dict[tuple[str, str], list[int]] = {}
    for index, (cell, beside) in enumerate(pairs):
        one, two = by_cell[cell].ground, by_cell[beside].ground
        if two < one:  # a line is the same from either side: dark beside light is light beside dark
            one, two, steps[index] = two, one, steps[index, ::-1].copy()
        by_kind.setdefault((one, two), []).append(index)
    shown: dict[Cell, list[bool]] = {}
    for mine in (mine for mine in by_kind.values() if len(mine) >= own.fewest):
        usual = median(steps[mine], axis=0)
        step, off = float(np.abs(usual).max()), np.abs(steps[mine] - usual)
        scatter = 1.48 * float(np.median(off))
        if step < own.least_step or step < own.clear * scatter:
            continue
        near = off.max(axis=1) <= max(own.least_off, own.clear * scatter, own.share_off * step)
        for index, is_shown in zip(mine, near.tolist(), strict=True):
            for cell in pairs[index]:
                shown.setdefault(cell, []).append(is_shown)
    return frozenset(cell for cell, lines in shown.items() if len(lines) >= own.fewest_round and not any(lines))


def _steps(
    look: PlainLook, cells: Sequence[TablePlace], below: Sequence[bool], pitch_mm: float, base_mm: float
) -> Floats:
    """By how much the line at the right or lower side of each cell is lighter than either side of it, (n, 2)."""
    own = look.settings.lines
    along = np.linspace(-own.along_mm, own.along_mm, own.samples)
    across = np.array([-own.beside_mm, *np.linspace(-own.line_mm, own.line_mm, own.samples_across), own.beside_mm])
    out, over = np.meshgrid(pitch_mm / 2 + across, along, indexing="ij")
    right, down = (np.stack(one, axis=-1).reshape(-1, 2) for one in ((out, over), (over, out)))
    points = on_table([cell.spot for cell in cells], np.where(np.array(below)[:, None, None], down, right))
    pixels = look.plane.to_picture(points, height_mm=base_mm)
    light = look.field.at(pixels)[..., 0].reshape(len(cells), len(across), len(along))
    profile: Floats = median(light)
    sides = profile[:, (0, -1)]
    line = profile[:, 1:-1] - sides.mean(axis=1)[:, None]
    most = np.take_along_axis(profile[:, 1:-1], np.abs(line).argmax(axis=1)[:, None], axis=1)
    return np.asarray(most - sides)
