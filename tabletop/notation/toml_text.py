"""Documents of plain values written as TOML; the standard library only reads it."""

import json
import re
from collections.abc import Mapping
from typing import Any

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
