"""The driver of WLED, over USB serial or HTTP: nothing to flash, every state confirmed."""

from __future__ import annotations

import io
import json
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from http.client import HTTPException, HTTPResponse
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from firmware_bridge.conversation import NoAnswer, Patience, Port
from firmware_bridge.display import DisplayStatus
from firmware_bridge.layout import Arranged, DisplayLayout
from firmware_bridge.link import DisplayRefused
from firmware_bridge.state import MOST_PLAYERS, Animation, Button
from firmware_bridge.wled_answer import LARGEST_ANSWER, Json, WledAnswer, WledBusy, WledInfo, wled_answer
from firmware_bridge.wled_view import difference, effect_objects, objects

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


_SILENT = "no answer"


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


class WledDriver:
    """Shows a game on a WLED: one segment a player."""

    def __init__(
        self,
        transport: WledTransport,
        layout: DisplayLayout,
        *,
        settings: WledSettings | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._transport = transport
        self._layout = layout
        self._settings = settings or WledSettings()
        self._clock, self._sleep = clock, sleep
        self._info: WledInfo | None = None
        self._port = ""
        self._told: list[Json] = []
        self._arranged: Arranged | None = None
        self._segments = 0
        self._effect_end_s: float | None = None
        self._beats = 0
        self._sent = self._resent = 0
        self._stopping = False

    @property
    def slots(self) -> int:
        """As many as it has segments, and one lamp for each."""
        return min(MOST_PLAYERS, self._info.most_segments, self._info.width) if self._info else MOST_PLAYERS

    def connect(self) -> str:
        """Open, and ask until it tells about itself."""
        self._port = self._transport.open()
        deadline_s = self._clock() + self._settings.start_s
        wrong = ""
        for _ in range(self._settings.attempts):
            try:
                answer = self._first_answer(deadline_s)
            except ValueError as error:  # damaged on the way, or somebody else's: asked again
                wrong = str(error)
                self._sleep(self._settings.busy_s)
            else:
                break
        else:
            raise DisplayRefused(f"{self._port}: {wrong}")
        self._info = answer.info
        self._segments = len(answer.state["seg"])
        self._told, self._arranged, self._effect_end_s = [], None, None
        return f"{self._info.name} (WLED {self._info.version}, {self._info.leds} LEDs)"

    def show(self, arranged: Arranged) -> None:
        """Tell it the state and ask whether it has taken everything over; again where it has not."""
        assert self._info is not None
        wanted = objects(arranged, self._layout, self._info, segments_before=self._segments)
        self._arranged = arranged
        if wanted == self._told and self._effect_end_s is None:
            return  # only `quiet` has changed
        self._effect_end_s = None
        self._tell(wanted)
        self._told = wanted
        self._segments = max(1, len(arranged.state.players))

    def animate(self, animation: Animation, slot: int, duration_ms: int) -> None:
        """Begin an effect; `poll` brings the scores back when its time is over."""
        if self._arranged is None or self._info is None:
            return
        effect = self._layout.effects[animation]
        for one in effect_objects(animation, slot, effect, self._arranged, self._layout, self._info):
            self._post(one)
        self._effect_end_s = self._clock() + duration_ms / 1000

    def heartbeat(self) -> None:
        """Every tenth time, look whether it still shows what it should; put it right where not."""
        self._beats += 1
        if self._beats % self._settings.check_every or self._effect_end_s is not None or not self._told:
            return
        wrong = self._wrong(self._told)
        if wrong == _SILENT:
            raise NoAnswer(f"{self._port}: WLED no longer answers")
        if wrong:
            self._tell(self._told)

    def poll(self, timeout_s: float) -> list[Button]:
        """End effects; WLED has no buttons for us."""
        if self._effect_end_s is not None and self._clock() >= self._effect_end_s:
            self._effect_end_s = None
            self._tell(self._told)
        self._sleep(timeout_s)
        return []

    def describe(self, status: DisplayStatus) -> DisplayStatus:
        """Fill in where it is and what was sent."""
        return replace(status, port=self._port, sent=self._sent, resent=self._resent)

    def darken(self) -> None:
        """Switch the light off."""
        self._tell([{"on": False}])

    def stop(self) -> None:
        """Give up waiting for it to start."""
        self._stopping = True
        self._transport.stop()

    def close(self) -> None:
        """Give the port back."""
        self._transport.close()

    def _first_answer(self, deadline_s: float) -> WledAnswer:
        """Ask until something answers. Raises NoAnswer, and ValueError where that is no WLED."""
        while (answer := self._ask()) is None:
            if self._clock() >= deadline_s or self._stopping:
                raise NoAnswer(f"{self._port}: no WLED answers; is it on, and is its serial port not used for LEDs?")
            self._sleep(self._settings.busy_s)
        return answer

    def _ask(self) -> WledAnswer | None:
        """How it stands; None where it does not answer or is busy. Raises ValueError where that is no WLED."""
        for _ in range(self._settings.attempts):
            data = self._transport.fetch()
            try:
                return None if data is None else wled_answer(data)
            except WledBusy:
                self._sleep(self._settings.busy_s)
        return None

    def _tell(self, wanted: list[Json]) -> None:
        for attempt in range(self._settings.attempts):
            for one in wanted:
                self._post(one)
            self._resent += len(wanted) if attempt else 0
            wrong = self._wrong(wanted)
            if not wrong:
                return
            self._sleep(self._settings.busy_s)
        raise NoAnswer(f"{self._port}: WLED does not show what it is told: {wrong}")

    def _wrong(self, wanted: list[Json]) -> str:
        """What it shows otherwise than wanted, or why that can't be told; an empty text where nothing."""
        try:
            answer = self._ask()
        except ValueError as error:
            return str(error)
        return _SILENT if answer is None else difference(wanted, answer.state)

    def _post(self, told: Json) -> None:
        self._transport.post(told)
        self._sent += 1


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
        self,
        host: str,
        *,
        settings: WledSettings | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._base = f"http://{host.strip('/')}"
        self._settings = settings or WledSettings()
        self._clock = clock
        self._patience = Patience(clock)

    def open(self) -> str:
        """Nothing stays open."""
        return self._base

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
        head = (
            f"{method} {address.path}{path} HTTP/1.1\r\nHost: {address.netloc}\r\nConnection: close\r\n"
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
            raise NoAnswer(f"{self._base} does not answer as a WLED does: {_why(error)}") from error
        if answer.status == 503:
            return None
        if answer.status != 200:
            raise NoAnswer(f"{self._base} does not answer as a WLED does: HTTP status {answer.status}")
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
