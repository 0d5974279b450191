"""Icons on pieces that are nearly all code: small dark blocks with the kind's icon at their corners."""

from collections.abc import Iterator
from math import hypot

from printables.art.symbols import icon_of
from printables.icons import draw_icon
from printables.looks import WHITE, Looks, mix
from printables.packing import BLEED_MM
from printables.pen import Pen
from tabletop.gamefile import Rgb
from tabletop.geometry import bounding_box
from tabletop.parts import Part

CORNER_MM = 3.4
"""How wide a block is at most."""
WHITE_LEFT = 0.5
"""Modules of white that stay between a code's corner and a block: fewer cost codes (docs/big-city-layout.md)."""
ROUND = 0.45
"""Radius of the corner that looks at the code, as a share of a block's width."""
ICON_SHARE = 0.84
"""Of a block's width that its icon takes."""
MODULES = 7
"""Along the side of a code of our own dictionary, its border included."""
DARKER = 0.35
"""How much ink is in a block's colour: white icons stand out on it whatever the piece's."""


def draw_corner_icons(pen: Pen, part: Part, looks: Looks) -> None:
    """The piece's icon at each corner beside its one code, upright for whoever sits at that side."""
    icon = icon_of(part)
    if icon is None:
        return
    ground = mix(looks.band(part.colour), looks.ink, DARKER)
    for turn, (x, y, width) in enumerate(corner_blocks(pen, part, ground)):
        with pen.at(x, y, turn_deg=90 * turn):
            draw_icon(pen, icon, 0, 0, width * ICON_SHARE, WHITE, ground, folder=looks.folder)


def corner_blocks(pen: Pen, part: Part, ground: Rgb) -> Iterator[tuple[float, float, float]]:
    """A block in each corner, as wide as the code's white allows; for each its middle and its width.

    None on screens, where what a piece is stands large in the code's room.
    """
    if not pen.bears_codes:
        return
    width = corner_room_mm(part)
    left, top, right, bottom = bounding_box(part.outline_mm)
    reach = width + BLEED_MM
    for turn, (x, y, right_of, below) in enumerate(
        ((left, bottom, 1, -1), (left, top, 1, 1), (right, top, -1, 1), (right, bottom, -1, -1))
    ):
        with pen.at(x, y, turn_deg=90 * turn):
            pen.box(-BLEED_MM, -width, reach, reach, radius_mm=ROUND * width, fill=ground)
        yield (x + right_of * width / 2, y + below * width / 2, width)


def corner_room_mm(part: Part) -> float:
    """How wide a block in the corner beside the piece's code may be: it keeps its distance from the code's corner."""
    left, top, _, _ = bounding_box(part.outline_mm)
    code = part.codes[0]
    beside, above = (at - code.side_mm / 2 - edge for at, edge in zip(code.centre_mm, (left, top), strict=True))
    white = WHITE_LEFT * code.side_mm / MODULES
    low, high = 0.0, CORNER_MM
    for _ in range(20):
        width = (low + high) / 2
        middle = width * (1 - ROUND)
        away = hypot(max(0.0, beside - middle), max(0.0, above - middle)) - ROUND * width
        low, high = (width, high) if away >= white and min(beside, above) > 0 else (low, width)
    return low
