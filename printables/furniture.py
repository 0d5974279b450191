"""What stands on every sheet beside the parts: title line, registration, ruler, crop, fold and glue marks."""

from printables.art.aid import wrapped
from printables.fonts import LEAST_MM, REGULAR, SEMIBOLD
from printables.looks import WHITE, Looks, mix
from printables.packing import BLEED_MM, PackedSheet, Slot
from printables.paper import FOOTER_MM, MARGIN_MM, Paper
from printables.pen import Pen
from printables.tiling import FLAP_MM
from tabletop.geometry import PointMm, PolygonMm, area_mm2
from tabletop.parts import Part
from tabletop.printscale import RULER_DIFFERS

NETS = ("house", "wall", "box")
"""Kinds that are cut along many short lines and need no crop marks."""
CROP_MARK_MM = 0.15
CROP_GAP_MM = 0.6
"""Free room between the cut line's corner and its crop marks."""
CUT_LINE_MM = 0.1
CUT_ARROW_MM = 2.5
"""Length of the triangles at the ends of a cut that runs across the sheet."""
TARGET_MM = 1.6
"""Radius of a registration mark."""
RULER_TEXT_MM, RULER_LEADING_MM = 2.85, 2.95


def registration_marks(paper: Paper) -> tuple[PointMm, ...]:
    """Middles of the four registration marks of a sheet; the lower left one stands higher, to tell a turned sheet."""
    inset = MARGIN_MM + TARGET_MM + 0.3
    low = paper.height_mm - inset
    return ((inset, inset), (paper.width_mm - inset, inset), (paper.width_mm - inset, low), (inset, low - 4.0))


def draw_title_line(pen: Pen, paper: Paper, title: str, sheet: str, looks: Looks) -> None:
    """The document's title and which sheet this is."""
    baseline, inset = MARGIN_MM + 3.4, MARGIN_MM + 2 * TARGET_MM + 2.5
    pen.text(inset, baseline, title, size_mm=4.0, colour=looks.ink, face=SEMIBOLD)
    text = f"{sheet}  ·  {paper.title}"
    pen.text(paper.width_mm - inset, baseline, text, size_mm=4.0, colour=looks.ink, align="right")


def draw_registration(pen: Pen, paper: Paper, looks: Looks) -> None:
    """The registration marks: a ring with a cross."""
    for x, y in registration_marks(paper):
        pen.circle(x, y, TARGET_MM * 0.7, stroke=looks.ink, width_mm=CROP_MARK_MM)
        pen.line((x - TARGET_MM, y), (x + TARGET_MM, y), looks.ink, CROP_MARK_MM)
        pen.line((x, y - TARGET_MM), (x, y + TARGET_MM), looks.ink, CROP_MARK_MM)


def draw_ruler(pen: Pen, paper: Paper, looks: Looks) -> None:
    """A 100 mm ruler and a box of 6 mm, with what to do when they measure otherwise."""
    top = paper.height_mm - MARGIN_MM - FOOTER_MM + 0.5
    left, ink = MARGIN_MM + 6.0, looks.ink
    pen.line((left, top), (left + 100, top), ink, 0.2)
    for millimetre in range(101):
        length = 2.6 if millimetre % 10 == 0 else 1.9 if millimetre % 5 == 0 else 1.2
        pen.line((left + millimetre, top), (left + millimetre, top + length), ink, 0.2 if length > 2 else 0.12)
    for centimetre in range(11):
        pen.text(left + 10 * centimetre, top + 5.0, str(centimetre), size_mm=LEAST_MM, colour=ink, align="centre")
    pen.box(left + 105, top, 6.0, 6.0, stroke=ink, width_mm=0.2)
    pen.text(left + 108, top + 4.0, "6", size_mm=2.85, colour=ink, align="centre")
    x = left + 114
    room = paper.width_mm - MARGIN_MM - 2 * TARGET_MM - 1.5 - x
    for index, line in enumerate(wrapped(RULER_DIFFERS, REGULAR, RULER_TEXT_MM, room)):
        pen.text(x, top + 1.9 + RULER_LEADING_MM * index, line, size_mm=RULER_TEXT_MM, colour=ink)


def draw_cut_guides(pen: Pen, part: Part, looks: Looks, bleed_mm: float, *, crop_marks: bool) -> None:
    """A faint line along the cut, and crop marks in the bleed at the corners that point outwards."""
    pen.polygon(part.outline_mm, stroke=mix(looks.ink, WHITE, 0.35), width_mm=CUT_LINE_MM)
    for start, end in _crop_marks(part.outline_mm, bleed_mm) if crop_marks and part.kind not in NETS else ():
        pen.line(start, end, WHITE, 3 * CROP_MARK_MM)
        pen.line(start, end, looks.ink, CROP_MARK_MM)


def draw_cuts_across(pen: Pen, sheet: PackedSheet, looks: Looks) -> None:
    """The cuts that are made first, dashed from edge to edge under the pieces, a triangle at each end."""
    for (x0, y0), (x1, y1) in sheet.across_mm:
        pen.line((x0, y0), (x1, y1), looks.ink, 0.2, dash_mm=(2.0, 1.5))
        along = (CUT_ARROW_MM, 0.0) if y0 == y1 else (0.0, CUT_ARROW_MM)
        for x, y, sign in ((x0, y0, 1), (x1, y1, -1)):
            tip = (x + sign * along[0], y + sign * along[1])
            half = (along[1] * 0.4, along[0] * 0.4)
            pen.polygon(((x - half[0], y - half[1]), (x + half[0], y + half[1]), tip), fill=looks.ink)


def _crop_marks(outline: PolygonMm, bleed_mm: float = BLEED_MM) -> list[tuple[PointMm, PointMm]]:
    """Crop marks in the bleed: both sides of every outward right or blunt corner, drawn on past the corner."""
    if area_mm2(outline) < 0:
        outline = tuple(reversed(outline))
    marks: list[tuple[PointMm, PointMm]] = []
    for index, (x, y) in enumerate(outline):
        x0, y0 = outline[index - 1]
        x1, y1 = outline[(index + 1) % len(outline)]
        before, after = ((x - x0) ** 2 + (y - y0) ** 2) ** 0.5, ((x1 - x) ** 2 + (y1 - y) ** 2) ** 0.5
        if (x - x0) * (y1 - y) - (y - y0) * (x1 - x) <= 0:
            continue  # an inward corner: a mark would lie on the part
        for ux, uy in (((x - x0) / before, (y - y0) / before), ((x - x1) / after, (y - y1) / after)):
            reach = bleed_mm - 0.1
            marks.append(((x + ux * CROP_GAP_MM, y + uy * CROP_GAP_MM), (x + ux * reach, y + uy * reach)))
    return marks


def draw_fold(pen: Pen, paper: Paper, looks: Looks) -> None:
    """The line along which fronts and backs are folded together."""
    middle = paper.width_mm / 2
    _, top, _, bottom = paper.area_mm
    pen.line((middle, top), (middle, bottom), looks.ink, 0.2, dash_mm=(3.0, 2.0))


def draw_joints(pen: Pen, slot: Slot, looks: Looks) -> None:
    """A board's piece on its sheet: hatched glue flaps, cut lines along its joints, diamonds that must meet."""
    assert slot.window_mm is not None
    left, top, right, bottom = slot.window_mm
    ink, pale = looks.ink, mix(looks.ink, WHITE, 0.6)
    with pen.at(slot.x_mm, slot.y_mm):
        flap_left = left - FLAP_MM + 0.4 if slot.flaps[0] else left
        flap_top = top - FLAP_MM + 0.4 if slot.flaps[1] else top
        if slot.flaps[0]:
            pen.box(flap_left, flap_top, left - flap_left, bottom - flap_top, stroke=pale, width_mm=0.15)
            for step in range(int((bottom - flap_top) / 8)):
                y = flap_top + 8 * step
                pen.line((flap_left, y + 8), (left - 2.5, y + 0.5), pale, 0.15)
        if slot.flaps[1]:
            pen.box(flap_left, flap_top, right - flap_left, top - flap_top, stroke=pale, width_mm=0.15)
            for step in range(int((right - left) / 8)):
                x = left + 8 * step
                pen.line((x + 8, flap_top), (x + 0.5, top - 2.5), pale, 0.15)
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        pen.polygon(corners, stroke=mix(ink, WHITE, 0.35), width_mm=CUT_LINE_MM)
        for x, y in (((left + right) / 2, top), ((left + right) / 2, bottom), (left, (top + bottom) / 2),
                     (right, (top + bottom) / 2)):  # fmt: skip
            pen.polygon(((x - 1.2, y), (x, y - 1.2), (x + 1.2, y), (x, y + 1.2)), stroke=ink, width_mm=CROP_MARK_MM)
