"""What lies on a board of cells, and what lies beside what."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from scoring.pieces.entries import Words
from scoring.pieces.spec import Spec
from scoring.polyominoes import everywhere
from scoring.protocol import ScoreLine
from tabletop.boardfile import Board
from tabletop.cellnames import Cell
from tabletop.parts import Part
from tabletop.pieces.notation import board_of
from tabletop.pieces.sections import DIRECTIONS, HEX_DIRECTIONS

Cells = frozenset[Cell]
_VECTORS = dict(zip(DIRECTIONS, ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)), strict=True))
_HEX_VECTORS = [
    dict(zip(HEX_DIRECTIONS, ((-1, 0), (odd - 1, 1), (odd, 1), (1, 0), (odd, -1), (odd - 1, -1)), strict=True))
    for odd in (0, 1)
]
"""Of even and of odd columns."""


@dataclass(frozen=True, slots=True)
class PartOnBoard:
    """A part where it lies, and whose it is; None where nobody's."""

    part: str
    cells: Cells
    owner: str | None = None


class OwnRules:
    """What a game's Python may say beyond its file: nothing, where it says nothing."""

    def against(self, table: "Table", part: str, cells: Cells, player: str | None) -> Iterable[str]:
        """Sentences on what keeps a part from these cells; asked of each part that lies there, too, as if laid last."""
        return ()

    def scores(self, table: "Table", player: str) -> Iterable[ScoreLine]:
        """A player's score lines by what lies there, behind those of the file's terms."""
        return ()

    def ended(self, table: "Table", players: Sequence[str]) -> bool:
        """Whether the game is over before nobody can lay anything."""
        return False


@dataclass(frozen=True)
class Table:
    """The board and the parts on it."""

    spec: Spec
    own: OwnRules
    options: Mapping[str, Any] = field(default_factory=dict)
    parts: tuple[PartOnBoard, ...] = ()

    @cached_property
    def board(self) -> Board:
        """The printed board."""
        return board_of(self.spec.game)

    @cached_property
    def covered(self) -> Mapping[Cell, PartOnBoard]:
        """Cell -> the part on it; of two the first."""
        found: dict[Cell, PartOnBoard] = {}
        for lying in self.parts:
            for cell in lying.cells:
                found.setdefault(cell, lying)
        return found

    @cached_property
    def free(self) -> Cells:
        """The cells on which nothing lies."""
        return self.board.cell_set - self.covered.keys()

    @cached_property
    def first_legal(self) -> dict[tuple[str, str], Cells | None]:
        """Part and player -> a place where the player may put it, as far as anybody has asked; None: there is none."""
        return {}

    def around(self, cells: Cells, reach: str = "sides") -> Cells:
        """The cells beside some cells: by their sides, or by corners too."""
        near = self.board.around if reach == "around" else self.board.sides
        return frozenset(other for cell in cells for other in near(cell)) - cells

    def beside(self, cells: Cells, words: Words, *, reach: str = "sides") -> list[PartOnBoard]:
        """The parts of some words that lie beside some cells, each once."""
        found = dict.fromkeys(self.covered[cell] for cell in sorted(self.around(cells, reach)) if cell in self.covered)
        return [lying for lying in found if self.spec.fits(lying.part, words)]

    def of(self, player: str | None, words: Words = ()) -> list[PartOnBoard]:
        """A player's parts of some words; what belongs to nobody counts for everybody."""
        return [lying for lying in self.parts if lying.owner in (None, player) and self.spec.fits(lying.part, words)]

    def on_terrain(self, terrains: Words) -> list[Cell]:
        """All cells of some terrains."""
        terrain = self.board.terrain
        return [cell for cell in self.board.cells if terrain[cell] in terrains]

    def place(self, cell: Cell) -> str:
        """A cell's written place; there is one board for all, so the cell alone says it."""
        return f"cell:{self.board.cell_name(cell)}"

    def places(self, cells: Iterable[Cell]) -> list[str]:
        """Cells as written places, row by row."""
        return [self.place(cell) for cell in sorted(cells)]

    def names(self, cells: Iterable[Cell]) -> str:
        """Cells in words."""
        return ", ".join(self.board.cell_name(cell) for cell in sorted(cells)) or "none"


@lru_cache(maxsize=512)
def shapes(part: tuple[Cell, ...], mirror: bool) -> tuple[Cells, ...]:
    """A part's cells in every turn, pushed into the upper left corner, mirrored too where the game allows it."""
    cells, found = list(part), dict[Cells, None]()
    for turn in range(8 if mirror else 4):
        top, left = min(row for row, _ in cells), min(column for _, column in cells)
        found[frozenset((row - top, column - left) for row, column in cells)] = None
        cells = [(column, -row) for row, column in cells]
        if turn == 3:
            cells = [(row, -column) for row, column in cells]
    return tuple(found)


def has_shape(spec: Spec, part: Part, cells: Cells) -> bool:
    """Whether a part can lie on exactly these cells; on hexes a part covers one."""
    if not cells:
        return False
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return frozenset((row - top, column - left) for row, column in cells) in shapes(part.cells, spec.mirror)


def spots(table: Table, part: Part) -> Iterator[Cells]:
    """Every place where a part can lie at all: in any turn, on free cells."""
    board, turned = table.board.cell_set, shapes(part.cells, table.spec.mirror)
    return (cells for cells in everywhere(turned, board) if cells <= table.free)


def areas(table: Table, cells: Iterable[Cell]) -> list[Cells]:
    """Some cells as connected areas."""
    left, found = set(cells), []
    while left:
        reached, waiting = set[Cell](), [min(left)]
        while waiting:
            cell = waiting.pop()
            if cell in left and cell not in reached:
                reached.add(cell)
                waiting += table.board.sides(cell)
        left -= reached
        found.append(frozenset(reached))
    return found


def straight_runs(table: Table, cells: set[Cell]) -> Iterator[list[Cell]]:
    """The longest straight lines of some cells: rows and columns, on hexes the three ways."""
    for direction in ("S", "SE", "NE") if table.board.shape == "hex" else ("S", "E"):
        following = {cell: ahead(table, cell, direction) for cell in cells}
        for first in sorted(cells.difference(following.values())):
            run = [first]
            while (cell := following[run[-1]]) in cells:
                run.append(cell)
            yield run


def ahead(table: Table, cell: Cell, direction: str) -> Cell | None:
    """The next cell in a direction; None beyond the rim."""
    vectors = _HEX_VECTORS[cell[1] % 2] if table.board.shape == "hex" else _VECTORS
    down, right = vectors[direction]
    found = (cell[0] + down, cell[1] + right)
    return found if found in table.board.cell_set else None


def as_seen(table: Table, direction: str, forward: str) -> str:
    """A direction as the player sees it for whom forward is that way."""
    wheel = HEX_DIRECTIONS if table.board.shape == "hex" else DIRECTIONS
    return wheel[(wheel.index(direction) + wheel.index(forward)) % len(wheel)]
