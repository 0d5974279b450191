"""A game that is already under way when the camera comes: taken up from what lies there after one question."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from seen import reading_of
from test_board_decisions import seen as board_seen

from live.page.shown import CameraStatus
from live.page.state import view
from live.table.corrections import answer, correct, turn
from live.table.decisions import observe
from live.table.session import Session, Step, begin
from scoring import rules_for
from scoring.random_play import play_game
from scoring.replay import guess_words
from tabletop.errors import UnreadableInput, UsageError
from tabletop.games.big_city.values import Quiet
from tabletop.moves import TakeUp
from tabletop.readings import Reading
from tabletop.records import Header, Record, read_record, write_record

HEADERS = {
    "big-city": Header("big-city", ("Ann", "Ben", "Cem")),
    "my-city": Header("my-city", ("Ann", "Ben")),
    "my-city-chess": Header("my-city-chess", ("red", "blue")),
    "small-city": Header("small-city", ("Ann", "Ben")),
}
NOW = "2026-01-01T00:00:00Z"
MOVES = 30
"""So far the game has come before anybody looks."""


def _under_way(game: str, moves: int = MOVES) -> Session:
    """A game as it was played without us; only what lies there is ever shown."""
    record = play_game(rules_for(game), HEADERS[game], Random(5), at_most=moves)
    return begin(record.header, record.entries)


def _look(session: Session, truth: Session, *, puck: str | None = None, seen_s: float = 0.0) -> Step:
    city = truth.header.game == "big-city"
    reading = reading_of(truth.position, puck=puck) if city else board_seen(truth)
    return observe(session, reading, seen_s=seen_s, at=NOW)


def _asked(game: str, truth: Session, puck: str | None = None) -> Session:
    session = begin(HEADERS[game])
    for tick in range(5):
        step = _look(session, truth, puck=puck, seen_s=tick / 2)
        assert step.entries == ()
        session = step.session
    return session


@pytest.mark.parametrize("game", HEADERS)
def test_what_lies_there_is_asked_about_once_and_taken_up(game: str) -> None:
    """No line is written before the answer; after it the table is as the record has it, and no move is illegal."""
    truth = _under_way(game)
    session = _asked(game, truth, puck=truth.rules.to_move(truth.state))
    (question,) = session.questions
    assert question.text.startswith("Something lies on ")
    assert question.text.endswith("Is this how the game stands?")
    assert session.proposed is not None
    step = answer(session, {"question": question.id, "choice": 0}, at=NOW)
    (entry,) = step.entries
    assert isinstance(entry.move, TakeUp)
    then = _look(step.session, truth, puck=truth.rules.to_move(truth.state), seen_s=9.0).session
    assert (then.questions, then.problems, then.unchecked) == ((), (), False)
    assert all(move.judged.legal for move in then.moves)
    assert then.rules.contents(then.state) == truth.rules.contents(truth.state)
    assert read_record(write_record(Record(then.header, then.entries))) == (Record(then.header, then.entries), None)


def test_nobody_looks_for_moves_that_explain_a_game_nearly_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A photo of a full board is answered by the question at once; the referee would search for seconds."""
    truth = _under_way("my-city", 200)
    monkeypatch.setattr("live.table.explanations.explain", None)
    (question,) = _asked("my-city", truth).questions
    assert question.text.endswith("Is this how the game stands?")


def test_the_game_goes_on_from_there() -> None:
    """The next move is read as ever, with its points, by whoever has the puck."""
    truth = _under_way("big-city")
    mover = truth.rules.to_move(truth.state)
    session = _asked("big-city", truth, puck=mover)
    session = answer(session, {"question": session.questions[0].id, "choice": 0}, at=NOW).session
    session = _look(session, truth, puck=mover, seen_s=5.0).session
    later = _under_way("big-city", MOVES + 1)
    step = _look(session, later, puck=mover, seen_s=6.0)
    assert [entry.move for entry in step.entries] == [later.moves[-1].judged.move]
    assert step.session.moves[-1].judged.points == later.moves[-1].judged.points


def test_without_the_puck_the_answer_says_whose_turn_it_is() -> None:
    """One question still: an answer for every player."""
    session = _asked("big-city", _under_way("big-city"))
    (question,) = session.questions
    labels = [choice.label for choice in question.choices]
    assert sorted(labels[:3]) == ["Yes; Ann is next", "Yes; Ben is next", "Yes; Cem is next"]
    assert labels[3:] == ["No; the table is being put right"]
    chosen = labels.index("Yes; Cem is next")
    then = answer(session, {"question": question.id, "choice": chosen}, at=NOW).session
    assert then.rules.to_move(then.state) == "Cem"


def test_nothing_is_written_until_the_table_is_put_right() -> None:
    """Who says no is not asked again about the same table, and may clear it."""
    truth = _under_way("big-city")
    session = _asked("big-city", truth)
    no = len(session.questions[0].choices) - 1
    session = answer(session, {"question": session.questions[0].id, "choice": no}, at=NOW).session
    step = _look(session, truth, seen_s=5.0)
    assert (step.entries, step.session.questions) == ((), ())
    cleared = _look(step.session, begin(HEADERS["big-city"]), seen_s=9.0).session
    assert (cleared.entries, cleared.questions, cleared.unchecked) == ((), (), False)


def test_a_first_move_is_no_position() -> None:
    """A neighbourhood laid while the camera was being plugged in is simply the first move."""
    step = _look(begin(HEADERS["big-city"]), _under_way("big-city", 1))
    assert len(step.entries) == 1
    assert step.session.questions == ()


def test_a_hand_that_looks_like_pieces_is_no_position() -> None:
    """Under it some places look as if something lay there, and none is sure: nobody is asked before it is gone."""
    truth = _under_way("big-city")
    hand = reading_of(truth.position)
    unsure = replace(hand, confidence=dict.fromkeys(hand.confidence, "ask"))
    session = begin(HEADERS["big-city"])
    for tick in range(10):
        session = observe(session, unsure, seen_s=tick / 10, at=NOW).session
        assert not session.questions
    assert observe(session, unsure, seen_s=5.0, at=NOW).session.questions


def test_points_from_before_are_a_guess_until_they_are_entered() -> None:
    """Only Big City's moves tell its points: the game counts on from 0, says so, and from what is entered."""
    truth = _under_way("big-city")
    session = _asked("big-city", truth)
    assert "The points so far are not known; they can be entered." in session.questions[0].text
    session = answer(session, {"question": session.questions[0].id, "choice": 0}, at=NOW).session
    assert guess_words(session.played).startswith("1 move is a guess: 1 the game is taken up as it lies")
    assert view(session, CameraStatus())["entries"]["keys"] == ["points"]
    for player, points in (("Ann", 12), ("Ben", 107), ("Cem", 0)):
        session = turn(session, {"do": "enter", "player": player, "key": "points", "value": points}, at=NOW).session
    assert dict(session.played.totals) == {"Ann": 12, "Ben": 107, "Cem": 0}
    assert guess_words(session.played) == ""
    shown = view(session, CameraStatus())
    assert shown["entries"]["values"]["Ben"] == {"points": 107}
    assert [sum(line["points"] for line in player["lines"]) for player in shown["players"]] == [12, 107, 0]


@pytest.mark.parametrize("value", [-1, "many", True, 10_000])
def test_points_that_nobody_can_have_are_refused(value: Any) -> None:
    """One sentence, and nothing is written."""
    session = _asked("big-city", _under_way("big-city"))
    session = answer(session, {"question": session.questions[0].id, "choice": 0}, at=NOW).session
    with pytest.raises(UsageError, match="points"):
        turn(session, {"do": "enter", "player": "Ann", "key": "points", "value": value}, at=NOW)


def test_points_are_entered_only_where_a_game_was_taken_up() -> None:
    """In a game that was watched from the start the moves tell them."""
    session = _under_way("big-city", 8)
    assert view(session, CameraStatus())["entries"]["keys"] == []
    with pytest.raises(UsageError):
        turn(session, {"do": "enter", "player": "Ann", "key": "points", "value": 3}, at=NOW)


def test_taking_it_back_asks_again_and_putting_it_back_goes_on() -> None:
    """Undo brings the question back, never illegal moves; redo takes the game up again."""
    truth = _under_way("big-city")
    session = _asked("big-city", truth)
    taken = answer(session, {"question": session.questions[0].id, "choice": 0}, at=NOW).session
    undone = correct(_look(taken, truth, seen_s=5.0).session, {"do": "undo"}, at=NOW).session
    assert undone.moves == ()
    again = _look(undone, truth, seen_s=6.0)
    assert again.entries == ()
    assert len(again.session.questions) == 1
    redone = correct(again.session, {"do": "redo"}, at=NOW).session
    assert redone.rules.contents(redone.state) == truth.rules.contents(truth.state)


def test_a_changed_table_may_be_taken_up_as_it_lies() -> None:
    """A record that is far behind the table goes on from there: its points stay, the table counts."""
    truth, known = _under_way("big-city"), _under_way("big-city", 12)
    step = _look(begin(known.header, known.entries), truth, puck="Ben")
    (question,) = step.session.questions
    labels = [choice.label for choice in question.choices]
    assert labels == ["The table, as it lies", "The record; the table is being put right"]
    then = answer(step.session, {"question": question.id, "choice": 0}, at=NOW).session
    assert then.rules.contents(then.state) == truth.rules.contents(truth.state)
    assert then.played.totals == known.played.totals
    assert [move.n for move in then.played.guessed] == [13]
    settled = _look(then, truth, puck="Ben", seen_s=3.0).session
    assert (settled.questions, settled.problems) == ((), ())


def test_what_lay_there_at_the_start_is_never_repaired_away() -> None:
    """A piece of the position that is pushed aside for a while is told, the position stays."""
    truth, less = _under_way("big-city"), _under_way("big-city", MOVES - 4)
    session = _asked("big-city", truth, puck="Ann")
    session = answer(session, {"question": session.questions[0].id, "choice": 0}, at=NOW).session
    session = _look(session, truth, puck="Ann", seen_s=5.0).session
    for tick in range(20):
        session = _look(session, less, puck="Ann", seen_s=6.0 + tick / 5).session
    assert [entry for entry in session.entries if isinstance(entry.move, Quiet) is False] == list(session.entries[:1])
    assert session.problems


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ('{"n": 1, "do": "position"}', "'position' is missing"),
        ('{"n": 1, "do": "position", "position": {"game": "my-city"}}', "game"),
        ('{"n": 1, "do": "position", "position": {"game": "big-city", "tiles": 3}}', "tiles"),
        ('{"n": 1, "do": "position", "position": {"game": "big-city"}, "more": 1}', "'more' is not known"),
    ],
)
def test_a_wrong_position_in_a_record_is_named_with_its_line(line: str, named: str) -> None:
    """As everything that is wrong in a record."""
    head = write_record(Record(HEADERS["big-city"]))
    with pytest.raises(UnreadableInput, match="line 2") as refused:
        read_record(head + line + "\n")
    assert named in str(refused.value)


def test_readings_of_hidden_places_are_told() -> None:
    """What cannot be seen is not taken for empty without a word."""
    truth = _under_way("big-city")
    full = reading_of(truth.position)
    hidden = [place for place in full.evidence if place.startswith("property:")][:2]
    reading: Reading = reading_of(truth.position, hidden=hidden)
    step = observe(begin(HEADERS["big-city"]), reading, seen_s=0.0, at=NOW)
    assert "; 2 cannot be seen." in step.session.questions[0].text
