"""ZIP archives that strangers hand in: counted before anything is unpacked, then unpacked one file at a time."""

import os
import sys
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import IO, Any, cast

from tabletop.errors import UnreadableInput

UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError)
"""What the library raises for archives that are damaged, encrypted, or packed in a way that it does not know."""
PACKED = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
"""Other ways to pack may ask for gigabytes before the first byte."""
LISTED_BYTES = 400
"""What a file's line in the archive's list takes at most, its name and times included."""


@dataclass(frozen=True, slots=True)
class ZipLimits:
    """What an archive may hold."""

    files: int
    unpacked_bytes: int
    """All files together."""
    growth: int = 100
    """So many times the archive's own size, or `always_bytes`; text of ours is packed to a tenth or twentieth."""
    always_bytes: int = 50_000_000


class ZipReader:
    """The files of an archive that has been counted."""

    def __init__(self, archive: zipfile.ZipFile, packed_bytes: int) -> None:
        self._archive = archive
        self.packed_bytes = packed_bytes
        self.sizes = {entry.filename: entry.file_size for entry in archive.infolist()}
        """Name -> bytes when it is unpacked."""

    def read(self, name: str, most: int) -> bytes:
        """One file, unpacked. Raises UnreadableInput where it is not there, damaged, or larger than `most` bytes."""
        if name not in self.sizes:
            raise UnreadableInput(f"it holds no {name}")
        if self.sizes[name] > most:
            raise UnreadableInput(f"{name} in it is larger than {most / 1e6:g} MB")
        try:
            return self._archive.read(name)
        except UNREADABLE as error:
            raise UnreadableInput(f"{name} in it is damaged") from error


@contextmanager
def opened_zip(file: IO[bytes], limits: ZipLimits) -> Iterator[ZipReader]:
    """The files of an archive. Raises UnreadableInput with the reason, as the end of a sentence about it."""
    counted = _Listed(file, limits.files)
    try:
        size = file.seek(0, os.SEEK_END)
        archive = zipfile.ZipFile(cast(IO[bytes], counted))
    except UNREADABLE as error:
        raise UnreadableInput("it is no ZIP archive, or is cut off") from error
    counted.most_bytes = sys.maxsize
    with archive:
        entries = archive.infolist()
        if len(entries) > limits.files:
            raise UnreadableInput(f"it holds more than {limits.files} files")
        if len({entry.filename for entry in entries}) < len(entries):
            raise UnreadableInput("it holds two files of one name")
        if any(entry.compress_type not in PACKED or entry.flag_bits & 1 for entry in entries):
            raise UnreadableInput("it is encrypted, or packed otherwise than ZIP archives usually are")
        most = min(limits.unpacked_bytes, max(limits.always_bytes, limits.growth * size))
        if sum(entry.file_size for entry in entries) > most:
            raise UnreadableInput(f"it unpacks to more than {most / 1e6:.0f} MB")
        yield ZipReader(archive, size)


def parts_of(name: str) -> tuple[str, ...]:
    """A file's folders and name in an archive; none where it would lie elsewhere than in the folder it is put in."""
    parts = PurePosixPath(name).parts
    strange = any(part in ("..", ".", "/") or set(part) & set("\\:\0") for part in parts)
    return () if strange or name.endswith("/") else parts


class _Listed:
    """A file of which an archive's list is read: the library takes it at once, however long it says it is."""

    def __init__(self, file: IO[bytes], most_files: int) -> None:
        self._file, self._most_files = file, most_files
        self.most_bytes = most_files * LISTED_BYTES

    def read(self, size: int = -1) -> bytes:
        if size > self.most_bytes:
            raise UnreadableInput(f"it holds more than {self._most_files} files")
        return self._file.read(size)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)
