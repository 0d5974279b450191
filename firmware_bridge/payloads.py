"""Messages packed into frames, and out of them again; and the digest that COMMIT promises.

Integers are little endian. Fields may be added at the end in a later minor version: a receiver ignores
what it doesn't know.
"""

from __future__ import annotations

import struct

from firmware_bridge.framing import WireFrame, crc16
from firmware_bridge.messages import (
    Ack,
    Animate,
    Brightness,
    Can,
    Capabilities,
    Clear,
    Commit,
    Event,
    Hello,
    MalformedPayload,
    Message,
    Nak,
    Ping,
    Player,
    Stats,
)
from firmware_bridge.state import LONGEST_NAME, DisplayPlayer, short_name, shown_last_points, shown_score

NO_LAST_POINTS = -(2**15)
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


def pack(message: Message, sequence: int) -> WireFrame:
    """Return the frame of a message."""
    return WireFrame(_TYPE_OF[type(message)], sequence, _payload(message))


def unpack(frame: WireFrame) -> Message | None:
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


def player_message(slot: int, player: DisplayPlayer, *, ascii_only: bool = False) -> Player:
    """Return what tells a display about one player; name and numbers are cut to what the protocol carries."""
    name = short_name(player.name, ascii_only=ascii_only)
    score, last_points = shown_score(player.score), shown_last_points(player.last_points)
    return Player(slot, player.active, player.winner, player.colour, score, last_points, name)


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
            _text(payload, _PLAYER.size, length, LONGEST_NAME),
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


def _text(payload: bytes, start: int, length: int, longest: int = 255) -> str:
    if length > longest:
        raise ValueError(f"a text of {length} bytes, at most {longest} are allowed")
    if len(payload) < start + length:
        raise ValueError(f"a text of {length} bytes, {len(payload) - start} are there")
    return payload[start : start + length].decode(errors="replace")
