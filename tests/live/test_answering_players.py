"""The players of the benchmarks who tap on the page what looks can't tell: `evenings.answering`."""

from collections.abc import Mapping
from typing import Any

from evenings.answering import ANSWERED_AFTER_S, AnsweringPlayers

from live.table.corrections import answer
from live.table.session import Choice, Draft, Question, Session, begin, with_doubt, write
from simulator.performance import ShownLine
from tabletop.entries import Entry
from tabletop.games.small_city.values import BuildTile
from tabletop.moves import Move
from tabletop.records import Header, Record

HEADER = Header("small-city", ("Ann", "Ben"))
REFINERY, HARBOR = (BuildTile("Ann", kind, ("D7", "E7")) for kind in ("refinery", "harbor"))


class Table:
    """A table at which questions can be answered."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def act(self, verb: str, body: Mapping[str, Any]) -> None:
        """Take an answer."""
        assert verb == "answer"
        self.session = answer(self.session, body, at="").session


def asked(other: Move) -> Table:
    """A table that has written a refinery and asks whether it was not this move."""
    step = write(begin(HEADER), [Draft(REFINERY)], at=None)
    choices = (Choice("refinery"), Choice("another", (Draft(other, "replace", of=1),)))
    question = Question("q1-1", "What happened on the table?", ("cell:Ann:D7", "cell:Ann:E7"), choices, (1,))
    step = with_doubt(step, question)
    return Table(Session(HEADER, step.session.entries, step.session.played, (question,)))


def players(played: Move) -> AnsweringPlayers:
    """Players who have just made this move."""
    return AnsweringPlayers(Record(HEADER, (Entry(1, played, "played"),)), lambda: [ShownLine(1, 10)])


def test_the_right_answer_is_tapped_a_moment_later() -> None:
    """Not at once, as nobody can; then what was played stands in the record without a mark."""
    table, people = asked(HARBOR), players(HARBOR)
    people.look(table, 3.0)  # type: ignore[arg-type]
    assert table.session.questions
    people.look(table, 3.0 + ANSWERED_AFTER_S)  # type: ignore[arg-type]
    assert [move.judged.move for move in table.session.moves] == [HARBOR]
    assert (table.session.questions, people.answers) == ((), 1)


def test_nobody_taps_a_wrong_answer() -> None:
    """A question that has no right answer stays open, and its move a guess."""
    table, people = asked(HARBOR), players(BuildTile("Ann", "police", ("D7", "E7")))
    for now_s in (3.0, 3.0 + ANSWERED_AFTER_S):
        people.look(table, now_s)  # type: ignore[arg-type]
    assert (len(table.session.questions), people.answers) == (1, 0)
