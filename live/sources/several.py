"""Several cameras over one table as one source: what they see at one moment belongs together; a lost one is told."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from live.sources.frames import Frame, FrameSource, Silence


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
        self.views = len(sources)
        self.live = any(source.live for source in sources)
        self._sources = list(sources)
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
            for camera, source in enumerate(self._sources):
                if camera not in self._waiting and camera not in self._ended:
                    late = self._ask(camera, source) or late
            if len(self._ended) == len(self._sources) and not self._waiting:
                return None
            now_s = self._clock()
            missing = len(self._sources) - len(self._waiting) - len(self._ended) - len(self._gone)
            if self._waiting and (missing <= 0 or now_s - self._since_s >= self._settings.gather_s):
                return self._moment()
            if now_s >= deadline_s and not self._waiting:
                told = "; ".join(self._gone.values())
                return Silence(told or (late.message if late else ""), now_s, late=not told or late is not None)
            time.sleep(self._settings.poll_s)

    def close(self) -> None:
        """Let go of all."""
        for source in self._sources:
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
            self._waiting[camera] = replace(got, camera=camera)
        elif got.late:
            return got
        else:
            self._gone[camera] = got.message
        return None

    def _moment(self) -> Frame:
        """What was gathered, as one frame."""
        first, *others = (self._waiting[camera] for camera in sorted(self._waiting))
        self._waiting = {}
        self._number += 1
        told = list(self._gone.values())
        told += [f"{self._sources[camera].name} has ended" for camera in sorted(self._ended)]
        missing = f"{'; '.join(told)}. The other camera goes on" if told else ""
        return replace(first, number=self._number, beside=tuple(others), missing=missing)
