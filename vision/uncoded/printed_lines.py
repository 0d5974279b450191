"""The printed lines round a cell: what covers it hides them all, even where it has the very colour of its ground."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from tabletop.cellnames import Cell
from vision.pixels.arrays import Floats, median
from vision.places.place import TablePlace, on_table
from vision.uncoded.look import PlainLook
from vision.uncoded.materials import Material

NEXT = ((0, 1), (1, 0))
"""Row and column of a cell's neighbours to the right and below."""


@dataclass(frozen=True, slots=True)
class LinesRound:
    """The lines to a cell's neighbours, as far as they tell anything."""

    shown: float | None
    """Share of them that look as such lines do elsewhere on the board; None where too few tell it."""
    blank: float
    """Share of them where a line should be and nothing is: as paper shows it, or a phone."""


def without_lines(
    look: PlainLook, places: Sequence[TablePlace], pitch_mm: float, base_mm: float, told: Collection[Cell]
) -> frozenset[Cell]:
    """Cells round which no line to a neighbour looks as it does elsewhere on the board."""
    shown = lines_round(look, places, pitch_mm, base_mm, told)
    return frozenset(cell for cell, lines in shown.items() if lines.shown == 0.0)


def lines_round(
    look: PlainLook,
    places: Sequence[TablePlace],
    pitch_mm: float,
    base_mm: float,
    told: Collection[Cell],
    printed: Mapping[str, Material] | None = None,
) -> dict[Cell, LinesRound]:
    """The lines to its neighbours of every cell that has any.

    Lines beside the cells in `told` say nothing: a piece lies there, whose side and shadow change them. Nor do lines
    that hardly show. Where those between two kinds of ground are too few, or scatter as much as they show, in dim light
    or under shadows, only that nothing at all is there tells something: of few lines held against the middle one of the
    others, or against how the grounds are `printed`.
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
    by_kind: dict[tuple[str, str], list[int]] = {}
    for index, (cell, beside) in enumerate(pairs):
        one, two = by_cell[cell].ground, by_cell[beside].ground
        if two < one:  # a line is the same from either side: dark beside light is light beside dark
            one, two, steps[index] = two, one, steps[index, ::-1].copy()
        by_kind.setdefault((one, two), []).append(index)
    usual = {kind: median(steps[mine], axis=0) for kind, mine in by_kind.items() if len(mine) >= own.fewest}
    others = float(np.median([np.abs(step).max() for step in usual.values()])) if usual else 0.0
    shown: dict[Cell, list[bool]] = {}
    blank: dict[Cell, list[bool]] = {}
    for kind, mine in by_kind.items():
        step = float(np.abs(usual[kind]).max()) if kind in usual else others
        there = np.abs(steps[mine]).max(axis=1)
        if kind not in usual and (contrast := _contrast(*kind, printed or {})) > step:
            step, there = contrast, np.abs(steps[mine, 0] - steps[mine, 1])
        if step < own.least_step:
            continue
        _tell(blank, [pairs[index] for index in mine], there < own.blank_share * step)
        if kind not in usual:
            continue
        off = np.abs(steps[mine] - usual[kind])
        scatter = 1.48 * float(np.median(off))
        if step >= own.clear * scatter:
            near = off.max(axis=1) <= max(own.least_off, own.clear * scatter, own.share_off * step)
            _tell(shown, [pairs[index] for index in mine], near)
    return {
        cell: LinesRound(
            float(np.mean(shown[cell])) if len(shown.get(cell, ())) >= own.fewest_round else None, float(np.mean(empty))
        )
        for cell, empty in blank.items()
    }


def _contrast(one: str, two: str, printed: Mapping[str, Material]) -> float:
    """By how much two kinds of ground differ in L as they are printed; 0 where that is not known."""
    return abs(float(printed[one].lab[0] - printed[two].lab[0])) if one in printed and two in printed else 0.0


def _tell(told: dict[Cell, list[bool]], pairs: Sequence[tuple[Cell, Cell]], values: Any) -> None:
    """What a line tells (one value a pair) goes to the cells on either side."""
    for pair, value in zip(pairs, values.tolist(), strict=True):
        for cell in pair:
            told.setdefault(cell, []).append(value)


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
