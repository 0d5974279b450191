"""Who else comes to the table: a cat that walks over it, somebody who leans over its edge. One body for each frame."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, dist, radians, sin

import numpy as np

from simulator.bodies import Flesh
from simulator.gestures import Pace, eased
from simulator.leaning import Leaner
from simulator.light import Light
from simulator.solids import Bgr
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
        spheres = [*_spheres_along(_TRUNK, 6), *_spheres_along(_NECK, 4), *_spheres_along(_FACE, 3)]
        for side in (1, -1):
            spheres += _spheres_along([(x, side * y, z, radius) for x, y, z, radius in _EARS], 3)
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
                spheres += _spheres_along(
                    [(x, side * across, 125, 30), (x + swing * 0.6, side * across, 60, 19), paw], 4
                )
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


def _spheres_along(limb: Sequence[tuple[float, ...]], between: int) -> list[tuple[float, ...]]:
    """Spheres along a limb, so many from each of its given ones to the next."""
    points = np.array(limb, dtype=np.float64)
    spots = np.linspace(0, len(points) - 1, between * (len(points) - 1) + 1)
    columns = [np.interp(spots, np.arange(len(points)), column) for column in points.T]
    return [tuple(float(value) for value in row) for row in np.column_stack(columns)]


CAT_MM_S = 420.0
TAIL_DEG = 25.0
"""How far a cat that looks around moves its tail to both sides."""
COME_S = 0.7
"""How long somebody takes to lean over the table, and to sit back again."""
HIGHEST_MM = 520.0
"""Of the shoulders of whoever leans over the table."""
STANDING_MM = 1000.0
"""Of the shoulders of whoever stands between the table and a lamp: a shadow larger than the table, and soft."""


def cat_walks(over_mm: PointMm, away_mm: float, stands_s: float, pace: Pace, rng: np.random.Generator) -> Iterator[Cat]:
    """A cat comes from `away_mm` off, stands over a point, looks around, is still, turns a little and goes."""
    facing = float(rng.uniform(0, 360))
    leaving = facing + float(rng.uniform(-70, 70))
    cat = Cat(over_mm, facing, coat=int(rng.integers(len(COATS))), scale=float(rng.uniform(0.88, 1.08)))
    yield from _walk(cat, _along(over_mm, facing, -away_mm), over_mm, pace)
    looks = pace.frames(stands_s / 3)
    for step in range(looks):
        yield replace(cat, tail_deg=cat.tail_deg + TAIL_DEG * sin(2 * np.pi * step / looks))
    for _ in range(pace.frames(stands_s * 2 / 3)):
        yield cat
    turns = pace.frames(0.4)
    for step in range(1, turns + 1):
        yield replace(cat, facing_deg=facing + (leaving - facing) * eased(step / turns), walked_mm=15.0 * step)
    yield from _walk(replace(cat, facing_deg=leaving), over_mm, _along(over_mm, leaving, away_mm), pace)


def away_for_a_cat(size_mm: tuple[float, float]) -> float:
    """How far from the table's middle no camera sees anything of a cat any more."""
    return dist((0.0, 0.0), size_mm) / 2 + LENGTH_MM


def _walk(cat: Cat, start: PointMm, end: PointMm, pace: Pace) -> Iterator[Cat]:
    """At a cat's pace from one point to another."""
    way = dist(start, end)
    steps = pace.frames(way / CAT_MM_S)
    for step in range(1, steps + 1):
        share = step / steps
        spot = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
        yield replace(cat, at_mm=spot, walked_mm=way * share)


def leaning_over(
    shaded_mm: PointMm, middle_mm: PointMm, light: Light, rng: np.random.Generator, *, highest_mm: float = HIGHEST_MM
) -> Leaner:
    """Somebody whose shadow falls on a point of the table: between it and the lamp that gives most light."""
    lamp = max(light.lamps, key=lambda one: one.irradiance)
    source = np.add(lamp.position_mm, (*middle_mm, 0.0))
    height = min(highest_mm, 0.6 * float(source[2]))
    share = height / float(source[2])
    x, y = (spot + (far - spot) * share for spot, far in zip(shaded_mm, source[:2], strict=True))
    return Leaner((float(x), float(y)), float(rng.uniform(0, 360)), height)


def leans(leaner: Leaner, away_mm: float, pace: Pace, *, back: bool = False) -> Iterator[Leaner]:
    """The person comes to that place from `away_mm` off, or goes back there."""
    steps = pace.frames(COME_S)
    for step in range(1, steps + 1):
        share = eased(step / steps)
        off = away_mm * (share if back else 1 - share)
        yield replace(leaner, at_mm=_along(leaner.at_mm, leaner.from_deg, off))


def _along(point: PointMm, towards_deg: float, way_mm: float) -> PointMm:
    turn = radians(towards_deg)
    return (point[0] + way_mm * cos(turn), point[1] + way_mm * sin(turn))
