"""What a print job costs its host: sheets of paper, edges to cut, strokes of the knife, minutes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from printables.art import BACKS as KINDS_WITH_BACKS
from printables.art.common import offset
from printables.choice import NOT_NEEDED_TO_BEGIN as NOT_NEEDED
from printables.cuts import cut_outlines, sides_of, strokes_of
from printables.packing import BLEED_MM
from printables.sheets import Document
from printables.tiling import flaps_mm2
from tabletop.geometry import PolygonMm, area_mm2
from tabletop.parts import Part

NAMED = 2
"""So many of the parts on sheets that can wait are named, the largest first."""


@dataclass(frozen=True, slots=True)
class WorkSettings:
    """How long cutting takes."""

    seconds_an_edge: float = 5.2
    """Knife and ruler: all of Big City, 690 edges, took about an hour."""


@dataclass(frozen=True, slots=True)
class Work:
    """What it takes to have printed sheets ready for the table."""

    sheets: int
    """Sheets of paper; a back is on its front's sheet."""
    edges: int
    """Sides of all pieces; one that two pieces share counts once."""
    strokes: int
    """Straight runs of the knife, over the gaps between pieces that stand in line."""
    minutes: int
    waste: float
    """Share cut away of the paper between the margins, title and ruler: neither piece nor glue flap. The last sheet of
    a document counts as far as one cut across it behind its last piece: the rest is paper as before."""
    bleed: float
    """Share of the same paper that is bleed: colour about the pieces which is cut away on purpose."""
    paper_waste: float
    """Share cut away of all paper, margins, title and ruler counted in, every sheet whole."""


def work_of(documents: Sequence[Document], settings: WorkSettings | None = None) -> Work:
    """What these documents cost together."""
    settings = settings or WorkSettings()
    sheets = edges = strokes = 0
    pieces_mm2 = bled_mm2 = room_mm2 = paper_mm2 = 0.0
    for document in documents:
        sheets += document.numbers[-1]
        for sheet in document.sheets:
            sides = sides_of(sheet)
            edges += len(sides)
            strokes += len(strokes_of(sides, gap_mm=2 * BLEED_MM))
        fronts = [sheet for sheet in document.sheets if sheet.slots and not sheet.back]
        for sheet in fronts:
            outlines = [outline for _, outline in cut_outlines(sheet)]
            kept_mm2 = sum(abs(area_mm2(outline)) for outline in outlines) + sum(map(flaps_mm2, sheet.slots))
            pieces_mm2 += kept_mm2
            bled_mm2 += 0.0 if sheet.shared_cuts else sum(_bleed_mm2(outline, sheet.bleed_mm) for outline in outlines)
            paper_mm2 += sheet.paper.width_mm * sheet.paper.height_mm
            left, top, right, bottom = sheet.paper.area_mm
            last_x, last_y = (max(point[axis] for outline in outlines for point in outline) for axis in (0, 1))
            whole_mm2 = (right - left) * (bottom - top)
            used_mm2 = min((last_x - left) * (bottom - top), (right - left) * (last_y - top))
            room_mm2 += used_mm2 if sheet == fronts[-1] else whole_mm2
    if not paper_mm2:
        return Work(sheets, edges, strokes, _minutes(edges, settings), 0.0, 0.0, 0.0)
    waste, bleed, paper_waste = 1 - pieces_mm2 / room_mm2, bled_mm2 / room_mm2, 1 - pieces_mm2 / paper_mm2
    shares = (round(waste, 2), round(bleed, 2), round(paper_waste, 2))
    return Work(sheets, edges, strokes, _minutes(edges, settings), *shares)


def _falling_size(part: Part) -> float:
    return -part.size_mm[0] * part.size_mm[1]


def _minutes(edges: int, settings: WorkSettings) -> int:
    return round(edges * settings.seconds_an_edge / 60)


def _bleed_mm2(outline: PolygonMm, bleed_mm: float) -> float:
    """The area of the bleed about a piece."""
    return abs(area_mm2(offset(outline, bleed_mm))) - abs(area_mm2(outline))


def can_wait(documents: Sequence[Document]) -> Iterator[tuple[str, Work]]:
    """Sheets that nobody needs to begin: what they are called, and what they cost."""
    for document in documents:
        waiting = [sheet for sheet in document.sheets if {slot.part.kind for slot in sheet.slots} <= set(NOT_NEEDED)]
        if waiting:
            parts = sorted((slot.part for sheet in waiting for slot in sheet.slots), key=_falling_size)
            titles = list(dict.fromkeys(part.title for part in parts))
            kinds = {part.kind for part in parts}
            one_kind = len(kinds) < 2 and len(titles) != 1
            whole = one_kind and (len(waiting) == len(document.sheets) or kinds <= KINDS_WITH_BACKS.keys())
            name = document.title if whole else ", ".join(titles[:NAMED]) + (", …" if len(titles) > NAMED else "")
            yield name, work_of([replace(document, sheets=tuple(waiting))])
