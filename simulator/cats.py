"""A cat that walks over the table: larger than any hand, dark, furry, and it stands wherever it likes."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np

from simulator.bodies import Bgr, Flesh
from tabletop.geometry import PointMm

COATS: tuple[tuple[Bgr, Bgr], ...] = (
    ((0.016, 0.017, 0.019), (0.010, 0.010, 0.012)),  # black
    ((0.055, 0.065, 0.075), (0.018, 0.020, 0.024)),  # grey tabby
    ((0.035, 0.060, 0.100), (0.012, 0.018, 0.030)),  # brown tabby
)
"""Albedo of fur and of its stripes."""
FUR_MM = 9.0
STRIPES_MM = 34.0
"""From one stripe to the next."""
LENGTH_MM = 700.0
"""From the nose to the end of the tail."""
STRIDE_MM = 180.0
REACH_MM = 45.0
"""How far a paw swings to both sides of where it stands."""

# Along the cat (towards its nose), sideways, up, and radius, in mm; a cat of 3.5 kg that stands.
_TRUNK = ((-150, 0, 150, 58), (-60, 0, 160, 64), (30, 0, 158, 60), (105, 0, 165, 54))
_NECK = ((105, 0, 165, 50), (150, 0, 195, 40), (192, 0, 208, 44))
_FACE = ((202, 0, 206, 47), (240, 0, 188, 22))
_EARS = ((184, 31, 240, 20), (180, 36, 266, 7))
_HIPS = ((-135, 38), (95, 34))
"""Where hind legs and forelegs begin, along and sideways."""


@dataclass(frozen=True, slots=True)
class Cat:
    """A cat whose trunk is over a point of the table."""

    at_mm: PointMm
    facing_deg: float
    """Where its nose points, clockwise from the table's x axis."""
    walked_mm: float = 0.0
    """Its way so far: the legs' part of a stride."""
    coat: int = 0
    tail_deg: float = 20.0
    """How far the tail is bent to a side."""
    scale: float = 1.0

    def flesh(self) -> Flesh:
        """The spheres of trunk, head, legs and tail."""
        spheres = [*_along(_TRUNK, 6), *_along(_NECK, 4), *_along(_FACE, 3)]
        for side in (1, -1):
            spheres += _along([(x, side * y, z, radius) for x, y, z, radius in _EARS], 3)
        spheres += self._legs() + self._tail()
        fur, stripe = COATS[self.coat]
        turn = radians(self.facing_deg)
        points = np.array(spheres, dtype=np.float64) * self.scale
        x, y, z, radii = points.T
        centres = [self.at_mm[0] + x * cos(turn) - y * sin(turn), self.at_mm[1] + x * sin(turn) + y * cos(turn), z]
        dark = (np.sin(x / self.scale * 2 * np.pi / STRIPES_MM) > 0.35)[:, None]
        colours = np.where(dark, np.array(stripe), np.array(fur))
        return Flesh(np.column_stack(centres), radii, colours, fur_mm=FUR_MM)

    def _legs(self) -> list[tuple[float, ...]]:
        """Four legs; those that stand across from each other swing together."""
        phase = 2 * np.pi * self.walked_mm / STRIDE_MM
        spheres = []
        for x, across in _HIPS:
            for side in (1, -1):
                swing = REACH_MM * sin(phase + (0.0 if (x > 0) == (side > 0) else np.pi))
                paw = (x + swing + 12, side * across * 0.9, 12, 15)
                spheres += _along([(x, side * across, 125, 30), (x + swing * 0.6, side * across, 60, 19), paw], 4)
        return spheres

    def _tail(self) -> list[tuple[float, ...]]:
        """The tail behind it, bent."""
        spheres: list[tuple[float, ...]] = []
        x, y, turn = -190.0, 0.0, 0.0
        for step in range(18):
            spheres.append((x, y, 165.0 + 3.0 * step, 15.0 - 0.35 * step))
            turn += radians(self.tail_deg) / 5
            x, y = x - 15.0 * cos(turn), y + 15.0 * sin(turn)
        return spheres


def _along(limb: Sequence[tuple[float, ...]], between: int) -> list[tuple[float, ...]]:
    """Spheres along a limb, so many from each of its given ones to the next."""
    points = np.array(limb, dtype=np.float64)
    spots = np.linspace(0, len(points) - 1, between * (len(points) - 1) + 1)
    columns = [np.interp(spots, np.arange(len(points)), column) for column in points.T]
    return [tuple(float(value) for value in row) for row in np.column_stack(columns)]
