"""Pictures on their way to the page: so many at once, each as fast as it must be, and who drips makes room."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, MutableMapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any

from live.page.shares import NoShare, neighbourhood


@dataclass(frozen=True, slots=True)
class UploadSettings:
    """How fast, in bytes a second, and after how long it matters."""

    least_rate: float = 32_000.0
    """Whoever is slower on the whole is given up: 4 MB in two minutes. Wireless networks carry a hundred times more."""
    grace_s: float = 8.0
    """So much later than that it may be: a phone looks for its network."""
    dripping_rate: float = 64_000.0
    """Whoever is slower makes room where there is none ..."""
    dripping_s: float = 1.0
    """... from so long after its beginning on."""


class TooSlow(Exception):
    """A picture is given up."""


@dataclass(slots=True, eq=False)
class Upload:
    """One picture on its way."""

    address: str
    settings: UploadSettings
    since_s: float = field(default_factory=lambda: asyncio.get_running_loop().time())
    received: int = 0
    _until: asyncio.Timeout | None = None

    @asynccontextmanager
    async def awaited(self) -> AsyncIterator[None]:
        """While its bytes come. Raises TooSlow when they come too slowly, or others need the room."""
        try:
            async with asyncio.timeout_at(self.since_s + self.settings.grace_s) as self._until:
                yield
        except TimeoutError:
            raise TooSlow from None
        finally:
            self._until = None

    def came(self, count: int) -> None:
        """So many bytes more."""
        self.received += count
        if self._until is not None and not self._until.expired():
            self._until.reschedule(self.since_s + self.settings.grace_s + self.received / self.settings.least_rate)

    def rate(self, now_s: float) -> float:
        """Bytes a second so far; infinite where it is whole, or too young to tell."""
        age_s = now_s - self.since_s
        return self.received / age_s if self._until is not None and age_s >= self.settings.dripping_s else float("inf")

    def give_up(self, now_s: float) -> None:
        """Let whoever awaits it raise TooSlow."""
        if self._until is not None and not self._until.expired():
            self._until.reschedule(now_s)


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
        same = {one for one in self._held if one.address == new.address}
        if len(same) >= self._most_each and not self._made_room(same, new.since_s):
            raise NoShare(f"too many {self._what} from your address; at most {self._most_each} at once")
        if len(self._held) >= self._most and not self._made_room(self._held, new.since_s):
            raise NoShare(f"too many {self._what}; ask again later")
        self._held.add(new)
        try:
            yield new
        finally:
            self._held.discard(new)

    def _made_room(self, among: set[Upload], now_s: float) -> bool:
        """Give up the slowest of some, where that one drips."""
        slowest = min(among, key=lambda one: one.rate(now_s))
        if slowest.rate(now_s) >= self._settings.dripping_rate:
            return False
        slowest.give_up(now_s)
        self._held.discard(slowest)
        return True
