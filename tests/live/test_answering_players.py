"""The players of the benchmarks who tap on the page what looks can't tell: `evenings.answering`."""

from collections.abc import Mapping
from typing import Any

from evenings.answering import ANSWERED_AFTER_S, AnsweringPlayers, asks_what_looks_alike
from evenings.played import marks

from live.table.corrections import answer
from live.table.session import Choice, Draft, Question, Session, begin, with_doubt, write
from simulator.performance import ShownLine
from tabletop.entries import Entry
from tabletop.games.my_city_chess.values import SetLandmark
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


def test_landmarks_that_are_written_in_another_order_are_no_wrong_moves() -> None:
    """Set out before the first turn they may stand in any order; a landmark that lies elsewhere is wrong."""
    header = Header("my-city-chess", ("red", "blue"))
    made = [SetLandmark("zoo", "c2"), SetLandmark("airport", "a7")]
    script = Record(header, tuple(Entry(n, move, "played") for n, move in enumerate(made, start=1)))
    for second, wrong in ((made[0], 0), (SetLandmark("zoo", "c3"), 1)):
        kept = write(begin(header), [Draft(made[1]), Draft(second)], at=None).session
        assert marks(script, kept) == (wrong, 0)


def test_nobody_taps_a_wrong_answer() -> None:
    """A question that has no right answer stays open, and its move a guess."""
    table, people = asked(HARBOR), players(BuildTile("Ann", "police", ("D7", "E7")))
    for now_s in (3.0, 3.0 + ANSWERED_AFTER_S):
        people.look(table, now_s)  # type: ignore[arg-type]
    assert (len(table.session.questions), people.answers) == (1, 0)


def test_a_tap_is_a_question_of_pieces_that_look_alike() -> None:
    """Which piece lies there is one; where it lies is a question as ever."""
    alike, elsewhere = asked(HARBOR), asked(BuildTile("Ann", "refinery", ("D8", "E8")))
    told = [asks_what_looks_alike(one.session, one.session.questions[0]) for one in (alike, elsewhere)]
    assert told == [True, False]
