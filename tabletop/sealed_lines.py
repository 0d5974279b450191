"""Lines of JSON, each with the CRC-32 of the rest of it: what was damaged or changed by hand is noticed."""

import json
import re
import zlib
from codecs import BOM_UTF8
from collections.abc import Mapping
from typing import Any

from tabletop.schema import Mismatch, shown

_CRC = re.compile(rb',\s*"crc"\s*:\s*(\d+)\s*(?=\})|"crc"\s*:\s*(\d+)\s*,\s*')
_SEAL = b', "crc": '
"""How `sealed` begins the check sum at a line's end."""


def sealed(document: Mapping[str, Any]) -> str:
    """A line with the CRC-32 of what it is without it."""
    line = json.dumps(document, ensure_ascii=False)
    return f'{line[:-1]}, "crc": {zlib.crc32(line.encode())}}}'


def opened(line: bytes) -> dict[str, Any]:
    """A line's document, its checksum checked and taken off; Mismatch where it is damaged."""
    try:
        document = json.loads(line.removeprefix(BOM_UTF8).decode(errors="surrogatepass"))
    except (ValueError, RecursionError) as error:
        raise Mismatch((), f"not a whole JSON line: {error}") from error
    if not isinstance(document, dict):
        raise Mismatch(("object",), f"{shown(document)} is not a record line; expected an object")
    crc = document.pop("crc", None)
    if crc is None:
        return document
    written, _, end = line.rpartition(_SEAL)
    if zlib.crc32(written + b"}") == crc and end == f"{crc}}}".encode():  # just as `sealed` wrote it
        return document
    without = [json.dumps(document, ensure_ascii=False).encode(errors="surrogatepass")]  # half letters: "\\ud800"
    without.append(json.dumps(document).encode())
    if (match := _last_crc(line)) is not None:
        without.append(line.rstrip()[: match.start()] + line.rstrip()[match.end() :])
    if crc not in map(zlib.crc32, without):
        raise Mismatch(
            ("crc",),
            f"the checksum {crc} does not fit, so the line was damaged or changed by hand; "
            "to accept it as it stands take its crc out",
        )
    return document


def _last_crc(line: bytes) -> re.Match[bytes] | None:
    """Where the checksum's text stands in a line: its last mention."""
    found = None
    for match in _CRC.finditer(line.rstrip()):
        found = match
    return found
