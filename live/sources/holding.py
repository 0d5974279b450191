"""A camera that is held still in time: it settles, then exposure, focus and white balance stay until the light changes.

An autofocus that hunts and an exposure that pumps whenever an arm comes in are what cameras do when nobody holds them.
Drivers differ in what they let be held; what was asked for and what the camera answered is told.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy

from live.sources.frames import BgrImage
from live.sources.grabber import Capture


@dataclass(frozen=True, slots=True)
class HoldSettings:
    """When a camera counts as settled, and when the light as changed.

    Chosen by hand where nothing else is told; `tests/live/test_holding.py` plays one that searches, an
    arm, another lamp, a push.
    """

    watched_s: float = 1.0
    """It has settled when nothing has changed over so long."""
    steady: float = 0.03
    """Share by which brightness and colour may differ meanwhile."""
    steady_sharpness: float = 0.15
    """Share by which sharpness may differ meanwhile: noise moves it more."""
    longest_s: float = 10.0
    """A camera that never comes to rest is held after so long all the same: that is what it is held for."""
    changed: float = 0.3
    """Share by which dark and light parts alike must differ before the light counts as changed: an arm or a shadow
    changes parts of the picture, a lamp all of it."""
    changed_s: float = 2.0
    """And for so long: nobody's head stays before the lens."""
    softer: float = 0.5
    """A picture with less than this share of its sharpness for `changed_s` is focused anew: the camera was moved."""
    spoilt_s: float = 4.0
    """Where the picture is another one so soon after it was held, holding it is what changed it."""
    step_px: int = 12
    """Every so many pixels the picture is looked at."""


@dataclass(frozen=True, slots=True)
class HoldResult:
    """What a camera answered when one of its automatics was to be held."""

    what: str
    """`exposure`, `focus`, `white balance`."""
    held: bool
    message: str
    """What was set and what the camera answered."""


class Control(Protocol):
    """One automatic of a camera."""

    def hold(self) -> HoldResult:
        """Keep it as it is now."""
        ...

    def free(self) -> None:
        """Let it run again."""
        ...


@dataclass(frozen=True, slots=True)
class _Look:
    """What a picture tells of light and focus."""

    at_s: float
    dark: float
    light: float
    red: float
    """Red over blue."""
    sharpness: float


class HeldCapture:
    """A capture whose automatics are held once it has settled. `tell` is told what was held, each time it changes."""

    def __init__(
        self,
        capture: Capture,
        controls: Sequence[Control],
        tell: Callable[[str], None],
        *,
        settings: HoldSettings | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.answers: tuple[HoldResult, ...] = ()
        """What the camera answered; empty while it settles."""
        self._capture, self._controls, self._tell = capture, tuple(controls), tell
        self._settings, self._clock = settings or HoldSettings(), clock
        self._looks: deque[_Look] = deque()
        self._since_s = clock()
        self._held_at: _Look | None = None
        self._other_since_s: float | None = None
        self._told = ""

    def read(self) -> BgrImage | None:
        """The next picture, looked at on its way."""
        image = self._capture.read()
        if image is not None and self._controls:
            self._take(look_at(image, self._clock(), self._settings.step_px))
        return image

    def release(self) -> None:
        """Let the camera run by itself again, and go."""
        if self._held_at is not None:
            self._free()
        self._capture.release()

    def _take(self, look: _Look) -> None:
        if self._held_at is None:
            self._looks.append(look)
            while look.at_s - self._looks[0].at_s > self._settings.watched_s:
                self._looks.popleft()
            waited_s = look.at_s - self._since_s
            if waited_s >= self._settings.longest_s or (waited_s >= self._settings.watched_s and self._settled()):
                self._hold(look)
        elif not self._is_other(look, self._held_at):
            self._other_since_s = None
        elif self._other_since_s is None:
            self._other_since_s = look.at_s
        elif look.at_s - self._other_since_s >= self._settings.changed_s:
            spoilt = self._other_since_s - self._held_at.at_s < self._settings.spoilt_s
            self._free()
            self._since_s = look.at_s
            if spoilt:
                self._controls = ()
                self._tell("left to itself: when it is held its picture changes")

    def _settled(self) -> bool:
        """Whether nothing has changed over the last while."""
        settings = self._settings
        limits = (
            ("dark", settings.steady),
            ("light", settings.steady),
            ("red", settings.steady),
            ("sharpness", settings.steady_sharpness),
        )
        for name, most in limits:
            values = [getattr(look, name) for look in self._looks]
            if max(values) - min(values) > most * max(values):
                return False
        return True

    def _is_other(self, look: _Look, held: _Look) -> bool:
        """Whether the light is another one, or the picture has become soft."""
        apart = [numpy.log(max(now, 1.0) / max(was, 1.0)) for now, was in zip(_tones(look), _tones(held), strict=True)]
        changed = numpy.log1p(self._settings.changed)
        relit = min(apart) > changed or max(apart) < -changed
        return bool(relit or look.sharpness < self._settings.softer * held.sharpness)

    def _hold(self, look: _Look) -> None:
        self.answers = tuple(control.hold() for control in self._controls)
        self._held_at, self._other_since_s = look, None
        told = "; ".join(answer.message for answer in self.answers)
        if told != self._told:
            self._told = told
            self._tell(told)

    def _free(self) -> None:
        for control in self._controls:
            control.free()
        self.answers, self._held_at, self._other_since_s = (), None, None
        self._looks.clear()


def tried(controls: Sequence[Control]) -> tuple[HoldResult, ...]:
    """What a camera answers when its automatics are held for a moment; they run by themselves again afterwards."""
    answers = tuple(control.hold() for control in controls)
    for control in controls:
        control.free()
    return answers


def _tones(look: _Look) -> tuple[float, float]:
    return look.dark, look.light


def look_at(image: BgrImage, at_s: float, step_px: int) -> _Look:
    """What a picture (height, width, 3) tells: its dark and light tones, red over blue, how steep its edges are."""
    small = image[::step_px, ::step_px].astype(numpy.float32)
    blue, green, red = (small[..., channel] for channel in range(3))
    dark, light = numpy.percentile(green, (25, 90))
    rows = image[:: 4 * step_px, :, 1].astype(numpy.int16)
    steepest = float(numpy.percentile(numpy.abs(rows[:, 2:] - rows[:, :-2]), 99.5))
    return _Look(at_s, float(dark), float(light), float((red.mean() + 1) / (blue.mean() + 1)), steepest + 1.0)
