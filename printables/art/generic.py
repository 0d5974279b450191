"""Parts without art of their own: a ground in their colour, their title, their codes."""

from printables.art.common import draw_codes, offset
from printables.looks import Looks
from printables.packing import BLEED_MM
from printables.pen import Pen
from tabletop.gamefile import GameFile, Part


def draw_generic(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A plain part."""
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=looks.band(part.colour))
    draw_codes(pen, part, game)
