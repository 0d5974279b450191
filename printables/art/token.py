"""Flat tokens as the buildings' roofs: slopes about the codes, the kind's icon, yards between the codes."""

from itertools import combinations

from printables.art.common import CAP_HEIGHT, draw_codes, offset, quiet_zone
from printables.art.medallions import DARKER, corner_room_mm, draw_corner_icons
from printables.art.ringmarks import draw_ring_marks
from printables.art.roof import draw_slopes
from printables.art.symbols import icon_of
from printables.fonts import BOLD, LEAST_MM, SEMIBOLD, text_width_mm
from printables.icons import draw_icon
from printables.looks import WHITE, Looks, mix
from printables.packing import BLEED_MM
from printables.pen import Pen
from tabletop.gamefile import GameFile
from tabletop.geometry import RectangleMm, bounding_box
from tabletop.parts import Part

PLATE_MM = 0.5
"""How far a name's plate reaches into the white beside a code: 1.5 of 2.0 mm stay (docs/big-city-layout.md)."""


def draw_token(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A token: a roof's slopes in the part's colour at the edge, white inside, a code for each covered property."""
    ring = ring_width(part, game)
    kind = part.piece or part.kind
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=looks.band(part.colour))
    if part.kind == "streetcar":
        _car_ends(pen, part, game, looks)
        draw_codes(pen, part, game)
        draw_corner_icons(pen, part, looks)
        return
    draw_slopes(pen, part.outline_mm, ring, looks.band(part.colour), looks)
    pen.polygon(offset(part.outline_mm, -ring), fill=WHITE)
    single = len(part.codes) == 1
    draw_ring_marks(pen, part.outline_mm, kind, ring, corner_mm=corner_room_mm(part) if single else 0.0)
    for index, panel in enumerate(() if single else panels(part, game)):
        _panel(pen, part, panel, looks, with_name=index == 0 or len(part.cells) == 3)
    draw_codes(pen, part, game)
    if single:
        _signs(pen, part, ring, looks)
        draw_corner_icons(pen, part, looks)


def _signs(pen: Pen, part: Part, ring: float, looks: Looks) -> None:
    """The name on two opposite sides between the corners, on a plate that reaches a little into the code's white."""
    label, depth = part.title.upper(), ring + PLATE_MM
    width, room = text_width_mm(label, BOLD, LEAST_MM) + 1.0, part.size_mm[0] - 2 * corner_room_mm(part)
    if not pen.bears_codes or depth < CAP_HEIGHT * LEAST_MM + 0.4 or width > room:
        return
    ground = mix(looks.band(part.colour), looks.ink, DARKER)
    edge = part.size_mm[1] / 2
    for turn in (0, 180):
        with pen.at(0, 0, turn_deg=turn):
            pen.box(-room / 2, edge - depth, room, depth + BLEED_MM, fill=ground)
            baseline = edge - depth / 2 + CAP_HEIGHT * LEAST_MM / 2
            pen.text(0, baseline, label, size_mm=LEAST_MM, colour=WHITE, face=BOLD, align="centre")


def ring_width(part: Part, game: GameFile) -> float:
    """What lies between the codes' quiet zone and the token's edge, at the narrowest."""
    left, top, _, _ = bounding_box(part.outline_mm)
    x, y = part.codes[0].centre_mm
    return min(x - left, y - top) - part.codes[0].side_mm / 2 - quiet_zone(part.codes[0], game)


def panels(part: Part, game: GameFile) -> list[RectangleMm]:
    """The rooms between the codes of neighbouring cells, inside the ring."""
    ring = ring_width(part, game)
    zone = part.codes[0].side_mm / 2 + game.codes.quiet_zone_mm
    left, top, _, _ = bounding_box(part.outline_mm)
    across = min(part.cell_centres_mm[0][0] - left, part.cell_centres_mm[0][1] - top) - ring
    rooms = []
    for (cell, first), (other, second) in combinations(zip(part.cells, part.cell_centres_mm, strict=True), 2):
        if abs(cell[0] - other[0]) + abs(cell[1] - other[1]) != 1 or {cell, other} == set(part.open_between):
            continue
        (x0, y0), (x1, y1) = sorted((first, second))
        if y0 == y1:
            rooms.append((x0 + zone, y0 - across, x1 - zone, y0 + across))
        else:
            y0, y1 = sorted((y0, y1))
            rooms.append((x0 - across, y0 + zone, x0 + across, y1 - zone))
    return rooms


def _car_ends(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A streetcar has no room for a ring: a dark band with ties at each end, where it runs on along the street."""
    width, height = part.size_mm
    code = part.codes[0]
    zone = code.side_mm / 2 + quiet_zone(code, game)
    dark = mix(looks.band(part.colour), looks.ink, 0.55)
    for side in (-1, 1):
        depth = width / 2 - zone
        x = zone if side > 0 else -width / 2 - BLEED_MM
        pen.box(x, -height / 2 - BLEED_MM, depth + BLEED_MM, height + 2 * BLEED_MM, fill=dark)
        for index in range(-4, 5):
            pen.box(side * (zone + depth / 2) - 0.4, index * 2.1 - 0.3, 0.8, 0.6, fill=WHITE)


def _panel(pen: Pen, part: Part, panel: RectangleMm, looks: Looks, *, with_name: bool) -> None:
    """The art between two codes: a tinted ground, the kind's icon, its name."""
    left, top, right, bottom = panel
    colour = looks.band(part.colour)
    ground = mix(colour, WHITE, 0.94 if looks.ink_saver else 0.82)
    pen.box(left, top, right - left, bottom - top, fill=ground)
    x, y = (left + right) / 2, (top + bottom) / 2
    room = min(right - left, bottom - top)
    lines = _lines(part.title, right - left - 3.0) if with_name else []
    size = 3.2
    icon = min(room - 3.0 - size * 1.1 * len(lines), 15.0)
    block = icon + size * 1.1 * len(lines)
    draw_icon(pen, icon_of(part) or "card", x, y - block / 2 + icon / 2, icon, colour, ground, folder=looks.folder)
    ink = mix(colour, looks.ink, 0.45)
    for index, line in enumerate(lines):
        baseline = y - block / 2 + icon + size * (0.85 + 1.1 * index)
        pen.text(x, baseline, line, size_mm=size, colour=ink, face=SEMIBOLD, align="centre")


def _lines(text: str, width_mm: float) -> list[str]:
    """The name on one line where it fits, else on two."""
    if text_width_mm(text, SEMIBOLD, 3.2) <= width_mm or " " not in text:
        return [text]
    head, tail = text.rsplit(" ", 1)
    return [head, tail]
