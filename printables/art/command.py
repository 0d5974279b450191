"""Command cards: a picture and the command's name above the code, below it what laying the card does."""

from printables.art.aid import wrapped
from printables.art.common import draw_codes, offset
from printables.fonts import REGULAR, SEMIBOLD, fitted_mm
from printables.icons import draw_icon
from printables.looks import WHITE, Looks
from printables.packing import NARROW_BLEED_MM
from printables.pen import Pen
from tabletop.gamefile import GameFile
from tabletop.parts import Part

BAND_MM = 22.0
"""Height of the coloured band with picture and name."""
TEXT_MM = 3.3
LEADING_MM = 3.9
TITLE_MM = 5.6
"""Largest height of the command's name."""


def draw_command(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """The card's face, in English and German at once."""
    width, height = part.size_mm
    left, top, bottom = -width / 2, -height / 2, height / 2
    band = looks.band(part.colour)
    pen.polygon(offset(part.outline_mm, NARROW_BLEED_MM), fill=WHITE)
    pen.box(left - NARROW_BLEED_MM, top - NARROW_BLEED_MM, width + 2 * NARROW_BLEED_MM, BAND_MM + NARROW_BLEED_MM,
            fill=band)  # fmt: skip
    draw_icon(pen, part.icon or "", left + 11.0, top + BAND_MM / 2, 14.0, WHITE, band)
    room = width - 24.0
    english, german = part.title, part.title_de
    pen.text(left + 21.0, top + 10.0, english, size_mm=fitted_mm(english, SEMIBOLD, TITLE_MM, room), colour=WHITE,
             face=SEMIBOLD)  # fmt: skip
    pen.text(left + 21.0, top + 17.0, german, size_mm=fitted_mm(german, REGULAR, 0.8 * TITLE_MM, room), colour=WHITE)
    lines = [
        (line, face)
        for words, face in ((part.says, SEMIBOLD), (part.says_de, REGULAR))
        for line in wrapped(words, face, TEXT_MM, width - 8.0)
    ]
    for index, (line, face) in enumerate(lines):
        baseline = bottom - 3.6 - LEADING_MM * (len(lines) - 1 - index)
        pen.text(left + 4.0, baseline, line, size_mm=TEXT_MM, colour=looks.ink, face=face)
    draw_codes(pen, part, game)
