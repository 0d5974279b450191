"""What several kinds of parts draw: codes with their quiet zone, numbers that read upside down, bleed outlines."""

from collections.abc import Iterator
from math import hypot

from printables.codes import code_loops_mm
from printables.fonts import BOLD, text_width_mm
from printables.looks import WHITE
from printables.pen import Pen
from tabletop.gamefile import GameFile, Rgb
from tabletop.geometry import PolygonMm, area_mm2, rectangle
from tabletop.parts import Code, Part

CODE_BLACK: Rgb = (0, 0, 0)
CAP_HEIGHT = 0.66
"""Height of capitals and figures of the typeface in ems."""


def draw_codes(pen: Pen, part: Part, game: GameFile) -> None:
    """The part's codes in black on their white quiet zones; always the last thing drawn."""
    if not pen.bears_codes:
        return
    for code in part.codes:
        draw_code(pen, code, game, dictionary=part.dictionary)


def draw_code(pen: Pen, code: Code, game: GameFile, *, dictionary: str | None = None) -> None:
    """One code on its white quiet zone, from the game's dictionary unless the board was made elsewhere."""
    zone = code.side_mm + 2 * quiet_zone(code, game)
    pen.polygon(rectangle(zone, zone, centre=code.centre_mm), fill=WHITE)
    upper_left = code.corners_mm[0]
    loops = code_loops_mm(dictionary or game.codes.dictionary, code.id, upper_left, code.side_mm)
    pen.polygon(*loops, fill=CODE_BLACK, even_odd=True)


def quiet_zone(code: Code, game: GameFile) -> float:
    """Width of the white about a code: the game's, in proportion less about smaller codes."""
    return game.codes.quiet_zone_mm * min(1.0, code.side_mm / game.codes.side_mm)


def draw_number(pen: Pen, x: float, y: float, number: int, radius_mm: float, colour: Rgb) -> None:
    """A number inside a circle about (x, y), with a bar below it, so that 61 and 19 differ upside down."""
    text = str(number)
    size = radius_mm * 1.42
    bar = 0.09 * size
    height = CAP_HEIGHT * size + 2.0 * bar
    baseline = y + height / 2 - 2.0 * bar
    pen.text(x, baseline, text, size_mm=size, colour=colour, face=BOLD, align="centre")
    width = text_width_mm(text, BOLD, size) * 0.86
    pen.box(x - width / 2, baseline + bar, width, bar, fill=colour)


def offset(polygon: PolygonMm, distance_mm: float) -> PolygonMm:
    """The polygon with every side moved outwards by that distance, corners mitred (inwards where negative)."""
    if area_mm2(polygon) < 0:
        polygon = tuple(reversed(polygon))
    moved = []
    for index, (x, y) in enumerate(polygon):
        x0, y0 = polygon[index - 1]
        x1, y1 = polygon[(index + 1) % len(polygon)]
        before, after = hypot(x - x0, y - y0), hypot(x1 - x, y1 - y)
        ax, ay = (y - y0) / before, -(x - x0) / before
        bx, by = (y1 - y) / after, -(x1 - x) / after
        share = distance_mm / (1 + ax * bx + ay * by)
        moved.append((x + (ax + bx) * share, y + (ay + by) * share))
    return tuple(moved)


def names_of(name: str) -> Iterator[str]:
    """A name, then shorter ones: first and last word, either of them; the icon says the rest."""
    yield name
    words = name.split()
    if len(words) > 1:
        yield f"{words[0]} {words[-1]}"
        yield words[-1] if words[-1].isdigit() else words[0]
