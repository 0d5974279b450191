"""The record on disk: append-only JSON Lines, each with its check, flushed before it is shown, one writer only."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

from tabletop.errors import BoardsightError, UsageError
from tabletop.records import Entry, Header, Record, read_record, write_entry, write_header

Opener = Callable[[Path, str], IO[bytes]]


class RecordStore:
    """One record file, held by this program alone until `close`.

    `append` returns only when the lines are on the disk. Where that fails (disk full), nothing of them stays in the
    file and BoardsightError says so in one sentence; whoever calls keeps what is not stored and tries again.
    `found` is the record as it was found, None where this program began it; `torn` says what was cut off.
    """

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self.path = path
        self.found: Record | None = None
        self.torn = ""
        self._file = file
        self._game = ""

    @classmethod
    def open(cls, path: Path, *, header: Header | None = None, opener: Opener | None = None) -> RecordStore:
        """Take a record up again, or begin one with `header` where the file is new or empty.

        Raises UsageError where another program holds it, or where there is none yet and no header is given;
        UnreadableInput where it is not a record. `opener` opens the file for reading and writing, unbuffered.
        """
        is_new = not path.exists()
        if not is_new and not path.is_file():
            raise UsageError(f"{path} is no file that could be a record; choose another --record")
        if is_new and header is None:
            raise UsageError(f"there is no record {path}; give the game and --players to begin one")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = (opener or _open)(path, "x+b" if is_new else "r+b")
        except OSError as error:
            reason = error.strerror or str(error)
            raise UsageError(f"the record {path} can't be written: {reason}; choose another --record") from error
        store = cls(path, file)
        try:
            _lock(file, path)
            content = file.read()
            if content.strip():
                store._take_up(content)
            elif header is not None:
                store._game = header.game
                store._write(write_header(header) + "\n")
                if is_new:
                    _sync_folder(path.parent)
            else:
                raise UsageError(f"the record {path} is empty; give the game and --players to begin it")
        except BaseException:
            file.close()
            raise
        return store

    def append(self, entries: Sequence[Entry]) -> None:
        """Write lines and return when they can't be lost any more; all of them or none."""
        if entries:
            self._write("".join(write_entry(self._game, entry) + "\n" for entry in entries))

    def text(self) -> str:
        """Everything that is stored."""
        return self.path.read_text(encoding="utf-8")

    def close(self) -> None:
        """Let the record go."""
        self._file.close()

    def _take_up(self, content: bytes) -> None:
        """Read what is there; a torn end goes into a file of its own, then the record is cut at the tear."""
        self.found, tear = read_record(content, source=str(self.path))
        self._game = self.found.header.game
        if tear is not None:
            aside = self.path.with_name(self.path.name + ".torn")
            with aside.open("ab") as torn_file:
                torn_file.write(content[tear.good_bytes :].rstrip(b"\n") + b"\n")
                torn_file.flush()
                os.fsync(torn_file.fileno())
            self._file.truncate(tear.good_bytes)
            os.fsync(self._file.fileno())
            self.torn = (
                f"the record's line {tear.line} was torn ({tear.reason}); it was cut off and kept in {aside.name}"
            )
        elif not content.endswith(b"\n"):
            self._write("\n")

    def _write(self, text: str) -> None:
        end = self._file.seek(0, os.SEEK_END)
        data = text.encode("utf-8")
        try:
            while data:
                data = data[self._file.write(data) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            self._file.truncate(end)
            raise BoardsightError(
                f"the record {self.path} can't be written: {error.strerror or error}; make room on the disk, "
                "nothing is lost and the game goes on by itself"
            ) from error


def _open(path: Path, mode: str) -> IO[bytes]:
    return path.open(mode, buffering=0)


def _lock(file: IO[bytes], path: Path) -> None:
    """Hold the file against a second program; the system lets go by itself when this one dies."""
    taken = UsageError(f"another program holds the record {path}; end it first, or choose another --record")
    if sys.platform == "win32":
        import msvcrt

        try:
            file.seek(2**30)  # far behind the end, so that others may still read
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            file.seek(0)
        except OSError:
            raise taken from None
    else:
        import fcntl

        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise taken from None


def _sync_folder(folder: Path) -> None:
    """Make the new file's name survive a power cut, where the system knows how."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
