"""The page's desk for reports of a trouble: makes one when it is asked for, and holds it until it is fetched."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class MadeReport:
    """A report that is ready to be looked at and saved."""

    name: str
    """The file's name."""
    data: bytes
    words: tuple[str, ...]
    """What is in it, line by line."""
    pictures: tuple[bytes, ...]
    """A few of its pictures as JPEG, small: so that people see what they send."""
    without_game: int = 0
    """So many pictures in which no game is seen are not in it: they would show the room."""


class ReportDesk:
    """Makes one report at a time; the newest is held."""

    def __init__(self, make: Callable[[bool], MadeReport]) -> None:
        self._make = make
        self._making = threading.Lock()
        self.newest: MadeReport | None = None

    def made(self, *, whole: bool) -> dict[str, Any]:
        """Make a report, and say what is in it; `whole` with pictures without a game. Raises what making it raises."""
        with self._making:
            self.newest = self._make(whole)
            return {
                "name": self.newest.name,
                "bytes": len(self.newest.data),
                "words": list(self.newest.words),
                "pictures": len(self.newest.pictures),
                "without_game": self.newest.without_game,
            }
