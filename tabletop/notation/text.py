"""A position's whole text: found to be TOML or JSON, parsed, checked; and written."""

import json
import re
from collections.abc import Mapping
from typing import Any, Literal

from tabletop.errors import UnreadableInput
from tabletop.notation.lines import json_line, unreadable
from tabletop.notation.registry import position_from_json, position_to_json
from tabletop.schema import Mismatch
from tabletop.textfiles import parsed_toml, read_text, source_name
from tabletop.tomllines import toml_line


def load_position(path: str) -> Any:
    """The position in a file, TOML or JSON; `-` is standard input. Raises UnreadableInput."""
    return read_position(read_text(path), source=source_name(path))


def read_position(text: str, *, source: str = "position") -> Any:
    """A position from TOML or JSON text.

    Raises UnreadableInput that names the source, the line, the value and what was expected.
    """
    is_json = text.lstrip()[:1] == "{"
    document = _json(text, source) if is_json else parsed_toml(text, source)
    if is_json and "position" in document and "game" in document:
        document = document["position"]  # what `read --json` printed
    try:
        return position_from_json(document)
    except Mismatch as error:
        raise unreadable(error, source, (json_line if is_json else toml_line)(text, error.path)) from error


def _json(text: str, source: str) -> dict[str, Any]:
    """A JSON text that begins with a brace, as a table. Raises UnreadableInput."""
    try:
        document: dict[str, Any] = json.loads(text)
    except (ValueError, RecursionError) as error:
        if '"boardsight-record/' in text.partition("\n")[0]:
            raise UnreadableInput(f"{source} is a record, not a position; `boardsight replay` reads it") from error
        raise UnreadableInput(f"{source} is not JSON: {error}") from error
    return document


def write_position(position: Any, form: Literal["toml", "json"] = "toml") -> str:
    """A position as text that `read_position` gives back."""
    document = position_to_json(position)
    if form == "json":
        return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    return to_toml(document)


_BARE = re.compile(r"^[A-Za-z0-9_-]+$")


def to_toml(document: Mapping[str, Any]) -> str:
    """A document as TOML text: plain keys first, then `[tables]`, then `[[arrays of tables]]`."""
    lines: list[str] = []
    _table(document, "", lines)
    return "\n".join(lines).strip("\n") + "\n"


def _table(document: Mapping[str, Any], name: str, lines: list[str]) -> None:
    """One table's keys, then what is nested in it."""
    for key, value in document.items():
        if not _is_block(key, value):
            lines.append(f"{_key(key)} = {_value(value)}")
    for key, value in document.items():
        if not _is_block(key, value):
            continue
        full = f"{name}.{_key(key)}" if name else _key(key)
        for entry in value if isinstance(value, list) else [value]:
            lines += ["", f"[[{full}]]" if isinstance(value, list) else f"[{full}]"]
            _table(entry, full, lines)


def _is_block(key: str, value: Any) -> bool:
    """Whether a value gets a header of its own; options stay on one line."""
    if isinstance(value, Mapping):
        return key != "options"
    return isinstance(value, list) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _key(key: str) -> str:
    return key if _BARE.match(key) else _string(key)


def _value(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(item) for item in value)}]"
    return repr(value)


def _string(value: str) -> str:
    """A basic string; TOML forbids DEL unescaped where JSON allows it."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
