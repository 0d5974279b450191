"""The score track with its markers and hundred tokens."""

from printables.art.common import CAP_HEIGHT, draw_codes, offset, quiet_zone
from printables.art.mat import draw_seat_shape
from printables.fonts import BLACK as HEAVY
from printables.fonts import BOLD, SEMIBOLD
from printables.looks import WHITE, Looks, mix, readable_on
from printables.packing import BLEED_MM
from printables.pen import Pen
from tabletop.colournearness import TRACK_WHITENESS
from tabletop.gamefile import GameFile
from tabletop.geometry import rectangle
from tabletop.parts import Part


def draw_track(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """Spaces 0 to 99, tens downward, fives and tens set off; two codes in the band above."""
    spaces = part.spaces
    assert spaces is not None
    width, height = part.size_mm
    (x0, y0), (step_x, step_y) = spaces.first_mm, spaces.step_mm
    street, ink = looks.ground("street"), looks.ink
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=street)
    top = -height / 2 - BLEED_MM
    pen.box(-width / 2 - BLEED_MM, top, width + 2 * BLEED_MM, y0 - step_y / 2 - top, fill=looks.band(part.colour))
    light = readable_on(looks.band(part.colour))
    pen.text(0, -height / 2 + 12.4, game.title, size_mm=13, colour=light, face=HEAVY, align="centre")
    pen.text(0, -height / 2 + 19.4, "score", size_mm=4.2, colour=light, face=SEMIBOLD, align="centre", spacing_mm=0.8)
    for space in range(spaces.rows * spaces.columns):
        row, column = divmod(space, spaces.columns)
        x, y = x0 + column * step_x, y0 + row * step_y
        ground = looks.ground(f"district-{row % 8 + 1}")
        fill = ground if column in (0, 5) else mix(ground, WHITE, TRACK_WHITENESS)
        pen.box(x - step_x / 2 + 0.4, y - step_y / 2 + 0.4, step_x - 0.8, step_y - 0.8, radius_mm=1.4, fill=fill)
        size = 8.0 if column == 0 else 6.6
        pen.text(x, y + CAP_HEIGHT * size / 2, str(space), size_mm=size, colour=mix(ink, ground, 0.15),
                 face=BOLD if column in (0, 5) else SEMIBOLD, align="centre")  # fmt: skip
    draw_codes(pen, part, game)


def draw_marker(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A score marker: its code, below it the seat's shape and number."""
    band = looks.band(part.colour)
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=band)
    below = part.codes[0].corners_mm[3][1] + quiet_zone(part.codes[0], game)
    y = (below + part.size_mm[1] / 2) / 2
    light = readable_on(band)
    draw_seat_shape(pen, part.number or 0, -2.4, y, 1.1, light)
    pen.text(1.8, y + CAP_HEIGHT * 1.5, str(part.number), size_mm=3.0, colour=light, face=HEAVY, align="centre")
    draw_codes(pen, part, game)


def draw_hundred(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A hundred token: its code and the figure, in the seat's colour."""
    band = looks.band(part.colour)
    light = readable_on(band)
    width, height = part.size_mm
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=band)
    zone = part.codes[0].side_mm + 2 * quiet_zone(part.codes[0], game)
    pen.polygon(rectangle(zone, zone, centre=part.codes[0].centre_mm), fill=WHITE)
    x = (part.codes[0].centre_mm[0] + zone / 2 + width / 2) / 2
    pen.text(x, 1.6, "100", size_mm=8.0, colour=light, face=HEAVY, align="centre")
    draw_seat_shape(pen, part.number or 0, x, height / 2 - 4.6, 1.9, light)
    draw_codes(pen, part, game)
