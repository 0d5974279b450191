"""What people ask from the page, handed to the game's own thread, which answers each wish in its turn."""

from __future__ import annotations

import queue
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from tabletop.errors import UsageError

MOST_WAITING = 64
"""More changes, or more questions, than this wait for the game: somebody is hammering, and is told to wait."""
QUESTIONS = frozenset({"worth", "likely", "spots", "forms"})
"""What asks without changing anything. Nobody needs a token for it, so it never stands in the way of changes."""


@dataclass(frozen=True, slots=True)
class Request:
    """Something that a person wants; the answer goes to `reply`.

    `verb` is `correct`, `turn`, `answer` or `pause`, or asks without changing anything: `worth`, `likely`, `spots`.
    """

    verb: str
    body: Mapping[str, Any]
    reply: Future[Mapping[str, Any]]


class Mailbox:
    """Wishes from any thread, answered by the game's thread between two frames: changes before questions."""

    def __init__(self) -> None:
        self._changes: queue.Queue[Request] = queue.Queue(MOST_WAITING)
        self._questions: queue.Queue[Request] = queue.Queue(MOST_WAITING)

    def ask(self, verb: str, body: Mapping[str, Any]) -> Future[Mapping[str, Any]]:
        """Leave a wish; the future brings the game's answer or its BoardsightError. UsageError where too many wait."""
        wish = Request(verb, body, Future())
        try:
            (self._questions if verb in QUESTIONS else self._changes).put_nowait(wish)
        except queue.Full:
            raise UsageError("too many requests are waiting; try again in a moment") from None
        return wish.reply

    def answer_all(self, act: Callable[[str, Mapping[str, Any]], Mapping[str, Any]]) -> int:
        """Answer every waiting change by `act`, then one question; returns how many there were.

        One question at a time, since each takes a while and the next frame or change waits. Called by the game's
        thread only.
        """
        count = _answer(self._changes, act, MOST_WAITING)
        return count + _answer(self._questions, act, 1)


def _answer(
    wishes: queue.Queue[Request], act: Callable[[str, Mapping[str, Any]], Mapping[str, Any]], at_most: int
) -> int:
    count = 0
    while count < at_most:
        try:
            wish = wishes.get_nowait()
        except queue.Empty:
            break
        if not wish.reply.set_running_or_notify_cancel():
            continue  # who asked has given up: what nobody waits for is not done behind anybody's back
        count += 1
        try:
            answer = act(wish.verb, wish.body)
        except Exception as error:  # whatever it is, it is the asker's
            wish.reply.set_exception(error)
        else:
            wish.reply.set_result(answer)
    return count
