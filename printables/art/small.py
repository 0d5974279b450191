"""Small parts: counters, citizens, score tokens, the puck, stickers, corner pieces for a chess board."""

from printables.art.common import CAP_HEIGHT, draw_codes, offset, quiet_zone
from printables.art.mat import draw_seat_shape
from printables.art.medallions import corner_blocks
from printables.art.symbols import icon_of
from printables.art.terrain import draw_terrain
from printables.fonts import BLACK as HEAVY
from printables.fonts import BOLD, LEAST_MM, SEMIBOLD, fitted_mm, text_width_mm
from printables.icons import draw_icon
from printables.looks import WHITE, Looks, mix, readable_on
from printables.packing import BLEED_MM
from printables.pen import Pen
from tabletop.boardfile import TERRAIN_KEY
from tabletop.gamefile import GameFile
from tabletop.geometry import rectangle
from tabletop.parts import Part

TERRAIN_LETTERS = {terrain: letter for letter, terrain in TERRAIN_KEY.items()}
TEXT_MM = LEAST_MM
VALUE_MM = 7.2


def draw_sticker(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """The terrain on its ground; in the corners its letter in board files, and `demo` where the design is our own."""
    terrain = part.terrain or "plain"
    ground = looks.ground(part.colour)
    width, height = part.size_mm
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=ground)
    draw_terrain(pen, (0.0, 0.0), game.grid.pitch_mm, terrain, ground, looks, icon=part.icon)
    colour = mix(ground, looks.ink, 0.5)
    y = height / 2 - 1.2
    pen.text(-width / 2 + 1.2, y, TERRAIN_LETTERS.get(terrain, ""), size_mm=TEXT_MM, colour=colour)
    if game.sections.game.demo:
        pen.text(width / 2 - 1.2, y, "demo", size_mm=TEXT_MM, colour=colour, align="right")


def draw_corner(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A corner piece: a wedge points at the corner that touches the chess board's squares."""
    ground = looks.band(part.colour)
    light = readable_on(ground)
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=ground)
    x, y = part.anchor_mm or (0.0, 0.0)
    sign_x, sign_y = (1 if x > 0 else -1), (1 if y > 0 else -1)
    pen.polygon(((x, y), (x - 8.0 * sign_x, y), (x, y - 8.0 * sign_y)), fill=light)
    label = (part.corner or "").upper()
    inset = part.size_mm[1] / 2 - 2.6
    pen.text(-4.4 * sign_x, sign_y * inset + CAP_HEIGHT * 1.1, label, size_mm=TEXT_MM, colour=light, face=SEMIBOLD,
             align="centre")  # fmt: skip
    draw_codes(pen, part, game)


def draw_citizen(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A citizen: a ring in the owner's colour about the code, the owner's shape in each corner."""
    colour = looks.band(part.colour)
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=colour)
    draw_codes(pen, part, game)
    for x, y, width in () if not part.codes else corner_blocks(pen, part, colour):
        draw_seat_shape(pen, part.number or 0, x, y, width * 0.36, readable_on(colour))


def draw_score_token(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A score token without a code: the seat's colour, shape and number."""
    ground = looks.band(part.colour)
    light = readable_on(ground)
    side = min(part.size_mm)
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=ground)
    pen.polygon(rectangle(side - 2.4, side - 2.4), stroke=light, width_mm=0.4)
    draw_seat_shape(pen, part.number or 0, -side * 0.17, 0, side * 0.16, light)
    pen.text(side * 0.2, CAP_HEIGHT * side * 0.19, str(part.number), size_mm=side * 0.38, colour=light, face=BOLD,
             align="centre")  # fmt: skip
    draw_codes(pen, part, game)


def draw_puck(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A dark square with its code, the word on all four sides."""
    height = part.size_mm[1]
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=looks.band(part.colour))
    side = part.codes[0].side_mm + 2 * game.codes.quiet_zone_mm
    pen.polygon(rectangle(side, side), fill=WHITE)
    for turn in range(4):
        with pen.at(0, 0, turn_deg=90 * turn):
            middle = (height / 2 + side / 2) / 2
            pen.text(0, middle + 0.9, part.title.upper(), size_mm=2.9, colour=WHITE, face=BOLD, align="centre",
                     spacing_mm=0.9)  # fmt: skip
    draw_codes(pen, part, game)


PLAYERS_LETTERS = {"red": "R", "blue": "B", "green": "G", "yellow": "Y", "white": "W", "black": "K"}
"""A letter for each player's colour, so that colour is never alone."""


def draw_counter(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A counter: its ground in the part's colour, code, icon, value, and the name along both sides."""
    ground = looks.band(part.colour)
    light = readable_on(ground)
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=ground)
    width, height = part.size_mm
    if ground == WHITE:
        inner = rectangle(width - 1.2, height - 1.2)
        pen.polygon(inner, stroke=looks.ink, width_mm=0.5)
    code = part.codes[0]
    zone = code.side_mm / 2 + quiet_zone(code, game)
    below = code.centre_mm[1] + zone
    y = (below + height / 2) / 2 - 0.2
    value, beside = part.value, 1.2
    name = icon_of(part)
    if name is not None:
        draw_icon(pen, name, -width / 2 + 5.0, y, 6.2, light, ground, folder=looks.folder)
    if value is not None:
        text = str(value).replace("-", "−")
        wide = text_width_mm(text, HEAVY, VALUE_MM)
        middle = max(4.6, 1.0 + wide / 2)
        beside = max(7.0, middle + wide / 2 + 0.3)
        pen.text(width / 2 - middle, y + CAP_HEIGHT * VALUE_MM / 2, text, size_mm=VALUE_MM, colour=light, face=HEAVY,
                 align="centre")  # fmt: skip
    title = part.title.rsplit(" ", 1)[0] if part.kind == "zone" else part.title
    title = title.replace("-", " ").title() if title.islower() else title
    left, right = -width / 2 + (1.2 if name is None else 8.2), width / 2 - beside
    room = right - left
    lines = [title] if text_width_mm(title, SEMIBOLD, TEXT_MM) <= room else title.split(" ", 1)
    size = min(fitted_mm(line, SEMIBOLD, TEXT_MM, room) for line in lines)
    for index, line in enumerate(lines):
        baseline = y + size * (0.36 + 1.08 * (index - (len(lines) - 1) / 2))
        pen.text((left + right) / 2, baseline, line, size_mm=size, colour=light, face=SEMIBOLD, align="centre")
    player = part.player
    for turn in (90, 270):
        with pen.at(0, code.centre_mm[1], turn_deg=turn):
            middle = -(zone + width / 2) / 2
            if player is not None:
                label = f"{PLAYERS_LETTERS.get(player, player[:1].upper())} · {player.upper()}"
            else:
                label = (part.type or "").title()
            pen.text(0, middle + CAP_HEIGHT * TEXT_MM / 2, label, size_mm=TEXT_MM, colour=mix(light, ground, 0.15),
                     face=BOLD, align="centre")  # fmt: skip
    draw_codes(pen, part, game)
