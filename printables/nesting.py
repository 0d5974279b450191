"""Pieces of several squares nested on their own grid in a room of a sheet, none of them turned."""

import random
from collections.abc import Sequence
from functools import lru_cache

from tabletop.gamefile import GameFile, Part

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
    """A part's squares."""
    return _from_corner(part.cells)


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
    for attempt in range(ATTEMPTS):
        disorder = DISORDER if attempt else 0.0
        order = sorted(range(len(shapes)), key=lambda index: -len(shapes[index]) * generator.uniform(1 - disorder, 1))
        places, taken = _laid([(index, shapes[index]) for index in order], columns, rows, 0)
        if not places:
            continue
        last_row = max(row + _extent(shapes[index], 0) for index, row, _ in places)
        last_column = max(column + _extent(shapes[index], 1) for index, _, column in places)
        between, taken = _laid(
            [(len(shapes) + index, shape) for index, shape in enumerate(fillers)],
            columns,
            last_row,
            taken | _beyond(columns, last_row, last_column),
        )
        score = (sum(len(shapes[index]) for index, _, _ in places), -(last_row * last_column) + len(between))
        if score > covered:
            best, covered = (*places, *between), score
    return best


def _laid(pieces: Sequence[tuple[int, Shape]], columns: int, rows: int, taken: int) -> tuple[tuple[Place, ...], int]:
    """Each piece on the first squares, row by row, where it fits; the squares that are taken then, as bits."""
    places: list[Place] = []
    tried: dict[Shape, int] = {}  # so many places of a shape are taken: they never become free again
    full: set[Shape] = set()
    for index, shape in pieces:
        if shape in full:
            continue
        possible = _masks(shape, columns, rows)
        for number in range(tried.get(shape, 0), len(possible)):
            row, column, mask = possible[number]
            if not mask & taken:
                places.append((index, row, column))
                taken |= mask
                tried[shape] = number + 1
                break
        else:
            full.add(shape)
    return tuple(places), taken


@lru_cache(maxsize=4096)
def _masks(shape: Shape, columns: int, rows: int) -> tuple[tuple[int, int, int], ...]:
    """Every place of a shape on a grid, row by row: its row and column, and the squares it takes there as bits."""
    bits = sum(1 << (row * columns + column) for row, column in shape)
    return tuple(
        (row, column, bits << (row * columns + column))
        for row in range(rows - _extent(shape, 0) + 1)
        for column in range(columns - _extent(shape, 1) + 1)
    )


def _beyond(columns: int, rows: int, last_column: int) -> int:
    """The squares of all rows from a column on, as bits."""
    return sum(1 << (row * columns + column) for row in range(rows) for column in range(last_column, columns))


@lru_cache(maxsize=1024)
def _extent(shape: Shape, axis: int) -> int:
    return max(square[axis] for square in shape) + 1
