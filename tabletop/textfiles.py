"""A text file as people save it: UTF-8 with or without a byte order mark, or one sentence why it cannot be read."""

import codecs
import sys
from pathlib import Path

from tabletop.errors import UnreadableInput

STANDARD_INPUT = "-"


def read_text(path: str | Path) -> str:
    """The text of a file, `-` for standard input. Raises UnreadableInput."""
    return decoded(read_bytes(path), source_name(path))


def read_bytes(path: str | Path) -> bytes:
    """The bytes of a file, `-` for standard input. Raises UnreadableInput."""
    try:
        if str(path) != STANDARD_INPUT:
            return Path(path).read_bytes()
        if sys.stdin is None:
            raise UnreadableInput("standard input is closed; give a file's name in place of -")
        binary = getattr(sys.stdin, "buffer", None)
        return binary.read() if binary is not None else sys.stdin.read().encode()
    except FileNotFoundError as error:
        raise UnreadableInput(f"there is no file {path}") from error
    except IsADirectoryError as error:
        raise UnreadableInput(f"{path} is a folder; expected a file") from error
    except OSError as error:
        raise UnreadableInput(f"{source_name(path)} cannot be read: {error.strerror or error}") from error
    except ValueError as error:  # a zero byte in the name, which no system allows
        raise UnreadableInput(f"{str(path)!r} is no file's name") from error


def decoded(data: bytes, source: str) -> str:
    """Bytes as text; editors on Windows put a byte order mark before it, which is taken off."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise UnreadableInput(f"{source} is UTF-16 text; save it as UTF-8")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UnreadableInput(f"{source}, line {line}: that is not text in UTF-8; save the file as UTF-8") from error


def source_name(path: str | Path) -> str:
    """What messages call a file."""
    return "standard input" if str(path) == STANDARD_INPUT else str(path)
