"""What tables say over the broker, as values and as JSON both ways. The fields of a message stand in its class.

Every message is JSON in UTF-8 of at most `LARGEST_MESSAGE` bytes with its `format`; only the status is one bare word.
Unknown fields are left alone; another version is a Problem. `run` names one record (one game) and stays when the
program is restarted with it; `process` names one start of the program. An event is told apart by (table, run, n).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from live.network.formats import COUNT, KINDS, LARGEST_MESSAGE, TEXT, WORD, Format, Payload, texts
from live.network.topics import is_table_name
from live.page.shown import MoveShown, PlayerShown, QuestionShown
from scoring.protocol import ScoreLine
from tabletop.readings import Problem
from tabletop.schema import FieldKind, Key, anything, list_of, record

MOST_PLAYERS, MOST_MOVES, MOST_LINES, MOST_QUESTIONS, MOST_PROBLEMS, MOST_PLACES = 12, 30, 60, 20, 20, 120

Status = Literal["online", "offline"]


@dataclass(frozen=True, slots=True)
class Sender:
    """Who says it: the table, its run and process, and when by its own clock."""

    table: str
    run: str
    process: str
    sent: str = ""
    """UTC, ISO 8601 with milliseconds; empty until it is sent. A table's clock may be wrong: never sort by it."""


@dataclass(frozen=True, slots=True)
class CameraShown:
    """How the table is watched."""

    state: str = "waiting"
    """`watching`, `hand`, `moving`, `dark`, `unread`, `lost`, `waiting`, `paused` or `ended`."""
    message: str = ""


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
    camera: CameraShown = field(default_factory=CameraShown)
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
class RecordEvent:
    """One line of the record. The same n always says the same, whenever it is sent (`sent` aside)."""

    sender: Sender
    n: int
    event: str
    """`move`, `replaced`, `inserted`, `settled`, `doubted`; others may come."""
    of: int | None = field(default=None, kw_only=True)
    """For all but `move` and `inserted`: the move that is now another, gone, no guess any more, or one."""
    move: MoveShown | None
    """The move as it counts after this line; None where the line took one away."""
    totals: Mapping[str, int] = field(default_factory=dict)
    turn: str | None = None
    over: bool = False
    winners: tuple[str, ...] = ()
    line: Mapping[str, Any] = field(default_factory=dict)
    """The record's line itself: all of them after the header are the record."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A table says that it has a name; of two the one that has been up longer keeps it."""

    table: str
    process: str
    up_s: float


def _object(build: type, special: Mapping[str, FieldKind | Key] | None = None) -> FieldKind:
    """An object of a message: unknown fields are left alone."""
    return record(build, KINDS, special, name="an object", more=True)


_NAME = anything("a table's name", is_table_name)
_SENDER = Key(_object(Sender, {"table": _NAME, "run": WORD, "process": WORD}), flat=True)
_PROBLEM = _object(Problem, {"places": texts(MOST_PLACES)})
_PROBLEMS = list_of(_PROBLEM, most=MOST_PROBLEMS)
_LINE = _object(ScoreLine, {"places": Key(texts(MOST_PLACES), (), always=True), "rule": Key(TEXT, "", always=True)})
_MOVE = _object(MoveShown, {"n": COUNT, "lines": list_of(_LINE, most=MOST_LINES), "problems": _PROBLEMS})
_PLAYER = _object(PlayerShown, {"colour": Key(TEXT, "", always=True)})
_QUESTION = _object(QuestionShown, {"choices": texts(MOST_QUESTIONS)})
STATE: Format[TableState] = Format(
    "boardsight-table/1",
    _object(
        TableState,
        {
            "sender": _SENDER,
            "n": COUNT,
            "players": Key(list_of(_PLAYER, most=MOST_PLAYERS), (), always=True),
            "winners": texts(MOST_PLAYERS),
            "camera": _object(CameraShown),
            "moves": list_of(_MOVE, most=MOST_MOVES),
            "questions": list_of(_QUESTION, most=MOST_QUESTIONS),
            "problems": _PROBLEMS,
            "commands": texts(MOST_QUESTIONS),
            "shortened": texts(MOST_QUESTIONS),
        },
    ),
)
EVENT: Format[RecordEvent] = Format(
    "boardsight-event/1",
    _object(RecordEvent, {"sender": _SENDER, "n": COUNT, "move": _MOVE, "winners": texts(MOST_PLAYERS)}),
)
CLAIM: Format[Claim] = Format("boardsight-claim/1", _object(Claim))

parse_state, parse_event, parse_claim = STATE.parse, EVENT.parse, CLAIM.parse
event_json, event_message, claim_message = EVENT.document, EVENT.payload, CLAIM.payload


def parse_status(payload: Payload) -> Status | Problem:
    """A status, or what is wrong with it."""
    word = payload.encode() if isinstance(payload, str) else bytes(payload or b"")
    match word.strip():
        case b"online":
            return "online"
        case b"offline":
            return "offline"
    return Problem("misfit", f"a status '{word[:30].decode('utf-8', 'replace')}'; expected online or offline")


def status_message(status: Status) -> bytes:
    """The payload of a status: one bare word, as home automation likes it."""
    return status.encode()


def state_message(state: TableState) -> bytes:
    """A state's payload; where it would be too large, position, moves and problems are left out, and it says so."""
    payload = STATE.payload(state)
    for name, smaller in (
        ("position", {"position": None}),
        ("moves", {"moves": state.moves[-3:]}),
        ("problems", {"problems": (), "moves": (), "questions": ()}),
        ("options", {"options": {}}),
    ):
        if len(payload) <= LARGEST_MESSAGE:
            break
        state = replace(state, shortened=(*state.shortened, name), **smaller)
        payload = STATE.payload(state)
    return payload


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


def now_utc(clock: Callable[[], datetime] | None = None) -> str:
    """Now, as messages say it."""
    now = datetime.now(UTC) if clock is None else clock()
    return f"{now:%Y-%m-%dT%H:%M:%S}.{now.microsecond // 1000:03d}Z"
