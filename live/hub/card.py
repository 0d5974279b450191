"""What the wall needs of a table's state, read without the rest: states are long, and come a thousand a second."""

from __future__ import annotations

from dataclasses import dataclass, replace

from live.network.fields import Fields, InvalidField, document_of
from live.network.messages import MOST_MOVES, MOST_PLAYERS, MOST_PROBLEMS, MOST_QUESTIONS, STATE, Event, PlayerShown
from live.network.reading import take_player
from live.network.topics import is_word
from tabletop.readings import Problem


@dataclass(frozen=True, slots=True)
class LastMove:
    """The newest move in words."""

    n: int
    player: str
    text: str
    points: int
    legal: bool


@dataclass(frozen=True, slots=True)
class Card:
    """One table as the wall shows it; the words are those of `live.network.messages.TableState`."""

    table: str
    run: str
    process: str
    sent: str
    n: int
    game: str
    title: str
    players: tuple[PlayerShown, ...]
    over: bool
    paused: bool
    camera: str
    camera_message: str
    last: LastMove | None
    moves: int
    questions: tuple[str, ...]
    problems: tuple[str, ...]
    every_s: float
    version: str
    asked_name: str | None
    closed: str


def card_of(payload: bytes, table: str) -> Card | Problem:
    """The card of a state's payload, or what is wrong with it."""
    try:
        document = document_of(payload, STATE)
        named = document.text("table")
        if named != table:
            raise InvalidField("wrong-table", f"a message that says it comes from '{named}'")
        return _card(document)
    except InvalidField as error:
        return Problem(error.code, f"table '{table}' sends {error}", (f"table:{table}",))


def card_after(card: Card, event: Event) -> Card:
    """The card after one more line of its game: states come a little later than events, and seldom where much happens.

    An event of another game, or one that the card knows already, changes nothing.
    """
    if event.sender.run != card.run or event.n <= card.n:
        return card
    move, last = event.move, card.last
    if move is not None and (last is None or move.n >= last.n):
        last = LastMove(move.n, move.player or "", move.text, move.points, move.legal)
    players = tuple(
        replace(
            player,
            total=event.totals.get(player.name, player.total),
            turn=player.name == event.turn,
            winner=player.name in event.winners,
        )
        for player in card.players
    )
    moves = card.moves if last is None else max(card.moves, last.n)
    return replace(card, n=event.n, players=players, over=event.over, last=last, moves=moves)


def _card(document: Fields) -> Card:
    run, process = document.text("run"), document.text("process")
    if not is_word(run) or not is_word(process):
        raise InvalidField("misfit", "'run' and 'process' are not words of letters and digits")
    camera = Fields(document.mapping("camera", {}), "camera.")
    moves = document.each("moves", MOST_MOVES, lambda move: move)
    return Card(
        table=document.text("table"),
        run=run,
        process=process,
        sent=document.text("sent", ""),
        n=document.whole("n"),
        game=document.text("game"),
        title=document.text("title"),
        players=document.each("players", MOST_PLAYERS, take_player),
        over=document.flag("over", False),
        paused=document.flag("paused", False),
        camera=camera.text("state", "waiting"),
        camera_message=camera.text("message", ""),
        last=_last(moves[-1]) if moves else None,
        moves=max((move.whole("n") for move in moves[-1:]), default=0),
        questions=document.each("questions", MOST_QUESTIONS, lambda question: question.text("text")),
        problems=document.each("problems", MOST_PROBLEMS, lambda problem: problem.text("message")),
        every_s=min(max(document.seconds("every_s", 30.0), 1.0), 3600.0),
        version=document.text("version", ""),
        asked_name=document.maybe("asked_name", document.text),
        closed=document.text("closed", ""),
    )


def _last(document: Fields) -> LastMove:
    return LastMove(
        document.whole("n"),
        document.maybe("player", document.text) or "",
        document.text("text"),
        document.whole("points"),
        document.flag("legal"),
    )
