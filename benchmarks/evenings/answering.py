"""Players who answer on the page what they are asked, a moment later, and the game goes on with what they said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from evenings.matching import matched
from live.demo.comparison import same_move
from live.runtime.live_table import LiveTable
from live.table.corrections import answer
from live.table.session import Draft, Question, Session
from simulator.performance import ShownLine
from tabletop.moves import Move
from tabletop.records import Record, corrected

ANSWERED_AFTER_S = 1.5
"""Seconds of film from a question to the tap on its answer."""


class AnsweringPlayers:
    """Taps the answer that says what was played so far; a question that has no such answer stays open."""

    def __init__(self, script: Record, shown: Callable[[], Sequence[ShownLine]]) -> None:
        self._script, self._shown = script, shown
        self._asked_s: dict[str, float] = {}
        self._thought_of: dict[str, tuple[int, int]] = {}
        self.answers = 0

    def look(self, table: LiveTable, now_s: float) -> None:
        """Answer what has been open for long enough, one question in a look."""
        session = table.session
        self._asked_s = {one.id: self._asked_s.get(one.id, now_s) for one in session.questions}
        stands = (len(session.entries), len(self._shown()))
        for question in session.questions:
            early = now_s - self._asked_s[question.id] < ANSWERED_AFTER_S
            if early or self._thought_of.get(question.id) == stands:
                continue
            self._thought_of[question.id] = stands
            choice = _right_choice(session, question, self._made())
            if choice is not None:
                table.act("answer", {"question": question.id, "choice": choice})
                self.answers += 1
                return

    def _made(self) -> list[Move]:
        """What has been played so far, the line that is being played too."""
        shown = self._shown()
        last = shown[-1].n + 1 if shown else 1
        return [move for _, move in corrected(tuple(one for one in self._script.entries if one.n <= last))]


def asks_what_looks_alike(session: Session, question: Question) -> bool:
    """Whether all answers are one move on the same places with another piece: no look can tell them apart."""
    written = {move.n: move.judged.move for move in session.moves}
    if len(question.lines) != 1 or question.lines[0] not in written:
        return False
    first = written[question.lines[0]]
    others = [draft for choice in question.choices for draft in choice.drafts]
    return bool(others) and all(_another_piece(session, first, draft) for draft in others)


def _another_piece(session: Session, written: Move, draft: Draft) -> bool:
    move: Any = draft.move
    return (
        draft.kind == "replace"
        and move is not None
        and (move.player, move.do) == (written.player, written.do)
        and session.rules.places_of(move) == session.rules.places_of(written)
    )


def _right_choice(session: Session, question: Question, made: list[Move]) -> int | None:
    """The answer after which the most moves are some that were made, those that it is about among them.

    Of equal ones the one with the fewest others, then the one with more of them in their order.
    """
    best, choice = (-1, 0, -1), None
    for index in range(len(question.choices)):
        way = answer(session, {"question": question.id, "choice": index}, at="").session
        left, right = list(made), set()
        for move in way.moves:
            found = next((other for other in left if same_move(other, move.judged.move)), None)
            if found is not None:
                left.remove(found)
                right.add(move.n)
        wrong = {move.n for move in way.moves} - right
        worth = (len(right), -len(wrong), len(matched(made, [move.judged.move for move in way.moves])))
        if worth > best:
            best, choice = worth, None if wrong.intersection(question.lines) else index
    return choice
