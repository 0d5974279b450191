"""A camera that is watched: a thread grabs, and what is unplugged, stalled or frozen is noticed and taken up again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from live.sources.frames import BgrImage, Frame, Silence


class Capture(Protocol):
    """An opened camera: `read` blocks until the next picture and returns None when there is none."""

    def read(self) -> BgrImage | None:
        """The next picture."""
        ...

    def release(self) -> None:
        """Let the camera go."""
        ...


@dataclass(frozen=True, slots=True)
class GrabberSettings:
    """How soon a camera counts as gone."""

    stalled_after_s: float = 1.5
    """No picture for so long: unplugged or stolen. Issue 6: noticed within 2 s."""
    frozen_after_s: float = 1.6
    """The very same picture for so long: a sensor always has noise, so the driver or the phone repeats its last one."""
    retry_every_s: float = 1.0
    """Between two attempts to open it again."""


class Grabber:
    """A source that keeps only the newest picture of a camera and opens it again when it goes.

    `opener` opens the camera or raises OSError with the reason; `clock` counts seconds. A camera that hangs on one
    picture is opened again like one that gives none, and counts as gone until it shows another.
    """

    live = True
    views = 1

    def __init__(
        self,
        name: str,
        opener: Callable[[], Capture],
        *,
        settings: GrabberSettings | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self._opener = opener
        self._settings = settings or GrabberSettings()
        self._clock = clock
        self._news = threading.Condition()
        self._generation = 0  # a thread of an older generation is stuck in a dead camera and counts no more
        self._newest: Frame | None = None
        self._taken = 0
        self._count = 0
        self._alive_s = clock()  # when the last picture came that differed from the one before
        self._heard_s = self._alive_s  # when the last picture came at all
        self._opened_s = self._alive_s
        self._shown = b""  # what the last picture looked like; kept when the camera is opened anew
        self._reading = False
        self._reason = ""
        self._closed = False
        self._start()

    def next(self, timeout_s: float) -> Frame | Silence | None:
        """The newest frame; Silence while the camera is away or slow; None only after `close`."""
        deadline_s = self._clock() + timeout_s
        with self._news:
            while not self._closed:
                now_s = self._clock()
                if self._newest is not None and self._newest.number > self._taken:
                    self._taken = self._newest.number
                    return self._newest
                gone = self._gone(now_s)
                if self._reading and gone:
                    self._give_up(now_s - self._alive_s)
                if now_s >= deadline_s:
                    late = not self._reason and not gone
                    return Silence(self._reason or f"{self.name}: waiting for a picture", self._alive_s, late)
                self._news.wait(min(deadline_s - now_s, 0.1))
        return None

    def close(self) -> None:
        """Stop grabbing; a thread that hangs in a dead camera is left behind."""
        with self._news:
            self._closed = True
            self._generation += 1
            self._news.notify_all()

    def _gone(self, now_s: float) -> bool:
        """Whether it gives nothing, or the same picture, for too long; a camera just opened gets its time."""
        stalled_s = now_s - max(self._heard_s, self._opened_s)
        frozen_s = now_s - max(self._alive_s, self._opened_s)
        return stalled_s > self._settings.stalled_after_s or frozen_s > self._settings.frozen_after_s

    def _start(self) -> None:
        self._generation += 1
        self._reading = False
        threading.Thread(target=self._grab, args=(self._generation,), name=f"camera {self.name}", daemon=True).start()

    def _give_up(self, silent_s: float) -> None:
        """Leave the hanging thread behind and open the camera anew; called with the lock held."""
        self._reason = (
            f"{self.name} has shown nothing new for {silent_s:.0f} s; is it plugged in, or used by another program?"
        )
        self._start()

    def _grab(self, generation: int) -> None:
        """Thread: open, read until it fails, open again, until somebody else took over."""
        while self._generation == generation:
            try:
                capture = self._opener()
            except OSError as error:
                self._tell(generation, str(error))
            else:
                self._read_from(capture, generation)
            with self._news:
                if self._generation == generation:
                    self._news.wait(self._settings.retry_every_s)

    def _read_from(self, capture: Capture, generation: int) -> None:
        """Hand pictures over until the camera gives none."""
        with self._news:
            if self._generation == generation:
                self._reading, self._opened_s = True, self._clock()
        try:
            while self._generation == generation:
                image = capture.read()
                if image is None:
                    self._tell(generation, f"{self.name} gives no picture any more; is it still plugged in?")
                    return
                fingerprint = _fingerprint(image)
                with self._news:
                    if self._generation != generation:
                        return
                    self._heard_s = self._clock()
                    if fingerprint == self._shown:
                        continue
                    self._shown = fingerprint
                    self._count += 1
                    self._alive_s = self._heard_s
                    self._reason = ""
                    self._newest = Frame(image, self._alive_s, self._count)
                    self._news.notify_all()
        finally:
            capture.release()

    def _tell(self, generation: int, reason: str) -> None:
        with self._news:
            if self._generation == generation:
                self._reason, self._reading = reason, False
                self._news.notify_all()


def _fingerprint(image: BgrImage) -> bytes:
    """A few thousand samples of the picture: sensor noise changes some of them in every frame."""
    return image[::17, ::13].tobytes()
