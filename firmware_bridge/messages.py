"""The messages of the display protocol as values (`docs/display-protocol.md` specifies them)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, IntFlag

PROTOCOL_MAJOR, PROTOCOL_MINOR = 1, 0


class Refusal(IntEnum):
    """Why a display answers NAK."""

    BAD_FRAME = 1  # something arrived that is no frame
    UNKNOWN_TYPE = 2
    BAD_PAYLOAD = 3
    OTHER_MAJOR = 4  # the protocol's major version is another one
    HELLO_FIRST = 5  # booted since the last HELLO
    NOT_WHAT_YOU_SENT = 6  # COMMIT's digest differs from what has arrived


class Can(IntFlag):
    """What a display can do."""

    COLOUR = 1
    TEXT = 2
    ANIMATION = 4
    BUTTONS = 8
    BRIGHTNESS = 16
    UNICODE = 32


class EventKind(IntEnum):
    """What a display tells unasked."""

    BOOT = 1
    BUTTON = 2


class MalformedPayload(ValueError):
    """A frame that arrived whole says something impossible: its sender has another idea of the protocol."""


@dataclass(frozen=True, slots=True)
class Hello:
    """Host: which protocol do you speak?"""

    major: int = PROTOCOL_MAJOR
    minor: int = PROTOCOL_MINOR


@dataclass(frozen=True, slots=True)
class Player:
    """Host: one slot of the next picture; shown at the next COMMIT."""

    slot: int
    active: bool
    winner: bool
    colour: tuple[int, int, int]
    score: int
    last_points: int | None
    name: str


@dataclass(frozen=True, slots=True)
class Commit:
    """Host: show the first `count` slots now; `digest` is `state_digest` of them."""

    count: int
    quiet: bool
    digest: int


@dataclass(frozen=True, slots=True)
class Brightness:
    """Host: how bright, 0 to 255; the display keeps to its own cap."""

    level: int


@dataclass(frozen=True, slots=True)
class Animate:
    """Host: play an effect that ends by itself after `duration_ms`; slot 255 is all of them."""

    animation: int
    slot: int
    duration_ms: int


@dataclass(frozen=True, slots=True)
class Clear:
    """Host: forget everything and show nothing."""


@dataclass(frozen=True, slots=True)
class Ping:
    """Host: are you there, and what do you show?"""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """Display, in answer to HELLO. `boot` differs after every start of the display."""

    major: int
    minor: int
    firmware: tuple[int, int]
    slots: int
    digits: int
    can: Can
    largest_frame: int
    brightness_cap: int
    boot: int
    name: str


@dataclass(frozen=True, slots=True)
class Ack:
    """Display: the frame of this sequence number is done."""


@dataclass(frozen=True, slots=True)
class Nak:
    """Display: not done. `last_good` is the sequence number of the last frame that arrived whole."""

    reason: int
    last_good: int


@dataclass(frozen=True, slots=True)
class Stats:
    """Display, in answer to PING: counters since boot, what is shown, how often each button was pressed."""

    good: int
    bad: int
    overruns: int
    uptime_ms: int
    boot: int
    digest: int
    brightness: int
    presses: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Event:
    """Display, unasked. BOOT: `value` is the boot id. BUTTON: button, and its presses since boot mod 256."""

    kind: int
    value: int
    count: int = 0


Message = Hello | Player | Commit | Brightness | Animate | Clear | Ping | Capabilities | Ack | Nak | Stats | Event
