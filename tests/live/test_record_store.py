"""The record on disk: survives a kill at any moment, a full disk, a second program."""

import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import pytest
from thinned import thinned

from live.records.store import RecordStore
from tabletop.entries import Entry
from tabletop.errors import BoardsightError, UnreadableInput, UsageError
from tabletop.games.big_city.values import Build, Pass
from tabletop.records import Header, read_record

HEADER = Header("big-city", ("Ann", "Ben"))
BUILD, PASS = Entry(1, Build("Ann", "residence", (11, 12))), Entry(2, Pass("Ben"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[RecordStore]:
    """A record that has just begun, held by this program."""
    made = RecordStore.open(tmp_path / "game.jsonl", header=HEADER)
    yield made
    made.close()


def test_what_was_appended_is_found_again(store: RecordStore) -> None:
    """A record that is opened anew holds every line that was appended."""
    path = store.path
    store.append([BUILD, PASS])
    store.close()
    found = RecordStore.open(path).found
    assert found is not None
    assert [entry.move for entry in found.entries] == [BUILD.move, Pass("Ben")]


def test_a_new_record_needs_a_header(tmp_path: Path) -> None:
    """Opening a record that is not there without saying what is played is refused, and makes no file."""
    with pytest.raises(UsageError, match="--players"):
        RecordStore.open(tmp_path / "game.jsonl")
    assert not (tmp_path / "game.jsonl").exists()


def test_two_programs_cannot_hold_one_record(store: RecordStore) -> None:
    """A second opening is refused while the first holds the record, and works afterwards."""
    path = store.path
    with pytest.raises(UsageError, match="another program"):
        RecordStore.open(path)
    store.close()
    RecordStore.open(path).close()


@pytest.mark.parametrize("cut", [1, 7, 20])
def test_a_torn_end_is_cut_off_and_kept_aside(store: RecordStore, cut: int) -> None:
    """After a crash in the middle of a line the whole lines are there, and the torn piece lies in a file beside."""
    path = store.path
    store.append([BUILD])
    whole = path.read_bytes()
    store.append([PASS])
    store.close()
    torn = path.read_bytes()[len(whole) : -cut - 1]
    path.write_bytes(whole + torn)
    again = RecordStore.open(path)
    assert again.found is not None
    assert len(again.found.entries) == 1
    assert "torn" in again.torn
    assert path.read_bytes() == whole
    assert path.with_name("game.jsonl.torn").read_bytes() == torn + b"\n"


def test_damage_in_the_middle_is_never_cut_off(store: RecordStore) -> None:
    """A broken line with good lines behind it is refused with its number; the file stays as it is."""
    path = store.path
    store.append([BUILD, PASS])
    store.close()
    lines = path.read_bytes().splitlines(keepends=True)
    lines[1] = lines[1].replace(b"11", b"13")
    path.write_bytes(b"".join(lines))
    with pytest.raises(UnreadableInput, match="line 2"):
        RecordStore.open(path)
    assert path.read_bytes() == b"".join(lines)


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
        disks.append(_FullDisk(path.open(mode, buffering=0), 10_000 if disks else 250))
        return disks[-1]  # type: ignore[return-value]

    store = RecordStore.open(path, header=HEADER, opener=opener)
    store.append([BUILD])
    stored = path.read_bytes()
    disks[0].room = 10
    store.append([PASS])
    assert path.read_bytes() == stored
    assert (store.unsaved, "No space left" in store.trouble) == (1, True)
    store.append([Entry(3, Pass("Ann"))])
    record, tear = read_record(path.read_bytes())
    assert tear is None
    assert len(record.entries) == 3
    assert (store.unsaved, store.trouble) == (0, "")


def test_a_record_that_could_not_begin_leaves_no_empty_file(tmp_path: Path) -> None:
    """The disk is full before the first line."""

    def opener(path: Path, mode: str) -> IO[bytes]:
        return _FullDisk(path.open(mode, buffering=0), 10)  # type: ignore[return-value]

    with pytest.raises(BoardsightError, match="No space left"):
        RecordStore.open(tmp_path / "game.jsonl", header=HEADER, opener=opener)
    assert list(tmp_path.iterdir()) == []


class _GoneDisk:
    """A file on a disk that takes nothing any more while `gone`: no line, no cut, no flush."""

    gone = False

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def __getattr__(self, name: str) -> object:
        if name in ("write", "truncate", "fileno") and _GoneDisk.gone:
            raise OSError(30, "Read-only file system")
        return getattr(self._file, name)


def test_a_disk_that_takes_nothing_at_all_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither line nor cut can be written: everything stays in memory, is told, and is on the disk when it is back."""
    path = tmp_path / "game.jsonl"

    def opener(path: Path, mode: str) -> IO[bytes]:
        if _GoneDisk.gone:
            raise OSError(30, "Read-only file system")
        return _GoneDisk(path.open(mode, buffering=0))  # type: ignore[return-value]

    store = RecordStore.open(path, header=HEADER, opener=opener)
    store.append([BUILD])
    stored = path.read_bytes()
    monkeypatch.setattr(_GoneDisk, "gone", True)
    for n in range(2, 5):
        store.append([Entry(n, Pass("Ben"))])
    assert path.read_bytes() == stored
    assert (store.unsaved, "Read-only" in store.trouble, "3 lines" in store.trouble) == (3, True, True)
    assert len(store.text().splitlines()) == 5
    monkeypatch.setattr(_GoneDisk, "gone", False)
    assert store.save()
    assert (store.unsaved, store.trouble) == (0, "")
    assert path.read_text() == store.text()


def test_a_stick_that_is_pulled_and_put_back_has_everything(tmp_path: Path) -> None:
    """The folder is gone for a while; then the old file there gets the lines that it lacks."""
    stick, drawer = tmp_path / "stick", tmp_path / "drawer"
    store = RecordStore.open(stick / "game.jsonl", header=HEADER)
    store.append([BUILD])
    stick.rename(drawer)
    store.append([PASS])
    assert (store.unsaved, "is gone" in store.trouble) == (3, True)
    shutil.copytree(drawer, stick)  # another device, other file numbers
    assert store.save()
    assert (stick / "game.jsonl").read_text() == store.text()
    assert (store.trouble, store.notice, store.path) == ("", "", stick / "game.jsonl")


def _put_over(path: Path, data: bytes) -> None:
    path.with_name("other").write_bytes(data)
    path.with_name("other").replace(path)


def _edited(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"Ann", b"Eva"))


HARM: dict[str, Callable[[Path], object]] = {
    "deleted": Path.unlink,
    "renamed": lambda path: path.rename(path.with_name("tuesday.jsonl")),
    "replaced": lambda path: _put_over(path, b"milk\nbread\n"),
    "edited": _edited,
    "appended": lambda path: path.write_bytes(path.read_bytes() + b'{"n": 2}\n'),
    "cut": lambda path: path.write_bytes(path.read_bytes().splitlines(keepends=True)[0]),
}


@pytest.mark.parametrize("harm", HARM)
@pytest.mark.parametrize("noticed", ["by the next line", "before it"])
def test_a_record_that_is_harmed_while_it_is_played_is_kept_whole(store: RecordStore, harm: str, noticed: str) -> None:
    """It is noticed before the next line and between lines, told, and every line is in a file again."""
    path = store.path
    store.append([BUILD])
    HARM[harm](path)
    harmed = path.read_bytes() if path.exists() else b""
    if noticed == "before it":
        assert store.save()
        assert len(read_record(store.path.read_bytes())[0].entries) == 1
    store.append([PASS])
    assert "while it was played" in store.notice
    assert str(store.path) in store.notice
    assert store.path.read_text() == store.text()
    assert len(read_record(store.path.read_bytes())[0].entries) == 2
    if harm in ("replaced", "edited", "appended"):
        assert (store.path.name, path.read_bytes()) == ("game-goes-on.jsonl", harmed)
    with pytest.raises(UsageError, match="another program"):
        RecordStore.open(store.path)
    store.close()
    assert RecordStore.open(store.path).found is not None


@pytest.mark.parametrize(
    "harm",
    [lambda path: _put_over(path, path.read_bytes()), lambda path: os.utime(path, (1, 1))],
    ids=["copied", "touched"],
)
def test_a_record_that_is_still_the_same_goes_on(store: RecordStore, harm: Callable[[Path], None]) -> None:
    """Another file with the same lines, or the same file with another date, is no reason to worry anybody."""
    path = store.path
    store.append([BUILD])
    harm(path)
    store.append([PASS])
    assert (store.path, store.notice) == (path, "")
    assert path.read_text() == store.text()


def test_a_record_harmed_twice_has_two_names_beside_it(store: RecordStore) -> None:
    """Each time the whole game goes into a new file; no file of anybody's is touched."""
    store.append([BUILD])
    for n in (2, 3):
        _edited(store.path)
        store.append([Entry(n, Pass("Ben"))])
    assert store.path.name == "game-goes-on-2.jsonl"
    assert len(read_record(store.path.read_bytes())[0].entries) == 3


def test_the_record_goes_on_in_a_place_that_somebody_names(tmp_path: Path) -> None:
    """A folder, or a new file; never over a file that is there, never under a name that is no record's."""
    (tmp_path / "here.jsonl").write_text("milk\n")
    (tmp_path / "folder").mkdir()
    store = RecordStore.open(tmp_path / "game.jsonl", header=HEADER)
    for wrong in ("here.jsonl", "here.txt", "nowhere/game.jsonl", "a\0b.jsonl"):
        with pytest.raises(UsageError):
            store.go_on_in(tmp_path / wrong)
    store.go_on_in(tmp_path / "folder")
    store.append([BUILD])
    assert store.path == tmp_path / "folder" / "game.jsonl"
    assert store.path.read_text() == store.text()
    store.go_on_in(tmp_path / "new.jsonl")
    assert (tmp_path / "new.jsonl").read_text() == store.text()
    assert (tmp_path / "here.jsonl").read_text() == "milk\n"


def test_at_the_end_what_is_in_memory_goes_where_there_is_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program ends while the stick is away: the whole game is in the working folder, and that is said."""
    (tmp_path / "desk").mkdir()
    monkeypatch.chdir(tmp_path / "desk")
    store = RecordStore.open(tmp_path / "stick" / "game.jsonl", header=HEADER)
    shutil.rmtree(tmp_path / "stick")
    store.append([BUILD])
    assert "game-goes-on.jsonl" in store.end()
    assert (tmp_path / "desk" / "game-goes-on.jsonl").read_text() == store.text()


def test_where_no_place_takes_the_record_the_terminal_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The very last resort: the lines themselves are in what is said."""
    store = RecordStore.open(tmp_path / "stick" / "game.jsonl", header=HEADER)
    shutil.rmtree(tmp_path / "stick")
    store.append([BUILD])

    def nowhere(path: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store, "_begin_anew", nowhere)
    assert store.text() in store.end()


def test_a_new_game_never_goes_into_a_record_that_is_there(tmp_path: Path) -> None:
    """Who always begins a new one (the demo) is refused, and the record stays as it is; an empty file may be used."""
    path = tmp_path / "game.jsonl"
    store = RecordStore.open(path, header=HEADER, only_new=True)
    store.append([BUILD])
    store.close()
    before = path.read_bytes()
    with pytest.raises(UsageError, match="there is a record"):
        RecordStore.open(path, header=HEADER, only_new=True)
    assert path.read_bytes() == before


@pytest.mark.parametrize("entry", [Entry(7, Pass("Ben")), Entry(1, Pass("B\ud800")), Entry(1, None, "replace", of=1)])
def test_a_line_that_could_not_be_read_again_is_not_written(tmp_path: Path, entry: Entry) -> None:
    """A wrong number, a letter without a code, a correction of nothing: refused, and the record stays as it is."""
    store = RecordStore.open(tmp_path / "game.jsonl", header=HEADER)
    before = store.text()
    with pytest.raises(BoardsightError, match="could not be read again"):
        store.append([entry])
    assert (store.text(), store.path.read_text()) == (before, before)


_WRITER = """
import sys
from pathlib import Path
from live.records.store import RecordStore
from tabletop.games.big_city.values import Build
from tabletop.entries import Entry
from tabletop.records import Header
store = RecordStore.open(Path(sys.argv[1]), header=Header("big-city", ("Ann", "Ben")))
n = len(store.found.entries) if store.found else 0
while True:
    n += 1
    store.append([Entry(n, Build("Ann", "residence", (11, 12)), at="2026-01-01T00:00:00Z")])
    print(n, flush=True)
"""


def _kill_while_writing(path: Path, lines: int) -> int:
    """Let a program write, kill it once it has acknowledged so many, and give the last line that it had."""
    writer = subprocess.Popen([sys.executable, "-c", _WRITER, str(path)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    for _ in range(lines):
        acknowledged = int(writer.stdout.readline())
    os.kill(writer.pid, signal.SIGKILL)
    for line in writer.stdout:
        if line.endswith("\n"):
            acknowledged = int(line)
    writer.wait()
    return acknowledged


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is a thing of POSIX systems")
@pytest.mark.parametrize("times", thinned([6, 200], 1))
def test_nothing_acknowledged_is_lost_by_a_kill(tmp_path: Path, times: int) -> None:
    """Killed at random moments, again and again on the same record, every acknowledged line is there."""
    moments = random.Random(times)
    for number in range(times):
        path = tmp_path / f"game-{number // 10}.jsonl"
        acknowledged = _kill_while_writing(path, moments.randint(1, 60))
        store = RecordStore.open(path)
        assert store.found is not None
        assert len(store.found.entries) >= acknowledged > 0
        store.close()
