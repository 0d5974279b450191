"""Files written as a whole or not at all, and changed by one program at a time."""

import errno
import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

from tabletop.errors import BoardsightError, UsageError

PATIENCE_S = 20.0
"""So long a writer waits for the one before it."""
BETWEEN_TRIES_S = 0.01
ANYBODY = 0o666
"""Less what the system's mask takes away."""
OWNER_ONLY = 0o600
"""Of files with secrets."""
UNKNOWN_TO_FOLDERS = {errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.EACCES, errno.EPERM}
"""What file systems answer that cannot flush a folder; what they keep of a name is then their affair."""


def write_whole(path: Path, data: bytes, *, mode: int | None = None) -> None:
    """Write a file as a whole or not at all: what was there before stays where the disk is full or the power goes.

    It may be read by whoever could before, or by those of `mode`. Raises BoardsightError with the reason.
    """
    write_files({path: data}, mode=mode)


def write_files(files: Mapping[Path, bytes], *, mode: int | None = None) -> None:
    """Write all of some files, or none of them. Raises BoardsightError with the reason."""
    with ExitStack() as every:
        for path, data in files.items():
            stream = every.enter_context(whole_file(path, mode=mode))
            stream.write(data)
            stream.flush()  # so that a full disk shows before the first takes its name


@contextmanager
def new_file(path: Path, mend: str = "choose another name") -> Iterator[IO[bytes]]:
    """As `whole_file`, a file that is not there yet. Raises UsageError with the mend where it is."""
    with alone_with(path):
        if path.exists():
            raise UsageError(f"{path} is there already; {mend}")
        with whole_file(path) as stream:
            yield stream


@contextmanager
def whole_file(path: Path, *, mode: int | None = None) -> Iterator[IO[bytes]]:
    """A stream whose bytes become the file at the end of the context, on the disk; nothing changes where that fails.

    Raises BoardsightError with the reason.
    """
    try:
        if path.exists() and not path.is_file():  # a device such as /dev/stdout is written, not replaced
            with path.open("wb") as stream:
                yield stream
            return
        place = Path(os.path.realpath(path))  # what a link names
        fresh = place.with_name(f".{place.name[:40]}.{os.urandom(4).hex()}")
        with _removed_on_failure(fresh):
            with os.fdopen(_made(fresh, place, mode), "wb") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            os.replace(fresh, place)
        sync_folder(place.parent)
    except (OSError, ValueError) as error:  # a zero byte in the name
        raise _unwritable(path, error) from error


def make_folder(folder: Path) -> None:
    """Make a folder with those above it. Raises BoardsightError with the reason."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(folder, error) from error


@contextmanager
def alone_with(path: Path) -> Iterator[None]:
    """Read and write a file again while nobody else does; other programs and threads wait.

    A lock lies beside the file as long, since the file itself is replaced; the system lets go of it when a program
    dies. Raises BoardsightError where it cannot be taken.
    """
    place = Path(os.path.realpath(path))
    beside = place.with_name(f".{place.name[:40]}.lock")
    until_s = time.monotonic() + PATIENCE_S
    while (held := _locked(beside, path)) is None:
        if time.monotonic() >= until_s:
            raise BoardsightError(f"another program is changing {path}; try again when it has ended")
        time.sleep(BETWEEN_TRIES_S)
    try:
        yield
    finally:
        if sys.platform != "win32":  # where no open file can be removed
            beside.unlink(missing_ok=True)
        held.close()


def lock(file: IO[bytes]) -> None:
    """Hold an open file against other programs as long as it is open. Raises OSError where another holds it."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(2**30)  # far behind the end, so that others may still read
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0)
    else:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def sync_folder(folder: Path) -> None:
    """Make a new file's name survive a power cut, where the system knows how. Raises OSError."""
    if sys.platform == "win32":
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        if error.errno not in UNKNOWN_TO_FOLDERS:
            raise


def reason_of(error: BaseException) -> str:
    """The system's own words for what did not go well."""
    cause = error.__cause__ or error
    return getattr(cause, "strerror", None) or str(cause)


def unwritable_words(path: Path, error: BaseException) -> str:
    """Why a file or folder cannot be written: what people can see for themselves, else the system's own words."""
    parent = Path(os.path.abspath(getattr(error, "filename", None) or path)).parent
    if not path.is_absolute() and parent == Path(os.path.abspath(path)).parent:
        parent = path.parent
    match getattr(error, "errno", None):
        case errno.ENOENT if not parent.is_dir():
            return f"there is no folder {parent}"
        case errno.ENOENT:
            return f"nothing new can be made in {parent}"
        case errno.EACCES | errno.EPERM:
            return f"you may not write in {parent}"
        case errno.EISDIR:
            return "that is a folder"
        case errno.ENOTDIR | errno.EEXIST:
            return "a file stands where a folder should be"
        case _:
            return reason_of(error)


def _unwritable(path: Path, error: BaseException) -> BoardsightError:
    return BoardsightError(f"{path} cannot be written: {unwritable_words(path, error)}; choose another place")


def _made(fresh: Path, place: Path, mode: int | None) -> int:
    """A new file that may be read by whoever could read the one that it replaces; its descriptor."""
    try:
        before = place.stat().st_mode & 0o777 if mode is None else mode
    except FileNotFoundError:
        before = ANYBODY
    binary: int = getattr(os, "O_BINARY", 0)  # Windows changes line ends without it
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | binary, before)
    if before != ANYBODY and sys.platform != "win32":
        os.fchmod(descriptor, before)  # the mask took of it
    return descriptor


@contextmanager
def _removed_on_failure(fresh: Path) -> Iterator[None]:
    try:
        yield
    except BaseException:
        with suppress(OSError):  # the disk is gone
            fresh.unlink(missing_ok=True)
        raise


def _locked(beside: Path, path: Path) -> IO[bytes] | None:
    """The lock's file, held; None where another holds it, or has just taken it away."""
    try:
        file = beside.open("ab")
    except OSError as error:
        raise _unwritable(path, error) from error
    try:
        lock(file)
        if os.path.samestat(os.fstat(file.fileno()), beside.stat()):
            return file
    except (BlockingIOError, PermissionError, FileNotFoundError):
        pass  # told by None
    except OSError as error:
        file.close()
        raise BoardsightError(f"{path} cannot be locked: {error.strerror}; choose another place") from error
    file.close()
    return None
