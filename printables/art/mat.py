"""Players' mats: a seat's colour, number and shape, its codes, and the round spot where the turn puck lies."""

from math import cos, pi, sin

from printables.art.common import CAP_HEIGHT, draw_codes, offset
from printables.fonts import BLACK as HEAVY
from printables.fonts import BOLD, LEAST_MM
from printables.icons import draw_icon
from printables.looks import WHITE, Looks, mix, readable_on
from printables.packing import BLEED_MM
from printables.pen import Pen
from tabletop.colournearness import SPOT_WHITENESS
from tabletop.gamefile import GameFile, Rgb
from tabletop.geometry import PolygonMm
from tabletop.parts import Part

BORDER_MM = 3.4


def draw_mat(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A mat with a coloured border, a white panel with its codes and the puck's spot."""
    width, height = part.size_mm
    band, number = looks.band(part.colour), part.number or 0
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=band)
    pen.box(
        -width / 2 + BORDER_MM,
        -height / 2 + BORDER_MM,
        width - 2 * BORDER_MM,
        height - 2 * BORDER_MM,
        radius_mm=2.5,
        fill=WHITE,
    )
    if part.spot_mm is not None:
        x, y = part.spot_mm
        ground = mix(band, WHITE, 0.92 if looks.ink_saver else SPOT_WHITENESS)
        radius = min(height / 2 - abs(y), width / 2 - abs(x)) - BORDER_MM - 0.8
        pen.circle(x, y, radius, fill=ground)
        pen.circle(x, y, radius - 1.2, stroke=band, width_mm=0.5, dash_mm=(2.0, 1.2))
        pen.text(x, y + 6.0, str(number), size_mm=15, colour=band, face=HEAVY, align="centre")
        draw_icon(pen, "turn", x, y - 10.5, 6.5, band, ground)
        pen.text(x, y + 12.6, "turn puck here", size_mm=3.0, colour=mix(band, looks.ink, 0.5), align="centre")
    draw_seat_shape(pen, number, *_shape_circle(part), band)
    baseline = height / 2 - BORDER_MM / 2 + CAP_HEIGHT * LEAST_MM / 2
    for turn in (0, 180):
        with pen.at(0, 0, turn_deg=turn):
            pen.text(0, baseline, part.title.upper(), size_mm=LEAST_MM, colour=readable_on(band), face=BOLD,
                     align="centre", spacing_mm=0.6)  # fmt: skip
    draw_codes(pen, part, game)


def _shape_circle(part: Part) -> tuple[float, float, float]:
    """Where a seat's shape lies, and its radius: beside the one code, or above the middle of two."""
    if len(part.codes) < 2:
        return (-7.6, 0.0, 5.2)
    (left, y), (right, _) = (code.centre_mm for code in part.codes[:2])
    return ((left + right) / 2, y - 14.4, 3.6)


def draw_seat_shape(pen: Pen, number: int, x: float, y: float, radius_mm: float, colour: Rgb) -> None:
    """A seat's own shape, so that colour is never alone: circle, square, triangle, diamond, star, hexagon."""
    if number == 1:
        pen.circle(x, y, radius_mm * 0.9, fill=colour)
    elif number == 2:
        side = radius_mm * 1.6
        pen.box(x - side / 2, y - side / 2, side, side, fill=colour)
    elif number == 5:
        pen.polygon(_star(x, y, radius_mm * 1.1), fill=colour)
    else:
        corners, turn = {3: (3, -pi / 2), 4: (4, 0.0)}.get(number, (6, 0.0))
        pen.polygon(
            tuple(
                (
                    x + radius_mm * cos(turn + 2 * pi * index / corners),
                    y + radius_mm * sin(turn + 2 * pi * index / corners),
                )
                for index in range(corners)
            ),
            fill=colour,
        )


def _star(x: float, y: float, radius: float) -> PolygonMm:
    return tuple(
        (
            x + (radius if index % 2 == 0 else radius * 0.42) * cos(-pi / 2 + pi * index / 5),
            y + (radius if index % 2 == 0 else radius * 0.42) * sin(-pi / 2 + pi * index / 5),
        )
        for index in range(10)
    )
