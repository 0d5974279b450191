"""The link: one worker thread between the game, which never waits, and a display, which may be slow or gone.

The thread owns the driver and with it the port. The game leaves the newest state in a box of one place;
what has not been sent when a newer one comes is never sent.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from firmware_bridge.display import LOOKING, Connection, DisplayStatus
from firmware_bridge.layout import Arranged, DisplayLayout, arrange, events_between
from firmware_bridge.state import ALL_SLOTS, Animation, Button, ButtonPress, DisplayState


class DisplayRefused(Exception):
    """The display is there but can't be spoken with; the message is for people."""


@dataclass(frozen=True, slots=True)
class DisplayLinkSettings:
    """How the worker paces itself, in seconds."""

    heartbeat_s: float = 1.0  # the displays show dashes after 3 s of silence
    poll_s: float = 0.01  # bounds how late a new state is noticed; 100 wake-ups/s cost 0.5 % of a core
    reconnect_s: float = 0.25  # between two looks for a lost port
    animation_age_s: float = 1.0  # an effect that could not be played by then is no news any more
    same_effect_s: float = 0.5  # the same effect twice within this time is one event told twice
    settle_s: float = 0.1  # from a confirmed picture to the last lamp that has changed
    close_s: float = 2.0  # how long `close` waits for the display to go dark


class Driver(Protocol):
    """What speaks one kind of display's language; used by the worker thread only.

    States come as the layout has arranged them, with never more than `slots` players.

    `connect`, `show`, `animate`, `heartbeat` and `poll` raise OSError where the device is gone (pyserial's
    SerialException is one) and DisplayRefused where talking makes no sense.
    """

    def connect(self) -> str:
        """Open and shake hands; return what the device calls itself."""
        ...

    @property
    def slots(self) -> int:
        """How many players find a place on it; known once connected."""
        ...

    def show(self, arranged: Arranged) -> None:
        """Bring the state onto the display; returns when the display has confirmed it."""
        ...

    def animate(self, animation: Animation, slot: int, duration_ms: int) -> None:
        """Play an effect."""
        ...

    def heartbeat(self) -> None:
        """Say that we are alive, and repair what the display has forgotten."""
        ...

    def poll(self, timeout_s: float) -> list[Button]:
        """Wait at most so long for what the display says unasked; return the buttons pressed."""
        ...

    def describe(self, status: DisplayStatus) -> DisplayStatus:
        """Return the status with this driver's port and counters filled in."""
        ...

    def darken(self) -> None:
        """Show nothing."""
        ...

    def stop(self) -> None:
        """Give up waiting for a display that does not start; called from the game's thread."""
        ...

    def close(self) -> None:
        """Give the port back; called again and again without harm."""
        ...


@dataclass(frozen=True, slots=True)
class _Effect:
    animation: Animation
    seat: int
    duration_ms: int | None
    asked_s: float


def _local_minute() -> int:
    now = time.localtime()
    return 60 * now.tm_hour + now.tm_min


class Link:
    """A display behind a worker thread; see `Display` for the methods' promises."""

    def __init__(
        self,
        url: str,
        driver: Driver,
        *,
        settings: DisplayLinkSettings | None = None,
        layout: DisplayLayout | None = None,
        clock: Callable[[], float] = time.monotonic,
        on_button: Callable[[ButtonPress], None] | None = None,
    ) -> None:
        self._driver = driver
        self._settings = settings or DisplayLinkSettings()
        self._layout = layout or DisplayLayout()
        self._clock = clock
        self._on_button = on_button
        self._changed = threading.Condition()
        self._newest: DisplayState | None = None
        self._newest_s = clock()
        self._confirmed: DisplayState | None = None
        self._before: DisplayState | None = None
        self._arranged: Arranged | None = None
        self._played: dict[tuple[Animation, int], float] = {}
        self._effects: deque[_Effect] = deque(maxlen=8)
        self._presses: deque[ButtonPress] = deque(maxlen=64)
        self._status = DisplayStatus(url, Connection.CONNECTING, LOOKING)
        self._faults: set[str] = set()
        self._closing = False
        self._leave_lit = False
        self.look_around: Callable[[], None] = lambda: None
        """Called with every heartbeat, from the worker thread."""
        self._thread = threading.Thread(target=self._work, name=f"display {url}", daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """The URL that it was opened with."""
        return self._status.url

    @property
    def status(self) -> DisplayStatus:
        """How it stands now."""
        with self._changed:
            return replace(self._status, shown=self._is_shown())

    def show(self, state: DisplayState) -> None:
        """Show this state; it replaces one that has not been shown yet."""
        with self._changed:
            if state != self._newest:
                self._newest_s = self._clock()
            self._newest = state
            self._changed.notify_all()

    def animate(self, animation: Animation, slot: int = ALL_SLOTS, duration_ms: int | None = None) -> None:
        """Play an effect for one player (by seat) or all; dropped while `quiet` or nobody is there."""
        with self._changed:
            self._effects.append(_Effect(animation, slot, duration_ms, self._clock()))
            self._changed.notify_all()

    def buttons(self) -> list[ButtonPress]:
        """Return the button presses since the last call, oldest first."""
        with self._changed:
            presses = list(self._presses)
            self._presses.clear()
            return presses

    def wait_shown(self, timeout_s: float) -> bool:
        """Wait until the newest state stands on the display; False where that took too long."""
        with self._changed:
            return self._changed.wait_for(self._is_shown, timeout_s)

    def close(self, *, leave_lit: bool = False) -> None:
        """Darken the display (unless it shall stay lit) and end."""
        with self._changed:
            self._leave_lit = leave_lit
            self._closing = True
            self._changed.notify_all()
        self._driver.stop()
        self._thread.join(self._settings.close_s)

    def _is_shown(self) -> bool:
        ready = self._status.connection is Connection.READY
        return ready and self._newest is not None and self._confirmed == self._newest

    def _work(self) -> None:
        was_ready = False
        while not self._closing:
            try:
                device = self._driver.connect()
                with self._changed:
                    again = self._status.reconnections + was_ready
                    self._confirmed = self._arranged = None
                self._tell(Connection.READY, "", device=device, reconnections=again)
                was_ready = True
                self._converse()
            except DisplayRefused as refusal:
                self._tell(Connection.REFUSED, str(refusal))
            except Exception as error:  # whatever a device brings about: the next connection begins afresh
                self._tell(Connection.LOST if was_ready else Connection.CONNECTING, self._sentence(error))
            with contextlib.suppress(OSError):  # pulled out, some ports can't even be closed
                self._driver.close()
            with self._changed:
                self._changed.wait_for(lambda: self._closing, self._settings.reconnect_s)
        self._tell(Connection.CLOSED, "")

    def _sentence(self, error: Exception) -> str:
        """What people are told; a fault of our own is logged besides, each once."""
        if isinstance(error, OSError):
            return str(error)
        fault = f"a fault in Boardsight while it talked with the display: {error!r}; it is tried again"
        if fault not in self._faults:
            self._faults.add(fault)
            logging.getLogger("boardsight.display").error("%s", fault, exc_info=error)
        return fault

    def _converse(self) -> None:
        next_heartbeat_s = self._clock() + self._settings.heartbeat_s
        while not self._closing:
            self._send_state()
            self._send_effects()
            self._collect(self._driver.poll(self._settings.poll_s))
            if self._clock() >= next_heartbeat_s:
                self._driver.heartbeat()
                self.look_around()
                self._arrange_anew()
                next_heartbeat_s = self._clock() + self._settings.heartbeat_s
                self._tell(Connection.READY, "")
        if not self._leave_lit:
            self._driver.darken()

    def _send_state(self) -> None:
        with self._changed:
            state = self._newest
            if state is None or state == self._confirmed:
                return
        self._show(state)
        events = events_between(self._before, state)
        self._before = state
        with self._changed:
            self._confirmed = state
            self._status = self._driver.describe(self._status)
            self._changed.notify_all()
            for animation, seat in events:
                if self._layout.effects[animation].on:
                    self._effects.append(_Effect(animation, seat, None, self._clock()))

    def _arrange_anew(self) -> None:
        """Night falls, idleness begins: the same state may look different now."""
        if self._confirmed is not None:
            self._show(self._confirmed)

    def _show(self, state: DisplayState) -> None:
        arranged = arrange(
            state,
            self._layout,
            slots=self._driver.slots,
            idle_s=self._clock() - self._newest_s,
            minute_of_day=_local_minute(),
        )
        if arranged != self._arranged:
            self._driver.show(arranged)
            self._arranged = arranged
            self._light_changes(self._settings.settle_s)

    def _send_effects(self) -> None:
        with self._changed:
            effects = list(self._effects)
            self._effects.clear()
        for effect in effects:
            if self._clock() - effect.asked_s <= self._settings.animation_age_s:
                self._play(effect)

    def _play(self, effect: _Effect) -> None:
        if self._arranged is None or self._arranged.state.quiet:
            return
        place = ALL_SLOTS if effect.seat == ALL_SLOTS else self._arranged.place_of(effect.seat)
        key, now_s = (effect.animation, effect.seat), self._clock()
        again_s = self._settings.same_effect_s
        if place is None or now_s - self._played.get(key, -again_s) < again_s:
            return  # the game and the layout both asked for it
        self._played[key] = now_s
        duration_ms = effect.duration_ms or self._layout.effects[effect.animation].ms
        self._driver.animate(effect.animation, place, duration_ms)
        self._light_changes(duration_ms / 1000 + self._settings.settle_s)

    def _light_changes(self, seconds: float) -> None:
        with self._changed:
            until_s = max(self._status.light_changes_until_s, self._clock() + seconds)
            self._status = replace(self._status, light_changes_until_s=until_s)

    def _collect(self, pressed: list[Button]) -> None:
        for button in pressed:
            press = ButtonPress(button, self.url)
            with self._changed:
                self._presses.append(press)
            if self._on_button is not None:
                self._on_button(press)

    def _tell(self, connection: Connection, message: str, **changes: object) -> None:
        with self._changed:
            status = replace(self._status, connection=connection, message=message, **changes)  # type: ignore[arg-type]
            self._status = self._driver.describe(status)
            self._changed.notify_all()
