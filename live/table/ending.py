"""Once a game is over: which of the open questions still matter."""

from __future__ import annotations

from dataclasses import replace

from live.table.session import Question, Session, write


def at_the_end(session: Session) -> Session:
    """The session as people are shown it: once the game is over, without questions whose answers change no result.

    The moves that only those questions are about are no guesses any more. Nothing of it is written.
    """
    if not session.played.over or not session.questions:
        return session
    open_ones = tuple(question for question in session.questions if _changes_result(session, question))
    asked = {line for question in open_ones for line in question.lines}
    idle = {line for question in session.questions for line in question.lines} - asked
    played = replace(session.played, guesses=session.played.guesses - idle)
    return replace(session, questions=open_ones, played=played, doubtful=session.doubtful - idle)


def _changes_result(session: Session, question: Question) -> bool:
    """Whether some answer lets the game end with other points, other winners, or not yet."""
    played = session.played
    result = (played.totals, played.winners, played.over)
    answered = (write(session, choice.drafts, at=None).session.played for choice in question.choices if choice.drafts)
    return any((other.totals, other.winners, other.over) != result for other in answered)
