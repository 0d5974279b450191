"""A display board without lamps: takes bytes and the time, gives bytes, and knows what it would show.

It behaves as `docs/display-protocol.md` says a display behaves; no thread, no port, no clock of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from firmware_bridge.framing import LARGEST_FRAME, BadFrame, FrameDecoder, WireFrame, crc16, encode_frame
from firmware_bridge.messages import (
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    Ack,
    Animate,
    Brightness,
    Can,
    Capabilities,
    Clear,
    Commit,
    Event,
    EventKind,
    Hello,
    MalformedPayload,
    Message,
    Nak,
    Ping,
    Player,
    Refusal,
    Stats,
)
from firmware_bridge.payloads import pack, unpack
from firmware_bridge.state import Animation, Button, Colour, score_text

SILENCE_S = 3.0  # after so long without a good frame the display shows dashes


@dataclass(frozen=True, slots=True)
class BoardTraits:
    """What a virtual board says of itself."""

    slots: int = 6
    digits: int = 4
    can: Can = Can.COLOUR | Can.TEXT | Can.ANIMATION | Can.BUTTONS | Can.BRIGHTNESS | Can.UNICODE
    brightness_cap: int = 255
    major: int = PROTOCOL_MAJOR
    name: str = "Virtual"


@dataclass(frozen=True, slots=True)
class ShownSlot:
    """What stands in one slot of a display; `text` is the score as its digits have it."""

    name: str
    score: int
    text: str
    colour: Colour
    active: bool
    winner: bool
    last_points: int | None


@dataclass(frozen=True, slots=True)
class Playing:
    """An effect that is on until `until_s`."""

    animation: Animation | int
    slot: int
    until_s: float


@dataclass(slots=True)
class BoardCounters:
    """Frames since boot."""

    good: int = 0
    bad: int = 0
    overruns: int = 0


class VirtualBoard:
    """The device's side of the protocol. `receive` and `tick` return the bytes that it sends."""

    def __init__(self, traits: BoardTraits | None = None, *, boot: int = 1, now_s: float = 0.0) -> None:
        self.traits = traits or BoardTraits()
        self.boot = boot
        self.counters = BoardCounters()
        self.brightness = 64
        self.quiet = False
        self.dark = False
        self.playing: Playing | None = None
        self._booted_s = now_s
        self._heard_s = now_s
        self._now_s = now_s
        self._reader = FrameDecoder()
        self._greeted = False
        self._complained = False
        self._last_good: WireFrame | None = None
        self._staged: dict[int, tuple[Player, bytes]] = {}
        self._shown: tuple[tuple[Player, bytes], ...] | None = None
        self._presses = [0, 0]
        self._send_now = encode_frame(pack(Event(EventKind.BOOT, boot), 0))

    @property
    def dashes(self) -> bool:
        """Nobody has spoken for three seconds (or at all): the scores may be old, so none is shown."""
        if self.dark:
            return False
        return self._shown is None or self._now_s - self._heard_s >= SILENCE_S

    @property
    def slots(self) -> tuple[ShownSlot, ...]:
        """What was committed last, slot by slot."""
        digits = self.traits.digits
        return tuple(
            ShownSlot(
                name=player.name,
                score=player.score,
                text=score_text(player.score, digits),
                colour=player.colour,
                active=player.active,
                winner=player.winner,
                last_points=player.last_points,
            )
            for player, _ in self._shown or ()
        )

    def receive(self, data: bytes, now_s: float) -> bytes:
        """Take bytes from the line; return the answers."""
        sent = self.tick(now_s)
        for found in self._reader.push(data):
            if isinstance(found, BadFrame):
                self.counters.bad += 1
                if not self._complained:
                    self._complained = True
                    last_good = self._last_good.sequence if self._last_good else 0
                    sent += encode_frame(pack(Nak(Refusal.BAD_FRAME, last_good), 0))
            else:
                sent += self._answer(found)
        return sent

    def tick(self, now_s: float) -> bytes:
        """Let time pass: effects end, silence is noticed."""
        self._now_s = now_s
        if self.playing is not None and now_s >= self.playing.until_s:
            self.playing = None
        sent, self._send_now = self._send_now, b""
        return sent

    def press(self, button: Button) -> bytes:
        """Press a button on the display."""
        self._presses[button - 1] = (self._presses[button - 1] + 1) % 256
        return encode_frame(pack(Event(EventKind.BUTTON, button, self._presses[button - 1]), 0))

    def _answer(self, frame: WireFrame) -> bytes:
        self.counters.good += 1
        self._heard_s = self._now_s
        self._complained = False
        repeated = frame == self._last_good
        before, self._last_good = self._last_good, frame
        try:
            message = unpack(frame)
        except MalformedPayload:
            answer: Message = Nak(Refusal.BAD_PAYLOAD, frame.sequence)
        else:
            answer = self._obey(message, frame, repeated=repeated and before is not None)
        return encode_frame(pack(answer, frame.sequence))

    def _obey(self, message: Message | None, frame: WireFrame, *, repeated: bool) -> Message:
        last_good = frame.sequence
        match message:
            case Hello():
                return self._greet(message, last_good)
            case Ping():
                return self._stats()
            case None:
                return Nak(Refusal.UNKNOWN_TYPE, last_good)
        if not self._greeted:
            return Nak(Refusal.HELLO_FIRST, last_good)
        match message:
            case Player() if message.slot < self.traits.slots:
                known = frame.payload[: 12 + frame.payload[11]]
                self._staged[message.slot] = (message, known)
            case Player():
                return Nak(Refusal.BAD_PAYLOAD, last_good)
            case Commit():
                return self._commit(message, last_good)
            case Brightness():
                self.brightness = min(message.level, self.traits.brightness_cap)
            case Animate():
                if not repeated and not self.quiet:
                    self._play(message)
            case Clear():
                self._staged.clear()
                self._shown, self.playing = (), None
                self.dark = True
            case _:
                return Nak(Refusal.UNKNOWN_TYPE, last_good)
        return Ack()

    def _greet(self, hello: Hello, last_good: int) -> Message:
        if hello.major != self.traits.major:
            self._greeted = False
            return Nak(Refusal.OTHER_MAJOR, last_good)
        self._greeted = True
        traits = self.traits
        return Capabilities(
            traits.major,
            PROTOCOL_MINOR,
            (1, 0),
            traits.slots,
            traits.digits,
            traits.can,
            LARGEST_FRAME,
            traits.brightness_cap,
            self.boot,
            traits.name,
        )

    def _commit(self, commit: Commit, last_good: int) -> Message:
        if commit.count > self.traits.slots:
            return Nak(Refusal.BAD_PAYLOAD, last_good)
        staged = [self._staged.get(slot) for slot in range(commit.count)]
        there = tuple(one for one in staged if one is not None)
        if len(there) < commit.count or _digest(there) != commit.digest:
            return Nak(Refusal.NOT_WHAT_YOU_SENT, last_good)
        self._shown, self.quiet, self.dark = there, commit.quiet, False
        if self.quiet:
            self.playing = None
        return Ack()

    def _play(self, animate: Animate) -> None:
        known = animate.animation in Animation._value2member_map_
        animation = Animation(animate.animation) if known else animate.animation
        self.playing = Playing(animation, animate.slot, self._now_s + animate.duration_ms / 1000)

    def _stats(self) -> Stats:
        counters = replace(self.counters)
        return Stats(
            counters.good,
            counters.bad,
            counters.overruns,
            round((self._now_s - self._booted_s) * 1000) % 2**32,
            self.boot,
            _digest(self._shown or ()),
            self.brightness,
            (self._presses[0], self._presses[1]),
        )


def _digest(players: tuple[tuple[Player, bytes], ...]) -> int:
    return crc16(b"".join(payload for _, payload in players))
