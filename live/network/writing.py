"""Messages as bytes: JSON in UTF-8, never larger than `LARGEST_MESSAGE`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from live.network.fields import LARGEST_MESSAGE
from live.network.values import CLAIM, EVENT, STATE, Claim, Event, MoveShown, Sender, Status, TableState


def status_message(status: Status) -> bytes:
    """The payload of a status: one bare word, as home automation likes it."""
    return status.encode()


def state_message(state: TableState) -> bytes:
    """A state's payload; where it would be too large, position, moves and problems are left out, and it says so."""
    payload = _payload(_state_json(state))
    for name, smaller in (
        ("position", {"position": None}),
        ("moves", {"moves": state.moves[-3:]}),
        ("problems", {"problems": (), "moves": (), "questions": ()}),
        ("options", {"options": {}}),
    ):
        if len(payload) <= LARGEST_MESSAGE:
            break
        state = replace(state, shortened=(*state.shortened, name), **smaller)
        payload = _payload(_state_json(state))
    return payload


def event_message(event: Event) -> bytes:
    """An event's payload."""
    return _payload(event_json(event))


def event_json(event: Event) -> dict[str, Any]:
    """An event as an object, as it stands in a message and in the answer to `events`."""
    move = event.move
    return {
        "format": EVENT,
        **_sender_json(event.sender),
        "n": event.n,
        "event": event.event,
        "of": event.of,
        "move": None if move is None else _move_json(move),
        "totals": dict(event.totals),
        "turn": event.turn,
        "over": event.over,
        "winners": list(event.winners),
        "line": dict(event.line),
    }


def claim_message(claim: Claim) -> bytes:
    """A claim's payload."""
    return _payload({"format": CLAIM, "table": claim.table, "process": claim.process, "up_s": round(claim.up_s, 3)})


def now_utc(clock: Callable[[], datetime] | None = None) -> str:
    """Now, as messages say it."""
    now = datetime.now(UTC) if clock is None else clock()
    return f"{now:%Y-%m-%dT%H:%M:%S}.{now.microsecond // 1000:03d}Z"


def _payload(document: Mapping[str, Any]) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def _sender_json(sender: Sender) -> dict[str, Any]:
    return {"table": sender.table, "run": sender.run, "process": sender.process, "sent": sender.sent}


def _move_json(move: MoveShown) -> dict[str, Any]:
    return {
        "n": move.n,
        "player": move.player,
        "text": move.text,
        "points": move.points,
        "legal": move.legal,
        "lines": [line.to_json() for line in move.lines],
        "problems": [problem.to_json() for problem in move.problems],
        "at": move.at,
    }


def _state_json(state: TableState) -> dict[str, Any]:
    return {
        "format": STATE,
        **_sender_json(state.sender),
        "n": state.n,
        "game": state.game,
        "title": state.title,
        "players": [
            {
                "name": player.name,
                "seat": player.seat,
                "colour": player.colour,
                "total": player.total,
                "turn": player.turn,
                "winner": player.winner,
                "last_points": player.last_points,
            }
            for player in state.players
        ],
        "turn": state.turn,
        "over": state.over,
        "winners": list(state.winners),
        "paused": state.paused,
        "quiet": state.quiet,
        "camera": {"state": state.camera, "message": state.camera_message},
        "moves": [_move_json(move) for move in state.moves],
        "questions": [
            {"id": question.id, "text": question.text, "choices": list(question.choices)}
            for question in state.questions
        ],
        "problems": [problem.to_json() for problem in state.problems],
        "position": state.position,
        "options": dict(state.options),
        "started": state.started,
        "up_s": round(state.up_s, 3),
        "every_s": state.every_s,
        "version": state.version,
        "commands": list(state.commands),
        "asked_name": state.asked_name,
        "closed": state.closed,
        "shortened": list(state.shortened),
    }
