"""The broker's files that people start with do what they say."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from played_table import Start
from real_broker import Listener, RealBroker, needs_mosquitto, until

from live.network.broker import broker_of
from live.network.commands import Command, command_message, new_id
from live.network.permissions import Holder, Permissions, load_permissions

FOLDER = Path(__file__).parents[3] / "live" / "network" / "mosquitto"
PASSWD = shutil.which("mosquitto_passwd")
PASSWORDS = {"tables": "chess", "hub": "wall", "club-9": "own"}

pytestmark = [
    needs_mosquitto,
    pytest.mark.skipif(PASSWD is None, reason="mosquitto_passwd is not installed: apt install mosquitto"),
]


@pytest.fixture
def club(tmp_path: Path) -> RealBroker:
    """A broker with our configuration; only its port and its folder are the test's."""
    assert PASSWD is not None
    passwords = tmp_path / "passwords"
    passwords.touch()
    for user, password in PASSWORDS.items():
        subprocess.run([PASSWD, "-b", str(passwords), user, password], check=True, capture_output=True)
    lines = [line for line in (FOLDER / "mosquitto.conf").read_text().splitlines() if not line.startswith("listener")]
    text = "\n".join(lines).replace("password_file passwords", f"password_file {passwords}")
    text = text.replace("acl_file acl", f"acl_file {FOLDER / 'acl'}")
    return RealBroker(
        tmp_path, text.replace("persistence_location data/", f"persistence_location {tmp_path}/").split("\n")
    )


def listener_of(club: RealBroker, user: str, topic: str = "boardsight/#") -> Listener:
    """Somebody who listens under a user."""
    return Listener(club.port, topic, user=user, password=PASSWORDS[user])


def test_tables_and_hub_do_what_they_need(club: RealBroker, play: Start) -> None:
    """A table is heard by the hub, and the hub's command is answered."""
    with club, listener_of(club, "hub") as hub:
        token = "0123456789abcdef"
        url = club.url.replace("mqtt://", "mqtt://tables@")
        permissions = Permissions(holders=(Holder("hub", token, frozenset({"pause"})),))
        played = play(broker_of(url, password=PASSWORDS["tables"]), permissions=permissions)
        played.move(2)
        until(lambda: hub.of("/status") == [b"online"] and hub.of("/state") and len(hub.of("/event")) == 2)
        hub.send(
            "boardsight/v1/club-3/cmd/pause",
            command_message(Command("pause", new_id(), {"paused": True}, token=token)),
        )
        until(lambda: played.table.paused)
        until(lambda: [topic for topic, _, _ in hub.heard if "/answer/" in topic])


def test_a_table_of_its_own_user_speaks_for_itself_only(club: RealBroker) -> None:
    """The user `club-9` can't say anything under another table's name, and hears no other's commands."""
    with club, listener_of(club, "hub") as hub, listener_of(club, "club-9") as table:
        table.send("boardsight/v1/club-3/state", b"a lie", retain=True)
        hub.send("boardsight/v1/club-3/cmd/pause", b'{"token": "secret"}')
        hub.send("boardsight/v1/club-9/cmd/pause", b"for you")
        table.send("boardsight/v1/club-9/state", b"the truth", retain=True)
        until(lambda: hub.of("/club-9/state") and table.of("/club-9/cmd/pause"))
        assert not hub.of("/club-3/state")
        assert not table.of("/club-3/cmd/pause")


def test_a_state_of_10_mb_goes_no_further(club: RealBroker) -> None:
    """The broker takes ten megabytes and passes them to nobody; what comes after is passed on."""
    with club, listener_of(club, "hub") as hub, listener_of(club, "club-9") as table:
        table.send("boardsight/v1/club-9/state", b"x" * 10_000_000, retain=True)
        table.send("boardsight/v1/club-9/state", b"x" * 262_144, retain=True)
        until(lambda: hub.of("/club-9/state"))
        assert [len(payload) for payload in hub.of("/club-9/state")] == [262_144]


def test_a_thousand_retained_messages_reach_a_newcomer(club: RealBroker) -> None:
    """Somebody who subscribes with QoS 1 gets 3000 retained topics; Mosquitto's own limit lets about 1000 through."""
    with club, listener_of(club, "club-9") as table:
        for number in range(3000):
            table._client.publish(f"boardsight/v1/club-9/answer/{number}", b"x" * 100, qos=1, retain=True)
        table.send("boardsight/v1/club-9/answer/end", b"x", retain=True)
        with listener_of(club, "hub", "boardsight/v1/club-9/answer/+") as hub:
            until(lambda: len(hub.heard) == 3001)


def test_a_hall_behind_a_bridge(tmp_path: Path, play: Start) -> None:
    """Over our bridge the hub hears and commands a hall's table; what happens while the bridge is down comes later.

    A bridge that connects again says things twice: QoS 1 is at least once.
    """
    main = RealBroker(tmp_path, ["allow_anonymous true", "persistence true", f"persistence_location {tmp_path}/"])
    bridge = (FOLDER / "bridge.conf").read_text().replace("MAIN-BROKER:1883", f"127.0.0.1:{main.port}")
    bridge = bridge.replace("restart_timeout 1 30", "restart_timeout 1 1")
    with main, RealBroker(tmp_path, ["allow_anonymous true", *bridge.split("\n")]) as hall:
        with Listener(main.port, "boardsight/#") as hub:
            token = "0123456789abcdef"
            permissions = Permissions(holders=(Holder("hub", token, frozenset({"pause"})),))
            played = play(hall.url, permissions=permissions)
            played.move(2)
            until(lambda: set(hub.of("/status")) == {b"online"} and len(set(hub.of("/event"))) == 2)
            command = Command("pause", new_id(), {"paused": True}, token=token)
            hub.send("boardsight/v1/club-3/cmd/pause", command_message(command))
            until(lambda: hub.of(f"/answer/{command.id}"))
        main.stop()
        played.move(5)
        main.start()
        with Listener(main.port, "boardsight/#") as hub:
            until(lambda: (states := hub.of("/state")) and b'"n":7' in states[-1])


def test_the_permissions_are_a_file_that_can_be_read() -> None:
    """The example lets the hub send every verb."""
    assert load_permissions(FOLDER / "permissions.toml").verbs == ("pause", "turn", "quiet", "correct", "answer")
