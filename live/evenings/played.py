"""A game as evenings remember it: who sat where, how it ended, what brought the points, how long it took."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

from live.page.souvenir import best_moves
from live.page.state import score_reasons
from live.records.renaming import PLACEHOLDER, is_colour
from live.table.session import Session, begin, move_words
from tabletop.gamefile import load_game
from tabletop.records import Record, moments
from tabletop.schema import Key, Mismatch, anything, flag, line, list_of, made, number, record, whole

FORMAT = "boardsight-evening-game/1"
LONGEST_PAUSE = timedelta(minutes=30)
"""Whoever does nothing for longer has gone to eat: it is no part of a game's duration."""
BEST_MOVES = 3
"""Of each player so many are remembered a game."""


@dataclass(frozen=True, slots=True)
class BestMove:
    """A move that brought many points, in words."""

    points: int
    text: str


@dataclass(frozen=True, slots=True)
class EveningSeat:
    """One player's part of a game. `reasons` are labels with their points, which sum to the score."""

    name: str
    seat: int
    score: int
    winner: bool = False
    is_person: bool = True
    """Not somebody called by a colour, nor one whose name was taken out."""
    best: tuple[BestMove, ...] = ()
    reasons: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class EveningGame:
    """One game by its record's file; times are UTC, ISO 8601."""

    file: str
    game: str
    title: str
    began: str
    over: bool
    moves: int
    seats: tuple[EveningSeat, ...]
    minutes: float | None = None

    def to_json(self) -> dict[str, Any]:
        """As the database keeps it."""
        return {"format": FORMAT, **asdict(self)}


def evening_game(record: Record, file: str) -> EveningGame:
    """What is remembered of a record. Raises UnreadableInput where its rules can't be found."""
    session = begin(record.header, record.entries)
    played = session.played
    times = moments(record)
    reasons = score_reasons(session)
    seats = tuple(
        EveningSeat(
            name,
            seat,
            played.totals.get(name, 0),
            name in played.winners,
            not is_colour(record.header.game, name) and not PLACEHOLDER.fullmatch(name),
            _best(session, name),
            tuple((str(line["label"]), int(line["points"])) for line in reasons.get(name, [])),
        )
        for seat, name in enumerate(record.header.players, start=1)
    )
    title = load_game(record.header.game).title
    began = f"{times[0]:%Y-%m-%dT%H:%M:%SZ}" if times else ""
    name = Path(record.header.game).name  # a game of people's own is the same one wherever its file lies
    return EveningGame(file, name, title, began, played.over, len(played.moves), seats, _minutes(times))


def evening_game_from(document: Any) -> EveningGame | None:
    """The value of `to_json`; None for another version's or a broken one, which is made anew from the record."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        return None
    try:
        found: EveningGame = _GAME.read({key: value for key, value in document.items() if key != "format"}, ())
    except Mismatch:
        return None
    return found


def _are_reasons(value: Any) -> bool:
    pairs = value if isinstance(value, list) else [None]
    return all(isinstance(one, list) and [type(part) for part in one] == [str, int] for one in pairs)


LONGEST_TEXT, MOST_COUNTED = 10_000, 10**9
_KINDS = {
    str: line(LONGEST_TEXT),
    int: whole(-MOST_COUNTED, MOST_COUNTED),
    bool: flag(),
    float: number("minutes", least=0),
}
_REASONS = made(anything("labels with points", _are_reasons), lambda pairs: tuple(map(tuple, pairs)))
_BEST = Key(list_of(record(BestMove, _KINDS)), ())
_SEAT = record(EveningSeat, _KINDS, {"best": _BEST, "reasons": Key(_REASONS, ())})
_GAME = record(EveningGame, _KINDS, {"seats": Key(list_of(_SEAT))})


def _best(session: Session, player: str) -> tuple[BestMove, ...]:
    own = [move for move in session.moves if move.judged.move.player == player]
    return tuple(
        BestMove(move.judged.points, move_words(session.rules, move.judged.move, move.judged.state))
        for move in best_moves(own, BEST_MOVES)
    )


def _minutes(times: Sequence[datetime]) -> float | None:
    """How long people played, without the time that the table stood alone; None where nobody wrote the time."""
    pauses = [later - earlier for earlier, later in pairwise(sorted(times))]
    if not pauses:
        return None
    return round(sum((pause for pause in pauses if pause <= LONGEST_PAUSE), timedelta()).total_seconds() / 60, 1)
