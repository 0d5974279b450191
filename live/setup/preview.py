"""What a camera sees while the table is set up: its picture, the game that lies there, and who has a seat."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from typing import Any

from live.page.pictures import PictureSettings, picture_jpeg
from live.sources import Frame, FrameSource, Silence, open_source
from live.sources.frames import BgrImage
from live.table.aiming import aim_of
from tabletop.errors import NoCamera
from tabletop.gamefile import CUSTOM, load_game
from vision import detect_game, read_image

FIRST_PICTURE_S = 20.0
"""A webcam's first picture is there by then, and the virtual table is laid, on a busy machine too."""
POLL_S = 0.25


class Preview:
    """Keeps one camera open and looks through it when asked; from any thread, one after the other."""

    def __init__(self, *, opener: Callable[[str], FrameSource] = open_source) -> None:
        self._opener = opener
        self._lock = threading.Lock()
        self._words: str | None = None
        self._source: FrameSource | None = None
        self._picture: tuple[str, bytes] | None = None

    def look(self, words: str) -> dict[str, Any]:
        """What the camera that `words` mean sees now. Raises NoCamera or UnreadableInput with one sentence."""
        with self._lock:
            return self._seen(self._frame(self._opened(words)).image)

    @property
    def words(self) -> str | None:
        """The camera that is open."""
        return self._words

    def frame(self, words: str) -> Frame:
        """The camera's newest picture as it is, for who looks for more than the game. Raises as `look` does."""
        with self._lock:
            return self._frame(self._opened(words))

    def look_at(self, image: BgrImage) -> dict[str, Any]:
        """The same for a photograph."""
        with self._lock:
            return self._seen(image)

    def picture(self, name: str) -> bytes | None:
        """The picture of the last look, by its name."""
        with self._lock:
            return self._picture[1] if self._picture is not None and self._picture[0] == name else None

    def close(self) -> None:
        """Let go of the camera, which the game needs."""
        with self._lock:
            self._let_go()

    def _opened(self, words: str) -> FrameSource:
        """The camera that `words` mean, opened now where another was open."""
        source = self._source
        if source is None or words != self._words:
            self._let_go()
            source = self._opener(words)
            self._source, self._words = source, words
        return source

    def _let_go(self) -> None:
        if self._source is not None:
            self._source.close()
        self._source = self._words = None

    def _frame(self, source: FrameSource) -> Frame:
        """The newest picture; NoCamera where none comes."""
        deadline_s, reason = time.monotonic() + FIRST_PICTURE_S, "no picture comes from it"
        while time.monotonic() < deadline_s:
            got = source.next(POLL_S)
            if isinstance(got, Frame):
                return got
            if got is None:
                break
            reason = got.message if isinstance(got, Silence) else reason
        name = source.name
        self._let_go()
        raise NoCamera(f"{name}: {reason}; choose another camera, or plug it in again")

    def _seen(self, image: BgrImage) -> dict[str, Any]:
        shown = detect_game(image)
        told: dict[str, Any] = {"game": None, "seats": 0, "options": {}, "aiming": None, "message": ""}
        told["own"] = shown == CUSTOM
        sight = None
        if shown == CUSTOM:
            told["message"] = "the codes are those of a game of your own; give its file"
        elif shown is None:
            told["message"] = "no printed code is seen yet; lay the game in sight, or choose it"
        else:
            sight = read_image(image, load_game(shown))
            position = sight.reading.position
            sheets = () if sight.table is None else sight.table.sheets
            owned = {sheet.part.number for sheet in sheets if sheet.part.kind in ("mat", "board")}
            told |= {"game": shown, "seats": len(owned - {None}), "aiming": aim_of(image, sight).to_json()}
            if position is not None:
                told["options"] = {name: str(value) for name, value in position.options.items()}
            elif sight.reading.problems:
                told["message"] = sight.reading.problems[0].message
        if sight is not None and sight.reading.position is None:
            sight = None
        self._picture = (secrets.token_urlsafe(9), picture_jpeg(image, sight, None, PictureSettings()))
        return {**told, "picture": f"/api/v1/setup/pictures/{self._picture[0]}"}
