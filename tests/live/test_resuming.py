"""A game that is taken up again: the same table goes on, a changed one is told and asked about."""

from typing import Any

from seen import TWO, TWO_LAID, reading_of

from live.table.corrections import answer
from live.table.decisions import observe
from live.table.session import Draft, Session, Step, begin, write
from tabletop.games.big_city.values import Build

HOUSE = Build("Ann", "residence", (11, 12))
SHOP = Build("Ben", "business", (21, 22))
ELSEWHERE = Build("Ann", "residence", (13, 16))


def _played(*moves: Any) -> Session:
    return write(begin(TWO), [Draft(move) for move in (*TWO_LAID, *moves)], at=None).session


def _again(*moves: Any) -> Session:
    """A game whose record has these moves, taken up again."""
    return begin(TWO, _played(*moves).entries)


def _look(session: Session, truth: Session, puck: str, *, seen_s: float = 0.0) -> Step:
    return observe(session, reading_of(truth.position, puck=puck), seen_s=seen_s, at="")


def test_an_unchanged_table_goes_on() -> None:
    """Nothing is asked, and the next move is read as ever."""
    step = _look(_again(HOUSE), _played(HOUSE), "Ben")
    assert step.session.questions == ()
    assert not step.session.unchecked
    step = _look(step.session, _played(HOUSE, SHOP), "Ann", seen_s=1.0)
    assert [entry.move for entry in step.entries] == [SHOP]


def test_the_next_move_made_meanwhile_is_simply_read() -> None:
    """Somebody went on playing while the program was away."""
    step = _look(_again(HOUSE), _played(HOUSE, SHOP), "Ann")
    assert [entry.move for entry in step.entries] == [SHOP]
    assert step.session.questions == ()


def test_a_piece_that_is_gone_is_told_and_asked() -> None:
    """Nothing is written; the question names the places, what the record says and what lies there."""
    step = _look(_again(HOUSE, SHOP), _played(HOUSE), "Ann")
    (question,) = step.session.questions
    assert step.entries == ()
    assert "21: Business by the record, empty on the table" in question.text
    assert set(question.places) == {"property:21", "property:22"}
    assert [event for event, _ in step.news] == ["question"]


def test_a_piece_that_lies_elsewhere_may_be_taken_over() -> None:
    """The answer that the table is right writes the line that makes it so, and the game goes on."""
    step = _look(_again(HOUSE), _played(ELSEWHERE), "Ben")
    (question,) = step.session.questions
    assert question.choices[0].label.startswith("The table: move 5 becomes Ann builds a double residence on 13 and 16")
    answered = answer(step.session, {"question": question.id, "choice": 0}, at="")
    assert [(entry.kind, entry.of, entry.move) for entry in answered.entries] == [("replace", 5, ELSEWHERE)]
    after = _look(answered.session, _played(ELSEWHERE), "Ben", seen_s=1.0)
    assert not after.session.unchecked


def test_moves_made_meanwhile_are_written_behind_the_record() -> None:
    """The answer that the table is right adds what was played on, after everything that stands."""
    third = Build("Ann", "residence", (13, 16))
    step = _look(_again(HOUSE), _played(HOUSE, SHOP, third), "Ben")
    (question,) = step.session.questions
    then = answer(step.session, {"question": question.id, "choice": 0}, at="").session
    assert [move.judged.move for move in then.moves][: len(TWO_LAID) + 1] == [*TWO_LAID, HOUSE]
    assert len(then.moves) == len(TWO_LAID) + 3


def test_the_record_holds_and_the_game_waits_for_the_table() -> None:
    """After that answer nothing is asked again and nothing written until the table is as the record says."""
    step = _look(_again(HOUSE, SHOP), _played(HOUSE), "Ann")
    (question,) = step.session.questions
    last = len(question.choices) - 1
    waiting = answer(step.session, {"question": question.id, "choice": last}, at="").session
    looked = _look(waiting, _played(HOUSE), "Ben", seen_s=5.0)
    assert (looked.entries, looked.session.questions) == ((), ())
    assert looked.session.problems
    mended = _look(looked.session, _played(HOUSE, SHOP), "Ann", seen_s=9.0)
    assert (mended.entries, mended.session.unchecked, mended.session.problems) == ((), False, ())


def test_the_question_goes_when_the_table_is_put_right() -> None:
    """Nobody has to answer who simply mends the table."""
    step = _look(_again(HOUSE, SHOP), _played(HOUSE), "Ann")
    assert step.session.questions
    assert _look(step.session, _played(HOUSE, SHOP), "Ann", seen_s=3.0).session.questions == ()
