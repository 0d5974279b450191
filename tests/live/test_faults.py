"""What goes wrong on real evenings, caused on purpose: kills, full disks, dead viewers, dead displays, bad frames."""

import contextlib
import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from page_table import table_with
from seen import TWO, TWO_LAID
from thinned import thinned
from waiting import wait_until

from firmware_bridge import Connection, open_display
from live.records.store import RecordStore
from live.runtime.hosting import page_of
from live.runtime.live_table import LiveTable
from live.runtime.loop import watch_table
from live.sources import open_source
from live.sources.cameras import keep_opencv_quiet
from live.sources.virtual import FilmOrder, VirtualCamera, record_of
from live.table.frame_reader import SingleCameraReader
from live.table.session import Draft, write
from simulator.displays import VirtualDisplay
from tabletop.gamefile import load_game
from tabletop.games.big_city.values import Build, Pass
from tabletop.records import read_record

posix = pytest.mark.skipif(sys.platform == "win32", reason="kill -9 and file limits are things of POSIX systems")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LiveTable]:
    """A game of a few moves."""
    with table_with(tmp_path, TWO, *TWO_LAID) as made:
        yield made


# -- kill -9 while people correct on the page


def _serve(record: Path) -> tuple[subprocess.Popen[str], int]:
    """`boardsight serve` in a process of its own, and its port."""
    command = [sys.executable, "-m", "live.main", "serve", str(record)]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert server.stderr is not None
    for line in server.stderr:
        if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
            return server, int(found[1])
    raise AssertionError("the page does not start")


def _post_until_killed(server: subprocess.Popen[str], port: int, seconds: float) -> int:
    """Add moves on the page as fast as it answers, kill it meanwhile; the number of lines that it acknowledged last."""
    killer = threading.Timer(seconds, lambda: os.kill(server.pid, signal.SIGKILL))
    body = json.dumps({"do": "quiet"})
    acknowledged = 0
    page = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    killer.start()
    with contextlib.suppress(OSError, http.client.HTTPException):
        while True:
            page.request("POST", "/api/v1/turn", body, {"content-type": "application/json"})
            answer = json.loads(page.getresponse().read())
            acknowledged = answer["lines"]
    killer.join()
    server.wait()
    return acknowledged


@posix
@pytest.mark.parametrize("times", thinned([2, 40], 1))
def test_nothing_that_the_page_answered_is_lost_by_a_kill(table: LiveTable, times: int) -> None:
    """The whole program is killed while moves are entered on its page: every answered one is in the record."""
    record, moments = table.store.path, random.Random(times)
    table.store.close()
    for _ in range(times):
        server, port = _serve(record)
        acknowledged = _post_until_killed(server, port, moments.uniform(0.02, 0.4))
        store = RecordStore.open(record)
        assert store.found is not None
        assert len(store.found.entries) >= acknowledged
        store.close()


@posix
def test_a_second_program_is_told_who_holds_the_record(table: LiveTable) -> None:
    """Another process on the same record ends with exit code 2 and one sentence, and changes nothing."""
    before = table.store.path.read_bytes()
    command = [sys.executable, "-m", "live.main", "serve", str(table.store.path)]
    second = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert second.returncode == 2
    assert "another program holds the record" in second.stderr
    assert len(second.stderr.strip().splitlines()) == 1
    assert table.store.path.read_bytes() == before


# -- a full disk, by the system's own limit


@contextlib.contextmanager
def _largest_file(size: int) -> Iterator[None]:
    """No file of this process may grow beyond `size` bytes: the system refuses, after writing what still fits."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@posix
def test_a_disk_that_is_really_full_loses_nothing(table: LiveTable) -> None:
    """The system refuses in the middle of a line: the record stays whole, the game goes on, with room it is stored."""
    path = table.store.path
    stored = path.read_bytes()
    with _largest_file(len(stored) + 30):
        table.take(write(table.session, [Draft(Pass("Ann"))], at=None))
        assert path.read_bytes() == stored
    assert len(table.publication.state["moves"]) == len(TWO_LAID) + 1
    assert table.publication.state["unsaved"] == 1
    assert "can't be written" in table.publication.state["problems"][0]["message"]
    table.look_at_record()
    assert (table.publication.state["unsaved"], table.publication.state["problems"]) == (0, [])
    record, tear = read_record(path.read_bytes())
    assert tear is None
    assert [entry.move for entry in record.entries] == [*TWO_LAID, Pass("Ann")]


@posix
def test_a_program_that_the_system_ends_leaves_the_whole_game(
    table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shutdown while the record is away: what was only in memory is in the working folder, and that is said."""
    monkeypatch.chdir(table.store.path.parent)
    stick = table.store.path.parent / "stick"
    stick.mkdir()
    table.store.go_on_in(stick)
    table.store.close()
    server, port = _serve(table.store.path)
    stick.rename(stick.with_name("pocket"))
    page = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    page.request("POST", "/api/v1/turn", json.dumps({"do": "quiet"}), {"content-type": "application/json"})
    assert json.loads(page.getresponse().read())["unsaved"] > 0
    server.terminate()
    assert server.stderr is not None
    assert "game-goes-on.jsonl" in server.stderr.read()
    assert server.wait(timeout=60) == 0
    record, _ = read_record(Path("game-goes-on.jsonl").read_bytes())
    assert len(record.entries) == len(TWO_LAID) + 1


# -- bad frames


def test_bad_frames_change_nothing_in_the_game(tmp_path: Path) -> None:
    """One frame in five is missing and the picture hangs for three seconds: every move is read as it was played."""
    faults = ("frozen", "dropped-frames")
    order = FilmOrder("big-city", faults=faults, frames_per_s=3.0, most_moves=3, size_px=(1280, 720))
    record = record_of(order)
    source, reader = VirtualCamera(order), SingleCameraReader(load_game("big-city"), record.header.players)
    with table_with(tmp_path, record.header) as table:
        watch_table(table, source, reader, stop=threading.Event())
    source.close()
    assert [move.judged.move for move in table.session.moves] == [entry.move for entry in record.entries]
    assert table.counters.silences > 0


def test_a_film_that_breaks_off_ends_the_game_cleanly(tmp_path: Path) -> None:
    """A film whose end is missing is played as far as it goes."""
    import cv2
    import numpy

    path = tmp_path / "evening.avi"
    keep_opencv_quiet()  # the libraries ask once in a process, and other tests hear what they say
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (320, 240))
    for number in range(30):
        film.write(numpy.full((240, 320, 3), 8 * number, numpy.uint8))
    film.release()
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    source = open_source(str(path))
    frames = 0
    while source.next(0.1) is not None:
        frames += 1
    source.close()
    assert 0 < frames < 30


# -- viewers


def _open_stream(port: int) -> socket.socket:
    """A viewer's connection to the events, as it leaves a browser."""
    viewer = socket.create_connection(("127.0.0.1", port), timeout=60)
    viewer.sendall(b"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    return viewer


def _read_until(viewer: socket.socket, word: bytes) -> None:
    got, deadline = b"", time.monotonic() + 180
    while word not in got:
        assert time.monotonic() < deadline, "it does not come"
        more = viewer.recv(65536)
        assert more, "the stream ended"
        got = got[-1000:] + more


def test_a_viewer_that_dies_or_never_reads_disturbs_nobody(table: LiveTable) -> None:
    """One viewer breaks off in the middle, one never reads; the game goes on at once, and a third sees everything."""
    with page_of(table, host=None, port=None) as address:
        port = int(address.here.rstrip("/").rpartition(":")[2])
        dying, lazy, reading = (_open_stream(port) for _ in range(3))
        _read_until(dying, b"event: state")
        _read_until(reading, b"event: state")
        assert wait_until(lambda: table.publication.viewers == 3)
        dying.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # a reset, no goodbye
        dying.close()
        filler = "x" * 60_000
        for number in range(300):  # eighteen megabytes: more than all buffers between the two
            table.extra = {"filler": f"{number}{filler}"}
            table.show()
        table.take(write(table.session, [Draft(Build("Ann", "residence", (11, 12)))], at=None))
        _read_until(reading, b"builds a double residence on 11 and 12")  # as a move, or in the state for who is late
        assert wait_until(lambda: table.publication.viewers <= 2)
        lazy.close()
        reading.close()


def test_a_page_that_was_away_gets_exactly_what_it_missed(table: LiveTable) -> None:
    """A viewer that comes back with the id of its last event gets the moves made meanwhile, each once."""
    with page_of(table, host=None, port=None) as address:
        port = int(address.here.rstrip("/").rpartition(":")[2])
        seen = table.publication.state["event"]
        table.take(write(table.session, [Draft(Build("Ann", "residence", (11, 12)))], at=None))
        viewer = socket.create_connection(("127.0.0.1", port), timeout=60)
        viewer.sendall(f"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nLast-Event-ID: {seen}\r\n\r\n".encode())
        got = b""
        while b"event: move" not in got:
            got += viewer.recv(65536)
        viewer.close()
        assert b"event: state" not in got
        assert got.count(b"event: move") == 1


# -- displays


def test_a_display_that_dies_holds_nobody_up_and_comes_back(table: LiveTable, tmp_path: Path) -> None:
    """Unplugged in the middle of a game, the display is told as lost; plugged in again, it shows the newest scores."""
    port = tmp_path / "display"  # as in /dev/serial/by-id: a port comes back under another number
    with VirtualDisplay(use_socket=False) as virtual:
        port.symlink_to(virtual.port)
        display = open_display(f"serial:{port}")
        table.displays = [display]
        table.show()
        assert wait_until(
            lambda: set(virtual.shown.scores) == {"Ann", "Ben"} and display.status.connection is Connection.READY
        )
        port.unlink()
        virtual.unplug()
        assert wait_until(lambda: display.status.connection is Connection.LOST)
        table.take(write(table.session, [Draft(Build("Ann", "residence", (11, 12)))], at=None))
        table.show()
        assert table.publication.state["displays"][0]["connection"] == Connection.LOST
        virtual.plug()
        port.symlink_to(virtual.port)
        totals = dict(table.session.played.totals)
        assert totals["Ann"] > 0
        assert wait_until(lambda: dict(virtual.shown.scores) == totals)
        display.close()
