"""A game as evenings remember it: who sat where, how it ended, what brought the points, how long it took."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from live.page.souvenir import best_moves
from live.page.state import score_reasons
from live.records.renaming import PLACEHOLDER, is_colour
from live.table.session import Session, begin, move_words
from tabletop.gamefile import load_game
from tabletop.records import Record

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
    times = [at for at in (record.header.at, *(entry.at for entry in record.entries)) if at]
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
    began = times[0] if times else ""
    return EveningGame(file, record.header.game, title, began, played.over, len(played.moves), seats, _minutes(times))


def evening_game_from(document: Mapping[str, Any]) -> EveningGame | None:
    """The value of `to_json`; None for another version's, which is made anew from the record."""
    if document.get("format") != FORMAT:
        return None
    fields = {key: value for key, value in document.items() if key not in ("format", "seats")}
    seats = (
        EveningSeat(
            **{
                **seat,
                "best": tuple(BestMove(**move) for move in seat["best"]),
                "reasons": tuple((label, points) for label, points in seat["reasons"]),
            }
        )
        for seat in document["seats"]
    )
    return EveningGame(**fields, seats=tuple(seats))


def _best(session: Session, player: str) -> tuple[BestMove, ...]:
    own = [move for move in session.moves if move.judged.move.player == player]
    return tuple(
        BestMove(move.judged.points, move_words(session.rules, move.judged.move, move.judged.state))
        for move in best_moves(own, BEST_MOVES)
    )


def _minutes(times: list[str]) -> float | None:
    """How long people played, without the time that the table stood alone; None where nobody wrote the time."""
    moments = sorted(datetime.fromisoformat(at.replace("Z", "+00:00")) for at in times)
    pauses = [later - earlier for earlier, later in pairwise(moments)]
    if not pauses:
        return None
    return round(sum((pause for pause in pauses if pause <= LONGEST_PAUSE), timedelta()).total_seconds() / 60, 1)
