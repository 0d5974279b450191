"""What else lies about on a table: a cup, a pencil, a phone, coins, a die, a slip of paper."""

from math import cos, pi, sin

import numpy as np

from simulator.scene import Scene
from simulator.sheet import PIXELS_PER_MM, DrawnSheet
from simulator.solids import Solid
from simulator.textures import Texture, texture_from
from tabletop.geometry import PointMm, PolygonMm, Pose, rectangle

KINDS = ("cup", "pencil", "phone", "coin", "die", "paper", "glasses-case")
Bgr8 = tuple[int, int, int]


def clutter(kind: str, pose: Pose, rng: np.random.Generator, *, z_mm: float = 0.0) -> Solid:
    """One thing of that kind; KeyError for a kind that is not in KINDS."""
    makers = {
        "cup": _cup, "pencil": _pencil, "phone": _phone, "coin": _coin, "die": _die, "paper": _paper,
        "glasses-case": _case,
    }  # fmt: skip
    outline, height_mm, sheet, side = makers[kind](rng)
    return Solid(kind, outline, pose, z_mm, height_mm, _covered(sheet, outline), _albedo(side))


def with_clutter(scene: Scene, count: int, rng: np.random.Generator) -> Scene:
    """So many things around the game, a few of them reaching over its edge."""
    left, top, right, bottom = scene.extent_mm
    more = []
    for _ in range(count):
        kind = KINDS[int(rng.integers(len(KINDS)))]
        # Along the rim of what lies there, from 70 mm outside to 20 mm inside.
        along, depth = rng.uniform(0, 1), rng.uniform(-70, 20)
        side = int(rng.integers(4))
        x = left + along * (right - left) if side % 2 == 0 else (left - (-depth) if side == 3 else right - depth)
        y = top + along * (bottom - top) if side % 2 else (top + depth if side == 0 else bottom - depth)
        more.append(clutter(kind, Pose(float(x), float(y), rng.uniform(0, 360)), rng, z_mm=0.3))
    return scene.with_solids(*more)


def _round(radius_mm: float, corners: int = 48) -> PolygonMm:
    return tuple((radius_mm * cos(2 * pi * k / corners), radius_mm * sin(2 * pi * k / corners)) for k in range(corners))


def _rounded(width_mm: float, height_mm: float, corner_mm: float) -> PolygonMm:
    points: list[PointMm] = []
    for quarter, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for step in range(6):
            turn = (quarter + step / 5) * pi / 2
            points.append(
                (
                    sx * (width_mm / 2 - corner_mm) + corner_mm * cos(turn),
                    sy * (height_mm / 2 - corner_mm) + corner_mm * sin(turn),
                )
            )
    return tuple(points)


def _cup(rng: np.random.Generator) -> tuple[PolygonMm, float, DrawnSheet, Bgr8]:
    colour = _pick(rng, ((238, 240, 240), (60, 60, 190), (120, 90, 40)))
    sheet = DrawnSheet((82.0, 82.0), colour)
    sheet.disc((0, 0), 37.0, (20, 34, 62))
    return _round(41.0), 92.0, sheet, colour


def _pencil(rng: np.random.Generator) -> tuple[PolygonMm, float, DrawnSheet, Bgr8]:
    colour = _pick(rng, ((30, 170, 235), (150, 60, 30), (40, 140, 60)))
    sheet = DrawnSheet((176.0, 7.4), colour)
    sheet.box((78.0, 0), 20.0, 7.4, (130, 180, 215))
    sheet.box((86.0, 0), 4.0, 3.0, (40, 40, 40))
    return rectangle(176.0, 7.4), 7.0, sheet, colour


def _phone(rng: np.random.Generator) -> tuple[PolygonMm, float, DrawnSheet, Bgr8]:
    sheet = DrawnSheet((72.0, 150.0), (26, 24, 22))
    sheet.box((0, 0), 67.0, 142.0, (12, 12, 13))
    return _rounded(72.0, 150.0, 9.0), 8.0, sheet, (40, 40, 42)


def _coin(rng: np.random.Generator) -> tuple[PolygonMm, float, DrawnSheet, Bgr8]:
    sheet = DrawnSheet((24.0, 24.0), (120, 190, 205))
    sheet.disc((0, 0), 8.5, (190, 195, 198))
    sheet.text("1", (0, 0), 9.0, (140, 145, 150))
    return _round(11.6, 40), 2.3, sheet, (120, 170, 180)


def _die(rng: np.random.Generator) -> tuple[PolygonMm, float, DrawnSheet, Bgr8]:
    sheet = DrawnSheet((16.0, 16.0), (245, 246, 246))
    for x in (-4.0, 4.0):
        for y in (-4.0, 0.0, 4.0):
            sheet.disc((x, y), 1.5, (20, 20, 20))
    return _rounded(16.0, 16.0, 2.0), 16.0, sheet, (235, 236, 236)


def _paper(rng: np.random.Generator) -> tuple[PolygonMm, float, DrawnSheet, Bgr8]:
    sheet = DrawnSheet((74.0, 105.0), (250, 250, 248))
    for row in range(9):
        sheet.box((-4.0, -40.0 + row * 9), rng.uniform(30, 60), 0.8, (110, 70, 50))
    return rectangle(74.0, 105.0), 0.2, sheet, (240, 240, 240)


def _case(rng: np.random.Generator) -> tuple[PolygonMm, float, DrawnSheet, Bgr8]:
    sheet = DrawnSheet((160.0, 62.0), (60, 44, 34))
    return _rounded(160.0, 62.0, 28.0), 36.0, sheet, (60, 44, 34)


def _pick(rng: np.random.Generator, colours: tuple[Bgr8, ...]) -> Bgr8:
    return colours[int(rng.integers(len(colours)))]


def _albedo(colour: Bgr8) -> tuple[float, float, float]:
    blue, green, red = (0.8 * (value / 255) ** 2.2 for value in colour)
    return (blue, green, red)


def _covered(sheet: DrawnSheet, outline: PolygonMm) -> Texture:
    return texture_from(sheet.picture, sheet.inside(outline), PIXELS_PER_MM)
