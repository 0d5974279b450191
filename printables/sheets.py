"""A document of sheets as PDF bytes: parts, crop marks, title line, ruler, bookmarks."""

from dataclasses import dataclass
from io import BytesIO
from typing import Any

from printables.art import draw_part
from printables.art.common import offset
from printables.fonts import REGULAR, SEMIBOLD, register_fonts, text_width_mm
from printables.looks import WHITE, Looks, mix
from printables.packing import BLEED_MM, PackedSheet
from printables.paper import FOOTER_MM, MARGIN_MM, Paper
from printables.pen import POINTS_PER_MM, Pen
from tabletop.gamefile import GameFile, Part
from tabletop.geometry import PolygonMm, area_mm2, bounding_box

CROP_MARK_MM = 0.15
CROP_GAP_MM = 0.8
"""Free room between the cut line's corner and its crop marks."""
CUT_LINE_MM = 0.1


@dataclass(frozen=True, slots=True)
class Document:
    """One PDF: its file's stem, what its title line says, its sheets."""

    stem: str
    title: str
    sheets: tuple[PackedSheet, ...]


def render(document: Document, game: GameFile, looks: Looks) -> bytes:
    """The document as PDF 1.7, the same bytes on every run."""
    buffer = BytesIO()
    canvas = open_canvas(buffer, f"{game.title}: {document.title}", document.sheets[0].paper)
    _forms(canvas, document, game, looks)
    for index, sheet in enumerate(document.sheets, start=1):
        _page(canvas, document, sheet, index, game, looks)
    canvas.save()
    return buffer.getvalue()


def open_canvas(buffer: BytesIO, title: str, paper: Paper) -> Any:
    """A canvas for PDF 1.7 with embedded type, never to be scaled by the printer, the same bytes on every run."""
    register_fonts()
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(
        buffer,
        pdfVersion=(1, 7),
        invariant=1,
        pageCompression=1,
        initialFontName=REGULAR,  # type: ignore[arg-type]  # the stubs take it for a number
        lang="en",
    )
    canvas.setTitle(title)
    canvas.setSubject(f"Print at 100 %, not fitted to the page; {paper.title}")
    canvas.setAuthor("Boardsight")
    canvas.setCreator("Boardsight")
    canvas.setKeywords("board game, print and play, Boardsight")
    canvas.setViewerPreference("PrintScaling", "None")
    return canvas


def _forms(canvas: Any, document: Document, game: GameFile, looks: Looks) -> None:
    """Every part once as a form, which its copies then share."""
    parts = {slot.part.id: slot.part for sheet in document.sheets for slot in sheet.slots}
    for part in parts.values():
        left, top, right, bottom = (value * POINTS_PER_MM for value in bounding_box(offset(part.outline_mm, BLEED_MM)))
        canvas.beginForm(part.id, left, -bottom, right, -top)
        pen = Pen(canvas)
        with pen.clipped(offset(part.outline_mm, BLEED_MM)):
            draw_part(pen, part, game, looks)
        _cut_guides(pen, part, looks)
        canvas.endForm()


def _cut_guides(pen: Pen, part: Part, looks: Looks) -> None:
    """A faint line along the cut and crop marks in the bleed at the corners that point outwards."""
    pen.polygon(part.outline_mm, stroke=mix(looks.ink, WHITE, 0.35), width_mm=CUT_LINE_MM)
    for start, end in crop_marks(part.outline_mm):
        pen.line(start, end, WHITE, 3 * CROP_MARK_MM)
        pen.line(start, end, looks.ink, CROP_MARK_MM)


def crop_marks(outline: PolygonMm) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Crop marks in the bleed: both sides of every outward corner, drawn on past the corner."""
    if area_mm2(outline) < 0:
        outline = tuple(reversed(outline))
    marks = []
    for index, (x, y) in enumerate(outline):
        x0, y0 = outline[index - 1]
        x1, y1 = outline[(index + 1) % len(outline)]
        before, after = ((x - x0) ** 2 + (y - y0) ** 2) ** 0.5, ((x1 - x) ** 2 + (y1 - y) ** 2) ** 0.5
        if (x - x0) * (y1 - y) - (y - y0) * (x1 - x) <= 0:
            continue  # an inward corner: a mark would lie on the part
        for ux, uy in (((x - x0) / before, (y - y0) / before), ((x - x1) / after, (y - y1) / after)):
            marks.append(
                (
                    (x + ux * CROP_GAP_MM, y + uy * CROP_GAP_MM),
                    (x + ux * (BLEED_MM - 0.1), y + uy * (BLEED_MM - 0.1)),
                )
            )
    return marks


def _page(canvas: Any, document: Document, sheet: PackedSheet, number: int, game: GameFile, looks: Looks) -> None:
    """One page: title line, parts, ruler."""
    paper = sheet.paper
    canvas.setPageSize((paper.width_mm * POINTS_PER_MM, paper.height_mm * POINTS_PER_MM))
    titles = list(dict.fromkeys(slot.part.title for slot in sheet.slots))
    canvas.bookmarkPage(f"sheet-{number}")
    shown = ", ".join(titles[:4]) + (", …" if len(titles) > 4 else "")
    canvas.addOutlineEntry(f"Sheet {number}: {shown}" if shown else f"Sheet {number}", f"sheet-{number}")
    pen = Pen(canvas, paper.height_mm)
    draw_title_line(pen, paper, f"{game.title}: {document.title}", f"sheet {number} of {len(document.sheets)}", looks)
    for slot in sheet.slots:
        canvas.saveState()
        canvas.translate(round(slot.x_mm * POINTS_PER_MM, 4), round((paper.height_mm - slot.y_mm) * POINTS_PER_MM, 4))
        canvas.doForm(slot.part.id)
        canvas.restoreState()
    draw_ruler(pen, paper, looks)
    canvas.showPage()


def draw_title_line(pen: Pen, paper: Paper, title: str, sheet: str, looks: Looks) -> None:
    """What the sheet is and, at the right, which one of how many, with the paper's name."""
    baseline = MARGIN_MM + 3.4
    pen.text(MARGIN_MM + 1, baseline, title, size_mm=4.0, colour=looks.ink, face=SEMIBOLD)
    pen.text(
        paper.width_mm - MARGIN_MM - 1,
        baseline,
        f"{sheet}  ·  {paper.title}",
        size_mm=4.0,
        colour=looks.ink,
        align="right",
    )


def draw_ruler(pen: Pen, paper: Paper, looks: Looks) -> None:
    """A 100 mm ruler and a box of 6 mm, with what to do when they measure otherwise."""
    top = paper.height_mm - MARGIN_MM - FOOTER_MM + 2.0
    left, ink = MARGIN_MM + 2.0, looks.ink
    pen.line((left, top), (left + 100, top), ink, 0.2)
    for millimetre in range(101):
        length = 2.6 if millimetre % 10 == 0 else 1.9 if millimetre % 5 == 0 else 1.2
        pen.line((left + millimetre, top), (left + millimetre, top + length), ink, 0.2 if length > 2 else 0.12)
    for centimetre in range(11):
        pen.text(left + 10 * centimetre, top + 5.0, str(centimetre), size_mm=2.5, colour=ink, align="centre")
    pen.box(left + 106, top, 6.0, 6.0, stroke=ink, width_mm=0.2)
    x = left + 115
    lines = (
        "Ruler 100 mm, box 6 mm: if yours differ, print again",
        "at “100 %” or “actual size”, not fitted to the page.",
    )
    room = paper.width_mm - MARGIN_MM - x
    size = min(3.0, 3.0 * room / max(text_width_mm(line, REGULAR, 3.0) for line in lines))
    for index, line in enumerate(lines):
        pen.text(x, top + 2.3 + 3.5 * index, line, size_mm=size, colour=ink)
