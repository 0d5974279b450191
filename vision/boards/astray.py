"""Parts that were decoded where no cell is theirs: on a line, over the rim, two at one cell.

Whatever was decoded counts for something: it lies in a cell of its own, or wholly beside the board, or it is told
about, and nothing that it reaches into is empty for sure.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabletop.geometry import bounding_box
from tabletop.readings import Problem
from vision.boards.cells import CellField, LaidBoard
from vision.boards.setup import Setup
from vision.pixels.arrays import Floats, PointsMm, distances, median
from vision.places.assignment import Assignment
from vision.places.decoded import DecodedPart, decoded_parts
from vision.places.shot import SolvedShot
from vision.settings.boards import BoardSettings

SAMPLES = 11
"""Points along a part at which is asked over which cell it lies."""


@dataclass(frozen=True, slots=True)
class Doubts:
    """Places to be asked about, and what to tell people."""

    asked: frozenset[str] = frozenset()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class _Lying:
    """A decoded part and the cell that is nearest to it, by its index."""

    one: DecodedPart
    nearest: int
    board: int
    off: float
    """Of that cell's middle, in pitches; from 0.5 on it lies outside."""
    owned: bool
    """Whether that cell is the only one in question."""
    placed: bool
    """Whether it was explained to lie there."""

    @property
    def counts_as(self) -> tuple[str, bytes]:
        """Codes of one part of several cells count as one."""
        return self.one.part.id, b"" if len(self.one.part.codes) > 1 else self.one.middle_mm.tobytes()


class Grid:
    """The cells as arrays, and which parts cover each of them by what was explained."""

    def __init__(self, field: CellField, explained: Assignment, settings: BoardSettings) -> None:
        cells, boards = field.cells, field.boards
        self._settings = settings
        self._middles = np.array([cell.spot.middle_mm for cell in cells])
        self._pitches = np.array([boards[cell.board].board.pitch_mm for cell in cells])
        self._boards = [cell.board for cell in cells]
        self._axes = np.array([[cell.spot.right, cell.spot.down] for cell in cells])
        self._square = np.array([boards[cell.board].board.shape == "square" for cell in cells])
        number = {cell.where: index for index, cell in enumerate(cells)}
        self.covered: list[set[str]] = [set() for _ in cells]
        """Ids of the parts over each cell."""
        for piece in explained.parts:
            for cell in piece.cells:
                if (piece.board, cell) in number:
                    self.covered[number[piece.board, cell]].add(piece.part.id)

    def lying(self, decoded: Sequence[DecodedPart]) -> list[_Lying]:
        """Each part with the cell that is nearest; those far from every cell are left out."""
        if not decoded:
            return []
        middles = np.array([one.middle_mm for one in decoded])
        away = distances(middles, self._middles) / self._pitches
        nearest, ordered = away.argmin(axis=1), np.sort(np.pad(away, ((0, 0), (0, 1)), constant_values=np.inf), axis=1)
        clear = ordered[:, 1] - ordered[:, 0] >= self._settings.on_line
        owned = (ordered[:, 0] <= self._settings.in_a_cell) & clear
        off = self._off(middles[None], nearest)[0]
        found = []
        for index in np.flatnonzero(ordered[:, 0] <= self._settings.beside).tolist():
            one, cell = decoded[index], int(nearest[index])
            placed = bool(owned[index]) and one.part.id in self.covered[cell]
            found.append(_Lying(one, cell, self._boards[cell], float(off[index]), bool(owned[index]), placed))
        return found

    def at(self, points_mm: PointsMm) -> list[int]:
        """Indices of the cells in which table points (m, 2) lie."""
        off = self._off(points_mm[:, None], np.arange(len(self._middles)))
        found: list[int] = np.flatnonzero((off < 0.5).any(axis=0)).tolist()
        return found

    def under(self, one: _Lying) -> list[int]:
        """Indices of the cells into which a part reaches; of a part of several cells, this code's share of it."""
        part = one.one.part
        if len(part.codes) > 1:
            half = self._pitches[one.nearest] / 2
            (left, top), (right, bottom) = one.one.own_mm - half, one.one.own_mm + half
        else:
            left, top, right, bottom = bounding_box(part.outline_mm)
        spread = np.stack(np.meshgrid(np.linspace(left, right, SAMPLES), np.linspace(top, bottom, SAMPLES)), axis=-1)
        off = self._off(one.one.to_table(spread.reshape(-1, 1, 2)), np.arange(len(self._middles)))
        reached: list[int] = np.flatnonzero((off < 0.5 - self._settings.intrusion).any(axis=0)).tolist()
        return reached

    def _off(self, points_mm: PointsMm, cells: Any) -> Floats:
        """How far off the middles of some cells (n,) table points lie, (m, 1, 2) or some (m, n, 2) for each: (m, n), in
        pitches."""
        axes, away = self._axes[cells], points_mm - self._middles[cells]
        axes = axes / ((axes**2).sum(axis=2) * self._pitches[cells, None])[..., None]
        across, down = (away[..., 0] * axis[:, 0] + away[..., 1] * axis[:, 1] for axis in (axes[:, 0], axes[:, 1]))
        off = np.maximum(np.abs(across), np.abs(down))
        return np.asarray(off if self._square.all() else np.where(self._square[cells], off, np.hypot(across, down)))


def look_astray(shot: SolvedShot, setup: Setup, field: CellField, explained: Assignment, grid: Grid) -> Doubts:
    """Hold every decoded part against the cells that were explained."""
    cells, boards, settings = field.cells, field.boards, shot.settings.boards
    if not cells:
        return Doubts()
    lying = grid.lying(
        decoded_parts(shot.codes, shot.plane, setup.pieces_parts, base_mm=boards[cells[0].board].height_mm)
    )
    elsewhere = _elsewhere(lying, len(boards), settings)
    asked = {cell.name for cell in cells if cell.board in elsewhere}
    problems = [_elsewhere_problem(boards[board], setup) for board in elsewhere]
    told = {place for problem in explained.problems for place in problem.places}
    for one in lying:
        if one.placed:
            continue
        over = grid.under(one)
        reached = [index for index in over if not grid.covered[index] or one.one.part.id in grid.covered[index]]
        if one.owned and one.nearest not in reached:
            reached = sorted([*reached, one.nearest])
        asked |= {cells[index].name for index in reached}
        places = tuple(cells[index].name for index in reached or over)
        if places and one.board not in elsewhere and not told.intersection(places):
            title, names = setup.game.name_of(one.one.part.id), _names(reached or over, field)
            message = f"{title} lies in no cell of its own, at {names}; push it into one"
            problems.append(Problem("part-astray", message, places))
    for one in grid.lying(decoded_parts(shot.codes, shot.plane, setup.loose_parts)):
        over = [index for index in grid.under(one) if not grid.covered[index]]
        if over:
            places = tuple(cells[index].name for index in over)
            asked |= set(places)
            message = f"{setup.game.name_of(one.one.part.id)} lies over {_names(over, field)}; put it beside the board"
            problems.append(Problem("part-over-cells", message, places))
    return Doubts(frozenset(asked), tuple(dict.fromkeys(problems)))


def _elsewhere(lying: Sequence[_Lying], boards: int, settings: BoardSettings) -> list[int]:
    """Numbers of the boards most of whose parts lie between the cells."""
    found = []
    for board in range(boards):
        off: dict[tuple[str, bytes], list[float]] = {}
        for one in lying:
            if one.board == board and one.off < 1.0:
                off.setdefault(one.counts_as, []).append(one.off)
        between = [float(median(values)) > settings.between for values in off.values()]
        if len(between) >= settings.fewest_alike and np.mean(between) >= settings.most_between:
            found.append(board)
    return found


def _elsewhere_problem(laid: LaidBoard, setup: Setup) -> Problem:
    """Why most parts may lie between a board's cells: its file, its corner pieces, or the players' hands."""
    title = laid.sheet.part.title
    message = f"most parts on the board '{title}' lie between its cells; push them into the cells"
    if laid.sheet.part.corner is not None:
        message = f"most parts on {title} lie between its squares; push the corner pieces against the squares' corners"
    elif laid.made_elsewhere or setup.own_boards:
        message = (
            f"most parts on the board '{title}' lie between the cells of its file; measure first_cell_mm (the middle "
            "of the upper left cell) and pitch_mm (from one middle to the next) again"
        )
    return Problem("cells-elsewhere", message)


def _names(indices: Sequence[int], field: CellField) -> str:
    """The cells by the names that are written on the board."""
    cells = [field.cells[index] for index in indices]
    return ", ".join(field.boards[cell.board].board.cell_name(cell.cell) for cell in cells)
