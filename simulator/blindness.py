"""A camera that is blind for seconds at a time, over and over: dark, frozen, or with something over the table."""

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np

from simulator.pictures import BgrImage

BLIND_S = 4.0
EVERY_S = 10.0
"""Blind for the last part of so long, over and over."""
DARK_LEVELS = 3.0
"""Grey levels that a camera gives in the dark, noise and all."""
COVER_SHARE = 0.9
"""So much of the picture's width and height lies under what covers the table."""
CLOTH_BGR = (96, 62, 48)
KINDS = ("blind-dark", "blind-frozen", "blind-covered")


@dataclass(frozen=True, slots=True)
class Blindness:
    """When the camera is blind, and what it gives then."""

    kind: str
    frames_per_s: float

    def at(self, number: int) -> bool:
        """Whether frame `number` is a blind one."""
        return (number / self.frames_per_s) % EVERY_S >= EVERY_S - BLIND_S

    def picture(self, last: BgrImage, rng: np.random.Generator) -> BgrImage:
        """What a blind camera gives whose last picture was this one."""
        if self.kind == "blind-frozen":
            return last.copy()
        if self.kind == "blind-dark":
            return np.clip(rng.normal(DARK_LEVELS, 1.5, last.shape), 0, 255).astype(np.uint8)
        return _covered(last, rng)


def _covered(last: BgrImage, rng: np.random.Generator) -> BgrImage:
    """A sleeve of rough cloth over nearly all of the table, never quite still."""
    height, width = last.shape[:2]
    folds = cv2.resize(rng.normal(0, 14, (9, 16)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    cloth = np.clip(np.array(CLOTH_BGR) + folds[..., None] + rng.normal(0, 3, last.shape), 0, 255)
    left, top = (int(size * (1 - COVER_SHARE) * rng.uniform(0.3, 0.7)) for size in (width, height))
    shape = np.zeros((height, width), np.float32)
    shape[top : top + int(height * COVER_SHARE), left : left + int(width * COVER_SHARE)] = 1.0
    shape = cast("np.ndarray[tuple[int, int], np.dtype[np.float32]]", cv2.GaussianBlur(shape, (0, 0), 5.0))
    return (last + shape[..., None] * (cloth - last)).astype(np.uint8)
