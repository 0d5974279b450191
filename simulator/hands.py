"""A hand with its arm over the table: spheres along fingers, palm and arm."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from math import cos, radians, sin

import numpy as np

from simulator.bodies import Flesh
from simulator.solids import Bgr
from tabletop.geometry import PointMm, RectangleMm

SKINS: tuple[Bgr, ...] = ((0.25, 0.33, 0.55), (0.16, 0.24, 0.45), (0.07, 0.12, 0.26), (0.035, 0.06, 0.13))
SLEEVES: tuple[Bgr, ...] = ((0.30, 0.10, 0.05), (0.03, 0.03, 0.035), (0.08, 0.09, 0.35), (0.45, 0.44, 0.42))

# Middles (towards the elbow, sideways, up from the fingertips' height) and radii along each limb, in mm; an adult's
# hand of about 185 mm length. The fingertips that hold a piece are at the origin.
_PINCH = (
    ((4, -5, 4, 8.0), (36, -20, 20, 9.0), (78, -25, 42, 11.0)),  # index finger
    ((2, 3, 6, 8.0), (30, -4, 26, 9.5), (74, -6, 46, 11.5)),  # middle finger
    ((34, 10, 14, 7.5), (36, 12, 32, 9.0), (76, 12, 46, 11.0)),  # ring finger, bent
    ((48, 25, 16, 6.5), (48, 26, 32, 8.0), (80, 28, 44, 10.0)),  # little finger, bent
    ((6, -14, 2, 9.0), (38, -42, 14, 10.5), (88, -40, 32, 14.0)),  # thumb
)
_FLAT = (
    ((-6, -32, 6, 7.5), (34, -28, 10, 8.5), (78, -25, 18, 11.0)),
    ((-16, -10, 6, 7.5), (30, -8, 10, 9.0), (74, -6, 18, 11.5)),
    ((-8, 12, 6, 7.5), (36, 13, 10, 9.0), (76, 12, 18, 11.0)),
    ((14, 33, 6, 6.5), (48, 31, 10, 8.0), (80, 28, 18, 10.0)),
    ((40, -72, 6, 8.5), (66, -56, 10, 10.5), (94, -40, 16, 14.0)),
)
_POINT = (
    ((0, 0, 3, 7.5), (36, -10, 18, 8.5), (78, -22, 36, 11.0)),
    ((52, -2, 10, 8.5), (44, -4, 28, 9.5), (74, -6, 40, 11.5)),
    ((56, 14, 10, 8.0), (50, 13, 28, 9.0), (76, 12, 40, 11.0)),
    ((62, 28, 10, 7.0), (58, 27, 26, 8.0), (80, 28, 38, 10.0)),
    ((50, -22, 12, 9.0), (66, -40, 18, 10.5), (90, -40, 28, 14.0)),
)
POSES = {"pinch": _PINCH, "flat": _FLAT, "point": _POINT}
_PALM = (
    (78, -24, 17.0),
    (78, -4, 18.0),
    (80, 14, 17.0),
    (88, 26, 15.0),
    (105, -20, 22.0),
    (108, 8, 24.0),
    (130, -6, 25.0),
)
_ARM_MM = 620.0
_SLEEVE_FROM_MM = 205.0


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand whose fingertips are over a point of the table."""

    tip_mm: PointMm
    towards_deg: float
    """Direction from the fingertips to the elbow, clockwise from the table's x axis; 90 is the lower edge."""
    height_mm: float = 4.0
    """Of the fingertips above the table."""
    pose: str = "pinch"
    left: bool = False
    skin: Bgr = SKINS[0]
    sleeve: Bgr = SLEEVES[0]
    scale: float = 1.0

    def flesh(self) -> Flesh:
        """The spheres of fingers, palm, arm and sleeve."""
        return _flesh_of(self)


def hand_over(extent_mm: RectangleMm, rng: np.random.Generator) -> Hand:
    """Somebody's hand somewhere over the game, the arm coming from the nearest side."""
    left, top, right, bottom = extent_mm
    x, y = rng.uniform(left, right), rng.uniform(top, bottom)
    to_sides = {0.0: right - x, 90.0: (bottom - y) * 0.8, 180.0: x - left, 270.0: y - top}
    towards = min(to_sides, key=lambda side: to_sides[side]) + rng.uniform(-30, 30)
    return Hand(
        (float(x), float(y)),
        towards,
        height_mm=rng.uniform(2, 60),
        pose=("pinch", "flat", "point")[int(rng.integers(3))],
        left=bool(rng.integers(2)),
        skin=SKINS[int(rng.integers(len(SKINS)))],
        sleeve=SLEEVES[int(rng.integers(len(SLEEVES)))],
        scale=rng.uniform(0.85, 1.1),
    )


@lru_cache(maxsize=8)
def _flesh_of(hand: Hand) -> Flesh:
    """The spheres of fingers, palm, arm and sleeve; one picture asks for those of the same hand several times."""
    lying = _spheres(hand.pose, hand.skin, hand.sleeve)
    turn = radians(hand.towards_deg)
    side = -1.0 if hand.left else 1.0
    along, across = lying.centres_mm[:, 0] * hand.scale, side * lying.centres_mm[:, 1] * hand.scale
    centres = (
        hand.tip_mm[0] + along * cos(turn) - across * sin(turn),
        hand.tip_mm[1] + along * sin(turn) + across * cos(turn),
        hand.height_mm + lying.centres_mm[:, 2] * hand.scale,
    )
    return Flesh(np.stack(centres, axis=1), lying.radii_mm * hand.scale, lying.colours)


@lru_cache(maxsize=64)
def _spheres(pose: str, skin: Bgr, sleeve: Bgr) -> Flesh:
    """A right hand of usual size with its fingertips at the origin, the elbow along the x axis."""
    spheres: list[tuple[float, float, float, float, Bgr]] = []
    palm_lift = POSES[pose][1][2][2]
    for finger in POSES[pose]:
        for (x0, y0, z0, r0), (x1, y1, z1, r1) in pairwise(finger):
            for share in np.linspace(0.0, 1.0, 9):
                blend = tuple(a + (b - a) * share for a, b in ((x0, x1), (y0, y1), (z0, z1), (r0, r1)))
                tip = max(0.0, 1.0 - np.hypot(blend[0] - finger[0][0], blend[1] - finger[0][1]) / 22.0)
                spheres.append(
                    (*blend, (skin[0] * (1 + 0.05 * tip), skin[1] * (1 - 0.04 * tip), skin[2] * (1 + 0.10 * tip)))
                )
    for (x0, y0, r0), (x1, y1, r1) in combinations(_PALM, 2):
        spheres += [
            (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share, palm_lift + 2.0, r0 + (r1 - r0) * share, skin)
            for share in (0.0, 0.35, 0.7)
        ]
    for along in np.arange(130.0, _ARM_MM, 9.0):
        share = (along - 130.0) / (_ARM_MM - 130.0)
        radius = 25.0 + 6.0 * min(1.0, abs(along - 150) / 200) + 10.0 * share
        if along > _SLEEVE_FROM_MM:
            fold = 1.0 + 0.10 * sin(along * 0.33) + 0.06 * sin(along * 0.81)
            colour = (sleeve[0] * fold, sleeve[1] * fold, sleeve[2] * fold)
            spheres.append((along, -4.0, palm_lift + 6 + 30 * share, radius + 7.0 + 1.5 * sin(along * 0.33), colour))
        else:
            spheres.append((along, -4.0, palm_lift + 4 + 30 * share, radius, skin))
    return Flesh(
        np.array([(x, y, z) for x, y, z, _, _ in spheres]),
        np.array([radius for *_, radius, _ in spheres]),
        np.array([colour for *_, colour in spheres]),
    )
