"""Players' mats: a seat's colour and number, its code, and the round spot where the turn puck lies."""

from printables.art.common import draw_codes, offset
from printables.fonts import BLACK as HEAVY
from printables.looks import WHITE, Looks
from printables.packing import BLEED_MM
from printables.pen import Pen
from tabletop.gamefile import GameFile, Part
from tabletop.geometry import rectangle


def draw_mat(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A mat with a coloured band, its code and the puck's spot."""
    width, height = part.size_mm
    band = looks.band(part.colour)
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=band)
    pen.polygon(rectangle(width - 6, height - 6), fill=WHITE)
    if part.spot_mm is not None:
        pen.circle(*part.spot_mm, 18.6, stroke=band, width_mm=0.6, dash_mm=(2.0, 1.2))
        x, y = part.spot_mm
        pen.text(x, y + 4.6, str(part.number), size_mm=14, colour=band, face=HEAVY, align="centre")
    draw_codes(pen, part, game)
