"""Who else comes to the table: a cat that walks over it, somebody who leans over its edge. One body for each frame."""

from collections.abc import Iterator
from dataclasses import replace
from math import cos, dist, radians, sin

import numpy as np

from simulator.cats import COATS, LENGTH_MM, Cat
from simulator.gestures import Pace, eased
from simulator.leaning import Leaner
from simulator.light import Light
from tabletop.geometry import PointMm

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
    shaded_mm: PointMm,
    middle_mm: PointMm,
    light: Light,
    rng: np.random.Generator,
    *,
    highest_mm: float = HIGHEST_MM,
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
