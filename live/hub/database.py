"""Results on disk: SQLite beside the records, or PostgreSQL by its URL; SQLAlchemy speaks to both."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from live.hub.results import GameResult, PlayerResult
from tabletop.errors import BoardsightError, UsageError

CONNECT_TIMEOUT_S = 10
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


class DatabaseAway(BoardsightError):
    """The database can't be used now; the message says which and why, without the password.

    `refused` says that it wants another user or password: waiting helps nothing.
    """

    def __init__(self, message: str, *, refused: bool = False) -> None:
        super().__init__(message)
        self.refused = refused


def database_url(word: str) -> URL:
    """A URL as people write it, for the drivers that are installed. Raises UsageError.

    >>> database_url("postgresql://club:secret@db.example/hub").drivername
    'postgresql+pg8000'
    """
    try:
        url = make_url(word if "://" in word else f"sqlite:///{word}")
    except (ArgumentError, ValueError) as error:
        raise UsageError("--database: that is no URL; write FILE, sqlite:///FILE or postgresql://…") from error
    kind = url.drivername.partition("+")[0]
    if kind in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+pg8000")
    if kind == "sqlite":
        return url
    raise UsageError(f"--database: {kind} is not known here; expected FILE, sqlite:///FILE or postgresql://…")


class Database:
    """Where results lie; every method raises DatabaseAway while the database can't be reached."""

    def __init__(self, url: URL) -> None:
        shown = url.render_as_string(hide_password=True).replace("+pg8000", "")
        self.name = url.database or shown if url.drivername.startswith("sqlite") else shown
        self._url = url
        if url.drivername.startswith("sqlite"):
            if url.database:
                Path(url.database).parent.mkdir(parents=True, exist_ok=True)
            self._engine = sql.create_engine(url, connect_args={"timeout": CONNECT_TIMEOUT_S})
        else:
            self._engine = sql.create_engine(
                url, connect_args={"timeout": CONNECT_TIMEOUT_S}, pool_pre_ping=True, pool_size=2
            )
        self._is_ready = False

    def store(self, results: Iterable[GameResult]) -> None:
        """Write results, each anew or over its older state, all of them or none."""
        insert = postgresql.insert if self._engine.dialect.name == "postgresql" else sqlite.insert
        try:
            self._make_ready()
            with self._engine.begin() as connection:
                for result in results:
                    values = _row(result)
                    made = insert(RESULTS).values(**values)
                    changed = {key: value for key, value in values.items() if key not in ("table_name", "game_id")}
                    kept = made.on_conflict_do_update(index_elements=["table_name", "game_id"], set_=changed)
                    number = connection.execute(kept.returning(RESULTS.c.id)).scalar_one()
                    connection.execute(sql.delete(PLAYERS).where(PLAYERS.c.result_id == number))
                    if result.players:
                        connection.execute(sql.insert(PLAYERS), _player_rows(number, result))
        except (SQLAlchemyError, OSError) as error:
            raise self._away(error) from error

    def load(self, since: datetime | None = None) -> tuple[GameResult, ...]:
        """Results in the order in which they began, those only that began at `since` or later."""
        wanted = sql.select(RESULTS).order_by(RESULTS.c.began_at.desc(), RESULTS.c.id.desc()).limit(MOST_LOADED)
        if since is not None:
            wanted = wanted.where(RESULTS.c.began_at >= utc_words(since))
        inner = wanted.subquery()
        seats = sql.select(PLAYERS).join(inner, PLAYERS.c.result_id == inner.c.id).order_by(PLAYERS.c.seat)
        try:
            self._make_ready()
            with self._engine.connect() as connection:
                rows = connection.execute(wanted).mappings().all()
                players: dict[int, list[PlayerResult]] = {}
                for seat in connection.execute(seats).mappings():
                    one = PlayerResult(seat["player"], seat["score"], seat["is_winner"])
                    players.setdefault(seat["result_id"], []).append(one)
        except (SQLAlchemyError, OSError) as error:
            raise self._away(error) from error
        return tuple(_result(row, players.get(row["id"], [])) for row in reversed(rows))

    def clear(self) -> None:
        """Forget every result."""
        try:
            self._make_ready()
            with self._engine.begin() as connection:
                connection.execute(sql.delete(PLAYERS))
                connection.execute(sql.delete(RESULTS))
        except (SQLAlchemyError, OSError) as error:
            raise self._away(error) from error

    def close(self) -> None:
        """Let go of every connection."""
        self._engine.dispose()

    def _make_ready(self) -> None:
        if not self._is_ready:
            _METADATA.create_all(self._engine)
            self._is_ready = True

    def _away(self, error: Exception) -> DatabaseAway:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0][:200]
        lowered = reason.lower()
        refused = "password" in lowered or "28p01" in lowered or "28000" in lowered
        if refused:
            reason = "user or password is wrong"
        elif "no such file" in lowered or "refused" in lowered or "can't create a connection" in lowered:
            reason = "nothing answers there"
        return DatabaseAway(f"the database {self.name} can't be used: {reason}", refused=refused)


def utc_words(moment: datetime) -> str:
    """A moment as the hub writes all its times: UTC, ISO 8601, to the millisecond, so that they sort as text."""
    from datetime import UTC

    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


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
