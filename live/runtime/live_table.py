"""One table as it is played: its state, and what people, buttons and the network want of it."""

import time
from collections.abc import Mapping
from typing import Any

from firmware_bridge import Button
from live.runtime.loop_state import LoopState
from live.runtime.requests import handle
from tabletop.errors import BoardsightError


class LiveTable(LoopState):
    """One table as it is played. Only the loop's thread changes it."""

    __slots__ = ()

    def act(self, verb: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Carry out what somebody wishes on the page; the answer says how many lines the record has.

        Raises BoardsightError with what is wrong, a fault of the program itself too.
        """
        try:
            return handle(self, verb, body)
        except Exception as error:
            raise self.told(f"the wish '{verb}'", error) from error

    def attend(self) -> int:
        """Everything beside the camera: wishes, buttons, the network, the record. How many wishes there were."""
        wishes = self.mailbox.answer_all(self.act)
        self.act_on_buttons()
        self.look_at_network()
        self.look_at_displays()
        self.look_at_clock()
        if time.monotonic() - self.looked_at_record_s >= self.settings.record_every_s:
            self.look_at_record()
        return wishes

    def act_on_buttons(self) -> None:
        """Buttons on the displays: next turn, take back."""
        for display in self.displays:
            for press in display.buttons():
                verb, body = ("turn", {"do": "quiet"}) if press.button is Button.NEXT else ("correct", {"do": "undo"})
                try:
                    self.act(verb, body)
                except BoardsightError as error:
                    self.tell_trouble("button", "a button", error)
