"""What the page shows, handed from the loop to any number of viewers: the newest state, its changes, the picture."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import Any

KEPT_CHANGES = 200
"""A viewer that was away for fewer changes catches up with them; after more it gets the whole state, which is less."""
HEARTBEAT_S = 10.0
"""A line of comment so often keeps proxies and phones from closing a silent stream."""


@dataclass(frozen=True, slots=True)
class PageEvent:
    """One thing that viewers are told: `event` is `state` (everything), `change` (keys), or `move`, `replaced`…"""

    number: int
    event: str
    data: Mapping[str, Any]


class Publication:
    """The one place where the loop leaves what is to be seen, and from which every viewer takes at its own pace.

    Writers never wait for viewers. `picture` makes the JPEG only when somebody looks.
    """

    def __init__(self) -> None:
        self.boot = secrets.token_hex(4)
        self._lock = threading.Lock()
        self._state: dict[str, Any] = {}
        self._changes: deque[PageEvent] = deque(maxlen=KEPT_CHANGES)
        self._number = 0
        self._waiting: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()
        self._make_picture: Callable[[], bytes] | None = None
        self._picture: tuple[int, bytes] | None = None
        self._picture_number = 0
        self._crops: dict[str, Callable[[], bytes]] = {}
        self._closed = False

    @property
    def state(self) -> dict[str, Any]:
        """The newest state, with the id to go on from."""
        with self._lock:
            return {**self._state, "event": f"{self.boot}-{self._number}"}

    def publish(self, state: Mapping[str, Any], news: tuple[tuple[str, Mapping[str, Any]], ...] = ()) -> None:
        """Show a new state; viewers get what changed in it, and `news` as events of their own."""
        with self._lock:
            difference = state_difference(self._state, state)
            if difference:
                self._append("change", difference)
            for event, data in news:
                self._append(event, data)
            self._state = dict(state)
            waiting = list(self._waiting) if difference or news else []
        _wake(waiting)

    def show_picture(self, make: Callable[[], bytes]) -> None:
        """Offer a newer picture; `make` encodes it when the first viewer asks."""
        with self._lock:
            self._make_picture = make
            self._picture_number += 1

    def picture(self) -> tuple[int, bytes] | None:
        """The newest picture with its number, None before the first."""
        with self._lock:
            number, make = self._picture_number, self._make_picture
            if self._picture is not None and self._picture[0] == number:
                return self._picture
        if make is None:
            return None
        made = (number, make())
        with self._lock:
            self._picture = made
        return made

    def show_crops(self, crops: Mapping[str, Callable[[], bytes]]) -> None:
        """Offer the cut-outs that belong to the open questions, by the questions' ids; the others are forgotten."""
        with self._lock:
            self._crops = dict(crops)

    def crop(self, question: str) -> bytes | None:
        """A question's cut-out as a JPEG, None where it has none."""
        with self._lock:
            make = self._crops.get(question)
        return None if make is None else make()

    def close(self) -> None:
        """End every viewer's stream."""
        with self._lock:
            self._closed = True
            waiting = list(self._waiting)
        _wake(waiting)

    def since(self, last_id: str | None) -> tuple[PageEvent, ...]:
        """What a viewer that saw `last_id` has missed; the whole state where that can't be told any more."""
        with self._lock:
            boot, _, number = (last_id or "").rpartition("-")
            seen = int(number) if boot == self.boot and number.isdigit() else -1
            oldest = self._changes[0].number if self._changes else self._number + 1
            if 0 <= seen <= self._number and seen >= oldest - 1:
                return tuple(change for change in self._changes if change.number > seen)
            return (PageEvent(self._number, "state", dict(self._state)),)

    async def follow(self, last_id: str | None, *, pause_s: float = 0.1) -> AsyncIterator[tuple[PageEvent, ...] | None]:
        """Every change after `last_id`, in bundles; None as a sign of life. `pause_s` merges quick changes."""
        entry = (asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            self._waiting.add(entry)
        try:
            while not self._closed:
                entry[1].clear()
                missed = self.since(last_id)
                if missed:
                    yield missed
                    last_id = f"{self.boot}-{missed[-1].number}"
                    await asyncio.sleep(pause_s)
                    continue
                try:
                    async with asyncio.timeout(HEARTBEAT_S):
                        await entry[1].wait()
                except TimeoutError:
                    yield None
        finally:
            with self._lock:
                self._waiting.discard(entry)

    @property
    def viewers(self) -> int:
        """Streams that are open now."""
        with self._lock:
            return len(self._waiting)

    def _append(self, event: str, data: Mapping[str, Any]) -> None:
        self._number += 1
        self._changes.append(PageEvent(self._number, event, data))


def state_difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The keys that changed, gone ones as None; of `moves` only the entries that changed, and how many there are.

    >>> state_difference({"turn": "Ann", "over": False}, {"turn": "Ben", "over": False})
    {'turn': 'Ben'}
    """
    changed = {key: value for key, value in after.items() if key not in before or before[key] != value}
    changed |= {key: None for key in before if key not in after}
    if "moves" in changed and "moves" in before:
        known = {move["n"]: move for move in before["moves"]}
        changed["moves"] = [move for move in after["moves"] if known.get(move["n"]) != move]
        changed["move_order"] = [move["n"] for move in after["moves"]]
    return changed


def _wake(waiting: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]]) -> None:
    for loop, event in waiting:
        try:
            loop.call_soon_threadsafe(event.set)
        except RuntimeError:  # that viewer's server has just ended
            continue
