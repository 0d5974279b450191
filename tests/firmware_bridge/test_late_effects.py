"""Effects of a display that was gone for a while, against a scripted driver and a clock that the test turns."""

from __future__ import annotations

import threading

from firmware_bridge import Animation, DisplayLinkSettings, DisplayPlayer, DisplayState
from firmware_bridge.display import DisplayStatus
from firmware_bridge.layout import Arranged, DisplayLayout
from firmware_bridge.link import Link
from firmware_bridge.state import Button


class PluggedInLater:
    """A display that is met only when the test plugs it in, and notes which effects it plays."""

    def __init__(self) -> None:
        self.plugged_in = threading.Event()
        self.has_played = threading.Event()
        self.played: list[Animation] = []

    slots = 2

    def connect(self) -> str:
        """Wait for the plug."""
        self.plugged_in.wait()
        return "a scripted display"

    def show(self, arranged: Arranged) -> None:
        """Confirm at once."""

    def animate(self, animation: Animation, slot: int, duration_ms: int) -> None:
        """Note it."""
        self.played.append(animation)
        self.has_played.set()

    def heartbeat(self) -> None:
        """Is always well."""

    def poll(self, timeout_s: float) -> list[Button]:
        """Nobody presses anything."""
        return []

    def describe(self, status: DisplayStatus) -> DisplayStatus:
        """Add nothing."""
        return status

    def darken(self) -> None:
        """Show nothing."""

    def stop(self) -> None:
        """Stop waiting for the plug."""
        self.plugged_in.set()

    def close(self) -> None:
        """Has no port."""


def test_an_effect_asked_for_too_long_ago_is_not_played() -> None:
    """What was asked while the display was unplugged is no news when it is back; what is asked then is played."""
    now_s = [100.0]
    driver = PluggedInLater()
    settings = DisplayLinkSettings(animation_age_s=1.0)
    link = Link("scripted:", driver, settings=settings, layout=DisplayLayout(), clock=lambda: now_s[0])
    link.show(DisplayState((DisplayPlayer("Ann", 1), DisplayPlayer("Ben", 2))))
    link.animate(Animation.WIN, 0)
    now_s[0] += 1.5
    link.animate(Animation.POINTS, 1)
    driver.plugged_in.set()
    assert driver.has_played.wait(60)
    link.close()
    assert driver.played == [Animation.POINTS]
