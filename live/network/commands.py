"""Commands to a table and its answers, as values and JSON; a command carries a token, or better a proof of it."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from live.network.formats import KINDS, LARGEST_MESSAGE, OBJECT, TEXT, WORD, Format, Payload, document_of, payload_of
from live.network.topics import is_word
from tabletop.readings import Problem
from tabletop.schema import Key, anything, nothing_or, record, secret, table

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


_HIDDEN = nothing_or(secret(TEXT, f"what stands here is not possible; expected {TEXT.expected}"))
COMMAND: Format[Command] = Format(
    "boardsight-command/1",
    table(
        partial(Command, ""),
        {
            "id": Key(anything(WORD.expected, lambda value: value == "" or is_word(value)), "", always=True),
            "body": Key(OBJECT, {}, always=True),
            "token": Key(_HIDDEN, None),
            "proof": Key(_HIDDEN, None),
        },
        more=True,
    ),
)
"""The verb stands in the topic."""
ANSWER: Format[Answer] = Format("boardsight-answer/1", record(Answer, KINDS, more=True))

command_message = COMMAND.payload
parse_answer = ANSWER.parse


def answer_message(answer: Answer) -> bytes:
    """An answer's payload."""
    unsaid = ("code", "error") if answer.ok else ("result",)
    payload = payload_of({key: value for key, value in ANSWER.document(answer).items() if key not in unsaid})
    assert len(payload) <= LARGEST_MESSAGE, "whoever makes answers keeps them small"
    return payload


def parse_command(payload: Payload, verb: str) -> Command | Problem:
    """A command, or what is wrong with it. `format` may be left out by people who write theirs by hand, and `id`."""
    document = document_of(payload or b"{}", LARGEST_COMMAND)
    if isinstance(document, Problem) and document.code == "too-large":
        return document
    if not is_word(verb):
        return Problem("unknown-verb", "that verb is not known here")
    if isinstance(document, Problem):
        return Problem("misfit", 'a command is a JSON object, for example {"id": "1", "body": {"paused": true}}')
    command = COMMAND.read({"format": COMMAND.name, **document})
    return command if isinstance(command, Problem) else replace(command, verb=verb, id=command.id or new_id())
