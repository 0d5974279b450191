"""The districts' own patterns, trees and ponds in the lots' corners, outside the ring where nothing is measured."""

from collections.abc import Callable
from functools import cache

from printables.looks import WHITE, Looks, mix
from printables.pen import Pen, Step
from printables.svgpath import parse_path
from tabletop.gamefile import GameFile, Rgb
from tabletop.geometry import PointMm

Motif = Callable[[Pen, Rgb], None]
LEAVES: Rgb = (70, 138, 66)
WATER: Rgb = (66, 146, 205)


def draw_district(pen: Pen, centre: PointMm, number: int, game: GameFile, looks: Looks) -> None:
    """Two small motifs and two trees between the ring and the lot's corners, the same on all lots of a district.

    Each motif is drawn for the upper left corner, its origin 3.0 mm from both sides of the lot, and stays within
    2.2 mm of it. A district of water has ponds in place of trees.
    """
    ground = looks.ground(f"district-{number}")
    colour = mix(ground, looks.ink, 0.1 if looks.ink_saver else 0.3)
    motif = _MOTIFS[(number - 1) % len(_MOTIFS)]
    plant = _pond if motif is _waves else _tree
    reach = game.grid.lot_mm / 2 - 3.0
    for turn, (sign_x, sign_y) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
        x, y = centre[0] + sign_x * reach, centre[1] + sign_y * reach
        if turn % 2:
            with pen.at(x, y):
                plant(pen, ground, looks)
        else:
            with pen.at(x, y, turn_deg=90 * turn):
                motif(pen, colour)


def _tree(pen: Pen, ground: Rgb, looks: Looks) -> None:
    """A tree from above: its shadow, its crown, the side in the sun."""
    share = 0.35 if looks.ink_saver else 0.8
    crown = mix(ground, LEAVES, share)
    pen.circle(0.4, 0.5, 1.65, fill=mix(ground, looks.ink, 0.35 * share))
    for x, y in ((-0.55, 0.25), (0.5, 0.35), (0.05, -0.5)):
        pen.circle(x, y, 1.1, fill=crown)
    pen.circle(-0.2, -0.6, 0.6, fill=mix(crown, ground, 0.45))


def _pond(pen: Pen, ground: Rgb, looks: Looks) -> None:
    """A pond with a bright bank and a wave."""
    water = mix(ground, WATER, 0.35 if looks.ink_saver else 0.75)
    shape = "M-2 0.2 C-2 -1.7 0.2 -2 1.3 -1.4 C2.6 -0.7 2 1.6 0.4 1.7 C-1 1.8 -2 1.4 -2 0.2 Z"
    pen.path(parse_path(shape), fill=water, stroke=mix(ground, WHITE, 0.6), width_mm=0.3)
    pen.path(parse_path("M-1 0.1 q0.5 -0.6 1 0 t1 0"), stroke=mix(water, WHITE, 0.7), width_mm=0.3, round_ends=True)


def draw_district_field(pen: Pen, width_mm: float, height_mm: float, number: int, looks: Looks) -> None:
    """A district's motif all over a ground of that size about the origin."""
    ground = looks.ground(f"district-{number}")
    colour = mix(ground, looks.ink, 0.06 if looks.ink_saver else 0.16)
    motif = _MOTIFS[(number - 1) % len(_MOTIFS)]
    step = 7.0
    rows, columns = int(height_mm / step) + 2, int(width_mm / step) + 2
    for row in range(rows):
        for column in range(columns):
            x = (column - (columns - 1) / 2 + (row % 2) / 2) * step
            y = (row - (rows - 1) / 2) * step
            with pen.at(x, y):
                motif(pen, colour)


@cache
def _path(data: str) -> tuple[Step, ...]:
    """A motif's path, parsed once for the hundreds of places where it is drawn."""
    return tuple(parse_path(data))


def _fan(pen: Pen, colour: Rgb) -> None:
    """Cobbles: arcs about the lot's corner."""
    for radius in (1.3, 2.5, 3.7):
        arc = _path(f"M{radius - 2.2} -2.2 A{radius} {radius} 0 0 1 -2.2 {radius - 2.2}")
        pen.path(arc, stroke=colour, width_mm=0.45)


def _waves(pen: Pen, colour: Rgb) -> None:
    """Water."""
    for y in (-1.7, -0.5, 0.7):
        pen.path(_path(f"M-2.2 {y} q0.7 -0.9 1.4 0 t1.4 0 t1.4 0"), stroke=colour, width_mm=0.45, round_ends=True)


def _bricks(pen: Pen, colour: Rgb) -> None:
    """A brick wall."""
    for row, (y, starts) in enumerate(((-2.2, (-2.2, -0.1)), (-1.1, (-2.2, -1.15, 0.95)), (0.0, (-2.2, -0.1)))):
        for x in starts:
            width = 1.9 if row != 1 or x == -1.15 else 0.85
            pen.box(x, y, width, 0.85, fill=colour)


def _diamonds(pen: Pen, colour: Rgb) -> None:
    """Sails: diamonds in a triangle."""
    for x, y in ((-1.3, -1.3), (0.6, -1.3), (-1.3, 0.6)):
        pen.polygon(((x, y - 0.95), (x + 0.75, y), (x, y + 0.95), (x - 0.75, y)), fill=colour)


def _stars(pen: Pen, colour: Rgb) -> None:
    """A compass star."""
    r, s, x, y = 2.2, 0.55, -0.6, -0.6
    points = ((0, -r), (s, -s), (r, 0), (s, s), (0, r), (-s, s), (-r, 0), (-s, -s))
    pen.polygon(tuple((x + dx * 0.85, y + dy * 0.85) for dx, dy in points), fill=colour)


def _leaves(pen: Pen, colour: Rgb) -> None:
    """Three leaves."""
    for turn in (0, 45, 90):
        with pen.at(-1.9, -1.9, turn_deg=turn):
            pen.path(_path("M0.4 0 Q1.8 -1.1 3.2 0 Q1.8 1.1 0.4 0 Z"), fill=colour)


def _stripes(pen: Pen, colour: Rgb) -> None:
    """A market's awning: slanting stripes."""
    for reach in (1.2, 2.6, 4.0):
        pen.line((reach - 2.2, -2.2), (-2.2, reach - 2.2), colour, 0.6)


def _blossoms(pen: Pen, colour: Rgb) -> None:
    """A blossom of four petals."""
    for x, y in ((-1.6, -0.7), (0.2, -0.7), (-0.7, -1.6), (-0.7, 0.2)):
        pen.circle(x, y, 0.72, fill=colour)


_MOTIFS: tuple[Motif, ...] = (_fan, _waves, _bricks, _diamonds, _stars, _leaves, _stripes, _blossoms)
