"""Cards: a property's number with its place in the neighbourhood, parks and factories, and the stacks' backs."""

from printables.art.aid import wrapped
from printables.art.common import draw_codes, offset
from printables.art.districts import draw_district_field
from printables.art.symbols import icon_for, icon_of
from printables.fonts import BLACK as HEAVY
from printables.fonts import BOLD, SEMIBOLD, fitted_mm, text_width_mm
from printables.icons import draw_icon
from printables.looks import WHITE, Looks, luminance, mix, readable_on
from printables.packing import BLEED_MM
from printables.pen import Pen
from tabletop.gamefile import GameFile
from tabletop.geometry import PointMm, rectangle
from tabletop.parts import Part

CORNER_MM = 5.6
"""How far the small numbers in a card's corners stand from its edges."""
RIM_MM = 2.6
"""White about a card's back, where cards of other stacks touch it."""


def draw_card(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """The face of a property card or of a park's or factory's card."""
    if part.number is not None and part.tile is not None:
        _property_card(pen, part, game, looks)
    elif any(other.piece == part.piece and other.cells for other in game.parts if part.piece is not None):
        _piece_card(pen, part, game, looks)
    else:
        _plain_card(pen, part, game, looks)


def draw_card_back(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """The back: the stack's neighbourhood in a white rim, so that 2 mm of drift show no other card's colour."""
    stack = part.tile
    if stack is None:
        _plain_back(pen, part, game, looks)
        return
    ground = looks.ground(f"district-{stack}")
    ink = looks.ink
    width, height = part.size_mm
    field = offset(part.outline_mm, -RIM_MM)
    pen.polygon(field, fill=ground)
    with pen.clipped(field):
        draw_district_field(pen, width, height, stack, looks)
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
    tile = next(tile for tile in game.of_kind("tile") if tile.number == part.tile)
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
    draw_icon(pen, icon_for(kind) or "card", 0, -11.5, 25.0, colour, ground)
    ink = mix(colour, looks.ink, 0.5)
    for index, word in enumerate(part.title.rsplit(" ", 1)):
        pen.text(0, 7.5 + 5.2 * index, word, size_mm=5.0, colour=ink, face=SEMIBOLD, align="centre")
    piece = next(other for other in game.parts if other.piece == kind and other.cells)
    middle_x = (min(c for _, c in piece.cells) + max(c for _, c in piece.cells)) / 2
    middle_y = (min(r for r, _ in piece.cells) + max(r for r, _ in piece.cells)) / 2
    for row, column in piece.cells:
        side = 5.4
        centre = ((column - middle_x) * 6.2, 23.0 + (row - middle_y) * 6.2)
        pen.polygon(rectangle(side, side, centre=centre), fill=colour)


def _plain_card(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """Any other card: the building that it stands for, or its title, above its code."""
    width, height = part.size_mm
    building = next((other for other in game.parts if other.id == part.building), None)
    colour = looks.band(building.colour if building is not None else part.colour)
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=mix(colour, WHITE, 0.6) if looks.ink_saver else colour)
    panel = mix(looks.palette.get("card", WHITE), WHITE, 0.5)
    sign = colour if luminance(colour) < 0.6 else mix(looks.ink, WHITE, 0.25)
    pen.box(-width / 2 + 3.6, -height / 2 + 3.6, width - 7.2, height - 7.2, radius_mm=2.8, fill=panel)
    top = -height / 2 + 9.0
    title = building.title if building is not None else part.title[:1].upper() + part.title[1:]
    ink = mix(colour, looks.ink, 0.7)
    for index, line in enumerate(wrapped(title, SEMIBOLD, 4.6, width - 14)):
        pen.text(0, top + 3.0 + 5.4 * index, line, size_mm=4.6, colour=ink, face=SEMIBOLD, align="centre")
    if building is not None:
        _shape(pen, building, (0.0, -8.0), 30.0, looks)
    else:
        icon = icon_of(part) or icon_for(part.building or part.module or "")
        draw_icon(pen, icon or "card", 0, -8.0, 22.0, sign, panel, folder=looks.folder)
    facts = [fact for fact in (part.difficulty, part.module) if fact]
    if facts:
        pen.text(0, height / 2 - 36.5, " · ".join(facts), size_mm=3.2, colour=ink, align="centre")
    draw_codes(pen, part, game)


def _shape(pen: Pen, building: Part, centre: PointMm, room_mm: float, looks: Looks) -> None:
    """A building's squares, as large as the room allows."""
    rows, columns = [row for row, _ in building.cells], [column for _, column in building.cells]
    step = min(9.0, room_mm / max(max(rows) - min(rows) + 1, max(columns) - min(columns) + 1))
    middle = ((min(columns) + max(columns)) / 2, (min(rows) + max(rows)) / 2)
    colour = looks.band(building.colour)
    for row, column in building.cells:
        x, y = centre[0] + (column - middle[0]) * step, centre[1] + (row - middle[1]) * step
        pen.polygon(rectangle(step, step, centre=(x, y)), fill=colour)
        pen.polygon(rectangle(step * 0.8, step * 0.8, centre=(x, y)), stroke=mix(colour, WHITE, 0.4), width_mm=0.3)


def _plain_back(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """The back of any other card: the game's name on dark ground."""
    ink = mix(looks.ink, WHITE, 0.75) if looks.ink_saver else looks.ink
    light = readable_on(ink)
    pen.polygon(offset(part.outline_mm, -RIM_MM), fill=ink)
    pen.circle(0, 0, 17.0, stroke=light, width_mm=1.2)
    pen.circle(0, 0, 15.0, stroke=light, width_mm=0.4)
    lines = wrapped(game.title, HEAVY, 6.0, 26.0)
    for index, line in enumerate(lines):
        size = fitted_mm(line, HEAVY, 6.0, 26.0)
        pen.text(0, 2.0 + 6.4 * (index - (len(lines) - 1) / 2), line, size_mm=size, colour=light, face=HEAVY,
                 align="centre")  # fmt: skip
