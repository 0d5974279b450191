"""A database by its URL, SQLite or PostgreSQL; what lies in it is said by whoever opens it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from tabletop.addresses import address_name, without_secrets
from tabletop.errors import BoardsightError, UsageError
from tabletop.packages import need_packages
from tabletop.wholefiles import make_folder

CONNECT_TIMEOUT_S = 10
BROKEN = ("malformed", "not a database", "no such column", "no such table", "has no column", "is not an error")
"""What SQLite says of a file that is damaged, or none of ours."""
LARGEST_VALUE = 20_000_000
"""Bytes."""


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
        need_packages("PostgreSQL", ("pg8000",))
        return url.set(drivername="postgresql+pg8000")
    if kind == "sqlite":
        return url
    raise UsageError(f"--database: {kind} is not known here; expected FILE, sqlite:///FILE or postgresql://…")


def _bound_values(connection: sqlite3.Connection, _: object) -> None:
    """Let no value of a stranger's file be larger than any of ours."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_VALUE)


class OpenDatabase:
    """Tables in a database; `reading` and `writing` raise DatabaseAway while it can't be reached."""

    def __init__(self, url: URL, tables: sql.MetaData) -> None:
        shown = address_name(url.render_as_string(hide_password=True).replace("+pg8000", ""))
        self.is_file = url.drivername.startswith("sqlite")
        self.name = url.database or shown if self.is_file else shown
        self._tables = tables
        if self.is_file:
            if url.database:
                make_folder(Path(url.database).parent)
            self._engine = sql.create_engine(url, connect_args={"timeout": CONNECT_TIMEOUT_S})
            sql.event.listen(self._engine, "connect", _bound_values)
        else:
            self._engine = sql.create_engine(
                url, connect_args={"timeout": CONNECT_TIMEOUT_S}, pool_pre_ping=True, pool_size=2
            )
        self._is_ready = False

    @contextmanager
    def writing(self) -> Iterator[sql.Connection]:
        """A transaction: all that is done in it, or nothing."""
        with self._told(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[sql.Connection]:
        """A connection to look something up."""
        with self._told(), self._engine.connect() as connection:
            yield connection

    def insert(self, table: sql.Table) -> Any:
        """An insertion that can be told what to do where the row is there already."""
        return (postgresql.insert if self._engine.dialect.name == "postgresql" else sqlite.insert)(table)

    def wipe_empty_pages(self) -> None:
        """Let nothing that was deleted stay in the file; a server has its own ways for that."""
        if self.is_file:
            with self._told(), self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.execute(sql.text("vacuum"))

    def close(self) -> None:
        """Let go of every connection."""
        self._engine.dispose()

    def damaged(self, what: str) -> DatabaseAway:
        """What to raise where something in it is nothing of ours."""
        mend = "move it away, and a new one is made; a backup brings back what was in it"
        return DatabaseAway(f"the database {self.name} is damaged ({what}); {mend}")

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            if not self._is_ready:
                if self.is_file:
                    self._need_plain_tables()
                self._tables.create_all(self._engine)
                self._is_ready = True
            yield
        except (SQLAlchemyError, OSError, UnicodeDecodeError) as error:  # the last: names in a damaged file
            raise self._away(error) from error

    def _need_plain_tables(self) -> None:
        """Raise DatabaseAway for a stranger's file in which reading a table may run for ever."""
        with self._engine.connect() as connection:
            if connection.execute(sql.text("select 1 from sqlite_master where type in ('view', 'trigger')")).first():
                raise DatabaseAway(
                    f"the database {self.name} is none of ours: it holds views or triggers; name another"
                )

    def _away(self, error: Exception) -> DatabaseAway:
        reason = (str(getattr(error, "orig", None) or error).splitlines() or [type(error).__name__])[0][:200]
        lowered = reason.lower()
        refused = "password" in lowered or "28p01" in lowered or "28000" in lowered
        if refused:
            reason = "user or password is wrong"
        elif "no such file" in lowered or "refused" in lowered or "can't create a connection" in lowered:
            reason = "nothing answers there"
        elif self.is_file and any(word in lowered for word in BROKEN):
            reason = f"{reason}; move it away, and a new one is made"
        return DatabaseAway(f"the database {self.name} can't be used: {without_secrets(reason)}", refused=refused)
