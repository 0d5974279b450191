"""The driver of WLED, over USB serial or HTTP: nothing to flash, every state confirmed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from firmware_bridge.conversation import NoAnswer
from firmware_bridge.display import DisplayStatus
from firmware_bridge.layout import Arranged, DisplayLayout
from firmware_bridge.link import DisplayRefused
from firmware_bridge.state import MOST_PLAYERS, Animation, Button
from firmware_bridge.wled_answer import Json, WledAnswer, WledBusy, WledInfo, wled_answer
from firmware_bridge.wled_transport import WledSettings, WledTransport
from firmware_bridge.wled_view import difference, effect_objects, objects

_SILENT = "no answer"


class WledDriver:
    """Shows a game on a WLED: one segment a player."""

    def __init__(
        self,
        transport: WledTransport,
        layout: DisplayLayout,
        *,
        settings: WledSettings | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._transport = transport
        self._layout = layout
        self._settings = settings or WledSettings()
        self._clock, self._sleep = clock, sleep
        self._info: WledInfo | None = None
        self._port = ""
        self._told: list[Json] = []
        self._arranged: Arranged | None = None
        self._segments = 0
        self._effect_end_s: float | None = None
        self._beats = 0
        self._sent = self._resent = 0
        self._stopping = False

    @property
    def slots(self) -> int:
        """As many as it has segments, and one lamp for each."""
        return min(MOST_PLAYERS, self._info.most_segments, self._info.width) if self._info else MOST_PLAYERS

    def connect(self) -> str:
        """Open, and ask until it tells about itself."""
        self._port = self._transport.open()
        deadline_s = self._clock() + self._settings.start_s
        wrong = ""
        for _ in range(self._settings.attempts):
            try:
                answer = self._first_answer(deadline_s)
            except ValueError as error:  # damaged on the way, or somebody else's: asked again
                wrong = str(error)
                self._sleep(self._settings.busy_s)
            else:
                break
        else:
            raise DisplayRefused(f"{self._port}: {wrong}")
        self._info = answer.info
        self._segments = len(answer.state["seg"])
        self._told, self._arranged, self._effect_end_s = [], None, None
        return f"{self._info.name} (WLED {self._info.version}, {self._info.leds} LEDs)"

    def show(self, arranged: Arranged) -> None:
        """Tell it the state and ask whether it has taken everything over; again where it has not."""
        assert self._info is not None
        wanted = objects(arranged, self._layout, self._info, segments_before=self._segments)
        self._arranged = arranged
        if wanted == self._told and self._effect_end_s is None:
            return  # only `quiet` has changed
        self._effect_end_s = None
        self._tell(wanted)
        self._told = wanted
        self._segments = max(1, len(arranged.state.players))

    def animate(self, animation: Animation, slot: int, duration_ms: int) -> None:
        """Begin an effect; `poll` brings the scores back when its time is over."""
        if self._arranged is None or self._info is None:
            return
        effect = self._layout.effects[animation]
        for one in effect_objects(animation, slot, effect, self._arranged, self._layout, self._info):
            self._post(one)
        self._effect_end_s = self._clock() + duration_ms / 1000

    def heartbeat(self) -> None:
        """Every tenth time, look whether it still shows what it should; put it right where not."""
        self._beats += 1
        if self._beats % self._settings.check_every or self._effect_end_s is not None or not self._told:
            return
        wrong = self._wrong(self._told)
        if wrong == _SILENT:
            raise NoAnswer(f"{self._port}: WLED no longer answers")
        if wrong:
            self._tell(self._told)

    def poll(self, timeout_s: float) -> list[Button]:
        """End effects; WLED has no buttons for us."""
        if self._effect_end_s is not None and self._clock() >= self._effect_end_s:
            self._effect_end_s = None
            self._tell(self._told)
        self._sleep(timeout_s)
        return []

    def describe(self, status: DisplayStatus) -> DisplayStatus:
        """Fill in where it is and what was sent."""
        return replace(status, port=self._port, sent=self._sent, resent=self._resent)

    def darken(self) -> None:
        """Switch the light off."""
        self._tell([{"on": False}])

    def stop(self) -> None:
        """Give up waiting for it to start."""
        self._stopping = True
        self._transport.stop()

    def close(self) -> None:
        """Give the port back."""
        self._transport.close()

    def _first_answer(self, deadline_s: float) -> WledAnswer:
        """Ask until something answers. Raises NoAnswer, and ValueError where that is no WLED."""
        while (answer := self._ask()) is None:
            if self._clock() >= deadline_s or self._stopping:
                raise NoAnswer(f"{self._port}: no WLED answers; is it on, and is its serial port not used for LEDs?")
            self._sleep(self._settings.busy_s)
        return answer

    def _ask(self) -> WledAnswer | None:
        """How it stands; None where it does not answer or is busy. Raises ValueError where that is no WLED."""
        for _ in range(self._settings.attempts):
            data = self._transport.fetch()
            try:
                return None if data is None else wled_answer(data)
            except WledBusy:
                self._sleep(self._settings.busy_s)
        return None

    def _tell(self, wanted: list[Json]) -> None:
        for attempt in range(self._settings.attempts):
            for one in wanted:
                self._post(one)
            self._resent += len(wanted) if attempt else 0
            wrong = self._wrong(wanted)
            if not wrong:
                return
            self._sleep(self._settings.busy_s)
        raise NoAnswer(f"{self._port}: WLED does not show what it is told: {wrong}")

    def _wrong(self, wanted: list[Json]) -> str:
        """What it shows otherwise than wanted, or why that can't be told; an empty text where nothing."""
        try:
            answer = self._ask()
        except ValueError as error:
            return str(error)
        return _SILENT if answer is None else difference(wanted, answer.state)

    def _post(self, told: Json) -> None:
        self._transport.post(told)
        self._sent += 1
