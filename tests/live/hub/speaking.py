"""Tables for the tests: what a table of the network would publish, with whatever is to be wrong with it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion
from waiting import wait_until

from live.network.messages import CameraShown, RecordEvent, Sender, TableState, event_message, now_utc, state_message
from live.network.topics import event_topic, state_topic, status_topic
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


class Voice:
    """A client that says what it is told to say."""

    def __init__(self, port: int, name: str | None = None, **login: str) -> None:
        self._client = paho.Client(CallbackAPIVersion.VERSION2, client_id=name or f"voice-{secrets.token_hex(4)}")
        if login:
            self._client.username_pw_set(login["user"], login["password"])
        self._client.max_queued_messages_set(0)
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()

    def online(self, table: str) -> None:
        """Say that a table is there."""
        self.say(status_topic(table), b"online", retain=True)

    def state(self, state: TableState, *, retain: bool = True) -> None:
        """Say how a table stands."""
        self.say(state_topic(state.sender.table), state_message(state), retain=retain)

    def event(self, table: str, n: int, run: str = "run1") -> None:
        """Say that move n was made."""
        said = RecordEvent(Sender(table, run, "process1", now_utc()), n, "move", move(n, "Ann"))
        self.say(event_topic(table), event_message(said))

    def say(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Say anything, and wait until the broker has it."""
        self._client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(60)

    def hurry(self, topic: str, payload: bytes) -> None:
        """Say anything without waiting."""
        self._client.publish(topic, payload, qos=0)

    def close(self) -> None:
        """Leave."""
        self._client.disconnect()
        self._client.loop_stop()


def eventually(claim: Callable[[], object], what: str) -> None:
    """Wait until a claim is true; fail with its words where it never is."""
    assert wait_until(claim), f"it never came true that {what}"
