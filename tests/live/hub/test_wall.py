"""The wall: what it makes of what tables say, above all of what they should not say."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from speaking import move, state_of

from live.hub.results import GameResult
from live.hub.settings import HubSettings
from live.hub.wall import Wall
from live.network.messages import RecordEvent, Sender, event_message, state_message

NOW = datetime(2026, 11, 20, 20, 0, 0, tzinfo=UTC)


class Watched:
    """A wall with clocks that the test turns, and what it has told."""

    def __init__(self, **settings: Any) -> None:
        self.now_s = 1000.0
        self.results: list[GameResult] = []
        self.wall = Wall(settings=HubSettings(**settings), clock=self.clock, on_result=self.results.append)
        self.wall.connection(True, self.now_s)

    def clock(self) -> datetime:
        """The hub's clock."""
        return NOW + timedelta(seconds=self.now_s - 1000)

    def say(self, table: str, kind: str, payload: bytes, *, retained: bool = False) -> None:
        """A message comes and is read."""
        self.put(table, kind, payload, retained=retained)
        self.wall.take(self.now_s)

    def put(self, table: str, kind: str, payload: bytes, *, retained: bool = False) -> None:
        """A message comes and is not read yet."""
        self.wall.inbox.put(f"boardsight/v1/{table}/{kind}", payload, retained, self.now_s)

    def state(self, table: str, scores: dict[str, int], **more: Any) -> None:
        """A table's state comes."""
        said = state_of(table, scores, **more)
        ahead = timedelta(seconds=more.get("ahead_s", 0.0))
        sent = (self.clock() + ahead).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        document = json.loads(state_message(said))
        self.say(table, "state", json.dumps({**document, "sent": sent}).encode())

    def table(self, name: str) -> dict[str, Any]:
        """What viewers see of a table."""
        shown = self.wall.shown(name)
        assert shown is not None
        found: dict[str, Any] = json.loads(shown)
        return found

    def warned(self, name: str) -> list[str]:
        """The codes of what people are told of a table."""
        return [warning["code"] for warning in self.table(name).get("warnings", [])]

    def later(self, seconds: float) -> None:
        """Time goes by."""
        self.now_s += seconds
        self.wall.tick(self.now_s)


@pytest.fixture
def watched() -> Watched:
    """A wall that is connected."""
    return Watched()


def test_of_several_states_only_the_newest_is_read(watched: Watched) -> None:
    """What came between two looks is merged, and counted."""
    for score in (7, 9, 14):
        watched.put("T", "state", state_message(state_of("T", {"Ann": score})))
    watched.wall.take(watched.now_s)
    assert watched.table("T")["players"][0]["total"] == 14
    assert watched.wall.counts()["states_merged"] == 2


def test_a_silent_table_is_told_by_the_hubs_own_clock(watched: Watched) -> None:
    """Three times its own interval without a word: silent; with a word it is back."""
    watched.state("T", {"Ann": 1})
    watched.later(89)
    assert watched.table("T")["stands"] == "playing"
    watched.later(2)
    assert watched.table("T")["stands"] == "silent"
    watched.state("T", {"Ann": 1})
    assert watched.table("T")["stands"] == "playing"


def test_without_the_broker_nobody_is_silent(watched: Watched) -> None:
    """While the broker is away no table is blamed, and when it is back each has its time anew."""
    watched.state("T", {"Ann": 1})
    watched.wall.connection(False, watched.now_s)
    watched.later(600)
    watched.wall.connection(True, watched.now_s)
    watched.later(30)
    assert watched.table("T")["stands"] == "playing"


def test_the_last_will_is_told(watched: Watched) -> None:
    """A table whose connection broke is gone."""
    watched.state("T", {"Ann": 1})
    watched.say("T", "status", b"offline")
    assert watched.table("T")["stands"] == "offline"


def test_a_clock_that_is_off_by_an_hour_is_told(watched: Watched) -> None:
    """The wall says by how much, and goes by its own."""
    for n in range(1, 4):
        watched.state("T", {"Ann": n}, n=n, ahead_s=3600)
    assert watched.table("T")["warnings"] == [{"code": "clock", "off_s": 3600}]
    assert watched.results[-1].changed_at.startswith("2026-11-20T20:00")


def test_two_programs_of_one_name_are_told_and_not_mixed(watched: Watched) -> None:
    """Their results stay apart and the wall does not flicker between them; later only one is left."""
    watched.state("T", {"Ann": 1}, run="runA", process="A")
    watched.state("T", {"Zoe": 50}, run="runB", process="B")
    assert watched.table("T")["stands"] == "playing", "a program after another is only a restart"
    watched.state("T", {"Ann": 2}, run="runA", process="A", n=2)
    watched.state("T", {"Zoe": 51}, run="runB", process="B", n=2)
    assert (watched.table("T")["stands"], watched.warned("T")) == ("conflict", ["two-of-a-name"])
    assert watched.table("T")["players"][0]["name"] == "Zoe"
    finals = {result.game_id: result.players[0].score for result in watched.results}
    assert finals == {"runA": 2, "runB": 51}
    for n in range(3, 10):
        watched.later(20)
        watched.state("T", {"Zoe": 51}, run="runB", process="B", n=n)
    assert (watched.table("T")["stands"], watched.warned("T")) == ("playing", [])


def test_another_versions_state_is_told(watched: Watched) -> None:
    """The last card stays; the sentence names the version."""
    watched.state("T", {"Ann": 7})
    watched.say("T", "state", b'{"format": "boardsight-table/2", "table": "T"}')
    shown = watched.table("T")
    assert "boardsight-table/2" in shown["warnings"][0]["message"]
    assert shown["players"][0]["total"] == 7


def test_tables_of_another_protocol_are_named(watched: Watched) -> None:
    """A topic of v2 is no table here, but people learn why it is missing."""
    watched.wall.inbox.put("boardsight/v2/Table 9/status", b"online", True, 0.0)
    assert watched.wall.inbox.other_versions == {"Table 9 (v2)"}
    assert watched.wall.counts()["tables"] == 0


def test_a_state_of_ten_megabytes_is_told_and_not_kept(watched: Watched) -> None:
    """Its size is told, the memory is not spent, the table's next good state clears it."""
    watched.say("T", "state", b"x" * 10_000_000)
    assert "9765 kB" in json.dumps(watched.table("T")["warnings"])
    assert watched.wall.payload("T") is None
    watched.later(60)
    watched.state("T", {"Ann": 1})
    assert watched.table("T")["stands"] == "playing"


@pytest.mark.parametrize(
    "payload",
    [
        b"\xff\xfe",
        b"[1, 2]",
        b"{" * 100_000,
        b'{"format": "boardsight-table/1", "table": "Other", "run": "r", "process": "p"}',
        b'{"format": "boardsight-table/1", "table": "T", "run": "r", "process": "p", "n": 1e999, "game": "x"}',
        b'{"format": "boardsight-table/1", "table": "T", "run": "../..", "process": "p"}',
    ],
)
def test_nonsense_is_told_and_contained(watched: Watched, payload: bytes) -> None:
    """Whatever is sent, the table is shown as not understood and others go on."""
    watched.say("T", "state", payload)
    watched.state("Other", {"Ann": 1})
    assert (watched.table("T")["stands"], watched.table("Other")["stands"]) == ("unreadable", "playing")


@pytest.mark.parametrize("name", ["../etc", "a/b", "<b>x</b>", "", "x" * 41, "-rf", "a\nb"])
def test_names_that_no_table_may_have_make_no_table(watched: Watched, name: str) -> None:
    """Paths, markup and endless names never get onto the wall."""
    watched.say(name, "state", state_message(state_of("T", {"Ann": 1})))
    assert watched.wall.counts()["tables"] == 0


def test_a_flood_is_limited_to_its_table(watched: Watched) -> None:
    """Events beyond the allowance are dropped and told; another table's all pass; the newest state is never lost."""
    for n in range(3000):
        event = RecordEvent(Sender("Loud", "r", "p"), n, "move", None)
        watched.put("Loud", "event", event_message(event))
    watched.put("Loud", "state", state_message(state_of("Loud", {"Ann": 99})))
    watched.put("Calm", "event", event_message(RecordEvent(Sender("Calm", "r", "p"), 1, "move", None)))
    watched.wall.take(watched.now_s)
    counts = watched.wall.counts()
    assert (counts["events"], counts["refused"]) == (1501, 1501)
    assert "floods" in watched.warned("Loud")
    assert watched.table("Loud")["players"][0]["total"] == 99
    watched.later(61)
    assert "floods" not in watched.warned("Loud")


def test_invented_names_are_bounded() -> None:
    """Beyond the most tables new names are refused, known ones go on."""
    watched = Watched(most_tables=3)
    for name in ("A", "B", "C", "D", "E"):
        watched.state(name, {"Ann": 1})
    watched.state("A", {"Ann": 2}, n=2)
    assert (watched.wall.counts()["tables"], watched.wall.counts()["tables_too_many"]) == (3, 2)
    assert watched.table("A")["players"][0]["total"] == 2


def test_invented_games_are_bounded() -> None:
    """A table that begins a new game with every message fills neither memory nor database, and is told."""
    watched = Watched(most_games=3)
    for number in range(6):
        watched.state("T", {"Ann": number}, run=f"run{number}", process="p")
    assert {result.game_id for result in watched.results} == {"run0", "run1", "run2"}
    assert "floods" in watched.warned("T")


def test_endless_names_are_cut_for_the_wall(watched: Watched) -> None:
    """Thousands of cards go to every browser: none of them is long."""
    watched.state("T", {"A" * 500: 1}, questions=["Q" * 500], title="T" * 500)
    shown = watched.table("T")
    assert (len(shown["players"][0]["name"]), len(shown["title"]), len(shown["questions"][0])) == (60, 60, 240)


def test_missing_and_repeated_events_are_counted(watched: Watched) -> None:
    """A gap is missing until it is filled; a line that comes again is told apart by its number."""
    for n in (5, 6, 9, 7, 7):
        watched.say("T", "event", event_message(RecordEvent(Sender("T", "r", "p"), n, "move", None)))
    assert (watched.wall.counts()["events_missing"], watched.wall.counts()["events_twice"]) == (1, 1)


def test_an_event_moves_the_card_on_before_the_next_state(watched: Watched) -> None:
    """Points, turn and last move follow the event; an old event, or one of another game, changes nothing."""
    watched.state("T", {"Ann": 7, "Ben": 0}, n=3, run="r")
    made = move(4, "Ben")
    news = RecordEvent(Sender("T", "r", "p"), 4, "move", made, totals={"Ann": 7, "Ben": 7}, turn="Ann")
    watched.say("T", "event", event_message(news))
    shown = watched.table("T")
    assert ([player["total"] for player in shown["players"]], shown["n"], shown["last"]["player"]) == ([7, 7], 4, "Ben")
    watched.say("T", "event", event_message(replace(news, n=2, totals={"Ann": 0, "Ben": 0})))
    watched.say("T", "event", event_message(replace(news, n=9, sender=Sender("T", "other", "p"), totals={"Ann": 99})))
    assert [player["total"] for player in watched.table("T")["players"]] == [7, 7]
    watched.say("T", "event", event_message(replace(news, n=5, over=True, winners=("Ben",))))
    assert [(one.over, one.players[1].winner) for one in watched.results[-1:]] == [(True, True)]


def test_what_a_broker_kept_from_before_takes_nothing_back(watched: Watched) -> None:
    """Started again, it tells states that are older than events that were heard: the wall stays where it was."""
    watched.state("T", {"Ann": 7, "Ben": 0}, n=3, run="r")
    news = RecordEvent(Sender("T", "r", "p"), 4, "move", move(4, "Ben"), totals={"Ann": 7, "Ben": 7}, turn="Ann")
    watched.say("T", "event", event_message(news))
    older = state_message(state_of("T", {"Ann": 7, "Ben": 0}, n=3, run="r"))
    watched.say("T", "state", older, retained=True)
    assert watched.table("T")["n"] == 4
    watched.say("T", "state", state_message(state_of("T", {"Ann": 1}, n=0, run="s")), retained=True)
    assert watched.table("T")["n"] == 0, "another game is another game"


def test_a_table_is_taken_off_until_it_speaks(watched: Watched) -> None:
    """Viewers are told that it is gone; its next word brings it back."""
    watched.state("T", {"Ann": 1})
    version = watched.wall.version
    assert watched.wall.forget("T")
    assert watched.wall.since(version)[2] == ["T"]
    watched.state("T", {"Ann": 1})
    assert watched.table("T")["stands"] == "playing"


def test_a_deleted_state_makes_no_table(watched: Watched) -> None:
    """An empty retained message is how MQTT deletes one."""
    watched.say("T", "state", b"", retained=True)
    assert watched.wall.counts()["tables"] == 0


def test_a_retained_state_is_as_old_as_it_says(watched: Watched) -> None:
    """What lay in the broker since last week did not happen now."""
    document = json.loads(state_message(state_of("T", {"Ann": 1}, over=True)))
    payload = json.dumps({**document, "sent": "2026-11-13T20:00:00.000Z"}).encode()
    watched.say("T", "state", payload, retained=True)
    assert watched.results[-1].began_at == "2026-11-13T20:00:00.000Z"
    assert watched.warned("T") == []
