"""Sheets that take few cuts and little paper: blocks of pieces, parted by cuts that run from edge to edge.

Every cut goes through the whole of what is still in one piece, the first ones across the whole sheet, so that it is one
stroke along a ruler. Pieces of one size and colour touch; pieces made of squares nest in whatever room is left; boards
larger than the paper lie beside other pieces. No piece is turned.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Protocol

from printables.nesting import Shape, nested, nests, shape_of, square_mm
from printables.packing import PackedSheet, Slot, check_that_all_fit, fits
from printables.paper import Paper
from printables.tiling import better_whole_mm, footprint_mm, windows
from tabletop.gamefile import GameFile
from tabletop.geometry import PointMm, RectangleMm
from tabletop.parts import Part

Cut = tuple[PointMm, PointMm]


@dataclass(frozen=True, slots=True)
class GuillotineSettings:
    """How hard a layout with few sheets and cuts is looked for, and how near parts of different colours lie."""

    bleed_mm: float = 1.0
    """Colour about a block of pieces; two blocks lie two of these apart."""
    touching: bool = True
    """Whether pieces of one size and colour touch, and pieces of squares nest."""
    colours_apart: bool = True
    """Whether pieces of one size touch only those of their own colour."""
    upright: bool = False
    """Whether no sheet lies lengthwise."""
    attempts: int = 80
    """Orders of the kinds that are tried, the same on every run; forty times as many saved no sheet of any game."""
    least_mm: tuple[float | None, ...] = (None, 22.0, 75.0, 110.0)
    """A large board's pieces: nearly equal, or as large as the paper holds and the last one not below that."""
    other_way: float = 0.3
    """How often, in every second attempt, a sheet lies the other way than most."""
    disorder: float = 0.5
    """How far an attempt leaves the order of falling size, as a share of the size."""
    edge_mm: float = 2.0
    """So much less of the last sheet is worth an edge more: Big City wastes 15 % with 2 (288 edges), 16 % with 4."""
    shrink_steps: int = 12
    """In how many steps the last sheet is tried with less height, down to half of what it takes."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A slot that lies nowhere yet, what it takes in its part's own frame, and its squares where it has some."""

    slot: Slot
    left_mm: float
    top_mm: float
    width_mm: float
    height_mm: float
    shape: Shape


@dataclass(slots=True)
class _Block:
    """Pieces that are laid together: on which column and row of its grid each of them begins.

    Nobody changes one; a frozen class would take four times as long to make, and hundreds of thousands are made.
    """

    pieces: Sequence[_Piece]
    places: Sequence[tuple[int, int]]
    pitch_mm: tuple[float, float]
    width_mm: float
    height_mm: float
    edges: int

    def slots(self, x_mm: float, y_mm: float, bleed_mm: float) -> Iterator[Slot]:
        """The pieces' slots, with the block's room beginning here."""
        wide, high = self.pitch_mm
        for piece, (column, row) in zip(self.pieces, self.places, strict=True):
            x, y = column * wide - piece.left_mm + x_mm + bleed_mm, row * high - piece.top_mm + y_mm + bleed_mm
            yield replace(piece.slot, x_mm=round(x, 3), y_mm=round(y, 3))


class _Supply(Protocol):
    """Pieces that are still to be laid, and how they are laid in a room."""

    left: list[_Piece]

    @property
    def least_mm(self) -> tuple[float, float]:
        """Width and height below which a room holds none of them."""
        ...

    def take(self, width_mm: float, height_mm: float) -> _Block | None:
        """As many pieces as the room holds in one block, taken away; None where it holds none."""
        ...


@dataclass(slots=True, eq=False)
class _Pile:
    """Pieces of one size and colour, side by side without a gap where they are rectangles."""

    left: list[_Piece]
    width_mm: float
    height_mm: float
    touching: bool

    def copy(self) -> "_Pile":
        """The same pieces, to be taken by another attempt."""
        return _Pile(list(self.left), self.width_mm, self.height_mm, self.touching)

    @property
    def least_mm(self) -> tuple[float, float]:
        """A piece's own size."""
        return (self.width_mm, self.height_mm)

    def take(self, width_mm: float, height_mm: float) -> _Block | None:
        """The largest block without holes."""
        columns, rows = int((width_mm + 1e-6) / self.width_mm), int((height_mm + 1e-6) / self.height_mm)
        if not (self.left and columns and rows):
            return None
        columns, rows = _block(len(self.left), columns, rows) if self.touching else (1, 1)
        taken = self.left[: columns * rows]
        del self.left[: columns * rows]
        edges = columns * (rows + 1) + rows * (columns + 1)
        pitch_mm = (self.width_mm, self.height_mm)
        return _Block(taken, _grid(columns, rows), pitch_mm, columns * self.width_mm, rows * self.height_mm, edges)


@dataclass(slots=True)
class _Nest:
    """Pieces of squares that are no rectangles, and piles of rectangles on the same grid that fill their gaps."""

    left: list[_Piece]
    fillers: Sequence[_Pile]
    pitch_mm: float
    gap_mm: float

    @property
    def least_mm(self) -> tuple[float, float]:
        """One square."""
        return (self.pitch_mm - self.gap_mm, self.pitch_mm - self.gap_mm)

    def take(self, width_mm: float, height_mm: float) -> _Block | None:
        """What nests on as many squares as the room has."""
        columns = int((width_mm + self.gap_mm + 1e-6) / self.pitch_mm)
        rows = int((height_mm + self.gap_mm + 1e-6) / self.pitch_mm)
        if not (self.left and columns > 0 and rows > 0):
            return None
        pieces = [*self.left, *(piece for pile in self.fillers for piece in pile.left)]
        shapes = tuple([piece.shape for piece in pieces])
        places = nested(shapes[: len(self.left)], shapes[len(self.left) :], columns, rows)
        if not places:
            return None
        laid = [pieces[index] for index, _, _ in places]
        right = max(column * self.pitch_mm + piece.width_mm for piece, (_, _, column) in zip(laid, places, strict=True))
        bottom = max(row * self.pitch_mm + piece.height_mm for piece, (_, row, _) in zip(laid, places, strict=True))
        gone = {id(piece) for piece in laid}
        taken_from: tuple[_Nest | _Pile, ...] = (self, *self.fillers)
        for supply in taken_from:
            supply.left = [piece for piece in supply.left if id(piece) not in gone]
        corners = [(column, row) for _, row, column in places]
        return _Block(laid, corners, (self.pitch_mm, self.pitch_mm), right, bottom, 0)


@dataclass(frozen=True, slots=True)
class _Stock:
    """All pieces before any is laid; each attempt takes from supplies of its own."""

    piles: Sequence[_Pile]
    nest: _Nest | None

    def supplies(self) -> list[_Supply]:
        """What one attempt lays."""
        piles = [pile.copy() for pile in self.piles]
        if self.nest is None:
            return [*piles]
        fillers = [pile for pile, whole in zip(piles, self.piles, strict=True) if whole in self.nest.fillers]
        return [replace(self.nest, fillers=fillers), *piles]


@dataclass(slots=True)
class _Sheet:
    """One sheet of an attempt: which blocks lie in which rooms of it, and its cuts from edge to edge."""

    paper: Paper
    blocks: list[tuple[_Block, float, float]] = field(default_factory=list)
    across: list[Cut] = field(default_factory=list)
    lowest_mm: float = 0.0
    """Down to where it is used."""


@dataclass(slots=True)
class _Layout:
    """One attempt: its sheets, and how many edges are cut."""

    sheets: list[_Sheet] = field(default_factory=list)
    edges: int = 0

    def cost(self, edge_mm: float) -> tuple[int, float]:
        """Sheets, then paper and edges weighed against each other."""
        return (len(self.sheets), (self.sheets[-1].lowest_mm if self.sheets else 0.0) + self.edges * edge_mm)


def pack_with_few_cuts(
    parts: Sequence[tuple[Part, int]], paper: Paper, game: GameFile, settings: GuillotineSettings | None = None
) -> tuple[PackedSheet, ...]:
    """Lay `parts` (each with its number of copies) on few sheets with few cuts, boards larger than the paper in pieces.

    Raises UsageError for another part that is larger than the paper.
    """
    if not parts:
        return ()
    settings = settings or GuillotineSettings()
    large = [(part, count) for part, count in parts if part.kind in ("board", "track") and not fits(part, paper)]
    others = [entry for entry in parts if entry not in large]
    check_that_all_fit(others, paper, settings.bleed_mm, upright=settings.upright)
    whole = [Slot(part, copy, 0.0, 0.0) for part, count in others for copy in range(count)]
    packer = _Packer(game, settings)
    layouts: list[_Layout] = []
    for way in (paper,) if settings.upright else (paper, paper.turned):
        for least in settings.least_mm if large else (None,):
            tiled = [
                slot
                for part, count in large
                for copy in range(count)
                for slot in min(
                    (
                        windows(part, copy, one, least_mm=least, whole_mm=better_whole_mm(part, game))
                        for one in (paper, paper.turned)
                    ),
                    key=len,
                )
            ]
            layouts += packer.layouts([*tiled, *whole], (way,) if settings.upright else (way, way.turned))
    best = min(layouts, key=lambda layout: layout.cost(settings.edge_mm))
    if best.sheets:
        best.sheets[-1] = packer.shrunk(best.sheets[-1])
    return tuple(
        PackedSheet(
            sheet.paper,
            tuple(slot for block, x, y in sheet.blocks for slot in block.slots(x, y, settings.bleed_mm)),
            bleed_mm=settings.bleed_mm,
            shared_cuts=settings.touching,
            across_mm=tuple(sheet.across),
        )
        for sheet in best.sheets
    )


@dataclass(frozen=True, slots=True)
class _Packer:
    """Makes layouts of a game's pieces."""

    game: GameFile
    settings: GuillotineSettings

    def layouts(
        self, slots: Sequence[Slot], ways: Sequence[Paper], lowest_mm: float | None = None
    ) -> Iterator[_Layout]:
        """A layout for each order of the kinds, the paper as the first of `ways` that holds the largest piece.

        With `lowest_mm` no sheet is used farther down, and orders for which that is too little are left out.
        """
        generator = random.Random(0)
        stock = self._stock(slots)
        whole = stock.supplies()
        sizes_mm2 = [_size_mm2(supply) for supply in whole]
        least = [(supply.least_mm[0] - 2e-6, supply.least_mm[1] - 2e-6) for supply in whole]
        for attempt in range(self.settings.attempts if len(sizes_mm2) > 1 else 1):
            supplies = stock.supplies()
            disorder = self.settings.disorder if attempt else 0.0
            least_weight = 1 - disorder
            weights = [-size_mm2 * (least_weight + (1 - least_weight) * generator.random()) for size_mm2 in sizes_mm2]
            order = [(supplies[at], *least[at]) for at in sorted(range(len(supplies)), key=weights.__getitem__)]
            layout = _Layout()
            while order := [one for one in order if one[0].left]:
                wanted = ways[::-1] if attempt % 2 and generator.random() < self.settings.other_way else ways
                way = next((way for way in wanted if self._fits(order[0][0].left[0], way)), ways[0])
                left, top, right, bottom = way.area_mm
                layout.sheets.append(_Sheet(way))
                self._fill(layout, (left, top, right, bottom if lowest_mm is None else lowest_mm), order)
                if not layout.sheets[-1].blocks:
                    break
            else:
                yield layout

    def shrunk(self, sheet: _Sheet) -> _Sheet:
        """The last sheet with its pieces as high up as any order lays them; one of one kind has the fewest edges."""
        top, slots = sheet.paper.area_mm[1], [piece.slot for block, _, _ in sheet.blocks for piece in block.pieces]
        for step in range(self.settings.shrink_steps if len(self._stock(slots).supplies()) > 1 else 0):
            height = (sheet.lowest_mm - top) * (0.5 + 0.5 * step / self.settings.shrink_steps)
            lowest = top + height + self.settings.bleed_mm
            for layout in self.layouts(slots, (sheet.paper,), lowest):
                if len(layout.sheets) == 1:
                    return layout.sheets[0]
        return sheet

    def _fits(self, piece: _Piece, paper: Paper) -> bool:
        """Whether a piece fits on the paper as it lies."""
        left, top, right, bottom = paper.area_mm
        bleeds = 2 * self.settings.bleed_mm
        return piece.width_mm + bleeds <= right - left + 1e-6 and piece.height_mm + bleeds <= bottom - top + 1e-6

    def _stock(self, slots: Sequence[Slot]) -> _Stock:
        """The pieces by size and colour, and all that nests."""
        bleed, touching, game = self.settings.bleed_mm, self.settings.touching, self.game
        found: dict[tuple[float, float, str], list[_Piece]] = {}
        nesting = []
        for slot in slots:
            x0, y0, x1, y1 = footprint_mm(slot, bleed)
            piece = _Piece(slot, x0, y0, x1 - x0, y1 - y0, shape_of(slot.part))
            plain = slot.window_mm is None and len(slot.part.outline_mm) == 4
            if touching and slot.window_mm is None and not plain and nests(slot.part, game):
                nesting.append(piece)
                continue
            colour = slot.part.colour if self.settings.colours_apart else ""
            name = colour if plain else slot.part.id if slot.window_mm is None else ""
            found.setdefault((round(x1 - x0, 3), round(y1 - y0, 3), name), []).append(piece)
        piles = []
        for (width, height, _), pieces in found.items():
            first = pieces[0].slot
            plain = first.window_mm is None and len(first.part.outline_mm) == 4
            piles.append(_Pile(pieces, width, height, touching and plain))
        if not nesting:
            return _Stock(piles, None)
        fillers = [pile for pile in piles if nests(pile.left[0].slot.part, game)]
        gap = game.grid.pitch_mm - square_mm(nesting[0].slot.part, game)
        return _Stock(piles, _Nest(nesting, fillers, game.grid.pitch_mm, gap))

    def _fill(self, layout: _Layout, area: RectangleMm, order: Sequence[tuple[_Supply, float, float]]) -> None:
        """The layout's newest sheet: in each room that is still whole the first supply that has a piece for it.

        `order` has with each supply the width and the height below which a room holds none of it.
        """
        sheet, bleed = layout.sheets[-1], self.settings.bleed_mm
        sheet.lowest_mm = area[1]
        rooms = [area]
        while rooms:
            x0, y0, x1, y1 = rooms.pop()
            width, height, block = x1 - x0 - 2 * bleed, y1 - y0 - 2 * bleed, None
            for supply, narrowest, lowest in order:
                if width >= narrowest and height >= lowest and supply.left:
                    block = supply.take(width, height)
                    if block is not None:
                        break
            if block is None:
                continue
            sheet.blocks.append((block, x0, y0))
            layout.edges += block.edges
            right, bottom = x0 + 2 * bleed + block.width_mm, y0 + 2 * bleed + block.height_mm
            sheet.lowest_mm = max(sheet.lowest_mm, bottom - bleed)
            below_first = max((x1 - x0) * (y1 - bottom), (x1 - right) * (bottom - y0)) >= max(
                (x1 - right) * (y1 - y0), (right - x0) * (y1 - bottom)
            )
            if below_first:
                rooms += [(x0, bottom, x1, y1), (right, y0, x1, bottom)]
                if (x0, x1) == (area[0], area[2]):
                    sheet.across.append(((x0, bottom - bleed), (x1, bottom - bleed)))
            else:
                rooms += [(right, y0, x1, y1), (x0, bottom, right, y1)]
                if (y0, y1) == (area[1], area[3]):
                    sheet.across.append(((right - bleed, y0), (right - bleed, sheet.paper.area_mm[3])))


def _size_mm2(supply: _Supply) -> float:
    """The area of one piece of a supply, of a nest's largest."""
    return max(piece.slot.part.size_mm[0] * piece.slot.part.size_mm[1] for piece in supply.left)


@lru_cache(maxsize=1024)
def _grid(columns: int, rows: int) -> tuple[tuple[int, int], ...]:
    """Column and row of all places, row by row."""
    return tuple((column, row) for row in range(rows) for column in range(columns))


@lru_cache(maxsize=4096)
def _block(count: int, columns: int, rows: int) -> tuple[int, int]:
    """Columns and rows of the largest block without holes; of equal ones that which needs the fewest edges."""
    choices = [(wide, min(rows, count // wide)) for wide in range(1, min(columns, count) + 1)]
    return max(choices, key=lambda choice: (choice[0] * choice[1], -(choice[0] + choice[1]), choice[0]))
