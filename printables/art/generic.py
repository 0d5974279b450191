"""Parts of people's own kinds: a ground in their colour, their codes, their icon and title where there is room."""

from printables.art.aid import wrapped
from printables.art.common import draw_codes, offset, quiet_zone
from printables.art.symbols import icon_of
from printables.fonts import SEMIBOLD, text_width_mm
from printables.icons import draw_icon
from printables.looks import Looks, readable_on
from printables.packing import BLEED_MM
from printables.pen import Pen
from tabletop.gamefile import GameFile
from tabletop.geometry import RectangleMm, bounding_box
from tabletop.parts import Part

EDGE_MM = 1.4
TEXT_MM = 3.4


def draw_generic(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A plain part."""
    ground = looks.band(part.colour)
    light = readable_on(ground)
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=ground)
    left, top, right, bottom = _free_room(part, game)
    icon = icon_of(part)
    if right - left >= 3.0 and bottom - top >= 3.0:
        lines = wrapped(part.title, SEMIBOLD, TEXT_MM, right - left)
        size = min([TEXT_MM, *(TEXT_MM * (right - left) / text_width_mm(line, SEMIBOLD, TEXT_MM) for line in lines)])
        text = len(lines) * size * 1.1
        side = min(right - left, bottom - top - text)
        y, x = (top + bottom) / 2, (left + right) / 2
        if icon is not None and side >= 4.0:
            draw_icon(pen, icon, x, y - text / 2, side, light, ground, folder=looks.folder)
            y += side / 2
        if text <= bottom - top:
            for index, line in enumerate(lines):
                baseline = y - text / 2 + size * (0.85 + 1.1 * index)
                pen.text(x, baseline, line, size_mm=size, colour=light, face=SEMIBOLD, align="centre")
    draw_codes(pen, part, game)


def _free_room(part: Part, game: GameFile) -> RectangleMm:
    """The largest of the strips above, below, left and right of the codes, within the edge."""
    left, top, right, bottom = bounding_box(part.outline_mm)
    left, top, right, bottom = left + EDGE_MM, top + EDGE_MM, right - EDGE_MM, bottom - EDGE_MM
    if not part.codes:
        return (left, top, right, bottom)
    corners = [corner for code in part.codes for corner in code.corners_mm]
    zone = max(quiet_zone(code, game) for code in part.codes) + 0.6
    taken_left, taken_top, taken_right, taken_bottom = bounding_box(corners)
    strips = (
        (left, taken_bottom + zone, right, bottom),
        (left, top, right, taken_top - zone),
        (taken_right + zone, top, right, bottom),
        (left, top, taken_left - zone, bottom),
    )
    return max(strips, key=lambda strip: min(strip[2] - strip[0], (strip[3] - strip[1]) * 2))
