"""Photographs that people send to the page: unpacked, read one after the other beside the game, answered."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from live.page.pictures import PictureSettings, picture_jpeg
from live.sources.frames import BgrImage
from live.table.photograph import ReadPhotograph
from tabletop.errors import UnreadableInput, UsageError
from vision.pixels.images import decode_image, reduction_of

MOST_WAITING = 12
"""More photographs than this wait to be read: ten phones at once, and somebody who is hammering."""
KEPT = 24
"""Answers that are kept, with their pictures: a phone that lost the connection asks for its own once more."""
YOUR_PHOTO = "your photo"
LEAST_PX = 4000
"""A JPEG of twice as many pixels a side or more is unpacked at half of them: the game's own pictures need room, too."""


class PhotoDesk:
    """Takes photographs from any thread; `read` is called in the desk's own one, for one photograph after the other."""

    def __init__(self, read: Callable[[BgrImage], ReadPhotograph], *, settings: PictureSettings | None = None) -> None:
        self._read = read
        self._settings = settings or PictureSettings()
        self._hand = ThreadPoolExecutor(1, thread_name_prefix="photos")
        self._lock = threading.Lock()
        self._answers: OrderedDict[str, Future[Mapping[str, Any]]] = OrderedDict()
        self._pictures: OrderedDict[str, bytes] = OrderedDict()

    def take(self, data: bytes, called: str | None = None) -> Future[Mapping[str, Any]]:
        """Read a picture file; the future brings the answer, or UnreadableInput with one sentence.

        What is sent twice under one name (`called`) is read once. UsageError where too many wait.
        """
        name = called or secrets.token_urlsafe(12)
        with self._lock:
            known = self._answers.get(name)
            if known is not None:
                return known
            if sum(not answer.done() for answer in self._answers.values()) >= MOST_WAITING:
                raise UsageError("too many photos are waiting to be read; send yours again in a moment")
            answer = self._hand.submit(self._answer, name, data)
            self._answers[name] = answer
            while len(self._answers) > KEPT and next(iter(self._answers.values())).done():
                self._answers.popitem(last=False)
        return answer

    def picture(self, name: str) -> bytes | None:
        """A photograph with what was read drawn on it, as a JPEG; None where it is not kept any more."""
        with self._lock:
            return self._pictures.get(name)

    def close(self) -> None:
        """Read no more; what waits is cancelled."""
        self._hand.shutdown(wait=False, cancel_futures=True)

    def _answer(self, name: str, data: bytes) -> Mapping[str, Any]:
        """In the desk's thread: one photograph."""
        photograph = self._read(decode_image(data, YOUR_PHOTO, reduction_of(data, LEAST_PX)))
        if photograph.score is None:
            reason = photograph.problems[0].message if photograph.problems else "no board is seen"
            raise UnreadableInput(reason)
        sight = photograph.sight
        jpeg = picture_jpeg(photograph.image, sight, sight, self._settings)
        with self._lock:
            self._pictures[name] = jpeg
            while len(self._pictures) > KEPT:
                self._pictures.popitem(last=False)
        return {**photograph.to_json(), "picture": f"/api/v1/photos/{name}"}
