"""Cards: a property's number with its place in the neighbourhood, parks and factories, and the stacks' backs."""

from printables.art.common import offset
from printables.art.districts import draw_district_field
from printables.art.token import ICONS
from printables.fonts import BLACK as HEAVY
from printables.fonts import BOLD, SEMIBOLD, text_width_mm
from printables.icons import draw_icon
from printables.looks import WHITE, Looks, mix
from printables.packing import BLEED_MM
from printables.pen import Pen
from tabletop.gamefile import GameFile, Part
from tabletop.geometry import rectangle

CORNER_MM = 5.6
"""How far the small numbers in a card's corners stand from its edges."""


def draw_card(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """The face of a property card or of a park's or factory's card."""
    if part.piece is not None:
        _piece_card(pen, part, game, looks)
    elif part.number is not None:
        _property_card(pen, part, game, looks)


def draw_card_back(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """The back: the stack's neighbourhood; nothing near the edge, so that 2 mm of drift do not show."""
    stack = part.extra["tile"]
    ground = looks.ground(f"district-{stack}")
    ink = looks.ink
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=ground)
    width, height = part.size_mm
    draw_district_field(pen, width + 2 * BLEED_MM, height + 2 * BLEED_MM, stack, looks)
    pen.circle(0, 0, 15.0, fill=ink)
    pen.circle(0, 0, 13.2, fill=mix(ground, WHITE, 0.65))
    pen.text(0, 6.6, str(stack), size_mm=20, colour=ink, face=HEAVY, align="centre")


def _property_card(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A big number in the lot's own ring, and the neighbourhood's plan with this property filled."""
    ground, ink = looks.ground(part.colour), looks.ink
    width, height = part.size_mm
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=ground)
    pen.box(
        -width / 2 + 3.4, -height / 2 + 3.4, width - 6.8, height - 6.8, radius_mm=2.6, fill=mix(ground, WHITE, 0.72)
    )
    pen.circle(0, -9.0, 14.4, fill=ink)
    pen.circle(0, -9.0, 11.6, fill=WHITE)
    text = str(part.number)
    pen.text(0, -4.6, text, size_mm=14.0, colour=ink, face=BOLD, align="centre")
    bar = text_width_mm(text, BOLD, 14.0) * 0.8
    pen.box(-bar / 2, -3.4, bar, 1.1, fill=ink)
    tile = next(tile for tile in game.of_kind("tile") if tile.number == part.extra["tile"])
    step = 6.6 if len(tile.properties) == 3 else 7.4
    rows, columns = len(tile.properties), len(tile.properties[0])
    for row, numbers in enumerate(tile.properties):
        for column, number in enumerate(numbers):
            x, y = (column - (columns - 1) / 2) * step, 17.2 + (row - (rows - 1) / 2) * step
            mine = number == part.number
            pen.box(x - step * 0.4, y - step * 0.4, step * 0.8, step * 0.8, radius_mm=0.6,
                    fill=ink if mine else mix(ground, looks.ink, 0.12))  # fmt: skip
    for turn in (0, 180):
        with pen.at(0, 0, turn_deg=turn):
            pen.text(
                -width / 2 + CORNER_MM, -height / 2 + CORNER_MM + 3.2, text, size_mm=4.6, colour=ink, face=SEMIBOLD
            )


def _piece_card(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A park's or factory's card: its icon, its name, its shape."""
    colour = looks.band(part.colour)
    ground = mix(colour, WHITE, 0.9 if looks.ink_saver else 0.8)
    width, height = part.size_mm
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=mix(colour, WHITE, 0.7) if looks.ink_saver else colour)
    pen.box(-width / 2 + 3.4, -height / 2 + 3.4, width - 6.8, height - 6.8, radius_mm=2.6, fill=ground)
    kind = part.piece or ""
    draw_icon(pen, ICONS.get(kind, kind), 0, -11.5, 25.0, colour, ground)
    ink = mix(colour, looks.ink, 0.5)
    for index, word in enumerate(part.title.rsplit(" ", 1)):
        pen.text(0, 7.5 + 5.2 * index, word, size_mm=5.0, colour=ink, face=SEMIBOLD, align="centre")
    piece = next(other for other in game.parts if other.piece == kind)
    middle_x = (min(c for _, c in piece.cells) + max(c for _, c in piece.cells)) / 2
    middle_y = (min(r for r, _ in piece.cells) + max(r for r, _ in piece.cells)) / 2
    for row, column in piece.cells:
        side = 5.4
        centre = ((column - middle_x) * 6.2, 23.0 + (row - middle_y) * 6.2)
        pen.polygon(rectangle(side, side, centre=centre), fill=colour)
