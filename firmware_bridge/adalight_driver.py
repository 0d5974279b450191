"""The driver of Adalight strips: the pixels are ours, the strip only shows them. The fallback for old strips.

`Ada`, count − 1 (high, low), high XOR low XOR 55, then red, green, blue of every lamp. Nothing comes back,
and the data has no check sum: a wrong lamp is right again with the next picture, half a second later.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from firmware_bridge.conversation import NoAnswer, Port
from firmware_bridge.display import DisplayStatus
from firmware_bridge.layout import Arranged, DisplayLayout, DisplayPlace, full_bar
from firmware_bridge.state import ALL_SLOTS, MOST_PLAYERS, Animation, Button, Colour

REFRESH_S = 0.5
_BLINK_S = 0.5  # bright and dim once a second: no strobe


def adalight_frame(lamps: list[Colour]) -> bytes:
    """Return the bytes that set all lamps of a strip.

    >>> adalight_frame([(255, 0, 0), (0, 0, 9)]).hex(" ")
    '41 64 61 00 01 54 ff 00 00 00 00 09'
    """
    high, low = divmod(len(lamps) - 1, 256)
    return b"Ada" + bytes((high, low, high ^ low ^ 0x55)) + bytes(part for lamp in lamps for part in lamp)


def strip_lamps(
    arranged: Arranged, layout: DisplayLayout, leds: int, *, dim: frozenset[int] = frozenset()
) -> list[Colour]:
    """Return each lamp's colour: a section and a bar for each player, the active one's bright."""
    lamps: list[Colour] = [(0, 0, 0)] * leds
    state = arranged.state
    for index, player in enumerate(state.players):
        chosen = arranged.places[index] if index < len(arranged.places) else None
        place = DisplayPlace("player 1") if chosen is None else layout.places[chosen]
        part = leds // len(state.players)
        first, end = place.leds or (index * part, (index + 1) * part - 1)
        bright = (player.active or player.winner) and index not in dim
        level = state.brightness if bright else -(-state.brightness // 4)
        room = max(1, min(end, leds) - first)
        lit = max(1, int(room * min(1.0, max(0, player.score) / full_bar(state, place)) + 0.5))
        if player.winner or place.draws == "colour":
            lit = room
        red, green, blue = (value * level // 255 for value in player.colour)
        lamps[first : first + lit] = [(red, green, blue)] * len(lamps[first : first + lit])
    return lamps


class AdalightDriver:
    """Shows a game on a strip that speaks Adalight."""

    def __init__(
        self,
        open_port: Callable[[], tuple[str, Port]],
        layout: DisplayLayout,
        leds: int,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._open_port, self._layout, self._leds = open_port, layout, leds
        self._clock, self._sleep = clock, sleep
        self._port: Port | None = None
        self._name = ""
        self._arranged: Arranged | None = None
        self._drawn_s = 0.0
        self._effect: tuple[int, float] | None = None
        self._sent = 0

    @property
    def slots(self) -> int:
        """As many as there may be."""
        return MOST_PLAYERS

    def connect(self) -> str:
        """Open the port; a strip says nothing about itself."""
        self._name, self._port = self._open_port()
        self._arranged, self._effect = None, None
        return f"Adalight, {self._leds} LEDs"

    def show(self, arranged: Arranged) -> None:
        """Send the picture."""
        self._arranged = arranged
        self._draw()

    def animate(self, animation: Animation, slot: int, duration_ms: int) -> None:
        """Bright and dim, once a second, until the time is over."""
        self._effect = (slot, self._clock() + duration_ms / 1000)

    def heartbeat(self) -> None:
        """The picture is repeated anyhow."""

    def poll(self, timeout_s: float) -> list[Button]:
        """Repeat the picture twice a second; a strip has no buttons."""
        again_s = REFRESH_S if self._effect is None else _BLINK_S / 4
        if self._arranged is not None and self._clock() - self._drawn_s >= again_s:
            self._draw()
        self._sleep(timeout_s)
        return []

    def describe(self, status: DisplayStatus) -> DisplayStatus:
        """Fill in the port and how many pictures were sent; a strip answers nothing, so none is sent again."""
        return replace(status, port=self._name, sent=self._sent, resent=None)

    def darken(self) -> None:
        """All lamps off."""
        self._write([(0, 0, 0)] * self._leds)

    def stop(self) -> None:
        """Nothing here waits for long."""

    def close(self) -> None:
        """Give the port back."""
        if self._port is not None:
            self._port.close()
        self._port = None

    def _draw(self) -> None:
        assert self._arranged is not None
        self._drawn_s = self._clock()
        dim: frozenset[int] = frozenset()
        if self._effect is not None:
            slot, end_s = self._effect
            if self._drawn_s >= end_s:
                self._effect = None
            elif int((end_s - self._drawn_s) / _BLINK_S) % 2:
                everybody = range(len(self._arranged.state.players))
                dim = frozenset(everybody if slot == ALL_SLOTS else [slot])
        self._write(strip_lamps(self._arranged, self._layout, self._leds, dim=dim))

    def _write(self, lamps: list[Colour]) -> None:
        if self._port is None:
            raise NoAnswer("the port is closed")
        self._port.write(adalight_frame(lamps))
        self._sent += 1
