"""The record on disk: survives a kill at any moment, a full disk, a second program."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

import pytest

from live.record_store import RecordStore
from tabletop.errors import BoardsightError, UnreadableInput, UsageError
from tabletop.moves.big_city import Build, Pass
from tabletop.records import Entry, Header, read_record

HEADER = Header("big-city", ("Ann", "Ben"))
BUILD = Entry(1, Build("Ann", "residence", (11, 12)))


def test_what_was_appended_is_found_again(tmp_path: Path) -> None:
    """A record that is opened anew holds every line that was appended."""
    path = tmp_path / "game.jsonl"
    store = RecordStore.open(path, header=HEADER)
    store.append([BUILD, Entry(2, Pass("Ben"))])
    store.close()
    found = RecordStore.open(path).found
    assert found is not None
    assert [entry.move for entry in found.entries] == [BUILD.move, Pass("Ben")]


def test_a_new_record_needs_a_header(tmp_path: Path) -> None:
    """Opening a record that is not there without saying what is played is refused, and makes no file."""
    with pytest.raises(UsageError, match="--players"):
        RecordStore.open(tmp_path / "game.jsonl")
    assert not (tmp_path / "game.jsonl").exists()


def test_two_programs_cannot_hold_one_record(tmp_path: Path) -> None:
    """A second opening is refused while the first holds the record, and works afterwards."""
    path = tmp_path / "game.jsonl"
    first = RecordStore.open(path, header=HEADER)
    with pytest.raises(UsageError, match="another program"):
        RecordStore.open(path)
    first.close()
    RecordStore.open(path).close()


@pytest.mark.parametrize("cut", [1, 7, 20])
def test_a_torn_end_is_cut_off_and_kept_aside(tmp_path: Path, cut: int) -> None:
    """After a crash in the middle of a line the whole lines are there, and the torn piece lies in a file beside."""
    path = tmp_path / "game.jsonl"
    store = RecordStore.open(path, header=HEADER)
    store.append([BUILD])
    whole = path.read_bytes()
    store.append([Entry(2, Pass("Ben"))])
    store.close()
    torn = path.read_bytes()[len(whole) : -cut - 1]
    path.write_bytes(whole + torn)
    store = RecordStore.open(path)
    assert store.found is not None
    assert len(store.found.entries) == 1
    assert "torn" in store.torn
    assert path.read_bytes() == whole
    assert path.with_name("game.jsonl.torn").read_bytes() == torn + b"\n"


def test_damage_in_the_middle_is_never_cut_off(tmp_path: Path) -> None:
    """A broken line with good lines behind it is refused with its number; the file stays as it is."""
    path = tmp_path / "game.jsonl"
    store = RecordStore.open(path, header=HEADER)
    store.append([BUILD, Entry(2, Pass("Ben"))])
    store.close()
    lines = path.read_bytes().splitlines(keepends=True)
    lines[1] = lines[1].replace(b"11", b"13")
    path.write_bytes(b"".join(lines))
    with pytest.raises(UnreadableInput, match="line 2"):
        RecordStore.open(path)
    assert path.read_bytes() == b"".join(lines)


def test_something_else_is_no_record(tmp_path: Path) -> None:
    """A file that is no record is refused and left alone."""
    path = tmp_path / "shopping.txt"
    path.write_text("milk\nbread\n")
    with pytest.raises(UnreadableInput):
        RecordStore.open(path)
    assert path.read_text() == "milk\nbread\n"


class _FullDisk:
    """A file whose disk is full after so many bytes: it takes what still fits, then says so."""

    def __init__(self, file: IO[bytes], room: int) -> None:
        self._file, self.room = file, room

    def write(self, data: bytes) -> int:
        """Write what fits."""
        if self.room <= 0:
            raise OSError(28, "No space left on device")
        written = self._file.write(data[: self.room])
        self.room -= written
        return written

    def __getattr__(self, name: str) -> object:
        return getattr(self._file, name)


def test_a_full_disk_loses_nothing_that_was_stored(tmp_path: Path) -> None:
    """Half a line on a full disk is taken back, said in one sentence, and goes in whole when there is room again."""
    path = tmp_path / "game.jsonl"
    disks: list[_FullDisk] = []

    def opener(path: Path, mode: str) -> IO[bytes]:
        disks.append(_FullDisk(path.open(mode, buffering=0), 250))
        return disks[0]  # type: ignore[return-value]

    store = RecordStore.open(path, header=HEADER, opener=opener)
    store.append([BUILD])
    stored = path.read_bytes()
    disks[0].room = 10
    with pytest.raises(BoardsightError, match="No space left"):
        store.append([Entry(2, Pass("Ben"))])
    assert path.read_bytes() == stored
    disks[0].room = 10_000
    store.append([Entry(2, Pass("Ben"))])
    record, tear = read_record(path.read_bytes())
    assert tear is None
    assert len(record.entries) == 2


_WRITER = """
import sys
from pathlib import Path
from live.record_store import RecordStore
from tabletop.moves.big_city import Build
from tabletop.records import Entry, Header
store = RecordStore.open(Path(sys.argv[1]), header=Header("big-city", ("Ann", "Ben")))
n = len(store.found.entries) if store.found else 0
while True:
    n += 1
    store.append([Entry(n, Build("Ann", "residence", (11, 12)), at="2026-01-01T00:00:00Z")])
    print(n, flush=True)
"""


def _kill_while_writing(path: Path, seconds: float) -> int:
    """Let a program write, kill it, and give the last line that it had acknowledged."""
    writer = subprocess.Popen([sys.executable, "-c", _WRITER, str(path)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    acknowledged = int(writer.stdout.readline() or 0)
    time.sleep(seconds)
    os.kill(writer.pid, signal.SIGKILL)
    for line in writer.stdout:
        if line.endswith("\n"):
            acknowledged = int(line)
    writer.wait()
    return acknowledged


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is a thing of POSIX systems")
def test_nothing_acknowledged_is_lost_by_a_kill(tmp_path: Path) -> None:
    """Killed at random moments, again and again on the same record, every acknowledged line is there."""
    _kill_often(tmp_path / "game.jsonl", times=6, random_moments=random.Random(1))


@pytest.mark.soak
@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is a thing of POSIX systems")
def test_nothing_acknowledged_is_lost_by_two_hundred_kills(tmp_path: Path) -> None:
    """The same, 200 times."""
    for round_ in range(20):
        _kill_often(tmp_path / f"game-{round_}.jsonl", times=10, random_moments=random.Random(round_))


def _kill_often(path: Path, *, times: int, random_moments: random.Random) -> None:
    for _ in range(times):
        acknowledged = _kill_while_writing(path, random_moments.uniform(0.0, 0.1))
        store = RecordStore.open(path)
        assert store.found is not None
        assert len(store.found.entries) >= acknowledged > 0
        store.close()
