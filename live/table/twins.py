"""Pieces that look alike: what people say of one tells which another is that was guessed to be the same."""

from __future__ import annotations

from dataclasses import replace

from live.table.session import Choice, Draft, Question, Session, Step, with_doubt, write


def without_twins(before: Session, step: Step, *, at: str) -> Step:
    """The step after an answer, with another piece in place of every guess for which no piece is left by what was said.

    Its question stays open with the answers that are still left, and is settled where there is one alone.
    """
    rules, legal = step.session.rules, {move.n for move in before.moves if move.judged.legal}
    for question in step.session.questions:
        now = {move.n: move.judged for move in step.session.moves}
        if len(question.lines) != 1 or question.lines[0] not in legal & now.keys() or now[question.lines[0]].legal:
            continue
        line, places = question.lines[0], rules.places_of(now[question.lines[0]].move)
        for choice in question.choices[1:]:
            if [(draft.kind, draft.of) for draft in choice.drafts] != [("replace", line)]:
                continue
            move = choice.drafts[0].move
            other = write(step.session, choice.drafts, at=at)
            if move is None or rules.places_of(move) != places or not _is_legal(other.session, line):
                continue
            step = _still_asked(step, other, question, choice)
            break
    return step


def _still_asked(step: Step, other: Step, question: Question, written: Choice) -> Step:
    """The step with one of a question's answers written, and the others asked about where any of them is legal."""
    line = question.lines[0]
    left = []
    for choice in question.choices[1:]:
        if choice is not written and _is_legal(write(other.session, choice.drafts, at=None).session, line):
            left.append(choice)
    asked = replace(question, choices=(Choice(written.label), *left))
    told = (*step.news, *other.news)
    if not left:
        settled = write(other.session, [Draft(None, "settle", of=line)], at=step.entries[-1].at)
        return Step(
            replace(settled.session, questions=tuple(one for one in step.session.questions if one is not question)),
            (*step.entries, *other.entries, *settled.entries),
            told,
        )
    other = with_doubt(other, asked)
    still = tuple(asked if one is question else one for one in step.session.questions)
    return Step(replace(other.session, questions=still), (*step.entries, *other.entries), told)


def _is_legal(session: Session, line: int) -> bool:
    return any(move.n == line and move.judged.legal for move in session.moves)
