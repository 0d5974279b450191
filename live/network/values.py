"""What tables say, as values. `run` is one record, one game; `process` one start of the program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from scoring.protocol import ScoreLine
from tabletop.readings import Problem

STATE = "boardsight-table/1"
EVENT = "boardsight-event/1"
CLAIM = "boardsight-claim/1"

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
