"""A rehearsal: tables that play by themselves and a broker of our own; with `make soak` crowds that lose nothing."""

import asyncio
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion
from real_broker import PATIENCE_S, Listener, needs_mosquitto, until

from benchmarks.hub import CrowdLoad, run
from live.hub.rehearsal import rehearsed
from live.main import main
from live.network.small_broker import small_broker


@contextmanager
def _broker() -> Iterator[int]:
    """The small broker in a thread of its own."""
    begun, ports, end = threading.Event(), list[int](), asyncio.Event()

    async def serve() -> None:
        async with small_broker() as port:
            ports.extend([port])
            loops.append(asyncio.get_running_loop())
            begun.set()
            await end.wait()

    loops = list[asyncio.AbstractEventLoop]()
    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert begun.wait(PATIENCE_S)
    yield ports[0]
    loops[0].call_soon_threadsafe(end.set)
    thread.join(PATIENCE_S)
    assert not thread.is_alive()


def test_the_small_broker_does_what_a_broker_must() -> None:
    """Messages reach whoever wants them; what is retained reaches newcomers until it is taken away; wills are told."""
    with _broker() as port, Listener(port, "a/#") as first:
        first.send("a/state", b"one", retain=True)
        first.send("a/event", b"x" * 100_000)
        first.send("b/event", b"not wanted")
        until(lambda: first.of("/event") and first.of("/state"))
        with Listener(port, "a/+") as late:
            until(lambda: late.heard)
            first.send("a/state", b"", retain=True)
            until(lambda: len(late.heard) == 2)
            assert late.heard == [("a/state", b"one", True), ("a/state", b"", False)]
        dying = mqtt.Client(CallbackAPIVersion.VERSION2)
        dying.will_set("a/status", b"gone", qos=1, retain=True)
        dying.connect("127.0.0.1", port)
        dying.loop_start()
        until(dying.is_connected)
        dying.loop_stop()
        sock = dying.socket()
        assert sock is not None
        sock.close()
        until(lambda: first.of("/status") == [b"gone"])
        with Listener(port, "a/status") as newcomer:
            until(lambda: newcomer.of("/status") == [b"gone"])
        assert not [topic for topic, _, _ in first.heard if topic.startswith("b/")]


BROWSER = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\nUser-Agent: " + b"x" * 100 + b"\r\n\r\n"


@pytest.mark.parametrize("sent", [BROWSER, b"\x10\xff\xff\xff\x7f", b"\x82\x02\x00\x01", b"\x10\x02\x00\x09"])
def test_what_is_no_mqtt_is_hung_up_on(sent: bytes) -> None:
    """A browser, an endless packet, one that comes before its time, one that breaks off."""
    with _broker() as port, socket.create_connection(("127.0.0.1", port), PATIENCE_S) as stranger:
        stranger.sendall(sent)
        assert stranger.recv(100) == b""


def test_a_rehearsal_brings_broker_and_tables() -> None:
    """Two tables play, each under its name, and say that they end."""
    told = list[str]()
    with rehearsed(2, None, say=told.append) as broker, Listener(broker.port, "boardsight/#") as heard:
        until(lambda: len({topic for topic, _, _ in heard.heard if topic.endswith("/state")}) == 2)
        until(lambda: heard.of("/event"))
        names = {topic.split("/")[2] for topic, _, _ in heard.heard if topic.endswith("/status")}
        assert names == {"rehearsal-1", "rehearsal-2"}
    assert told == []


def test_the_brokers_configuration_comes_with_the_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Printed, or written whole into a folder with what it names; nothing is written over."""
    assert main(["hub", "broker"]) == 0
    assert "acl_file acl" in capsys.readouterr().out
    assert main(["hub", "broker", "bridge.conf"]) == 0
    assert "remote_username halls" in capsys.readouterr().out
    folder = tmp_path / "broker"
    assert main(["hub", "broker", "--out", str(folder)]) == 0
    files = {path.name for path in folder.iterdir()}
    assert files == {"mosquitto.conf", "acl", "bridge.conf", "permissions.toml", "data"}
    assert main(["hub", "broker", "--out", str(folder)]) == 2


def test_virtual_tables_without_a_broker_say_so() -> None:
    """One sentence, no traceback."""
    ended = subprocess.run([sys.executable, "-m", "live.network.virtual"], capture_output=True, text=True)
    assert ended.returncode == 2
    assert ended.stderr.startswith("boardsight: which broker? give --mqtt mqtt://HOST")
    assert "Traceback" not in ended.stderr


@needs_mosquitto
@pytest.mark.soak
def test_a_small_crowd_loses_nothing() -> None:
    """Tables are killed and started again, the broker goes away: the wall shows every table's last move in the end."""
    report = run(CrowdLoad(tables=12, seconds=5, kill=3, outage_s=1.0, browser=False))
    assert report.moves > 70
    assert (report.hub_behind, report.hub_missing) == ([], 0)


@needs_mosquitto
@pytest.mark.soak
def test_five_hundred_tables_for_ten_minutes() -> None:
    """The goal of a convention: everything arrives, in order, on the page too."""
    report = run(CrowdLoad(seconds=600, outage_s=60))
    assert (report.missing, report.hub_behind, report.hub_missing, report.page_behind) == (0, [], 0, [])
    assert report.backwards == 0
