"""Fields taken from JSON that a stranger sent: each checked for type and size, one sentence where it is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

LARGEST_MESSAGE = 256 * 1024
"""Bytes. Larger messages are neither sent nor read; a broker with our configuration refuses them."""
LARGEST_NUMBER = 10**12
LONGEST_TEXT = 500
_UNREADABLE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
_MISSING: Any = object()

Value = TypeVar("Value")


class InvalidField(ValueError):
    """A message that can't be read: a code for programs and a sentence for people."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


def document_of(payload: bytes | bytearray | str | None, form: str) -> Fields:
    """The fields of a message of this form (`boardsight-event/1`). Raises Misfit where it is something else."""
    data = (payload or b"") if not isinstance(payload, str) else payload.encode("utf-8", "replace")
    if len(data) > LARGEST_MESSAGE:
        raise InvalidField(
            "too-large", f"a message of {len(data) // 1024} kB; at most {LARGEST_MESSAGE // 1024} kB are read"
        )
    try:
        document = json.loads(data, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise InvalidField("not-json", "a message that is not JSON") from None
    if not isinstance(document, dict):
        raise InvalidField("not-json", "a message that is not a JSON object")
    told = document.get("format")
    if told != form:
        name, version = form.split("/")
        words = told[:60] if isinstance(told, str) else "nothing"
        if isinstance(told, str) and told.startswith(f"{name}/"):
            raise InvalidField(
                "version", f"a message of another version ({words}; this program reads {name}/{version})"
            )
        raise InvalidField("format", f"a message that says of itself {words}; expected {form}")
    return Fields(document)


class Fields:
    """The fields of one JSON object; unknown ones are left alone, so that newer programs may say more."""

    __slots__ = ("_document", "_path")

    def __init__(self, document: Mapping[str, Any], path: str = "") -> None:
        self._document = document
        self._path = path

    def text(self, key: str, default: str = _MISSING) -> str:
        """A text of at most 500 characters without control characters."""
        value = self._get(key, default)
        if not isinstance(value, str) or len(value) > LONGEST_TEXT or _UNREADABLE.search(value):
            raise self._wrong(key, f"a text of at most {LONGEST_TEXT} characters")
        return value

    def whole(self, key: str, default: int = _MISSING) -> int:
        """A whole number."""
        value = self._get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or abs(value) > LARGEST_NUMBER:
            raise self._wrong(key, "a whole number")
        return value

    def seconds(self, key: str, default: float = _MISSING) -> float:
        """A time span in seconds, not negative."""
        value = self._get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= LARGEST_NUMBER:
            raise self._wrong(key, "seconds")
        return float(value)

    def flag(self, key: str, default: bool = _MISSING) -> bool:
        """True or false."""
        value = self._get(key, default)
        if not isinstance(value, bool):
            raise self._wrong(key, "true or false")
        return value

    def maybe(self, key: str, take: Callable[[str], Value]) -> Value | None:
        """What `take` (one of this object's methods) gives, None where the field is null or absent."""
        return None if self._document.get(key) is None else take(key)

    def texts(self, key: str, most: int) -> tuple[str, ...]:
        """A list of texts; an absent one is empty."""
        items = self._list(key, most)
        return tuple(Fields({key: item}, self._path).text(key) for item in items)

    def each(self, key: str, most: int, take: Callable[[Fields], Value]) -> tuple[Value, ...]:
        """A list of objects, each read by `take`; an absent one is empty."""
        taken = []
        for index, item in enumerate(self._list(key, most)):
            if not isinstance(item, dict):
                raise self._wrong(key, "a list of objects")
            taken.append(take(Fields(item, f"{self._path}{key}.{index}.")))
        return tuple(taken)

    def mapping(self, key: str, default: Mapping[str, Any] = _MISSING) -> Mapping[str, Any]:
        """An object, kept as it is; it can be written as UTF-8 and holds no NUL."""
        value = self._get(key, default)
        if not isinstance(value, dict):
            raise self._wrong(key, "an object")
        try:
            written = json.dumps(value, ensure_ascii=False).encode()
        except (UnicodeEncodeError, RecursionError):
            raise self._wrong(key, "an object that can be written") from None
        if b"\\u0000" in written:
            raise self._wrong(key, "an object without control characters")
        return value

    def numbers(self, key: str) -> Mapping[str, int]:
        """An object whose values are whole numbers, points by player for one; an absent one is empty."""
        inner = Fields(self.mapping(key, {}), f"{self._path}{key}.")
        if len(inner._document) > 50:
            raise self._wrong(key, "at most 50 entries")
        return {Fields({"": name}).text(""): inner.whole(name) for name in inner._document}

    def _get(self, key: str, default: Any) -> Any:
        value = self._document.get(key, default)
        if value is _MISSING:
            raise InvalidField("misfit", f"'{self._path}{key}' is missing")
        return value

    def _list(self, key: str, most: int) -> list[Any]:
        value = self._document.get(key, [])
        if not isinstance(value, list) or len(value) > most:
            raise self._wrong(key, f"a list of at most {most}")
        return value

    def _wrong(self, key: str, expected: str) -> InvalidField:
        return InvalidField("misfit", f"'{self._path}{key}' is not {expected}")


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number of JSON")
