"""Connections to the page, so that nobody who holds them locks others out: half requests, sleepers, one with hundreds.

uvicorn itself waits for a request's head for ever and takes nothing back from whoever has it.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from live.page.guard import is_photo
from live.page.shares import neighbourhood


@dataclass(frozen=True, slots=True)
class ConnectionSettings:
    """How long and how many, of all and of one address."""

    request_s: float = 10.0
    """A request is whole by then, head and body: 64 KB at 7 KB/s."""
    photo_s: float = 60.0
    """A request that brings a photograph is whole by then: 12 MB at 0.2 MB/s."""
    taking_s: float = 60.0
    """Whoever takes nothing of what is sent for so long has gone: a phone asleep, a browser stopped."""
    most: int = 800
    """At once; with the game's own files that stays below 1024, beyond which `select` of the serial ports fails."""
    most_idle_each: int = 64
    """Connections of one address without a whole request; a browser opens six."""


class PatientConnection(H11Protocol):
    """One connection: it has a time for each request, and who is idle makes room for who comes."""

    settings = ConnectionSettings()

    def __init__(self, *words: Any, **named: Any) -> None:
        super().__init__(*words, **named)
        self.address = ""
        self.since_s = 0.0
        self._request_late: asyncio.TimerHandle | None = None
        self._patient = False  # a photograph has got more time
        self._taking_late: asyncio.TimerHandle | None = None

    @property
    def idle(self) -> bool:
        """No whole request has come that is not answered yet."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    @property
    def brings_photo(self) -> bool:
        """A photograph is on its way."""
        if self.cycle is None or not self.cycle.more_body:
            return False
        return is_photo(self.cycle.scope["method"], self.cycle.scope["path"])

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Make room, and wait for a request."""
        super().connection_made(transport)
        self.address = neighbourhood(self.client[0] if self.client else "")
        self.since_s = self.loop.time()
        self._make_room()
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is awaited any more."""
        self._request_late = _stopped(self._request_late)
        self._taking_late = _stopped(self._taking_late)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A piece of a request: the time is for all of it."""
        super().data_received(data)
        if self._request_late is not None and not self._patient and self.brings_photo:
            self._request_late = _stopped(self._request_late)
            self._patient = True
            self._request_late = self.loop.call_later(self.settings.photo_s, self.transport.abort)
        self._await_request()

    def on_response_complete(self) -> None:
        """Answered: from here uvicorn's own time for the next request runs, or ours where that has begun already."""
        self._request_late = _stopped(self._request_late)
        self._patient = False
        super().on_response_complete()
        if self.conn.trailing_data[0]:
            self._await_request()

    def pause_writing(self) -> None:
        """What is sent is not taken."""
        super().pause_writing()
        self._taking_late = _stopped(self._taking_late)
        self._taking_late = self.loop.call_later(self.settings.taking_s, self.transport.abort)

    def resume_writing(self) -> None:
        """It is taken again."""
        self._taking_late = _stopped(self._taking_late)
        super().resume_writing()

    def _await_request(self) -> None:
        if not self.idle:
            self._request_late = _stopped(self._request_late)
        elif self._request_late is None:
            self._request_late = self.loop.call_later(self.settings.request_s, self.transport.abort)

    def _make_room(self) -> None:
        """Give up the oldest idle connection of an address with too many, or of all where there are too many."""
        others = [one for one in self.connections if isinstance(one, PatientConnection) and one is not self]
        idle = sorted((one for one in others if one.idle), key=lambda one: one.since_s)
        same = [one for one in idle if one.address == self.address]
        if len(same) >= self.settings.most_idle_each:
            same[0].transport.abort()
        elif len(others) >= self.settings.most:
            (idle[0] if idle else self).transport.abort()


def connections_with(settings: ConnectionSettings) -> type[PatientConnection]:
    """The class of connections that uvicorn makes, with other settings."""
    return type("Connection", (PatientConnection,), {"settings": settings})


def _stopped(timer: asyncio.TimerHandle | None) -> asyncio.TimerHandle | None:
    """Stop a timer; there is none from then on."""
    if timer is not None:
        timer.cancel()
    return None
