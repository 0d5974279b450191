"""The last pictures as the camera gave them, kept for a report of a trouble: references only, within a bound."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from live.sources.frames import BgrImage, Frame

LIMITS_MB = (0, 4000)


@dataclass(frozen=True, slots=True)
class RecentSettings:
    """How much is kept. Chosen by hand; it decides nothing that is read."""

    most_mb: int = 200
    """Some 32 pictures of 1920 × 1080; 0 keeps none."""
    longest_s: float = 30.0
    """Older ones are let go."""
    every_s: float = 1.0
    """Between what was read, one in so long."""
    after_read: int = 2
    """So many pictures after one that was read: they confirm it."""


@dataclass(frozen=True, slots=True, eq=False)
class RecentPicture:
    """One of them."""

    image: BgrImage
    captured_s: float
    read: bool
    """Whether something new was read in it, so that it was no picture like the one before."""
    lines: int
    """So many lines had the record when it came."""
    camera: int = 0
    """Which of several cameras took it."""
    beside: tuple[tuple[int, BgrImage], ...] = ()
    """What the others took at that moment, each with its number."""

    @property
    def nbytes(self) -> int:
        """What all of it takes."""
        return self.image.nbytes + sum(image.nbytes for _, image in self.beside)


class RecentPictures:
    """A ring of pictures: each that was read, the one before it and the two after it, and one a second between.

    A frame's picture is never written into by anybody, so it is kept as it is, without a copy.
    """

    def __init__(self, settings: RecentSettings | None = None) -> None:
        self._settings = settings or RecentSettings()
        self._kept: deque[RecentPicture] = deque()
        self._before: RecentPicture | None = None
        self._confirming = 0
        self._bytes = 0

    @property
    def kept(self) -> tuple[RecentPicture, ...]:
        """The pictures, the oldest first."""
        return tuple(self._kept)

    @property
    def megabytes(self) -> float:
        """What they take."""
        return self._bytes / 2**20

    def take(self, frame: Frame, *, read: bool, lines: int) -> None:
        """Look at a frame that has come, and keep what is worth it."""
        if self._settings.most_mb == 0:
            return
        beside = tuple((view.camera, view.image) for view in frame.beside)
        picture = RecentPicture(frame.image, frame.captured_s, read, lines, frame.camera, beside)
        before, self._before = self._before, picture
        if read:
            self._confirming = self._settings.after_read
            if before is not None and not (self._kept and self._kept[-1] is before):
                self._keep(before)
        elif self._confirming:
            self._confirming -= 1
        elif self._kept and picture.captured_s - self._kept[-1].captured_s < self._settings.every_s:
            return
        self._keep(picture)

    def _keep(self, picture: RecentPicture) -> None:
        self._kept.append(picture)
        self._bytes += picture.nbytes
        oldest_s = picture.captured_s - self._settings.longest_s
        while self._kept and (self.megabytes > self._settings.most_mb or self._kept[0].captured_s < oldest_s):
            self._bytes -= self._kept.popleft().nbytes
