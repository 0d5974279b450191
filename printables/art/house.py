"""Paper houses: the token's roof, walls with doors and windows, tabs to glue."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import atan2, degrees, hypot

from printables.art.common import names_of
from printables.art.symbols import icon_for
from printables.art.token import draw_token
from printables.fonts import BOLD, LEAST_MM, REGULAR, text_width_mm
from printables.houses import Fold, FoldedPart, House, HouseWall
from printables.icons import draw_icon
from printables.looks import WHITE, Looks, mix, readable_on
from printables.pen import Pen
from tabletop.gamefile import GameFile, Rgb
from tabletop.geometry import PolygonMm
from tabletop.parts import Part

EAVES_MM = 1.0
BLEED_MM = 1.5
"""Nets lie close together; their colour goes on this far."""
SIGN_RIM_MM = 2.0
"""What stays free beside a wall's sign."""
GLUE = "glue"


def draw_house(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A house's net, its roof being the token."""
    assert isinstance(part, House)
    net = part.net
    colour = looks.band(part.colour)
    _ground(pen, part.outline_mm, mix(colour, WHITE, 0.55))
    roof = replace(part, outline_mm=part.roof_mm, kind="piece")
    with pen.clipped(roof.outline_mm):
        draw_token(pen, roof, game, looks)
    for wall in net.walls:
        if wall.attached:
            with _standing(pen, wall):
                draw_wall(pen, part, wall.length_mm, net.height_mm, looks)
    _tabs_and_folds(pen, net.tabs_mm, net.folds_mm, looks)


def draw_single_wall(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A wall that is glued in at an inward corner."""
    assert isinstance(part, FoldedPart)
    length, height = part.wall_mm
    _ground(pen, part.outline_mm, mix(looks.band(part.colour), WHITE, 0.55))
    top = max(y for tab in part.tabs_mm[:1] for _, y in tab)
    with pen.at(0, top):
        draw_wall(pen, part, length, height, looks)
    _tabs_and_folds(pen, part.tabs_mm, part.folds_mm, looks)


def _ground(pen: Pen, outline: PolygonMm, colour: Rgb) -> None:
    """A net's colour, going on beyond its outline."""
    pen.polygon(outline, stroke=colour, width_mm=2 * BLEED_MM)
    pen.polygon(outline, fill=colour)


def draw_wall(pen: Pen, part: Part, length: float, height: float, looks: Looks) -> None:
    """A wall from outside: eaves, windows, a door with the kind's icon and name where there is room."""
    colour = looks.band(part.colour)
    ground, dark = mix(colour, WHITE, 0.9 if looks.ink_saver else 0.62), mix(colour, looks.ink, 0.3)
    pen.box(-length / 2, 0, length, height, fill=ground)
    pen.box(-length / 2, 0, length, EAVES_MM, fill=colour)
    pen.box(-length / 2, height - 1.2, length, 1.2, fill=dark)
    for sign in names_of(part.title.removesuffix(", inner wall").upper()):
        if text_width_mm(sign, BOLD, LEAST_MM) <= length - SIGN_RIM_MM:
            pen.text(0, EAVES_MM + 2.5, sign, size_mm=LEAST_MM, colour=dark, face=BOLD, align="centre")
            break
    below = EAVES_MM + 3.4
    icon = min(7.0, height - below - 1.6)
    if icon > 2.5:
        draw_icon(pen, icon_for(part.piece) or "residence", 0, below + icon / 2, icon, dark, ground)
    for side in (-1, 1):
        _windows(pen, side, icon / 2 + 1.4, length / 2 - 1.4, (below, height - 2.0), (dark, ground))


def _windows(pen: Pen, side: int, near: float, far: float, span: tuple[float, float], colours: tuple[Rgb, Rgb]) -> None:
    """Rows of lit windows between two distances from the wall's middle."""
    pane, gap_x, gap_y = (1.9, 2.2), 1.3, 1.2
    columns = int((far - near + gap_x) / (pane[0] + gap_x))
    rows = max(1, int((span[1] - span[0] + gap_y) / (pane[1] + gap_y)))
    lit = mix((255, 226, 140), WHITE, 0.2)
    step = (far - near - columns * pane[0]) / max(1, columns - 1) if columns > 1 else 0.0
    for row in range(rows):
        for column in range(columns):
            x = side * (near + column * (pane[0] + step) + pane[0] / 2)
            y = span[0] + row * (pane[1] + gap_y)
            if y + pane[1] <= span[1] + 0.2:
                pen.box(x - pane[0] / 2, y, pane[0], pane[1], fill=lit if (row + column) % 3 else colours[0],
                        stroke=colours[0], width_mm=0.25)  # fmt: skip


@contextmanager
def _standing(pen: Pen, wall: HouseWall) -> Iterator[None]:
    """Draw with the middle of the wall's roof edge as origin and y towards its foot."""
    nx, ny = wall.outward
    turn = (0.0 if ny > 0.5 else 180.0) if abs(ny) > 0.5 else (270.0 if nx > 0 else 90.0)
    with pen.at((wall.start[0] + wall.end[0]) / 2, (wall.start[1] + wall.end[1]) / 2, turn_deg=turn):
        yield


def _tabs_and_folds(pen: Pen, tabs: tuple[PolygonMm, ...], folds: tuple[Fold, ...], looks: Looks) -> None:
    """Pale tabs, and dashes where to fold."""
    for tab in tabs:
        pen.polygon(tab, fill=mix(looks.ink, WHITE, 0.88))
        _glue(pen, tab, looks)
    for start, end in folds:
        pen.line(start, end, readable_on(WHITE), 0.12, dash_mm=(1.2, 0.8))


def _glue(pen: Pen, tab: PolygonMm, looks: Looks) -> None:
    """What a tab is for, along its fold, where it is long enough to say it."""
    (x0, y0), (x1, y1) = tab[1], tab[2]
    if text_width_mm(GLUE, REGULAR, LEAST_MM) > hypot(x1 - x0, y1 - y0):
        return
    turn = degrees(atan2(y1 - y0, x1 - x0))
    upright = turn - 180 if turn > 90 else turn + 180 if turn < -90 else turn
    with pen.at(sum(x for x, _ in tab) / 4, sum(y for _, y in tab) / 4, turn_deg=upright):
        pen.text(0, LEAST_MM / 4, GLUE, size_mm=LEAST_MM, colour=mix(looks.ink, WHITE, 0.4), align="centre")
