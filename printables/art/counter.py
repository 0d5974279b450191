"""Square counters with the code above and a band below: landmarks and zones of MY CITY on a chess board."""

from printables.art.common import CAP_HEIGHT, draw_codes, offset, quiet_zone
from printables.art.symbols import icon_of
from printables.fonts import BLACK as HEAVY
from printables.fonts import BOLD, SEMIBOLD, fitted_mm, text_width_mm
from printables.icons import draw_icon
from printables.looks import WHITE, Looks, mix, readable_on
from printables.packing import BLEED_MM
from printables.pen import Pen
from tabletop.gamefile import GameFile, Part
from tabletop.geometry import rectangle

LETTERS = {"red": "R", "blue": "B", "green": "G", "yellow": "Y", "white": "W", "black": "K"}
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
    value = part.extra.get("value")
    name = icon_of(part)
    if name is not None:
        draw_icon(pen, name, -width / 2 + 5.0, y, 6.2, light, ground, folder=looks.folder)
    if value is not None:
        text = str(value).replace("-", "−")
        pen.text(width / 2 - 4.6, y + CAP_HEIGHT * 3.6, text, size_mm=7.2, colour=light, face=HEAVY, align="centre")
    title = part.title.rsplit(" ", 1)[0] if part.kind == "zone" else part.title
    title = title.replace("-", " ").title() if title.islower() else title
    room = width - 17.6
    lines = [title] if text_width_mm(title, SEMIBOLD, 2.6) <= room else title.split(" ", 1)
    size = min(fitted_mm(line, SEMIBOLD, 2.6, room) for line in lines)
    for index, line in enumerate(lines):
        baseline = y + size * (0.36 + 1.08 * (index - (len(lines) - 1) / 2))
        pen.text(0.6, baseline, line, size_mm=size, colour=light, face=SEMIBOLD, align="centre")
    player = part.extra.get("player")
    for turn in (90, 270):
        with pen.at(0, code.centre_mm[1], turn_deg=turn):
            middle = -(zone + width / 2) / 2
            if player is not None:
                label = f"{LETTERS.get(player, player[:1].upper())} · {player.upper()}"
            else:
                label = str(part.extra.get("type", "")).upper()
            pen.text(0, middle + CAP_HEIGHT * 1.1, label, size_mm=2.2, colour=mix(light, ground, 0.15), face=BOLD,
                     align="centre", spacing_mm=0.3)  # fmt: skip
    draw_codes(pen, part, game)
