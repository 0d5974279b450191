"""The hub at a real Mosquitto: starting in any order, refused logins, outages, floods, two of a name."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from real_broker import RealBroker, needs_mosquitto
from services import Postgres
from speaking import Voice, eventually, state_of

from live.main import main
from live.network.topics import state_topic


def shown(running: Any, table: str) -> dict[str, Any]:
    """What viewers of that hub see of a table; empty where they see nothing."""
    found = running.hub.wall.shown(table)
    return {} if found is None else json.loads(found)


@dataclass(frozen=True, slots=True)
class Ended:
    """What a command left."""

    code: int
    out: str
    err: str


HubCommand = Callable[..., Ended]


@pytest.fixture
def hub_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> HubCommand:
    """Calls `boardsight hub` in this process."""

    def call(*words: str) -> Ended:
        capsys.readouterr()
        code = main(["hub", "--database", str(tmp_path / "hub.sqlite"), *words])
        told = capsys.readouterr()
        return Ended(code, told.out, told.err)

    return call


def test_what_tables_say_is_on_the_wall_and_in_the_database(
    mosquitto: RealBroker, voice: Voice, run_hub: Callable[..., Any]
) -> None:
    """A retained state is there at once, a new one comes by itself, a finished game is stored."""
    voice.online("First")
    voice.state(state_of("First", {"Ann": 7, "Ben": 3}))
    running = run_hub(mosquitto.url).connected()
    eventually(lambda: shown(running, "First").get("stands") == "playing", "the retained state is shown")
    voice.state(state_of("First", {"Ann": 9, "Ben": 3}, n=2, over=True, winners=["Ann"]))
    eventually(lambda: shown(running, "First").get("stands") == "over", "the end is shown")
    eventually(lambda: any(r.over and r.table == "First" for r in running.hub.keeper.results), "the result is kept")
    assert next(line for line in running.hub.standings() if line.player == "Ann").points == 3


def test_a_hub_that_is_there_before_the_broker_waits_and_says_so(
    own_mosquitto: RealBroker, run_hub: Callable[..., Any]
) -> None:
    """One sentence, no end; when the broker comes the hub is connected."""
    running = run_hub(own_mosquitto.url)
    eventually(lambda: bool(running.said), "it says that it waits")
    assert "no broker answers" in running.said[0]
    assert "waiting for it" in running.said[0]
    own_mosquitto.start()
    running.connected()
    assert len(running.said) == 2


def test_a_broker_that_is_away_for_a_while_loses_nothing(
    own_mosquitto: RealBroker, run_hub: Callable[..., Any]
) -> None:
    """The wall keeps what it has, says that the broker is away, and goes on by itself."""
    own_mosquitto.start()
    running = run_hub(own_mosquitto.url).connected()
    voice = Voice(own_mosquitto.port)
    voice.state(state_of("T", {"Ann": 1}))
    eventually(lambda: bool(shown(running, "T")), "the table is shown")
    own_mosquitto.stop()
    eventually(lambda: running.hub.broker != "", "the outage is noticed")
    assert shown(running, "T")["players"][0]["total"] == 1
    own_mosquitto.start()
    running.connected()
    voice.close()
    voice = Voice(own_mosquitto.port)
    voice.state(state_of("T", {"Ann": 5}, n=2))
    eventually(lambda: shown(running, "T")["players"][0]["total"] == 5, "the table goes on")
    voice.close()


def test_three_thousand_retained_messages_all_arrive(own_mosquitto: RealBroker, run_hub: Callable[..., Any]) -> None:
    """A hub that starts last sees every table, whatever the broker's queue limit."""
    own_mosquitto.start()
    voice = Voice(own_mosquitto.port)
    for number in range(1500):
        table = f"T{number}"
        voice._client.publish(f"boardsight/v1/{table}/status", b"online", qos=1, retain=True)
        voice._client.publish(state_topic(table), _payload(table), qos=1, retain=True)
    voice.online("T1499")
    running = run_hub(own_mosquitto.url).connected()
    eventually(lambda: running.hub.wall.counts().get("tables_playing", 0) == 1500, "all are shown")
    voice.close()


def test_two_real_tables_of_one_name_are_both_on_the_wall(mosquitto: RealBroker, run_hub: Callable[..., Any]) -> None:
    """The younger takes another name by itself; the wall shows both, and under which name it was started."""
    running = run_hub(mosquitto.url).connected()
    command = [sys.executable, "-m", "live.network.virtual", "--mqtt", mosquitto.url, "--tables", "1", "--name", "twin"]
    tables = []
    try:
        for count in (1, 2):
            tables.append(subprocess.Popen(command, stderr=subprocess.DEVNULL))
            eventually(lambda count=count: len(_twins(running)) == count, f"{count} are shown")
    finally:
        for table in tables:
            table.kill()
            table.wait()
    first, second = sorted(_twins(running))
    assert first == "twin-1"
    assert shown(running, second)["warnings"] == [{"code": "renamed", "asked": "twin-1"}]


def _twins(running: Any) -> set[str]:
    tables = (json.loads(one)["table"] for one in running.hub.wall.since(0)[1])
    return {table for table in tables if table.startswith("twin") and "n" in shown(running, table)}


@needs_mosquitto
def test_a_hub_that_is_stopped_as_a_service_stores_what_it_has(
    own_mosquitto: RealBroker, tmp_path: Path, hub_command: HubCommand
) -> None:
    """SIGTERM ends it as Ctrl-C does: exit code 0, and the game that was going on is in the database."""
    own_mosquitto.start()
    words = ["hub", "--mqtt", own_mosquitto.url, "--database", str(tmp_path / "hub.sqlite"), "--port", "0"]
    said = tmp_path / "said"
    with said.open("wb") as log:
        hub = subprocess.Popen([sys.executable, "-m", "live.main", *words], stderr=log)
    eventually(lambda: "broker   mqtt" in said.read_text(), "it is connected")
    voice = Voice(own_mosquitto.port)
    voice.state(state_of("T", {"Ann": 7}))
    page = said.read_text().partition("http://")[2].split("/hub")[0]
    eventually(lambda: b'"T"' in urlopen(f"http://{page}/api/v1/results", timeout=60).read(), "the hub has the game")
    hub.terminate()
    assert hub.wait(60) == 0
    voice.close()
    assert "T,run1,big-city" in hub_command("export", "results").out


@needs_mosquitto
def test_a_wrong_password_ends_the_hub_with_one_sentence(
    tmp_path: Path, hub_command: HubCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Waiting would not help; the password itself is not shown."""
    passwords = tmp_path / "passwords"
    passwords.touch()
    subprocess.run(["mosquitto_passwd", "-b", str(passwords), "club", "right"], check=True)
    with RealBroker(tmp_path, ("allow_anonymous false", f"password_file {passwords}")) as broker:
        where = f"mqtt://club@127.0.0.1:{broker.port}"
        monkeypatch.setenv("BOARDSIGHT_MQTT_PASSWORD", "wrong1")
        ended = hub_command("--mqtt", where)
    assert ended.code == 1
    assert ended.err.splitlines()[-1] == f"boardsight: {broker.url} refuses the user or the password; look at both"
    assert "wrong1" not in ended.err


def test_without_a_broker_named_the_command_says_what_to_give(hub_command: HubCommand) -> None:
    """Wrong use, exit code 2."""
    ended = hub_command()
    assert (ended.code, "--mqtt mqtt://HOST" in ended.err) == (2, True)


def test_a_wrong_database_password_ends_the_hub_with_one_sentence(postgres: Postgres, hub_command: HubCommand) -> None:
    """At the start, and without showing it."""
    url = postgres.url.replace("s3cret", "wrong2")
    ended = hub_command("--mqtt", "mqtt://127.0.0.1:9", "--database", url)
    assert ended.code == 1
    assert "user or password is wrong" in ended.err.splitlines()[-1]
    assert "wrong2" not in ended.err


def test_results_are_exported_from_the_database_alone(tmp_path: Path, hub_command: HubCommand) -> None:
    """CSV to stdout, JSON into a file, standings by a tournament's file; names are no formulas."""
    from live.archive.database import database_url
    from live.hub.database import Database
    from live.hub.results import GameResult, PlayerResult

    at = "2026-11-20T20:00:00.000Z"
    players = (PlayerResult("=cmd()", 40, True), PlayerResult("Ben", 3))
    database = Database(database_url(str(tmp_path / "hub.sqlite")))
    database.store([GameResult("T1", "run1", "big-city", "Big City", at, at, True, 40, players)])
    database.close()
    ended = hub_command("export", "results")
    assert (ended.code, "'=cmd(),40,1,yes" in ended.out) == (0, True)
    output = tmp_path / "standings.json"
    assert hub_command("export", "standings", "-o", str(output)).code == 0
    assert json.loads(output.read_text())["standings"][0]["player"] == "=cmd()"


def _payload(table: str) -> bytes:
    from live.network.messages import state_message

    return state_message(state_of(table, {"Ann": 1, "Ben": 2}))
