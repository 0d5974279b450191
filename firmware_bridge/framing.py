"""Frames on the wire: `00 COBS(type seq payload crc16) 00`, encoded, and found again in a damaged stream.

COBS (Cheshire and Baker, 1999) keeps the byte 00 out of the frame, so that 00 always is a boundary and
a receiver is back in step at the next one. The check is CRC-16/GENIBUS: polynomial 1021, start FFFF,
final XOR FFFF, high byte first; the residue over a whole good frame is 1D0F.
"""

from __future__ import annotations

import binascii
from dataclasses import dataclass

LARGEST_FRAME = 96  # decoded bytes, type to check sum; also what our smallest firmware has room for
_OVERHEAD = 4  # type, sequence number, two bytes of check sum


@dataclass(frozen=True, slots=True)
class WireFrame:
    """One message as it travels: its type, its sequence number (0 to 255), its payload."""

    type: int
    sequence: int
    payload: bytes = b""


@dataclass(frozen=True, slots=True)
class BadFrame:
    """Bytes between two delimiters that are no frame, and why."""

    reason: str
    received: bytes


def crc16(data: bytes) -> int:
    """CRC-16/GENIBUS of the bytes.

    >>> hex(crc16(b"123456789"))
    '0xd64e'
    """
    return binascii.crc_hqx(data, 0xFFFF) ^ 0xFFFF


def cobs_encode(data: bytes) -> bytes:
    """Return the bytes stuffed so that none is 00 (for up to 254 bytes: one byte more).

    >>> cobs_encode(bytes.fromhex("11 00 22")).hex(" ")
    '02 11 02 22'
    """
    encoded = bytearray()
    for block in data.split(b"\x00"):
        while len(block) >= 254:
            encoded += b"\xff" + block[:254]
            block = block[254:]
        encoded.append(len(block) + 1)
        encoded += block
    return bytes(encoded)


def cobs_decode(encoded: bytes) -> bytes | None:
    """Undo `cobs_encode`; None where the bytes are not well formed."""
    decoded = bytearray()
    index = 0
    while index < len(encoded):
        code = encoded[index]
        block = encoded[index + 1 : index + code]
        if code == 0 or len(block) != code - 1 or 0 in block:
            return None
        decoded += block
        index += code
        if code < 0xFF and index < len(encoded):
            decoded.append(0)
    return bytes(decoded)


def encode_frame(frame: WireFrame) -> bytes:
    """Return the bytes to write, delimiters on both sides.

    The leading delimiter ends whatever noise arrived before.
    Raises ValueError where the frame would be larger than 96 bytes.
    """
    body = bytes((frame.type, frame.sequence)) + frame.payload
    if len(body) + 2 > LARGEST_FRAME:
        raise ValueError(f"a frame of {len(body) + 2} bytes; at most {LARGEST_FRAME} are allowed")
    return b"\x00" + cobs_encode(body + crc16(body).to_bytes(2, "big")) + b"\x00"


def decode_frame(between: bytes) -> WireFrame | BadFrame:
    """Return the frame in the bytes between two delimiters, or why there is none."""
    decoded = cobs_decode(between)
    if decoded is None:
        return BadFrame("not COBS", between)
    if len(decoded) < _OVERHEAD:
        return BadFrame("too short", between)
    if len(decoded) > LARGEST_FRAME:
        return BadFrame("too long", between)
    if crc16(decoded[:-2]) != int.from_bytes(decoded[-2:], "big"):
        return BadFrame("check sum", between)
    return WireFrame(decoded[0], decoded[1], decoded[2:-2])


class FrameDecoder:
    """Cuts a stream of bytes into frames; keeps only the unfinished piece."""

    def __init__(self) -> None:
        self._piece = bytearray()
        self._too_long = False

    def push(self, data: bytes) -> list[WireFrame | BadFrame]:
        """Return what was completed by these bytes, in order; empty frames are silence."""
        found: list[WireFrame | BadFrame] = []
        for index, part in enumerate(data.split(b"\x00")):
            if index > 0:
                if self._too_long:
                    found.append(BadFrame("too long", bytes(self._piece)))
                elif self._piece:
                    found.append(decode_frame(bytes(self._piece)))
                self._piece.clear()
                self._too_long = False
            room = LARGEST_FRAME + 1 - len(self._piece)
            self._too_long = self._too_long or len(part) > room
            self._piece += part[:room]
        return found
