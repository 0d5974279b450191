"""The driver of displays that speak our own protocol (`docs/display-protocol.md`)."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from statistics import median

from firmware_bridge.conversation import FAREWELL_S, Conversation, ConversationSettings, NoAnswer, Patience, Port
from firmware_bridge.display import DisplayStatus
from firmware_bridge.layout import Arranged
from firmware_bridge.link import DisplayRefused
from firmware_bridge.messages import (
    PROTOCOL_MAJOR,
    Animate,
    Brightness,
    Can,
    Capabilities,
    Clear,
    Commit,
    EventKind,
    Hello,
    Message,
    Nak,
    Ping,
    Player,
    Refusal,
    Stats,
)
from firmware_bridge.payloads import player_message, state_digest
from firmware_bridge.state import Animation, Button, DisplayState
from tabletop.visible import one_line


@dataclass(frozen=True, slots=True)
class BoardDriverSettings:
    """How a board is met, in seconds."""

    hello_s: float = 0.25  # between two HELLOs
    patience_s: float = 8.0  # a bootloader takes up to 1.8 s; then the port is opened anew
    most_repairs: int = 3  # COMMITs refused in a row before the connection is made anew


class _HelloFirst(Exception):
    """The display has started again since our HELLO."""


@dataclass(slots=True)
class _Confirmed:
    """What the board has acknowledged since the last handshake."""

    staged: dict[int, Player] = field(default_factory=dict)
    level: int | None = None
    committed: tuple[int, int, bool] | None = None  # digest, count, quiet


class BoardDriver:
    """Speaks with one board; `open_port` is called for every new connection."""

    def __init__(
        self,
        open_port: Callable[[], tuple[str, Port]],
        *,
        settings: BoardDriverSettings | None = None,
        conversation: ConversationSettings | None = None,
        clock: Callable[[], float] = time.monotonic,
        watch: Callable[[str, Message], None] | None = None,
    ) -> None:
        self._open_port = open_port
        self._settings = settings or BoardDriverSettings()
        self._conversation_settings = conversation
        self._clock = clock
        self._patience = Patience(clock)
        self._watch = watch
        self._port: Port | None = None
        self._port_name = ""
        self._conversation: Conversation | None = None
        self._sent_before = (0, 0)
        self._stats: Stats | None = None
        self._wanted: DisplayState | None = None
        self._confirmed = _Confirmed()
        self._pressed: list[Button] = []
        self._greeting = False
        self._counted: list[int | None] = [None, None]
        self.capabilities: Capabilities | None = None

    def connect(self) -> str:
        """Open the port and repeat HELLO until the board has started."""
        self._wanted = None
        self._port_name, self._port = self._open_port()
        self._conversation = Conversation(
            self._port,
            settings=self._conversation_settings,
            clock=self._clock,
            patience=self._patience,
            watch=self._watch,
        )
        capabilities = self._handshake()
        return f"{one_line(capabilities.name)} {capabilities.firmware[0]}.{capabilities.firmware[1]}"

    @property
    def slots(self) -> int:
        """As the board has told."""
        return self._capable().slots

    def show(self, arranged: Arranged) -> None:
        """Send what differs from what the board has confirmed, then COMMIT; everything after a refusal."""
        self._wanted = arranged.state
        self._show(arranged.state)

    def animate(self, animation: Animation, slot: int, duration_ms: int) -> None:
        """Play an effect; a board that has none, or does not know this one, goes without."""
        if Can.ANIMATION not in self._capable().can:
            return
        try:
            self._request(Animate(animation, slot, duration_ms), may_refuse=True)
        except _HelloFirst:
            self._start_again()

    def heartbeat(self) -> None:
        """PING; where the board shows something else than it should, it gets everything again."""
        answer = self._talk().request(Ping())
        if not isinstance(answer, Stats):
            raise NoAnswer("the display answers a PING with a refusal")
        rebooted = self._take_events(0.0)  # pressed before the answer was sent: told in their order, which it has not
        self._note_presses(answer)
        self._stats = answer
        if rebooted or answer.boot != self._capable().boot:
            self._start_again()
        elif self._wanted is not None and not self._stands(answer):
            self._confirmed = _Confirmed()
            self._show(self._wanted)

    def poll(self, timeout_s: float) -> list[Button]:
        """Return the buttons pressed; after a BOOT event everything is sent again."""
        if self._take_events(timeout_s if not self._pressed else 0.0):
            self._start_again()
        pressed, self._pressed = self._pressed, []
        return pressed

    def describe(self, status: DisplayStatus) -> DisplayStatus:
        """Fill in port, counters and the median of the last 32 round trips."""
        if self._conversation is None:
            return status
        trips, counters = self._conversation.round_trips_ms, self._conversation.counters
        return replace(
            status,
            port=self._port_name,
            sent=self._sent_before[0] + counters.sent,
            resent=self._sent_before[1] + counters.resent,
            round_trip_ms=median(trips) if trips else None,
            bad_frames=self._stats.bad if self._stats else None,
            overruns=self._stats.overruns if self._stats else None,
        )

    def darken(self) -> None:
        """Show nothing."""
        self._talk().request(Clear())

    def stop(self) -> None:
        """Give up waiting for a board that does not start, or answers slowly."""
        self._patience.hurry(0.0 if self._greeting else FAREWELL_S)

    def close(self) -> None:
        """Give the port back."""
        if self._conversation is not None:
            counters = self._conversation.counters
            self._sent_before = (self._sent_before[0] + counters.sent, self._sent_before[1] + counters.resent)
        if self._port is not None:
            self._port.close()
        self._port, self._conversation = None, None

    def _handshake(self) -> Capabilities:
        answer = self._hello()
        if isinstance(answer, Nak):
            raise DisplayRefused(
                f"the display speaks another protocol than {PROTOCOL_MAJOR}.x: "
                "flash its firmware anew with `boardsight display flash`"
            )
        assert isinstance(answer, Capabilities)
        if answer.major != PROTOCOL_MAJOR:
            newer = answer.major > PROTOCOL_MAJOR
            mend = "update Boardsight" if newer else "flash its firmware anew with `boardsight display flash`"
            raise DisplayRefused(
                f"the display speaks protocol {answer.major}.{answer.minor}, we speak {PROTOCOL_MAJOR}.x: {mend}"
            )
        self.capabilities = answer
        self._confirmed = _Confirmed()
        self._counted = [None, None]
        stats = self._talk().request(Ping())
        if isinstance(stats, Stats):
            self._note_presses(stats)
            self._stats = stats
        return answer

    def _show(self, state: DisplayState) -> None:
        for _ in range(self._settings.most_repairs):
            try:
                if self._send(state):
                    return
                self._confirmed = _Confirmed()
            except _HelloFirst:
                self._handshake()
        raise NoAnswer("the display does not keep what it is sent")

    def _hello(self) -> Message:
        """One HELLO, repeated: an answer that is slow, to whichever of them, is an answer."""
        every_s = self._settings.hello_s
        self._greeting = True
        try:
            return self._talk().request(Hello(), timeouts_s=(every_s,) * round(self._settings.patience_s / every_s))
        finally:
            self._greeting = False

    def _start_again(self) -> None:
        self._handshake()
        if self._wanted is not None:
            self._show(self._wanted)

    def _take_events(self, timeout_s: float) -> bool:
        """Note the buttons pressed; return whether the board has started again since the handshake."""
        rebooted = False
        for event in self._talk().events(timeout_s):
            if event.kind == EventKind.BUTTON and event.value in (Button.NEXT, Button.UNDO):
                self._note_count(event.value - 1, event.count)
            rebooted = rebooted or (event.kind == EventKind.BOOT and event.value != self._capable().boot)
        return rebooted

    def _stands(self, stats: Stats) -> bool:
        committed = self._confirmed.committed
        return committed is not None and (stats.digest, stats.brightness) == (committed[0], self._confirmed.level)

    def _send(self, state: DisplayState) -> bool:
        capabilities = self._capable()
        ascii_only = Can.UNICODE not in capabilities.can
        players = tuple(player_message(*one, ascii_only=ascii_only) for one in enumerate(state.players))
        known = self._confirmed
        for player in players:
            if known.staged.get(player.slot) != player:
                self._request(player)
                known.staged[player.slot] = player
        level = min(state.brightness, capabilities.brightness_cap)
        if known.level != level:
            self._request(Brightness(level))
            known.level = level
        picture = (state_digest(players), len(players), state.quiet)
        if known.committed != picture:
            answer = self._request(Commit(len(players), state.quiet, picture[0]), may_refuse=True)
            if isinstance(answer, Nak):
                return False
            known.committed = picture
        return True

    def _request(self, message: Message, *, may_refuse: bool = False) -> Message:
        answer = self._talk().request(message)
        if isinstance(answer, Nak):
            if answer.reason == Refusal.HELLO_FIRST:
                raise _HelloFirst
            if not may_refuse:
                raise NoAnswer(f"the display refuses {type(message).__name__}: reason {answer.reason}")
        return answer

    def _note_presses(self, stats: Stats) -> None:
        for index, count in enumerate(stats.presses):
            self._note_count(index, count)

    def _note_count(self, index: int, count: int) -> None:
        before = self._counted[index]
        new = 0 if before is None else (count - before) % 256
        if new < 128:  # else an event that was overtaken by STATS
            self._counted[index] = count
            self._pressed += [Button(index + 1)] * new

    def _talk(self) -> Conversation:
        if self._conversation is None:
            raise NoAnswer("the port is closed")
        return self._conversation

    def _capable(self) -> Capabilities:
        if self.capabilities is None:
            raise NoAnswer("no handshake yet")
        return self.capabilities
