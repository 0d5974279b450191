"""Which part lies where on which sheet: shelves from the top, the first sheet with room."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from printables.paper import Paper
from tabletop.errors import UsageError
from tabletop.gamefile import Part
from tabletop.geometry import bounding_box

BLEED_MM = 3.0
"""How far art goes on beyond the cut line."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One copy of a part on a sheet: the part, which copy, and where its frame's origin lies on the page."""

    part: Part
    copy: int
    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class PackedSheet:
    """One page: its paper as it lies (portrait or landscape) and the parts on it."""

    paper: Paper
    slots: tuple[Slot, ...]


@dataclass(slots=True)
class _Shelf:
    top_mm: float
    height_mm: float
    used_mm: float
    slots: list[tuple[Part, int, float, float]] = field(default_factory=list)


def pack(parts: Sequence[tuple[Part, int]], paper: Paper, *, bleed_mm: float = BLEED_MM) -> tuple[PackedSheet, ...]:
    """Lay `parts` (each with its number of copies) on as few sheets as shelves allow, never turned.

    Portrait is preferred; landscape where it needs fewer sheets or where only it is wide enough. Raises
    UsageError for a part that is larger than the paper either way.
    """
    choices = [sheets for way in (paper, paper.turned) if (sheets := _pack(parts, way, bleed_mm)) is not None]
    if choices:
        return min(choices, key=len)
    for part, _ in parts:
        if not _fits(part, paper, bleed_mm) and not _fits(part, paper.turned, bleed_mm):
            width, height = part.size_mm
            raise UsageError(
                f"{part.title} ({part.id}, {width:g} x {height:g} mm) does not fit on {paper.title}; "
                "use --paper a3 or print fewer --parts"
            )
    raise UsageError(f"the parts fit {paper.title} neither all upright nor all lengthwise; print them with --parts")


def _fits(part: Part, paper: Paper, bleed_mm: float) -> bool:
    left, top, right, bottom = paper.area_mm
    width, height = part.size_mm
    return width + 2 * bleed_mm <= right - left + 1e-6 and height + 2 * bleed_mm <= bottom - top + 1e-6


def _pack(parts: Sequence[tuple[Part, int]], paper: Paper, bleed_mm: float) -> tuple[PackedSheet, ...] | None:
    """Shelves of falling height (stable, so that equal heights keep the file's order); None where one is too large."""
    left, top, right, bottom = paper.area_mm
    if not all(_fits(part, paper, bleed_mm) for part, _ in parts):
        return None
    queue = [(part, copy) for part, count in parts for copy in range(count)]
    queue.sort(key=lambda entry: -entry[0].size_mm[1])
    sheets: list[list[_Shelf]] = []
    for part, copy in queue:
        width, height = part.size_mm[0] + 2 * bleed_mm, part.size_mm[1] + 2 * bleed_mm
        shelf = _shelf_with_room(sheets, width, height, (top, bottom), right - left)
        shelf.slots.append((part, copy, left + shelf.used_mm, shelf.top_mm))
        shelf.used_mm += width
    return tuple(PackedSheet(paper, _centred(shelves, paper, bleed_mm)) for shelves in sheets)


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


def _centred(shelves: list[_Shelf], paper: Paper, bleed_mm: float) -> tuple[Slot, ...]:
    """The slots of a sheet, the whole block in the middle of the paper's width."""
    left, _, right, _ = paper.area_mm
    shift = (right - left - max(shelf.used_mm for shelf in shelves)) / 2
    slots = []
    for shelf in shelves:
        for part, copy, x, y in shelf.slots:
            part_left, part_top, _, _ = bounding_box(part.outline_mm)
            slots.append(
                Slot(part, copy, round(x + shift + bleed_mm - part_left, 3), round(y + bleed_mm - part_top, 3))
            )
    return tuple(slots)
