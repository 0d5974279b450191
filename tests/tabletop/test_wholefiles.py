"""Files written as a whole or not at all, by one writer at a time."""

import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tabletop import wholefiles
from tabletop.errors import BoardsightError, UsageError
from tabletop.wholefiles import alone_with, new_file, write_files, write_whole


def test_a_file_is_on_the_disk_before_it_takes_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Flushed, then renamed, then the folder flushed: a power cut leaves the file before or the one after."""
    done: list[str] = []

    def noted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *arguments: (done.append(name), function(*arguments))[1]

    monkeypatch.setattr(os, "fsync", noted("fsync", os.fsync))
    monkeypatch.setattr(os, "replace", noted("replace", os.replace))
    write_whole(tmp_path / "ledger.jsonl", b"one\n")
    assert done == ["fsync", "replace", *(["fsync"] if sys.platform != "win32" else [])]


def test_what_cannot_be_written_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full when the bytes are flushed: the old files stay, nothing lies beside them, one sentence."""
    for name in ("one", "two"):
        (tmp_path / name).write_bytes(b"before")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BoardsightError, match="No space left on device; choose another place"):
        write_files({tmp_path / "one": b"after", tmp_path / "two": b"after"})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"one": b"before", "two": b"before"}


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX modes")
def test_who_may_read_a_file_stays(tmp_path: Path) -> None:
    """A file that its owner made private stays so; a new one is as the system's mask says, or as it is asked for."""
    private, secret = tmp_path / "private", tmp_path / "secret"
    private.touch(0o600)
    for path, mode in ((private, None), (tmp_path / "new", None), (secret, 0o600)):
        write_whole(path, b"", mode=mode)
    (tmp_path / "plain").touch()
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert modes == {"private": 0o600, "new": modes["plain"], "plain": modes["plain"], "secret": 0o600}


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """What a link names is written, as every editor does."""
    (tmp_path / "link").symlink_to(tmp_path / "there")
    write_whole(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "there").read_bytes() == b"new"


def test_of_many_who_begin_a_file_one_does(tmp_path: Path) -> None:
    """The others are refused, and what the one wrote stays."""

    def begin(number: int) -> bool:
        try:
            with new_file(tmp_path / "new") as file:
                file.write(bytes([number]))
        except UsageError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        wrote = list(pool.map(begin, range(8)))
    assert wrote.count(True) == 1
    assert (tmp_path / "new").read_bytes() == bytes([wrote.index(True)])
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


def test_who_waits_too_long_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that holds a file and hangs does not make others hang."""
    monkeypatch.setattr(wholefiles, "PATIENCE_S", 0.0)
    ledger = tmp_path / "ledger.jsonl"
    with alone_with(ledger), pytest.raises(BoardsightError, match="another program is changing"), new_file(ledger):
        pass
