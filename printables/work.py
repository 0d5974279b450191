"""What a print job costs its host: sheets of paper, edges to cut, strokes of the knife, minutes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from printables.choice import NOT_NEEDED_TO_BEGIN as NOT_NEEDED
from printables.cutfiles import cut_outlines
from printables.packing import BLEED_MM, PackedSheet
from printables.sheets import Document
from tabletop.geometry import PointMm

Side = tuple[PointMm, PointMm]


@dataclass(frozen=True, slots=True)
class WorkSettings:
    """How long cutting takes."""

    seconds_an_edge: float = 5.2
    """Knife and ruler: all of Big City, 690 edges, took about an hour."""
    same_mm: float = 0.05
    """Sides that lie nearer together than this are one cut."""


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


def work_of(documents: Sequence[Document], settings: WorkSettings | None = None) -> Work:
    """What these documents cost together."""
    settings = settings or WorkSettings()
    sheets = edges = strokes = 0
    for document in documents:
        sheets += document.numbers[-1]
        for sheet in document.sheets:
            sides = sides_of(sheet, settings.same_mm)
            edges += len(sides)
            strokes += len(strokes_of(sides, settings.same_mm))
    return Work(sheets, edges, strokes, round(edges * settings.seconds_an_edge / 60))


def can_wait(documents: Sequence[Document]) -> Iterator[tuple[str, Work]]:
    """Sheets that nobody needs to begin: what they are called, and what they cost."""
    for document in documents:
        waiting = [sheet for sheet in document.sheets if {slot.part.kind for slot in sheet.slots} <= set(NOT_NEEDED)]
        if waiting:
            titles = dict.fromkeys(slot.part.title for sheet in waiting for slot in sheet.slots)
            whole = len(waiting) == len(document.sheets)
            name = document.title if whole else ", ".join(titles)
            yield name, work_of([replace(document, sheets=tuple(waiting))])


def sides_of(sheet: PackedSheet, same_mm: float) -> list[Side]:
    """All sides of the pieces on a sheet, each once, the smaller end first."""
    found: dict[tuple[int, ...], Side] = {}
    for _, outline in () if sheet.back else cut_outlines(sheet):
        for index, end in enumerate(outline):
            first, second = sorted((outline[index - 1], end))
            found.setdefault(tuple(round(value / same_mm) for value in (*first, *second)), (first, second))
    return list(found.values())


def strokes_of(sides: Sequence[Side], same_mm: float) -> list[Side]:
    """Sides in one line and no farther apart than two bleeds, as one run of the knife; slanting ones as they are."""
    lines: dict[tuple[bool, int], list[tuple[float, float]]] = {}
    strokes: list[Side] = []
    for (x0, y0), (x1, y1) in sides:
        if abs(x0 - x1) <= same_mm:
            lines.setdefault((True, round(x0 / same_mm)), []).append((min(y0, y1), max(y0, y1)))
        elif abs(y0 - y1) <= same_mm:
            lines.setdefault((False, round(y0 / same_mm)), []).append((x0, x1))
        else:
            strokes.append(((x0, y0), (x1, y1)))
    for (upright, place), spans in lines.items():
        at = place * same_mm
        for start, end in _joined(sorted(spans), 2 * BLEED_MM + same_mm):
            strokes.append(((at, start), (at, end)) if upright else ((start, at), (end, at)))
    return strokes


def _joined(spans: Sequence[tuple[float, float]], gap_mm: float) -> Iterator[tuple[float, float]]:
    """Spans in rising order, those that overlap or lie no farther apart than the gap as one."""
    start, end = spans[0]
    for next_start, next_end in spans[1:]:
        if next_start - end > gap_mm:
            yield start, end
            start = next_start
        end = max(end, next_end)
    yield start, end
