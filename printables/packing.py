"""Which part lies where on which sheet: shelves from the top, the first sheet with room; never turned."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from printables.paper import PAPERS, Paper
from tabletop.errors import UsageError
from tabletop.geometry import PointMm, RectangleMm, bounding_box
from tabletop.parts import Part

BLEED_MM = 3.0
"""How far art goes on beyond the cut line."""
NARROW_BLEED_MM = 1.5
"""The bleed of cards where it saves sheets."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One copy of a part on a sheet: the part, which copy, and where its frame's origin lies on the page."""

    part: Part
    copy: int
    x_mm: float
    y_mm: float
    window_mm: RectangleMm | None = None
    """For a board over several sheets: the piece of it, in its own frame, that this sheet shows in the end."""
    flaps: tuple[bool, bool] = (False, False)
    """Whether that piece has a glue flap at its left and at its top."""


@dataclass(frozen=True, slots=True)
class PackedSheet:
    """One page: its paper as it lies (portrait or landscape) and the parts on it."""

    paper: Paper
    slots: tuple[Slot, ...]
    back: bool = False
    """Whether this is the other side of the sheet before it, as a printer with duplex prints it."""
    bleed_mm: float = BLEED_MM
    folded: bool = False
    """Whether the slots beyond the middle are backs, to be folded behind the fronts."""
    shared_cuts: bool = False
    """Whether pieces touch one another, so that one cut parts two of them."""
    across_mm: tuple[tuple[PointMm, PointMm], ...] = ()
    """Cuts that run across the whole sheet and are made first."""
    kept: frozenset[str] = frozenset()
    """Parts that stay as they are on what is left of the sheet: nobody cuts them out."""


@dataclass(slots=True)
class _Shelf:
    top_mm: float
    height_mm: float
    used_mm: float
    slots: list[tuple[Part, int, float, float]] = field(default_factory=list)


def pack(
    parts: Sequence[tuple[Part, int]],
    paper: Paper,
    *,
    bleed_mm: float = BLEED_MM,
    half: bool = False,
    upright: bool = False,
) -> tuple[PackedSheet, ...]:
    """Lay `parts` (each with its number of copies) on as few sheets as shelves allow.

    Portrait is preferred; landscape where it needs fewer sheets or where only it is wide enough. With `half` only
    the left half of the paper is used (the backs then stand in the right one); with `upright` no sheet lies lengthwise.
    Raises UsageError for a part that is larger than the paper.
    """
    if not parts:
        return ()
    ways = (paper,) if upright else (paper, paper.turned)
    choices = [sheets for way in ways if (sheets := _pack(parts, way, bleed_mm, half)) is not None]
    if choices:
        return min(choices, key=len)
    check_that_all_fit(parts, paper, bleed_mm, half=half, upright=upright)
    standing = [entry for entry in parts if _pack([entry], paper, bleed_mm, half) is not None]
    lying = [entry for entry in parts if entry not in standing]
    return (*pack(standing, paper, bleed_mm=bleed_mm, half=half), *pack(lying, paper, bleed_mm=bleed_mm, half=half))


def check_that_all_fit(
    parts: Sequence[tuple[Part, int]], paper: Paper, bleed_mm: float, *, half: bool = False, upright: bool = False
) -> None:
    """Raise UsageError for a part that is larger than the paper, or than the half of it where backs are folded."""
    area = _area(paper, half=half)
    for part, _ in parts:
        if not (_fits(part, area, bleed_mm) if upright else fits(part, paper, bleed_mm)):
            width, height = part.size_mm
            larger = any(fits(part, other, bleed_mm) for other in PAPERS.values())
            mend = "use --paper a3, or print fewer --parts" if larger else "make it smaller: no paper is large enough"
            raise UsageError(
                f"{part.title} ({part.id}, {width:g} x {height:g} mm) does not fit on {paper.title}; {mend}"
            )


def fits(part: Part, paper: Paper, bleed_mm: float = BLEED_MM) -> bool:
    """Whether a part with its bleed fits on the paper, upright or lengthwise."""
    return any(_fits(part, _area(way, half=False), bleed_mm) for way in (paper, paper.turned))


def _area(paper: Paper, *, half: bool) -> RectangleMm:
    left, top, right, bottom = paper.area_mm
    return (left, top, paper.width_mm / 2 if half else right, bottom)


def _fits(part: Part, area: RectangleMm, bleed_mm: float) -> bool:
    left, top, right, bottom = area
    width, height = part.size_mm
    return width + 2 * bleed_mm <= right - left + 1e-6 and height + 2 * bleed_mm <= bottom - top + 1e-6


def _pack(
    parts: Sequence[tuple[Part, int]], paper: Paper, bleed_mm: float, half: bool
) -> tuple[PackedSheet, ...] | None:
    """Shelves of falling height (stable, so that equal heights keep the file's order); None where one is too large."""
    area = _area(paper, half=half)
    left, top, right, bottom = area
    if not all(_fits(part, area, bleed_mm) for part, _ in parts):
        return None
    queue = [(part, copy) for part, count in parts for copy in range(count)]
    queue.sort(key=lambda entry: -entry[0].size_mm[1])
    sheets: list[list[_Shelf]] = []
    for part, copy in queue:
        width, height = part.size_mm[0] + 2 * bleed_mm, part.size_mm[1] + 2 * bleed_mm
        shelf = _shelf_with_room(sheets, width, height, (top, bottom), right - left)
        shelf.slots.append((part, copy, left + shelf.used_mm, shelf.top_mm))
        shelf.used_mm += width
    return tuple(PackedSheet(paper, _centred(shelves, area, bleed_mm), bleed_mm=bleed_mm) for shelves in sheets)


def _shelf_with_room(
    sheets: list[list[_Shelf]], width: float, height: float, span: tuple[float, float], room: float
) -> _Shelf:
    """The first shelf with room, else a new one on the first sheet with room, else one on a new sheet."""
    top, bottom = span
    for shelves in sheets:
        for shelf in shelves:
            if height <= shelf.height_mm + 1e-6 and shelf.used_mm + width <= room + 1e-6:
                return shelf
        below = shelves[-1].top_mm + shelves[-1].height_mm
        if below + height <= bottom + 1e-6:
            shelves.append(_Shelf(below, height, 0.0))
            return shelves[-1]
    sheets.append([_Shelf(top, height, 0.0)])
    return sheets[-1][0]


def _centred(shelves: list[_Shelf], area: RectangleMm, bleed_mm: float) -> tuple[Slot, ...]:
    """The slots of a sheet, the whole block in the middle of the area's width."""
    left, _, right, _ = area
    shift = (right - left - max(shelf.used_mm for shelf in shelves)) / 2
    slots = []
    for shelf in shelves:
        for part, copy, x, y in shelf.slots:
            part_left, part_top, _, _ = bounding_box(part.outline_mm)
            slots.append(
                Slot(part, copy, round(x + shift + bleed_mm - part_left, 3), round(y + bleed_mm - part_top, 3))
            )
    return tuple(slots)


def pack_one_sheet(parts: Sequence[tuple[Part, int]], paper: Paper) -> PackedSheet:
    """A board at the top of the sheet, which stays uncut, and below it pieces of one size side by side.

    Four cuts across, then one down beside each piece of a row. UsageError where that is higher than the paper.
    """
    boards = [part for part, _ in parts if part.kind == "board"]
    pieces = [(part, copy) for part, count in parts if part.kind != "board" for copy in range(count)]
    check_that_all_fit(parts, paper, NARROW_BLEED_MM)
    left, top, right, bottom = paper.area_mm
    slots = []
    for board in boards:
        width, height = board.size_mm
        slots.append(Slot(board, 0, (left + right) / 2, top + NARROW_BLEED_MM + height / 2))
        top += height + 2 * NARROW_BLEED_MM
    top += 0.0 if boards else NARROW_BLEED_MM
    width, height = pieces[0][0].size_mm
    rows = max(1, int((bottom - top) / height))
    columns = -(-len(pieces) // rows)
    start = (left + right - columns * width) / 2
    if start < left or top + -(-len(pieces) // columns) * height > bottom:
        raise UsageError(f"board and pieces do not fit on one sheet of {paper.title}; take --paper a4 or a3")
    for index, (part, copy) in enumerate(pieces):
        row, column = divmod(index, columns)
        slots.append(Slot(part, copy, start + (column + 0.5) * width, top + (row + 0.5) * height))
    across = ((left, top), (right, top))
    kept = frozenset(board.id for board in boards)
    return PackedSheet(paper, tuple(slots), bleed_mm=NARROW_BLEED_MM, shared_cuts=True, across_mm=(across,), kept=kept)
