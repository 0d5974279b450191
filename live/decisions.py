"""From what is steadily seen to lines of the record: new moves through the referee, and repairs of earlier ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.referee import Explanation, explain

from live.session import Choice, Draft, Question, Session, Step, write
from scoring.protocol import Rules
from tabletop.moves import Move
from tabletop.readings import Problem, Reading


@dataclass(frozen=True, slots=True)
class DecisionSettings:
    """How much evidence it takes."""

    mismatch_nats: float = 4.0
    """A place contradicts the game when something else than what should lie there is so much likelier."""
    floor_nats: float = -12.0
    """What evidence says at worst about anything that it does not name."""
    repairs_back: int = 6
    """So many of the last moves may be repaired by later evidence without asking."""


def observe(
    session: Session, reading: Reading, *, at: str, evidence: str | None = None,
    settings: DecisionSettings | None = None,
) -> Step:  # fmt: skip
    """Take a steady reading in: the moves that explain it, or the repair of earlier moves, or a question.

    `evidence` names the picture that is kept beside the lines.
    """
    chosen = settings or DecisionSettings()
    fresh = _with_puck_news(session, reading)
    seen = replace(session, seen=reading, problems=reading.problems)
    decided = _decide(seen, fresh, chosen)
    step = write(seen, decided.drafts, at=at, evidence=evidence)
    after = step.session
    if decided.drafts or session.puck is None:
        after = replace(after, puck=_puck(reading) or session.puck)
    after = _asked(after, decided, step)
    opened = [question for question in after.questions if question not in session.questions]
    news = (*step.news, *(("question", _question_news(question)) for question in opened))
    return Step(after, step.entries, news)


@dataclass(frozen=True, slots=True)
class _Decision:
    """What is to be written, what is left unexplained, and what only people can say."""

    drafts: tuple[Draft, ...] = ()
    explanation: Explanation | None = None
    unexplained: tuple[str, ...] = ()


def _decide(session: Session, reading: Reading, settings: DecisionSettings) -> _Decision:
    """The cheapest account of the reading: nothing new, new moves, or a repair of one of the last moves."""
    rules, state = session.rules, session.state
    if not mismatches(rules, state, reading, settings) and not _puck_passed(session, reading):
        return _Decision()
    merged = _second_streetcar(session, reading, settings)
    if merged is not None:
        return merged
    explanation = explain(rules, state, reading)
    left = mismatches(rules, explanation.state, reading, settings)
    best = _Decision(tuple(Draft(move) for move in explanation.moves), explanation, left)
    if not left:
        return best
    for repaired in _repairs(session, reading, settings):
        if len(repaired.unexplained) < len(best.unexplained):
            best = repaired
        if not best.unexplained:
            break
    return best


def mismatches(rules: Rules[Any, Any], state: Any, reading: Reading, settings: DecisionSettings) -> tuple[str, ...]:
    """Places where something else than the game's state is plainly seen; hidden and doubtful ones never count."""
    contents = rules.contents(state)
    found = []
    for place, evidence in reading.evidence.items():
        if place == "puck" or not evidence:
            continue
        expected = evidence.get(contents.get(place, "empty"), settings.floor_nats)
        if max(evidence.values()) - expected > settings.mismatch_nats:
            found.append(place)
    return tuple(found)


def _second_streetcar(session: Session, reading: Reading, settings: DecisionSettings) -> _Decision | None:
    """A second streetcar while the puck still lies with the one who laid the first: it is the same move."""
    if not session.moves:
        return None
    last = session.moves[-1]
    puck = _puck(reading)
    if last.judged.move.do != "streetcars" or puck is None or puck != last.judged.move.player:
        return None
    before = _state_before(session, len(session.moves) - 1)
    explanation = explain(session.rules, before, _without_puck(reading))
    same = [move for move in explanation.moves if move.do == "streetcars" and move.player == puck]
    if len(explanation.moves) != 1 or not same or same[0] == last.judged.move:
        return None
    left = mismatches(session.rules, explanation.state, reading, settings)
    return None if left else _Decision((Draft(same[0], "replace", of=last.n),), explanation)


def _repairs(session: Session, reading: Reading, settings: DecisionSettings) -> Iterator[_Decision]:
    """Accounts that change one of the last moves: it lies elsewhere now, or was taken back; the newest first."""
    moves = session.moves
    for index in range(len(moves) - 1, max(-1, len(moves) - 1 - settings.repairs_back), -1):
        line, move = moves[index].n, moves[index].judged.move
        before = _state_before(session, index)
        later = [other.judged.move for other in moves[index + 1 :]]
        without = _played(session.rules, before, later)
        taken_back = _Decision((Draft(None, "replace", of=line),), None, _left(session, without, reading, settings))
        if not later:
            explanation = explain(session.rules, without, _without_puck(reading))
            left = _left(session, explanation.state, reading, settings)
            if (
                explanation.moves
                and explanation.moves[0].player == move.player
                and len(left) < len(taken_back.unexplained)
            ):
                first, *others = explanation.moves
                drafts = (Draft(first, "replace", of=line), *(Draft(other) for other in others))
                yield _Decision(drafts, explanation, left)
        else:
            for other in _other_bodies(session, before, move, reading):
                state = _played(session.rules, before, [other, *later])
                left = _left(session, state, reading, settings)
                if len(left) < len(taken_back.unexplained):
                    yield _Decision((Draft(other, "replace", of=line),), None, left)
        yield taken_back


def _left(session: Session, state: Any, reading: Reading, settings: DecisionSettings) -> tuple[str, ...]:
    """As `mismatches`, for a state of this session's game."""
    return mismatches(session.rules, state, reading, settings)


def _other_bodies(session: Session, before: Any, move: Move, reading: Reading) -> Sequence[Move]:
    """What the same player may have done instead at that moment, by what is seen now."""
    return [
        other
        for other in session.rules.suggest(before, reading.evidence, move.player)
        if other.player == move.player and other != move and other.do == move.do
    ][:20]


def _played(rules: Rules[Any, Any], state: Any, moves: Sequence[Move]) -> Any:
    for move in moves:
        state = rules.judge(state, move).state
    return state


def _state_before(session: Session, index: int) -> Any:
    """The state in which the move at `index` was made."""
    return session.rules.start(session.header) if index == 0 else session.moves[index - 1].judged.state


def _puck(reading: Reading) -> str | None:
    """On whose mat the puck is plainly seen, None where it is not."""
    evidence = reading.evidence.get("puck", {})
    if not evidence or max(evidence.values()) - sorted(evidence.values())[-2 if len(evidence) > 1 else 0] < 2.0:
        return None
    return max(evidence, key=lambda mat: evidence[mat])


def _puck_passed(session: Session, reading: Reading) -> bool:
    """Whether the puck went to somebody whose turn it is not by the record."""
    puck = _puck(reading)
    return puck is not None and puck in session.header.players and puck != session.rules.to_move(session.state)


def _with_puck_news(session: Session, reading: Reading) -> Reading:
    """A puck that lies where it lay at the last move says nothing: its owner has just not passed it on yet."""
    puck = _puck(reading)
    return _without_puck(reading) if puck is None or puck == session.puck else reading


def _without_puck(reading: Reading) -> Reading:
    evidence: Mapping[str, Mapping[str, float]] = {
        place: (dict.fromkeys(values, 0.0) if place == "puck" else values) for place, values in reading.evidence.items()
    }
    return replace(reading, evidence=evidence)


def _asked(session: Session, decided: _Decision, step: Step) -> Session:
    """The session with its open questions and its problems after a decision."""
    questions = [question for question in session.questions if not step.entries]
    doubtful = session.doubtful
    explanation = decided.explanation
    if explanation is not None and step.entries and not explanation.certain:
        doubtful |= {entry.n for entry in step.entries}
        question = _which(session, explanation, step)
        if question is not None:
            questions.append(question)
    problems = session.problems
    if decided.unexplained:
        problems = (*problems, _unexplained(decided.unexplained))
    return replace(session, questions=tuple(questions), doubtful=doubtful, problems=problems)


def _which(session: Session, explanation: Explanation, step: Step) -> Question | None:
    """Ask which of the referee's alternatives it was; the first choice is what was written."""
    return None


def _unexplained(places: Sequence[str]) -> Problem:
    shown = ", ".join(place.replace("property:", "").replace(":", " ") for place in places[:6])
    return Problem(
        "unexplained",
        f"what lies on {shown} does not follow from the game so far; put it right on the table, or correct a move",
        tuple(places),
    )


def _question_news(question: Question) -> Mapping[str, Any]:
    return {"id": question.id, "text": question.text, "choices": [choice.label for choice in question.choices]}


__all__ = ["Choice", "DecisionSettings", "mismatches", "observe"]
