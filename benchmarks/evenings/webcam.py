"""The virtual table as a webcam of this machine: while we are at work on one frame, others go by unseen."""

from __future__ import annotations

import time

from live.sources import Frame, Silence
from live.sources.virtual import FROZEN_AFTER_S
from simulator.performance import Performance, ShownLine


class VirtualWebcam:
    """Frames by a virtual clock that runs with the film and with our own processor time.

    A frame is taken when its time has come; when our work on the last one took longer, the newest one is given and
    those between are lost, as with a webcam. Processor time of this process is counted, so that a machine that is at
    work on other things too measures the same; a look is done in another thread than what is made of it.
    """

    live = True
    name = "virtual table"
    views = 1

    def __init__(self, performance: Performance, frames_per_s: float) -> None:
        self._performance, self._frames_per_s = performance, frames_per_s
        self._number = 0
        self._given_s = 0.0
        self._taken_s = time.process_time()
        self.looking_s = self.worst_s = 0.0
        self.given = 0
        self.lost = 0
        self._fingerprint = b""
        self._changed_s = 0.0

    @property
    def now_s(self) -> float:
        """The virtual clock."""
        return self._given_s + time.process_time() - self._taken_s

    @property
    def shown(self) -> list[ShownLine]:
        """The lines that were there to be seen."""
        return self._performance.shown

    @property
    def number(self) -> int:
        """How many frames the film has given."""
        return self._number

    def next(self, timeout_s: float) -> Frame | Silence | None:
        """The next frame; Silence while the picture hangs; None when the game has been played."""
        if self.given:
            took_s = time.process_time() - self._taken_s
            self.looking_s, self.worst_s = self.looking_s + took_s, max(self.worst_s, took_s)
        now_s = self.now_s
        while (self._number + 2) / self._frames_per_s <= now_s and self._performance.read(seen=False) is not None:
            self._number += 1
            self.lost += 1
        image = self._performance.read()
        self._number += 1
        if image is None:
            return None
        captured_s = self._number / self._frames_per_s
        before, self._fingerprint = self._fingerprint, image[::17, ::13].tobytes()
        if before != self._fingerprint:
            self._changed_s = captured_s
        elif captured_s - self._changed_s > FROZEN_AFTER_S:
            self._given_s = max(captured_s, now_s)
            self._taken_s = time.process_time()
            return Silence("the virtual camera shows the same picture again and again", self._changed_s)
        self.given += 1
        self._given_s = max(captured_s, now_s)
        self._taken_s = time.process_time()
        return Frame(image, captured_s, self._number)

    def close(self) -> None:
        """Nothing is held."""
