"""The messages of the display protocol as values: packed into frames, and out of them again.

`docs/display-protocol.md` is the specification; the numbers here are its numbers. Integers are little
endian. Fields may be added at the end in a later minor version: a receiver ignores what it doesn't know.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum, IntFlag

from firmware_bridge.framing import Frame, crc16
from firmware_bridge.state import Animation, PlayerShown, short_name

PROTOCOL_MAJOR, PROTOCOL_MINOR = 1, 0
NO_LAST_POINTS = -(2**15)


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

TYPES: dict[int, type[Message]] = {
    0x01: Hello,
    0x02: Player,
    0x03: Commit,
    0x04: Brightness,
    0x05: Animate,
    0x06: Clear,
    0x07: Ping,
    0x81: Capabilities,
    0x82: Ack,
    0x83: Nak,
    0x84: Stats,
    0x85: Event,
}
_TYPE_OF = {message: number for number, message in TYPES.items()}
_PLAYER = struct.Struct("<BB3BihB")
_CAPABILITIES = struct.Struct("<BBBBBBBBBHB")
_STATS = struct.Struct("<IIHIHHBBB")


def pack(message: Message, sequence: int) -> Frame:
    """Return the frame of a message."""
    return Frame(_TYPE_OF[type(message)], sequence, _payload(message))


def unpack(frame: Frame) -> Message | None:
    """Return the message in a frame; None for a type that this version doesn't know.

    Raises MalformedPayload where a known type carries too few bytes or an impossible value.
    """
    kind = TYPES.get(frame.type)
    if kind is None:
        return None
    try:
        return _from_payload(kind, frame.payload)
    except (struct.error, IndexError, ValueError) as error:
        raise MalformedPayload(f"{kind.__name__} with payload {frame.payload.hex(' ')}: {error}") from error


def player_message(slot: int, player: PlayerShown, *, ascii_only: bool = False) -> Player:
    """Return what tells a display about one player; the name is cut to what the protocol carries."""
    name = short_name(player.name, ascii_only=ascii_only)
    return Player(slot, player.active, player.winner, player.colour, player.score, player.last_points, name)


def state_digest(players: tuple[Player, ...]) -> int:
    """Return the CRC-16 of the PLAYER payloads one after another: what COMMIT promises, STATS confirms."""
    return crc16(b"".join(_payload(player) for player in players))


def _payload(message: Message) -> bytes:
    match message:
        case Hello():
            return bytes((message.major, message.minor))
        case Player():
            name = message.name.encode()
            last = NO_LAST_POINTS if message.last_points is None else message.last_points
            flags = message.active | message.winner << 1
            head = _PLAYER.pack(message.slot, flags, *message.colour, message.score, last, len(name))
            return head + name
        case Commit():
            return struct.pack("<BBH", message.count, message.quiet, message.digest)
        case Brightness():
            return bytes((message.level,))
        case Animate():
            return struct.pack("<BBH", message.animation, message.slot, message.duration_ms)
        case Capabilities():
            name = message.name.encode()
            numbers = (message.major, message.minor, *message.firmware, message.slots, message.digits)
            limits = (message.can, message.largest_frame, message.brightness_cap, message.boot, len(name))
            return _CAPABILITIES.pack(*numbers, *limits) + name
        case Nak():
            return bytes((message.reason, message.last_good))
        case Stats():
            counters = (message.good, message.bad, message.overruns, message.uptime_ms)
            return _STATS.pack(*counters, message.boot, message.digest, message.brightness, *message.presses)
        case Event():
            return struct.pack("<BHB", message.kind, message.value, message.count)
        case Clear() | Ping() | Ack():
            return b""


def _from_payload(kind: type[Message], payload: bytes) -> Message:
    if kind is Hello:
        return Hello(payload[0], payload[1])
    if kind is Player:
        slot, flags, red, green, blue, score, last, length = _PLAYER.unpack_from(payload)
        return Player(
            slot,
            bool(flags & 1),
            bool(flags & 2),
            (red, green, blue),
            score,
            None if last == NO_LAST_POINTS else last,
            _text(payload, _PLAYER.size, length),
        )
    if kind is Commit:
        count, flags, digest = struct.unpack_from("<BBH", payload)
        return Commit(count, bool(flags & 1), digest)
    if kind is Brightness:
        return Brightness(payload[0])
    if kind is Animate:
        return Animate(*struct.unpack_from("<BBH", payload))
    if kind is Capabilities:
        major, minor, of, version, slots, digits, can, largest, cap, boot, length = _CAPABILITIES.unpack_from(payload)
        name = _text(payload, _CAPABILITIES.size, length)
        return Capabilities(major, minor, (of, version), slots, digits, Can(can), largest, cap, boot, name)
    if kind is Nak:
        return Nak(payload[0], payload[1])
    if kind is Stats:
        good, bad, overruns, uptime_ms, boot, digest, level, *presses = _STATS.unpack_from(payload)
        return Stats(good, bad, overruns, uptime_ms, boot, digest, level, (presses[0], presses[1]))
    if kind is Event:
        return Event(*struct.unpack_from("<BHB", payload))
    return Ack() if kind is Ack else Clear() if kind is Clear else Ping()


def _text(payload: bytes, start: int, length: int) -> str:
    if len(payload) < start + length:
        raise ValueError(f"a text of {length} bytes, {len(payload) - start} are there")
    return payload[start : start + length].decode(errors="replace")


def animation_name(number: int) -> str:
    """Return an animation's name in small letters, or its number where it is unknown."""
    return Animation(number).name.lower() if number in Animation._value2member_map_ else str(number)
