"""How a hand moves: in over the table, to a place, away again, frame by frame."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import cos, hypot, radians, sin

import numpy as np

from simulator.bodies import extent_px
from simulator.camera import Camera
from simulator.hands import SKINS, SLEEVES, Hand
from tabletop.geometry import PointMm

REST_MM = 45.0
"""Height of the fingertips while the hand travels."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast the players are, in seconds and mm per second."""

    travel_mm_s: float = 900.0
    place_s: float = 0.25
    """Letting go of a part, or taking hold of one."""
    between_s: float = 1.2
    """From a hand's leaving to the next one's coming."""
    frames_per_s: float = 15.0

    def frames(self, seconds: float) -> int:
        """How many frames last that long, at least one."""
        return max(1, round(seconds * self.frames_per_s))


def player_hand(seat: int, rng: np.random.Generator) -> Hand:
    """A player's hand: the first three sit along the lower edge, the others at the sides."""
    towards = (115.0, 90.0, 65.0, 175.0, 5.0)[(seat - 1) % 5] + rng.uniform(-8, 8)
    return Hand(
        (0.0, 0.0),
        towards,
        REST_MM,
        skin=SKINS[(seat - 1 + int(rng.integers(2))) % len(SKINS)],
        sleeve=SLEEVES[(seat - 1) % len(SLEEVES)],
        left=rng.uniform() < 0.12,
        scale=rng.uniform(0.88, 1.08),
    )


def eased(share: float) -> float:
    """How far something has come that starts and stops gently, both from 0 to 1."""
    return share * share * (3 - 2 * share)


def outside(hand: Hand, camera: Camera, target_mm: PointMm) -> PointMm:
    """The nearest place, back along the arm, from which nothing of the hand or its shadow reaches the picture."""
    turn, shadow_px = radians(hand.towards_deg), 80.0 * camera.scale_at(*target_mm)
    for away in range(0, 4000, 50):
        tip = (target_mm[0] + away * cos(turn), target_mm[1] + away * sin(turn))
        if extent_px(replace(hand, tip_mm=tip, height_mm=REST_MM).flesh(), camera, shadow_px) is None:
            return tip
    return tip


def travel(hand: Hand, to_mm: PointMm, to_height_mm: float, pace: Pace) -> Iterator[Hand]:
    """The hand on its way, one value a frame, the last one there: it starts and stops gently."""
    (x0, y0), z0 = hand.tip_mm, hand.height_mm
    distance = hypot(to_mm[0] - x0, to_mm[1] - y0) + abs(to_height_mm - z0)
    count = pace.frames(distance / pace.travel_mm_s)
    for step in range(1, count + 1):
        part = eased(step / count)
        yield replace(
            hand,
            tip_mm=(x0 + (to_mm[0] - x0) * part, y0 + (to_mm[1] - y0) * part),
            height_mm=z0 + (to_height_mm - z0) * part,
        )
