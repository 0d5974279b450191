"""How cells of a board are named: `C4` (column, row from the top) or, on a chess board, `e4` (rank from the bottom)."""

from typing import Literal

Cell = tuple[int, int]  # row, column
Naming = Literal["rows-from-top", "ranks-from-bottom"]
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def cell_name(cell: Cell, rows: int, naming: Naming) -> str:
    """The written name of a (row, column) on a board of `rows` rows.

    >>> cell_name((3, 2), 11, "rows-from-top")
    'C4'
    >>> cell_name((4, 4), 8, "ranks-from-bottom")
    'e4'
    """
    row, column = cell
    if naming == "rows-from-top":
        return f"{LETTERS[column].upper()}{row + 1}"
    return f"{LETTERS[column]}{rows - row}"


def named_cell(name: str, rows: int, columns: int, naming: Naming) -> Cell:
    """The (row, column) that a name means; ValueError with what was expected where the board has no such cell.

    Column letters are taken in either case, since people write both.
    """
    letter, number = name[:1].lower(), name[1:]
    if len(letter) == 1 and letter in LETTERS and number.isascii() and number.isdigit() and number[0] != "0":
        column = LETTERS.index(letter)
        row = int(number) - 1 if naming == "rows-from-top" else rows - int(number)
        if 0 <= row < rows and column < columns:
            return (row, column)
    first, last = ("A", LETTERS[columns - 1].upper()) if naming == "rows-from-top" else ("a", LETTERS[columns - 1])
    raise ValueError(f"'{name}' is not a cell of this board; expected {first}1 to {last}{rows}")
