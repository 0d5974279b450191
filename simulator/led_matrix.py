"""Our own LED display as the camera sees it beside the board: a dark strip that lights up, with its glow."""

from dataclasses import dataclass

import cv2
import numpy as np

from simulator.pictures import BgrImage

COLUMNS, ROWS = 16, 4


@dataclass(frozen=True, slots=True)
class LedMatrix:
    """Where the strip is, as shares of the picture: its upper left corner and its size."""

    left: float = 0.84
    top: float = 0.02
    width: float = 0.14
    height: float = 0.055
    glow: float = 0.35
    """How bright its light falls on the table round it, against the LEDs themselves."""

    def dark(self, picture: BgrImage) -> BgrImage:
        """The picture with the strip switched off."""
        shown = picture.copy()
        left, top, right, bottom = self._box(picture)
        shown[top:bottom, left:right] = (28, 26, 25)
        return shown

    def lit(self, picture: BgrImage, rng: np.random.Generator) -> BgrImage:
        """The picture with an animation's frame on the strip, in colours that differ from frame to frame."""
        shown = self.dark(picture)
        left, top, right, bottom = self._box(picture)
        colours = np.where(rng.uniform(size=(ROWS, COLUMNS, 1)) < 0.7, rng.integers(0, 256, (ROWS, COLUMNS, 3)), 0)
        leds = cv2.resize(colours.astype(np.uint8), (right - left, bottom - top), interpolation=cv2.INTER_NEAREST)
        shown[top:bottom, left:right] = np.maximum(shown[top:bottom, left:right], leds)
        reach = bottom - top
        outer = np.s_[max(0, top - reach) : bottom + reach, max(0, left - reach) : right + reach]
        light = np.zeros_like(shown)
        light[top:bottom, left:right] = leds
        spread = cv2.GaussianBlur(light[outer], (0, 0), reach / 2) * self.glow
        shown[outer] = np.clip(shown[outer] + spread, 0, 255).astype(np.uint8)
        return shown

    def _box(self, picture: BgrImage) -> tuple[int, int, int, int]:
        height, width = picture.shape[:2]
        return (
            round(self.left * width),
            round(self.top * height),
            round((self.left + self.width) * width),
            round((self.top + self.height) * height),
        )
