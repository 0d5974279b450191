"""People and games in a database: the people are only there, the games are remembered from the records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sql
from sqlalchemy.engine import URL

from live.archive.database import OpenDatabase
from live.evenings.people import Person, folded_name
from live.evenings.played import EveningGame, evening_game_from
from tabletop.schema import Key, Mismatch, line, list_of, record, shown, whole

_METADATA = sql.MetaData()
PEOPLE = sql.Table(
    "boardsight_people",
    _METADATA,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("name", sql.String(200), nullable=False),
    sql.Column("colour", sql.String(7)),
    sql.Column("seat", sql.Integer),
)
SPELLINGS = sql.Table(
    "boardsight_spellings",
    _METADATA,
    sql.Column("folded", sql.String(200), primary_key=True),
    sql.Column("spelling", sql.String(200), nullable=False),
    sql.Column("person_id", sql.ForeignKey(PEOPLE.c.id, ondelete="CASCADE"), nullable=False),
)
GAMES = sql.Table(
    "boardsight_evening_games",
    _METADATA,
    sql.Column("folder", sql.String(1000), primary_key=True),
    sql.Column("file", sql.String(500), primary_key=True),
    sql.Column("size", sql.BigInteger, nullable=False),
    sql.Column("changed_ns", sql.BigInteger, nullable=False),
    sql.Column("trouble", sql.Text, nullable=False),
    sql.Column("game", sql.Text, nullable=False),
)

_PERSON = record(Person, {str: line(200), int: whole(-(2**63), 2**63 - 1)}, {"spellings": Key(list_of(line(200)))})
LARGEST_GAME = 1_000_000
"""Letters: of nine players with all that is remembered a hundredth; a larger one is made anew from its record."""
Stamp = tuple[int, int]
"""A file's size and when it was changed, in ns."""


@dataclass(frozen=True, slots=True)
class RememberedFile:
    """A record's file as it was read: its game, or why there is none."""

    stamp: Stamp
    game: EveningGame | None
    trouble: str = ""


class EveningStore:
    """What is known of people and games; every method raises DatabaseAway while the database can't be reached."""

    def __init__(self, url: URL) -> None:
        self._open = OpenDatabase(url, _METADATA)
        self.name = self._open.name

    def close(self) -> None:
        """Let go of every connection."""
        self._open.close()

    def people(self) -> tuple[Person, ...]:
        """Everybody, by name."""
        with self._open.reading() as connection:
            spellings: dict[int, list[Any]] = {}
            for row in connection.execute(sql.select(SPELLINGS).order_by(SPELLINGS.c.folded)).mappings():
                spellings.setdefault(row["person_id"], []).append(row["spelling"])
            rows = connection.execute(sql.select(PEOPLE)).mappings().all()
        people = [self._person(row, spellings.get(row["id"], [])) for row in rows]
        return tuple(sorted(people, key=lambda person: (person.name.casefold(), person.id)))

    def _person(self, row: sql.RowMapping, spellings: list[Any]) -> Person:
        """A row as a person. Raises DatabaseAway where it is none, since people stand nowhere else."""
        fields = {"id": row["id"], "name": row["name"], "chosen_colour": row["colour"], "chosen_seat": row["seat"]}
        try:
            found: Person = _PERSON.read({**fields, "spellings": spellings}, ())
        except Mismatch as error:
            raise self._open.damaged(f"person {shown(row['id'])}: {error.reason}") from error
        return found

    def files(self, folder: str) -> Mapping[str, RememberedFile]:
        """What is remembered of a folder's records, by their names."""
        small = sql.func.length(GAMES.c.game) <= LARGEST_GAME
        with self._open.reading() as connection:
            rows = connection.execute(sql.select(GAMES).where(GAMES.c.folder == folder, small)).mappings().all()
        found = {}
        for row in rows:
            try:
                document = json.loads(row["game"])
            except (TypeError, ValueError, RecursionError):
                continue  # made anew from the record
            game = evening_game_from(document)
            if game is not None or document == {}:
                found[row["file"]] = RememberedFile((row["size"], row["changed_ns"]), game, str(row["trouble"]))
        return found

    def remember(self, folder: str, read: Mapping[str, RememberedFile], gone: Iterable[str]) -> None:
        """Keep what was read anew, forget files that are gone; whoever plays for the first time becomes a person."""
        with self._open.writing() as connection:
            for file in (*read, *gone):
                connection.execute(sql.delete(GAMES).where(GAMES.c.folder == folder, GAMES.c.file == file))
            for file, one in read.items():
                size, changed_ns = one.stamp
                document = {} if one.game is None else one.game.to_json()
                row = {"folder": folder, "file": file, "size": size, "changed_ns": changed_ns, "trouble": one.trouble}
                connection.execute(sql.insert(GAMES), {**row, "game": json.dumps(document, ensure_ascii=False)})
            known = set(connection.execute(sql.select(SPELLINGS.c.folded)).scalars())
            new = {
                folded_name(seat.name): seat.name
                for one in read.values()
                for seat in (() if one.game is None else one.game.seats)
                if seat.is_person and folded_name(seat.name) not in known
            }
            _add_people(connection, [Person(0, name, (name,)) for name in new.values()])

    def add(self, people: Iterable[Person]) -> None:
        """People with spellings that are nobody's yet; those that are somebody's stay where they are."""
        with self._open.writing() as connection:
            known = set(connection.execute(sql.select(SPELLINGS.c.folded)).scalars())
            new = []
            for person in people:
                own = {folded_name(spelling): spelling for spelling in person.spellings}
                left = tuple(spelling for folded, spelling in own.items() if folded not in known)
                known.update(own)
                new += [replace(person, spellings=left)] if left else []
            _add_people(connection, new)

    def change(self, person_id: int, values: Mapping[str, Any]) -> None:
        """Another `name`, `colour` or `seat`."""
        with self._open.writing() as connection:
            connection.execute(sql.update(PEOPLE).where(PEOPLE.c.id == person_id).values(**values))

    def merge(self, of: int, into: int) -> None:
        """All spellings of one person are another's from now on."""
        with self._open.writing() as connection:
            connection.execute(sql.update(SPELLINGS).where(SPELLINGS.c.person_id == of).values(person_id=into))
            connection.execute(sql.delete(PEOPLE).where(PEOPLE.c.id == of))

    def split(self, spelling: str) -> None:
        """One spelling becomes a person of its own."""
        with self._open.writing() as connection:
            connection.execute(sql.delete(SPELLINGS).where(SPELLINGS.c.folded == folded_name(spelling)))
            _add_people(connection, [Person(0, spelling, (spelling,))])

    def forget(self, person_id: int) -> None:
        """Nothing of a person stays here, in the database's empty pages neither."""
        with self._open.writing() as connection:
            connection.execute(sql.delete(SPELLINGS).where(SPELLINGS.c.person_id == person_id))
            connection.execute(sql.delete(PEOPLE).where(PEOPLE.c.id == person_id))
        self._open.wipe_empty_pages()


def _add_people(connection: sql.Connection, people: Sequence[Person]) -> None:
    if not people:
        return
    made = connection.execute(
        sql.insert(PEOPLE).returning(PEOPLE.c.id, sort_by_parameter_order=True),
        [{"name": one.name, "colour": one.chosen_colour, "seat": one.chosen_seat} for one in people],
    ).scalars()
    rows = [
        {"folded": folded_name(spelling), "spelling": spelling, "person_id": number}
        for number, one in zip(made, people, strict=True)
        for spelling in one.spellings
    ]
    connection.execute(sql.insert(SPELLINGS), rows)
