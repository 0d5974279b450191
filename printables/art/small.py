"""Small parts: corner pieces for a chess board, citizens, score tokens."""

from printables.art.common import CAP_HEIGHT, draw_codes, offset
from printables.art.mat import draw_seat_shape
from printables.fonts import BOLD, SEMIBOLD
from printables.looks import Looks, readable_on
from printables.packing import BLEED_MM
from printables.pen import Pen
from tabletop.gamefile import GameFile, Part
from tabletop.geometry import rectangle


def draw_corner(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A corner piece: a wedge points at the corner that touches the chess board's squares."""
    ground = looks.band(part.colour)
    light = readable_on(ground)
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=ground)
    x, y = part.extra["anchor_mm"]
    sign_x, sign_y = (1 if x > 0 else -1), (1 if y > 0 else -1)
    pen.polygon(((x, y), (x - 8.0 * sign_x, y), (x, y - 8.0 * sign_y)), fill=light)
    label = str(part.extra.get("corner", "")).upper()
    inset = part.size_mm[1] / 2 - 2.6
    pen.text(-4.4 * sign_x, sign_y * inset + CAP_HEIGHT * 1.1, label, size_mm=2.2, colour=light, face=SEMIBOLD,
             align="centre")  # fmt: skip
    draw_codes(pen, part, game)


def draw_citizen(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A citizen: a ring in the owner's colour about the code."""
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=looks.band(part.colour))
    draw_codes(pen, part, game)


def draw_score_token(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A score token without a code: the seat's colour, shape and number."""
    ground = looks.band(part.colour)
    light = readable_on(ground)
    side = min(part.size_mm)
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=ground)
    pen.polygon(rectangle(side - 2.4, side - 2.4), stroke=light, width_mm=0.4)
    draw_seat_shape(pen, part.number or 0, -side * 0.17, 0, side * 0.16, light)
    pen.text(side * 0.2, CAP_HEIGHT * side * 0.19, str(part.number), size_mm=side * 0.38, colour=light, face=BOLD,
             align="centre")  # fmt: skip
    draw_codes(pen, part, game)
