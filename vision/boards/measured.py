"""Codes that look larger or smaller than their file says: of another size, or on a piece of another height.

A tall piece that is described as flat is read beside where it stands, at times in another cell; its code lies nearer to
the camera and looks larger by as much.
"""

from dataclasses import dataclass

import numpy as np

from tabletop.readings import Problem
from vision.boards.astray import Grid
from vision.boards.cells import CellField
from vision.boards.setup import Setup
from vision.places.decoded import DecodedPart, decoded_parts
from vision.places.shot import SolvedShot
from vision.table.plane import TablePlane

STEP_MM = 20.0
"""Between the two heights at which a code's size is measured; in between it shrinks evenly."""
ALONG = 24
"""Points between where a piece is read and where it would stand if its height were told wrongly."""


@dataclass(frozen=True, slots=True)
class OddSizes:
    """Places to be asked about, and what to tell people."""

    asked: frozenset[str] = frozenset()
    problems: tuple[Problem, ...] = ()


def look_for_odd_sizes(shot: SolvedShot, setup: Setup, field: CellField, grid: Grid) -> OddSizes:
    """Measure every part's codes; where another height would put a piece into another cell, both are asked about."""
    cells, settings = field.cells, shot.settings.boards
    if not cells:
        return OddSizes()
    base_mm = field.boards[cells[0].board].height_mm
    of_part: dict[str, list[DecodedPart]] = {}
    for one in decoded_parts(shot.codes, shot.plane, setup.pieces_parts, base_mm=base_mm):
        of_part.setdefault(one.part.id, []).append(one)
    asked: set[str] = set()
    problems = []
    for found in of_part.values():
        excess = float(np.median([_size(one) for one in found])) - 1.0
        side_px = float(np.median([one.code.side_px for one in found]))
        if abs(excess) < settings.odd_size + settings.odd_size_px / side_px:
            continue
        places: set[str] = set()
        for one in found:
            way = grid.at(_way(one, shot.plane, base_mm))
            if len(way) > 1:
                free = [index for index in way if not grid.covered[index] or one.part.id in grid.covered[index]]
                places |= {cells[index].name for index in free}
        asked |= places
        title, share = found[0].part.title, round(abs(excess) * 100)
        message = (
            f"the code of {title} looks {share} % larger than its file says: it is larger, or the piece is taller; "
            "measure both again"
        )
        if excess < 0:
            message = (
                f"the code of {title} looks {share} % smaller than its file says: it is smaller, or lies lower; "
                "measure both again"
            )
        problems.append(Problem("odd-size", message, tuple(sorted(places))))
    return OddSizes(frozenset(asked), tuple(problems))


def _size(one: DecodedPart) -> float:
    """How large a code looks at its file's height, 1 being what the file says."""
    return float(np.linalg.norm(one.right) + np.linalg.norm(one.down)) / 2


def _way(one: DecodedPart, plane: TablePlane, base_mm: float) -> np.ndarray:
    """Table points (n, 2) from where a part is read to where it stands if its code's size tells its height."""
    (higher,) = decoded_parts([one.code], plane, [one.part], base_mm=base_mm + STEP_MM)
    shrinking = (_size(one) - _size(higher)) / STEP_MM
    raised_mm = max((_size(one) - 1.0) / max(shrinking, 1e-6), -base_mm - one.part.height_mm)
    (there,) = decoded_parts([one.code], plane, [one.part], base_mm=base_mm + raised_mm)
    shares = np.linspace(0.0, 1.0, ALONG)[:, None]
    return np.asarray(one.middle_mm * (1.0 - shares) + there.middle_mm * shares)
