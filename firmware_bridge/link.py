"""The link: one worker thread between the game, which never waits, and a display, which may be slow or gone.

The thread owns the driver and with it the port. The game leaves the newest state in a box of one place;
what has not been sent when a newer one comes is never sent.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from firmware_bridge.display import Connection, DisplayStatus
from firmware_bridge.state import ALL_SLOTS, Animation, Button, ButtonPress, DisplayState


class DisplayRefused(Exception):
    """The display is there but can't be spoken with; the message is for people."""


@dataclass(frozen=True, slots=True)
class LinkSettings:
    """How the worker paces itself, in seconds."""

    heartbeat_s: float = 1.0  # the displays show dashes after 3 s of silence
    poll_s: float = 0.01  # bounds how late a new state is noticed; 100 wake-ups/s cost 0.5 % of a core
    reconnect_s: float = 0.25  # between two looks for a lost port
    animation_age_s: float = 1.0  # an effect that could not be played by then is no news any more
    close_s: float = 2.0  # how long `close` waits for the display to go dark


class Driver(Protocol):
    """What speaks one kind of display's language; used by the worker thread only.

    `connect`, `show`, `animate`, `heartbeat` and `poll` raise OSError where the device is gone (pyserial's
    SerialException is one) and DisplayRefused where talking makes no sense.
    """

    def connect(self) -> str:
        """Open and shake hands; return what the device calls itself."""
        ...

    def show(self, state: DisplayState) -> None:
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

    def close(self) -> None:
        """Give the port back; called again and again without harm."""
        ...


@dataclass(frozen=True, slots=True)
class _Effect:
    animation: Animation
    slot: int
    duration_ms: int
    asked_s: float


class Link:
    """A display behind a worker thread; see `Display` for the methods' promises."""

    def __init__(
        self,
        url: str,
        driver: Driver,
        *,
        settings: LinkSettings | None = None,
        clock: Callable[[], float] = time.monotonic,
        on_button: Callable[[ButtonPress], None] | None = None,
    ) -> None:
        self._driver = driver
        self._settings = settings or LinkSettings()
        self._clock = clock
        self._on_button = on_button
        self._changed = threading.Condition()
        self._newest: DisplayState | None = None
        self._confirmed: DisplayState | None = None
        self._effects: deque[_Effect] = deque(maxlen=4)
        self._presses: deque[ButtonPress] = deque(maxlen=64)
        self._status = DisplayStatus(url, Connection.CONNECTING, "looking for the display")
        self._closing = False
        self._leave_lit = False
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
            self._newest = state
            self._changed.notify_all()

    def animate(self, animation: Animation, slot: int = ALL_SLOTS, duration_ms: int = 800) -> None:
        """Play an effect for one slot or all; dropped while the state is `quiet` or nobody is there."""
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
                    self._confirmed = None
                self._tell(Connection.READY, "", device=device, reconnections=again)
                was_ready = True
                self._converse()
            except DisplayRefused as refusal:
                self._tell(Connection.REFUSED, str(refusal))
            except OSError as error:
                gone = Connection.LOST if was_ready else Connection.CONNECTING
                self._tell(gone, str(error))
            self._driver.close()
            with self._changed:
                self._changed.wait_for(lambda: self._closing, self._settings.reconnect_s)
        self._tell(Connection.CLOSED, "")

    def _converse(self) -> None:
        next_heartbeat_s = self._clock() + self._settings.heartbeat_s
        while not self._closing:
            self._send_state()
            self._send_effects()
            self._collect(self._driver.poll(self._settings.poll_s))
            if self._clock() >= next_heartbeat_s:
                self._driver.heartbeat()
                next_heartbeat_s = self._clock() + self._settings.heartbeat_s
                self._tell(Connection.READY, "")
        if not self._leave_lit:
            self._driver.darken()

    def _send_state(self) -> None:
        with self._changed:
            state = self._newest
            if state is None or state == self._confirmed:
                return
        self._driver.show(state)
        with self._changed:
            self._confirmed = state
            self._status = self._driver.describe(self._status)
            self._changed.notify_all()

    def _send_effects(self) -> None:
        with self._changed:
            effects = list(self._effects)
            self._effects.clear()
            quiet = self._newest is not None and self._newest.quiet
        for effect in effects:
            fresh = self._clock() - effect.asked_s <= self._settings.animation_age_s
            if fresh and not quiet:
                self._driver.animate(effect.animation, effect.slot, effect.duration_ms)

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
