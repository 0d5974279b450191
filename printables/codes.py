"""Fiducial codes as vector outlines: the dictionaries' bits from a table, no picture library needed.

The tables in `data/` were written once from OpenCV's predefined dictionaries; `tests/printables/test_codes.py`
compares every code with OpenCV's own.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources

from tabletop.errors import UnreadableInput
from tabletop.geometry import PolygonMm

Grid = tuple[tuple[bool, ...], ...]
"""Rows of a code from the top, True where it is black."""


OURS = "DICT_5X5_1000"
"""The family of our own codes."""


def can_print(dictionary: str) -> bool:
    """Whether we have the pictures of a family's codes."""
    return re.fullmatch(r"DICT_[4-7]X[4-7]_\d+", dictionary) is not None


def code_modules(dictionary: str, code: int) -> Grid:
    """The black modules of a code, its black border of one module included; shape (bits + 2, bits + 2).

    Raises UnreadableInput for a dictionary that has no table or an id that it does not hold.
    """
    try:
        size = int(dictionary.split("_")[1][0])
        count = int(dictionary.split("_")[2])
        table = _table(size)
    except (IndexError, ValueError, FileNotFoundError) as error:
        raise UnreadableInput(f"there is no code dictionary '{dictionary}'; use {OURS}") from error
    if not 0 <= code < min(count, len(table)):
        raise UnreadableInput(f"{dictionary} has no code {code}; its codes are 0 to {count - 1}")
    bits = table[code]
    border = (True,) * (size + 2)
    rows = [
        (True, *(not bits >> (size * size - 1 - row * size - column) & 1 for column in range(size)), True)
        for row in range(size)
    ]
    return (border, *rows, border)


def code_loops_mm(dictionary: str, code: int, upper_left_mm: tuple[float, float], side_mm: float) -> list[PolygonMm]:
    """Closed outlines of a code's black area, to be filled with the even-odd rule: no seams between modules."""
    modules = code_modules(dictionary, code)
    step, (left, top) = side_mm / len(modules), upper_left_mm
    return [tuple((left + x * step, top + y * step) for x, y in loop) for loop in _loops(modules)]


@lru_cache(maxsize=4)
def _table(size: int) -> tuple[int, ...]:
    """The inner bits of every code of `size` by `size` bits, by id."""
    text = (resources.files("printables") / "data" / f"dict_{size}x{size}.txt").read_text(encoding="ascii")
    return tuple(int(line, 16) for line in text.splitlines() if not line.startswith("#"))


def _loops(modules: Sequence[Sequence[bool]]) -> list[list[tuple[int, int]]]:
    """Corner points of the boundaries between black and white, in modules; outer loops and holes alike."""
    size = len(modules)

    def black(row: int, column: int) -> bool:
        return 0 <= row < size and 0 <= column < size and modules[row][column]

    following: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for row in range(size):
        for column in range(size):
            if not black(row, column):
                continue
            if not black(row - 1, column):
                following.setdefault((column, row), []).append((column + 1, row))
            if not black(row, column + 1):
                following.setdefault((column + 1, row), []).append((column + 1, row + 1))
            if not black(row + 1, column):
                following.setdefault((column + 1, row + 1), []).append((column, row + 1))
            if not black(row, column - 1):
                following.setdefault((column, row + 1), []).append((column, row))
    loops = []
    while following:
        start = min(following)
        walk, point = [start], start
        while True:
            choices = following[point]
            point_after = choices.pop()
            if not choices:
                del following[point]
            point = point_after
            if point == start:
                break
            walk.append(point)
        loops.append(_corners_only(walk))
    return loops


def _corners_only(walk: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The walk without the points that lie on a straight line."""
    kept = []
    for index, (x, y) in enumerate(walk):
        (x0, y0), (x1, y1) = walk[index - 1], walk[(index + 1) % len(walk)]
        if (x - x0) * (y1 - y) != (y - y0) * (x1 - x):
            kept.append((x, y))
    return kept
