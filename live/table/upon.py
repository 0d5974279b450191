"""What may stand unseen upon a known piece that looks otherwise since: people are asked, or the next look tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from live.table.doubts import as_of_now
from live.table.interpretation import EQUAL, STANDS, DecisionSettings, Interpretation, state_before, told_better_before
from live.table.session import (
    UPON,
    Choice,
    Draft,
    LookedOtherwise,
    Pending,
    Question,
    Session,
    Step,
    kept_apart,
    question_json,
    settled_apart,
    upon_name,
)
from scoring.referee.explanation import WHAT_HAPPENED
from tabletop.gamefile import load_game
from tabletop.moves import Move
from tabletop.parts import Part
from tabletop.readings import Reading

MOST_ANSWERS = 8
"""A question has no more answers than this, and that nothing has happened."""


def looked_upon(session: Session, reading: Reading, seen_s: float, settings: DecisionSettings) -> Session:
    """The session that knows which pieces look as they were laid, and which did so and look otherwise by now.

    `reading` is as it was read, no piece held by the record. A piece of which something is covered tells nothing.
    """
    kinds = load_game(session.header.game).by_id if reading.uncoded else {}
    if not any(kinds[word].kind == STANDS for word in reading.uncoded):
        return session
    as_laid, otherwise = set(session.as_laid), dict(session.otherwise)
    pieces = dict(_pieces(session, reading, kinds))
    for line, places in pieces.items():
        told = [reading.evidence.get(place, {}) for place in places]
        if any(len(set(one.values())) <= 1 for one in told):
            continue
        lying = session.rules.contents(session.state)[places[0]]
        behind = [max(one.values()) - one.get(lying, settings.floor_nats) for one in told]
        if max(behind) < EQUAL:
            as_laid.add(line)
            otherwise.pop(line, None)
        elif line in as_laid and any(
            lead > settings.mismatch_nats
            and _another(max(one, key=one.__getitem__), lying, kinds)
            and not told_better_before(session, reading, place, lying)
            for place, lead, one in zip(places, behind, told, strict=True)
        ):
            otherwise.setdefault(line, LookedOtherwise(seen_s, session.moves[-1].n))
    otherwise = {line: since for line, since in otherwise.items() if line in pieces}
    return replace(session, as_laid=frozenset(as_laid), otherwise=otherwise)


def _pieces(session: Session, reading: Reading, kinds: Mapping[str, Part]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Line and places of every piece without a code upon which nothing stands by the record."""
    rules, contents, taken = session.rules, session.rules.contents(session.state), set[str]()
    for index, move in enumerate(session.moves):
        places = tuple(rules.places_of(move.judged.move))
        words = {contents.get(place, "") for place in places}
        if len(words) != 1 or not words <= reading.uncoded or not taken.isdisjoint(places):
            continue
        laid = rules.changes(state_before(session, index), move.judged.move)
        if words == set(laid.values()) and all(kinds[word].kind != STANDS for word in words):
            taken.update(places)
            yield move.n, places


def _another(seen: str, lying: str, kinds: Mapping[str, Part]) -> bool:
    """Whether another piece of the same kind seems to lie there: nobody changes those, so something is upon it."""
    return seen in kinds and kinds[seen].kind == kinds[lying].kind


def told_by_now(session: Session, account: Interpretation) -> Interpretation:
    """The account with what a question names, and is plainly seen by now, written where the question was asked."""
    if len(account.drafts) != 1 or account.asks or account.unexplained:
        return account
    for question in session.questions:
        if question.id.startswith(UPON) and any(account.drafts == choice.drafts for choice in question.choices):
            return replace(account, drafts=as_of_now(session, question, account.drafts))
    return account


def asked_upon(step: Step, reading: Reading, seen_s: float, settings: DecisionSettings, *, at: str) -> Step:
    """The step of a look that tells nothing new, with a question about each piece that goes on looking otherwise.

    What looks otherwise together does so in another light. Who has answered is not asked again.
    """
    step = _without_settled(step, at=at)
    session = step.session
    times = [since.seen_s for since in session.otherwise.values()]
    waits = session.pending
    for line, since in session.otherwise.items():
        together = sum(abs(since.seen_s - other) < settings.together_s for other in times) > 1
        question = None if together else _question(session, reading, line, since)
        if question is None or question.id in session.settled:
            continue
        if seen_s - since.seen_s < settings.upon_s:
            waits = waits or Pending((), since.seen_s)
            continue
        step = _asked(step, question, line, at=at)
    return replace(step, session=replace(step.session, pending=waits))


def _asked(step: Step, question: Question, line: int, *, at: str) -> Step:
    """The step with a question about the piece of a line: one that is open already gets its newest answers."""
    known = next((one for one in step.session.questions if one.id == question.id), None)
    if known is None:
        step = replace(step, news=(*step.news, ("question", question_json(question))))
        step, question = kept_apart(step, question, line, at=at)
    else:
        question = replace(question, kept=known.kept)
    others = tuple(one for one in step.session.questions if one.id != question.id)
    return replace(step, session=replace(step.session, questions=(*others, question)))


def _without_settled(step: Step, *, at: str) -> Step:
    """The step without questions about pieces that look as they were laid, or upon which something stands by now."""
    session = step.session
    names = {upon_name(line, since) for line, since in session.otherwise.items()}
    over = [one for one in session.questions if one.id.startswith(UPON) and one.id not in names]
    for question in over:
        step = settled_apart(step, question, at=at)
    left = tuple(one for one in session.questions if one not in over)
    return replace(step, session=replace(step.session, questions=left))


def _question(session: Session, reading: Reading, line: int, since: LookedOtherwise) -> Question | None:
    """What was laid upon the piece of a line, the likeliest answers first; None where nothing may stand there."""
    rules = session.rules
    places = next(rules.places_of(move.judged.move) for move in session.moves if move.n == line)
    moves = sorted(_moves_upon(session, reading, places), key=lambda move: -_seen_of(session, reading, move))
    if not moves:
        return None
    answers = (Choice(rules.tell(move, session.state), (Draft(move),)) for move in moves[:MOST_ANSWERS])
    choices = (Choice("nothing has happened"), *answers)
    return Question(upon_name(line, since), WHAT_HAPPENED, tuple(places), choices, (), since.after, table_tells=False)


def _moves_upon(session: Session, reading: Reading, places: Sequence[str]) -> Iterator[Move]:
    """The legal moves that lay something upon one of these places."""
    kinds = load_game(session.header.game).by_id
    standing = {word: 0.0 for word in sorted(reading.uncoded) if kinds[word].kind == STANDS}
    for move in session.rules.suggest(session.state, dict.fromkeys(places, standing), None):
        if session.rules.judge(session.state, move).legal:
            yield move


def _seen_of(session: Session, reading: Reading, move: Move) -> float:
    """How well the reading bears a move out."""
    changes = session.rules.changes(session.state, move).items()
    return sum(reading.evidence.get(place, {}).get(what, 0.0) for place, what in changes)
