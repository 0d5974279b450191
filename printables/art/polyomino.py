"""Pieces of several squares on a small grid (My City's buildings, Small City's tiles): colour between the codes."""

from printables.art.common import CAP_HEIGHT, draw_codes, offset, quiet_zone
from printables.art.generic import draw_generic
from printables.art.symbols import icon_of
from printables.art.tile import draw_tile
from printables.fonts import BOLD, fitted_mm
from printables.icons import draw_icon
from printables.looks import WHITE, Looks, mix, readable_on
from printables.packing import BLEED_MM
from printables.pen import Pen
from tabletop.gamefile import GameFile, Part
from tabletop.geometry import bounding_box, rectangle


def draw_tile_or_polyomino(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A neighbourhood where the tile has properties, a piece of squares, or a shape of people's own."""
    draw = draw_tile if part.properties else draw_polyomino if part.cells else draw_generic
    draw(pen, part, game, looks)


def draw_polyomino(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A piece in its colour with a lighter rim, codes on their squares, its icon on squares without a code."""
    colour = looks.band(part.colour)
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=colour)
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
            size = fitted_mm(title, BOLD, 2.8, inner - 1.5)
            pen.text(x, y + inner / 2 - 1.2, title, size_mm=size, colour=mix(colour, looks.ink, 0.5), face=BOLD,
                     align="centre")  # fmt: skip
    _joints(pen, part, game, looks)
    _rim_letters(pen, part, game, looks)
    draw_codes(pen, part, game)


def _joints(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """Windows of a lighter colour on the bridge between two neighbouring squares."""
    if not part.codes:
        return
    colour = looks.band(part.colour)
    zone = part.codes[0].side_mm / 2 + quiet_zone(part.codes[0], game)
    gap = game.grid.pitch_mm - 2 * zone
    if gap < 2.0:
        return
    pane = mix(colour, WHITE, 0.55)
    centres = dict(zip(part.cells, part.cell_centres_mm, strict=True))
    for (row, column), (x, y) in centres.items():
        for other, size in (
            ((row, column + 1), (gap * 0.5, zone * 0.34)),
            ((row + 1, column), (zone * 0.34, gap * 0.5)),
        ):
            if other in centres:
                middle = ((x + centres[other][0]) / 2, (y + centres[other][1]) / 2)
                for step in (-1, 0, 1):
                    shift = step * zone * 0.5
                    along = (0.0, shift) if other[1] != column else (shift, 0.0)
                    pen.polygon(rectangle(*size, centre=(middle[0] + along[0], middle[1] + along[1])), fill=pane)


def _rim_letters(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """The piece's name, with its icon in a wide rim, below its lowest left square, where the rim is wide enough."""
    light = readable_on(looks.band(part.colour))
    if not part.codes:
        return
    zone = part.codes[0].side_mm / 2 + quiet_zone(part.codes[0], game)
    rim = _half_width(part) - zone
    if rim < 1.0:
        return
    size = min(3.4, 0.82 * rim / CAP_HEIGHT)
    x, y = max(part.cell_centres_mm, key=lambda centre: (centre[1], -centre[0]))
    text = _short(part.title).upper()
    size = fitted_mm(text, BOLD, size, 2 * zone * 0.8)
    icon = icon_of(part)
    if icon is not None and rim >= 3.0:
        side = min(rim - 0.5, 6.0)
        draw_icon(pen, icon, x - zone + side / 2, y + zone + rim / 2, side, light, looks.band(part.colour),
                  folder=looks.folder)  # fmt: skip
        x += side / 2
    pen.text(x, y + zone + rim / 2 + CAP_HEIGHT * size / 2, text, size_mm=size, colour=light, face=BOLD,
             align="centre", spacing_mm=0.1 * size)  # fmt: skip


def _half_width(part: Part) -> float:
    """Half the width of the squares as printed."""
    left, top, _, _ = bounding_box(part.outline_mm)
    return min(min(x - left for x, _ in part.cell_centres_mm), min(y - top for _, y in part.cell_centres_mm))


def _short(title: str) -> str:
    return title.replace(" zone", "")
