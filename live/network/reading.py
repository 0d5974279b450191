"""Messages read: whatever comes, the answer is a value or a Problem, never an error."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeVar

from live.network.fields import Fields, InvalidField, document_of
from live.network.topics import is_table_name, is_word
from live.network.values import (
    CLAIM,
    EVENT,
    MOST_LINES,
    MOST_MOVES,
    MOST_PLACES,
    MOST_PLAYERS,
    MOST_PROBLEMS,
    MOST_QUESTIONS,
    STATE,
    Claim,
    Event,
    MoveShown,
    PlayerShown,
    QuestionShown,
    Sender,
    Status,
    TableState,
)
from scoring.protocol import ScoreLine
from tabletop.readings import Problem

Message = TypeVar("Message")


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
            raise InvalidField("wrong-table", f"a message that says it comes from '{named}'")
        return take(document)
    except InvalidField as error:
        who = "" if table is None else f"table '{table}' sends "
        return Problem(error.code, f"{who}{error}", places)


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


def _take_sender(document: Fields) -> Sender:
    sender = Sender(document.text("table"), document.text("run"), document.text("process"), document.text("sent", ""))
    if not is_table_name(sender.table):
        raise InvalidField("misfit", "'table' is no table's name")
    if not is_word(sender.run) or not is_word(sender.process):
        raise InvalidField("misfit", "'run' and 'process' are not words of letters and digits")
    return sender


def _take_state(document: Fields) -> TableState:
    camera = Fields(document.mapping("camera", {}), "camera.")
    return TableState(
        _take_sender(document),
        n=_count(document, "n"),
        game=document.text("game"),
        title=document.text("title"),
        players=document.each("players", MOST_PLAYERS, take_player),
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


def take_player(document: Fields) -> PlayerShown:
    """A player as a state tells; Misfit where something is missing or of another kind."""
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
        raise InvalidField("misfit", f"'{key}' is not a number from 0")
    return value
