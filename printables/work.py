"""What a print job costs its host: sheets of paper, edges to cut, strokes of the knife, minutes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from printables.choice import NOT_NEEDED_TO_BEGIN as NOT_NEEDED
from printables.cuts import cut_outlines, sides_of, strokes_of
from printables.packing import BLEED_MM
from printables.sheets import Document
from tabletop.geometry import area_mm2


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
    """Share of the paper that is cut away; the last sheet of a document counts down to its last piece."""


def work_of(documents: Sequence[Document], settings: WorkSettings | None = None) -> Work:
    """What these documents cost together."""
    settings = settings or WorkSettings()
    sheets = edges = strokes = 0
    pieces_mm2 = paper_mm2 = 0.0
    for document in documents:
        sheets += document.numbers[-1]
        for sheet in document.sheets:
            sides = sides_of(sheet)
            edges += len(sides)
            strokes += len(strokes_of(sides, gap_mm=2 * BLEED_MM))
        fronts = [sheet for sheet in document.sheets if sheet.slots and not sheet.back]
        for sheet in fronts:
            outlines = [outline for _, outline in cut_outlines(sheet)]
            pieces_mm2 += sum(abs(area_mm2(outline)) for outline in outlines)
            left, top, right, bottom = sheet.paper.area_mm
            lowest = max(y for outline in outlines for _, y in outline)
            paper_mm2 += (right - left) * ((lowest if sheet == fronts[-1] else bottom) - top)
    waste = round(1 - pieces_mm2 / paper_mm2, 2) if paper_mm2 else 0.0
    return Work(sheets, edges, strokes, round(edges * settings.seconds_an_edge / 60), waste)


def can_wait(documents: Sequence[Document]) -> Iterator[tuple[str, Work]]:
    """Sheets that nobody needs to begin: what they are called, and what they cost."""
    for document in documents:
        waiting = [sheet for sheet in document.sheets if {slot.part.kind for slot in sheet.slots} <= set(NOT_NEEDED)]
        if waiting:
            titles = dict.fromkeys(slot.part.title for sheet in waiting for slot in sheet.slots)
            whole = len(waiting) == len(document.sheets)
            name = document.title if whole else ", ".join(titles)
            yield name, work_of([replace(document, sheets=tuple(waiting))])
