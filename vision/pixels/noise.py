"""How much a picture's colours scatter from pixel to pixel, and the same picture calmed, edges kept."""

import math
from dataclasses import dataclass
from typing import Any, TypeVar

import cv2
import numpy as np

from vision.pixels.arrays import BgrImage, GreyImage, Indices, Samples, median, quantile

Picture = TypeVar("Picture", Samples, BgrImage)

STEP_PX = 2
"""Neighbours nearer than this are alike by blur and JPEG."""
BLOCK_PX = 24
EVERY_ROW = 2
"""Of a block one row in so many is looked at: all rows tell within a twentieth of that in 21 tuning photographs."""
FLAT_QUANTILE = 0.3
"""Of the blocks: three in ten at least show nothing but one surface, and the others show more than noise."""
MOST_BLOCKS = 150
"""That are looked at, all over the picture; a few more at times. Twice as many tell the very same of
half of the photographs, and within a tenth of nine in ten."""
MEDIAN_TO_SD = 1.4826
BENT = math.sqrt(6.0)
"""Standard deviation of one value less the mean of those beside it, twice, over that of a value."""


@dataclass(frozen=True, slots=True)
class CalmingSettings:
    """Origin: tuning pictures of the virtual table, in dim light and with sensor noise of 8 to 20 grey levels added:
    232 instead of 327 of 4,487 visible places without codes are asked about with these numbers, 304 more are certain.
    """

    noisy: float
    """Noise of the three channels together from which a picture is calmed."""
    reach_px: int = 9
    near_px: float = 2.5
    alike: float = 4.0
    """Values that differ by less than about so many times the noise are mixed."""


IN_LEVELS = CalmingSettings(8.0)
"""For grey levels from 0 to 255: ordinary photographs have 2 to 6, dim light 17 to 30."""


def noise_of(picture: Samples | BgrImage | GreyImage) -> float:
    """Standard deviation of the noise in a picture (height, width, channels), its channels added up."""
    (down, right), every = _blocks(picture.shape)
    if not down or not right:
        return 0.0
    channels = picture.shape[2:]
    whole = picture[: down * BLOCK_PX, : right * BLOCK_PX].reshape(down, BLOCK_PX, right, BLOCK_PX, *channels)
    shown = whole[::every, ::EVERY_ROW, ::every]
    return noise_in(shown.reshape(shown.shape[0] * shown.shape[1], -1, *channels))


def looked_at(shape: tuple[int, ...]) -> tuple[Indices, Indices]:
    """The rows and the columns of pixels in a picture of that shape that tell its noise: those of some blocks."""
    blocks, every = _blocks(shape)
    rows, columns = (np.arange(n * BLOCK_PX).reshape(n, BLOCK_PX)[::every] for n in blocks)
    return rows[:, ::EVERY_ROW].ravel(), columns.ravel()


def _blocks(shape: tuple[int, ...]) -> tuple[tuple[int, int], int]:
    """How many blocks lie below each other and side by side, and every how many-th is looked at either way."""
    down, right = shape[0] // BLOCK_PX, shape[1] // BLOCK_PX
    return (down, right), max(1, math.isqrt(down * right // MOST_BLOCKS))


def noise_in(shown: Samples | BgrImage | GreyImage) -> float:
    """The noise that blocks side by side (rows, columns, channels) tell, of which one row in `EVERY_ROW` is here."""
    channels = 1 if shown.ndim == 2 else shown.shape[2]
    rows = BLOCK_PX // EVERY_ROW
    whole = shown.reshape(shown.shape[0] // rows, rows, shown.shape[1] // BLOCK_PX, BLOCK_PX, channels)
    exact: Any = np.int16 if shown.dtype == np.uint8 else np.float32  # whole numbers are sorted three times as fast
    blocks: Any = whole.transpose(0, 2, 1, 3, 4).reshape(-1, rows, BLOCK_PX, channels).astype(exact)
    bent = blocks[:, :, 2 * STEP_PX :] - 2 * blocks[:, :, STEP_PX:-STEP_PX] + blocks[:, :, : -2 * STEP_PX]
    medians = median(np.moveaxis(np.abs(bent).reshape(len(blocks), -1, channels), 2, 1)) / BENT
    return float(MEDIAN_TO_SD * quantile(medians.T, FLAT_QUANTILE).sum())


def calmed(picture: Picture, noise: float, settings: CalmingSettings) -> Picture:
    """The picture with noise smoothed away between its edges, where there is more than usual of it."""
    if noise <= settings.noisy:
        return picture
    return np.asarray(cv2.bilateralFilter(picture, settings.reach_px, settings.alike * noise, settings.near_px))
