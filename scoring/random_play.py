"""Whole games of random legal moves: for tests, benchmarks, the virtual table and the demo."""

from random import Random
from typing import Any

from scoring.protocol import Rules
from tabletop.entries import Entry
from tabletop.moves import Move
from tabletop.records import Header, Record

QUIET_SHARE = 0.06
"""How often a random player leaves no trace although there is something to build."""


def sample_by_kind(
    rules: Rules[Any, Any], state: Any, random: Random, *, weights: dict[str, int] | None = None
) -> Move:
    """A random legal move: first a kind, then one of its places; a quiet turn where there is none.

    `weights` make some kinds more frequent; what is not named weighs 1. Quiet turns are those that a record names
    (pass, exchange), never `quiet`, which is only what a reader says.
    """
    player = rules.to_move(state)
    quiet = [move for move in rules.quiet_moves(state, player or "") if move.do != "quiet"]
    if quiet and random.random() < QUIET_SHARE:
        return random.choice(quiet)
    waiting = list(rules.kinds(state))
    while waiting:
        kind = random.choices(waiting, [(weights or {}).get(kind, 1) for kind in waiting])[0]
        waiting.remove(kind)
        places = rules.placements(state, kind, player=player)
        if places:
            return rules.move_for(state, player, kind, random.choice(places))
    return next(move for move in quiet if move.do == "pass")


def play_game(rules: Rules[Any, Any], header: Header, random: Random, *, at_most: int = 400) -> Record:
    """A record of random legal moves from the start until the game is over, or of `at_most` moves."""
    state = rules.start(header)
    entries: list[Entry] = []
    while len(entries) < at_most and not rules.over(state):
        move = rules.sample(state, random)
        judged = rules.judge(state, move)
        assert judged.legal, (move, judged.problems)
        entries.append(Entry(len(entries) + 1, move))
        state = judged.state
    return Record(header, tuple(entries))
