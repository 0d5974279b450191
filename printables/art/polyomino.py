"""Pieces of several squares on a small grid (My City's buildings, Small City's tiles): colour between the codes."""

from printables.art.common import CAP_HEIGHT, draw_codes, names_of, offset, quiet_zone
from printables.art.generic import draw_generic
from printables.art.medallions import CORNER_MM, draw_corner_icons
from printables.art.roof import draw_hedge, draw_tiled_slopes
from printables.art.symbols import icon_of
from printables.art.tile import draw_tile
from printables.fonts import BOLD, LEAST_MM, fitted_mm, text_width_mm
from printables.icons import draw_icon
from printables.looks import WHITE, Looks, mix, readable_on
from printables.packing import BLEED_MM
from printables.pen import Pen
from tabletop.gamefile import GameFile
from tabletop.geometry import bounding_box, rectangle
from tabletop.parts import Part

GARDENS = ("park", "leisure")
"""Colours of pieces that are no buildings."""
LEAST_RIM_MM = 0.6
"""A narrower rim stays flat."""
BARE_RIM_MM = 1.5
"""The rim of a piece without a code."""


def draw_tile_or_polyomino(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A neighbourhood where the tile has properties, a piece of squares, or a shape of people's own."""
    draw = draw_tile if part.properties else draw_polyomino if part.cells else draw_generic
    draw(pen, part, game, looks)


def draw_polyomino(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A roof in the piece's colour about the codes on their squares, its icon on squares without a code.

    Parks and fields are gardens: flat, with a hedge along the edge.
    """
    colour = looks.band(part.colour)
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=colour)
    _roof_or_hedge(pen, part, game, looks)
    coded = {code.cell for code in part.codes}
    icon = icon_of(part)
    half = _half_width(part)
    for index, (x, y) in enumerate(part.cell_centres_mm):
        if index not in coded:
            inner = 2 * half - 3.0
            ground = mix(colour, WHITE, 0.86)
            pen.box(x - inner / 2, y - inner / 2, inner, inner, radius_mm=1.6, fill=ground)
            if icon is not None:
                draw_icon(
                    pen, icon, x, y - 1.2, inner * 0.62, mix(colour, looks.ink, 0.25), ground, folder=looks.folder
                )
            title = _short(part.title)
            size = fitted_mm(title, BOLD, LEAST_MM, inner - 1.5)
            pen.text(x, y + inner / 2 - 1.2, title, size_mm=size, colour=mix(colour, looks.ink, 0.5), face=BOLD,
                     align="centre")  # fmt: skip
    _joints(pen, part, game, looks)
    _rim_letters(pen, part, game, looks)
    draw_codes(pen, part, game)
    if len(part.cells) == len(part.codes) == 1:
        draw_corner_icons(pen, part, looks)


def _roof_or_hedge(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """What lies about the codes, as wide as there is room between their white and the edge."""
    zones = [code.side_mm / 2 + quiet_zone(code, game) for code in part.codes]
    rim = _half_width(part) - max(zones, default=_half_width(part) - BARE_RIM_MM)
    colour = looks.band(part.colour)
    if looks.ink_saver or rim < LEAST_RIM_MM:
        return
    if part.colour in GARDENS:
        draw_hedge(pen, part.outline_mm, rim, colour, looks)
    else:
        draw_tiled_slopes(pen, part.outline_mm, rim, colour, looks)


def _joints(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """The piece's icon on the bridge between two neighbouring squares, a window of a lighter colour on each side."""
    if not part.codes:
        return
    colour = looks.band(part.colour)
    zone = part.codes[0].side_mm / 2 + quiet_zone(part.codes[0], game)
    gap = game.grid.pitch_mm - 2 * zone
    if gap < 2.0:
        return
    pane, light, icon = mix(colour, WHITE, 0.55), readable_on(colour), icon_of(part)
    centres = dict(zip(part.cells, part.cell_centres_mm, strict=True))
    for (row, column), (x, y) in centres.items():
        for other, size in (
            ((row, column + 1), (gap * 0.5, zone * 0.34)),
            ((row + 1, column), (zone * 0.34, gap * 0.5)),
        ):
            if other in centres:
                middle = ((x + centres[other][0]) / 2, (y + centres[other][1]) / 2)
                if icon is not None:
                    draw_icon(pen, icon, *middle, gap * 0.92, light, colour, folder=looks.folder)
                for step in (-1, 0, 1) if icon is None else (-1, 1):
                    shift = step * zone * 0.5
                    along = (0.0, shift) if other[1] != column else (shift, 0.0)
                    pen.polygon(rectangle(*size, centre=(middle[0] + along[0], middle[1] + along[1])), fill=pane)


def _rim_letters(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """The piece's name below its lowest squares where the rim is wide enough, with its icon in a wide one."""
    light = readable_on(looks.band(part.colour))
    if not part.codes:
        return
    zone = part.codes[0].side_mm / 2 + quiet_zone(part.codes[0], game)
    half = _half_width(part)
    rim = half - zone
    if rim < LEAST_MM * CAP_HEIGHT:
        return
    y = max(y for _, y in part.cell_centres_mm)
    x0, x1 = _lowest_run(part, y, game.grid.pitch_mm)
    middle, baseline = (x0 + x1) / 2, y + zone + rim / 2
    left, right = x0 - half + CORNER_MM + 0.3, x1 + half - CORNER_MM - 0.3
    icon = icon_of(part)
    if icon is not None and rim >= 3.0:
        side = min(rim - 0.5, 6.0)
        draw_icon(pen, icon, x0 - zone + side / 2, baseline, side, light, looks.band(part.colour), folder=looks.folder)
        left = max(left, x0 - zone + side + 0.5)
    size = max(LEAST_MM, min(3.4, 0.82 * rim / CAP_HEIGHT))
    for text in names_of(_short(part.title).upper()):
        width = text_width_mm(text, BOLD, size)
        x = max(middle, left + width / 2)
        if x + width / 2 <= right:
            plate = LEAST_MM * CAP_HEIGHT + 0.4
            pen.box(x - width / 2 - 0.5, baseline - plate / 2, width + 1.0, plate, fill=looks.band(part.colour))
            pen.text(x, baseline + CAP_HEIGHT * size / 2, text, size_mm=size, colour=light, face=BOLD, align="centre")
            return


def _lowest_run(part: Part, y: float, pitch: float) -> tuple[float, float]:
    """Middles of the first and last of the neighbouring squares that begin at the lowest row's left end."""
    row = sorted(x for x, its in part.cell_centres_mm if its == y)
    last = row[0]
    for x in row[1:]:
        if x - last > pitch * 1.01:
            break
        last = x
    return (row[0], last)


def _half_width(part: Part) -> float:
    """Half the width of the squares as printed."""
    left, top, _, _ = bounding_box(part.outline_mm)
    return min(min(x - left for x, _ in part.cell_centres_mm), min(y - top for _, y in part.cell_centres_mm))


def _short(title: str) -> str:
    return title.replace(" zone", "")
