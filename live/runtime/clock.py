"""Clocks of the players: counting up, counting down, or by Fischer; they rest while the game waits for people.

A clock is no part of the rules and of the record: who oversteps loses nothing, and a program that is started anew
begins it anew.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tabletop.errors import UsageError

WORDS = re.compile(r"(?P<minutes>\d{1,3})(?:\+(?P<plus>\d{1,3}))?")
UP = "up"
OFF = "off"


@dataclass(frozen=True, slots=True)
class ClockRule:
    """How time is counted: `limit_s` None counts up; `plus_s` are given after each turn (Fischer)."""

    limit_s: int | None = None
    plus_s: int = 0


def clock_rule(words: str) -> ClockRule | None:
    """A clock as people write it, None for `off`. Raises UsageError.

    >>> clock_rule("15+10")
    ClockRule(limit_s=900, plus_s=10)
    """
    if words == OFF:
        return None
    if words == UP:
        return ClockRule()
    found = WORDS.fullmatch(words)
    if found is None or not int(found["minutes"]):
        raise UsageError(
            f"a clock '{words[:20]}' is not known; write up, 20 (minutes for each), or 15+10 (and 10 s more a turn)"
        )
    return ClockRule(60 * int(found["minutes"]), int(found["plus"] or 0))


@dataclass(frozen=True, slots=True)
class TableClock:
    """How the clocks stand: everybody's seconds at `as_of_s`, and whose are running since then (None: all rest)."""

    rule: ClockRule
    seconds: Mapping[str, float]
    """Left, or spent where the rule counts up; below zero for who has overstepped."""
    running: str | None
    as_of_s: float
    """Of the machine's own clock, seconds since 1970."""
    turn: str | None = None
    """Whose turn it was then, clocks resting or not."""

    def at(self, now_s: float) -> Mapping[str, float]:
        """Everybody's seconds at a moment."""
        if self.running is None:
            return self.seconds
        passed = max(0.0, now_s - self.as_of_s)
        sign = 1 if self.rule.limit_s is None else -1
        return {**self.seconds, self.running: self.seconds[self.running] + sign * passed}

    def looked(self, turn: str | None, *, resting: bool, now_s: float) -> TableClock:
        """The clocks once it is seen whose turn it is and whether the game rests; the same where nothing is new."""
        turn = turn if turn in self.seconds else None
        running = None if resting else turn
        if (turn, running) == (self.turn, self.running):
            return self
        seconds = dict(self.at(now_s))
        if self.turn is not None and turn is not None and turn != self.turn:
            seconds[self.turn] += self.rule.plus_s
        return replace(self, seconds=seconds, running=running, as_of_s=now_s, turn=turn)

    def to_json(self) -> dict[str, Any]:
        """As the page gets it; it counts on by itself."""
        return {
            "counts": "up" if self.rule.limit_s is None else "down",
            "limit_s": self.rule.limit_s,
            "plus_s": self.rule.plus_s,
            "seconds": {player: round(seconds, 2) for player, seconds in self.seconds.items()},
            "running": self.running,
            "as_of_ms": round(self.as_of_s * 1000),
        }


def started(rule: ClockRule, players: Sequence[str], now_s: float) -> TableClock:
    """Everybody's clock at its start, all resting until somebody looks."""
    return TableClock(rule, dict.fromkeys(players, float(rule.limit_s or 0)), None, now_s)
