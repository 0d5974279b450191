"""Corrected colours at a few points of a picture: where little is looked at, the picture itself is not corrected."""

import math

import cv2
import numpy as np

from vision.pixels.arrays import BgrImage, PointsMm, Samples, sample_levels
from vision.places.shot import SolvedShot
from vision.uncoded.colour_fit import table_colours
from vision.uncoded.colour_image import LEAST_SOFT_PX
from vision.uncoded.table_colours import fine_levels


class ColourPoints:
    """Lab at points of one picture, softened as `vision.uncoded.colour_image` has it, but not calmed: whoever asks
    takes medians of several."""

    def __init__(self, shot: SolvedShot) -> None:
        self._shot, self._colours = shot, table_colours(shot)

    def at(self, points_mm: PointsMm, *, height_mm: float) -> Samples:
        """Lab (n, 3) at points (n, 2) that lie so high above the table and near each other."""
        levels = fine_levels(self._softened(points_mm, height_mm))
        light, haze = self._colours.falling(points_mm)
        lab = self._colours.lab(levels[None], light[None], None if haze is None else haze[None])
        return np.asarray(lab[0], np.float32)

    def _softened(self, points_mm: PointsMm, height_mm: float) -> BgrImage:
        """Blue, green, red (n, 3)."""
        shot, plane = self._shot, self._shot.plane
        points_px = plane.to_picture(points_mm, height_mm=height_mm)
        soft_px = shot.settings.uncoded.soft_mm * float(plane.px_per_mm(points_mm.mean(axis=0)))
        rim = math.ceil(3 * soft_px) + 2
        width, height = plane.size_px
        low, high = points_px.min(axis=0) - rim, points_px.max(axis=0) + rim
        left, right = (int(np.clip(x, 0, width - 1)) for x in (low[0], high[0]))
        top, bottom = (int(np.clip(y, 0, height - 1)) for y in (low[1], high[1]))
        part = shot.image[top : bottom + 1, left : right + 1]
        if soft_px > LEAST_SOFT_PX:
            part = np.asarray(cv2.GaussianBlur(part, (0, 0), soft_px), np.uint8)
        return sample_levels(part, points_px - (left, top))
