"""A picture as if all its light were alike: shadows that fall across codes are no longer darker than the rest."""

from functools import lru_cache

import cv2
import numpy as np

from vision.pixels.arrays import GreyImage

SOFT_PX = 0.8
"""By so much (sigma) the picture is blurred before the white of each place is taken: noise would lighten it."""
WHITE = 210.0
"""What white paper has everywhere then."""
DARKEST = 8.0
"""White that is no lighter than this is not held for paper in the dark."""


def without_shade(grey: GreyImage, side_px: float) -> GreyImage:
    """Grey levels over those of the white round them, where codes have sides of so many pixels.

    Round every module of a code white lies nearer than a code's side, and a shadow's edge is straight for as long: a
    morphological closing of that size fills what is printed and leaves shadows as they are.
    """
    side = max(3, round(side_px))
    soft = cv2.GaussianBlur(grey, (0, 0), SOFT_PX)
    white = cv2.morphologyEx(soft, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
    return np.asarray(cv2.LUT(white.astype(np.uint16) << 8 | grey, _shares()), np.uint8)


@lru_cache(maxsize=1)
def _shares() -> GreyImage:
    """What every level is beside every white, (65536,): white times 256 and level."""
    white, grey = np.divmod(np.arange(256 * 256), 256)
    return np.asarray(np.minimum(grey * (WHITE / np.maximum(white, DARKEST)), 255.0), np.uint8)
