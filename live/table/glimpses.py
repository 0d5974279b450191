"""What single looks told before enough of them agreed: when something was last not there, and when it first was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Any

from live.table.interpretation import EQUAL, DecisionSettings
from live.table.session import Glimpse, Session
from tabletop.moves import Move
from tabletop.readings import Evidence

MOST_GLIMPSES = 8
"""So many looks at one place are remembered."""

Change = Mapping[str, tuple[str, str]]
"""Place -> what lay there before a move, and what it laid."""


def with_glimpses(session: Session, glimpsed: Evidence, seen_s: float) -> Session:
    """The session that remembers what single looks tell of places that are not steady."""
    if not glimpsed and not session.glimpsed:
        return session
    kept: dict[str, tuple[Glimpse, ...]] = {}
    for place in dict.fromkeys((*session.glimpsed, *glimpsed)):
        plain_s = session.plain[place].seen_s if place in session.plain else -inf
        known = [one for one in session.glimpsed.get(place, ()) if one.seen_s > plain_s]
        now = [Glimpse(seen_s, glimpsed[place])] if place in glimpsed else []
        if known or now:
            kept[place] = (*known, *now)[-MOST_GLIMPSES:]
    return replace(session, glimpsed=kept)


def changes_of(session: Session, state: Any, moves: Sequence[Move]) -> list[Change]:
    """What each of these moves, one after the other, changed on the table."""
    rules, told = session.rules, list[Change]()
    for move in moves:
        lay, changes = rules.contents(state), rules.changes(state, move)
        told.append({place: (lay.get(place, "empty"), word) for place, word in changes.items()})
        state = rules.judge(state, move).state
    return told


def last_without(session: Session, change: Change, settings: DecisionSettings) -> float:
    """When a place was last seen as it lay before a change."""
    last_s = -inf
    for place, (before, after) in change.items():
        if place in session.plain:
            last_s = max(last_s, session.plain[place].seen_s)
        for glimpse in session.glimpsed.get(place, ()):
            least = max(glimpse.told.values()) + settings.floor_nats + EQUAL
            if _leads(before, glimpse.told) and glimpse.told.get(after, settings.floor_nats) < least:
                last_s = max(last_s, glimpse.seen_s)
    return last_s


def first_with(session: Session, change: Change, later: Sequence[Change], without_s: float) -> float:
    """When a single look first showed a change, or what one of the `later` ones laid upon it; inf where none did."""
    return min(
        (
            glimpse.seen_s
            for place in change
            for glimpse in session.glimpsed.get(place, ())
            if glimpse.seen_s > without_s
            and any(_leads(one[place][1], glimpse.told) for one in (change, *later) if place in one)
        ),
        default=inf,
    )


def in_seen_order(
    session: Session, moves: Sequence[Move], settings: DecisionSettings, *, wholly: bool = False
) -> tuple[Move, ...]:
    """These moves in the order in which single looks showed them first; as they are where those tell none.

    Of those of which that is not known, the ones come first that were `wholly` seen first, if that is asked for: over
    the others a hand may have been.
    """
    changes = changes_of(session, session.state, moves)
    without = [last_without(session, change, settings) for change in changes]
    first = [first_with(session, change, (), since_s) for change, since_s in zip(changes, without, strict=True)]
    whole = [_wholly_with(session, change) if wholly else inf for change in changes]
    left, ordered = list(range(len(moves))), list[int]()
    while left:
        free = [at for at in left if not any(first[other] <= without[at] for other in left if other != at)]
        ordered.append(min(free or left, key=whole.__getitem__))
        left.remove(ordered[-1])
    return tuple(moves[at] for at in ordered)


def _wholly_with(session: Session, change: Change) -> float:
    """When one look first showed all that a change laid; inf where none did."""
    shown = [
        {glimpse.seen_s for glimpse in session.glimpsed.get(place, ()) if _leads(after, glimpse.told)}
        for place, (_, after) in change.items()
    ]
    return min(set[float]().union(*shown).intersection(*shown), default=inf)


def _leads(word: str, told: Mapping[str, float]) -> bool:
    """Whether nothing is seen that is likelier there."""
    return told.get(word, -inf) == max(told.values())
