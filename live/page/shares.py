"""Something of which there is only so much for everybody, and so much for each address: streams, questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from typing import Any

from starlette.responses import JSONResponse, StreamingResponse
from starlette.types import Receive, Scope, Send

MOST_STREAMS = 600
"""Viewers at once; 500 of one page were measured (docs/reliability.md)."""
MOST_STREAMS_EACH = 50
"""Of one address: a hall's television computer with a window for each table."""


class NoShare(Exception):
    """There is no more of it; the message is for people."""


class Shares:
    """Counts who holds how much. Used by the web server's one thread."""

    def __init__(self, what: str, *, most: int, most_each: int) -> None:
        self._what, self._most, self._most_each = what, most, most_each
        self._held: Counter[str] = Counter()

    @contextmanager
    def taken(self, scope: MutableMapping[str, Any]) -> Iterator[None]:
        """One of it for the request's address while the context lasts. Raises NoShare."""
        address = neighbourhood((scope.get("client") or ("",))[0])
        if self._held[address] >= self._most_each:
            raise NoShare(f"too many {self._what} from your address; at most {self._most_each} at once")
        if self._held.total() >= self._most:
            raise NoShare(f"too many {self._what}; ask again later")
        self._held[address] += 1
        try:
            yield
        finally:
            self._held[address] -= 1
            self._held += Counter()  # forgets who holds nothing


class EventStream(StreamingResponse):
    """Server-sent events that hold one of the shares as long as they are sent."""

    def __init__(self, content: Any, shares: Shares) -> None:
        super().__init__(content, media_type="text/event-stream", headers={"cache-control": "no-store"})
        self._shares = shares

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events, or say that there is no room."""
        try:
            with self._shares.taken(scope):
                await super().__call__(scope, receive, send)
        except NoShare as refusal:
            await refused(refusal)(scope, receive, send)


def viewer_streams() -> Shares:
    """What one page's viewers share."""
    return Shares("viewers", most=MOST_STREAMS, most_each=MOST_STREAMS_EACH)


def refused(refusal: NoShare) -> JSONResponse:
    """The answer to who got none."""
    return JSONResponse({"error": str(refusal)}, 503, headers={"retry-after": "5"})


def neighbourhood(address: str) -> str:
    """Whoever may have made up an address has made up all of these: an IPv6 client owns its whole /64.

    >>> neighbourhood("2001:db8:1:2:aaaa::1"), neighbourhood("::ffff:192.0.2.7"), neighbourhood("192.0.2.7")
    ('2001:db8:1:2::', '192.0.2.7', '192.0.2.7')
    """
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    mapped = parsed.ipv4_mapped
    return str(mapped) if mapped is not None else str(IPv6Address(int(parsed) >> 64 << 64))
