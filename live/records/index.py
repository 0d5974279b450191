"""The index of played games: one SQLite file beside the records, made from them and always brought up to date first.

It holds nothing that the records don't: whoever deletes it loses nothing.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring import replay
from tabletop.errors import BoardsightError, UsageError
from tabletop.records import read_record
from tabletop.textfiles import read_bytes
from tabletop.visible import visible

FILE = "games.sqlite"
VERSION = 1
"""Another version of the table is thrown away and made anew."""
TABLE = """
create table games (
    file text primary key, size integer not null, changed_ns integer not null,
    game text not null, players text not null, begun text, ended text, moves integer not null,
    totals text not null, winners text not null, over integer not null, trouble text not null
)
"""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One record: what was played, by whom, how it stands; `trouble` says why a file could not be read."""

    file: str
    game: str = ""
    players: tuple[str, ...] = ()
    begun: str | None = None
    ended: str | None = None
    moves: int = 0
    totals: Mapping[str, int] | None = None
    winners: tuple[str, ...] = ()
    over: bool = False
    trouble: str = ""

    def to_json(self) -> dict[str, Any]:
        """As `games list --json` prints it."""
        return {
            "file": self.file,
            "game": self.game,
            "players": list(self.players),
            "begun": self.begun,
            "ended": self.ended,
            "moves": self.moves,
            "totals": dict(self.totals or {}),
            "winners": list(self.winners),
            "over": self.over,
            "trouble": self.trouble,
        }


def games_in(folder: Path) -> tuple[PlayedGame, ...]:
    """Every record (`*.jsonl`) of a folder, the newest first; only files that changed are read again.

    Raises UsageError where there is no such folder, BoardsightError where the index can't be written.
    """
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder}; records are written to `out` unless `--record` says otherwise")
    try:
        with closing(sqlite3.connect(folder / FILE, timeout=10.0)) as index:
            with index:
                _ready(index)
                _refresh(index, folder)
            return tuple(_rows(index))
    except (sqlite3.Error, ValueError, TypeError) as error:
        raise BoardsightError(
            f"the index {folder / FILE} can't be used: {error}; delete it, it is made anew"
        ) from error


def _ready(index: sqlite3.Connection) -> None:
    """The table as this version knows it."""
    index.execute("begin immediate")
    if index.execute("pragma user_version").fetchone()[0] == VERSION:
        return
    index.execute("drop table if exists games")
    index.execute(TABLE)
    index.execute(f"pragma user_version = {VERSION}")


def _refresh(index: sqlite3.Connection, folder: Path) -> None:
    columns = "file, size, changed_ns, trouble"
    rows = list(index.execute(f"select {columns} from games"))
    known = {file: None if trouble else (size, changed) for file, size, changed, trouble in rows}
    found = {visible(path.name): path for path in folder.glob("*.jsonl")}
    for name in known.keys() - found.keys():
        index.execute("delete from games where file = ?", (name,))
    for name, path in found.items():
        status = path.stat() if path.is_file() else path.lstat()
        stamp = (status.st_size, status.st_mtime_ns)
        if known.get(name) == stamp:
            continue
        played = _looked_into(path)
        row = (
            name, *stamp, played.game, json.dumps(played.players), played.begun, played.ended, played.moves,
            json.dumps(played.totals or {}), json.dumps(played.winners), played.over, played.trouble,
        )  # fmt: skip
        index.execute(f"insert or replace into games values ({', '.join('?' * len(row))})", row)


def _looked_into(path: Path) -> PlayedGame:
    """A record's figures; one that can't be read is listed with the reason."""
    name = visible(path.name)
    if not path.is_file():
        return PlayedGame(name, trouble=f"{name} is no file: a folder, a pipe, or a link that leads nowhere")
    try:
        record, _ = read_record(read_bytes(path), source=name, near=path)
        replayed = replay(record)
    except BoardsightError as error:
        return PlayedGame(name, trouble=visible(str(error)))
    times = [entry.at for entry in record.entries if entry.at is not None]
    return PlayedGame(
        name,
        record.header.game,
        record.header.players,
        record.header.at or (times[0] if times else None),
        times[-1] if times else None,
        len(replayed.moves),
        dict(replayed.totals),
        tuple(replayed.winners),
        replayed.over,
    )


def _rows(index: sqlite3.Connection) -> Iterator[PlayedGame]:
    columns = "file, game, players, begun, ended, moves, totals, winners, over, trouble"
    for row in index.execute(f"select {columns} from games order by begun desc, file desc"):
        file, game, players, begun, ended, moves, totals, winners, over, trouble = row
        yield PlayedGame(
            file, game, tuple(json.loads(players)), begun, ended, moves,
            json.loads(totals), tuple(json.loads(winners)), bool(over), trouble,
        )  # fmt: skip
