"""A document of sheets as PDF bytes: parts, their backs, crop marks, title line, ruler, bookmarks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from printables.art import draw_back, draw_part
from printables.art.common import offset
from printables.backs import is_back
from printables.cuts import SAME_MM
from printables.fonts import REGULAR, register_fonts
from printables.furniture import (
    NETS,
    draw_cut_guides,
    draw_cuts_across,
    draw_fold,
    draw_joints,
    draw_registration,
    draw_ruler,
    draw_title_line,
)
from printables.howtoplay import draw_how_to_play
from printables.looks import Looks
from printables.packing import PackedSheet, Slot
from printables.paper import Paper
from printables.pen import POINTS_PER_MM, Pen
from tabletop.gamefile import GameFile
from tabletop.geometry import PolygonMm, RectangleMm, bounding_box, rectangle
from tabletop.parts import Part

INK_SAVER_BLEED_MM = 0.6
"""How far colour goes beyond the cut line in the ink-saver."""
PageArt = Callable[[Pen, Paper, GameFile, Looks], None]


@dataclass(frozen=True, slots=True)
class Document:
    """One PDF: its file's stem, what its title line says, its sheets, and what is drawn on each without parts."""

    stem: str
    title: str
    sheets: tuple[PackedSheet, ...]
    page_arts: tuple[PageArt, ...] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        """For each page the number of the sheet of paper, a back having its front's."""
        numbers: list[int] = []
        for sheet in self.sheets:
            numbers.append(numbers[-1] if sheet.back else (numbers[-1] if numbers else 0) + 1)
        return tuple(numbers)


def render(document: Document, game: GameFile, looks: Looks, pages: Sequence[int] = ()) -> bytes:
    """The document, or only these of its pages (counted from 0), as PDF 1.7, the same bytes on every run."""
    register_fonts()
    from reportlab import rl_config
    from reportlab.pdfgen.canvas import Canvas

    configuration: Any = rl_config
    configuration.useA85 = 0  # streams as bytes, not as text: a fifth smaller, and quicker

    buffer = BytesIO()
    face: Any = REGULAR  # reportlab's stubs want a number here; without it an unembedded Helvetica is listed
    canvas = Canvas(buffer, pdfVersion=(1, 7), invariant=1, pageCompression=1, initialFontName=face, lang="en")
    canvas.setTitle(f"{game.title}: {document.title}")
    canvas.setSubject(f"Print at 100 %, not fitted to the page; {document.sheets[0].paper.title}")
    canvas.setAuthor("Boardsight")
    canvas.setCreator("Boardsight")
    canvas.setKeywords("board game, print and play, Boardsight")
    canvas.setViewerPreference("PrintScaling", "None")
    _forms(canvas, document, game, looks)
    for index in pages or range(len(document.sheets)):
        _page(canvas, document, index, game, looks)
    canvas.save()
    return buffer.getvalue()


def _form_name(sheet: PackedSheet, slot: Slot, bleed_mm: float) -> str:
    part = slot.part
    name = f"{part.kind}-back-{'plain' if part.tile is None else part.tile}" if is_back(sheet, slot) else part.id
    return f"{name}-{part.size_mm[0]:g}x{part.size_mm[1]:g}-{bleed_mm:g}"


def _forms(canvas: Any, document: Document, game: GameFile, looks: Looks) -> None:
    """Every part and every back once as a form, which its copies then share."""
    wanted = {
        _form_name(sheet, slot, sheet.bleed_mm): (sheet, slot, sheet.bleed_mm)
        for sheet in document.sheets
        for slot in sheet.slots
    }
    for name, (sheet, slot, bleed) in wanted.items():
        back = is_back(sheet, slot)
        bled = bled_outline(slot.part, bleed, looks)
        left, top, right, bottom = (value * POINTS_PER_MM for value in bounding_box(bled))
        canvas.beginForm(name, left, -bottom, right, -top)
        pen = Pen(canvas)
        with pen.clipped(bled):
            (draw_back if back else draw_part)(pen, slot.part, game, looks)
        if not back:
            draw_cut_guides(pen, slot.part, looks, bleed, crop_marks=not sheet.shared_cuts)
        canvas.endForm()


def bled_outline(part: Part, bleed_mm: float, looks: Looks) -> PolygonMm:
    """Where a part may be drawn: its outline and the bleed, for a house's net the rectangle about it."""
    bleed_mm = min(INK_SAVER_BLEED_MM, bleed_mm) if looks.ink_saver else bleed_mm
    if part.kind in NETS:
        left, top, right, bottom = bounding_box(part.outline_mm)
        return rectangle(
            right - left + 2 * bleed_mm, bottom - top + 2 * bleed_mm, centre=((left + right) / 2, (top + bottom) / 2)
        )
    return offset(part.outline_mm, bleed_mm)


def _page(canvas: Any, document: Document, index: int, game: GameFile, looks: Looks) -> None:
    """One page: title line, parts, ruler."""
    sheet, number = document.sheets[index], document.numbers[index]
    paper = sheet.paper
    canvas.setPageSize((paper.width_mm * POINTS_PER_MM, paper.height_mm * POINTS_PER_MM))
    of = f"sheet {number} of {document.numbers[-1]}" + (", back" if sheet.back else "")
    canvas.bookmarkPage(f"page-{index + 1}")
    canvas.addOutlineEntry(_bookmark(sheet, of), f"page-{index + 1}")
    pen = Pen(canvas, paper.height_mm)
    title = game.title if document.title == game.title else f"{game.title}: {document.title}"
    draw_title_line(pen, paper, title, of, looks)
    draw_registration(pen, paper, looks)
    draw_cuts_across(pen, sheet, looks)
    for slot in sheet.slots:
        _place(pen, slot, sheet, looks)
    draw_how_to_play(pen, sheet, game, looks)
    if sheet.folded:
        draw_fold(pen, paper, looks)
    if document.page_arts and not sheet.slots:
        document.page_arts[index](pen, paper, game, looks)
    draw_ruler(pen, paper, looks)
    canvas.showPage()


def _place(pen: Pen, slot: Slot, sheet: PackedSheet, looks: Looks) -> None:
    """One part on the page, or the piece of a board that the sheet shows, with its flaps and joints."""
    form = _form_name(sheet, slot, sheet.bleed_mm)
    left, top, right, bottom = slot.window_mm or bounding_box(slot.part.outline_mm)
    if slot.window_mm is not None:
        bleeds = [2.0 if slot.flaps[0] else sheet.bleed_mm, 2.0 if slot.flaps[1] else sheet.bleed_mm]
        bleeds += [sheet.bleed_mm, sheet.bleed_mm]
    else:
        bleeds = [0.0 if touched else sheet.bleed_mm for touched in _touched_sides(slot, sheet)]
    with pen.at(slot.x_mm, slot.y_mm):
        if slot.window_mm is None and min(bleeds) == sheet.bleed_mm:
            pen.canvas.doForm(form)
            return
        left, top, right, bottom = left - bleeds[0], top - bleeds[1], right + bleeds[2], bottom + bleeds[3]
        seen = rectangle(right - left, bottom - top, centre=((left + right) / 2, (top + bottom) / 2))
        with pen.clipped(seen):
            pen.canvas.doForm(form)
    if slot.window_mm is not None:
        draw_joints(pen, slot, looks)


def _touched_sides(slot: Slot, sheet: PackedSheet) -> tuple[bool, bool, bool, bool]:
    """Whether another piece touches this one at its left, top, right and lower side."""
    if not sheet.shared_cuts:
        return (False, False, False, False)
    left, top, right, bottom = _box_on_page(slot)
    boxes = [_box_on_page(other) for other in sheet.slots if other is not slot]
    beside = [box for box in boxes if box[1] < bottom - SAME_MM and top + SAME_MM < box[3]]
    above = [box for box in boxes if box[0] < right - SAME_MM and left + SAME_MM < box[2]]
    return (
        any(abs(box[2] - left) < SAME_MM for box in beside),
        any(abs(box[3] - top) < SAME_MM for box in above),
        any(abs(box[0] - right) < SAME_MM for box in beside),
        any(abs(box[1] - bottom) < SAME_MM for box in above),
    )


def _box_on_page(slot: Slot) -> RectangleMm:
    left, top, right, bottom = bounding_box(slot.part.outline_mm)
    return (left + slot.x_mm, top + slot.y_mm, right + slot.x_mm, bottom + slot.y_mm)


def _bookmark(sheet: PackedSheet, of: str) -> str:
    """A sheet's line in the list of bookmarks: its number and what lies on it."""
    titles = list(dict.fromkeys(slot.part.title for slot in sheet.slots))
    if not titles:
        return of[:1].upper() + of[1:]
    shown = ", ".join(titles[:4]) + (", …" if len(titles) > 4 else "")
    return f"{of[:1].upper()}{of[1:]}: {shown}"
