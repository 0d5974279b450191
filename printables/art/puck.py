"""The turn puck: it lies on the mat of the player whose turn it is."""

from printables.art.common import draw_codes, offset
from printables.fonts import BOLD
from printables.looks import WHITE, Looks
from printables.packing import BLEED_MM
from printables.pen import Pen
from tabletop.gamefile import GameFile, Part
from tabletop.geometry import rectangle


def draw_puck(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A dark square with its code, the word on all four sides."""
    height = part.size_mm[1]
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=looks.band(part.colour))
    side = part.codes[0].side_mm + 2 * game.codes.quiet_zone_mm
    pen.polygon(rectangle(side, side), fill=WHITE)
    for turn in range(4):
        with pen.at(0, 0, turn_deg=90 * turn):
            middle = (height / 2 + side / 2) / 2
            pen.text(0, middle + 0.9, part.title.upper(), size_mm=2.9, colour=WHITE, face=BOLD, align="centre",
                     spacing_mm=0.9)  # fmt: skip
    draw_codes(pen, part, game)
