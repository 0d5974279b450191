"""Commands to a table and its answers, as values and JSON; a command carries a token, or better a proof of it."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from live.network.fields import LARGEST_MESSAGE, Fields, InvalidField
from live.network.messages import parsed
from live.network.topics import is_word
from tabletop.readings import Problem

COMMAND = "boardsight-command/1"
ANSWER = "boardsight-answer/1"
LARGEST_COMMAND = 64 * 1024
"""Bytes, as for the page's own requests."""

VERBS: Mapping[str, str] = {
    "pause": 'stop watching, or go on: {"paused": true}',
    "turn": 'a turn without a trace: {"do": "pass"}, "exchange", "quiet", or {"do": "give", "player": "Ann"}; '
    "empty: the next player's turn",
    "quiet": 'displays hold still, the page keeps silent: {"quiet": true}',
    "correct": '{"do": "replace", "of": 4, "move": {…}}, {"do": "insert", "after": 3, "move": {…}}, {"do": "undo"}',
    "answer": 'answer an open question: {"question": "…", "choice": 0}',
}
"""Verbs that change something and therefore need permission, with what they want."""
ASK_EVENTS = "events"
"""The verb that changes nothing and that everybody may send: {"after": 12} brings the events after n = 12."""


@dataclass(frozen=True, slots=True)
class Command:
    """What somebody wants of a table; `id` is chosen by the sender, used once, and names the answer's topic."""

    verb: str
    id: str
    body: Mapping[str, Any] = field(default_factory=dict)
    token: str | None = None
    """The secret itself: simple, but whoever can read the topic reads it."""
    proof: str | None = None
    """Proof of the secret for this one command to this one process (`proof_of`)."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a command: `result`, or `error` (a sentence) with its `code`.

    Codes: `permission`, `wrong` (the game refuses, the sentence says why), `unknown-verb`, `misfit`, `too-large`,
    `used-id`, `busy` (too many at once: wait a second), `late` (the game did not answer in time).
    """

    table: str
    id: str
    verb: str
    ok: bool
    result: Mapping[str, Any] = field(default_factory=dict)
    code: str = ""
    error: str = ""


def new_id() -> str:
    """An id for a command."""
    return secrets.token_hex(8)


def signed(command: Command, *, table: str, process: str, token: str) -> Command:
    """The command with its proof; `process` is in the table's state. The token itself is not sent."""
    return Command(command.verb, command.id, command.body, proof=proof_of(command, table, process, token))


def proof_of(command: Command, table: str, process: str, token: str) -> str:
    """HMAC-SHA256 (RFC 2104) with the token over table, process, verb, id and body: no use for anything else."""
    body = json.dumps(command.body, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    text = "\n".join((table, process, command.verb, command.id, body))
    return hmac.new(token.encode(), text.encode(), hashlib.sha256).hexdigest()


def command_message(command: Command) -> bytes:
    """A command's payload; its verb stands in the topic."""
    document = {"format": COMMAND, "id": command.id, "body": dict(command.body)}
    if command.token is not None:
        document["token"] = command.token
    if command.proof is not None:
        document["proof"] = command.proof
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def answer_message(answer: Answer) -> bytes:
    """An answer's payload."""
    document: dict[str, Any] = {
        "format": ANSWER,
        "table": answer.table,
        "id": answer.id,
        "verb": answer.verb,
        "ok": answer.ok,
    }
    document |= {"result": dict(answer.result)} if answer.ok else {"code": answer.code, "error": answer.error}
    payload = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    assert len(payload) <= LARGEST_MESSAGE, "whoever makes answers keeps them small"
    return payload


def parse_command(payload: bytes | bytearray | str | None, verb: str) -> Command | Problem:
    """A command, or what is wrong with it. `format` may be left out by people who write theirs by hand, and `id`."""
    data = (payload or b"") if not isinstance(payload, str) else payload.encode("utf-8", "replace")
    if len(data) > LARGEST_COMMAND:
        return Problem("too-large", f"a command of {len(data) // 1024} kB; at most {LARGEST_COMMAND // 1024} kB")
    if not is_word(verb):
        return Problem("unknown-verb", "that verb is not known here")
    try:
        document = json.loads(data or b"{}")
        if isinstance(document, dict):
            data = json.dumps({"format": COMMAND, "id": "", **document}).encode()
    except (ValueError, RecursionError):
        return Problem("misfit", 'a command is a JSON object, for example {"id": "1", "body": {"paused": true}}')
    return parsed(data, COMMAND, lambda fields: _take_command(fields, verb))


def parse_answer(payload: bytes | bytearray | str | None, table: str | None = None) -> Answer | Problem:
    """An answer, or what is wrong with it."""
    return parsed(payload, ANSWER, _take_answer, table)


def _take_command(document: Fields, verb: str) -> Command:
    identifier = document.text("id") or new_id()
    if not is_word(identifier):
        raise InvalidField("misfit", "'id' is not 1 to 64 letters, digits, _ and -")
    return Command(
        verb,
        identifier,
        document.mapping("body", {}),
        token=document.maybe("token", document.text),
        proof=document.maybe("proof", document.text),
    )


def _take_answer(document: Fields) -> Answer:
    return Answer(
        document.text("table"),
        document.text("id"),
        document.text("verb"),
        document.flag("ok"),
        document.mapping("result", {}),
        document.text("code", ""),
        document.text("error", ""),
    )
