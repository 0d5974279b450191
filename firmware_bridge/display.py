"""What every LED display offers the game, whatever it speaks; and what it tells about itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from firmware_bridge.state import ALL_SLOTS, Animation, ButtonPress, DisplayState

LOOKING = "looking for the display"
"""What a display's status says before it has been tried once."""


class Connection(StrEnum):
    """How it stands between us and a display."""

    CONNECTING = "connecting"
    READY = "ready"
    LOST = "lost"  # was there; is being looked for
    REFUSED = "refused"  # is there, and can't be spoken with; the message says why
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class DisplayStatus:
    """A snapshot for people and tests. `message` is a sentence with the mend where something is wrong.

    `shown` says that the newest state has been confirmed by the display. `light_changes_until_s` is the time
    (of `time.monotonic`) until which its light may change because of us: what a camera sees change before
    then may be only that. Counters are since the link was made, but `bad_frames` and `overruns`, which the
    display counts since its start; None where nobody counts.
    """

    url: str
    connection: Connection
    message: str = ""
    device: str = ""
    port: str = ""
    shown: bool = False
    sent: int = 0
    resent: int | None = 0
    reconnections: int = 0
    round_trip_ms: float | None = None
    light_changes_until_s: float = 0.0
    bad_frames: int | None = None
    overruns: int | None = None


class Display(Protocol):
    """An LED display as the game holds it. No method blocks but `wait_shown` and `close`."""

    @property
    def url(self) -> str:
        """The URL that it was opened with."""
        ...

    @property
    def status(self) -> DisplayStatus:
        """How it stands now."""
        ...

    def show(self, state: DisplayState) -> None:
        """Show this state; it replaces one that has not been shown yet."""
        ...

    def animate(self, animation: Animation, slot: int = ALL_SLOTS, duration_ms: int | None = None) -> None:
        """Play an effect for one player (by seat) or all; dropped while `quiet` or nobody is there.

        Turns, points and wins are noticed by the display itself, as its layout says; the same effect
        asked for as well is played once. Without a duration it takes the layout's.
        """
        ...

    def buttons(self) -> list[ButtonPress]:
        """Return the button presses since the last call, oldest first."""
        ...

    def wait_shown(self, timeout_s: float) -> bool:
        """Wait until the newest state stands on the display; False where that took too long."""
        ...

    def close(self, *, leave_lit: bool = False) -> None:
        """Darken the display (unless it shall stay lit) and end."""
        ...
