"""The learned look at the cells of one board: what it is asked, and what it answers."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tabletop.cellnames import Cell
from vision.pixels.arrays import Floats, PointsPx, Samples, median
from vision.places.patches import between_nine, nine_points
from vision.places.place import TablePlace
from vision.settings.uncoded import PlainSettings
from vision.table.plane import TablePlane
from vision.uncoded.board_input import (
    CORE,
    MOST_RIVALS,
    POINTS,
    BoardPicture,
    ColourQuestion,
    cell_grid,
    delta_e,
    joined,
    noise_of,
    parted,
)
from vision.uncoded.learned import LearnedNet, Told
from vision.uncoded.look import PlainLook
from vision.uncoded.materials import Material, refined
from vision.uncoded.together import told_together

BLOCK = 5
"""Cells along the part of a board of which light is taken to be alike."""
FEWEST_BARE = 3
"""Cells of a kind that must look bare before they teach what it looks like."""
UNTOLD_MM = 8.0
"""Height of pieces whose height nobody told."""
ALIKE_DELTA = 12.0
"""Scatter (Delta E) of a colour's likeness to a cell's. Chosen by hand."""
REACH = 1
"""Cells round those that may have changed that are shown to the network: what has changed lies well within them."""
MOST_AGAIN = 0.6
"""Share of the board from which all of it is looked at anew. Chosen by hand."""
SECOND_LIKENESS, LIKE_THE_FIRST = 0.25, 0.5
"""A second colour is asked about from this likeness, and this share of the likest one's. Chosen by hand; a colour
that is not asked about counts as not there."""


@dataclass(frozen=True, slots=True, eq=False)
class LookedAt:
    """A cell to look at: what kind of ground it is, how bare it seemed, and what its print says."""

    cell: Cell
    kind: str
    bare: bool
    """By colour alone."""
    printed: Floats | None
    """Lab of its print, (3,) or (points, points, 3), where the game's file knows it; bare cells teach how far off that
    is, so that cells of one kind may be printed in different colours."""


@dataclass(frozen=True, slots=True)
class CellTold:
    """What the learned look says of one cell, as probabilities."""

    bare: float
    pieces: Mapping[int, float]
    """Number of a colour -> that a piece of it stands there; colours that were not asked about are not in it."""
    other: float
    on: Mapping[int, tuple[float, ...]]
    """Number of a colour -> that its piece goes on above, to the right, below, to the left."""
    taught: bool
    """Whether other cells told what its ground looks like, and not its print's colour alone."""


@dataclass(frozen=True, slots=True, eq=False)
class LearnedBoard:
    """What the learned look told of a board's cells, and what it took for their ground and the pieces' colours.

    While camera and light stay as they are that holds, and only what has changed is looked at again.
    """

    grid: CellGrid
    materials: tuple[Material, ...]
    reference: Samples
    """What the bare ground looks like, (rows · points, columns · points, 3)."""
    taught: Floats
    """1 where other cells told that, (rows, columns)."""
    noise: float
    """How much neighbouring points differ by noise, Delta E."""
    looked_at: frozenset[Cell]
    known: frozenset[Cell]
    """Those of whose kind enough is known."""
    told: Mapping[Cell, CellTold]

    def lies_as(self, places: Sequence[TablePlace], base_mm: float) -> bool:
        """Whether these are its cells, as high as they were."""
        return self.grid.base_mm == base_mm and self.grid.at.keys() == {place.cell for place in places}

    def again(
        self, net: LearnedNet, look: PlainLook, cells: Sequence[LookedAt], changed: Collection[Cell]
    ) -> LearnedBoard | None:
        """What the same board tells where something may have changed in these of its cells: they are told anew.

        None where so many have that the whole board is to be looked at.
        """
        if not {one.cell for one in cells} <= self.looked_at:
            return None  # nothing is known of the ground where a code lay
        at = np.array([self.grid.at[cell] for cell in changed]).reshape(-1, 2)
        if not len(at):
            return self._of(cells, {})
        low = np.maximum(at.min(axis=0) - REACH, 0)
        high = np.minimum(at.max(axis=0) + REACH + 1, self.grid.shape)
        if np.prod(high - low) > MOST_AGAIN * np.prod(self.grid.shape):
            return None
        rows, columns = (slice(int(first), int(last)) for first, last in zip(low, high, strict=True))
        part = self.grid.part(rows, columns)
        points = tuple(slice(POINTS * one.start, POINTS * one.stop) for one in (rows, columns))
        seen = replace(
            self, grid=part, reference=self.reference[points], taught=self.taught[rows, columns],
            known=self.known & part.at.keys(),
        )  # fmt: skip
        mine = [one for one in cells if one.cell in seen.known]
        ground = _Ground.of(look, part)
        anew = seen.answers(net, look, ground, mine) if mine else {}
        return self._of(cells, {cell: one for cell, one in anew.items() if cell in changed})

    def _of(self, cells: Sequence[LookedAt], anew: Mapping[Cell, CellTold]) -> LearnedBoard:
        told = {**self.told, **anew}
        return replace(self, told={one.cell: told[one.cell] for one in cells if one.cell in told})

    def answers(
        self, net: LearnedNet, look: PlainLook, ground: _Ground, cells: Sequence[LookedAt]
    ) -> dict[Cell, CellTold]:
        """What these cells tell, asked about the colours that come near some cell's."""
        grid, materials = self.grid, self.materials
        where = np.array([grid.at[one.cell] for one in cells])
        own = parted(ground.lab)[where[:, 0], where[:, 1]]
        veil = look.field.veil.share_at(grid.middles.reshape(-1, 2)).reshape(grid.shape)
        burnt = look.field.burnt_at(ground.pixels).reshape(*grid.shape, POINTS, POINTS, 1)
        board = BoardPicture(
            ground.lab, self.reference, joined(burnt)[..., 0], self.taught, veil, grid.board, self.noise
        )
        labs = np.array([material.lab for material in materials])
        heights = {number: high_mm(materials[number]) for number in _asked(own, labs)}
        tried = set(heights.values())
        raised = {high: _sampled(look, grid, grid.pixels(look.plane, high)) for high in tried}
        leans = {high: grid.lean(look.plane, high) for high in tried}
        answers: dict[int, Told] = {}
        for number, high in heights.items():
            width = min(materials[number].kinds[0].width_mm / grid.pitch_mm, 1.0)
            rivals = np.delete(labs, number, axis=0)[:MOST_RIVALS]
            answers[number] = net.look(board, ColourQuestion(raised[high], labs[number], rivals, leans[high], width))
        return {
            one.cell: _told(answers, (int(row), int(column)), bool(self.taught[row, column]))
            for one, (row, column) in zip(cells, where, strict=True)
        }


@dataclass(frozen=True, slots=True, eq=False)
class _Ground:
    """The whole grid as it is seen on the board: where, and in which colours."""

    pixels: PointsPx
    lab: Samples

    @staticmethod
    def of(look: PlainLook, grid: CellGrid) -> _Ground:
        """As this look has it."""
        pixels = grid.pixels(look.plane, 0.0)
        return _Ground(pixels, _sampled(look, grid, pixels))


def look_at_cells(
    net: LearnedNet, look: PlainLook, grid: CellGrid, cells: Sequence[LookedAt], materials: Sequence[Material]
) -> LearnedBoard | None:
    """What every cell tells of whose kind enough is known; None where there is none."""
    if not cells or not materials:
        return None
    where = np.array([grid.at[one.cell] for one in cells])
    ground = _Ground.of(look, grid)
    own = parted(ground.lab)[where[:, 0], where[:, 1]]
    seen = seen_colours(materials, cells, own, look.settings)
    reference, taught, known = bare_reference(grid, cells, own)
    if not known.any():
        return None
    mine = [one for one, sure in zip(cells, known, strict=True) if sure]
    board = LearnedBoard(
        grid,
        seen,
        reference,
        taught,
        noise_of(ground.lab),
        frozenset(one.cell for one in cells),
        frozenset(one.cell for one in mine),
        {},
    )
    return replace(board, told=board.answers(net, look, ground, mine))


def _told(answers: Mapping[int, Told], at: tuple[int, int], taught: bool) -> CellTold:
    """What all colours together say of one cell."""
    pieces = {number: float(one.piece[at]) for number, one in answers.items()}
    likest = max(pieces, key=lambda number: pieces[number])
    on = {number: tuple(one.on[at].tolist()) for number, one in answers.items()}
    bare = min(float(one.bare[at]) for one in answers.values())
    return CellTold(bare, pieces, float(answers[likest].other[at]), on, taught)


@dataclass(frozen=True, slots=True, eq=False)
class CellGrid:
    """The rows and columns of cells that are looked at as one picture, and where each lies."""

    middles: Floats
    """On the table, (rows, columns, 2)."""
    right: Floats
    """Table millimetres for one to the right, in each cell's own frame, (rows, columns, 2)."""
    down: Floats
    board: Floats
    """1 for cells of the board, 0 for others, (rows, columns)."""
    at: Mapping[Cell, tuple[int, int]]
    """The board's cells -> their row and column here."""
    pitches_mm: tuple[float, float]
    """To the right and down, in each cell's own frame."""
    base_mm: float

    @property
    def pitch_mm(self) -> float:
        """The smaller of both pitches."""
        return min(self.pitches_mm)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.board.shape[0], self.board.shape[1]

    @staticmethod
    def of(places: Sequence[TablePlace], pitches_mm: tuple[float, float], base_mm: float, *, square: bool) -> CellGrid:
        """The grid of a board's places, with those round it. Cells that make no lattice lie apart, three by three."""
        if square:
            one = places[0]
            cells = np.array([place.cell for place in places])
            low, high = cells.min(axis=0) - 1, cells.max(axis=0) + 1
            steps = np.stack(
                np.meshgrid(*(np.arange(a, b + 1) for a, b in zip(low, high, strict=True)), indexing="ij"), -1
            )
            offset = (steps - np.array(one.cell)) * pitches_mm[::-1]
            middles = one.spot.middle_mm + offset[..., 1:] * one.spot.right + offset[..., :1] * one.spot.down
            at = {place.cell: (place.cell[0] - int(low[0]), place.cell[1] - int(low[1])) for place in places}
            right, down = (np.broadcast_to(way, middles.shape) for way in (one.spot.right, one.spot.down))
        else:
            wide = math.isqrt(len(places) - 1) + 1
            at = {place.cell: (3 * (n // wide) + 1, 3 * (n % wide) + 1) for n, place in enumerate(places)}
            shape = (3 * (-(-len(places) // wide)), 3 * wide, 2)
            middles, right, down = (np.zeros(shape) for _ in range(3))
            for place in places:
                row, column = at[place.cell]
                block = slice(row - 1, row + 2), slice(column - 1, column + 2)
                y, x = np.meshgrid(*(np.array([-pitch, 0.0, pitch]) for pitch in pitches_mm[::-1]), indexing="ij")
                spot = place.spot
                middles[block] = spot.middle_mm + x[..., None] * spot.right + y[..., None] * spot.down
                right[block], down[block] = spot.right, spot.down
        board = np.zeros(middles.shape[:2])
        for row, column in at.values():
            board[row, column] = 1.0
        return CellGrid(middles, right, down, board, at, pitches_mm, base_mm)

    def part(self, rows: slice, columns: slice) -> CellGrid:
        """Some of its rows and columns."""
        at = {
            cell: (row - rows.start, column - columns.start)
            for cell, (row, column) in self.at.items()
            if rows.start <= row < rows.stop and columns.start <= column < columns.stop
        }
        middles, right, down, board = (one[rows, columns] for one in (self.middles, self.right, self.down, self.board))
        return CellGrid(middles, right, down, board, at, self.pitches_mm, self.base_mm)

    def pixels(self, plane: TablePlane, height_mm: float) -> PointsPx:
        """Where the points of all cells are seen, (rows · columns, points², 2), at a height above the board."""
        control, weights = nine_points(cell_grid(1.0) * self.pitches_mm)
        middles, right, down = (one.reshape(-1, 1, 2) for one in (self.middles, self.right, self.down))
        nine = plane.to_picture(
            middles + control[:, :1] * right + control[:, 1:] * down, height_mm=self.base_mm + height_mm
        )
        return between_nine(nine, weights)

    def lean(self, plane: TablePlane, high_mm: float) -> Floats:
        """By how much what stands higher is seen shifted, in cells, in each cell's own frame, (rows, columns, 2)."""
        shifted = plane.to_table(plane.to_picture(self.middles, height_mm=self.base_mm + high_mm))
        away = shifted - plane.to_table(plane.to_picture(self.middles, height_mm=self.base_mm))
        return np.stack([(away * self.right).sum(axis=-1), (away * self.down).sum(axis=-1)], axis=-1) / self.pitches_mm


def _sampled(look: PlainLook, grid: CellGrid, pixels: PointsPx) -> Samples:
    """Lab of the whole grid, whose points are seen at these pixels, (rows · points, columns · points, 3)."""
    return joined(look.field.at(pixels).reshape(*grid.shape, POINTS, POINTS, 3))


def bare_reference(grid: CellGrid, cells: Sequence[LookedAt], own: Samples) -> tuple[Samples, Floats, Any]:
    """The bare ground's picture as other cells of a kind show it, or as it is printed; whether taught; which are known.

    Light changes over a board: cells near by teach it, where enough of them are bare. What lies between and round the
    cells that are looked at is taken to be as the first of them.
    """
    reference = np.zeros((*grid.shape, POINTS, POINTS, 3), np.float32)
    taught, filled, known = np.zeros(grid.shape), np.zeros(grid.shape, bool), np.zeros(len(cells), bool)
    seems_bare = np.array([one.bare for one in cells])
    has_print = np.array([one.printed is not None for one in cells])
    printed = np.zeros_like(own)
    for number in np.flatnonzero(has_print).tolist():
        printed[number] = cells[number].printed
    off_print = own - printed
    where = np.array([grid.at[one.cell] for one in cells])
    blocks = np.array([one.cell for one in cells])
    blocks = (blocks - blocks.min(axis=0)) // BLOCK
    for kind in dict.fromkeys(one.kind for one in cells):
        alike = np.array([one.kind == kind for one in cells])
        for block in np.unique(blocks[alike], axis=0):
            mine = alike & (blocks == block).all(axis=1)
            near = mine & seems_bare
            bare = near if near.sum() >= FEWEST_BARE else alike & seems_bare
            rows, columns = where[mine].T
            if bare.sum() >= FEWEST_BARE:
                reference[rows, columns] = printed[mine] + median(off_print[bare], axis=0)
                taught[rows, columns] = 1.0
            elif has_print[mine].all():
                reference[rows, columns] = printed[mine]
            else:
                continue
            filled[rows, columns], known[mine] = True, True
    if known.any():
        first = where[known][0]
        reference[~filled], taught[~filled] = reference[first[0], first[1]], taught[first[0], first[1]]
    return joined(reference), taught, known


def seen_colours(
    materials: Sequence[Material], cells: Sequence[LookedAt], own: Samples, settings: PlainSettings
) -> tuple[Material, ...]:
    """The colours moved to where cells that are plainly of them have them in this light."""
    cores = _cores(own)
    clear = told_together(materials, [core for one, core in zip(cells, cores, strict=True) if not one.bare], settings)
    return refined(materials, clear, settings)


def _cores(own: Samples) -> Floats:
    """Median Lab (n, 3) of each cell's middle."""
    return np.asarray(median(own[:, CORE, CORE].reshape(len(own), -1, 3), axis=1), float)


def _asked(own: Samples, labs: Floats) -> list[int]:
    """Which colours a board is asked about: those that come nearest to some cell, or nearly so."""
    away = delta_e(_cores(own)[:, None] - labs)
    alike = np.exp(-0.5 * (away / ALIKE_DELTA) ** 2)
    near = (alike > SECOND_LIKENESS) & (alike > LIKE_THE_FIRST * alike.max(axis=1, keepdims=True))
    near[np.arange(len(own)), away.argmin(axis=1)] = True
    return np.flatnonzero(near.any(axis=0)).tolist()


def high_mm(material: Material) -> float:
    """How high pieces of a colour are, as far as anybody has told."""
    told = [kind.height_mm for kind in material.kinds if kind.height_mm is not None]
    return float(np.median(told)) if told else UNTOLD_MM
