"""The formats of messages: JSON in UTF-8, both ways by one schema; whoever receives gets a value or a Problem.

Strangers send whatever they like: sizes are limited, unknown fields left alone, and nothing raises.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from live.network.topics import is_word
from tabletop.readings import Problem
from tabletop.schema import (
    FieldKind,
    Mismatch,
    anything,
    flag,
    line,
    list_of,
    made,
    mapping_of,
    number,
    unchanged,
    whole,
)
from tabletop.visible import one_line

LARGEST_MESSAGE = 256 * 1024
"""Bytes. Larger messages are neither sent nor read; a broker with our configuration refuses them."""
LARGEST_NUMBER = 10**12
LONGEST_TEXT = 500

Payload = bytes | bytearray | str | None
Value = TypeVar("Value")


def _can_be_written(value: Any) -> bool:
    """Whether a value is an object that can be written as UTF-8 and holds no NUL."""
    try:
        return isinstance(value, dict) and b"\\u0000" not in json.dumps(value, ensure_ascii=False).encode()
    except (UnicodeEncodeError, RecursionError):
        return False


TEXT = line(LONGEST_TEXT)
WORD = anything("1 to 64 letters, digits, _ and -", is_word)
WHOLE = whole(-LARGEST_NUMBER, LARGEST_NUMBER)
COUNT = whole(0, LARGEST_NUMBER)
SECONDS = made(number("seconds", least=0, most=LARGEST_NUMBER), unchanged, lambda value: round(value, 3))
OBJECT = made(anything("an object without control characters", _can_be_written), unchanged, dict)
POINTS = made(mapping_of(WHOLE, names=TEXT, most=50), dict, lambda value: value.items())
"""By player."""
KINDS: Mapping[Any, FieldKind] = {
    str: TEXT,
    int: WHOLE,
    bool: flag(),
    float: SECONDS,
    Mapping[str, Any]: OBJECT,
    Mapping[str, int]: POINTS,
}
"""What a field of a type may hold where nothing else is said."""


def texts(most: int) -> FieldKind:
    """At most so many texts."""
    return list_of(TEXT, most=most)


@dataclass(frozen=True, slots=True)
class Format(Generic[Value]):
    """One kind of message: what it says of itself (`boardsight-event/1`), and what it holds."""

    name: str
    kind: FieldKind

    def parse(self, payload: Payload, table: str | None = None) -> Value | Problem:
        """The message, or what is wrong with it; `table` is the topic's, which the message must name."""
        document = document_of(payload)
        read = document if isinstance(document, Problem) else self.read(document, table)
        if not isinstance(read, Problem) or table is None:
            return read
        return Problem(read.code, f"table '{table}' sends {read.message}", (f"table:{table}",))

    def document(self, value: Value) -> dict[str, Any]:
        """A value as an object."""
        return {"format": self.name, **self.kind.write(value)}

    def payload(self, value: Value) -> bytes:
        """A value as bytes."""
        return payload_of(self.document(value))

    def read(self, document: dict[str, Any], table: str | None = None) -> Value | Problem:
        """The value of an object, or what is wrong with it."""
        told = document.get("format")
        if told != self.name:
            name, version = self.name.split("/")
            words = one_line(told[:60]) if isinstance(told, str) else "nothing"
            if isinstance(told, str) and told.startswith(f"{name}/"):
                return Problem(
                    "version", f"a message of another version ({words}; this program reads {name}/{version})"
                )
            return Problem("format", f"a message that says of itself {words}; expected {self.name}")
        try:
            named = table if table is None else TEXT.read(document.get("table", table), ("table",))
            if named != table:
                return Problem("wrong-table", f"a message that says it comes from '{named}'")
            value: Value = self.kind.read(document, ())
        except Mismatch as error:
            where = one_line(".".join(map(str, error.path)))
            return Problem("misfit", f"'{where}': {error.reason}" if where else error.reason)
        return value


def document_of(payload: Payload, most: int = LARGEST_MESSAGE) -> dict[str, Any] | Problem:
    """The object that a payload is, or why it is none."""
    data = (payload or b"") if not isinstance(payload, str) else payload.encode("utf-8", "replace")
    if len(data) > most:
        return Problem("too-large", f"a message of {len(data) // 1024} kB; at most {most // 1024} kB are read")
    try:
        document = json.loads(data, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return Problem("not-json", "a message that is not JSON")
    return document if isinstance(document, dict) else Problem("not-json", "a message that is not a JSON object")


def payload_of(document: Mapping[str, Any]) -> bytes:
    """An object as bytes."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number of JSON")
