"""Designs of Big City's tokens that were tried, and the virtual table's parts with the printed art on them."""

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO

import cv2
import numpy as np
import pypdfium2
from reportlab.pdfgen.canvas import Canvas

from printables.art import draw_part
from printables.art.common import CAP_HEIGHT, draw_codes, offset
from printables.art.ringmarks import draw_ring_marks
from printables.art.token import ring_width
from printables.fonts import BOLD, register_fonts, text_width_mm
from printables.looks import WHITE, Looks, mix
from printables.packing import BLEED_MM
from printables.pen import POINTS_PER_MM, Pen
from simulator.art import PartsBox
from simulator.sheet import BOARD_PIXELS_PER_MM, PIXELS_PER_MM
from simulator.textures import Texture, texture_from
from tabletop.gamefile import GameFile
from tabletop.geometry import bounding_box, rectangle
from tabletop.parts import Part

Artist = Callable[[Pen, Part, GameFile, Looks], None]
LETTERS_MM = 8 / POINTS_PER_MM
"""8 pt: what must be read is no smaller."""
PLATE_MM = 0.5
"""How far a name plate of that size reaches into the code's white: 1.5 of 2.0 mm stay."""


def draw_ring(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """Until November 2026: a flat ring, the name in it in letters of 6.7 pt on all four sides."""
    if part.kind != "piece" or len(part.codes) > 1:
        draw_part(pen, part, game, looks)
        return
    ring = ring_width(part, game)
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=looks.band(part.colour))
    pen.polygon(offset(part.outline_mm, -ring), fill=WHITE)
    label, size = part.title.upper(), 0.82 * ring / CAP_HEIGHT
    free = (part.size_mm[0] - text_width_mm(label, BOLD, size) * 1.1) / 2
    draw_ring_marks(pen, part.outline_mm, part.piece or "", ring, corner_mm=part.size_mm[0] / 2 if free < ring else 2.2)
    for turn in range(4):
        with pen.at(0, 0, turn_deg=90 * turn):
            half = part.size_mm[0] / 2
            width = text_width_mm(label, BOLD, size) + 1.0
            pen.box(-width / 2, half - ring, width, ring, fill=looks.band(part.colour))
            y = half - ring / 2 + CAP_HEIGHT * size / 2
            pen.text(0, y, label, size_mm=size, colour=WHITE, face=BOLD, align="centre", spacing_mm=0.12 * size)
    draw_codes(pen, part, game)


def draw_signs(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A flat ring, and on two sides a name plate in letters of 8 pt that reaches into the code's white."""
    if part.kind != "piece" or len(part.codes) > 1:
        draw_part(pen, part, game, looks)
        return
    ring, colour = ring_width(part, game), looks.band(part.colour)
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=colour)
    pen.polygon(offset(part.outline_mm, -ring), fill=WHITE)
    draw_ring_marks(pen, part.outline_mm, part.piece or "", ring, corner_mm=2.2)
    draw_codes(pen, part, game)
    label, depth, half = part.title.upper(), ring + PLATE_MM, part.size_mm[0] / 2
    width = text_width_mm(label, BOLD, LETTERS_MM) + 1.6
    for turn in (0, 180):
        with pen.at(0, 0, turn_deg=turn):
            pen.box(-width / 2, half - depth, width, depth + BLEED_MM, fill=mix(colour, looks.ink, 0.35))
            y = half - depth / 2 + CAP_HEIGHT * LETTERS_MM / 2
            pen.text(0, y, label, size_mm=LETTERS_MM, colour=WHITE, face=BOLD, align="centre")


DESIGNS: dict[str, Artist] = {"ring": draw_ring, "signs": draw_signs, "roofs": draw_part}
"""By name; the last one is what is printed."""


@dataclass
class PrintedBox(PartsBox):
    """Parts that look as they are printed, in one of the designs, in place of the virtual table's own drawing."""

    design: Artist = draw_part

    def texture(self, part_id: str) -> Texture:
        """The part's printed surface, rasterised."""
        if part_id not in self._drawn:
            self._drawn[part_id] = printed_texture(self.game.by_id[part_id], self.game, self.design)
        return self._drawn[part_id]


def printed_texture(part: Part, game: GameFile, design: Artist) -> Texture:
    """A part's print at the resolution of the virtual table's own drawings."""
    register_fonts()
    width, height = part.size_mm
    scale = PIXELS_PER_MM if max(width, height) < 150 else BOARD_PIXELS_PER_MM
    columns, rows = (2 * round(side * scale / 2) for side in (width, height))
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=(columns / scale * POINTS_PER_MM, rows / scale * POINTS_PER_MM), invariant=1)
    pen = Pen(canvas, rows / scale)
    left, top, _, _ = bounding_box(part.outline_mm)
    with pen.at(-left, -top):
        design(pen, part, game, Looks(game.palette))
    canvas.showPage()
    canvas.save()
    page = pypdfium2.PdfDocument(buffer.getvalue())[0]
    picture = np.ascontiguousarray(page.render(scale=scale * 25.4 / 72).to_numpy()[:rows, :columns, :3])
    coverage = np.zeros(picture.shape[:2], np.uint8)
    inside = [((x - left) * scale - 0.5, (y - top) * scale - 0.5) for x, y in part.outline_mm or rectangle(1, 1)]
    cv2.fillPoly(coverage, [np.round(np.array(inside) * 16).astype(np.int32)], 255, cv2.LINE_8, 4)
    return texture_from(picture, coverage, scale)
