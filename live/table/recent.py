"""The last pictures as the camera gave them, kept compressed for a report of a trouble, within a bound."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import cast

from live.console.options import RECENT_MB
from live.sources.frames import BgrImage, Frame
from tabletop.errors import BoardsightError


@dataclass(frozen=True, slots=True)
class RecentSettings:
    """How much is kept. Chosen by hand; it decides nothing that is read."""

    most_mb: int = RECENT_MB
    """All together; 0 keeps none."""
    longest_s: float = 30.0
    """Older ones are let go."""
    every_s: float = 2.0
    """Between what was read, one in so long."""
    after_read: int = 2
    """So many pictures after one that was read: they confirm it."""
    quality: int = 92
    """JPEG quality, all colours kept: a picture differs by less than its noise, at a twelfth of the size."""
    most_raw: int = 1
    """So many wait uncompressed: the one that was read, which the reader holds anyway."""


@dataclass(frozen=True, slots=True, eq=False)
class RecentPicture:
    """One moment's pictures, compressed."""

    views: tuple[tuple[int, bytes], ...]
    """Each camera's number and JPEG; the first is the one that the game was read in."""
    captured_s: float
    read: bool
    """Whether something new was read in it, so that it was no picture like the one before."""
    lines: int
    """So many lines had the record when it came."""

    @property
    def nbytes(self) -> int:
        """What all of it takes."""
        return sum(len(jpeg) for _, jpeg in self.views)

    @property
    def images(self) -> tuple[tuple[int, BgrImage], ...]:
        """Each camera's number and picture, unpacked anew."""
        import cv2
        import numpy

        return tuple(
            (camera, cast("BgrImage", cv2.imdecode(numpy.frombuffer(jpeg, numpy.uint8), cv2.IMREAD_COLOR)))
            for camera, jpeg in self.views
        )


@dataclass(frozen=True, slots=True, eq=False)
class RawMoment:
    """One moment's pictures as they came."""

    frame: Frame
    read: bool
    lines: int

    def packed(self, quality: int) -> RecentPicture:
        """The same, compressed."""
        frame = self.frame
        views = tuple((view.camera, _jpeg(view.image, quality)) for view in (frame, *frame.beside))
        return RecentPicture(views, frame.captured_s, self.read, self.lines)


class RecentPictures:
    """A ring of pictures: each that was read, the one before it and the two after it, and one in two seconds between.

    They are compressed while nothing new is read, one with each frame; a frame's picture is never written into by
    anybody, so until then it is kept as it is, without a copy.
    """

    def __init__(self, settings: RecentSettings | None = None) -> None:
        self._settings = settings or RecentSettings()
        self._kept: deque[RecentPicture] = deque()
        self._raw: deque[RawMoment] = deque()
        self._before: RawMoment | None = None
        self._confirming = 0
        self._bytes = 0
        self._newest_s = float("-inf")

    @property
    def kept(self) -> tuple[RecentPicture, ...]:
        """The pictures, the oldest first."""
        while self._raw:
            self._pack()
        return tuple(self._kept)

    @property
    def megabytes(self) -> float:
        """What the compressed ones take."""
        return self._bytes / 2**20

    def take(self, frame: Frame, *, read: bool, lines: int) -> None:
        """Look at a frame that has come, and keep what is worth it."""
        if self._settings.most_mb == 0:
            return
        moment = RawMoment(frame, read, lines)
        before, self._before = self._before, moment
        if read:
            self._confirming = self._settings.after_read
            if before is not None and before.frame.captured_s > self._newest_s:
                self._keep(before)
            self._keep(moment)
            return
        if self._raw:
            self._pack()
        if self._confirming:
            self._confirming -= 1
        elif frame.captured_s - self._newest_s < self._settings.every_s:
            return
        self._keep(moment)

    def _keep(self, moment: RawMoment) -> None:
        self._raw.append(moment)
        self._newest_s = moment.frame.captured_s
        if len(self._raw) > self._settings.most_raw:
            self._pack()

    def _pack(self) -> None:
        """Compress the picture that has waited longest, and let those go for which there is no room."""
        picture = self._raw.popleft().packed(self._settings.quality)
        self._kept.append(picture)
        self._bytes += picture.nbytes
        oldest_s = self._newest_s - self._settings.longest_s
        while self._kept and (self.megabytes > self._settings.most_mb or self._kept[0].captured_s < oldest_s):
            self._bytes -= self._kept.popleft().nbytes


def _jpeg(image: BgrImage, quality: int) -> bytes:
    import cv2

    colours = (cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444)
    well, encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality, *colours])
    if not well:
        raise BoardsightError("the camera's picture could not be encoded")
    return encoded.tobytes()
