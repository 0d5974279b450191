"""Files as people save them, read with or without a byte order mark."""

import codecs
import re
import stat
import sys
import tomllib
from pathlib import Path
from typing import Any

from tabletop.errors import UnreadableInput
from tabletop.tomlwords import plain_words

STANDARD_INPUT = "-"
LARGEST_FILE = 16_000_000
"""Bytes of a text: a game of a thousand moves has a fiftieth; as JSON they may take thirty times as much memory."""
LARGEST_TOML = 1_000_000
"""Letters: the largest file of ours has a twentieth."""
DEEPEST_KEY = 100
"""Names in a dotted key; ours have two. `tomllib` takes the square of their number: nine seconds for 20,000."""
_TOO_DEEP = re.compile(
    rf"""(?:^|[\[{{,])[ \t]*(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){{{DEEPEST_KEY}}}""", re.MULTILINE
)


def read_text(path: str | Path) -> str:
    """The text of a file, `-` for standard input. Raises UnreadableInput."""
    return decoded(read_bytes(path), source_name(path))


def read_bytes(path: str | Path, *, most: int = LARGEST_FILE) -> bytes:
    """The bytes of a file, `-` for standard input. Raises UnreadableInput, also where there are more than `most`."""
    try:
        data = _begun(path, most + 1)
    except FileNotFoundError as error:
        raise UnreadableInput(f"there is no file {path}") from error
    except IsADirectoryError as error:
        raise UnreadableInput(f"{path} is a folder; expected a file") from error
    except OSError as error:
        raise UnreadableInput(f"{source_name(path)} cannot be read: {error.strerror or error}") from error
    except ValueError as error:  # a zero byte in the name, which no system allows
        raise UnreadableInput(f"{str(path)!r} is no file's name") from error
    if len(data) > most:
        raise UnreadableInput(f"{source_name(path)} is larger than {most // 10**6} MB; no game is so long")
    return data


def need_regular(path: str | Path, expected: str = "a file") -> None:
    """Raise UnreadableInput for a pipe or a device: to open one may wait for ever, or reset what hangs on it.

    OSError where there is nothing, or nothing may be known of it.
    """
    mode = Path(path).stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise UnreadableInput(f"{path} is a pipe or a device; expected {expected}")


def _begun(path: str | Path, most: int) -> bytes:
    """A file's first bytes, `most` at most."""
    if str(path) != STANDARD_INPUT:
        need_regular(path, "a file, or - for standard input")
        with Path(path).open("rb") as file:
            return file.read(most)
    if sys.stdin is None:
        raise UnreadableInput("standard input is closed; give a file's name in place of -")
    binary = getattr(sys.stdin, "buffer", None)
    begun: bytes = binary.read(most) if binary is not None else sys.stdin.read(most).encode()
    return begun


def decoded(data: bytes, source: str) -> str:
    """Bytes as text; editors on Windows put a byte order mark before it, which is taken off."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise UnreadableInput(f"{source} is UTF-16 text; save it as UTF-8")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        if b"\0" in data:
            raise UnreadableInput(f"{source} is no text file; `boardsight doctor` looks at pictures") from error
        line = data.count(b"\n", 0, error.start) + 1
        raise UnreadableInput(f"{source}, line {line}: that is not text in UTF-8; save the file as UTF-8") from error


def parsed_toml(text: str, source: str, otherwise: str = "is not TOML") -> dict[str, Any]:
    """A TOML text as a table. Raises UnreadableInput with the line, also where it is made to exhaust its reader."""
    if len(text) > LARGEST_TOML:
        raise UnreadableInput(f"{source} is larger than {LARGEST_TOML // 1000} kB; a file for Boardsight needs less")
    try:
        if _TOO_DEEP.search(text):
            raise RecursionError
        return tomllib.loads(text)
    except RecursionError as error:
        raise UnreadableInput(f"{source} {otherwise}: it is nested too deep") from error
    except ValueError as error:  # besides TOMLDecodeError: a number of too many digits
        raise UnreadableInput(f"{source} {otherwise}: {plain_words(str(error))}") from error


def source_name(path: str | Path) -> str:
    """What messages call a file."""
    return "standard input" if str(path) == STANDARD_INPUT else str(path)
