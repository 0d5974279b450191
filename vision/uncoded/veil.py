"""Light that lies over things without coming from them, a mirrored window, say: told by codes whose black is grey."""

from dataclasses import dataclass

import numpy as np

from vision.pixels.arrays import Floats, PointsMm, quantile
from vision.pixels.smoothing import planes_round
from vision.settings.uncoded import PlainSettings


@dataclass(frozen=True, slots=True, eq=False)
class Veil:
    """What is added to all light, at the places where it could be measured."""

    where: PointsMm
    """Places on the table, (n, 2)."""
    light: Floats
    """Linear red, green, blue that is added there, (n, 3); all 0 where no picture shows a veil."""
    share: Floats
    """The same over the white of the place, its largest channel, (n,)."""
    near_mm: float

    @property
    def shows(self) -> bool:
        """Whether there is one anywhere."""
        return bool(self.light.any())

    def at(self, points_mm: PointsMm) -> Floats:
        """The light added at table points (m, 2), (m, 3)."""
        return smooth(points_mm, self.where, self.light, self.near_mm)

    def share_at(self, points_mm: PointsMm) -> Floats:
        """Its share of white there, (m,): at least what the nearest place shows, since it may grow between two."""
        if not self.shows:
            return np.zeros(len(points_mm))
        even = smooth(points_mm, self.where, self.share[:, None], self.near_mm)[:, 0]
        nearest = np.linalg.norm(points_mm[:, None] - self.where, axis=2).argmin(axis=1)
        return np.asarray(np.maximum(even, self.share[nearest]))


def veil_of(where: PointsMm, white: Floats, black: Floats, settings: PlainSettings) -> Veil:
    """The veil from white and black (n, 3), linear red, green and blue, of codes at places on the table (n, 2).

    What ink, lens and blur leave of black is a share of white that is the same all over the picture.
    """
    white = np.maximum(white, 1e-4)
    if len(where) < settings.veil_codes:
        return Veil(where, np.zeros_like(white), np.zeros(len(where)), settings.white_near_mm)
    usual = np.minimum(quantile((black / white).T, settings.veil_usual), settings.veil_most_usual)
    light = np.maximum((black - usual * white) / (1.0 - usual), 0.0)
    share = (light / white).max(axis=1)
    seen = share > settings.veil_shows
    if not seen.any():
        light, share = np.zeros_like(light), np.zeros_like(share)
    return Veil(where, light, share, settings.white_near_mm)


def smooth(points: PointsMm, where: PointsMm, values: Floats, near_mm: float) -> Floats:
    """Values (n, k) at places (n, 2), smoothed to points (m, 2): planes fitted round each point."""
    points, where = points / near_mm, where / near_mm
    away2 = sum((points[:, None, axis] - where[:, axis]) ** 2 for axis in (0, 1))
    nearness = np.exp(away2 / -32)
    weight = 2e-3 * nearness + 1e-9
    for _ in range(4):
        nearness *= nearness  # to its 16th power, which falls off four times as fast
    solved = planes_round(points, where, values, weight + nearness, hold=0.5)
    return np.asarray(np.clip(solved, values.min(axis=0), values.max(axis=0)))
