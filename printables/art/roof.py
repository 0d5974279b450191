"""A roof about a piece's codes: slopes towards all its edges, as bright as they face the sun, with rows of tiles."""

from math import dist

from printables.art.common import offset
from printables.looks import WHITE, Looks, mix
from printables.packing import BLEED_MM
from printables.pen import Pen
from tabletop.gamefile import Rgb
from tabletop.geometry import PointMm, PolygonMm

LIGHT_FROM = (-0.5, -0.85)
"""Where a slope that lies in the sun looks: up and a little to the left on the page."""
SLOPE = 0.3
"""How much lighter or darker than the piece's colour the slopes are at most."""
ROW_MM = 1.3
"""From one row of roof tiles to the next."""
LINE_MM = 0.12
TILES = 0.14
"""How much ink is in the lines between rows of tiles."""


def draw_slopes(pen: Pen, outline: PolygonMm, depth_mm: float, colour: Rgb, looks: Looks) -> None:
    """Each side of the roof from `depth_mm` inside the outline out into the bleed."""
    outer, inner = offset(outline, BLEED_MM), offset(outline, -depth_mm)
    for index, end in enumerate(outer):
        start = outer[index - 1]
        pen.polygon((start, end, inner[index], inner[index - 1]), fill=_shade(start, end, colour, looks))


def draw_tiled_slopes(pen: Pen, outline: PolygonMm, depth_mm: float, colour: Rgb, looks: Looks) -> None:
    """Slopes with rows of tiles along them and a ridge at every corner, for pieces with room for them."""
    draw_slopes(pen, outline, depth_mm, colour, looks)
    outer, inner = offset(outline, BLEED_MM), offset(outline, -depth_mm)
    for row in range(1, int(depth_mm / ROW_MM) + 1):
        line = offset(outline, ROW_MM * 0.5 - ROW_MM * row)
        for index, end in enumerate(line):
            shade = mix(_shade(line[index - 1], end, colour, looks), looks.ink, TILES)
            pen.line(line[index - 1], end, shade, LINE_MM)
    for corner, ridge in zip(outer, inner, strict=True):
        pen.line(corner, ridge, mix(colour, looks.ink, 2 * TILES), 2 * LINE_MM)


def _shade(start: PointMm, end: PointMm, colour: Rgb, looks: Looks) -> Rgb:
    """The colour of the slope along a side: the outline runs clockwise, so that its left hand looks outwards."""
    length = dist(start, end)
    facing = ((end[1] - start[1]) / length, -(end[0] - start[0]) / length)
    sun = facing[0] * LIGHT_FROM[0] + facing[1] * LIGHT_FROM[1]
    return mix(colour, WHITE if sun > 0 else looks.ink, SLOPE * abs(sun))


def draw_hedge(pen: Pen, outline: PolygonMm, depth_mm: float, colour: Rgb, looks: Looks) -> None:
    """Round bushes along every side of a garden, in the sun above and in their own shade below."""
    for index, end in enumerate(outline):
        start = outline[index - 1]
        length = dist(start, end)
        count = max(1, round(length / (depth_mm * BUSHES)))
        inwards = ((start[1] - end[1]) / length, (end[0] - start[0]) / length)
        for bush in range(count):
            along = (bush + 0.5) / count
            x = start[0] + (end[0] - start[0]) * along + inwards[0] * depth_mm / 2
            y = start[1] + (end[1] - start[1]) * along + inwards[1] * depth_mm / 2
            pen.circle(x, y, depth_mm * 0.42, fill=mix(colour, looks.ink, SLOPE))
            pen.circle(x - depth_mm * 0.08, y - depth_mm * 0.1, depth_mm * 0.3, fill=mix(colour, WHITE, SLOPE / 2))


BUSHES = 0.95
"""From one bush to the next, in widths of the hedge."""
