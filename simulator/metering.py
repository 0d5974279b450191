"""An exposure that answers: a hand, a shadow or a lamp changes the light, and over some tenths of a second the gain."""

from math import exp

import cv2
import numpy as np

from simulator.pictures import BgrImage, Linear
from simulator.sensor import light_of_values, toned

STEP_PX = 7
"""Every so many pixels the picture is metered."""
MOST = 2.0
"""By so much the gain may rise or fall at most: the camera's limits."""


class Metering:
    """Meters the pictures of one camera and lets its gain follow, a part of the way with each of them."""

    def __init__(self, answers_s: float) -> None:
        """`answers_s` is the time constant: after it two thirds of the way are gone."""
        self._answers_s = answers_s
        self._wanted: float | None = None
        self._gain = 1.0
        self._light = light_of_values()

    @property
    def gain(self) -> float:
        """The gain on the exposure with which the picture was drawn."""
        return self._gain

    def start_anew(self) -> None:
        """The camera has just been exposed anew: this is what it keeps to from now on."""
        self._wanted, self._gain = None, 1.0

    def exposed(self, picture: BgrImage, elapsed_s: float) -> BgrImage:
        """The picture as the camera gives it, `elapsed_s` after the one before."""
        metered = float(np.take(self._light, picture[::STEP_PX, ::STEP_PX, 1]).mean())
        if self._wanted is None:
            self._wanted = metered
        target = min(max(self._wanted / max(metered, 1e-6), 1 / MOST), MOST)
        self._gain += (target - self._gain) * (1 - exp(-elapsed_s / self._answers_s))
        return np.asarray(cv2.LUT(picture, self._lookup()), dtype=np.uint8)

    def _lookup(self) -> BgrImage:
        """What each picture value becomes with the present gain."""
        values: Linear = toned(np.minimum(self._light * np.float32(self._gain), 1.0))
        return np.asarray(np.clip(values + 0.5, 0, 255), dtype=np.uint8)
