"""Tables for the tests: what a table of the network would publish, with whatever is to be wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from real_broker import Listener
from waiting import wait_until

from live.network.messages import CameraShown, Sender, TableState, now_utc, state_message
from live.network.topics import state_topic, status_topic
from live.page.shown import MoveShown, PlayerShown, QuestionShown
from scoring.protocol import ScoreLine

COLOURS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e6b800", "#56b4e9")


def state_of(
    table: str,
    scores: Mapping[str, int],
    *,
    n: int = 1,
    run: str = "run1",
    process: str = "process1",
    over: bool = False,
    winners: Sequence[str] = (),
    questions: Sequence[str] = (),
    ahead_s: float = 0.0,
    **more: Any,
) -> TableState:
    """A state in which these players have these scores and the first one has just moved."""
    names = list(scores)
    players = tuple(
        PlayerShown(
            name, seat, COLOURS[seat - 1], scores[name], seat == 1 + n % len(names),
            name in winners, None,
        )
        for seat, name in enumerate(names, start=1)
    )  # fmt: skip
    sent = now_utc(lambda: datetime.now(UTC) + timedelta(seconds=ahead_s))
    state = TableState(
        Sender(table, run, process, sent),
        n,
        "big-city",
        "Big City",
        players,
        names[n % len(names)] if names else None,
        over,
        tuple(winners),
        camera=CameraShown("watching"),
        moves=(move(n, names[0]),) if n and names else (),
        questions=tuple(QuestionShown(f"q{index}", text, ("yes", "no")) for index, text in enumerate(questions)),
    )
    return replace(state, **more)


def move(n: int, player: str) -> MoveShown:
    """A move that scored seven."""
    lines = (ScoreLine("base", 6, ("property:11",), "base"), ScoreLine("on the outskirts", 1, (), "outskirts"))
    return MoveShown(n, player, "builds a residence on 11 and 12", 7, True, lines, number=n)


class Voice(Listener):
    """A client that says what it is told to say."""

    def __init__(self, port: int) -> None:
        super().__init__(port, "nothing")

    def online(self, table: str) -> None:
        """Say that a table is there."""
        self.send(status_topic(table), b"online", retain=True)

    def state(self, state: TableState) -> None:
        """Say how a table stands."""
        self.send(state_topic(state.sender.table), state_message(state), retain=True)


def eventually(claim: Callable[[], object], what: str) -> None:
    """Wait until a claim is true; fail with its words where it never is."""
    assert wait_until(claim), f"it never came true that {what}"
