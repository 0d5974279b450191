"""What tables say over the broker, as values, and as JSON both ways; whoever receives gets a value or a Problem.

Every message is JSON in UTF-8 of at most `LARGEST_MESSAGE` bytes with its `format`; only the status is one bare word.
Unknown fields are left alone; another version is a Problem. `run` names one record (one game) and stays when the
program is restarted with it; `process` names one start of the program. An event is told apart by (table, run, n).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, TypeVar

from live.network.fields import LARGEST_MESSAGE, Fields, Misfit, document_of
from live.network.topics import is_table_name, is_word
from scoring.protocol import ScoreLine
from tabletop.readings import Problem

STATE = "boardsight-table/1"
EVENT = "boardsight-event/1"
CLAIM = "boardsight-claim/1"

MOST_PLAYERS, MOST_MOVES, MOST_LINES, MOST_QUESTIONS, MOST_PROBLEMS, MOST_PLACES = 12, 30, 60, 20, 20, 120

Status = Literal["online", "offline"]
Message = TypeVar("Message")


@dataclass(frozen=True, slots=True)
class Sender:
    """Who says it: the table, its run and process, and when by its own clock."""

    table: str
    run: str
    process: str
    sent: str = ""
    """UTC, ISO 8601 with milliseconds; empty until it is sent. A table's clock may be wrong: never sort by it."""


@dataclass(frozen=True, slots=True)
class PlayerShown:
    """One player of a table."""

    name: str
    seat: int
    colour: str
    """`#rrggbb`."""
    total: int
    turn: bool = False
    winner: bool = False
    """Leads while the game goes on."""
    last_points: int | None = None


@dataclass(frozen=True, slots=True)
class MoveShown:
    """One move in words, with the score lines that sum to its points."""

    n: int
    player: str | None
    text: str
    points: int
    legal: bool
    lines: tuple[ScoreLine, ...] = ()
    problems: tuple[Problem, ...] = ()
    at: str | None = None


@dataclass(frozen=True, slots=True)
class QuestionShown:
    """An open question; `choices` may be answered by the command `answer` with its id and the choice's index."""

    id: str
    text: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableState:
    """How a table stands: retained, the newest replaces all before."""

    sender: Sender
    n: int
    """Lines of the record; the newest event's n."""
    game: str
    title: str
    players: tuple[PlayerShown, ...]
    turn: str | None = None
    over: bool = False
    winners: tuple[str, ...] = ()
    paused: bool = False
    quiet: bool = False
    """The displays hold still and the page keeps silent."""
    camera: str = "waiting"
    """`watching`, `hand`, `moving`, `dark`, `unread`, `lost`, `waiting`, `paused` or `ended`."""
    camera_message: str = ""
    moves: tuple[MoveShown, ...] = ()
    """The last ones, the newest last."""
    questions: tuple[QuestionShown, ...] = ()
    problems: tuple[Problem, ...] = ()
    position: Mapping[str, Any] | None = None
    """What lies on the table by the record (INTERFACE.md section 2): to draw this table large."""
    options: Mapping[str, Any] = field(default_factory=dict)
    started: str | None = None
    """The record's header's `at`."""
    up_s: float = 0.0
    """Seconds since this process began, by its own steady clock."""
    every_s: float = 30.0
    """A state comes at least so often; a table that is silent three times as long is gone, whatever its status says."""
    version: str = ""
    commands: tuple[str, ...] = ()
    """Verbs that people with permission may send; empty where nobody may."""
    asked_name: str | None = None
    """The name it was started with, where another table had it already."""
    closed: str = ""
    """Why no more will come: `ended` (the source ended), `stopped`; empty while it runs."""
    shortened: tuple[str, ...] = ()
    """What was left out because the message would have been too large."""


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the record. The same n always says the same, whenever it is sent (`sent` aside)."""

    sender: Sender
    n: int
    event: str
    """`move`, `replaced`, `inserted`; others may come."""
    move: MoveShown | None
    """The move as it counts after this line; None where the line took one away."""
    of: int | None = None
    """For `replaced`: the move that is now another, or gone."""
    line: Mapping[str, Any] = field(default_factory=dict)
    """The record's line itself: all of them after the header are the record."""
    totals: Mapping[str, int] = field(default_factory=dict)
    turn: str | None = None
    over: bool = False
    winners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """A table says that it has a name; of two the one that has been up longer keeps it."""

    table: str
    process: str
    up_s: float


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


def parse_status(payload: bytes | bytearray | str | None) -> Status | Problem:
    """A status, or what is wrong with it."""
    word = payload.encode() if isinstance(payload, str) else bytes(payload or b"")
    match word.strip():
        case b"online":
            return "online"
        case b"offline":
            return "offline"
    return Problem("misfit", f"a status '{word[:30].decode('utf-8', 'replace')}'; expected online or offline")


def parse_state(payload: bytes | bytearray | str | None, table: str | None = None) -> TableState | Problem:
    """A state, or what is wrong with it; `table` is the topic's, which the message must name."""
    return parsed(payload, STATE, _take_state, table)


def parse_event(payload: bytes | bytearray | str | None, table: str | None = None) -> Event | Problem:
    """An event, or what is wrong with it; `table` is the topic's, which the message must name."""
    return parsed(payload, EVENT, _take_event, table)


def parse_claim(payload: bytes | bytearray | str | None, table: str | None = None) -> Claim | Problem:
    """A claim, or what is wrong with it."""
    return parsed(payload, CLAIM, lambda doc: Claim(doc.text("table"), doc.text("process"), doc.seconds("up_s")), table)


def parsed(
    payload: bytes | bytearray | str | None, form: str, take: Callable[[Fields], Message], table: str | None = None
) -> Message | Problem:
    """A message of this form read by `take`, or the Problem, whose places name the table."""
    places = () if table is None else (f"table:{table}",)
    try:
        document = document_of(payload, form)
        named = document.text("table", "" if table is None else table)
        if table is not None and named != table:
            raise Misfit("wrong-table", f"a message that says it comes from '{named}'")
        return take(document)
    except Misfit as error:
        who = "" if table is None else f"table '{table}' sends "
        return Problem(error.code, f"{who}{error}", places)


def now_utc(clock: Callable[[], datetime] | None = None) -> str:
    """Now, as messages say it."""
    now = datetime.now(UTC) if clock is None else clock()
    return f"{now:%Y-%m-%dT%H:%M:%S}.{now.microsecond // 1000:03d}Z"


def clock_off_s(sent: str, received: datetime) -> float | None:
    """By how many seconds the sender's clock is ahead of ours; None where it says no time.

    Of use only for messages that were not retained. Network delay makes it a little too small, never too large.
    """
    try:
        told = datetime.fromisoformat(sent)
    except ValueError:
        return None
    if told.tzinfo is None:
        return None
    return (told - received) / timedelta(seconds=1)


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


def _take_sender(document: Fields) -> Sender:
    sender = Sender(document.text("table"), document.text("run"), document.text("process"), document.text("sent", ""))
    if not is_table_name(sender.table):
        raise Misfit("misfit", "'table' is no table's name")
    if not is_word(sender.run) or not is_word(sender.process):
        raise Misfit("misfit", "'run' and 'process' are not words of letters and digits")
    return sender


def _take_state(document: Fields) -> TableState:
    camera = Fields(document.mapping("camera", {}), "camera.")
    return TableState(
        _take_sender(document),
        n=_count(document, "n"),
        game=document.text("game"),
        title=document.text("title"),
        players=document.each("players", MOST_PLAYERS, _take_player),
        turn=document.maybe("turn", document.text),
        over=document.flag("over", False),
        winners=document.texts("winners", MOST_PLAYERS),
        paused=document.flag("paused", False),
        quiet=document.flag("quiet", False),
        camera=camera.text("state", "waiting"),
        camera_message=camera.text("message", ""),
        moves=document.each("moves", MOST_MOVES, _take_move),
        questions=document.each("questions", MOST_QUESTIONS, _take_question),
        problems=document.each("problems", MOST_PROBLEMS, _take_problem),
        position=document.maybe("position", document.mapping),
        options=document.mapping("options", {}),
        started=document.maybe("started", document.text),
        up_s=document.seconds("up_s", 0.0),
        every_s=document.seconds("every_s", 30.0),
        version=document.text("version", ""),
        commands=document.texts("commands", MOST_QUESTIONS),
        asked_name=document.maybe("asked_name", document.text),
        closed=document.text("closed", ""),
        shortened=document.texts("shortened", MOST_QUESTIONS),
    )


def _take_event(document: Fields) -> Event:
    move = document.maybe("move", document.mapping)
    return Event(
        _take_sender(document),
        n=_count(document, "n"),
        event=document.text("event"),
        move=None if move is None else _take_move(Fields(move, "move.")),
        of=document.maybe("of", document.whole),
        line=document.mapping("line", {}),
        totals=document.numbers("totals"),
        turn=document.maybe("turn", document.text),
        over=document.flag("over", False),
        winners=document.texts("winners", MOST_PLAYERS),
    )


def _take_player(document: Fields) -> PlayerShown:
    return PlayerShown(
        document.text("name"),
        document.whole("seat"),
        document.text("colour", ""),
        document.whole("total"),
        document.flag("turn", False),
        document.flag("winner", False),
        document.maybe("last_points", document.whole),
    )


def _take_move(document: Fields) -> MoveShown:
    return MoveShown(
        _count(document, "n"),
        document.maybe("player", document.text),
        document.text("text"),
        document.whole("points"),
        document.flag("legal"),
        document.each("lines", MOST_LINES, _take_line),
        document.each("problems", MOST_PROBLEMS, _take_problem),
        document.maybe("at", document.text),
    )


def _take_line(document: Fields) -> ScoreLine:
    return ScoreLine(
        document.text("label"),
        document.whole("points"),
        document.texts("places", MOST_PLACES),
        document.text("rule", ""),
    )


def _take_question(document: Fields) -> QuestionShown:
    return QuestionShown(document.text("id"), document.text("text"), document.texts("choices", MOST_QUESTIONS))


def _take_problem(document: Fields) -> Problem:
    return Problem(document.text("code"), document.text("message"), document.texts("places", MOST_PLACES))


def _count(document: Fields, key: str) -> int:
    value = document.whole(key)
    if value < 0:
        raise Misfit("misfit", f"'{key}' is not a number from 0")
    return value
