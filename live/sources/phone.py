"""A phone as the camera: each photograph that it sends stands still for a moment, then the next one is awaited."""

from __future__ import annotations

import threading
from collections import deque
from concurrent.futures import Future
from typing import TYPE_CHECKING

from live.sources.frames import Frame, Silence
from tabletop.errors import BoardsightError

if TYPE_CHECKING:
    from live.sources.frames import BgrImage

PHONE = "phone"
"""What people write behind `--camera`."""
STILL_FRAMES = 14
"""A photograph is shown so many times, since the loop decides nothing from one look."""
STEP_S = 0.25
"""And ages by so much from look to look: in all longer than any doubt lasts that no hand causes."""
ENDED = "the game has ended; begin another one for this photo"


class PhonePhotos:
    """Photographs from any thread, handed to the loop one after the other; none is left out."""

    live = False
    views = 1
    name = PHONE

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._waiting: deque[tuple[BgrImage, Future[None]]] = deque()
        self._shown: tuple[BgrImage, Future[None]] | None = None
        self._repeats = 0
        self._number = 0
        self._closed = False

    def show(self, image: BgrImage) -> Future[None]:
        """Let the loop see a photograph; done when it has seen enough of it."""
        seen: Future[None] = Future()
        with self._news:
            if self._closed:
                seen.set_exception(BoardsightError(ENDED))
            else:
                self._waiting.append((image, seen))
                self._news.notify_all()
        return seen

    def next(self, timeout_s: float) -> Frame | Silence | None:
        """The photograph once more, or the next one; Silence while none comes; None after `close`."""
        with self._news:
            if self._shown is not None and self._repeats == STILL_FRAMES:
                self._shown[1].set_result(None)
                self._shown = None
            if self._shown is None:
                self._news.wait_for(lambda: self._closed or self._waiting, timeout_s)
                if self._closed:
                    return None
                if not self._waiting:
                    return Silence("a photo from the phone is awaited", 0.0, late=True)
                self._shown, self._repeats = self._waiting.popleft(), 0
            fresh = self._repeats == 0
            self._repeats += 1
            self._number += 1
            return Frame(self._shown[0], self._number * STEP_S, self._number, fresh=fresh)

    def close(self) -> None:
        """Take no more; whoever still waits is told."""
        with self._news:
            self._closed = True
            left = [seen for _, seen in (*([self._shown] if self._shown else []), *self._waiting)]
            self._waiting.clear()
            self._shown = None
            self._news.notify_all()
        for seen in left:
            seen.set_exception(BoardsightError(ENDED))
