"""The topics: `boardsight/v1/<table>/…`, and which names a table may have."""

from __future__ import annotations

import re
import socket
from typing import NamedTuple

from tabletop.errors import UsageError

ROOT = "boardsight/v1"
LONGEST_NAME = 40
KINDS = ("status", "state", "event", "cmd", "answer", "claim")

_NAME = re.compile(r"[^\W_][\w .~-]*")
_WORD = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Topic(NamedTuple):
    """A topic in its parts; `rest` is a command's verb, an answer's id, else empty."""

    table: str
    kind: str
    rest: str = ""


def is_table_name(name: object) -> bool:
    """Whether a table may be called so: 1 to 40 letters, digits, spaces and `_ . ~ -`, a letter or digit first."""
    return (
        isinstance(name, str) and len(name) <= LONGEST_NAME and name.isprintable() and _NAME.fullmatch(name) is not None
    )


def table_name(name: str | None) -> str:
    """The name that was given, or this machine's. UsageError where it can't be a part of a topic."""
    if name is None:
        host = re.sub(r"[^\w-]", "-", socket.gethostname().partition(".")[0])[:LONGEST_NAME].lstrip("-_")
        return host or "table"
    if not is_table_name(name):
        raise UsageError(
            f"--table '{name[:60]}': a table's name is 1 to {LONGEST_NAME} letters, digits, spaces and _ . ~ -"
        )
    return name


def status_topic(table: str) -> str:
    """Retained: `online` or `offline`."""
    return f"{ROOT}/{table}/status"


def state_topic(table: str) -> str:
    """Retained: how it stands."""
    return f"{ROOT}/{table}/state"


def event_topic(table: str) -> str:
    """Not retained: one line of the record."""
    return f"{ROOT}/{table}/event"


def command_topic(table: str, verb: str) -> str:
    """Where a command is sent to; `+` as the verb is all of them."""
    return f"{ROOT}/{table}/cmd/{verb}"


def answer_topic(table: str, command_id: str) -> str:
    """Where the answer to a command comes; `+` as the id is all of them."""
    return f"{ROOT}/{table}/answer/{command_id}"


def claim_topic(table: str) -> str:
    """Not retained: tables say here who has the name, so that two of one name notice each other."""
    return f"{ROOT}/{table}/claim"


def parse_topic(topic: str) -> Topic | None:
    """A topic in its parts, None where it is not one of ours."""
    head, _, tail = topic.partition(f"{ROOT}/")
    if head or not tail:
        return None
    table, *parts = tail.split("/")
    if not is_table_name(table) or not parts or parts[0] not in KINDS:
        return None
    if parts[0] in ("cmd", "answer"):
        return Topic(table, parts[0], parts[1]) if len(parts) == 2 and is_word(parts[1]) else None
    return Topic(table, parts[0]) if len(parts) == 1 else None


def is_word(text: object) -> bool:
    """Whether it is a text that can be a verb or an id: 1 to 64 letters, digits, `_` and `-`."""
    return isinstance(text, str) and _WORD.fullmatch(text) is not None
