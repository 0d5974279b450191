"""A game taken up again on a table that was changed meanwhile: what differs, and the question which of them holds."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from live.table.session import Choice, Draft, Question, Session, draft_words
from tabletop.gamefile import load_game
from tabletop.readings import Reading

PREFIX = "resumed-"
SHOWN = 5
"""So many differences are told one by one."""


def is_next_move(drafts: Sequence[Draft], unexplained: Sequence[str]) -> bool:
    """Whether what differs is simply the game's next move: somebody went on playing, and nobody need be asked."""
    seen = [draft for draft in drafts if draft.move is not None and draft.move.do != "quiet"]
    return not unexplained and len(seen) <= 1 and all(draft.kind == "played" for draft in drafts)


def question_of(
    session: Session, reading: Reading, places: Sequence[str], drafts: Sequence[Draft], unexplained: Sequence[str]
) -> Question:
    """What differs, with the answers: the table holds (where moves explain it), or the record."""
    told = [_difference(session, reading, place) for place in places[:SHOWN]]
    more = f" and {len(places) - SHOWN} more places" if len(places) > SHOWN else ""
    text = f"The table is not as the record left it: {'; '.join(told)}{more}. Which is right?"
    choices = [Choice("The record; the table is being put right")]
    if drafts and not unexplained:
        choices.insert(
            0, Choice(f"The table: {', '.join(draft_words(session, draft) for draft in drafts)}", tuple(drafts))
        )
    name = f"{PREFIX}{len(session.entries)}-{crc32(text.encode()):08x}"
    return Question(name, text, tuple(places), tuple(choices), table_tells=False)


def without_questions(questions: Sequence[Question]) -> tuple[Question, ...]:
    """The questions without those about a changed table."""
    return tuple(question for question in questions if not question.id.startswith(PREFIX))


def _difference(session: Session, reading: Reading, place: str) -> str:
    """One place: what the record says lies there, and what is seen."""
    evidence = reading.evidence[place]
    recorded = session.rules.contents(session.state).get(place, "empty")
    seen = max(evidence, key=lambda what: evidence[what])
    where = session.rules.place_words(place, session.state)
    return f"{where}: {_title(session, recorded)} by the record, {_title(session, seen)} on the table"


def _title(session: Session, what: str) -> str:
    """A part as people call it; whatever is no part stays as it is."""
    part = load_game(session.header.game).by_id.get(what)
    return what if part is None else part.title
