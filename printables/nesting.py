"""Pieces of several squares nested on their own grid in a room of a sheet, none of them turned."""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from tabletop.gamefile import GameFile
from tabletop.parts import Part

GAP_MM = 3.0
"""Pieces whose gap on the grid is no wider than this are nested; wider ones would waste more than they save."""
ATTEMPTS = 24
"""Orders of the pieces that are tried in each room; more saved no sheet of My City and Small City."""
DISORDER = 0.5
"""How far an attempt leaves the order of falling size, as a share of the size."""

Shape = tuple[tuple[int, int], ...]
"""The squares of a piece, row and column, counted from its own upper left corner."""
Place = tuple[int, int, int]
"""Which of the pieces, and the row and column of its upper left corner."""


def nests(part: Part, game: GameFile) -> bool:
    """Whether a part is made of squares of the game's grid, nearly as wide as they are apart."""
    return bool(part.cells) and -1e-6 <= game.grid.pitch_mm - square_mm(part, game) <= GAP_MM


def shape_of(part: Part) -> Shape:
    """A part's squares; none of a part without cells."""
    return _from_corner(part.cells) if part.cells else ()


@lru_cache(maxsize=1024)
def _from_corner(cells: Shape) -> Shape:
    """Squares counted from the upper left corner of what they cover."""
    row, column = min(row for row, _ in cells), min(column for _, column in cells)
    return tuple(sorted((r - row, c - column) for r, c in cells))


def square_mm(part: Part, game: GameFile) -> float:
    """The width of one of a part's squares."""
    columns = [column for _, column in part.cells]
    return part.size_mm[0] - (max(columns) - min(columns)) * game.grid.pitch_mm


@lru_cache(maxsize=4096)
def nested(shapes: tuple[Shape, ...], fillers: tuple[Shape, ...], columns: int, rows: int) -> tuple[Place, ...]:
    """Places for as many squares of `shapes` as a grid holds, then for `fillers` between them.

    Fillers are counted on from the shapes; they lie only where the shapes' rows and columns leave squares free.
    """
    generator, covered = random.Random(0), (0, 0)
    best: tuple[Place, ...] = ()
    on_grid = [_on_grid(shape, columns, rows) for shape in shapes]
    between_on: dict[int, list[tuple[int, _OnGrid]]] = {}  # the fillers, on so many rows
    for attempt in range(ATTEMPTS):
        disorder = DISORDER if attempt else 0.0
        least = 1 - disorder
        weights = [-len(shape) * (least + (1 - least) * generator.random()) for shape in shapes]
        order = sorted(range(len(shapes)), key=weights.__getitem__)
        places, free = _laid([(index, on_grid[index]) for index in order], columns, (1 << columns * rows) - 1)
        if not places:
            continue
        last_row = max(row + on_grid[index].rows for index, row, _ in places)
        last_column = max(column + on_grid[index].columns for index, _, column in places)
        if last_row not in between_on:
            between_on[last_row] = [
                (len(shapes) + index, _on_grid(shape, columns, last_row)) for index, shape in enumerate(fillers)
            ]
        between, _ = _laid(between_on[last_row], columns, free & _within(columns, last_row, last_column))
        score = (sum(len(shapes[index]) for index, _, _ in places), -(last_row * last_column) + len(between))
        if score > covered:
            best, covered = (*places, *between), score
    return best


@dataclass(frozen=True, slots=True)
class _OnGrid:
    """A shape on a grid whose squares are bits, row by row."""

    rows: int
    columns: int
    mask: int
    """Its squares with its corner on the first one; none of a shape larger than the grid."""
    steps: tuple[int, ...]
    """How far each of its squares lies behind its corner."""
    corners: int
    """Where its corner may lie."""


@lru_cache(maxsize=4096)
def _on_grid(shape: Shape, columns: int, rows: int) -> _OnGrid:
    """A shape on a grid of so many columns and rows."""
    high, wide = (max(square[axis] for square in shape) + 1 for axis in (0, 1))
    steps = tuple(row * columns + column for row, column in shape)
    if high > rows or wide > columns:
        return _OnGrid(high, wide, 0, (), 0)
    corners = _within(columns, rows - high + 1, columns - wide + 1)
    return _OnGrid(high, wide, sum(1 << step for step in steps), steps, corners)


def _laid(pieces: Iterable[tuple[int, _OnGrid]], columns: int, free: int) -> tuple[tuple[Place, ...], int]:
    """Each piece on the first squares, row by row, where it fits; the squares that are free then, as bits."""
    places: list[Place] = []
    full: set[int] = set()  # shapes without a place: none becomes free again
    for index, piece in pieces:
        if piece.mask in full:
            continue
        corners = piece.corners
        for step in piece.steps:
            corners &= free >> step
        if not corners:
            full.add(piece.mask)
            continue
        first = (corners & -corners).bit_length() - 1
        places.append((index, *divmod(first, columns)))
        free &= ~(piece.mask << first)
    return tuple(places), free


@lru_cache(maxsize=4096)
def _within(columns: int, rows: int, last_column: int) -> int:
    """The squares of the first rows up to a column, as bits."""
    return sum(((1 << last_column) - 1) << (row * columns) for row in range(rows))
