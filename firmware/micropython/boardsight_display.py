"""Boardsight's LED display for MicroPython: the protocol and the picture, without any pin.

`Board` takes bytes and the time and gives bytes; `main.py` beside this file joins it to a serial port
and to lamps. Runs on MicroPython 1.20 or newer (RP2040, ESP32) and on Python 3, where the tests run it too.
The specification is docs/display-protocol.md.
"""

import struct

PROTOCOL = (1, 0)
FIRMWARE = (1, 0)
LARGEST_FRAME = 96
LONGEST_NAME = 12
SILENCE_MS = 3000
NO_POINTS = -32768
ALL_SLOTS = 255

HELLO, PLAYER, COMMIT, BRIGHTNESS, ANIMATE, CLEAR, PING = 1, 2, 3, 4, 5, 6, 7
CAPABILITIES, ACK, NAK, STATS, EVENT = 0x81, 0x82, 0x83, 0x84, 0x85
BAD_FRAME, UNKNOWN_TYPE, BAD_PAYLOAD, OTHER_MAJOR, HELLO_FIRST, NOT_WHAT_YOU_SENT = 1, 2, 3, 4, 5, 6
CAN_COLOUR, CAN_TEXT, CAN_ANIMATION, CAN_BUTTONS, CAN_BRIGHTNESS, CAN_UNICODE = 1, 2, 4, 8, 16, 32
POINTS, TURN, WIN, UNDO, ATTENTION, TEST = 1, 2, 3, 4, 5, 6
DASHES, SHOWING, DARK = "dashes", "showing", "dark"

_PLAYER = "<BBBBBihB"
_FIXED = 12


def crc16(data, crc=0xFFFF):
    """CRC-16/GENIBUS without its final XOR."""
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def encode(kind, sequence, payload=b""):
    """Return a frame's bytes, with 00 on both sides."""
    body = bytes((kind, sequence)) + payload
    body += struct.pack(">H", crc16(body) ^ 0xFFFF)
    frame = bytearray(1)
    for block in body.split(b"\x00"):
        frame.append(len(block) + 1)
        frame += block
    frame.append(0)
    return bytes(frame)


def decode(piece):
    """Return (type, sequence, payload) of what came between two 00, or None."""
    decoded = bytearray()
    at = 0
    while at < len(piece):
        code = piece[at]
        if code == 0 or at + code > len(piece):
            return None
        decoded += piece[at + 1 : at + code]
        at += code
        if at < len(piece):
            decoded.append(0)
    if not 4 <= len(decoded) <= LARGEST_FRAME or crc16(decoded) != 0x1D0F:
        return None
    return decoded[0], decoded[1], bytes(decoded[2:-2])


def score_text(score, digits):
    """Return the score on so many digits: in thousands with a point where it is too long, then H or L."""
    plain = str(score)
    if len(plain) <= digits:
        return plain
    if len(plain) - 3 > digits or abs(score) < 1000:
        return ("L" if score < 0 else "H") * digits
    return plain[:-3] + "." + plain[-3:][: digits - len(plain) + 3]


class Player:
    """One slot, unpacked from its PLAYER payload, which is kept for the digest."""

    def __init__(self, payload):
        slot, flags, red, green, blue, score, points, length = struct.unpack(_PLAYER, payload[:_FIXED])
        self.payload = payload[: _FIXED + length]
        self.slot = slot
        self.active = bool(flags & 1)
        self.winner = bool(flags & 2)
        self.colour = (red, green, blue)
        self.score = score
        self.points = None if points == NO_POINTS else points
        self.name_bytes = payload[_FIXED : _FIXED + length]

    @property
    def name(self):
        """The name; bytes that are no UTF-8 become question marks."""
        try:
            return str(self.name_bytes, "utf-8")
        except UnicodeError:
            return "".join(chr(byte) if byte < 128 else "?" for byte in self.name_bytes)


class Board:
    """The device's side of the protocol. `receive` and `tick` return bytes to send.

    `mode` is DASHES, SHOWING or DARK; `players` is what was committed; `animation` is (id, slot) or None.
    """

    def __init__(self, boot, now_ms=0, slots=4, digits=4, can=0x3F, cap=64, name="MicroPython"):
        self.boot, self.slots, self.digits, self.can, self.cap, self.name = boot, slots, digits, can, cap, name
        self.mode = DASHES
        self.players = []
        self.brightness = min(64, cap)
        self.quiet = False
        self.animation = None
        self.good = self.bad = self.overruns = 0
        self.presses = [0, 0]
        self._animation_end_ms = 0
        self._started_ms = self._heard_ms = now_ms
        self._heard = self._greeted = self._complained = self._committed = False
        self._piece = bytearray()
        self._too_long = False
        self._staged = {}
        self._last = (0, 0, b"")
        self._unsent = encode(EVENT, 0, struct.pack("<BHB", 1, boot, 0))

    def receive(self, data, now_ms):
        """Take bytes from the line."""
        sent = self.tick(now_ms)
        for byte in data:
            if byte:
                if len(self._piece) <= LARGEST_FRAME:
                    self._piece.append(byte)
                else:
                    self._too_long = True
                continue
            if not self._piece:
                continue
            frame = None if self._too_long else decode(self._piece)
            self._piece = bytearray()
            self._too_long = False
            sent += self._complain() if frame is None else self._answer(frame, now_ms)
        return sent + self.tick(now_ms)

    def tick(self, now_ms):
        """Let time pass: effects end, silence is noticed. `now_ms` must not wrap."""
        silent = not self._heard or now_ms - self._heard_ms >= SILENCE_MS
        if self.mode == SHOWING and silent:
            self.mode = DASHES
        elif self.mode == DASHES and not silent and self._committed:
            self.mode = SHOWING
        if self.animation and now_ms - self._animation_end_ms >= 0:
            self.animation = None
        sent, self._unsent = self._unsent, b""
        return sent

    def press(self, button):
        """A button was pressed: 1 next turn, 2 undo."""
        self.presses[button - 1] = (self.presses[button - 1] + 1) & 0xFF
        return encode(EVENT, 0, struct.pack("<BHB", 2, button, self.presses[button - 1]))

    def text(self, slot):
        """Return the score of a slot as its digits show it."""
        if self.mode == DASHES:
            return "-" * self.digits
        if self.mode == DARK or slot >= len(self.players):
            return ""
        return score_text(self.players[slot].score, self.digits)

    def _complain(self):
        self.bad += 1
        if self._complained:
            return b""
        self._complained = True
        return encode(NAK, 0, bytes((BAD_FRAME, self._last[1])))

    def _answer(self, frame, now_ms):
        kind, sequence, payload = frame
        repeated = frame == self._last
        self.good += 1
        self._complained = False
        self._heard, self._heard_ms = True, now_ms
        self._last = frame
        if kind == HELLO and len(payload) >= 2 and payload[0] == PROTOCOL[0]:
            self._greeted = True
            return encode(CAPABILITIES, sequence, self._capabilities())
        if kind == PING:
            return encode(STATS, sequence, self._stats(now_ms))
        reason = self._obey(kind, payload, now_ms, repeated)
        return encode(NAK, sequence, bytes((reason, sequence))) if reason else encode(ACK, sequence)

    def _obey(self, kind, payload, now_ms, repeated):
        if kind == HELLO:
            self._greeted = False
            return OTHER_MAJOR if len(payload) >= 2 else BAD_PAYLOAD
        if not HELLO < kind < PING:
            return UNKNOWN_TYPE
        if not self._greeted:
            return HELLO_FIRST
        if kind == PLAYER:
            return self._stage(payload)
        if kind == COMMIT:
            return self._commit(payload)
        if kind == BRIGHTNESS:
            if not payload:
                return BAD_PAYLOAD
            self.brightness = min(payload[0], self.cap)
        elif kind == ANIMATE:
            if len(payload) < 4:
                return BAD_PAYLOAD
            animation, slot, duration_ms = struct.unpack("<BBH", payload[:4])
            if not repeated and not self.quiet and POINTS <= animation <= TEST:
                self.animation = (animation, slot)
                self._animation_end_ms = now_ms + duration_ms
        else:
            self._staged, self.players, self.animation = {}, [], None
            self.mode, self._committed = DARK, False
        return 0

    def _stage(self, payload):
        if len(payload) < _FIXED or payload[11] > LONGEST_NAME or len(payload) < _FIXED + payload[11]:
            return BAD_PAYLOAD
        if payload[0] >= self.slots:
            return BAD_PAYLOAD
        self._staged[payload[0]] = Player(payload)
        return 0

    def _commit(self, payload):
        if len(payload) < 4 or payload[0] > self.slots:
            return BAD_PAYLOAD
        count, flags, digest = struct.unpack("<BBH", payload[:4])
        players = [self._staged[slot] for slot in range(count) if slot in self._staged]
        if len(players) < count or _digest(players) != digest:
            return NOT_WHAT_YOU_SENT
        self.players, self.quiet = players, bool(flags & 1)
        self.mode, self._committed = SHOWING, True
        if self.quiet:
            self.animation = None
        return 0

    def _capabilities(self):
        name = self.name.encode()
        limits = (self.slots, self.digits, self.can, LARGEST_FRAME, self.cap, self.boot, len(name))
        return struct.pack("<BBBBBBBBBHB", *(PROTOCOL + FIRMWARE + limits)) + name

    def _stats(self, now_ms):
        uptime_ms = (now_ms - self._started_ms) & 0xFFFFFFFF
        counters = (self.good, self.bad, self.overruns, uptime_ms, self.boot, _digest(self.players))
        return struct.pack("<IIHIHHBBB", *(counters + (self.brightness, self.presses[0], self.presses[1])))


def _digest(players):
    crc = 0xFFFF
    for player in players:
        crc = crc16(player.payload, crc)
    return crc ^ 0xFFFF
