"""The tuck box: the game's title over its own houses and trees, sides in its colours, where glue goes."""

from itertools import cycle, islice

from printables.art.symbols import icon_of
from printables.fonts import BLACK as HEAVY
from printables.fonts import LEAST_MM, SEMIBOLD, fitted_mm
from printables.icons import draw_icon
from printables.looks import WHITE, Looks, mix
from printables.pen import Pen
from printables.tuckbox import BoxPart
from tabletop.gamefile import GameFile, Rgb
from tabletop.geometry import RectangleMm
from tabletop.parts import Part

BLEED_MM = 1.5
SKYLINE = 5
"""Icons in a row below the title."""


def draw_box(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """The net as it is printed, folds dashed."""
    assert isinstance(part, BoxPart)
    net = part.net
    ground = mix(looks.ink, WHITE, 0.85 if looks.ink_saver else 0.0)
    letters = looks.ink if looks.ink_saver else WHITE
    pen.polygon(part.outline_mm, stroke=ground, width_mm=2 * BLEED_MM)
    pen.polygon(part.outline_mm, fill=ground)
    left, top, right, bottom = net.glue_mm
    pen.box(left - BLEED_MM, top, right - left + BLEED_MM, bottom - top, fill=WHITE)
    with pen.at((left + right) / 2, 0, turn_deg=90):
        pen.text(0, 1.0, "glue", size_mm=4.0, colour=mix(looks.ink, WHITE, 0.4), align="centre")
    front, side, back, other, lid = net.faces_mm
    for face in (front, back):
        _face(pen, face, game, looks, ground)
    for face, turn in ((side, 90), (other, 90), (lid, 0)):
        x, y = (face[0] + face[2]) / 2, (face[1] + face[3]) / 2
        long, short = (face[3] - face[1], face[2] - face[0]) if turn else (face[2] - face[0], face[3] - face[1])
        size = fitted_mm(game.title, HEAVY, min(9.0, short * 0.4), long - 8)
        with pen.at(x, y, turn_deg=turn):
            pen.text(0, size * 0.33, game.title, size_mm=size, colour=letters, face=HEAVY, align="centre")
    for start, end in net.folds_mm:
        pen.line(start, end, mix(ground, letters, 0.6), 0.2, dash_mm=(1.6, 1.2))


def _face(pen: Pen, face: RectangleMm, game: GameFile, looks: Looks, ground: Rgb) -> None:
    """Title, number of players, and a row of the game's own icons, each in its piece's colour."""
    left, top, right, bottom = face
    x, width = (left + right) / 2, right - left
    letters = looks.ink if looks.ink_saver else WHITE
    size = fitted_mm(game.title, HEAVY, 15.0, width - 12)
    pen.text(x, top + 24, game.title, size_mm=size, colour=letters, face=HEAVY, align="centre")
    fewest, most = game.players
    people = f"{fewest} players" if fewest == most else f"{fewest} to {most} players"
    pen.text(x, top + 32, people, size_mm=max(LEAST_MM, 4.4), colour=letters, face=SEMIBOLD, align="centre")
    shown = {icon: part for part in game.parts if (icon := icon_of(part)) is not None}
    if not shown:
        return
    step = (width - 12) / SKYLINE
    for index, (icon, part) in enumerate(islice(cycle(shown.items()), SKYLINE)):
        colour = mix(looks.band(part.colour), letters, 0.25)
        middle = left + 6 + (index + 0.5) * step
        draw_icon(pen, icon, middle, bottom - 16, step * 0.8, colour, ground, folder=looks.folder)
