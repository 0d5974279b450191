"""Several cameras over one table as one source: what they see at one moment belongs together; a lost one is told."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from live.sources.frames import Frame, FrameSource, Silence

GOES_ON = "The other camera goes on"
"""Behind why another one gives nothing."""


@dataclass(frozen=True, slots=True)
class GatheringSettings:
    """What counts as one moment."""

    gather_s: float = 0.08
    """The first picture waits so long for the others': two frames at 25 a second."""
    poll_s: float = 0.005
    """Between two looks at every camera."""


class SeveralCameras:
    """One frame a moment: the first camera that has a picture gives it, the others' lie `beside` it.

    Cameras give what they have newest; a camera that has none within `gather_s` is left out of the moment, and one
    that is gone, frozen or ended is told in `missing` while the others go on. Films and folders advance together, one
    frame each. The source ends when all have ended.
    """

    def __init__(
        self,
        sources: Sequence[FrameSource],
        *,
        settings: GatheringSettings | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = " and ".join(source.name for source in sources)
        self.views = sum(source.views for source in sources)
        self.live = any(source.live for source in sources)
        self.sources = tuple(sources)
        self._first = [sum(source.views for source in sources[:before]) for before in range(len(sources))]
        self._settings = settings or GatheringSettings()
        self._clock = clock
        self._number = 0
        self._gone: dict[int, str] = {}  # camera -> why it gives nothing now
        self._ended: set[int] = set()
        self._waiting: dict[int, Frame] = {}  # camera -> its picture of the moment that is being gathered
        self._since_s = 0.0

    def next(self, timeout_s: float) -> Frame | Silence | None:
        """The next moment; Silence while no camera gives anything; None when all have ended."""
        deadline_s = self._clock() + timeout_s
        late: Silence | None = None
        while True:
            for camera, source in enumerate(self.sources):
                if camera not in self._waiting and camera not in self._ended:
                    late = self._ask(camera, source) or late
            if len(self._ended) == len(self.sources) and not self._waiting:
                return None
            now_s = self._clock()
            missing = len(self.sources) - len(self._waiting) - len(self._ended) - len(self._gone)
            if self._waiting and (missing <= 0 or now_s - self._since_s >= self._settings.gather_s):
                return self._moment()
            if now_s >= deadline_s and not self._waiting:
                told = "; ".join(self._gone.values())
                return Silence(told or (late.message if late else ""), now_s, late=not told or late is not None)
            time.sleep(self._settings.poll_s)

    def close(self) -> None:
        """Let go of all."""
        for source in self.sources:
            source.close()

    def _ask(self, camera: int, source: FrameSource) -> Silence | None:
        """Take what a camera has; gives its silence where it is only late."""
        got = source.next(0.0 if source.live else self._settings.gather_s)
        if got is None:
            self._ended.add(camera)
            self._gone.pop(camera, None)
        elif isinstance(got, Frame):
            if not self._waiting:
                self._since_s = self._clock()
            self._gone.pop(camera, None)
            self._waiting[camera] = got
        elif got.late:
            return got
        else:
            self._gone[camera] = got.message
        return None

    def _moment(self) -> Frame:
        """What was gathered, as one frame."""
        first, *others = (
            replace(view, camera=self._first[source] + view.camera, beside=())
            for source, got in sorted(self._waiting.items())
            for view in (got, *got.beside)
        )
        self._number += 1
        told = [*self._gone.values(), *(got.missing for got in self._waiting.values() if got.missing)]
        self._waiting = {}
        told += [f"{self.sources[camera].name} has ended" for camera in sorted(self._ended)]
        missing = f"{'; '.join(told)}. {GOES_ON}" if told else ""
        return replace(first, number=self._number, beside=tuple(others), missing=missing)
