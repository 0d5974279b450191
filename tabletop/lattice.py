"""The city's lattice: which property lies in which cell, and how streets are named.

One cell is one property. Which numbers a neighbourhood bears, row by row as printed, stands in the game file; a
tile turned by clockwise quarter turns keeps its place by the upper left cell of what it then covers.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from tabletop.cellnames import Cell

Side = Literal["north", "east", "south", "west"]
SIDES: tuple[Side, ...] = ("north", "east", "south", "west")
Segment = tuple[Cell, Side]  # canonical: the side is "south" or "east" of the cell, whatever lies there

STEP: Mapping[Side, Cell] = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
OPPOSITE: Mapping[Side, Side] = {"north": "south", "east": "west", "south": "north", "west": "east"}


@dataclass(frozen=True, slots=True, order=True)
class PlacedTile:
    """A neighbourhood: `at` is the (row, column) of its upper left cell as it lies, `turn` clockwise quarters."""

    number: int
    at: tuple[int, int]
    turn: int = 0


@dataclass(frozen=True, slots=True, order=True)
class PlacedPiece:
    """A building, park or factory (`kind` without its size) on properties in ascending order."""

    kind: str
    on: tuple[int, ...]


@dataclass(frozen=True, slots=True, order=True)
class PlacedStreetcar:
    """A streetcar in the street on one side of a property, the lower-numbered one where there are two."""

    beside: int
    side: Side


@dataclass(frozen=True, eq=False, slots=True)
class Neighbourhoods:
    """A game's neighbourhoods: number -> its property numbers, row by row as printed. KeyError for another number."""

    rows: Mapping[int, tuple[tuple[int, ...], ...]]

    def shape(self, number: int, turn: int = 0) -> tuple[int, int]:
        """Rows and columns of a neighbourhood as it lies after `turn` clockwise quarter turns."""
        rows, columns = len(self.rows[number]), len(self.rows[number][0])
        return (columns, rows) if turn % 2 else (rows, columns)

    def cells(self, tile: PlacedTile) -> dict[int, Cell]:
        """Property number -> (row, column) in the city for every property of a placed tile."""
        shape = self.shape(tile.number)
        cells: dict[int, Cell] = {}
        for row, numbers in enumerate(self.rows[tile.number]):
            for column, number in enumerate(numbers):
                turned_row, turned_column = turned_cell((row, column), shape, tile.turn)
                cells[number] = (tile.at[0] + turned_row, tile.at[1] + turned_column)
        return cells

    def cells_of(self, tiles: Iterable[PlacedTile]) -> dict[int, Cell]:
        """Property number -> (row, column) for all tiles."""
        return {number: cell for tile in tiles for number, cell in self.cells(tile).items()}


def turned_cell(cell: Cell, shape: tuple[int, int], turn: int) -> Cell:
    """Where a cell of a grid of `shape` (rows, columns) comes to lie after clockwise quarter turns."""
    row, column = cell
    rows, columns = shape
    for _ in range(turn % 4):
        row, column = column, rows - 1 - row
        rows, columns = columns, rows
    return (row, column)


def neighbour(cell: Cell, side: Side) -> Cell:
    """The cell across the street on that side."""
    return (cell[0] + STEP[side][0], cell[1] + STEP[side][1])


def segment(cell: Cell, side: Side) -> Segment:
    """The one name of the street segment on that side of the cell, the same from both of its sides."""
    if side in ("north", "west"):
        return (neighbour(cell, side), OPPOSITE[side])
    return (cell, side)


def streetcar_segment(streetcar: PlacedStreetcar, cells: Mapping[int, Cell]) -> Segment:
    """The segment in which a streetcar lies; KeyError where the property is not in the city."""
    return segment(cells[streetcar.beside], streetcar.side)


def streetcar_at(place: Segment, numbers: Mapping[Cell, int]) -> PlacedStreetcar:
    """Name a segment the way positions do: by the lower-numbered property beside it.

    `numbers` maps (row, column) to property numbers. Raises KeyError where no property lies beside it.
    """
    cell, side = place
    other = neighbour(cell, side)
    candidates = [(numbers[c], s) for c, s in ((cell, side), (other, OPPOSITE[side])) if c in numbers]
    if not candidates:
        raise KeyError(place)
    number, named_side = min(candidates)
    return PlacedStreetcar(number, named_side)


def street_name(place: Segment, numbers: Mapping[Cell, int]) -> str:
    """The place's written form, for example `street:11:north`."""
    streetcar = streetcar_at(place, numbers)
    return f"street:{streetcar.beside}:{streetcar.side}"


def city_segments(numbers: Mapping[Cell, int]) -> tuple[Segment, ...]:
    """Every street segment beside a property, the rim included, each once, in a fixed order."""
    return tuple(sorted({segment(cell, side) for cell in numbers for side in SIDES}))
