"""One borough in Small City: tiles and citizens on squares, influence, gardens."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from scoring.altered import altered, knowing
from scoring.games.small_city.texts import named
from scoring.polyominoes import everywhere
from tabletop.boardfile import Board
from tabletop.boards import load_board
from tabletop.cellnames import Cell
from tabletop.gamefile import load_game
from tabletop.games.small_city.notation import BOARD

Cells = frozenset[Cell]
INDUSTRY = ("factory", "refinery", "harbor", "warehouse")
LEISURE = ("swimming-pool", "cinema", "stadium")
GREEN = ("park", "statue")
"""A statue counts as both a cultural building and a park [#3 Statues]."""
GARDEN_SQUARES = 6
FREE_SIZE = ("commercial", "factory", "cultural", "city-hall", "warehouse", "refinery", "harbor", "park")
"""Kinds whose squares the readable sources do not tell: any number in one piece will do."""
LARGEST_FREE = 9
PUBLIC_BUILDINGS: Mapping[str, tuple[str, ...]] = {
    "unchecked": (),
    "public-buildings": ("city-hall", "cultural", "statue"),
    "with-services": ("city-hall", "cultural", "statue", "police", "fire"),
}
"""Option `residence_needs` -> the kinds of which a residence of level n needs n that influence it; none: not asked.

A statue "counts as both a Cultural building" and makes it "easier to make your residential zones larger" [#3 Gardens].
"""
CLOSED = "extension"
"""The terrain of the borough's squares that a site extension opens."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile where it lies."""

    kind: str
    level: int | None
    cells: Cells

    @property
    def spoken(self) -> str:
        """The tile in words."""
        return named(self.kind, self.level)


@dataclass(frozen=True, slots=True)
class Citizen:
    """A citizen on a borough's square, or with `cell` None in its city hall or career center (`spot`)."""

    id: int
    owner: str
    borough: str
    cell: Cell | None
    spot: str = ""


@dataclass(frozen=True)
class BoroughState:
    """A player's tiles."""

    player: str
    influence: str
    """`moore1`: the eight squares around each square; `orthogonal1`: the four beside it."""
    tiles: tuple[Tile, ...] = ()
    public: tuple[str, ...] = ()
    """The kinds of tile that residences need, as `PUBLIC_BUILDINGS` has them; none: they need nothing."""

    @property
    def board(self) -> Board:
        """The printed squares."""
        return printed_board()

    def place(self, cell: Cell) -> str:
        """A square's written place, `cell:Ann:C4`."""
        return _places(self.player)[cell]

    def places(self, cells: Iterable[Cell]) -> list[str]:
        """Squares as written places, row by row."""
        places = _places(self.player)
        return [places[cell] for cell in sorted(cells)]

    def names(self, cells: Iterable[Cell]) -> str:
        """Squares in words."""
        return ", ".join(self.board.cell_name(cell) for cell in sorted(cells)) or "none"

    @cached_property
    def covered(self) -> Mapping[Cell, Tile]:
        """Square -> the tile on it."""
        return {cell: tile for tile in self.tiles for cell in tile.cells}

    def with_tile(self, tile: Tile) -> "BoroughState":
        """The same borough with one more tile."""
        after = altered(self, tiles=(*self.tiles, tile))
        return knowing(after, covered={**self.covered, **dict.fromkeys(tile.cells, tile)})

    def of(self, *kinds: str) -> list[Tile]:
        """The tiles of some kinds."""
        return [tile for tile in self.tiles if tile.kind in kinds]

    def influence_of(self, cells: Cells) -> Cells:
        """The squares within one square of some squares, without these themselves.

        Whether diagonals count is not told in what we can read of the base rules: the option `influence`.
        """
        around = self.board.around if self.influence == "moore1" else self.board.sides
        return frozenset(other for cell in cells for other in around(cell)) - cells

    def influencing(self, cells: Cells, *kinds: str) -> list[Tile]:
        """The tiles of some kinds that influence any of these squares."""
        return [tile for tile in self.of(*kinds) if self.influence_of(tile.cells) & cells]

    def touching_green(self, cells: Cells) -> Cells:
        """The parks and statues that are orthogonally connected with some squares, these not counted."""
        green = frozenset(cell for tile in self.of(*GREEN) for cell in tile.cells) - cells
        reached, waiting = set[Cell](), [other for cell in cells for other in self.board.sides(cell)]
        while waiting:
            cell = waiting.pop()
            if cell in green and cell not in reached:
                reached.add(cell)
                waiting += self.board.sides(cell)
        return frozenset(reached)

    def closed(self) -> Cells:
        """The squares outside the seven by seven that are open at the start."""
        return frozenset(self.board.of_terrain.get(CLOSED, ()))


@lru_cache(maxsize=1)
def printed_board() -> Board:
    """The borough's board, the same for everybody."""
    return load_board(BOARD)


@lru_cache(maxsize=64)
def _places(player: str) -> Mapping[Cell, str]:
    """Every square of a player's borough as a written place."""
    return {cell: f"cell:{player}:{name}" for cell, name in printed_board().names.items()}


def connected(board: Board, cells: Cells) -> bool:
    """Whether squares are one piece by their sides."""
    first = min(cells)
    left, waiting = set(cells) - {first}, [first]
    while waiting:
        beside = left.intersection(board.sides(waiting.pop()))
        left -= beside
        waiting += beside
    return not left


@lru_cache(maxsize=256)
def sizes(game: str, kind: str, level: int | None) -> tuple[int, ...]:
    """How many squares a tile may cover; several where nobody told us."""
    if kind in FREE_SIZE and not (kind == "park" and level is not None):
        return tuple(range(1, LARGEST_FREE + 1))
    parts = [part for part in load_game(game).of_kind("tile") if part.piece == kind]
    fitting = [part for part in parts if level is None or part.level in (None, level)]
    return tuple(sorted({len(part.cells) for part in fitting}))


@lru_cache(maxsize=64)
def levels(game: str, kind: str) -> tuple[int, ...]:
    """The levels of a kind; none where it has no levels."""
    parts = [part for part in load_game(game).of_kind("tile") if part.piece == kind]
    return tuple(sorted({part.level for part in parts if part.level is not None}))


@dataclass(frozen=True, slots=True)
class Stock:
    """Tiles that are counted together, and how many of them exist for all players."""

    id: str
    title: str
    count: int


def stock_of(game: str, tile: Tile) -> Stock:
    """The stock that a tile comes from."""
    return _stock(game, tile.kind, tile.level, len(tile.cells))


@lru_cache(maxsize=512)
def _stock(game: str, kind: str, level: int | None, squares: int) -> Stock:
    """The expansion's components are listed size by size, "2x size 8, 2x size 9"; of the base game a kind's sum."""
    parts = [part for part in load_game(game).of_kind("tile") if part.piece == kind]
    for part in parts:
        if part.module is not None and part.level in (None, level) and len(part.cells) == squares:
            return Stock(part.id, part.title.lower(), part.count)
    base = [part for part in parts if part.module is None] or parts
    return Stock(kind, named(kind), sum(part.count for part in base))


@lru_cache(maxsize=64)
def module_of(game: str, kind: str, level: int | None) -> str | None:
    """The module that a tile belongs to; None for the base game."""
    parts = [part for part in load_game(game).of_kind("tile") if part.piece == kind]
    for part in parts:
        if part.level in (None, level):
            return part.module
    return None


@lru_cache(maxsize=256)
def outlines(game: str, kind: str, level: int | None) -> tuple[Cells, ...]:
    """The printed outlines of a tile in every turn and mirrored (the tiles of the Deluxe edition have two sides)."""
    found: dict[Cells, None] = {}
    for part in load_game(game).of_kind("tile"):
        if part.piece == kind and part.level in (None, level):
            cells = list(part.cells)
            for turn in range(8):
                top, left = min(row for row, _ in cells), min(column for _, column in cells)
                found[frozenset((row - top, column - left) for row, column in cells)] = None
                cells = [(column, -row) for row, column in cells]
                if turn == 3:
                    cells = [(row, -column) for row, column in cells]
    return tuple(found)


def spots(borough: BoroughState, shapes: tuple[Cells, ...]) -> Iterator[Cells]:
    """Every place where one of some outlines fits on free squares."""
    free = borough.board.cell_set - borough.covered.keys()
    return (cells for cells in everywhere(shapes, borough.board.cell_set) if cells <= free)


def is_l_of_three(cells: Cells) -> bool:
    """Whether three connected squares turn a corner."""
    return len({row for row, _ in cells}) == len({column for _, column in cells}) == 2


def entered(values: Mapping[str, object], key: str, otherwise: int = 0) -> int:
    """A number that was entered by hand."""
    value = values.get(key, otherwise)
    return value if isinstance(value, int) else otherwise
