"""The driver of WLED, over USB serial or HTTP: nothing to flash, every state confirmed."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from firmware_bridge.conversation import NoAnswer, Port
from firmware_bridge.display import DisplayStatus
from firmware_bridge.layout import Arranged, Layout
from firmware_bridge.link import DisplayRefused
from firmware_bridge.state import MOST_PLAYERS, Animation, Button
from firmware_bridge.wled_view import Json, WledInfo, difference, effect_objects, objects, wled_info


@dataclass(frozen=True, slots=True)
class WledSettings:
    """How WLED is spoken with, in seconds."""

    start_s: float = 5.0  # an ESP that was reset by opening its port takes 1 to 3 s
    answer_s: float = 1.5  # state and info are about 2 KB: 0.2 s at 115200
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

    def fetch(self) -> Json | None:
        """Return `{"state": …, "info": …}`; None where no usable answer came in time."""
        ...

    def close(self) -> None:
        """Close; again and again without harm."""
        ...


class WledDriver:
    """Shows a game on a WLED: one segment a player."""

    def __init__(
        self,
        transport: WledTransport,
        layout: Layout,
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
        """As many as it has segments."""
        most = self._info.most_segments if self._info else MOST_PLAYERS
        return min(MOST_PLAYERS, most)

    def connect(self) -> str:
        """Open, and ask until it tells about itself."""
        self._port = self._transport.open()
        deadline_s = self._clock() + self._settings.start_s
        answer = self._transport.fetch()
        while answer is None:
            if self._clock() >= deadline_s or self._stopping:
                raise NoAnswer(f"{self._port}: no WLED answers; is it on, and is its serial port not used for LEDs?")
            self._sleep(self._settings.busy_s)
            answer = self._transport.fetch()
        try:
            self._info = wled_info(answer.get("info", {}))
        except ValueError as error:
            raise DisplayRefused(f"{self._port}: {error}") from error
        self._segments = len(answer.get("state", {}).get("seg", []))
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
        answer = self._transport.fetch()
        if answer is None:
            raise NoAnswer(f"{self._port}: WLED no longer answers")
        if difference(self._told, answer.get("state", {})):
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

    def close(self) -> None:
        """Give the port back."""
        self._transport.close()

    def _tell(self, wanted: list[Json]) -> None:
        wrong = "no answer"
        for attempt in range(self._settings.attempts):
            for one in wanted:
                self._post(one)
            self._resent += len(wanted) if attempt else 0
            answer = self._transport.fetch()
            if answer is None:
                self._sleep(self._settings.busy_s)
                continue
            wrong = difference(wanted, answer.get("state", {}))
            if not wrong:
                return
        raise NoAnswer(f"{self._port}: WLED does not show what it is told: {wrong}")

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
        self._port: Port | None = None

    def open(self) -> str:
        """Open the port."""
        name, self._port = self._open_port()
        return name

    def post(self, told: Json) -> None:
        """Write one object. Only ASCII: a byte B0 to B7 outside an object changes WLED's baud rate."""
        self._write(json.dumps(told, separators=(",", ":"), ensure_ascii=True))
        self._sleep(self._settings.between_s)

    def fetch(self) -> Json | None:
        """Ask `{"v":true}` and read the line that answers, again while WLED is busy."""
        for _ in range(self._settings.attempts):
            self._write('{"v":true}')
            answer = self._answer()
            if answer is None or "error" not in answer:
                return answer
            self._sleep(self._settings.busy_s)
        return None

    def close(self) -> None:
        """Close the port."""
        if self._port is not None:
            self._port.close()
        self._port = None

    def _write(self, text: str) -> None:
        if self._port is None:
            raise NoAnswer("the port is closed")
        self._port.write(text.encode("ascii") + b"\n")

    def _answer(self) -> Json | None:
        assert self._port is not None
        deadline_s = self._clock() + self._settings.answer_s
        data = b""
        while (left_s := deadline_s - self._clock()) > 0:
            self._port.timeout = left_s
            data += self._port.read(1) or b""
            self._port.timeout = 0
            data += self._port.read(max(1, self._port.in_waiting)) or b""
            *lines, data = data.split(b"\n")
            for line in lines:
                if line.lstrip().startswith((b'{"state"', b'{"error"')):
                    try:
                        found: Json = json.loads(line)
                    except ValueError:
                        return None  # damaged on the way: asked again
                    return found
        return None


class WledHttp:
    """WLED over HTTP: the same JSON to `/json/state`, read back from `/json/si`."""

    def __init__(self, host: str, *, settings: WledSettings | None = None) -> None:
        self._base = f"http://{host.strip('/')}"
        self._settings = settings or WledSettings()

    def open(self) -> str:
        """Nothing stays open."""
        return self._base

    def post(self, told: Json) -> None:
        """POST one object."""
        self._ask("/json/state", json.dumps(told).encode())

    def fetch(self) -> Json | None:
        """GET state and info."""
        answer = self._ask("/json/si", None)
        return None if "error" in answer else answer

    def close(self) -> None:
        """Nothing stays open."""

    def _ask(self, path: str, body: bytes | None) -> Json:
        from http.client import HTTPException
        from urllib.request import Request, urlopen

        request = Request(self._base + path, body, {"Content-Type": "application/json"})
        try:
            with urlopen(request, timeout=self._settings.answer_s) as response:
                found: Json = json.loads(response.read())
        except (OSError, HTTPException, ValueError) as error:
            raise NoAnswer(f"{self._base} does not answer as a WLED does: {error}") from error
        return found
