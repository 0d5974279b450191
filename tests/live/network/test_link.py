"""A table on a real broker: told exactly, once, also after trouble; the game never waits."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace

import aiomqtt
import pytest
from played_table import PlayedTable, Start
from real_broker import Cable, Listener, RealBroker, needs_mosquitto, until

from live.network.link import TableLink
from live.network.messages import Claim, RecordEvent, TableState, claim_message, parse_event, parse_state

pytestmark = needs_mosquitto


def events_of(listener: Listener, table: str = "club-3") -> list[RecordEvent]:
    """The events that were heard of a table, in the order in which they came."""
    events = [parse_event(payload, table) for payload in listener.of(f"/{table}/event")]
    assert all(isinstance(event, RecordEvent) for event in events), events
    return [event for event in events if isinstance(event, RecordEvent)]


def newest_state(listener: Listener, table: str = "club-3") -> TableState | None:
    """The last state that was heard of a table."""
    heard = listener.of(f"/{table}/state")
    state = parse_state(heard[-1], table) if heard else None
    assert state is None or isinstance(state, TableState), state
    return state


def has_all(listener: Listener, played: PlayedTable, table: str = "club-3") -> Callable[[], bool]:
    """Whether the newest state tells of every line of the record."""
    return lambda: (state := newest_state(listener, table)) is not None and state.n == len(played.table.session.entries)


def test_every_move_is_told_once_and_in_order(heard: Listener, broker: RealBroker, play: Start) -> None:
    """Ten moves are ten events with n from 1 to 10, and the state has the scores of the record."""
    played = play(broker.url)
    played.move(10)
    until(has_all(heard, played))
    assert [event.n for event in events_of(heard)] == list(range(1, 11))
    state = newest_state(heard)
    assert state is not None
    assert {player.name: player.total for player in state.players} == dict(played.table.session.played.totals)
    assert heard.of("/status") == [b"online"]


def test_status_and_state_are_retained_and_events_are_not(heard: Listener, broker: RealBroker, play: Start) -> None:
    """Who comes later hears how it stands, and no old moves."""
    played = play(broker.url)
    played.move(3)
    until(has_all(heard, played))
    with Listener(broker.port, "boardsight/#") as late:
        until(lambda: late.of("/state") and late.of("/status"))
        assert [(topic.rpartition("/")[2], retained) for topic, _, retained in late.heard] == [
            ("status", True),
            ("state", True),
        ] or {topic.rpartition("/")[2] for topic, _, _ in late.heard} == {"status", "state"}


def test_a_table_that_is_killed_is_offline(broker: RealBroker) -> None:
    """After kill -9 the broker tells the last will, retained."""
    words = [sys.executable, "-m", "live.network.virtual", "--mqtt", broker.url, "--tables", "1"]
    with Listener(broker.port, "boardsight/v1/+/status") as listener:
        process = subprocess.Popen(words, stderr=subprocess.DEVNULL)
        try:
            until(lambda: listener.of("/status") == [b"online"])
        finally:
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
        until(lambda: listener.of("/status") == [b"online", b"offline"])
    with Listener(broker.port, "boardsight/v1/+/status") as late:
        until(lambda: late.heard == [("boardsight/v1/club-1/status", b"offline", True)])


def test_the_end_is_said(heard: Listener, broker: RealBroker, play: Start) -> None:
    """A table that ends says offline itself, and its last state says why."""
    played = play(broker.url)
    played.move()
    until(has_all(heard, played))
    played.thread.end("stopped")
    until(lambda: heard.of("/status") == [b"online", b"offline"])
    state = newest_state(heard)
    assert state is not None
    assert state.closed == "stopped"


def test_moves_without_the_network_are_told_later(broker: RealBroker, play: Start) -> None:
    """The cable is cut for 15 moves, again and again: in the end every n has come exactly once, in order."""
    with Listener(broker.port, "boardsight/#") as listener, Cable(broker.port) as cable:
        played = play(cable.url)
        for _ in range(3):
            played.move(2)
            until(has_all(listener, played))
            cable.cut()
            played.move(15)
            until(lambda: played.thread.link is not None and "no broker answers" in played.thread.link.trouble)
            cable.mend()
            until(has_all(listener, played))
        assert [event.n for event in events_of(listener)] == list(range(1, 52))
        until(lambda: listener.of("/status")[-1] == b"online")


def test_a_cable_that_is_cut_in_mid_sending_loses_nothing(broker: RealBroker, play: Start) -> None:
    """Cut while events are on their way, some may come twice, with the n they had; none is missing."""
    with Listener(broker.port, "boardsight/#") as listener, Cable(broker.port) as cable:
        played = play(cable.url)
        for _ in range(10):
            played.move(3)
            cable.cut()
            played.move(2)
            cable.mend()
        until(has_all(listener, played))
        told = {event.n: event for event in events_of(listener)}
        assert sorted(told) == list(range(1, 51))
        assert all(replace(event, sender=told[event.n].sender) == told[event.n] for event in events_of(listener))


def test_a_broker_that_has_lost_its_memory_is_told_again(broker: RealBroker, play: Start) -> None:
    """After the broker has been stopped and started, status and state are there again."""
    played = play(broker.url)
    until(lambda: played.thread.link is not None and not played.thread.link.trouble)
    broker.stop()
    until(lambda: played.thread.link is not None and played.thread.link.trouble)
    played.move(3)
    broker.start()
    with Listener(broker.port, "boardsight/#") as listener:
        until(has_all(listener, played))
        until(lambda: set(listener.of("/status")) == {b"online"})  # who listens just as it is told hears it twice


def test_a_stopped_program_goes_on_where_it_was(heard: Listener, broker: RealBroker, play: Start) -> None:
    """Started again with its record, a table has the same run and tells only what the broker has not had."""
    first = play(broker.url)
    first.move(4)
    until(has_all(heard, first))
    first.thread.end("stopped")
    first.move(2)  # nobody hears of these
    first.table.store.close()
    second = play(broker.url)
    until(has_all(heard, second))
    events = events_of(heard)
    assert [event.n for event in events] == [1, 2, 3, 4, 5, 6]
    assert len({event.sender.run for event in events}) == 1
    assert len({event.sender.process for event in events}) == 2


def test_an_event_is_the_same_whenever_it_is_told(heard: Listener, broker: RealBroker, play: Start) -> None:
    """What is told anew to a broker that has lost its memory says the same as before, also of a corrected move."""
    played = play(broker.url)
    played.move(4)
    played.table.act("correct", {"do": "undo"})
    played.move()
    until(has_all(heard, played))
    sent = played.table.store.path.with_name("game.jsonl.sent")
    played.thread.end("stopped")
    played.table.store.close()
    document = json.loads(sent.read_text()) | {"acknowledged": {}}
    sent.write_text(json.dumps(document))
    again = play(broker.url)
    until(has_all(heard, again))
    until(lambda: len(events_of(heard)) == 12)
    events = [replace(event, sender=played_by) for event in events_of(heard) for played_by in [event.sender]]
    nobody = events[0].sender
    before, after = events[:6], events[6:]
    assert [replace(event, sender=nobody) for event in before] == [replace(event, sender=nobody) for event in after]
    assert [event.event for event in before] == ["move", "move", "move", "move", "replaced", "move"]
    assert before[4].of == 4
    assert before[4].move is None


def test_the_game_does_not_wait_for_a_broker_that_hangs(broker: RealBroker, play: Start) -> None:
    """A broker that is there but does nothing (stopped by a signal) holds up no move."""
    played = play(broker.url)
    until(lambda: played.thread.link is not None and not played.thread.link.trouble)
    assert broker.pid is not None
    os.kill(broker.pid, signal.SIGSTOP)
    try:
        played.move(20)
        assert len(played.table.session.entries) == 20
    finally:
        os.kill(broker.pid, signal.SIGCONT)
    with Listener(broker.port, "boardsight/#") as listener:
        until(has_all(listener, played))


def test_two_tables_of_one_name(heard: Listener, broker: RealBroker, play: Start) -> None:
    """The one that came later goes on under another name and says so; the first keeps its own, both are told."""
    first = play(broker.url, record="first.jsonl")
    first.move(2)
    until(has_all(heard, first))
    second = play(broker.url, record="second.jsonl", players=("Dana", "Emil"))
    second.move(3)
    link = second.thread.link
    assert link is not None
    until(lambda: link.table.startswith("club-3~") and not link.trouble)
    until(has_all(heard, second, link.table))
    state = newest_state(heard, link.table)
    assert state is not None
    assert state.asked_name == "club-3"
    assert [event.n for event in events_of(heard, link.table)] == [1, 2, 3]
    first.move()
    until(lambda: (kept := newest_state(heard)) and [player.name for player in kept.players] == ["Ann", "Ben"])
    until(has_all(heard, first))
    assert heard.of("/club-3/status")[-1] == b"online"


def test_somebody_who_claims_every_name_renames_a_table_once(heard: Listener, broker: RealBroker, play: Start) -> None:
    """A hostile claim of an older table moves us once; after that we stay, and answer no claims for ever."""
    played = play(broker.url)
    link = played.thread.link
    assert link is not None
    until(lambda: not link.trouble)
    heard.send("boardsight/v1/club-3/claim", claim_message(Claim("club-3", "ffff", 1e9)))
    until(lambda: link.table != "club-3" and not link.trouble)
    name = link.table
    for _ in range(5):
        heard.send(f"boardsight/v1/{name}/claim", claim_message(Claim(name, "ffff", 1e9)))
    played.move()
    until(has_all(heard, played, name))
    assert link.table == name


def test_news_that_come_with_a_rename_do_not_hold_it_up(
    broker: RealBroker, play: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move in the same moment in which an older table claims our name: asyncio.wait_for would forget to end."""
    heard = TableLink._hear_claim

    async def heard_with_news(link: TableLink, client: aiomqtt.Client, payload: bytes) -> None:
        link.changed()
        await heard(link, client, payload)

    monkeypatch.setattr(TableLink, "_hear_claim", heard_with_news)
    with Listener(broker.port, "boardsight/#") as listener:
        link = play(broker.url).thread.link
        assert link is not None
        until(lambda: not link.trouble)
        listener.send("boardsight/v1/club-3/claim", claim_message(Claim("club-3", "ffff", 1e9)))
        until(lambda: link.table != "club-3" and not link.trouble)


def test_somebody_says_we_were_offline(heard: Listener, broker: RealBroker, play: Start) -> None:
    """A last will that comes late, or a liar, is put right."""
    play(broker.url)
    until(lambda: heard.of("/status") == [b"online"])
    heard.send("boardsight/v1/club-3/status", b"offline", retain=True)
    until(lambda: heard.of("/status") == [b"online", b"offline", b"online"])
