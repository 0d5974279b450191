"""Pictures on their way to the page: so many at once, each as fast as it must be, and who drips makes room."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, MutableMapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any

from live.page.shares import NoShare, neighbourhood


@dataclass(frozen=True, slots=True)
class UploadSettings:
    """How fast a picture must come, and how far it may fall behind that."""

    least_rate: float = 64_000.0
    """Bytes a second: 4 MB in a minute. Wireless networks carry fifty times more."""
    behind_s: float = 8.0
    """Whoever is further behind is given up: a phone looks for its network. What came too fast gives no more time."""
    dripping_s: float = 1.0
    """Whoever is further behind makes room where there is none."""


class TooSlow(Exception):
    """A picture is given up."""


@dataclass(slots=True, eq=False)
class Upload:
    """One picture on its way."""

    address: str
    settings: UploadSettings
    now_s: Callable[[], float] = field(default_factory=lambda: asyncio.get_running_loop().time)
    since_s: float = 0.0
    """Up to when all that must have come has come."""
    _until: asyncio.Timeout | None = None

    @asynccontextmanager
    async def awaited(self) -> AsyncIterator[None]:
        """While its bytes come. Raises TooSlow when they come too slowly, or others need the room."""
        self.since_s = self.now_s()
        try:
            async with asyncio.timeout_at(self.since_s + self.settings.behind_s) as self._until:
                yield
        except TimeoutError:
            raise TooSlow from None
        finally:
            self._until = None

    def came(self, count: int) -> None:
        """So many bytes more."""
        self.since_s = min(self.now_s(), self.since_s + count / self.settings.least_rate)
        if self._until is not None and not self._until.expired():
            self._until.reschedule(self.since_s + self.settings.behind_s)

    @property
    def behind_s(self) -> float:
        """How far it is behind; below 0 where it is whole, and waits to be read."""
        return -1.0 if self._until is None else self.now_s() - self.since_s

    def give_up(self) -> None:
        """Let whoever awaits it raise TooSlow."""
        if self._until is not None and not self._until.expired():
            self._until.reschedule(self.now_s())


class Uploads:
    """All pictures on their way. Used by the web server's one thread."""

    def __init__(self, what: str, *, most: int, most_each: int, settings: UploadSettings | None = None) -> None:
        self._what, self._most, self._most_each = what, most, most_each
        self._settings = settings or UploadSettings()
        self._held: set[Upload] = set()

    @contextmanager
    def taken(self, scope: MutableMapping[str, Any]) -> Iterator[Upload]:
        """One of them for the request's address while the context lasts. Raises NoShare."""
        new = Upload(neighbourhood((scope.get("client") or ("",))[0]), self._settings)
        each = Counter(one.address for one in self._held)
        same = [one for one in self._held if one.address == new.address]
        if len(same) >= self._most_each and not self._made_room(same, self._settings.dripping_s):
            raise NoShare(f"too many {self._what} from your address; at most {self._most_each} at once")
        if len(self._held) >= self._most and not self._made_room(list(self._held), self._settings.dripping_s):
            greedy = [one for one in self._held if each[one.address] > each[new.address] + 1]
            if not self._made_room(greedy, 0.0):
                raise NoShare(f"too many {self._what}; ask again later")
        self._held.add(new)
        try:
            yield new
        finally:
            self._held.discard(new)

    def _made_room(self, among: Sequence[Upload], behind_s: float) -> bool:
        """Give up the one that is furthest behind, where that is so far."""
        slowest = max(among, key=lambda one: one.behind_s, default=None)
        if slowest is None or slowest.behind_s < behind_s:
            return False
        slowest.give_up()
        self._held.discard(slowest)
        return True
