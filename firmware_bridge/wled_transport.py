"""How JSON gets to a WLED and back: over USB serial, or over HTTP."""

from __future__ import annotations

import io
import json
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from firmware_bridge.conversation import NoAnswer, Patience, Port
from firmware_bridge.wled_answer import LARGEST_ANSWER, Json
from tabletop.addresses import address_name

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


@dataclass(frozen=True, slots=True)
class WledSettings:
    """How WLED is spoken with, in seconds."""

    start_s: float = 5.0  # an ESP that was reset by opening its port takes 1 to 3 s
    answer_s: float = 1.5  # state and info are about 2 KB: 0.2 s at 115200; a whole answer must be there by then
    between_s: float = 0.02  # between two objects: WLED drops a byte behind each
    busy_s: float = 0.1  # {"error":3}: somebody else has its buffer
    check_every: int = 10  # heartbeats between two looks at what it shows
    attempts: int = 4


class WledTransport(Protocol):
    """How JSON gets to a WLED and back. Everything raises OSError where it is gone."""

    def open(self) -> str:
        """Open; return where."""
        ...

    def post(self, told: Json) -> None:
        """Set a part of its state."""
        ...

    def fetch(self) -> bytes | None:
        """Return the answer to "how do you stand?", LARGEST_ANSWER at most, unread; None where none came in time."""
        ...

    def stop(self) -> None:
        """Wait for answers no longer than a farewell takes; called from the game's thread."""
        ...

    def close(self) -> None:
        """Close; again and again without harm."""
        ...


class WledSerial:
    """WLED on a serial port: one ASCII object a write, a line break behind it (WLED drops one byte there)."""

    def __init__(
        self,
        open_port: Callable[[], tuple[str, Port]],
        *,
        settings: WledSettings | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._open_port = open_port
        self._settings = settings or WledSettings()
        self._clock, self._sleep = clock, sleep
        self._patience = Patience(clock)
        self._port: Port | None = None

    def open(self) -> str:
        """Open the port."""
        name, self._port = self._open_port()
        return name

    def post(self, told: Json) -> None:
        """Write one object. Only ASCII: a byte B0 to B7 outside an object changes WLED's baud rate."""
        self._write(json.dumps(told, separators=(",", ":"), ensure_ascii=True))
        self._sleep(self._settings.between_s)

    def fetch(self) -> bytes | None:
        """Ask `{"v":true}` and read the line that answers."""
        self._write('{"v":true}')
        return self._answer()

    def stop(self) -> None:
        """Wait no longer than a farewell takes."""
        self._patience.hurry()

    def close(self) -> None:
        """Close the port."""
        if self._port is not None:
            self._port.close()
        self._port = None

    def _write(self, text: str) -> None:
        if self._port is None:
            raise NoAnswer("the port is closed")
        self._port.write(text.encode("ascii") + b"\n")

    def _answer(self) -> bytes | None:
        assert self._port is not None
        deadline_s = self._clock() + self._settings.answer_s
        line, room = b"", LARGEST_ANSWER
        while (left_s := self._patience.left_s(deadline_s)) > 0 and room > 0:
            self._port.timeout = left_s
            data = self._port.read(1) or b""
            self._port.timeout = 0
            data += self._port.read(min(room, max(1, self._port.in_waiting))) or b""
            room -= len(data)
            *lines, line = (line + data).split(b"\n")
            for one in lines:
                if one.lstrip().startswith((b'{"state"', b'{"error"')):
                    return one
        return None


class WledHttp:
    """WLED over HTTP: the same JSON to `/json/state`, read back from `/json/si`."""

    def __init__(
        self, host: str, *, settings: WledSettings | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._base = f"http://{host.strip('/')}"
        self._name = address_name(self._base)
        self._settings = settings or WledSettings()
        self._clock = clock
        self._patience = Patience(clock)

    def open(self) -> str:
        """Nothing stays open."""
        return self._name

    def post(self, told: Json) -> None:
        """POST one object; what it answers counts for nothing, `fetch` tells whether it was taken over."""
        self._exchange("POST", "/json/state", json.dumps(told).encode())

    def fetch(self) -> bytes | None:
        """GET state and info."""
        return self._exchange("GET", "/json/si", b"")

    def stop(self) -> None:
        """Wait no longer than a farewell takes."""
        self._patience.hurry()

    def close(self) -> None:
        """Nothing stays open."""

    def _exchange(self, method: str, path: str, body: bytes) -> bytes | None:
        """Return the answer's body; None where WLED is busy (503). Raises NoAnswer."""
        address = urlsplit(self._base)
        host = address.netloc.rpartition("@")[2]
        head = (
            f"{method} {address.path}{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        deadline_s = self._clock() + self._settings.answer_s
        try:
            there = (address.hostname or "", address.port or 80)
            with socket.create_connection(there, timeout=_left_s(deadline_s, self._patience)) as connected:
                connected.sendall(head.encode("ascii") + body)
                answer = HTTPResponse(_Answering(connected, deadline_s, self._patience))  # type: ignore[arg-type]  # only its `makefile` is called
                answer.begin()
                data = answer.read(LARGEST_ANSWER)
                if answer.read(1):
                    raise _TooMuch
        except (OSError, HTTPException, ValueError) as error:
            raise NoAnswer(f"{self._name} does not answer as a WLED does: {_why(error)}") from error
        if answer.status == 503:
            return None
        if answer.status != 200:
            raise NoAnswer(f"{self._name} does not answer as a WLED does: HTTP status {answer.status}")
        return data


class _TooMuch(ValueError):
    """More came than any WLED says."""


class _Answering(io.RawIOBase):
    """A socket's bytes as HTTPResponse reads them: until a deadline for all of them, and only so many."""

    def __init__(self, connected: socket.socket, deadline_s: float, patience: Patience) -> None:
        self._connected, self._deadline_s, self._patience = connected, deadline_s, patience
        self._room = 2 * LARGEST_ANSWER  # a body, and head and chunk marks

    def makefile(self, mode: str) -> io.BufferedReader:
        """The bytes, buffered."""
        return io.BufferedReader(self)

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Take what is there, waiting for something no longer than until the deadline."""
        if self._room <= 0:
            raise _TooMuch
        self._connected.settimeout(_left_s(self._deadline_s, self._patience))
        count = self._connected.recv_into(buffer)
        self._room -= count
        return count


def _left_s(deadline_s: float, patience: Patience) -> float:
    left_s = patience.left_s(deadline_s)
    if left_s <= 0:
        raise TimeoutError
    return left_s


def _why(error: Exception) -> str:
    """Half a sentence in our own words: what a stranger has sent is never repeated."""
    match error:
        case _TooMuch():
            return f"it says more than {LARGEST_ANSWER // 1024} KB"
        case TimeoutError():
            return "no whole answer came in time"
        case OSError():
            return error.strerror or "it is not to be reached"
        case _:
            return "that is no web server's answer"
