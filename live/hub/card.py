"""What the wall needs of a table's state, read without the rest: states are long, and come a thousand a second."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from live.network.formats import KINDS, TEXT, WORD, Format
from live.network.messages import MOST_MOVES, MOST_PROBLEMS, MOST_QUESTIONS, STATE, CameraShown, RecordEvent
from live.page.shown import PlayerShown
from tabletop.readings import Problem
from tabletop.schema import FieldKind, Key, anything, list_of, made, nothing_or, record, table


@dataclass(frozen=True, slots=True)
class LastMove:
    """The newest move in words."""

    n: int
    player: str
    text: str
    points: int
    legal: bool
    number: int = 0
    """Which move of the game it is."""


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


def card_after(card: Card, event: RecordEvent) -> Card:
    """The card after one more line of its game: states come a little later than events, and seldom where much happens.

    An event of another game, or one that the card knows already, changes nothing.
    """
    if event.sender.run != card.run or event.n <= card.n:
        return card
    move, last = event.move, card.last
    if move is not None and (last is None or move.n >= last.n):
        last = LastMove(move.n, move.player or "", move.text, move.points, move.legal, move.number)
    players = tuple(
        replace(
            player,
            total=event.totals.get(player.name, player.total),
            turn=player.name == event.turn,
            winner=player.name in event.winners,
        )
        for player in card.players
    )
    moves = card.moves if last is None else max(card.moves, last.number)
    return replace(card, n=event.n, players=players, over=event.over, last=last, moves=moves)


def _card(camera: CameraShown, moves: Sequence[Mapping[str, Any]], every_s: float, **same: Any) -> Card:
    last = _LAST.read(moves[-1], ("moves", len(moves) - 1)) if moves else None
    return Card(
        **same,
        camera=camera.state,
        camera_message=camera.message,
        last=last,
        moves=0 if last is None else last.number,
        every_s=min(max(every_s, 1.0), 3600.0),
    )


def _only(key: str) -> FieldKind:
    """A text that is all that is wanted of an object."""
    return table(lambda **values: values[key], {key: Key(TEXT)}, name="an object", more=True)


_MOVE = anything("an object", lambda value: isinstance(value, dict))
_LAST = record(LastMove, KINDS, {"player": Key(made(nothing_or(TEXT), lambda name: name or ""), "")}, more=True)
_SAID = STATE.kind.keys or {}
_CARD: Format[Card] = Format(
    STATE.name,
    table(
        _card,
        {
            "table": Key(TEXT),
            "run": Key(WORD),
            "process": Key(WORD),
            "sent": Key(TEXT, ""),
            **{
                key: _SAID[key]
                for key in (
                    "n", "game", "title", "players", "over", "paused", "camera", "every_s", "version", "asked_name",
                    "closed",
                )
            },
            "moves": Key(list_of(_MOVE, most=MOST_MOVES), ()),
            "questions": Key(list_of(_only("text"), most=MOST_QUESTIONS), ()),
            "problems": Key(list_of(_only("message"), most=MOST_PROBLEMS), ()),
        },
        more=True,
    ),
)  # fmt: skip
card_of: Callable[[bytes, str], Card | Problem] = _CARD.parse
"""The card of a state's payload, or what is wrong with it; the table is the topic's."""
