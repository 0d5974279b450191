"""Doubts stay until they are settled: by an answer, a correction, or what the table shows later."""

import csv
from dataclasses import replace
from typing import Any

from seen import reading_of
from test_board_decisions import played, seen, watched

from live.page.shown import CameraStatus
from live.page.state import view
from live.records.exports import exported
from live.table.corrections import answer, correct
from live.table.decisions import observe
from live.table.session import Choice, Draft, Question, Session, begin, write
from scoring.replay import guess_words, replay
from scoring.transcript import transcript
from tabletop.games.big_city.values import Build, PlacedStreetcar, PlaceTile, Quiet, Streetcars
from tabletop.games.my_city.values import End, PassCard, PlaceBuilding, TurnCard
from tabletop.moves import Move
from tabletop.readings import Reading
from tabletop.records import Header, Record, read_record, write_record

CITY = Header("big-city", ("Ann", "Ben", "Cem"))
CITY_MOVES = (
    PlaceTile("Ann", 2, (3, 0)),
    PlaceTile("Ben", 3, (0, 3)),
    PlaceTile("Cem", 4, (3, 4)),
    Build("Ann", "residence", (11, 12)),
    Build("Ben", "business", (21, 22, 23)),
    Build("Cem", "city-hall", (15,)),
    Streetcars("Ann", (PlacedStreetcar(13, "south"),)),
    Quiet("Ben"),
    Quiet("Cem"),
)
NOW = "2026-01-01T00:00:00Z"
TRACKS = ("track:Ann", "track:Ben")


def _asked() -> Session:
    """Where no track is seen, nobody knows whether Ann has passed or ended: it is written, and people are asked."""
    session = played(TurnCard("red-3"), PassCard("Ben"))
    then = write(session, [Draft(PassCard("Ann")), Draft(TurnCard("blue-2"))], at=None).session
    return watched(session, seen(then, without=TRACKS))


def _later(session: Session, reading: Reading) -> Session:
    for tick in range(31):
        session = observe(session, reading, seen_s=10 + tick / 10, at=NOW).session
    return session


def _gone_on() -> Session:
    """The same a move later."""
    asked = _asked()
    place = asked.rules.placements(asked.state, "blue-2", player="Ben")[0]
    more = write(asked, [Draft(PlaceBuilding("Ben", "blue-2", tuple(place.at["on"])))], at=None).session
    return _later(asked, seen(more, without=TRACKS))


def test_a_question_stays_open_while_the_game_goes_on() -> None:
    """Ben builds; what Ann did before is as doubtful as it was, on the page and in the score."""
    asked, later = _asked(), _gone_on()
    assert len(later.moves) == len(asked.moves) + 1
    assert later.questions == asked.questions
    assert [move.n for move in later.played.guessed] == list(asked.questions[0].lines)
    shown = view(later, CameraStatus())
    assert [move["n"] for move in shown["moves"] if move["guess"]] == list(asked.questions[0].lines)
    assert guess_words(later.played).startswith("2 moves are guesses: 6 Ann ")


def test_an_answer_after_the_game_has_gone_on_stands_where_it_was_asked() -> None:
    """Ann had ended, says somebody a move later: that line is changed, Ben's building stays behind it."""
    later = _gone_on()
    question = later.questions[0]
    index = next(n for n, choice in enumerate(question.choices) if n and "then" in choice.label)
    then = answer(later, {"question": question.id, "choice": index}, at=NOW).session
    assert then.questions == ()
    assert guess_words(then.played) == ""
    assert then.moves[-1].judged.move == later.moves[-1].judged.move
    assert then.moves[5].judged.move != later.moves[5].judged.move


def test_a_correction_settles_a_doubt() -> None:
    """Whoever corrects one of its lines has said what happened."""
    later = _gone_on()
    n = later.questions[0].lines[0]
    body = {"do": "end", "player": "Ann"}
    assert correct(later, {"do": "replace", "of": n, "move": body}, at=NOW).session.questions == ()
    other = {"do": "replace", "of": later.moves[0].n, "move": None}
    assert correct(later, other, at=NOW).session.questions == later.questions


def test_what_the_table_shows_later_settles_a_doubt() -> None:
    """The tracks come out from under whatever hid them, and they are as the record has it."""
    later = _gone_on()
    assert later.questions
    settled = _later(later, seen(later))
    assert settled.questions == ()
    assert settled.moves == later.moves
    assert [entry.kind for entry in settled.entries[len(later.entries) :]] == ["settle"]
    assert guess_words(settled.played) == ""


def test_a_missing_move_is_inserted_where_it_was_asked_about() -> None:
    """The answer says that there was one more move; the game has gone on since."""
    session = _gone_on()
    last = session.moves[5].n
    more = Question("q", "What happened?", (), (Choice("nothing"), Choice("one", (Draft(End("Ben")),))), (), last)
    session = replace(session, questions=(more,))
    then = answer(session, {"question": "q", "choice": 1}, at=NOW)
    assert then.entries[0].kind == "insert"
    assert [move.judged.move for move in then.session.moves][6] == End("Ben")


def _as_written(session: Session) -> Session:
    """The game taken up again from its record's text."""
    record, tear = read_record(write_record(Record(session.header, session.entries)))
    assert tear is None
    return begin(record.header, record.entries)


def test_a_game_taken_up_again_has_its_doubts() -> None:
    """The record has the question with its answers; the guesses are told as before, and an answer does the same."""
    later = _gone_on()
    again = _as_written(later)
    assert guess_words(again.played) == guess_words(later.played) != ""
    (asked,), (before,) = again.questions, later.questions
    assert replace(asked, id="", choices=()) == replace(before, id="", choices=())
    assert [choice.drafts for choice in asked.choices] == [choice.drafts for choice in before.choices]
    answered, then = (
        answer(one, {"question": one.questions[0].id, "choice": 1}, at=NOW).session for one in (again, later)
    )
    assert answered.moves == then.moves
    assert answered.questions == ()


def test_a_doubt_taken_up_again_is_settled_by_the_table() -> None:
    """What would lie otherwise by another answer is known again from the record."""
    again = _later(_as_written(_gone_on()), seen(_gone_on()))
    assert again.questions == ()
    assert guess_words(again.played) == ""


def test_a_settled_doubt_is_in_the_record() -> None:
    """It is as written, says somebody: the game taken up again has no guesses; nothing about the moves is changed."""
    later = _gone_on()
    step = answer(later, {"question": later.questions[0].id, "choice": 0}, at=NOW)
    assert [(entry.kind, entry.of) for entry in step.entries] == [("settle", later.questions[0].lines[0])]
    assert step.session.moves == later.moves
    again = _as_written(step.session)
    assert (again.questions, again.played.guesses) == ((), frozenset())


def test_taking_back_passes_over_what_was_settled() -> None:
    """The last move is taken back, not the word that an earlier one is right."""
    later = _gone_on()
    settled = answer(later, {"question": later.questions[0].id, "choice": 0}, at=NOW).session
    undone = correct(settled, {"do": "undo"}, at=NOW)
    assert undone.entries[0].of == later.entries[-1].n


def test_guesses_are_told_wherever_the_record_is() -> None:
    """Replayed and exported, with their points; the score's last sentence names them."""
    later = _gone_on()
    replayed = _as_written(later).played
    words = "2 moves are guesses: 6 Ann passes (-1); 7 "
    assert words in transcript(replayed)
    assert words in exported(replayed, "text")
    assert replayed.to_json()["guesses"] == [6, 7]
    assert [move["n"] for move in replayed.to_json()["moves"] if move.get("guess")] == [6, 7]
    rows = list(csv.DictReader(exported(replayed, "csv").splitlines()))
    assert [row["n"] for row in rows if row["guess"] == "yes"] == ["6", "7"]


def test_a_streetcar_that_comes_after_the_hand_had_gone_is_asked_about() -> None:
    """Nobody has passed the puck on: one turn of two streetcars, or two turns; Ben's turn "without a trace" was it."""
    base = write(begin(CITY), [Draft(move) for move in CITY_MOVES], at=None).session
    first, further = PlacedStreetcar(15, "east"), PlacedStreetcar(16, "south")
    one, two = Streetcars("Ann", (first,)), Streetcars("Ann", (first, further))

    def looks(*moves: Move) -> Any:
        return write(base, [Draft(move) for move in moves], at=None).session.position

    session = _later(base, reading_of(base.position, puck="Ann"))
    session = _later(session, reading_of(looks(one), puck="Ann"))
    assert session.questions == ()
    session = _later(session, reading_of(looks(two), puck="Ann"))
    assert guess_words(session.played).startswith("1 move is a guess: ")
    session = _later(session, reading_of(looks(two), puck="Cem"))
    assert session.moves[-1].judged.move == Quiet("Ben")
    then = answer(session, {"question": session.questions[0].id, "choice": 1}, at=NOW).session
    assert [move.judged.move for move in then.moves[len(CITY_MOVES) :]] == [one, Streetcars("Ben", (further,))]
    assert then.rules.to_move(then.state) == "Cem"


def test_more_of_a_move_that_is_seen_later_tells_not_whose_it_was() -> None:
    """Out of sight two have moved, and nobody saw who was first; then the second streetcar of one of them comes out."""
    base = write(begin(CITY), [Draft(move) for move in CITY_MOVES[:7]], at=None).session
    house, first, further = (
        Build("Ben", "residence", (41,)),
        PlacedStreetcar(15, "east"),
        PlacedStreetcar(16, "south"),
    )
    two = Streetcars("Cem", (first, further))
    lying = write(base, [Draft(house), Draft(two)], at=None).session.position
    session = _later(base, reading_of(base.position, puck="Ben"))
    now_s = 20.0
    for hidden in (("street:16:south",), ()):
        for look in range(40):
            now_s += 0.1
            blind_s = 0.0 if look or not hidden else 5.0
            reading = reading_of(lying, puck="Ann", hidden=hidden)
            session = observe(session, reading, seen_s=now_s, at=NOW, blind_s=blind_s).session
        assert session.played.guesses == {8, 9}
    made = [move.judged.move for move in session.moves[7:]]
    assert any(further in move.segments for move in made if isinstance(move, Streetcars))
    assert read_record(write_record(Record(CITY, session.entries)))[0].entries == session.entries
    assert replay(Record(CITY, session.entries)).guesses == {8, 9}
    stories = []
    for choice in range(len(session.questions[0].choices)):
        body = {"question": session.questions[0].id, "choice": choice}
        said = answer(session, body, at=NOW).session
        stories.append([move.judged.move for move in said.moves[7:]])
        assert said.played.guesses == frozenset()
    assert [house, two] in stories
    assert [replace(two, player="Ben"), replace(house, player="Cem")] in stories


def test_whose_a_move_was_is_asked_of_it_as_it_was_put_right() -> None:
    """Two have moved out of sight; then the house of one is carried to another property: still one question."""
    base = write(begin(CITY), [Draft(move) for move in CITY_MOVES[:7]], at=None).session
    house, laid = Build("Ben", "residence", (41,)), Streetcars("Cem", (PlacedStreetcar(15, "east"),))
    session, now_s, news = _later(base, reading_of(base.position, puck="Ben")), 20.0, []
    for moves in ((house, laid), (replace(house, on=(42,)), laid)):
        lying = write(base, [Draft(move) for move in moves], at=None).session.position
        for look in range(60):
            now_s += 0.1
            blind_s = 5.0 if moves[0] == house and not look else 0.0
            step = observe(session, reading_of(lying, puck="Ann"), seen_s=now_s, at=NOW, blind_s=blind_s)
            session = step.session
            news += [told for event, told in step.news if event == "question"]
            assert not session.played.guesses or session.questions
    assert len(news) == 1
    assert session.played.guesses == {8, 9}
    assert read_record(write_record(Record(CITY, session.entries)))[0].entries == session.entries
    (question,) = session.questions
    assert [choice.label.count("on 42") for choice in question.choices] == [1] * len(question.choices)
    for number in range(len(question.choices)):
        said = answer(session, {"question": question.id, "choice": number}, at=NOW).session
        assert said.played.guesses == frozenset()
        assert [move.judged.move.do for move in said.moves[7:] if move.judged.move.do != "quiet"].count("build") == 1
        assert all(move.judged.move.on == (42,) for move in said.moves[7:] if isinstance(move.judged.move, Build))


def test_with_confirming_nothing_counts_before_somebody_says_so() -> None:
    """What is seen is proposed once; tapped it is written; refused it is not asked again; gone it is forgotten."""
    base = write(begin(CITY), [Draft(move) for move in CITY_MOVES], at=None).session
    hall = Build("Ann", "residence", (13,))
    seen_after = write(base, [Draft(hall)], at=None).session
    session = _later(replace(base, confirm=True), reading_of(base.position, puck="Ann"))
    asked = _later(session, reading_of(seen_after.position, puck="Ann"))
    (question,) = asked.questions
    assert asked.moves == base.moves
    assert question.choices[0].label == "Ann builds a single residence on 13"
    yes = answer(asked, {"question": question.id, "choice": 0}, at=NOW).session
    assert yes.moves[-1].judged.move == hall
    no = answer(asked, {"question": question.id, "choice": 1}, at=NOW).session
    assert _later(no, reading_of(seen_after.position, puck="Ann")).questions == ()
    back = _later(asked, reading_of(base.position, puck="Ann"))
    assert (back.questions, back.moves) == ((), base.moves)
