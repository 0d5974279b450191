"""Messages as text that parses back: `PLAYER slot=0 active=yes winner=no colour=ff5000 score=42 …`.

The monitor prints it, and the protocol's page writes its examples in it.
"""

from __future__ import annotations

import json
import re
from dataclasses import fields
from enum import IntEnum

from firmware_bridge.messages import (
    Ack,
    Animate,
    Brightness,
    Can,
    Capabilities,
    Clear,
    Commit,
    Event,
    EventKind,
    Hello,
    Message,
    Nak,
    Ping,
    Player,
    Refusal,
    Stats,
)
from firmware_bridge.state import Animation

_KINDS: dict[str, type[Message]] = {
    kind.__name__.upper(): kind
    for kind in (*(Hello, Player, Commit, Brightness, Animate, Clear, Ping), *(Capabilities, Ack, Nak, Stats, Event))
}
_NAMES: dict[str, type[IntEnum]] = {"reason": Refusal, "animation": Animation, "kind": EventKind}
_FIELD = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|\S+)')


def format_message(message: Message) -> str:
    """Return a message as one line of text.

    >>> format_message(Player(0, True, False, (255, 80, 0), 42, None, "Ann"))
    'PLAYER slot=0 active=yes winner=no colour=ff5000 score=42 last_points=none name="Ann"'
    """
    parts = [type(message).__name__.upper()]
    parts += [f"{one.name}={_value_text(one.name, getattr(message, one.name))}" for one in fields(message)]
    return " ".join(parts)


def parse_message(text: str) -> Message:
    """Return the message that `format_message` has written; raises ValueError with what was expected."""
    word, _, rest = text.strip().partition(" ")
    kind = _KINDS.get(word)
    if kind is None:
        raise ValueError(f"{word!r}: expected one of {', '.join(_KINDS)}")
    given = {name: _value(name, value) for name, value in _FIELD.findall(rest)}
    expected = {one.name for one in fields(kind)}
    if given.keys() != expected:
        raise ValueError(f"{word} with {sorted(given)}: expected the fields {sorted(expected)}")
    return kind(**given)  # type: ignore[arg-type]


def _value_text(name: str, value: object) -> str:
    names = _NAMES.get(name)
    if names is not None and isinstance(value, int):
        return names(value).name.lower() if value in names._value2member_map_ else str(value)
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case Can():
            return "|".join(one.name.lower() for one in value if one.name) or "nothing"
        case str():
            return json.dumps(value, ensure_ascii=False)
        case tuple() if name == "colour":
            return bytes(value).hex()
        case tuple():
            return ".".join(str(part) for part in value)
        case int() if name in ("digest", "boot"):
            return f"0x{value:04x}"
    return str(value)


def _value(name: str, text: str) -> object:
    names = _NAMES.get(name)
    if names is not None:
        if text.upper() not in names.__members__ and not text.isdigit():
            raise ValueError(f"{name}={text}: expected a number or one of {', '.join(names.__members__).lower()}")
        return int(text) if text.isdigit() else int(names[text.upper()])
    if name == "can":
        return Can(sum(Can[one.upper()] for one in text.split("|") if one != "nothing"))
    if name == "colour":
        return tuple(bytes.fromhex(text))
    if name in ("firmware", "presses"):
        return tuple(int(part) for part in text.split("."))
    if text.startswith('"'):
        return json.loads(text)
    if text in ("yes", "no"):
        return text == "yes"
    return None if text == "none" else int(text, 0)
