"""Every place on a board where a shape of several cells lies wholly on it."""

from functools import lru_cache

from tabletop.cellnames import Cell

Cells = frozenset[Cell]


@lru_cache(maxsize=2048)
def everywhere(shapes: tuple[Cells, ...], board: Cells) -> tuple[Cells, ...]:
    """The cells covered by each of some shapes, pushed into the upper left corner, wherever it can be laid.

    Worked out once for a board: which of them are free is for whoever asks.
    """
    found = []
    for shape in shapes:
        for top, left in sorted(_corners(shape, board)):
            cells = frozenset((top + row, left + column) for row, column in shape)
            if cells <= board:
                found.append(cells)
    return tuple(found)


def _corners(shape: Cells, board: Cells) -> set[Cell]:
    """Where the upper left corner of a shape's outline may come to lie; that need not be one of its cells."""
    first_row, first_column = min(shape)
    return {(row - first_row, column - first_column) for row, column in board}
