"""Pieces of several squares nested on their own grid, each on free squares as it lies in the game file."""

import random
from collections.abc import Sequence
from math import ceil

from printables.packing import Slot
from printables.paper import Paper
from tabletop.gamefile import GameFile, Part
from tabletop.geometry import RectangleMm, bounding_box

GAP_MM = 3.0
"""Pieces whose gap on the grid is no wider than this are nested; wider ones would waste more than they save."""
ATTEMPTS = 20
"""Orders of the pieces that are tried; more saved no sheet of My City and Small City."""
DISORDER = 0.5
"""How far an attempt leaves the order of falling size, as a share of the size."""


def nests(part: Part, game: GameFile) -> bool:
    """Whether a part is made of squares of the game's grid, nearly as wide as they are apart."""
    return bool(part.cells) and -1e-6 <= game.grid.pitch_mm - _width(part, game) <= GAP_MM


def nested_sheets(
    parts: Sequence[tuple[Part, int]], paper: Paper, game: GameFile, bleed_mm: float
) -> tuple[list[list[Slot]], RectangleMm | None]:
    """The slots of each sheet, and the room that is free below the last nest; None where nothing nests."""
    if not parts:
        return [], None
    left, top, right, bottom = paper.area_mm
    pitch = game.grid.pitch_mm
    widest = max(_width(part, game) for part, _ in parts)
    columns = int((right - left - 2 * bleed_mm - widest) / pitch + 1 + 1e-6)
    rows = int((bottom - top - 2 * bleed_mm - widest) / pitch + 1 + 1e-6)
    copies = [(part, copy) for part, count in parts for copy in range(count)]
    squares = sum(len(part.cells) for part, _ in copies)
    masks = {part.id: _masks(part, columns, rows) for part, _ in parts}
    generator, tried = random.Random(0), []
    for attempt in range(ATTEMPTS):
        disorder = DISORDER if attempt else 0.0
        order = sorted(copies, key=lambda entry: -len(entry[0].cells) * generator.uniform(1 - disorder, 1))
        nest = _nest(order, masks)
        used = max(place[0] + _rows(part) for place, part, _ in nest[-1])
        tried.append((nest, used))
        if len(nest) == ceil(squares / (columns * rows)) and used * columns < squares % (columns * rows) + columns:
            break
    nest, used = min(tried, key=lambda one: (len(one[0]), one[1]))
    sheets = [
        [_slot(part, copy, place, (left + bleed_mm, top + bleed_mm), pitch) for place, part, copy in sheet]
        for sheet in nest
    ]
    below = top + 2 * bleed_mm + (used - 1) * pitch + widest
    return sheets, (left, below, right, bottom)


Place = tuple[int, int]


def _nest(
    order: Sequence[tuple[Part, int]], masks: dict[str, list[tuple[Place, int]]]
) -> list[list[tuple[Place, Part, int]]]:
    """Each piece on the first sheet and the first squares, row by row, where it fits."""
    sheets: list[list[tuple[Place, Part, int]]] = []
    taken: list[int] = []
    for part, copy in order:
        for index in range(len(sheets) + 1):
            if index == len(sheets):
                sheets.append([])
                taken.append(0)
            found = next(((place, mask) for place, mask in masks[part.id] if not mask & taken[index]), None)
            if found is not None:
                sheets[index].append((found[0], part, copy))
                taken[index] |= found[1]
                break
    return sheets


def _masks(part: Part, columns: int, rows: int) -> list[tuple[Place, int]]:
    """Every place of a piece on a sheet, row by row, with the squares that it takes there as bits."""
    first_row, first_column = min(row for row, _ in part.cells), min(column for _, column in part.cells)
    wide = max(column for _, column in part.cells) - first_column + 1
    shape = sum(1 << ((row - first_row) * columns + column - first_column) for row, column in part.cells)
    return [
        ((row, column), shape << (row * columns + column))
        for row in range(rows - _rows(part) + 1)
        for column in range(columns - wide + 1)
    ]


def _rows(part: Part) -> int:
    return max(row for row, _ in part.cells) - min(row for row, _ in part.cells) + 1


def _width(part: Part, game: GameFile) -> float:
    """A piece's width across its squares' middles."""
    columns = [column for _, column in part.cells]
    return part.size_mm[0] - (max(columns) - min(columns)) * game.grid.pitch_mm


def _slot(part: Part, copy: int, place: Place, corner: tuple[float, float], pitch: float) -> Slot:
    part_left, part_top, _, _ = bounding_box(part.outline_mm)
    x, y = corner[0] + place[1] * pitch - part_left, corner[1] + place[0] * pitch - part_top
    return Slot(part, copy, round(x, 3), round(y, 3))
