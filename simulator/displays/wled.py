"""A fake WLED, from the facts in its source (`wled_serial.cpp`, JSON API): on a serial line and over HTTP.

It has WLED's pitfalls: the first byte decides what is meant; bytes B0 to B7 change the baud rate; an object
whose bytes pause for 100 ms is dropped without a word; the byte behind an object is thrown away; it answers
only to `"v":true`, and `{"error":3}` while its buffer is taken.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from simulator.displays.ends import DeviceEnd, PtyEnd, SocketEnd, has_ptys

JsonObject = dict[str, Any]
BAUDS = {0xB0 + index: baud for index, baud in enumerate(
    (115200, 230400, 460800, 500000, 576000, 921600, 1000000, 1500000)
)}  # fmt: skip
TIMEOUT_S = 0.1
_DEFAULT_SEGMENT = {"n": "", "on": True, "bri": 255, "col": [[255, 160, 0], [0, 0, 0], [0, 0, 0]],
                    "fx": 0, "sx": 128, "ix": 128, "pal": 0}  # fmt: skip


@dataclass(frozen=True, slots=True)
class WledTraits:
    """What the fake is: how many lamps, in a matrix of which width and height (height 1: a strip)."""

    leds: int = 60
    width: int = 60
    height: int = 1
    most_segments: int = 16
    name: str = "WLED"
    version: str = "0.15.0"


class WledState:
    """WLED's state object, and what setting it does."""

    def __init__(self, traits: WledTraits | None = None) -> None:
        self.traits = traits or WledTraits()
        self.on, self.bri = True, 128
        self.seg: dict[int, JsonObject] = {}
        self._set_segment({"id": 0, "start": 0, "stop": self.traits.width, **self._rows(0, self.traits.height)})

    def set(self, told: JsonObject) -> None:
        """Take over what is told, as `deserializeState` does; unknown keys are ignored."""
        self.on = bool(told.get("on", self.on))
        self.bri = told.get("bri", self.bri)
        told_segments = told.get("seg", [])
        for one in told_segments if isinstance(told_segments, list) else [told_segments]:
            self._set_segment(one)

    def state(self) -> JsonObject:
        """Return the `state` object."""
        return {"on": self.on, "bri": self.bri, "transition": 7, "seg": [self.seg[one] for one in sorted(self.seg)]}

    def info(self) -> JsonObject:
        """Return the `info` object."""
        traits = self.traits
        leds: JsonObject = {"count": traits.leds, "maxseg": traits.most_segments}
        if traits.height > 1:
            leds["matrix"] = {"w": traits.width, "h": traits.height}
        return {"ver": traits.version, "leds": leds, "name": traits.name}

    def _rows(self, top: int, bottom: int) -> JsonObject:
        return {"startY": top, "stopY": bottom} if self.traits.height > 1 else {}

    def _set_segment(self, told: JsonObject) -> None:
        number = told.get("id", 0)
        if number >= self.traits.most_segments:
            return
        if told.get("stop", 1) == 0:
            self.seg.pop(number, None)
            return
        segment = self.seg.setdefault(number, {"id": number, "start": 0, "stop": 0, **_DEFAULT_SEGMENT})
        for key, value in told.items():
            if key == "col":
                value = [[*colour[:3]] for colour in value] + segment["col"][len(value) :]
            segment[key] = value
        if segment["stop"] > self.traits.width:
            segment["stop"] = self.traits.width


class WledOnSerial:
    """WLED's serial handler: bytes and the time in, bytes out."""

    def __init__(self, state: WledState) -> None:
        self.state = state
        self.baud = 115200
        self.busy = 0  # so many objects meet a taken buffer
        self.deaf_s = 0.0  # until then it boots
        self.lamps: list[tuple[int, int, int]] = []  # as Adalight has set them
        self.dropped = 0
        self._buffer = bytearray()
        self._last_s = 0.0

    def receive(self, data: bytes, now_s: float) -> bytes:
        """Take bytes; return the answers. Call it without bytes to let time pass."""
        if now_s < self.deaf_s or self.baud != 115200:
            return b""
        if self._buffer and now_s - self._last_s > TIMEOUT_S:
            self.dropped += 1
            self._buffer.clear()
        if data:
            self._last_s = now_s
        self._buffer += data
        sent = b""
        while self._buffer:
            answer = self._step()
            if answer is None:
                break
            sent += answer
        return sent

    def _step(self) -> bytes | None:
        """Take one thing from the buffer; None where it is not whole yet."""
        first = self._buffer[0]
        if first == ord("{"):
            return self._object()
        if first == ord("A"):
            return self._adalight()
        del self._buffer[0]
        if first in BAUDS:
            self.baud = BAUDS[first]
            if self.baud != 115200:
                self._buffer.clear()
                return f"Baud is now {self.baud}\r\n".encode()
        if first == ord("v"):
            return f"WLED {self.state.traits.version}\r\n".encode()
        return b""

    def _object(self) -> bytes | None:
        length = _object_length(self._buffer)
        if length is None:
            return None
        text = bytes(self._buffer[:length])
        del self._buffer[: length + 1]  # and the byte behind it
        try:
            told = json.loads(text)
        except ValueError:
            self.dropped += 1
            return b""
        if self.busy > 0:
            self.busy -= 1
            return b'{"error":3}\r\n'
        self.state.set(told)
        if told.get("v") is not True:
            return b""
        return json.dumps({"state": self.state.state(), "info": self.state.info()}).encode() + b"\r\n"

    def _adalight(self) -> bytes | None:
        if len(self._buffer) < 6:
            return None
        header = bytes(self._buffer[:6])
        if header[:3] != b"Ada" or header[3] ^ header[4] ^ 0x55 != header[5]:
            del self._buffer[0]
            return b""
        end = 6 + 3 * (header[3] * 256 + header[4] + 1)
        if len(self._buffer) < end:
            return None
        lamps = bytes(self._buffer[6:end])
        self.lamps = [(lamps[at], lamps[at + 1], lamps[at + 2]) for at in range(0, len(lamps), 3)]
        del self._buffer[:end]
        return b""


def _object_length(data: bytearray) -> int | None:
    depth, in_text, escaped = 0, False, False
    for index, byte in enumerate(data):
        if escaped:
            escaped = False
        elif in_text:
            in_text, escaped = byte != ord('"'), byte == ord("\\")
        elif byte == ord('"'):
            in_text = True
        elif byte in b"{[":
            depth += 1
        elif byte in b"}]":
            depth -= 1
            if depth == 0:
                return index + 1
    return None


class FakeWled:
    """A WLED on a serial port (`serial_url`) and over HTTP (`http_url`); close it, or use it in a `with`."""

    def __init__(self, traits: WledTraits | None = None, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.state = WledState(traits)
        self.serial = WledOnSerial(self.state)
        self._clock = clock
        self._lock = threading.Lock()
        self._end: DeviceEnd = PtyEnd() if has_ptys() else SocketEnd()
        self._closing = False
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._threads = [
            threading.Thread(target=self._listen, daemon=True),
            threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def serial_url(self) -> str:
        """Its display URL over USB."""
        return f"wled+serial:{self._end.name}"

    @property
    def adalight_url(self) -> str:
        """Its display URL as an Adalight strip."""
        return f"adalight:{self._end.name}?leds={self.state.traits.leds}"

    @property
    def http_url(self) -> str:
        """Its display URL over the network."""
        return f"wled+http://127.0.0.1:{self._server.server_address[1]}"

    def segments(self) -> list[JsonObject]:
        """Return a copy of its segments."""
        with self._lock:
            found: list[JsonObject] = json.loads(json.dumps(self.state.state()["seg"]))
        return found

    def ask(self, path: str, told: JsonObject | None) -> JsonObject:
        """Answer an HTTP request."""
        with self._lock:
            if told is not None:
                self.state.set(told)
                return {"success": True}
            if self.serial.busy > 0:
                self.serial.busy -= 1
                return {"error": 3}
            return {"state": self.state.state(), "info": self.state.info()} if path == "/json/si" else {}

    def close(self) -> None:
        """End."""
        self._closing = True
        self._server.shutdown()
        self._server.server_close()
        for thread in self._threads:
            thread.join()
        self._end.close()

    def __enter__(self) -> FakeWled:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _listen(self) -> None:
        while not self._closing:
            data = self._end.read(0.01)
            with self._lock:
                answer = self.serial.receive(data, self._clock())
            if answer:
                self._end.write(answer)


def _handler(wled: FakeWled) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(wled.ask(self.path, None))

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self._answer(wled.ask(self.path, json.loads(body)))

        def log_message(self, format: str, *args: Any) -> None:
            """Keep the tests' output clean."""

        def _answer(self, found: JsonObject) -> None:
            data = json.dumps(found).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    return Handler
