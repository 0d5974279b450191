"""The record on disk: append-only JSON Lines, each with its check, flushed before it is shown, one writer only."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tabletop.entries import Entry
from tabletop.errors import BoardsightError, UnreadableInput, UsageError
from tabletop.records import Header, Record, read_entry, read_record, write_entry, write_header
from tabletop.wholefiles import lock, sync_folder

Opener = Callable[[Path, str], IO[bytes]]
ELSEWHERE = "goes-on"
"""What a record's name has more than that of the one from which it goes on: `game-goes-on.jsonl`, `…-2.jsonl`."""
MOST_ELSEWHERE = 999
ENDING = ".jsonl"


@dataclass(frozen=True, slots=True)
class _Known:
    """What a file of ours looked like when it was last written: another one, or another's writing, looks different."""

    device: int
    number: int
    size: int
    changed_ns: int

    @classmethod
    def of(cls, status: os.stat_result) -> _Known:
        """The part of a file's status that tells it apart."""
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


class RecordStore:
    """One record, held by this program alone until `close`: in a file, and whole in memory.

    `append` returns when the lines are on the disk, or, where that can't be, when they are kept in memory: then
    `unsaved` counts them, `trouble` says why, and every `save` tries again. Before anything is written the file is
    looked at: where it is not as this program left it (deleted, renamed, replaced, edited), it is left alone, the
    whole record goes into a new file, and `notice` says so.
    `found` is the record as it was found, None where this program began it; `torn` says what was cut off.
    """

    def __init__(self, path: Path, opener: Opener | None = None) -> None:
        self.path = path
        self.found: Record | None = None
        self.torn = ""
        self.trouble = ""
        self.notice = ""
        self._header: Header | None = None
        self._content = b""
        """All that must be in the file."""
        self._lines = self._saved = 0
        """So many lines that is, and so many of them are on the disk for certain."""
        self._opener = opener or _open
        self._file: IO[bytes] | None = None
        self._known: _Known | None = None

    @classmethod
    def open(
        cls, path: Path, *, header: Header | None = None, only_new: bool = False, opener: Opener | None = None
    ) -> RecordStore:
        """Take a record up again, or begin one with `header` where the file is new or empty.

        Raises UsageError where another program holds it, where there is none yet and no header is given, or where
        there is one and `only_new`; UnreadableInput where it is not a record. `opener` opens the file for reading
        and writing, unbuffered.
        """
        is_new = not path.exists()
        if not is_new and not path.is_file():
            raise UsageError(f"{path} is no file that could be a record; choose another --record")
        if is_new and header is None:
            raise UsageError(f"there is no record {path}; give the game and --players to begin one")
        if only_new and not is_new and path.stat().st_size:
            raise UsageError(f"there is a record {path} already, and this is a new game; choose another --record")
        store = cls(path, opener)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            content = store._take(path, "x+b" if is_new else "r+b")
        except OSError as error:
            raise UsageError(
                f"the record {path} can't be written: {_reason(error)}; choose another --record"
            ) from error
        try:
            if content.strip():
                store._take_up(content)
            elif header is not None:
                store._header = header
                store._content, store._lines = (write_header(header) + "\n").encode(), 1
                store._write(at=0)
                if is_new:
                    sync_folder(path.parent)
            else:
                raise UsageError(f"the record {path} is empty; give the game and --players to begin it")
        except OSError as error:
            store.close()
            if not content.strip():
                with contextlib.suppress(OSError):  # an empty record is none
                    path.unlink()
            sentence = f"the record {path} can't be written: {_reason(error)}; make room, or choose another --record"
            raise BoardsightError(sentence) from error
        except BaseException:
            store.close()
            raise
        return store

    @property
    def unsaved(self) -> int:
        """How many lines are in memory only."""
        return self._lines - self._saved

    def append(self, entries: Sequence[Entry]) -> None:
        """Keep lines, on the disk where that is possible.

        Raises BoardsightError, and keeps none of them, where one could not be read again.
        """
        if not entries:
            return
        assert self._header is not None, "a store that was opened has a header"
        lines = b""
        for n, entry in enumerate(entries, start=self._lines):
            try:
                line = write_entry(self._header.game, entry).encode()
                read_entry(self._header, n, line)
            except (ValueError, UnreadableInput) as error:
                raise BoardsightError(f"line {n} could not be read again, so it is not written: {error}") from error
            lines += line + b"\n"
        self._content += lines
        self._lines += len(entries)
        self.save()

    def save(self) -> bool:
        """See whether the file is still ours, and bring to the disk what is in memory only; whether all is there."""
        try:
            self._settle()
        except (OSError, UsageError) as error:
            self.trouble = (
                f"the record {self.path} can't be written ({_reason(error)}); {_newest(self.unsaved)} in memory only "
                "and the game goes on; make room, put the disk back, or name another place"
            )
            return False
        self.trouble = ""
        return True

    def go_on_in(self, path: Path) -> None:
        """Write the whole record into a new file (or a folder, under its own name) and go on there.

        Raises UsageError, and changes nothing, where that can't be.
        """
        try:
            path = path / self.path.name if path.is_dir() else path
            if path.suffix != ENDING:
                raise UsageError(f"{path}: a record's name ends in {ENDING}; name such a file, or a folder")
            self._begin_anew(path)
        except (OSError, ValueError) as error:
            raise UsageError(f"{path} can't be written: {_reason(error)}; name another place") from error
        self.trouble = ""
        self.notice = f"the record goes on in {path}"

    def end(self) -> str:
        """Let the record go; what is in memory only is first written wherever there is room. Says so where that was.

        Where no place takes it, the record itself is in what is said.
        """
        if not self._lines:
            return ""  # discarded
        if self.save():
            self.close()
            return ""
        before = self.path
        for folder in (Path.cwd(), Path.home(), Path(tempfile.gettempdir())):
            try:
                self._begin_anew(self._free_name_in(folder))
            except OSError:
                continue  # the next place, and in the end the terminal
            self.close()
            return f"the record {before} can't be written; the whole game is in {self.path}: go on with that one"
        self.close()
        return (
            f"the record {before} can't be written anywhere; this is the whole game, keep it in a file:\n{self.text()}"
        )

    def discard(self) -> None:
        """Let go of a record that was begun here and has no move yet, and of its file: the game could not begin."""
        if self.found is None and self._lines == 1:
            self.close()
            self._content, self._lines, self._saved = b"", 0, 0
            self.path.unlink(missing_ok=True)

    def text(self) -> str:
        """The whole record, on the disk or not."""
        return self._content.decode()

    def close(self) -> None:
        """Let the record go."""
        file, self._file = self._file, None
        if file is not None:
            with contextlib.suppress(OSError):  # the disk is gone: everything that could be written was flushed
                file.close()

    def _take_up(self, content: bytes) -> None:
        """Read what is there; a torn end goes into a file of its own, then the record is cut at the tear."""
        assert self._file is not None
        self.found, tear = read_record(content, source=str(self.path), near=self.path)
        self._header = self.found.header
        if tear is not None:
            aside = self.path.with_name(self.path.name + ".torn")
            with aside.open("ab") as torn_file:
                torn_file.write(content[tear.good_bytes :].rstrip(b"\n") + b"\n")
                torn_file.flush()
                os.fsync(torn_file.fileno())
            self.torn = (
                f"the record's line {tear.line} was torn ({tear.reason}); it was cut off and kept in {aside.name}"
            )
            content = content[: tear.good_bytes]
            self._file.truncate(len(content))
        self._content = content if content.endswith(b"\n") else content + b"\n"
        self._lines = 1 + len(self.found.entries)
        self._write(at=len(content))

    def _settle(self) -> None:
        """Make the file at our path hold the whole record, or a new one beside it. Raises OSError where neither can."""
        known, self._known = self._known, None
        saved, self._saved = self._saved, 0
        status = _status(self.path)
        if status is not None and known == _Known.of(status):
            self._known, self._saved = known, saved
            if self.unsaved:
                self._write(at=status.st_size)
        elif status is None:
            if not self.path.parent.is_dir():
                raise FileNotFoundError(2, f"the folder {self.path.parent} is gone")
            self._begin_anew(self.path)
            self.notice = (
                f"the record {self.path} was deleted or renamed while it was played; it has been written anew, whole"
            )
        else:
            self._look_at_stranger(status, known)

    def _look_at_stranger(self, status: os.stat_result, known: _Known | None) -> None:
        """The file at our path is not as we left it (`known`): it may still be ours, or lack only what we have."""
        there = self.path.read_bytes()
        if not self._content.startswith(there):
            self._go_on_beside()
            return
        self._saved = there.count(b"\n")
        if self._file is None or not os.path.samestat(os.fstat(self._file.fileno()), status):
            self.close()
            self._take(self.path, "r+b")
        self._write(at=len(there))
        if known is not None and len(there) < known.size:
            self.notice = f"the record {self.path} was cut while it was played; what it lacked has been written again"

    def _go_on_beside(self) -> None:
        """The file at our path has become another's: leave it alone, and write everything into one beside it."""
        before = self.path
        self._begin_anew(self._free_name_in(before.parent))
        self.notice = (
            f"the record {before} was changed or replaced by somebody else while it was played; "
            f"it is left as it is, and the whole game is in {self.path} and goes on there"
        )

    def _free_name_in(self, folder: Path) -> Path:
        stem = re.sub(rf"-{ELSEWHERE}(-\d+)?$", "", self.path.stem)
        for number in range(1, MOST_ELSEWHERE + 1):
            path = folder / f"{stem}-{ELSEWHERE}{'' if number == 1 else f'-{number}'}{ENDING}"
            if not path.exists():
                return path
        raise FileExistsError(17, f"there are {MOST_ELSEWHERE} records beside it already")

    def _begin_anew(self, path: Path) -> None:
        """Write everything into a new file and hold that one from now on; where that fails nothing has changed."""
        file, *_ = before = (self._file, self._known, self._saved)
        self._file = None
        try:
            self._take(path, "x+b")
            self._write(at=0)
            sync_folder(path.parent)
        except OSError as error:
            self.close()
            self._file, self._known, self._saved = before
            if not isinstance(error, FileExistsError):
                with contextlib.suppress(OSError):  # it may not even have come to be
                    path.unlink()
            raise
        self.path = path
        if file is not None:
            with contextlib.suppress(OSError):  # that disk is gone
                file.close()

    def _take(self, path: Path, mode: str) -> bytes:
        """Open a file and hold it against others; gives what is in it."""
        file = self._opener(path, mode)
        try:
            _lock(file, path)
            content = file.read()
        except BaseException:
            file.close()
            raise
        self._file = file
        return content

    def _write(self, *, at: int) -> None:
        """Write what the file lacks behind its first `at` bytes, and flush it. Raises OSError."""
        assert self._file is not None
        data = self._content[at:]
        try:
            self._file.seek(at)
            while data:
                data = data[self._file.write(data) :]
            os.fsync(self._file.fileno())
            self._known = _Known.of(os.fstat(self._file.fileno()))
        except OSError:
            with contextlib.suppress(OSError):  # a part of a line that stays is overwritten, or found torn at a start
                self._file.truncate(at)
            self.close()  # whatever has become of the disk, the file is opened again by its name
            self._known = None
            raise
        self._saved = self._lines


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _newest(count: int) -> str:
    return "its newest line is" if count == 1 else f"its newest {count} lines are"


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _open(path: Path, mode: str) -> IO[bytes]:
    return path.open(mode, buffering=0)


def _lock(file: IO[bytes], path: Path) -> None:
    """Hold the file against a second program; the system lets go by itself when this one dies."""
    try:
        lock(file)
    except OSError:
        raise UsageError(f"another program holds the record {path}; end it first, or choose another --record") from None
