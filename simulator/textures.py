"""Printed surfaces as linear light at several resolutions, so that a far part is sampled as finely as it is seen."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from simulator.pictures import BgrImage, srgb_to_linear

PAPER_BLACK = 0.035
"""Albedo of printed black: toner on matt paper still reflects a little."""
PAPER_WHITE = 0.84
"""Albedo of white paper."""
FULL_SCALE = 65535
MOST_HALVINGS = 6

Texels = npt.NDArray[np.uint16]
"""Blue, green, red and coverage, linear, premultiplied; shape (height, width, 4)."""


@dataclass(frozen=True, slots=True, eq=False)
class Texture:
    """A surface seen from straight above, its middle at (0, 0) of the owner's frame."""

    levels: tuple[Texels, ...]
    """Each half as fine as the one before."""
    pixels_per_mm: float
    """Of the finest level."""
    origin_mm: tuple[float, float]
    """From the upper left corner to the owner's (0, 0); levels may be padded at their right and lower edges."""

    def level_for(self, wanted_pixels_per_mm: float) -> tuple[Texels, float]:
        """The coarsest level that is at least as fine as wanted, with its pixels per mm."""
        index = int(np.clip(np.floor(np.log2(self.pixels_per_mm / wanted_pixels_per_mm)), 0, len(self.levels) - 1))
        return self.levels[index], self.pixels_per_mm / 2**index


def texture_from(picture: BgrImage, coverage: npt.NDArray[np.uint8], pixels_per_mm: float) -> Texture:
    """A texture of an sRGB print; `coverage` is 255 where there is paper. The first level is half as fine."""
    curve = PAPER_BLACK + (PAPER_WHITE - PAPER_BLACK) * srgb_to_linear(np.arange(256) / 255)
    encoded = np.round(curve * FULL_SCALE).astype(np.uint16)
    printed = cv2.LUT(picture, encoded)
    printed[coverage == 0] = 0
    height, width = coverage.shape
    # Put together when they are a quarter as large: nobody keeps them as fine as they were drawn.
    colours, covered = halved(np.asarray(printed, np.uint16)), halved(coverage.astype(np.uint16) * 257)
    texels: Texels = np.empty((*covered.shape, 4), dtype=np.uint16)
    cv2.mixChannels([colours, covered], [texels], [0, 0, 1, 1, 2, 2, 3, 3])
    levels = (texels, *halvings(texels)[: MOST_HALVINGS - 1])
    return Texture(levels, pixels_per_mm / 2, (width / pixels_per_mm / 2, height / pixels_per_mm / 2))


def halvings(texels: Texels) -> tuple[Texels, ...]:
    """The picture halved again and again while that is worth it."""
    levels: list[Texels] = []
    while min(texels.shape[:2]) >= 8 and len(levels) < MOST_HALVINGS:
        texels = halved(texels)
        levels.append(texels)
    return tuple(levels)


def halved(picture: Texels) -> Texels:
    """Half as fine; sides that are odd are padded first."""
    height, width = picture.shape[:2]
    if height % 2 or width % 2:
        bordered = cv2.copyMakeBorder(picture, 0, height % 2, 0, width % 2, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
        picture = np.asarray(bordered, dtype=np.uint16)
    half = (picture.shape[1] // 2, picture.shape[0] // 2)
    return np.asarray(cv2.resize(picture, half, interpolation=cv2.INTER_AREA), dtype=np.uint16)
