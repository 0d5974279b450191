"""One frame in flight: a request goes out and comes back answered, whatever the line does to it.

Waiting doubles from 100 ms to 1 s. A display that has received garbage says so (NAK BAD_FRAME with the
number of its last good frame); that alone is no reason to send again, since the garbage may have come
before our frame. It only shortens the wait to `grace_s`.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from firmware_bridge.framing import BadFrame, FrameDecoder, encode_frame
from firmware_bridge.messages import (
    Ack,
    Capabilities,
    Commit,
    Event,
    Hello,
    MalformedPayload,
    Message,
    Nak,
    Ping,
    Refusal,
    Stats,
)
from firmware_bridge.payloads import pack, unpack


class Port(Protocol):
    """A byte stream to a display; pyserial's ports are one."""

    def read(self, size: int = 1, /) -> bytes | None:
        """Return up to `size` bytes; fewer, or none, when its time-out has passed."""
        ...

    def write(self, data: bytes, /) -> int | None:
        """Send the bytes."""
        ...

    def close(self) -> None:
        """Give the port back."""
        ...

    @property
    def in_waiting(self) -> int:
        """How many bytes can be read at once."""
        ...

    @property
    def timeout(self) -> float | None:
        """How long `read` waits, in seconds."""
        ...

    @timeout.setter
    def timeout(self, seconds: float | None, /) -> None: ...


@dataclass(frozen=True, slots=True)
class ConversationSettings:
    """Patience, in seconds."""

    timeouts_s: tuple[float, ...] = (0.1, 0.1, 0.2, 0.4, 0.8, 1.0)  # one attempt each
    grace_s: float = 0.03  # a USB adapter's latency (16 ms for FTDI's) and one frame's 10 ms


FAREWELL_S = 1.0
"""Whoever ends a display waits for its last answers so long at most, however slowly they come."""


class Patience:
    """How long an answer is still waited for; no longer than a farewell once somebody wants to end."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._end_s = math.inf

    def left_s(self, deadline_s: float) -> float:
        """Seconds until something that is waited for until then, by the clock, is late; 0 and less: it is."""
        return min(deadline_s, self._end_s) - self._clock()

    @property
    def over(self) -> bool:
        """Nothing is waited for any more."""
        return self.left_s(math.inf) <= 0

    def hurry(self, seconds: float = FAREWELL_S) -> None:
        """From now on nothing is waited for but a farewell, for so long. Called from any thread."""
        self._end_s = self._clock() + seconds


class NoAnswer(OSError):
    """The display has not answered any of the attempts."""


@dataclass(slots=True)
class TrafficCounters:
    """What a conversation has cost so far."""

    sent: int = 0
    resent: int = 0
    bad: int = 0


class Conversation:
    """Requests and answers over one open port; events that come in between are kept for `events`."""

    def __init__(
        self,
        port: Port,
        *,
        settings: ConversationSettings | None = None,
        clock: Callable[[], float] = time.monotonic,
        patience: Patience | None = None,
        watch: Callable[[str, Message], None] | None = None,
    ) -> None:
        self._port = port
        self._patience = patience or Patience(clock)
        self._settings = settings or ConversationSettings()
        self._clock = clock
        self._watch = watch
        self._reader = FrameDecoder()
        self._sequence = 0
        self._arrived: deque[tuple[int, Message]] = deque()
        self._events: deque[Event] = deque(maxlen=64)
        self.counters = TrafficCounters()
        self.round_trips_ms: deque[float] = deque(maxlen=32)

    def request(self, message: Message, *, timeouts_s: tuple[float, ...] | None = None) -> Message:
        """Send a message until it is answered; return ACK, CAPABILITIES, STATS or a NAK of just this frame.

        Raises NoAnswer after the last attempt, OSError where the port is gone.
        """
        self._sequence = self._sequence % 255 + 1
        data = encode_frame(pack(message, self._sequence))
        for attempt, timeout_s in enumerate(timeouts_s or self._settings.timeouts_s):
            self.counters.sent += 1
            if attempt > 0 and not isinstance(message, Hello):  # which is repeated while a board starts
                self.counters.resent += 1
            if self._watch is not None:
                self._watch(">", message)
            started_s = self._clock()
            self._port.write(data)
            answer = self._answer(message, started_s + timeout_s)
            if answer is not None:
                self.round_trips_ms.append((self._clock() - started_s) * 1000)
                return answer
            if self._patience.over:
                break
        raise NoAnswer("the display does not answer: is its firmware on it, and no other program using it?")

    def events(self, timeout_s: float) -> list[Event]:
        """Wait at most so long for events; return all that have come."""
        if not self._events:
            self._receive(timeout_s)
            self._arrived.clear()
        events = list(self._events)
        self._events.clear()
        return events

    def _answer(self, asked: Message, deadline_s: float) -> Message | None:
        wanted = _answer_type(asked)
        while True:
            while self._arrived:
                sequence, message = self._arrived.popleft()
                if sequence == self._sequence and isinstance(message, (wanted, Nak)):
                    return message
                if isinstance(message, Nak) and message.reason == Refusal.BAD_FRAME:
                    arrived = message.last_good == self._sequence and wanted is Ack
                    if arrived and not isinstance(asked, Commit):  # which may have been refused
                        return Ack()
                    deadline_s = min(deadline_s, self._clock() + self._settings.grace_s)
            left_s = self._patience.left_s(deadline_s)
            if left_s <= 0:
                return None
            self._receive(left_s)

    def _receive(self, timeout_s: float) -> None:
        self._port.timeout = timeout_s
        data = self._port.read(1) or b""
        if data:
            self._port.timeout = 0
            data += self._port.read(max(1, self._port.in_waiting)) or b""
        for found in self._reader.push(data):
            if isinstance(found, BadFrame):
                self.counters.bad += 1
                continue
            try:
                message = unpack(found)
            except MalformedPayload:
                self.counters.bad += 1
                continue
            if message is None:
                continue
            if self._watch is not None:
                self._watch("<", message)
            if isinstance(message, Event):
                self._events.append(message)
            else:
                self._arrived.append((found.sequence, message))


def _answer_type(asked: Message) -> type[Message]:
    return Capabilities if isinstance(asked, Hello) else Stats if isinstance(asked, Ping) else Ack
