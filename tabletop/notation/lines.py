"""On which line of a TOML or JSON text a value stands, and what is wrong with it there."""

import json
from typing import Any

from tabletop.errors import UnreadableInput
from tabletop.schema import FieldKind, Mismatch, Path
from tabletop.textfiles import parsed_toml
from tabletop.tomllines import toml_line


def read_toml(text: str, kind: FieldKind, source: str) -> Any:
    """What a TOML text holds. Raises UnreadableInput with the source, the line, the value and what was expected."""
    document = parsed_toml(text, source)
    try:
        return kind.read(document, ())
    except Mismatch as error:
        raise unreadable(error, source, toml_line(text, error.path)) from error


def unreadable(error: Mismatch, source: str, line: int | None) -> UnreadableInput:
    """What does not fit, with its source, its line and its key."""
    where = f"{source}, line {line}" if line else source
    key = next((f"{step}: " for step in reversed(error.path) if isinstance(step, str)), "")
    return UnreadableInput(f"{where}: {key}{error.reason}")


def json_line(text: str, path: Path) -> int | None:
    """The line (from 1) of the value at `path` in a JSON text that parses; None where the path is not there."""
    scanner = _JsonScanner(text)
    offset = scanner.find(path)
    return None if offset is None else text.count("\n", 0, offset) + 1


class _JsonScanner:
    """Walks a valid JSON text and finds where a value begins."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.decoder = json.JSONDecoder()

    def find(self, path: Path) -> int | None:
        """Offset of the value at `path`, or of the innermost value on the way that exists."""
        at = self._blank(0)
        for step in path:
            inner = self._step(at, step)
            if inner is None:
                return at
            at = inner
        return at

    def _step(self, at: int, step: str | int) -> int | None:
        """Offset of an object's or array's member, None where it has no such member."""
        opening = self.text[at]
        if opening not in "{[" or isinstance(step, str) != (opening == "{"):
            return None
        at, index = self._blank(at + 1), 0
        while self.text[at] not in "}]":
            key: str | int = index
            if opening == "{":
                key, at = self.decoder.raw_decode(self.text, at)
                at = self._blank(self._blank(at) + 1)
            if key == step:
                return at
            _, at = self.decoder.raw_decode(self.text, at)
            at = self._blank(at)
            if self.text[at] == ",":
                at = self._blank(at + 1)
            index += 1
        return None

    def _blank(self, at: int) -> int:
        """The next offset that is no white space."""
        while at < len(self.text) and self.text[at] in " \t\r\n":
            at += 1
        return at
