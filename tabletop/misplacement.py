"""A part laid in a wrong place, for the virtual table's mishaps: what every game's `misplacements` is made from."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tabletop.boardfile import Board
from tabletop.cellnames import Cell
from tabletop.gamefile import GameFile
from tabletop.shipped import game_module

REACH_CELLS = 4
"""How far from its right place a part is laid, in both directions."""


def wrong_tables(before: Any, after: Any, game: GameFile) -> Iterator[Any]:
    """The table of before with the one new part somewhere else, in every way that is free."""
    yield from game_module(game.rules, "misplacements").wrong_tables(before, after, game)


def only_new(before: Iterable[Any], after: Iterable[Any]) -> Any | None:
    """What lies there after and not before, where that is one thing and nothing else has changed."""
    lying, then = set(before), set(after)
    new = then - lying
    return next(iter(new)) if len(new) == 1 and lying < then else None


def elsewhere(board: Board, on: Sequence[str], taken: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Other places on a board for a part of these cells, in the board's order."""
    free = board.cell_set - {board.cell(name) for name in taken}
    cells = [board.cell(name) for name in on]
    for place in shifted(cells, free):
        yield tuple(board.cell_name(cell) for cell in sorted(place))


def shifted(cells: Sequence[Cell], free: frozenset[Cell]) -> Iterator[tuple[Cell, ...]]:
    """The cells shifted, not turned, to where all of them are free."""
    around = range(-REACH_CELLS, REACH_CELLS + 1)
    for down in around:
        for right in around:
            place = tuple((row + down, column + right) for row, column in cells)
            if (down, right) != (0, 0) and free.issuperset(place):
                yield place
