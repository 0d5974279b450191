"""Commands over a real broker: with permission, once, answered; without, with nonsense or in floods, contained."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest
from played_table import QUICK, PlayedTable, Start
from real_broker import Listener, RealBroker, until

from live.network.commands import Answer, Command, command_message, new_id, parse_answer, signed
from live.network.messages import RecordEvent, parse_event
from live.network.permissions import Holder, Permissions, load_permissions
from tabletop.errors import UnreadableInput
from tabletop.readings import Problem

TOKEN = "0123456789abcdef0123"
HUB = Permissions(holders=(Holder("hub", TOKEN, frozenset({"pause", "turn", "quiet", "correct"})),))
TABLE = "boardsight/v1/club-3"


@dataclass(frozen=True)
class Club:
    """A table that the hub may command, on the network, and who commands it."""

    played: PlayedTable
    heard: Listener

    def ask(self, command: Command) -> Answer:
        """Send a command and wait for its answer."""
        return ask(self.heard, command)


@pytest.fixture
def club(heard: Listener, broker: RealBroker, play: Start) -> Club:
    """It, with nothing played yet."""
    played = play(broker.url, permissions=HUB)
    ready(played)
    return Club(played, heard)


def ask(listener: Listener, command: Command) -> Answer:
    """Send a command and wait for its answer."""
    listener.send(f"{TABLE}/cmd/{command.verb}", command_message(command))
    until(lambda: listener.of(f"/answer/{command.id}"))
    answer = parse_answer(listener.of(f"/answer/{command.id}")[0], "club-3")
    assert isinstance(answer, Answer), answer
    return answer


def by_token(verb: str, body: Mapping[str, Any]) -> Command:
    """A command that carries the token itself."""
    return Command(verb, new_id(), body, token=TOKEN)


def ready(played: PlayedTable) -> None:
    """Wait until a table is on the network."""
    until(lambda: played.thread.link is not None and not played.thread.link.trouble)


def test_pause_turn_quiet_and_correct(broker: RealBroker, play: Start) -> None:
    """Each verb does at the table what it says, and its answer says so."""
    with Listener(broker.port, f"{TABLE}/#") as listener:
        played = play(broker.url, permissions=HUB)
        played.move(4)
        ready(played)
        table = played.table
        assert ask(listener, by_token("pause", {"paused": True})).ok
        assert table.paused
        assert ask(listener, by_token("pause", {"paused": False})).ok
        assert not table.paused
        assert ask(listener, by_token("quiet", {"quiet": True})).ok
        assert table.quiet
        answer = ask(listener, by_token("turn", {}))
        assert answer.ok
        assert answer.result["lines"] == 5
        assert ask(listener, by_token("correct", {"do": "undo"})).ok
        assert [entry.kind for entry in table.session.entries][-1] == "replace"


def test_nobody_may_command_unless_told_otherwise(broker: RealBroker, play: Start) -> None:
    """Without a permissions file every command that changes something is refused."""
    with Listener(broker.port, f"{TABLE}/#") as listener:
        played = play(broker.url)
        ready(played)
        for verb in ("pause", "turn", "quiet", "correct", "answer"):
            answer = ask(listener, by_token(verb, {"paused": True, "quiet": True}))
            assert (answer.ok, answer.code) == (False, "permission")
        assert not played.table.paused


@pytest.mark.parametrize("token", [None, "", "wrong", TOKEN[:-1], TOKEN + "x", "ü"])
def test_a_wrong_token_is_refused(club: Club, token: str | None) -> None:
    """Only the very token opens."""
    answer = club.ask(Command("pause", new_id(), {"paused": True}, token=token))
    assert answer.code == "permission"
    assert not club.played.table.paused


def test_a_proof_works_once(club: Club) -> None:
    """A command that was overheard is of no use: not again, not with another id, not for another body."""
    link = club.played.thread.link
    assert link is not None
    command = signed(Command("turn", new_id(), {"do": "quiet"}), table="club-3", process=link.process, token=TOKEN)
    assert club.ask(command).ok
    lines = len(club.played.table.session.entries)
    assert club.ask(replace(command, id=new_id())).code == "permission"
    assert club.ask(replace(command, id=new_id(), body={"do": "pass"})).code == "permission"
    assert len(club.played.table.session.entries) == lines


def test_a_command_that_comes_twice_is_carried_out_once(club: Club) -> None:
    """QoS 1 may deliver twice: the second gets the same answer, and nothing happens again."""
    command = by_token("turn", {"do": "quiet"})
    club.heard.send(f"{TABLE}/cmd/turn", command_message(command))
    until(lambda: len(club.heard.of(f"/answer/{command.id}")) == 1)
    club.heard.send(f"{TABLE}/cmd/turn", command_message(command))
    until(lambda: len(club.heard.of(f"/answer/{command.id}")) == 2)
    assert len(club.played.table.session.entries) == 1
    assert len(set(club.heard.of(f"/answer/{command.id}"))) == 1


def test_a_retained_command_is_not_heard(broker: RealBroker, play: Start) -> None:
    """What somebody left on the broker would come again at every start: it is not carried out."""
    with Listener(broker.port, f"{TABLE}/#") as listener:
        listener.send(f"{TABLE}/cmd/pause", command_message(by_token("pause", {"paused": True})), retain=True)
        played = play(broker.url, permissions=HUB)
        ready(played)
        assert ask(listener, by_token("quiet", {"quiet": False})).ok
        assert not played.table.paused


def test_what_the_game_refuses_is_answered_with_the_reason(club: Club) -> None:
    """A correction that makes no sense, a verb that is not there, a body that lacks something: one sentence each."""
    wrong = club.ask(by_token("correct", {"do": "replace", "of": 99}))
    assert (wrong.code, "99" in wrong.error) == ("wrong", True)
    assert club.ask(by_token("pause", {})).code == "wrong"
    assert club.ask(by_token("explode", {})).code == "unknown-verb"


def test_nonsense_and_another_version_are_answered(club: Club) -> None:
    """No JSON, another version and 200 kB are each told on the answer topic `-`; the table plays on."""
    for payload in (b"pause!", b'{"format": "boardsight-command/2", "id": "1"}', b'{"x": "' + b"y" * 200_000):
        club.heard.send(f"{TABLE}/cmd/pause", payload)
    until(lambda: len(club.heard.of("/answer/-")) == 3)
    answers = [parse_answer(payload, "club-3") for payload in club.heard.of("/answer/-")]
    assert [answer.code for answer in answers if isinstance(answer, Answer)] == ["misfit", "version", "too-large"]
    assert club.ask(by_token("pause", {"paused": True})).ok


def test_a_flood_of_commands_is_contained(broker: RealBroker, play: Start) -> None:
    """Of five thousand commands few are looked at, the table is deaf for a while, then answers again."""
    with Listener(broker.port, f"{TABLE}/#") as listener:
        settings = replace(QUICK, flood_a_second=50.0, flood_at_once=100)
        played = play(broker.url, permissions=HUB, settings=settings)
        ready(played)
        for _ in range(5000):
            listener._client.publish(f"{TABLE}/cmd/turn", command_message(by_token("turn", {"do": "quiet"})), qos=0)
        link = played.thread.link
        assert link is not None
        until(lambda: link.counters.floods)
        played.move(2)
        until(lambda: any(json.loads(payload)["n"] >= 2 for payload in listener.of("/state")))
        assert sum(entry.move.do == "quiet" for entry in played.table.session.entries if entry.move) <= 60

        def answered() -> bool:
            command = by_token("pause", {"paused": True})
            listener.send(f"{TABLE}/cmd/pause", command_message(command))
            return played.table.paused

        until(answered)


def test_who_comes_late_asks_for_the_events(broker: RealBroker, play: Start) -> None:
    """`events` needs no permission and brings header and events in portions, the same as they were told."""
    with Listener(broker.port, f"{TABLE}/#") as listener:
        played = play(broker.url)
        played.move(60)
        ready(played)
        first = ask(listener, Command("events", new_id(), {"after": 5}))
        assert first.ok
        assert first.result["header"]["players"] == ["Ann", "Ben"]
        assert first.result["more"]
        second = ask(listener, Command("events", new_id(), {"after": first.result["events"][-1]["n"]}))
        assert not second.result["more"]
        asked = [
            parse_event(json.dumps(document), "club-3")
            for document in (*first.result["events"], *second.result["events"])
        ]
        until(lambda: len(listener.of("/event")) >= 60)
        told = {
            event.n: event
            for payload in listener.of("/event")
            if isinstance(event := parse_event(payload), RecordEvent)
        }
        assert [event.n for event in asked if isinstance(event, RecordEvent)] == list(range(6, 61))
        for event in asked:
            assert not isinstance(event, Problem)
            assert replace(event, sender=told[event.n].sender) == told[event.n]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[[who]]\nname = "hub"\ntoken = "short"\nmay = []', "less than 16"),
        ('[[who]]\nname = "hub"\ntoken = "0123456789abcdef"\nmay = ["explode"]', "explode"),
        ('anyone = "pause"', "expected a list"),
        ("everyone = []", "'everyone' is not known"),
        ("anyone = [", "at its end: no value"),
        ("who = 3", r"\[\[who\]\]"),
    ],
)
def test_a_permissions_file_that_is_wrong(tmp_path: Any, text: str, expected: str) -> None:
    """What is wrong with a permissions file is said in one sentence."""
    file = tmp_path / "permissions.toml"
    file.write_text(text)
    with pytest.raises(UnreadableInput, match=expected):
        load_permissions(file)
