"""Sheets that take few cuts: blocks of equal pieces without gaps, parted by cuts that run from edge to edge.

Every cut goes through the whole of what is still in one piece, the first ones across the whole sheet, so that it is one
stroke along a ruler. Pieces that nest on a grid of squares are laid square by square before; no piece is turned.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from printables.nesting import nested_sheets, nests
from printables.packing import PackedSheet, Slot, check_that_all_fit, fits_upright
from printables.paper import Paper
from tabletop.gamefile import GameFile, Part
from tabletop.geometry import PointMm, RectangleMm, bounding_box

Copies = list[tuple[Part, int]]
Cut = tuple[PointMm, PointMm]


@dataclass(frozen=True, slots=True)
class GuillotineSettings:
    """How hard a layout with few sheets and cuts is looked for, and how near parts of different colours lie."""

    bleed_mm: float = 1.0
    """Colour about a block of pieces; two blocks lie two of these apart."""
    attempts: int = 150
    """Orders of the kinds that are tried, the same ones on every run; more saved no sheet of any game."""
    disorder: float = 0.5
    """How far an attempt leaves the order of falling size, as a share of the size."""
    edge_mm: float = 4.0
    """So much less of the last sheet is worth an edge more: with 1 to 10 Big City has 280 edges, with 0 288."""


@dataclass(frozen=True, slots=True)
class CutKind:
    """Pieces of one size and colour; those of a plain rectangle may lie side by side without a gap."""

    width_mm: float
    height_mm: float
    copies: tuple[tuple[Part, int], ...]
    plain: bool


@dataclass(slots=True)
class _Layout:
    """One attempt: what lies on each sheet, its cuts from edge to edge, and how many edges are cut."""

    slots: list[list[Slot]] = field(default_factory=list)
    across: list[list[Cut]] = field(default_factory=list)
    edges: int = 0
    lowest_mm: float = 0.0
    """Down to where the last sheet is used."""

    def cost(self, edge_mm: float) -> tuple[int, float]:
        """Sheets, then paper and edges weighed against each other."""
        return (len(self.slots), self.lowest_mm + self.edges * edge_mm)


def pack_with_shared_cuts(
    parts: Sequence[tuple[Part, int]], paper: Paper, game: GameFile, settings: GuillotineSettings | None = None
) -> tuple[PackedSheet, ...]:
    """Lay `parts` (each with its number of copies) on few sheets with few cuts, all upright or all lengthwise.

    Raises UsageError for a part that is larger than the paper.
    """
    settings = settings or GuillotineSettings()
    check_that_all_fit(parts, paper, settings.bleed_mm)
    for way in (paper, paper.turned):
        beyond = [entry for entry in parts if not fits_upright(entry[0], way, settings.bleed_mm)]
        if len(beyond) < len(parts) and any(not fits_upright(one, way.turned, settings.bleed_mm) for one, _ in parts):
            within = [entry for entry in parts if entry not in beyond]
            rest = pack_with_shared_cuts(beyond, paper, game, settings) if beyond else ()
            return (*_packed(within, way, game, settings), *rest)
    ways = [_packed(parts, way, game, settings) for way in (paper, paper.turned)]
    return min(ways, key=len)


def _packed(
    parts: Sequence[tuple[Part, int]], paper: Paper, game: GameFile, settings: GuillotineSettings
) -> tuple[PackedSheet, ...]:
    """The sheets with the paper as it lies: nests first, then blocks, the first of them below the last nest."""
    bleed = settings.bleed_mm
    nesting = [entry for entry in parts if nests(entry[0], game)]
    nested, room = nested_sheets(nesting, paper, game, bleed)
    kinds = _kinds([entry for entry in parts if entry not in nesting])
    generator = random.Random(0)
    layouts = []
    for attempt in range(settings.attempts if kinds else 0):
        disorder = settings.disorder if attempt else 0.0
        order = sorted(
            range(len(kinds)),
            key=lambda index: -kinds[index].width_mm * kinds[index].height_mm * generator.uniform(1 - disorder, 1),
        )
        layouts.append(_layout(kinds, order, room, paper, bleed))
    best = min(layouts, key=lambda layout: layout.cost(settings.edge_mm), default=_Layout())
    sheets: list[tuple[list[Slot], list[Cut]]] = [(list(slots), []) for slots in nested]
    if room is not None and best.slots:
        sheets[-1] = (sheets[-1][0] + best.slots[0], best.across[0])
        del best.slots[0], best.across[0]
    sheets += zip(best.slots, best.across, strict=True)
    return tuple(
        PackedSheet(paper, tuple(slots), bleed_mm=bleed, shared_cuts=True, across_mm=tuple(across))
        for slots, across in sheets
    )


def _kinds(parts: Sequence[tuple[Part, int]]) -> list[CutKind]:
    """The parts by size and colour; one of another outline than a rectangle is a kind of its own."""
    found: dict[tuple[float, float, str], Copies] = {}
    for part, count in parts:
        width, height = part.size_mm
        name = part.colour if len(part.outline_mm) == 4 else part.id
        found.setdefault((round(width, 3), round(height, 3), name), []).extend((part, copy) for copy in range(count))
    return [
        CutKind(width, height, tuple(copies), plain=len(copies[0][0].outline_mm) == 4)
        for (width, height, _), copies in found.items()
    ]


def _layout(
    kinds: Sequence[CutKind], order: Sequence[int], room: RectangleMm | None, paper: Paper, bleed: float
) -> _Layout:
    """All kinds laid in that order of preference, a sheet after another; `room` is free on a sheet that is there."""
    layout = _Layout()
    stacks = [(kinds[index], list(kinds[index].copies)) for index in order]
    if room is not None:
        _fill(room, stacks, layout, bleed)
    while any(copies for _, copies in stacks):
        _fill(paper.area_mm, stacks, layout, bleed)
    return layout


def _fill(sheet: RectangleMm, stacks: Sequence[tuple[CutKind, Copies]], layout: _Layout, bleed: float) -> None:
    """A new sheet of the layout: the first kind that fits in the upper left corner of each room that is still whole."""
    slots: list[Slot] = []
    across: list[Cut] = []
    layout.slots.append(slots)
    layout.lowest_mm = 0.0
    layout.across.append(across)
    rooms = [sheet]
    while rooms:
        x0, y0, x1, y1 = rooms.pop()
        for kind, copies in stacks:
            columns = int((x1 - x0 - 2 * bleed + 1e-6) / kind.width_mm)
            rows = int((y1 - y0 - 2 * bleed + 1e-6) / kind.height_mm)
            if copies and columns and rows:
                break
        else:
            continue
        columns, rows = _block(len(copies), columns, rows) if kind.plain else (1, 1)
        taken = copies[: columns * rows]
        del copies[: columns * rows]
        for place, (part, copy) in enumerate(taken):
            row, column = divmod(place, columns)
            part_left, part_top, _, _ = bounding_box(part.outline_mm)
            slots.append(
                Slot(
                    part,
                    copy,
                    round(x0 + bleed + column * kind.width_mm - part_left, 3),
                    round(y0 + bleed + row * kind.height_mm - part_top, 3),
                )
            )
        layout.edges += columns * (rows + 1) + rows * (columns + 1)
        right, bottom = x0 + 2 * bleed + columns * kind.width_mm, y0 + 2 * bleed + rows * kind.height_mm
        layout.lowest_mm = max(layout.lowest_mm, bottom - bleed)
        below_first = max((x1 - x0) * (y1 - bottom), (x1 - right) * (bottom - y0)) >= max(
            (x1 - right) * (y1 - y0), (right - x0) * (y1 - bottom)
        )
        if below_first:
            halves = [(x0, bottom, x1, y1), (right, y0, x1, bottom)]
            if (x0, x1) == (sheet[0], sheet[2]):
                across.append(((x0, bottom - bleed), (x1, bottom - bleed)))
        else:
            halves = [(right, y0, x1, y1), (x0, bottom, right, y1)]
            if (y0, y1) == (sheet[1], sheet[3]):
                across.append(((right - bleed, y0), (right - bleed, y1)))
        rooms += halves


def _block(count: int, columns: int, rows: int) -> tuple[int, int]:
    """Columns and rows of the largest block without holes; of equal ones that which needs the fewest edges."""
    choices = [(wide, min(rows, count // wide)) for wide in range(1, min(columns, count) + 1)]
    return max(choices, key=lambda choice: (choice[0] * choice[1], -(choice[0] + choice[1]), choice[0]))
