"""The end of a round that people enter, and on which side of it lies what was laid about then.

When it was entered is known. When a piece was laid is known as well as it was seen: after the last look without it,
before the first one with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import takewhile
from math import inf
from typing import Any

from live.table.glimpses import Change, changes_of, first_with, last_without
from live.table.interpretation import (
    DecisionSettings,
    Interpretation,
    mismatches,
    said_by_people,
    state_before,
    without_puck,
)
from live.table.repairs import last_told_otherwise, played_on
from live.table.session import Choice, Draft, Question, RoundEnd, Session, write
from scoring.referee.explanation import WHAT_HAPPENED, explain
from tabletop.moves import Move
from tabletop.readings import Reading

EVEN = 0.5
"""A piece of which it is likelier than this was laid after the end."""


def at_round_end(session: Session, entered_s: float, still_s: float = -inf) -> Session:
    """The session that knows when the end of a round was entered, where people have just done so.

    Until `still_s` the table lay as in the newest look at it.
    """
    last = session.moves[-1] if session.moves else None
    if last is None or not said_by_people(session.rules, last.judged.move):
        return session
    known = session.round_end is not None and session.round_end.n == last.n
    if known:
        return session
    newest_s = max((one.seen_s for one in session.plain.values()), default=-inf)
    longer = {place: replace(one, seen_s=still_s) for place, one in session.plain.items() if one.seen_s == newest_s}
    plain = {**session.plain, **longer} if still_s > newest_s else session.plain
    return replace(session, rounds_ended=(*session.rounds_ended, RoundEnd(last.n, entered_s)), plain=plain)


def before_the_end(
    session: Session, reading: Reading, account: Interpretation, seen_s: float, settings: DecisionSettings
) -> Interpretation | None:
    """What was laid before people entered the end of the round and is seen only now, and what was laid after it.

    Of two sides that are about as likely people are asked. What never lay there goes first.
    """
    rules, end = session.rules, session.round_end
    if end is None or not session.moves or session.moves[-1].n != end.n or not account.drafts:
        return None
    gone = tuple(takewhile(lambda draft: draft.kind == "replace" and draft.move is None, account.drafts))
    if gone:
        without = write(session, gone, at=None).session
        rest = replace(account, drafts=account.drafts[len(gone) :])
        told = before_the_end(without, reading, rest, seen_s, settings)
        patience_s = 0.0 if told is None else max(account.patience_s, told.patience_s)
        return told and replace(told, drafts=(*gone, *told.drafts), patience_s=patience_s)
    new = [draft.move for draft in account.drafts if draft.kind == "played" and draft.move is not None]
    if len(new) < len(account.drafts) or not all(map(rules.places_of, new)):
        return None
    if min(_after_the_end(session, session.state, new, seen_s, settings)) == 1.0:
        return None
    before = state_before(session, len(session.moves) - 1)
    explanation = explain(rules, before, without_puck(reading), settings=settings.referee)
    best = explanation.best
    left = mismatches(rules, best.state, reading, settings)
    if not best.moves or any(rules.leaves_no_trace(move) for move in best.moves):
        return None
    if not all(judged.legal for judged in best.judged) or not set(left) <= set(account.unexplained):
        return None
    shares = _after_the_end(session, before, best.moves, seen_s, settings)

    def holds(sides: Sequence[bool]) -> bool:
        return _holds(session, best.moves, sides, reading, account, settings)

    late, others = _sides(shares, holds, settings)
    if all(late) and not others:
        return None
    if len(best.moves) == 1 and not left and not late[0]:
        carried = last_told_otherwise(session, len(session.moves) - 1, best.moves[0], reading, settings)
        if carried is not None:
            return carried
    question = _question(session, best.moves, late, others)
    doubtful = question is not None or explanation.probability < settings.sure_enough
    drafts = _drafts(session, best.moves, late)
    if not others and not any(late):
        line = _before(session, 1 + _ends_between(session, before, best.moves, settings))
        drafts = tuple(replace(draft, after=line) for draft in drafts)
    return Interpretation(drafts, left, None, settings.wait_s if doubtful else 0.0, doubtful, question=question)


def _sides(
    shares: Sequence[float], holds: Callable[[Sequence[bool]], bool], settings: DecisionSettings
) -> tuple[Sequence[bool], Sequence[Sequence[bool]]]:
    """Whether each move was made after the end, and how else it may have been: one move alone on the other side."""
    early = [False] * len(shares)
    late = [share > EVEN for share in shares]
    if not holds(late):
        return early, ()
    others = []
    for place, share in enumerate(shares):
        other = [side != (place == at) for at, side in enumerate(late)]
        if max(share, 1.0 - share) < settings.asked_below_blind and holds(other):
            others.append(other)
    return late, others


def _after_the_end(
    session: Session, state: Any, moves: Sequence[Move], seen_s: float, settings: DecisionSettings
) -> list[float]:
    """How likely each of these moves was made after the end: by how much of the time in which it may have been made."""
    told = changes_of(session, state, moves)
    return [_share(session, told[index], told[index:], seen_s, settings) for index in range(len(moves))]


def _share(
    session: Session, change: Change, later: Sequence[Change], seen_s: float, settings: DecisionSettings
) -> float:
    """The share that lies after the end of the time in which a change may have been made; `later` are it and the next.

    What was never seen otherwise tells nothing: it counts as laid after the end, where it is seen.
    """
    assert session.round_end is not None
    entered_s = session.round_end.entered_s
    without_s = last_without(session, change, settings)
    with_s = min(seen_s, first_with(session, change, later, without_s))
    if without_s == -inf or without_s >= entered_s:
        return 1.0
    if with_s <= entered_s:
        return 0.0
    return (with_s - entered_s) / (with_s - without_s)


def _holds(
    session: Session,
    moves: Sequence[Move],
    late: Sequence[bool],
    reading: Reading,
    account: Interpretation,
    settings: DecisionSettings,
) -> bool:
    """Whether these moves may have been made so, each before or after the end, and explain what is seen."""
    rules, end = session.rules, session.moves[-1].judged.move
    state, illegal = played_on(rules, state_before(session, len(session.moves) - 1), _told(end, moves, late))
    return not illegal and set(mismatches(rules, state, reading, settings)) <= set(account.unexplained)


def _told(end: Move, moves: Sequence[Move], late: Sequence[bool]) -> list[Move]:
    """These moves in their order, the end of the round among them."""
    sides = list(zip(moves, late, strict=True))
    return [*(move for move, side in sides if not side), end, *(move for move, side in sides if side)]


def _drafts(session: Session, moves: Sequence[Move], late: Sequence[bool]) -> tuple[Draft, ...]:
    """The lines of these moves, the last line of the record being the end of the round."""
    early = (Draft(move, "insert", after=_before(session)) for move, side in zip(moves, late, strict=True) if not side)
    return (*early, *(Draft(move) for move, side in zip(moves, late, strict=True) if side))


def _before(session: Session, lines: int = 1) -> int:
    """The line before the last ones, 0 where there is none."""
    return session.moves[-lines - 1].n if len(session.moves) > lines else 0


def _ends_between(session: Session, before: Any, moves: Sequence[Move], settings: DecisionSettings) -> int:
    """How many rounds more, one right after the other, people ended after single looks had shown all these moves."""
    told = changes_of(session, before, moves)
    without = [last_without(session, change, settings) for change in told]
    shown_s = max(first_with(session, change, told[at:], without[at]) for at, change in enumerate(told))
    entered = {end.n: end.entered_s for end in session.rounds_ended}
    ends = list(takewhile(lambda move: entered.get(move.n, -inf) >= shown_s, session.moves[-2::-1]))
    first = len(session.moves) - 1 - len(ends)
    order = [*moves, *(move.judged.move for move in session.moves[first:])]
    _, illegal = played_on(session.rules, state_before(session, first), order)
    return 0 if illegal else len(ends)


def _question(
    session: Session, moves: Sequence[Move], late: Sequence[bool], others: Sequence[Sequence[bool]]
) -> Question | None:
    """Which of the moves were made before the end and which after it, where that may as well have been otherwise."""
    if not others:
        return None
    rules, end, written = session.rules, session.moves[-1], _drafts(session, moves, late)
    lines = {draft.move: len(session.entries) + 1 + place for place, draft in enumerate(written)}

    def told(sides: Sequence[bool]) -> str:
        return "; then ".join(rules.tell(move, session.state) for move in _told(end.judged.move, moves, sides))

    choices, places = [Choice(told(late))], list[str]()
    for sides in others:
        (at,) = (place for place, side in enumerate(sides) if side != late[place])
        move, there = moves[at], end.n if sides[at] else _before(session)
        moved = (Draft(None, "replace", of=lines[move]), Draft(move, "insert", after=there))
        choices.append(Choice(told(sides), moved))
        places += rules.places_of(move)
    return Question("", WHAT_HAPPENED, tuple(dict.fromkeys(places)), tuple(choices), table_tells=False)
