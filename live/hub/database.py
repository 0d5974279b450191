"""Results on disk: SQLite beside the records, or PostgreSQL by its URL."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sql
from sqlalchemy.engine import URL

from live.archive.database import OpenDatabase
from live.hub.results import GameResult, PlayerResult
from tabletop.records import moment
from tabletop.schema import shown

MOST_LOADED = 100_000
"""So many results are held in memory at most, the newest; the database keeps all."""

_METADATA = sql.MetaData()
RESULTS = sql.Table(
    "boardsight_results",
    _METADATA,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("table_name", sql.String(100), nullable=False),
    sql.Column("game_id", sql.String(100), nullable=False),
    sql.Column("game", sql.String(100), nullable=False),
    sql.Column("title", sql.String(200), nullable=False),
    sql.Column("began_at", sql.String(32), nullable=False, index=True),
    sql.Column("changed_at", sql.String(32), nullable=False),
    sql.Column("is_over", sql.Boolean, nullable=False),
    sql.Column("counts", sql.Boolean, nullable=False),
    sql.Column("moves", sql.Integer, nullable=False),
    sql.UniqueConstraint("table_name", "game_id"),
)
PLAYERS = sql.Table(
    "boardsight_result_players",
    _METADATA,
    sql.Column("result_id", sql.ForeignKey(RESULTS.c.id, ondelete="CASCADE"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("player", sql.String(200), nullable=False),
    sql.Column("score", sql.Integer, nullable=False),
    sql.Column("is_winner", sql.Boolean, nullable=False),
)


class Database:
    """Where results lie; every method raises DatabaseAway while the database can't be reached."""

    def __init__(self, url: URL) -> None:
        self._open = OpenDatabase(url, _METADATA)
        self.name = self._open.name

    def store(self, results: Iterable[GameResult]) -> None:
        """Write results, each anew or over its older state, all of them or none."""
        with self._open.writing() as connection:
            for result in results:
                values = _row(result)
                made = self._open.insert(RESULTS).values(**values)
                changed = {key: value for key, value in values.items() if key not in ("table_name", "game_id")}
                kept = made.on_conflict_do_update(index_elements=["table_name", "game_id"], set_=changed)
                number = connection.execute(kept.returning(RESULTS.c.id)).scalar_one()
                connection.execute(sql.delete(PLAYERS).where(PLAYERS.c.result_id == number))
                if result.players:
                    connection.execute(sql.insert(PLAYERS), _player_rows(number, result))

    def load(self, since: datetime | None = None) -> tuple[GameResult, ...]:
        """Results in the order in which they began, those only that began at `since` or later."""
        wanted = sql.select(RESULTS).order_by(RESULTS.c.began_at.desc(), RESULTS.c.id.desc()).limit(MOST_LOADED)
        if since is not None:
            wanted = wanted.where(RESULTS.c.began_at >= utc_words(since))
        inner = wanted.subquery()
        seats = sql.select(PLAYERS).join(inner, PLAYERS.c.result_id == inner.c.id).order_by(PLAYERS.c.seat)
        with self._open.reading() as connection:
            rows = connection.execute(wanted).mappings().all()
            players: dict[int, list[PlayerResult]] = {}
            for seat in connection.execute(seats).mappings():
                one = PlayerResult(seat["player"], seat["score"], seat["is_winner"])
                players.setdefault(seat["result_id"], []).append(one)
        found = tuple(_result(row, players.get(row["id"], [])) for row in reversed(rows))
        wrong = next((result for result in found if not _is_whole(result)), None)
        if wrong is not None:
            raise self._open.damaged(f"the result of {shown(wrong.table)}, {shown(wrong.began_at)}")
        return found

    def clear(self) -> None:
        """Forget every result."""
        with self._open.writing() as connection:
            connection.execute(sql.delete(PLAYERS))
            connection.execute(sql.delete(RESULTS))

    def close(self) -> None:
        """Let go of every connection."""
        self._open.close()


def utc_words(when: datetime) -> str:
    """A moment as the hub writes all its times: UTC, ISO 8601, to the millisecond, so that they sort as text."""
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def _is_whole(result: GameResult) -> bool:
    """Whether everything is of its kind: SQLite keeps in a column whatever it is given."""
    texts = (result.table, result.game_id, result.game, result.title, *(one.name for one in result.players))
    counts = (result.moves, *(one.score for one in result.players))
    whole = all(isinstance(one, str) for one in texts) and all(isinstance(one, int) for one in counts)
    return whole and all(isinstance(at, str) and moment(at) is not None for at in (result.began_at, result.changed_at))


def _row(result: GameResult) -> dict[str, Any]:
    return {
        "table_name": result.table,
        "game_id": result.game_id,
        "game": result.game,
        "title": result.title,
        "began_at": result.began_at,
        "changed_at": result.changed_at,
        "is_over": result.over,
        "counts": result.counts,
        "moves": result.moves,
    }


def _player_rows(number: int, result: GameResult) -> list[dict[str, Any]]:
    return [
        {"result_id": number, "seat": seat, "player": one.name, "score": one.score, "is_winner": one.winner}
        for seat, one in enumerate(result.players, start=1)
    ]


def _result(row: sql.RowMapping, players: list[PlayerResult]) -> GameResult:
    return GameResult(
        row["table_name"],
        row["game_id"],
        row["game"],
        row["title"],
        row["began_at"],
        row["changed_at"],
        row["is_over"],
        row["moves"],
        tuple(players),
        row["counts"],
    )
