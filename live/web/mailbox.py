"""What people ask from the page, handed to the game's own thread, which answers each wish in its turn."""

from __future__ import annotations

import queue
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from tabletop.errors import UsageError

MOST_WAITING = 64
"""More wishes than this wait for the game: somebody is hammering, and is told to wait."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Something that a person wants; the answer goes to `reply`.

    `verb` is `correct`, `turn`, `answer` or `pause`, or asks without changing anything: `worth`, `likely`.
    """

    verb: str
    body: Mapping[str, Any]
    reply: Future[Mapping[str, Any]]


class Mailbox:
    """Wishes from any thread, answered by the game's thread between two frames."""

    def __init__(self) -> None:
        self._wishes: queue.Queue[Wish] = queue.Queue(MOST_WAITING)

    def ask(self, verb: str, body: Mapping[str, Any]) -> Future[Mapping[str, Any]]:
        """Leave a wish; the future brings the game's answer or its BoardsightError. UsageError where too many wait."""
        wish = Wish(verb, body, Future())
        try:
            self._wishes.put_nowait(wish)
        except queue.Full:
            raise UsageError("too many requests are waiting; try again in a moment") from None
        return wish.reply

    def answer_all(self, act: Callable[[str, Mapping[str, Any]], Mapping[str, Any]]) -> int:
        """Answer every waiting wish by `act`; returns how many there were. Called by the game's thread only."""
        count = 0
        while True:
            try:
                wish = self._wishes.get_nowait()
            except queue.Empty:
                return count
            count += 1
            if not wish.reply.set_running_or_notify_cancel():
                continue  # who asked has given up: what nobody waits for is not done behind anybody's back
            try:
                answer = act(wish.verb, wish.body)
            except Exception as error:  # whatever it is, it is the asker's
                wish.reply.set_exception(error)
            else:
                wish.reply.set_result(answer)
