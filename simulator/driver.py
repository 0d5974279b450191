"""What a camera does to good pictures: focus, exposure and colours that wander, frames late, seconds of blindness.

The faults of the room (`simulator.mishaps`) change what there is to be seen; these change only what comes out.
"""

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass
from math import pi, sin
from typing import cast

import cv2
import numpy as np

from simulator.pictures import BgrImage, Linear
from simulator.sensor import light_of_values, toned

STEP_PX = 7
"""Every so many pixels the picture is metered."""
FINE_S = 0.01
"""Steps in which a swinging exposure is worked out, so that it swings alike at every frame rate."""


@dataclass(frozen=True, slots=True)
class DriverSettings:
    """How much each fault does; taken from what cheap webcams and phones show on film."""

    hunts_s: float = 1.8
    """An autofocus sweeps through its range and back for so long."""
    hunts_px: float = 2.6
    """Standard deviation of the blur at the far end of the sweep, in a picture of 1920 pixels."""
    sweeps: float = 2.0
    """So many times it passes the right distance."""
    swings_s: float = 1.3
    """An exposure that pumps swings once in so long."""
    damping: float = 0.3
    """Of its swinging, 1 being none: a third of the way too far, then back."""
    gain_most: float = 2.2
    """By so much the gain may rise or fall at most."""
    drifts: float = 0.12
    """A white balance that drifts makes red so much stronger and blue weaker, and the other way round."""
    drift_period_s: float = 45.0
    """From one extreme to the next and back."""
    bands: float = 0.06
    """Share by which a lamp on the mains makes rows lighter and darker."""
    bands_high: float = 2.4
    """So many bands stand in the picture."""
    bands_roll_hz: float = 0.7
    """So many bands pass in a second: the mains against the frame rate."""
    latest_s: float = 0.4
    """No picture comes later than this."""
    jumps: float = 0.2
    """Share of the frames at which the delay grows or shrinks by a frame: then one comes twice, or is missing."""
    freezes_s: tuple[float, float] = (2.0, 5.0)
    """A stream that freezes gives the same picture for so long."""


DRIVER_FAULTS = {
    "focus-hunts": "the autofocus hunts while a hand is over the table",
    "exposure-pumps": "the exposure swings too far when an arm comes in",
    "white-drifts": "the white balance drifts",
    "late-frames": "pictures come late, twice, or not at all",
    "lamp-bands": "a lamp's light rolls through the picture in bands",
    "stream-freezes": "a network camera's stream freezes for some seconds while the game goes on",
}
"""By name, as `demo --fault` takes them."""


class TroubledDriver:
    """Spoils one camera's pictures, frame by frame, in the order in which they are taken."""

    def __init__(
        self,
        faults: Collection[str],
        frames_per_s: float,
        rng: np.random.Generator,
        settings: DriverSettings | None = None,
    ) -> None:
        self._faults = frozenset(faults) & DRIVER_FAULTS.keys()
        self._step_s, self._rng = 1.0 / frames_per_s, rng
        self._settings = settings or DriverSettings()
        self._now_s = 0.0
        self._hunts_until_s = self._frozen_until_s = 0.0
        self._light = light_of_values()
        self._gain, self._gain_speed = 1.0, 0.0
        self._wanted: float | None = None
        self._waiting: deque[BgrImage] = deque(maxlen=round(self._settings.latest_s * frames_per_s) + 1)
        self._late = 0
        self._given: BgrImage | None = None
        self._phase = float(rng.uniform(0, 2 * pi))

    def strike(self, fault: str) -> None:
        """Let a fault that comes now and then begin."""
        if fault == "focus-hunts":
            self._hunts_until_s = self._now_s + self._settings.hunts_s
        elif fault == "stream-freezes":
            self._frozen_until_s = self._now_s + float(self._rng.uniform(*self._settings.freezes_s))

    def spoiled(self, picture: BgrImage) -> BgrImage:
        """The picture that comes out in place of this one, a frame later."""
        self._now_s += self._step_s
        if not self._faults:
            return picture
        if self._now_s < self._frozen_until_s and self._given is not None:
            return self._given
        picture = self._developed(picture)
        if "late-frames" in self._faults:
            picture = self._delayed(picture)
        self._given = picture
        return picture

    def _developed(self, picture: BgrImage) -> BgrImage:
        """Blur, gain, colours and bands, as lens, sensor and program put them upon it."""
        if self._now_s < self._hunts_until_s:
            picture = self._unfocused(picture)
        gains = np.ones(3, np.float32)
        if "exposure-pumps" in self._faults:
            gains *= np.float32(self._pumped(picture))
        if "white-drifts" in self._faults:
            share = self._settings.drifts * sin(2 * pi * self._now_s / self._settings.drift_period_s + self._phase)
            gains *= np.array([1 - share, 1.0, 1 + share], np.float32)
        if not np.allclose(gains, 1.0):
            picture = np.asarray(cv2.LUT(picture, self._lookup(gains)), np.uint8)
        return self._banded(picture) if "lamp-bands" in self._faults else picture

    def _unfocused(self, picture: BgrImage) -> BgrImage:
        """The blur of a sweep: right at its ends and in between, soft on the way."""
        settings = self._settings
        share = (self._hunts_until_s - self._now_s) / settings.hunts_s
        sigma = settings.hunts_px * picture.shape[1] / 1920 * abs(sin(pi * settings.sweeps * share))
        return picture if sigma < 0.3 else np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8)

    def _pumped(self, picture: BgrImage) -> float:
        """The gain of an exposure that runs after the light and past it: a spring with too little damping."""
        metered = float(np.take(self._light, picture[::STEP_PX, ::STEP_PX, 1]).mean())
        if self._wanted is None:
            self._wanted = metered
        most = self._settings.gain_most
        target = min(max(self._wanted / max(metered, 1e-6), 1 / most), most)
        stiffness = 2 * pi / self._settings.swings_s
        steps = max(1, round(self._step_s / FINE_S))
        for _ in range(steps):
            pull = stiffness**2 * (target - self._gain) - 2 * self._settings.damping * stiffness * self._gain_speed
            self._gain_speed += pull * self._step_s / steps
            self._gain += self._gain_speed * self._step_s / steps
        self._gain = min(max(self._gain, 1 / most), most)
        return self._gain

    def _lookup(self, gains: Linear) -> BgrImage:
        """What each picture value of blue, green and red becomes with these gains, (1, 256, 3)."""
        values: Linear = toned(np.minimum(self._light[:, None] * gains, 1.0))
        return np.asarray(np.clip(values + 0.5, 0, 255), np.uint8)[None]

    def _banded(self, picture: BgrImage) -> BgrImage:
        """Rows lighter and darker, a wave that rolls."""
        settings = self._settings
        rows = np.arange(picture.shape[0]) / picture.shape[0] * settings.bands_high
        wave = np.sin(2 * pi * (rows + settings.bands_roll_hz * self._now_s) + self._phase)
        scale = (1 + settings.bands * wave).astype(np.float32)[:, None, None]
        return np.asarray(np.clip(picture * scale + 0.5, 0, 255), np.uint8)

    def _delayed(self, picture: BgrImage) -> BgrImage:
        """An earlier picture: where the delay grows one comes twice, where it shrinks one is missing."""
        self._waiting.append(picture)
        if self._rng.uniform() < self._settings.jumps:
            self._late += int(self._rng.choice([-1, 1]))
        self._late = min(max(self._late, 0), len(self._waiting) - 1)
        return self._waiting[-1 - self._late]


BLIND_S = 4.0
EVERY_S = 10.0
"""Blind for the last part of so long, over and over."""
DARK_LEVELS = 3.0
"""Grey levels that a camera gives in the dark, noise and all."""
COVER_SHARE = 0.9
"""So much of the picture's width and height lies under what covers the table."""
CLOTH_BGR = (96, 62, 48)
BLIND = ("blind-dark", "blind-frozen", "blind-covered")


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
