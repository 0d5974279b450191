"""The engine `history` at a table whose looks are kept, beside today's: same looks, same players who answer.

It reads `live` for how a session writes, asks and is answered; it takes the place of the deciding alone.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from evenings.keeping import WebcamOfLooks
from history.difference import lines_between
from history.events import TimedMove
from history.historian import Historian
from history.questions import OpenQuestion
from live.demo.comparison import TRACELESS, same_move
from live.runtime.live_table import LiveTable
from live.sources import Silence
from live.table.session import Choice, Draft, Question, Session, Step, question_json, write
from scoring.referee.explanation import WHAT_HAPPENED
from simulator.performance import ShownLine
from tabletop.moves import Move
from tabletop.records import Record, corrected


@dataclass(slots=True)
class Shadow:
    """Decides for a table by `history`."""

    historian: Historian
    played: Record
    looks: int = 0
    true_looks: int = 0
    """Looks at which one of the histories was what had been played so far."""
    deciding_s: float = 0.0
    worst_s: float = 0.0
    _drafts: dict[Any, tuple[Draft, ...]] = field(default_factory=dict)

    def watch(self, table: LiveTable, webcam: WebcamOfLooks) -> None:
        """Decide all looks."""
        while True:
            before = table.session
            table.attend()
            if table.session.entries != before.entries:
                self._heard(before, table.session, webcam.now_s)
                self._write(table)
            given = webcam.next(0.0)
            if given is None:
                return
            if isinstance(given, Silence):
                if not given.late:
                    self.historian.lost()
                continue
            glance = webcam.look(given)
            reading = glance.reading or webcam.reading
            if glance.state in ("dark", "unread"):
                self.historian.lost()
            unread = glance.reading is None and not glance.quiet
            if reading is None or glance.flashing or glance.state == "moving" or unread:
                continue
            begun_s = time.thread_time()
            self.historian.see(reading, given.captured_s)
            took_s = time.thread_time() - begun_s
            self.deciding_s, self.worst_s = self.deciding_s + took_s, max(self.worst_s, took_s)
            self.looks += 1
            self.true_looks += self._has_the_truth(webcam.shown, webcam.number)
            self._write(table)

    def _heard(self, before: Session, after: Session, now_s: float) -> None:
        """Tell the historian what people said: what they changed, and what an answered question was about."""
        left = {one.id for one in after.questions}
        lines = {line for one in before.questions if one.id not in left for line in one.lines}
        known = {move.n: move.judged.move for move in before.moves}
        moves = [move.judged.move for move in after.moves]
        vouched = [at for at, one in enumerate(after.moves) if one.n in lines or known.get(one.n) != moves[at]]
        self.historian.hear(moves, vouched, now_s)

    def _write(self, table: LiveTable) -> None:
        """Bring the table's record to what the historian tells, and ask what it asks."""
        session, record = table.session, self.historian.record
        moves, step = [told.move for told in record], Step(session)
        if moves != [one.judged.move for one in session.moves]:
            step = write(session, _drafts(session, moves), at=None)
        session = step.session
        guesses = frozenset(one.n for one, told in zip(session.moves, record, strict=True) if told.guess)
        questions = tuple(self._question(session, one) for one in self.historian.questions)
        known = {one.id for one in table.session.questions}
        news = [("question", question_json(one)) for one in questions if one.id not in known]
        if step.entries or news or (guesses, questions) != (session.played.guesses, table.session.questions):
            played = replace(session.played, guesses=guesses)
            table.take(Step(replace(session, played=played, questions=questions), step.entries, (*step.news, *news)))

    def _question(self, session: Session, asked: OpenQuestion) -> Question:
        """A question as the page has it: each answer with the lines that it writes."""
        closed = [told.move for told in self.historian.closed]
        count, rules = len(closed), session.rules
        now = [one.judged.move for one in session.moves]
        choices = []
        for moves in asked.choices:
            key = (moves, len(session.entries), tuple(closed))
            if key not in self._drafts:
                self._drafts[key] = _drafts(session, [*closed, *moves])
            drafts = self._drafts[key] if [*closed, *moves] != now else ()
            label = "; then ".join(rules.tell(draft.move) if draft.move else "nothing" for draft in drafts)
            choices.append(Choice(label or "as it is written", drafts))
        lines = tuple(session.moves[count + at].n for at in asked.lines if count + at < len(session.moves))
        last = session.moves[-1].n if session.moves else 0
        return Question(asked.name, WHAT_HAPPENED, asked.places, tuple(choices), lines, last)

    def _has_the_truth(self, shown: Sequence[ShownLine], number: int) -> bool:
        """Whether one of the histories has all that lay there two seconds ago, and nothing that was not made."""
        old = sum(number - line.frame > SOME_FRAMES for line in shown)
        made = [move for _, move in corrected(self.played.entries[: len(shown) + 2])]
        must = [move for _, move in corrected(self.played.entries[:old])]
        while must and must[-1].do in TRACELESS:
            must.pop()
        closed = [TimedMove(told.move, 0.0) for told in self.historian.closed]
        return any(_is_true([*closed, *one.events], made, must) for _, one in self.historian.beam.ranked)


SOME_FRAMES = 10
"""What was laid two seconds ago should be known."""


def _is_true(events: Sequence[TimedMove], made: Sequence[Move], must: Sequence[Move]) -> bool:
    """Whether all events were made, and all that must be there are; orders are the other figures' matter."""
    left = list(made)
    for event in events:
        found = next((one for one in left if _same(event, one)), None)
        if found is None:
            return False
        left.remove(found)
    return not any(one in must for one in left)


def _same(event: TimedMove, played: Move) -> bool:
    return same_move(played, event.move) or any(same_move(played, one) for one in event.alike)


def _drafts(session: Session, moves: Sequence[Move]) -> tuple[Draft, ...]:
    """The lines that make a session's record one of these moves."""
    lines = lines_between(session.entries, moves)
    return tuple(Draft(one.move, one.kind, of=one.of, after=one.after) for one in lines)
