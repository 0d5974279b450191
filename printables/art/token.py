"""Flat tokens of buildings, parks, factories and streetcars: a ring that tells the kind, codes, icons between them."""

from printables.art.common import draw_codes, offset
from printables.looks import WHITE, Looks
from printables.packing import BLEED_MM
from printables.pen import Pen
from tabletop.gamefile import GameFile, Part


def draw_token(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A token: ring in the part's colour at the edge, white inside, one code for each covered property."""
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=looks.band(part.colour))
    pen.polygon(offset(part.outline_mm, -ring_width(part, game)), fill=WHITE)
    draw_codes(pen, part, game)


def ring_width(part: Part, game: GameFile) -> float:
    """What lies between the codes' quiet zone and the token's edge, at the narrowest."""
    code = part.codes[0]
    reach = min(part.size_mm) / 2 if not part.cells else _half_width(part)
    return reach - code.side_mm / 2 - game.codes.quiet_zone_mm


def _half_width(part: Part) -> float:
    """Half the width of a token across its properties' middles."""
    x, y = part.cell_centres_mm[0]
    return y - min(corner_y for _, corner_y in part.outline_mm) if y <= 0 else x
