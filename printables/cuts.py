"""Where a sheet is cut and folded: the pieces' outlines, their sides each once, and straight runs of the knife."""

from collections.abc import Iterator, Sequence

from printables.backs import is_back
from printables.houses import FoldedPart
from printables.packing import PackedSheet
from tabletop.geometry import PointMm, PolygonMm, rectangle

SAME_MM = 0.05
"""Sides that lie nearer together than this are one cut."""
Side = tuple[PointMm, PointMm]


def cut_outlines(sheet: PackedSheet) -> list[tuple[str, PolygonMm]]:
    """The parts' outlines on the page in the order in which they lie, each once."""
    outlines = []
    for slot in sheet.slots:
        if is_back(sheet, slot) or slot.part.id in sheet.kept:
            continue
        outline = slot.part.outline_mm
        if slot.window_mm is not None:
            left, top, right, bottom = slot.window_mm
            outline = rectangle(right - left, bottom - top, centre=((left + right) / 2, (top + bottom) / 2))
        outlines.append((slot.part.id, tuple((x + slot.x_mm, y + slot.y_mm) for x, y in outline)))
    return outlines


def fold_lines(sheet: PackedSheet) -> list[tuple[PointMm, PointMm]]:
    """Lines along which houses are folded, on the page."""
    lines = []
    for slot in sheet.slots:
        for (x0, y0), (x1, y1) in slot.part.folds_mm if isinstance(slot.part, FoldedPart) else ():
            lines.append(((x0 + slot.x_mm, y0 + slot.y_mm), (x1 + slot.x_mm, y1 + slot.y_mm)))
    return lines


def sides_of(sheet: PackedSheet) -> list[Side]:
    """All sides of the pieces on a sheet, each once, the smaller end first."""
    found: dict[tuple[int, ...], Side] = {}
    for _, outline in () if sheet.back else cut_outlines(sheet):
        for index, end in enumerate(outline):
            first, second = sorted((outline[index - 1], end))
            found.setdefault(tuple(round(value / SAME_MM) for value in (*first, *second)), (first, second))
    return list(found.values())


def strokes_of(sides: Sequence[Side], *, gap_mm: float) -> list[Side]:
    """Sides in one line and no farther apart than a gap, as one run of the knife; slanting ones as they are."""
    lines: dict[tuple[bool, int], list[tuple[float, float]]] = {}
    strokes: list[Side] = []
    for (x0, y0), (x1, y1) in sides:
        if abs(x0 - x1) <= SAME_MM:
            lines.setdefault((True, round(x0 / SAME_MM)), []).append((min(y0, y1), max(y0, y1)))
        elif abs(y0 - y1) <= SAME_MM:
            lines.setdefault((False, round(y0 / SAME_MM)), []).append((x0, x1))
        else:
            strokes.append(((x0, y0), (x1, y1)))
    for (upright, place), spans in lines.items():
        at = place * SAME_MM
        for start, end in _joined(sorted(spans), gap_mm + SAME_MM):
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
