"""A picture at a smaller size, shrunk only where somebody looks: a second look at a table needs a small part of it."""

from functools import cached_property
from math import gcd

import cv2
import numpy as np

from vision.pixels.arrays import BgrImage, Floats, PointsPx, sample_levels

TILE_PX = 24
"""About the side of the squares in which a picture is shrunk."""
WHOLE_SHARE = 0.4
"""Where more of the picture than this is wanted, shrinking all of it takes no longer."""


class Shrunk:
    """A picture (height, width, 3) with its longest side at most `longest_px`, pixels averaged, sampled where asked."""

    def __init__(self, image: BgrImage, longest_px: int) -> None:
        self._image = image
        height, width = image.shape[:2]
        self._scale = min(1.0, longest_px / max(height, width))
        self._size = (round(width * self._scale), round(height * self._scale))
        common = gcd(width, self._size[0])
        self._from, self._to = width // common, self._size[0] // common
        """So many pixels become so many: the squares' sides are multiples, so that each is what the whole would be."""
        self._times = max(1, round(TILE_PX / self._from))
        self._whole = self._from > 4 * TILE_PX or self._size[1] * self._from != height * self._to

    @cached_property
    def _picture(self) -> BgrImage:
        """What has been shrunk so far."""
        return self._image if self._scale == 1.0 else np.empty((self._size[1], self._size[0], 3), np.uint8)

    @cached_property
    def _done(self) -> np.ndarray:
        """Which squares (rows, columns) have been shrunk."""
        side = self._to * self._times
        shape = (-(-self._size[1] // side), -(-self._size[0] // side))
        return np.full(shape, self._scale == 1.0)

    def at(self, points: PointsPx) -> Floats:
        """Blue, green, red at pixels (n, m, 2) of the full picture, (n, m, 3); rows of points lie near each other."""
        small = (points + 0.5) * self._scale - 0.5
        if points.size and not self._done.all():
            self._shrink(small.min(axis=1), small.max(axis=1))
        return np.asarray(sample_levels(self._picture, small), float)

    def _shrink(self, low: PointsPx, high: PointsPx) -> None:
        """Shrink the squares under rectangles (n, 2) of the small picture, with a pixel round them."""
        side = self._to * self._times
        last = np.array(self._done.shape[::-1]) - 1
        first = np.clip(np.floor((low - 1) / side).astype(int), 0, last)
        end = np.clip(np.floor((high + 1) / side).astype(int), 0, last) + 1
        wanted = np.zeros(self._done.shape, bool)
        for (left, top), (right, bottom) in zip(first.tolist(), end.tolist(), strict=True):
            wanted[top:bottom, left:right] = True
        wanted &= ~self._done
        if self._whole or wanted.mean() > WHOLE_SHARE:
            cv2.resize(self._image, self._size, dst=self._picture, interpolation=cv2.INTER_AREA)
            self._done[:] = True
            return
        step = self._from * self._times
        for row in np.flatnonzero(wanted.any(axis=1)).tolist():
            edges = np.flatnonzero(np.diff(np.concatenate([[0], wanted[row].astype(np.int8), [0]])))
            for left, right in edges.reshape(-1, 2).tolist():
                part = self._image[row * step : (row + 1) * step, left * step : right * step]
                into = self._picture[row * side : (row + 1) * side, left * side : right * side]
                into[:] = cv2.resize(part, into.shape[1::-1], interpolation=cv2.INTER_AREA)
        self._done |= wanted
