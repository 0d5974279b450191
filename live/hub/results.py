"""Results of games as the hub keeps them: who played at which table, how it stands, who has won."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tabletop.records import moment

FORMAT = "boardsight-results/1"


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One player's part of a game; `winner` by the game's own rules, tie-breaks included."""

    name: str
    score: int
    winner: bool = False


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game at a table, over or not.

    `game_id` tells one game at a table from the next; times are the hub's own clock (UTC, ISO 8601), since tables'
    clocks may be wrong. `counts` is false where the organiser has set a result aside.
    """

    table: str
    game_id: str
    game: str
    title: str
    began_at: str
    changed_at: str
    over: bool
    moves: int
    players: tuple[PlayerResult, ...]
    counts: bool = True

    @property
    def began(self) -> datetime:
        """When it began. ValueError where that is no moment."""
        return _moment(self.began_at)

    @property
    def changed(self) -> datetime:
        """When it stood so. ValueError where that is no moment."""
        return _moment(self.changed_at)

    @property
    def key(self) -> tuple[str, str]:
        """What makes it one game: the table's name and the game's id."""
        return (self.table, self.game_id)

    def to_json(self) -> dict[str, Any]:
        """As exports and the page have it."""
        return {
            "table": self.table,
            "game_id": self.game_id,
            "game": self.game,
            "title": self.title,
            "began_at": self.began_at,
            "changed_at": self.changed_at,
            "over": self.over,
            "counts": self.counts,
            "moves": self.moves,
            "players": [
                {"name": player.name, "score": player.score, "place": place, "winner": player.winner}
                for player, place in zip(self.players, places(self), strict=True)
            ],
        }


def _moment(at: str) -> datetime:
    found = moment(at)
    if found is None:
        raise ValueError(at)
    return found


def places(result: GameResult) -> tuple[int, ...]:
    """Each player's place from 1, in seat order; equal players share a place.

    Winners by the rules are first, whatever the scores say: the rules know their own tie-breaks.

    >>> ann, ben, cem = PlayerResult("Ann", 40), PlayerResult("Ben", 40, True), PlayerResult("Cem", 12)
    >>> places(GameResult("1", "a", "big-city", "Big City", "", "", True, 50, (ann, ben, cem)))
    (2, 1, 3)
    """
    ranks = [(player.winner, player.score) for player in result.players]
    return tuple(1 + sum(other > rank for other in ranks) for rank in ranks)
