"""What a game says of itself: readable by our own parser for every game; corrections told by what they come to."""

import json
from pathlib import Path
from random import Random

import pytest
from seen import TWO_LAID

from live.network.formats import LARGEST_MESSAGE
from live.network.messages import Sender, event_message, parse_event, parse_state, state_message
from live.network.sent import DeliveryLog
from live.network.state_messages import SessionReporter, header_document
from live.page.shown import CameraStatus
from live.table.session import Draft, Session, begin, write
from scoring import rules_for
from scoring.random_play import play_game
from tabletop.games.big_city.values import Build, Pass
from tabletop.records import Header, read_record

SENDER = Sender("club-3", "a1", "b2", "2026-11-20T19:00:00.000Z")
HOUSE = Build("Ann", "residence", (11, 12))


def written(session: Session, *drafts: Draft) -> Session:
    """A session with more lines."""
    return write(session, drafts, at="2026-11-20T19:00:00Z").session


def begun() -> Session:
    """A game of five moves."""
    return written(begin(Header("big-city", ("Ann", "Ben"))), *(Draft(move) for move in (*TWO_LAID, HOUSE)))


def teller_of(session: Session) -> SessionReporter:
    """Who tells of it."""
    return SessionReporter(lambda: (session, CameraStatus("watching"), {}))


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("big-city", ("Ann", "Ben", "Cem", "Dana", "Emil")),
        ("small-city", ("Ann", "Ben")),
        ("my-city", ("Ann", "Ben")),
        ("my-city-chess", ("red", "blue")),
    ],
)
def test_everything_that_is_told_can_be_read(game: str, players: tuple[str, ...]) -> None:
    """Of a whole random game, the state and every event come back as they were, and are small."""
    record = play_game(rules_for(game), Header(game, players), Random(7))
    session = written(begin(record.header), *(Draft(entry.move) for entry in record.entries))
    teller = teller_of(session)
    state = teller.state(SENDER)
    assert parse_state(state_message(state), "club-3") == state
    assert len(state_message(state)) < LARGEST_MESSAGE / 10
    events = teller.events(SENDER, 0, 1000)
    assert [event.n for event in events] == list(range(1, len(record.entries) + 1))
    assert all(parse_event(event_message(event), "club-3") == event for event in events)
    assert dict(events[-1].totals) == dict(session.played.totals)


def test_the_lines_of_a_run_are_its_record() -> None:
    """Header and lines, written one under the other, are a record that replays to the same scores."""
    session = written(begun(), Draft(Build("Ann", "residence", (11,)), "replace", of=5))
    teller = teller_of(session)
    lines = [teller.header, *(event.line for event in teller.events(SENDER, 0, 100))]
    record, tear = read_record("\n".join(json.dumps(line) for line in lines) + "\n")
    assert tear is None
    assert [entry.move for entry in record.entries] == [entry.move for entry in session.entries]


def test_a_replacement_tells_the_move_as_it_is_now() -> None:
    """`of` is the move, also through a chain of corrections; the move is as it counts, or None where it is gone."""
    session = written(begun(), Draft(Build("Ann", "residence", (11,)), "replace", of=5))
    session = written(session, Draft(None, "replace", of=6))
    session = written(session, Draft(None, "replace", of=5))
    one, two, three = teller_of(session).events(SENDER, 5, 10)
    assert [event.event for event in (one, two, three)] == ["replaced"] * 3
    assert [event.of for event in (one, two, three)] == [5, 5, 5]
    assert one.move is not None
    assert one.move.text == "builds a single residence on 11"
    assert two.move is not None
    assert two.move.text == "builds a double residence on 11 and 12"
    assert three.move is None


def test_an_inserted_move_is_told_as_that() -> None:
    """An inserted move has its own n and comes as `inserted`."""
    session = written(begun(), Draft(Pass("Ann"), "insert", after=4))
    (event,) = teller_of(session).events(SENDER, 5, 10)
    assert (event.event, event.n) == ("inserted", 6)
    assert event.move is not None
    assert (event.move.n, event.move.text) == (6, "passes")


def test_a_new_record_under_an_old_name_is_a_new_run(tmp_path: Path) -> None:
    """What was acknowledged of another record of that name counts no more; of the same record it does."""
    record = tmp_path / "game.jsonl"
    first = header_document(Header("big-city", ("Ann", "Ben"), at="2026-11-20T19:00:00Z"))
    other = header_document(Header("big-city", ("Ann", "Ben"), at="2026-11-21T19:00:00Z"))
    sent = DeliveryLog.beside(record, first, 10)
    sent.take("mqtt://h:1/club-3", 10)
    sent.write(now=True)
    again = DeliveryLog.beside(record, first, 10)
    assert (again.run, again.upto("mqtt://h:1/club-3"), again.upto("mqtt://h:1/club-4")) == (sent.run, 10, 0)
    assert DeliveryLog.beside(record, other, 10).run != sent.run
    assert DeliveryLog.beside(record, first, 3).run != sent.run, "a record with fewer lines than were told is another"


def test_a_damaged_note_is_a_new_run(tmp_path: Path) -> None:
    """Whatever stands in the file beside the record, the table is told, from the start."""
    record = tmp_path / "game.jsonl"
    header = header_document(Header("big-city", ("Ann", "Ben")))
    for text in ("", "[]", '{"run": 3}', '{"run": "a/b", "record": 0, "acknowledged": {}}', "\x00"):
        record.with_name("game.jsonl.sent").write_text(text)
        assert DeliveryLog.beside(record, header, 10).upto("anywhere") == 0


def test_a_note_that_cannot_be_written_holds_nothing_up(tmp_path: Path) -> None:
    """A folder that is gone is a trouble to tell, not an error."""
    sent = DeliveryLog.beside(tmp_path / "gone" / "game.jsonl", {}, 0)
    sent.take("anywhere", 3)
    sent.write(now=True)
    assert "can't be written" in sent.trouble
