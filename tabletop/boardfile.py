"""A board as data: its cells, terrain, river edges and the codes printed on it; one TOML file per board.

The same file serves the printer (what to draw), the reader (where cells and codes lie), the virtual table and the
rules (what may be built on). Boards that come with Boardsight lie in their games' folders; people's own are given by
their path. Points on a board are in the board's own frame as for any part: the origin in the middle of its outline,
x to the right, y down, in mm. In the file, millimetres are counted from the upper left corner, as with a ruler.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from tabletop.cellnames import Cell, Naming, cell_name, named_cell
from tabletop.dictionaries import modules_of
from tabletop.errors import UnreadableInput
from tabletop.filevalues import Complaint, checked
from tabletop.gamefile import GameFile
from tabletop.geometry import PointMm, both_ways
from tabletop.parts import Code
from tabletop.sections import BOARD_FILE, BoardSection, BoardSections, CodesSection, TerrainSection, TrackGrid

Shape = Literal["square", "hex"]
Edge = frozenset[Cell]
TERRAIN_KEY: Mapping[str, str] = {
    ".": "plain",
    "t": "one-tree",
    "T": "two-trees",
    "r": "one-rock",
    "R": "two-rocks",
    "W": "well",
    "G": "gold",
    "M": "mountain",
    "F": "forest",
    " ": "none",
}
"""The letters of a terrain drawing; a file's `[terrain.key]` adds to them. `none` is not a cell at all."""
MODULE_MM = 2.4
"""Of a code, where nobody says how large it is."""
_ORTHOGONAL = ((-1, 0), (0, 1), (1, 0), (0, -1))
_DIAGONAL = ((-1, -1), (-1, 1), (1, 1), (1, -1))


@dataclass(frozen=True)
class Board:
    """A board's cells and what is printed on them."""

    name: str
    title: str
    game: str
    shape: Shape
    rows: int
    columns: int
    naming: Naming
    pitches_mm: tuple[float, float]
    """From the middle of a cell to the next one's, to the right and down; the same on hexes."""
    size_mm: tuple[float, float]
    first_cell_mm: PointMm
    """Middle of the upper left cell, counted from the upper left corner."""
    sections: BoardSections
    """The file's sections."""
    terrain: Mapping[Cell, str] = field(default_factory=dict)
    river: frozenset[Edge] = frozenset()
    sticker_cells: frozenset[Cell] = frozenset()
    """Cells with a small square in the middle, where stickers go."""
    dictionary: str | None = None
    """The codes' dictionary where the board was made elsewhere; None means the game file's."""
    codes: tuple[Code, ...] = ()

    @property
    def pitch_mm(self) -> float:
        """The smaller of both pitches: what fits a cell whichever way it lies."""
        return min(self.pitches_mm)

    @cached_property
    def track(self) -> TrackGrid | None:
        """The spaces of its score track, in the board's frame; None where it has none."""
        about = self.sections.board
        if about.track_mm is None:
            return None
        left, top, width, height = about.track_mm
        right, down = width / about.track_columns, height / about.track_rows
        first = (left - self.size_mm[0] / 2 + right / 2, top - self.size_mm[1] / 2 + down / 2)
        return TrackGrid(columns=about.track_columns, rows=about.track_rows, first_mm=first, step_mm=(right, down))

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, row by row."""
        everything = ((row, column) for row in range(self.rows) for column in range(self.columns))
        return tuple(cell for cell in everything if self.terrain.get(cell) != "none")

    @cached_property
    def cell_set(self) -> frozenset[Cell]:
        """All cells, to ask whether one is on the board."""
        return frozenset(self.cells)

    @cached_property
    def names(self) -> Mapping[Cell, str]:
        """Cell -> its written name."""
        return {cell: cell_name(cell, self.rows, self.naming) for cell in self.cells}

    @cached_property
    def of_terrain(self) -> Mapping[str, tuple[Cell, ...]]:
        """Terrain -> its cells, row by row."""
        kinds = dict.fromkeys(self.terrain.get(cell, "plain") for cell in self.cells)
        return {kind: tuple(cell for cell in self.cells if self.terrain.get(cell, "plain") == kind) for kind in kinds}

    @cached_property
    def across_river(self) -> Mapping[Cell, tuple[Cell, ...]]:
        """Each cell along the river -> the cells on the other side of it."""
        across: dict[Cell, tuple[Cell, ...]] = {}
        for cell, other in map(tuple, self.river):
            across[cell] = (*across.get(cell, ()), other)
            across[other] = (*across.get(other, ()), cell)
        return across

    def cell_name(self, cell: Cell) -> str:
        """The written name of a cell."""
        return self.names.get(cell) or cell_name(cell, self.rows, self.naming)

    def cell(self, name: str) -> Cell:
        """The cell of that name; ValueError with what was expected."""
        known = self._cells_by_name.get(name)
        if known is not None:
            return known
        found = named_cell(name, self.rows, self.columns, self.naming)
        if found not in self.cell_set:
            raise ValueError(f"'{name}' is not a cell of the board {self.name}: nothing is there")
        return found

    @cached_property
    def _cells_by_name(self) -> Mapping[str, Cell]:
        return {name: cell for cell, name in self.names.items()}

    def cell_centre_mm(self, cell: Cell) -> PointMm:
        """Middle of a cell in the board's frame. Hexes stand flat side up; columns b, d, f, … lie half a hex lower."""
        x, y = self.first_cell_mm
        row, column = cell
        if self.shape == "hex":
            x, y = x + column * self.pitch_mm * 3**0.5 / 2, y + (row + (column % 2) / 2) * self.pitch_mm
        else:
            x, y = x + column * self.pitches_mm[0], y + row * self.pitches_mm[1]
        return (x - self.size_mm[0] / 2, y - self.size_mm[1] / 2)

    def sides(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that share a side with this one: 4 on a square board, 6 on a hex board, fewer at the rim."""
        return self._sides[cell] if cell in self._sides else self._beside(cell)

    @cached_property
    def _sides(self) -> Mapping[Cell, tuple[Cell, ...]]:
        return {cell: self._beside(cell) for cell in self.cells}

    def _beside(self, cell: Cell) -> tuple[Cell, ...]:
        row, column = cell
        if self.shape == "square":
            around = [(row + down, column + right) for down, right in _ORTHOGONAL]
        else:
            low = column % 2
            around = [(row - 1, column), (row + 1, column)]
            around += [(row - 1 + low, column + step) for step in (-1, 1)]
            around += [(row + low, column + step) for step in (-1, 1)]
        return tuple(other for other in around if other in self.cell_set)

    def around(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that share a side or a corner: up to 8 on a square board, 6 on a hex board."""
        if self.shape == "hex":
            return self.sides(cell)
        row, column = cell
        corners = ((row + down, column + right) for down, right in _DIAGONAL)
        return self.sides(cell) + tuple(other for other in corners if other in self.cell_set)


def checked_board(raw: Any) -> Board:
    """The board of a file's sections, whose shape is checked first. Raises ValueError."""
    return board_from(checked(BOARD_FILE, raw))


def board_in(game: GameFile) -> Board:
    """The board that a game file draws itself or takes from the file that it names. Raises UnreadableInput."""
    try:
        return drawn_board(game)
    except ValueError as error:
        raise UnreadableInput(f"{game.title}: {error}; `boardsight check` names the line") from error


def drawn_board(game: GameFile) -> Board:
    """As `board_in`. Raises ValueError where its sections do not agree with each other."""
    own = game.sections
    return board_from(BoardSections(board=own.board or BoardSection(), grid=own.grid, terrain=own.terrain))


def board_from(sections: BoardSections) -> Board:
    """A board from its sections. Raises ValueError where they do not agree with each other."""
    about, grid, drawing = sections.board, sections.grid, sections.terrain
    rows, columns, (right, down) = grid.rows, grid.columns, both_ways(grid.pitch_mm)
    if grid.shape == "hex" and right != down:
        raise ValueError("[grid] pitch_mm: hexes have one pitch; give it one number")

    def cell(name: str, key: str) -> Cell:
        try:
            return named_cell(name, rows, columns, grid.names)
        except ValueError as error:
            raise ValueError(f"[terrain] {key}: {error}") from error

    width, height = about.size_mm or (columns * right, rows * down)
    first_x, first_y = grid.first_cell_mm or (right / 2, down / 2)
    return Board(
        name=about.name,
        title=about.title or about.name,
        game=about.game,
        shape=grid.shape,
        rows=rows,
        columns=columns,
        naming=grid.names,
        pitches_mm=(right, down),
        size_mm=(float(width), float(height)),
        first_cell_mm=(float(first_x), float(first_y)),
        terrain=_terrain(drawing, rows, columns),
        river=frozenset(_edge(words, cell) for words in drawing.river),
        sticker_cells=frozenset(cell(name, "sticker_cells") for name in drawing.sticker_cells),
        dictionary=sections.codes.dictionary,
        codes=tuple(_taped(sections.codes, (float(width), float(height)))),
        sections=sections,
    )


def _terrain(drawing: TerrainSection, rows: int, columns: int) -> dict[Cell, str]:
    """The terrain of every cell from the drawing, one string a row; `plain` everywhere without one."""
    key = {**TERRAIN_KEY, **drawing.key}
    lines = drawing.rows
    if lines is None:
        return {(row, column): "plain" for row in range(rows) for column in range(columns)}
    if len(lines) != rows or any(len(line) != columns for line in lines):
        sizes = ", ".join(str(len(line)) for line in lines) or "0"
        raise ValueError(f"[terrain] rows: expected {rows} strings of {columns} letters, found lengths {sizes}")
    for number, line in enumerate(lines, start=1):
        for letter in line:
            if letter not in key:
                known = ", ".join(f"'{known}' {name}" for known, name in key.items())
                raise ValueError(f"[terrain] row {number}: '{letter}' is no terrain; expected {known}")
    return {(row, column): key[lines[row][column]] for row in range(rows) for column in range(columns)}


def _edge(words: str, cell: Any) -> Edge:
    """An edge of the river from the names of the two cells beside it, `E1 F1`."""
    names = words.split()
    if len(names) == 2:
        (row, column), (other_row, other_column) = first, second = cell(names[0], "river"), cell(names[1], "river")
        if abs(row - other_row) + abs(column - other_column) == 1:
            return frozenset((first, second))
    raise ValueError(f"[terrain] river '{words}': expected two cells that share a side, such as 'E1 F1'")


def about_taped(codes: CodesSection) -> Iterator[Complaint]:
    """Codes without a number, or without a size and a dictionary that tells it."""
    for index, one in enumerate(codes.at):
        path, n = ("codes", "at", index), index + 1
        if one.id is None:
            yield Complaint(path, f"[codes] at {n} has no id; give it the number of the code that was taped there")
        if one.side_mm is None and codes.side_mm is None and codes.dictionary is None:
            yield Complaint(path, f"[codes] at {n} has no side_mm; give it the length of the black square's side")


def _taped(codes: CodesSection, size_mm: tuple[float, float]) -> Iterable[Code]:
    """The codes of `[[codes.at]]`, moved from the upper left corner into the board's frame."""
    for complaint in about_taped(codes):
        raise ValueError(complaint.sentence)
    for one in codes.at:
        (x, y), side = one.centre_mm, one.side_mm or codes.side_mm
        if side is None:
            side = modules_of(codes.dictionary or "") * (one.module_mm or codes.module_mm or MODULE_MM)
        yield Code(one.id or 0, (x - size_mm[0] / 2, y - size_mm[1] / 2), float(side))
