"""Tells in a few steps that nothing can have changed; in still light that is so nearly always.

Each bound follows from what `vision.change.quiet_gate` asks, so that nothing is told otherwise than there; where a
bound does not hold, that is asked. All use the same few steps on the same kind of numbers, since a frame finds neither
its pixels nor a step's own code in the processor's cache.
"""

from typing import Any

import numpy as np

from vision.change.watch_settings import WatchSettings
from vision.pixels.arrays import Floats, Samples

MARGIN = 0.99
"""Of each bound, since samples are narrow numbers."""


class StillPlaces:
    """Whether places look as they did.

    Where a place's samples differ by a vector e (49 of a colour), their mean differs by at most |e| / 7, a mean of nine
    by |e| / 3, and their correlation falls no lower than the root of 1 - (|e| / spread)². Where the means of two
    colours differ by shares x and y, the logarithm of their ratio does by at most |x - y| / (1 - the larger share).
    """

    def __init__(self, places: Samples, structured: Any, settings: WatchSettings) -> None:
        """From the samples (places, 49, 3) of the picture that was read, and which places have contrast."""
        count, samples, channels = places.shape
        flat = places.reshape(count, samples * channels)
        self._by_channel = np.tile(np.eye(channels, dtype=np.float32), (samples, 1))  # (147, 3)
        level = flat @ self._by_channel / max(1, samples) + settings.dark_levels  # (places, 3)
        spread = np.linalg.norm(places - places.mean(axis=1, keepdims=True), axis=1) if count else level
        # The gain of a place, its level's share, scales its own shape: both parts of what is left are below this.
        least = 3.0 * settings.local_levels / (1.0 + spread / (np.sqrt(samples) * level))
        likeness = np.sqrt(1.0 - settings.still_correlation**2) * spread[:, 1]
        least[:, 1] = np.where(structured, np.minimum(least[:, 1], likeness), least[:, 1])
        self._most_squared = np.asarray((MARGIN * least) ** 2, np.float32)
        share = 1.0 - np.exp(-settings.level_change / 2)  # of one place upwards and of another downwards
        self._shares = np.asarray(1.0 / np.maximum(level * samples, 1.0), np.float32)
        self._most_share = MARGIN * share
        self._most_hue = MARGIN * (1.0 - share) * settings.colour_change / 2

    def holds(self, differences: Samples) -> bool:
        """Whether samples (places, 49, 3) with these differences are surely of places that have not changed."""
        flat = differences.reshape(-1, len(self._by_channel))
        shares = flat @ self._by_channel * self._shares
        if (np.abs(shares) > self._most_share).any() or (np.abs(shares - shares[:, 1:2]) > self._most_hue).any():
            return False
        return not ((flat * flat) @ self._by_channel > self._most_squared).any()


class StillBorders:
    """Whether codes' borders lie where they lay.

    A profile r of contrast |r| (about its mean) that differs by e has a contrast between |r| - |e| and |r| + |e|, and
    lies along its own slopes s by at most |e| |s| further: so far no profile seems to shift that differs by less than
    its bound. A side lies where two of its three profiles say, so that only the firmer two are asked.
    """

    def __init__(self, borders: Samples, slopes: Samples, most_steps: Floats, counted: Floats) -> None:
        """From profiles of the picture that was read (n, steps), three a side, and the slopes they are held against
        (n, steps); `most_steps` (n,) is how far each may seem to shift, `counted` (n,) the contrast it counts for."""
        self._ones = np.ones(borders.shape[-1], np.float32)
        contrast = np.linalg.norm(borders - borders.mean(axis=-1, keepdims=True), axis=-1)
        share = contrast / counted
        along = np.abs((borders * slopes).sum(axis=-1))
        room = np.maximum(0.0, most_steps * share - along * (1.0 - share))
        most = room / ((along + most_steps) / counted + np.linalg.norm(slopes, axis=-1))
        sides = most.reshape(-1, 3)
        sides[np.arange(len(sides)), sides.argmin(axis=1)] = np.inf
        self._most_squared = np.asarray((MARGIN * most) ** 2, np.float32)

    def holds(self, differences: Samples) -> bool:
        """Whether profiles with these differences (n, steps) are surely of borders that have not shifted."""
        return not ((differences * differences) @ self._ones > self._most_squared).any()


class StillBlocks:
    """Whether a small picture's blocks are as they were.

    A row's gain is the median of its blocks' ratios, or of its neighbours', or of all: none is further from 1 than
    twice the mean distance of some row's ratios, since half of them are at least as far from 1 as their median.
    """

    def __init__(self, means: Samples, settings: WatchSettings) -> None:
        """From the blocks' means (rows, columns) in the picture that was read."""
        blocks = means + np.float32(settings.dark_levels)
        self._means = means
        self._shares = np.float32(2.0) / blocks
        self._row = np.full(blocks.shape[1], 1.0 / blocks.shape[1], np.float32)
        self._by_gain = (1.0 - settings.tone_share) * float(blocks.max())
        self._most = MARGIN * settings.block_levels

    def holds(self, means: Samples) -> bool:
        """Whether surely no block with these means (rows, columns) has changed."""
        differences = np.abs(means - self._means)
        gain = max((differences * self._shares @ self._row).tolist())
        return not (differences > self._most - self._by_gain * gain).any()
