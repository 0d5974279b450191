"""What every source of frames gives: the next frame, or why there is none just now, or None at its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

BgrImage = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the table: `image` is (height, width, 3) uint8, blue green red.

    `captured_s` counts seconds on the source's clock (the computer's monotonic clock for cameras, the table's
    own time for films and the virtual table); `number` counts the source's frames from 1.
    """

    image: BgrImage
    captured_s: float
    number: int
    camera: int = 0
    """Which of several cameras took it, from 0."""
    beside: tuple[Frame, ...] = ()
    """What other cameras saw of the same table at the same moment."""
    fresh: bool = False
    """Taken by hand, from elsewhere than the one before: nothing of where things were seen holds any more."""
    photograph: bool = False
    """Nobody moves in it, and whole rounds may lie between it and the one before."""
    missing: str = ""
    """Why another camera has no picture of this moment, in one sentence; empty where none is missing."""


@dataclass(frozen=True, slots=True)
class Silence:
    """No frame just now: the source is being taken up again; `message` says why, with the mend."""

    message: str
    since_s: float
    late: bool = False
    """The next frame is only not yet there: nothing is wrong so far."""


class FrameSource(Protocol):
    """A source of frames as the loop holds it."""

    @property
    def name(self) -> str:
        """What people call it: the camera's name, the file, the URL."""
        ...

    @property
    def live(self) -> bool:
        """Whether frames come by themselves, so that old ones are left out; films and folders wait for us."""
        ...

    @property
    def views(self) -> int:
        """How many cameras it has: more than one gives frames with others beside them."""
        ...

    def next(self, timeout_s: float) -> Frame | Silence | None:
        """Return the newest frame not yet returned, waiting up to `timeout_s` for it; None when there are no more."""
        ...

    def close(self) -> None:
        """Let go of the camera or file."""
        ...
