"""What lies on the board when a game of pieces begins, and what is wrong with how its file draws it."""

from collections import Counter
from collections.abc import Iterator, Mapping

from tabletop.boardfile import Board
from tabletop.filevalues import Complaint
from tabletop.gamefile import GameFile

EMPTY = (".", " ")
"""Letters of cells on which nothing lies."""


def setup_of(file: GameFile, board: Board) -> Mapping[str, str]:
    """Cell -> part; what cannot lie there is left out."""
    drawn, known = file.sections.setup, {part.id for part in file.parts if len(part.cells) == 1}
    return {
        board.cell_name((row, column)): drawn.key[letter]
        for row, letters in enumerate(drawn.rows)
        for column, letter in enumerate(letters)
        if drawn.key.get(letter) in known and (row, column) in board.cell_set
    }


def complaints_about_setup(file: GameFile, board: Board) -> Iterator[Complaint]:
    """Letters that mean nothing, parts that there are not or too few of, rows that do not fit the board."""
    drawn, parts = file.sections.setup, {part.id: part for part in file.parts if len(part.cells) == 1}
    for part in drawn.key.values():
        if part not in parts:
            yield Complaint(("setup", "key"), f"no part of one cell has the id '{part}'; there are {', '.join(parts)}")
    if not drawn.rows:
        return
    if len(drawn.rows) != board.rows or any(len(row) != board.columns for row in drawn.rows):
        size = f"{board.rows} rows of {board.columns} letters, as the board has cells"
        yield Complaint(("setup", "rows"), f"the drawing does not fit; expected {size}")
        return
    for letter in sorted({letter for row in drawn.rows for letter in row} - {*EMPTY, *drawn.key}):
        yield Complaint(("setup", "rows"), f"key does not tell what '{letter}' means")
    for part, count in Counter(setup_of(file, board).values()).items():
        if count > parts[part].count:
            yield Complaint(("setup", "rows"), f"{count} of {part} are drawn and only {parts[part].count} exist")
