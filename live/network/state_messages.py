"""What a game says of itself: its state as a value, and for each line of its record one event, always the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from live.network.formats import LONGEST_TEXT
from live.network.messages import (
    MOST_LINES,
    MOST_PLACES,
    MOST_PLAYERS,
    MOST_PROBLEMS,
    MOST_QUESTIONS,
    CameraShown,
    RecordEvent,
    Sender,
    TableState,
)
from live.page.shown import CameraStatus, MoveShown, QuestionShown
from live.page.state import move_shown, players_shown
from live.table.ending import at_the_end
from live.table.session import Draft, Session, begin, write
from scoring.protocol import ScoreLine
from scoring.replay import move_number
from tabletop.doubts import first_line
from tabletop.entries import Entry
from tabletop.gamefile import load_game
from tabletop.notation import position_to_json
from tabletop.readings import Problem
from tabletop.records import Header, write_entry, write_header

LAST_MOVES = 10


class GameReporter(Protocol):
    """What the link needs to know of a game; it asks from its own thread, whenever it likes."""

    @property
    def n(self) -> int:
        """How many lines the record has."""
        ...

    @property
    def header(self) -> Mapping[str, Any]:
        """The record's first line."""
        ...

    def state(self, sender: Sender) -> TableState:
        """How it stands now."""
        ...

    def events(self, sender: Sender, after: int, most: int) -> Sequence[RecordEvent]:
        """The events after n = `after`, at most so many."""
        ...


class SessionReporter:
    """Tells of a session that goes on elsewhere. `look` gives the newest session and what else is to be shown."""

    def __init__(self, look: Callable[[], tuple[Session, CameraStatus, Mapping[str, Any]]]) -> None:
        self._look = look
        self._told: list[RecordEvent] = []
        self._judged = begin(look()[0].header)

    @property
    def n(self) -> int:
        """How many lines the record has."""
        return len(self._look()[0].entries)

    @property
    def header(self) -> Mapping[str, Any]:
        """The record's first line."""
        return header_document(self._look()[0].header)

    def state(self, sender: Sender) -> TableState:
        """How it stands now."""
        session, watching, more = self._look()
        return state_of(session, watching, sender, **more)

    def events(self, sender: Sender, after: int, most: int) -> Sequence[RecordEvent]:
        """Each line judged after those before it, as it was when it was written: the same whenever it is told."""
        for entry in self._look()[0].entries[len(self._told) :]:
            self._judged, event = event_of(self._judged, entry, sender)
            self._told.append(event)
        return self._told[after : after + most]


def header_document(header: Header) -> Mapping[str, Any]:
    """A record's first line as an object."""
    return _without_crc(write_header(header))


def event_of(before: Session, entry: Entry, sender: Sender) -> tuple[Session, RecordEvent]:
    """The session with one more line, and the event that tells of it."""
    draft = Draft(entry.move, entry.kind, of=entry.of, after=entry.after)
    after = write(before, [draft], at=entry.at, evidence=entry.evidence).session
    about = entry.kind in ("replace", "settle", "doubt")
    n = first_line(after.entries, entry.of) if about else entry.n
    number = move_number(after.moves, n)
    event = RecordEvent(
        sender,
        entry.n,
        {"played": "move", "replace": "replaced", "insert": "inserted", "settle": "settled", "doubt": "doubted"}[
            entry.kind
        ],
        _move_shown(after, number) if number else None,
        of=n if about else None,
        line=_without_crc(write_entry(after.header.game, entry)),
        totals=dict(after.played.totals),
        turn=after.rules.to_move(after.state),
        over=after.played.over,
        winners=tuple(after.played.winners),
    )
    return after, event


def state_of(
    session: Session,
    watching: CameraStatus,
    sender: Sender,
    *,
    paused: bool = False,
    quiet: bool = False,
    closed: str = "",
) -> TableState:
    """A session as it is told: scores, whose turn, the last moves with their score lines, what is open."""
    session = at_the_end(session)
    game = load_game(session.header.game)
    return TableState(
        sender,
        n=len(session.entries),
        game=session.header.game,
        title=game.title,
        players=tuple(
            replace(player, name=_clipped(player.name)) for player in players_shown(session, game)[:MOST_PLAYERS]
        ),
        turn=session.rules.to_move(session.state),
        over=session.played.over,
        winners=tuple(session.played.winners) if session.moves else (),
        paused=paused,
        quiet=quiet,
        camera=CameraShown(watching.state, _clipped(watching.message)),
        moves=tuple(
            _move_shown(session, number)
            for number in range(max(1, len(session.moves) - LAST_MOVES + 1), len(session.moves) + 1)
        ),
        questions=tuple(
            QuestionShown(
                question.id,
                _clipped(question.text),
                tuple(_clipped(choice.label) for choice in question.choices[:MOST_QUESTIONS]),
            )
            for question in session.questions[:MOST_QUESTIONS]
        ),
        problems=_problems(session.problems),
        position=position_to_json(session.position),
        options=dict(session.header.options),
        started=session.header.at,
        closed=closed,
    )


def _move_shown(session: Session, number: int) -> MoveShown:
    """The game's move of that number as messages may carry it."""
    shown = move_shown(session, session.moves[number - 1], number)
    lines = tuple(
        ScoreLine(_clipped(line.label), line.points, line.places[:MOST_PLACES], line.rule)
        for line in shown.lines[:MOST_LINES]
    )
    return replace(shown, text=_clipped(shown.text), lines=lines, problems=_problems(shown.problems))


def _problems(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    return tuple(
        Problem(problem.code, _clipped(problem.message), problem.places[:MOST_PLACES])
        for problem in problems[:MOST_PROBLEMS]
    )


def _clipped(text: str) -> str:
    """A text as messages may carry it: one line, not too long."""
    line = " ".join(text.split()) if not text.isprintable() else text
    return line if len(line) <= LONGEST_TEXT else line[: LONGEST_TEXT - 1] + "…"


def _without_crc(line: str) -> Mapping[str, Any]:
    return {key: value for key, value in json.loads(line).items() if key != "crc"}
