"""White and black of the table in one picture's light, told by the codes on it."""

from functools import cached_property

import cv2
import numpy as np

from vision.pixels.arrays import BgrImage, Floats, PointsMm, PointsPx, distances, median, quantiles, runs, sample_levels
from vision.pixels.codes import true_to_print
from vision.pixels.noise import IN_LEVELS, calmed, noise_of
from vision.pixels.smoothing import planes_round
from vision.places.shot import SolvedShot

COLOUR_PX = 1600
"""About the longest side of the picture in which colours are looked at; shrinking takes out noise."""


DARK, LIGHT = 0.06, 0.94
"""Shares of a code's samples, its white rim included, that are darker than its black and its white."""


class Whites:
    """White and black of the table in this light, from the codes' modules; colours as shares between them.

    Nothing is measured before somebody asks.
    """

    def __init__(self, shot: SolvedShot) -> None:
        self._image = shot.image
        self._plane = shot.plane
        self._near = shot.settings.boards.near_mm
        chosen = true_to_print(shot.codes, shot.settings.boards.white_correlation)
        self._corners = np.array([code.corners_px for code in chosen]).reshape(-1, 4, 2)
        self._shrunk = Shrunk(shot.image, COLOUR_PX, calm=True, usual_px=self._corners.reshape(-1, 2))

    @cached_property
    def _levels(self) -> tuple[Floats, Floats]:
        """How dark and how light each code is (codes, 3)."""
        if not len(self._corners):
            return np.zeros((1, 3)), np.full((1, 3), 255.0)
        line = np.linspace(-0.14, 1.14, 19)  # the quiet zone included
        u, v = np.meshgrid(line, line)
        corners = self._corners[:, :, None, None]
        points = (
            corners[:, 0] * ((1 - u) * (1 - v))[..., None]
            + corners[:, 1] * (u * (1 - v))[..., None]
            + corners[:, 2] * (u * v)[..., None]
            + corners[:, 3] * ((1 - u) * v)[..., None]
        )
        values = self.at(points.reshape(len(points), -1, 2))
        dark, light = quantiles(values.transpose(0, 2, 1), (DARK, LIGHT))
        return np.asarray(dark), np.asarray(light)

    @cached_property
    def _white(self) -> Floats:
        return self._levels[1]

    @cached_property
    def _black(self) -> Floats:
        return np.asarray(np.minimum(median(self._levels[0], axis=0), self._white.min(axis=0) - 20.0))

    @cached_property
    def _veil(self) -> Floats:
        return np.asarray(((self._levels[0] - self._black) / (self._white - self._black)).max(axis=1))

    @cached_property
    def _where(self) -> PointsMm:
        """Where each code lies on the table, (codes, 2)."""
        return self._plane.to_table(self._corners.mean(axis=1)) if len(self._corners) else np.zeros((1, 2))

    def at(self, points: PointsPx) -> BgrImage:
        """Blue, green, red at pixels (n, m, 2) of the full picture, (n, m, 3)."""
        return self._shrunk.at(points)

    def medians(self, points: PointsPx) -> Floats:
        """Median blue, green, red over each row of pixels (n, m, 2), (n, 3), straight from the full picture.

        A median of many pixels needs no averaged ones, and the full picture need not be shrunk for it.
        """
        values = sample_levels(self._image, points)
        middle = points.shape[1] // 2
        ordered = np.partition(values.transpose(0, 2, 1), middle, axis=2)
        return np.asarray(ordered[..., middle], float)

    def _weights(self, where_mm: PointsMm) -> Floats:
        """How much each code counts at table points (n, 2): (n, codes)."""
        away2 = distances(where_mm, self._where) ** 2
        near, far = np.exp(-0.5 * away2 / self._near**2), np.exp(-0.5 * away2 / (5 * self._near) ** 2)
        return np.asarray(near + 1e-4 * far + 1e-9)

    def veil(self, where_mm: PointsMm) -> Floats:
        """How light black looks near table points (n, 2), from 0 (black) to 1: glare lies over it."""
        weight = self._weights(where_mm)
        return np.asarray((weight @ self._veil) / weight.sum(axis=1))

    def reflectance(self, colours: BgrImage | Floats, where_mm: PointsMm) -> Floats:
        """Colours (n, m, 3), as `at` gives them, as shares from black to the white near each of n table points."""
        white = self._white_at(where_mm)
        return np.asarray(np.clip((colours - self._black) / (white - self._black)[:, None], -0.2, 1.6))

    def _white_at(self, where_mm: PointsMm) -> Floats:
        """White at table points (n, 2): planes fitted to the logarithm over the codes around each, (n, 3)."""
        weight = self._weights(where_mm)
        points, where, light = where_mm / self._near, self._where / self._near, np.log(self._white + 1.0)
        fitted = np.exp(planes_round(points, where, light, weight, hold=0.3)) - 1.0
        return np.asarray(np.clip(fitted, self._white.min(axis=0), self._white.max(axis=0)))


TILE_PX = 24
"""About the side of the squares in which a picture is shrunk."""
USUAL_RIM = 0.05
"""Of width and height between the usual points: what else is asked for lies so near to them."""
WHOLE_SHARE = 0.4
"""Where more of the picture than this is wanted, shrinking all of it takes no longer."""


class Shrunk:
    """A picture (height, width, 3) sampled where asked, its pixels averaged in squares of a whole number.

    That is the number which brings its longest side nearest to `usual_longest_px`. With `calm` it is twice as large
    where there is more noise than usual, and what noise is left then is smoothed away, once for all that lies between
    the `usual_px` (n, 2), among which most points will be asked for.
    """

    def __init__(
        self, image: BgrImage, usual_longest_px: int, *, usual_px: PointsPx | None = None, calm: bool = False
    ) -> None:
        self._image, self._calm = image, calm
        self._usual_factor: int = max(1, round(max(image.shape[:2]) / usual_longest_px))
        self._usual_px = np.zeros((0, 2)) if usual_px is None else usual_px
        self._quiet: tuple[BgrImage, np.ndarray, np.ndarray] | None = None
        """What has been calmed last, and from where to where in the shrunk picture that lies."""

    @cached_property
    def _factor(self) -> int:
        """The side of the squares of pixels that become one."""
        noisy = self._full_noise / self._usual_factor > IN_LEVELS.noisy
        return 2 * self._usual_factor if noisy else self._usual_factor

    @cached_property
    def _size(self) -> tuple[int, int]:
        """Width and height of the shrunk picture; what is left over at the full one's rim is left out."""
        return self._image.shape[1] // self._factor, self._image.shape[0] // self._factor

    @cached_property
    def _side(self) -> int:
        """Of the squares that are shrunk at once, in the shrunk picture."""
        return max(1, round(TILE_PX / self._factor))

    @cached_property
    def _picture(self) -> BgrImage:
        """What has been shrunk so far."""
        return self._image if self._factor == 1 else np.empty((self._size[1], self._size[0], 3), np.uint8)

    @cached_property
    def _done(self) -> np.ndarray:
        """Which squares (rows, columns) have been shrunk."""
        shape = (-(-self._size[1] // self._side), -(-self._size[0] // self._side))
        return np.full(shape, self._factor == 1)

    def at(self, points: PointsPx) -> BgrImage:
        """Blue, green, red at pixels (n, m, 2) of the full picture, (n, m, 3); rows of points lie near each other."""
        small = (points + 0.5) / self._factor - 0.5
        if points.size and self._noise > IN_LEVELS.noisy:
            part, low = self._calmed(small.min(axis=(0, 1)), small.max(axis=(0, 1)))
            return sample_levels(part, small - low)
        if points.size and not self._done.all():
            self._shrink(small.min(axis=1), small.max(axis=1))
        return sample_levels(self._picture, small)

    def _calmed(self, least: PointsPx, most: PointsPx) -> tuple[BgrImage, np.ndarray]:
        """A part of the shrunk picture (its left and top (2,)) with a rectangle of it, noise smoothed away."""
        last = np.array(self._size) - 1
        low = np.clip(np.floor(least).astype(int) - IN_LEVELS.reach_px, 0, last)
        high = np.clip(np.ceil(most).astype(int) + IN_LEVELS.reach_px, low + 1, last + 1)
        if self._quiet is None or (low < self._quiet[1]).any() or (high > self._quiet[2]).any():
            usual = (self._usual_px + 0.5) / self._factor - 0.5
            rim = USUAL_RIM * np.ptp(usual, axis=0) if len(usual) else np.zeros(2)
            inner = [low, high, *(np.clip(one, 0, last + 1).astype(int) for one in (usual - rim, usual + rim))]
            low, high = np.vstack(inner).min(axis=0), np.vstack(inner).max(axis=0)
            if not self._done.all():
                self._shrink(low[None].astype(float), high[None].astype(float))
            part = calmed(self._picture[low[1] : high[1], low[0] : high[0]], self._noise, IN_LEVELS)
            self._quiet = part, low, high
        return self._quiet[0], self._quiet[1]

    @cached_property
    def _full_noise(self) -> float:
        """Of the picture as it came."""
        return noise_of(self._image) if self._calm else 0.0

    @property
    def _noise(self) -> float:
        """Of the shrunk picture: the mean of n · n pixels has an n-th of it."""
        return self._full_noise / self._factor

    def _shrink(self, low: PointsPx, high: PointsPx) -> None:
        """Shrink the squares under rectangles (n, 2) of the small picture, with a pixel round them."""
        side, step = self._side, self._side * self._factor
        last = np.array(self._done.shape[::-1]) - 1
        first = np.clip(np.floor((low - 1) / side).astype(int), 0, last)
        end = np.clip(np.floor((high + 1) / side).astype(int), 0, last) + 1
        wanted = np.zeros(self._done.shape, bool)
        for (left, top), (right, bottom) in zip(first.tolist(), end.tolist(), strict=True):
            wanted[top:bottom, left:right] = True
        wanted &= ~self._done
        whole = self._image[: self._size[1] * self._factor, : self._size[0] * self._factor]
        if wanted.mean() > WHOLE_SHARE:
            cv2.resize(whole, self._size, dst=self._picture, interpolation=cv2.INTER_AREA)
            self._done[:] = True
            return
        for row, left, right in runs(wanted):
            part = whole[row * step : (row + 1) * step, left * step : right * step]
            into = self._picture[row * side : (row + 1) * side, left * side : right * side]
            into[:] = cv2.resize(part, into.shape[1::-1], interpolation=cv2.INTER_AREA)
        self._done |= wanted
