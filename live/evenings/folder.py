"""The evenings of one folder: its records, remembered in the database; backup, merging, and forgetting a person."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import IO, Any

from live.console.faults import fault_words
from live.evenings.people import Person, folded_name
from live.evenings.played import evening_game
from live.evenings.statistics import EveningBook, met
from live.evenings.store import EveningStore, RememberedFile, Stamp
from live.evenings.traces import Spellings, forget_in_ledgers, forget_last_evening, traces_in
from live.records.index import FILE as INDEX
from live.records.move_pictures import EvidenceFolder
from live.records.renaming import renamed
from live.records.store import RecordStore
from tabletop.errors import BoardsightError, UnreadableInput, UsageError
from tabletop.records import read_record, write_record
from tabletop.textfiles import LARGEST_FILE, read_bytes
from tabletop.visible import visible
from tabletop.wholefiles import make_folder, write_whole
from tabletop.zipfiles import ZipLimits, ZipReader, opened_zip, parts_of

DATABASE = "evenings.sqlite"
BACKUP_FORMAT = "boardsight-evenings-backup/1"
BACKUP_LIMITS = ZipLimits(files=100_000, unpacked_bytes=2 * 2**30, growth=40, always_bytes=20_000_000)
LONGEST_NAME = 200
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
MOST_RECORDS, MOST_PEOPLE, LARGEST_BOOK = 6_000, 20_000, 8_000_000
"""A game on every evening of 16 years, and everybody who came; each record is played again."""


class EveningFolder:
    """A folder of records with the people who play there."""

    def __init__(self, folder: Path, store: EveningStore) -> None:
        need_folder(folder)
        self.path = folder
        self.store = store

    def book(self) -> EveningBook:
        """Everything as it is now: only records that have changed are read again."""
        place = str(self.path.resolve())
        known = self.store.files(place)
        found = {path.name: path for path in self.path.glob("*.jsonl") if path.is_file()}
        stamps = {name: _stamp(path) for name, path in found.items()}
        read = {
            name: _remembered(path, stamps[name])
            for name, path in found.items()
            if name not in known or known[name].stamp != stamps[name] or known[name].trouble  # its game may be here now
        }
        gone = known.keys() - found.keys()
        if read or gone:
            self.store.remember(place, read, gone)
        files = {name: read.get(name) or known[name] for name in found}
        games = sorted(
            (one.game for one in files.values() if one.game is not None), key=lambda game: (game.began, game.file)
        )
        troubles = tuple(one.trouble for _, one in sorted(files.items()) if one.trouble)
        return EveningBook(self.store.people(), tuple(games), troubles)

    def record(self, file: str) -> Path:
        """A record of this folder by its name. Raises UsageError where there is none."""
        path = self.path / file
        if PurePosixPath(file).name != file or path.suffix != ".jsonl" or not path.is_file():
            raise UsageError(f"there is no record {visible(file)} in {self.path}")
        return path

    def change(self, person: Person, values: Mapping[str, Any]) -> None:
        """Another `name`, `colour` or `seat`. Raises UsageError where somebody else has the name."""
        values = dict(values)
        if "name" in values:
            values["name"] = " ".join(str(values["name"]).split())
            if not values["name"]:
                raise UsageError("a person needs a name")
            others = [one for one in self.book().people if one.id != person.id]
            if any(folded_name(values["name"]) == folded_name(one.name) for one in others):
                raise UsageError(f"somebody else is called {values['name']}; are the two one person? then merge them")
        if values:
            self.store.change(person.id, values)

    def merge(self, of: Person, into: Person) -> None:
        """Two that are one. Raises UsageError where both sat at one table."""
        if of.id == into.id:
            raise UsageError(f"{of.name} is {into.name} already")
        if tuple(sorted((of.id, into.id))) in met(self.book()):
            raise UsageError(f"{of.name} and {into.name} have played in one game: they are two people")
        self.store.merge(of.id, into.id)

    def split(self, spelling: str) -> None:
        """A spelling that is somebody else. Raises UsageError where it is a person's only one, or nobody's."""
        person = person_named(self.book(), spelling)
        if len(person.spellings) == 1:
            raise UsageError(f"{person.name} has only this one name")
        self.store.split(spelling)

    def forget(self, person: Person, *, pictures: bool) -> tuple[str, ...]:
        """Take a person's name out of every record, and the person out of the database; which records were changed.

        The last evening and campaigns' ledgers forget too; what else has the name `traces` tells. `pictures` says
        whether the pictures of those games go too. Raises BoardsightError where a record can't be
        changed, for example since it is being played; then the person is still known.
        """
        spellings = {folded_name(spelling) for spelling in person.spellings}
        changed = self.games_with(person)
        for file in changed:
            _take_out(self.record(file), spellings, pictures=pictures)
        self.book()
        forget_last_evening(self.path, _spellings_of(person))
        forget_in_ledgers(self.path, _spellings_of(person))
        self.store.forget(person.id)
        (self.path / INDEX).unlink(missing_ok=True)  # made anew from the records when it is asked for
        return changed

    def traces(self, person: Person, *others: Path) -> tuple[Path, ...]:
        """The files of the folder, and `others`, that have a person's name in them, or in their own names."""
        return traces_in(self.path, _spellings_of(person), others)

    def games_with(self, person: Person) -> tuple[str, ...]:
        """The records in which a person plays."""
        spellings = {folded_name(spelling) for spelling in person.spellings}
        return tuple(
            game.file
            for game in self.book().games
            if any(seat.is_person and folded_name(seat.name) in spellings for seat in game.seats)
        )

    def backup(self, target: IO[bytes], *, pictures: bool = False) -> None:
        """Write people and records as one ZIP archive, the pictures of the moves too where wished."""
        book = self.book()
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            people = [_person_json(person) for person in book.people]
            document = {"format": BACKUP_FORMAT, "people": people}
            archive.writestr("evenings.json", json.dumps(document, ensure_ascii=False, indent=1))
            for path in sorted(self.path.glob("*.jsonl")):
                if path.is_file():
                    archive.write(path, f"records/{path.name}")
                    for picture in EvidenceFolder(path).pictures() if pictures else ():
                        archive.write(picture, f"records/{picture.parent.name}/{picture.name}", zipfile.ZIP_STORED)

    def restore(self, backup: IO[bytes]) -> int:
        """Bring back what a backup holds and is not here; how many records that were.

        Raises UnreadableInput where it is no backup, UsageError where a record here says something else.
        """
        try:
            with opened_zip(backup, BACKUP_LIMITS) as archive:
                people = _people_in(archive)
                missing = self._missing(archive)
                for entry, place in missing.items():
                    make_folder(place.parent)
                    write_whole(place, archive.read(entry, LARGEST_FILE))
        except UsageError:
            raise
        except (UnreadableInput, KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise UnreadableInput(f"that is no backup of evenings that can be read ({error})") from error
        self.store.add(people)
        self.book()
        return sum(place.suffix == ".jsonl" for place in missing.values())

    def _missing(self, archive: ZipReader) -> Mapping[str, Path]:
        """Where each of a backup's files goes that is not here; each is unpacked once before any is written."""
        missing = {}
        for entry in filter(_is_ours, archive.sizes):
            place, data = self.path.joinpath(*parts_of(entry)[1:]), archive.read(entry, LARGEST_FILE)
            if not place.exists():
                missing[entry] = place
            elif place.suffix == ".jsonl" and place.read_bytes() != data:
                raise UsageError(f"{place} says something else than the backup; move it away, or restore elsewhere")
        return missing


def need_folder(folder: Path) -> None:
    """Raise UsageError where there is no such folder."""
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder}; records are written to `out` unless `--record` says otherwise")


def person_named(book: EveningBook, name: str) -> Person:
    """A person by any spelling. Raises UsageError where nobody is called so."""
    folded = folded_name(name)
    for person in book.people:
        if folded in {folded_name(spelling) for spelling in (person.name, *person.spellings)}:
            return person
    known = ", ".join(person.name for person in book.people) or "nobody yet"
    raise UsageError(f"nobody is called {visible(name)} here; there are: {known}")


def _spellings_of(person: Person) -> Spellings:
    return Spellings(tuple(dict.fromkeys((person.name, *person.spellings))))


def _stamp(path: Path) -> Stamp:
    status = path.stat()
    return (status.st_size, status.st_mtime_ns)


def _remembered(path: Path, stamp: Stamp) -> RememberedFile:
    """What a record says; a campaign's ledger is none, and no trouble."""
    name = visible(path.name)
    try:
        record, _ = read_record(read_bytes(path), source=name, near=path)
        return RememberedFile(stamp, evening_game(record, path.name))
    except BoardsightError as error:
        return RememberedFile(stamp, None, visible(str(error)))
    except Exception as error:  # one record that nobody foresaw takes no evening from the others
        return RememberedFile(stamp, None, f"{name}: {fault_words(error)}")


def _take_out(path: Path, spellings: set[str], *, pictures: bool) -> None:
    """Write a record anew in which somebody has no name."""
    RecordStore.open(path).close()  # nobody else may have it open now
    record, _ = read_record(read_bytes(path), source=visible(path.name))
    taken = set(record.header.players)
    names = {name: name for name in record.header.players}  # so that nobody loses half a name
    for seat, name in enumerate(record.header.players, start=1):
        if folded_name(name) in spellings:
            names[name] = next(f"P{number}" for number in range(seat, 100) if f"P{number}" not in taken)
            taken.add(names[name])
    write_whole(path, write_record(renamed(record, names)).encode())
    path.with_name(f"{path.name}.torn").unlink(missing_ok=True)
    if pictures:
        for picture in EvidenceFolder(path).pictures():
            picture.unlink()


def _person_json(person: Person) -> dict[str, Any]:
    return {
        "name": person.name,
        "spellings": list(person.spellings),
        "colour": person.chosen_colour,
        "seat": person.chosen_seat,
    }


def _people_in(archive: ZipReader) -> list[Person]:
    """A backup's people; ValueError where it is none of ours, or holds more than any circle."""
    document = json.loads(archive.read("evenings.json", LARGEST_BOOK))
    if not isinstance(document, dict) or document.get("format") != BACKUP_FORMAT:
        raise ValueError(f"it has no format {BACKUP_FORMAT}")
    if len(document["people"]) > MOST_PEOPLE:
        raise ValueError(f"it holds more than {MOST_PEOPLE} people")
    if sum(entry.endswith(".jsonl") for entry in archive.sizes) > MOST_RECORDS:
        raise ValueError(f"it holds more than {MOST_RECORDS} records")
    return [_person_from(one) for one in document["people"]]


def _person_from(one: Mapping[str, Any]) -> Person:
    """ValueError where that is nobody."""
    name, spellings, colour, seat = (one[key] for key in ("name", "spellings", "colour", "seat"))
    names = [name, *spellings] if isinstance(spellings, list) else [None]
    well = all(isinstance(word, str) and 0 < len(word) <= LONGEST_NAME and word.isprintable() for word in names)
    if not well or not (colour is None or COLOUR.fullmatch(str(colour))) or seat not in (None, *range(1, 10)):
        raise ValueError(f"{str(name)[:LONGEST_NAME]} is no person")
    return Person(0, name, tuple(spellings), colour, seat)


def _is_ours(entry: str) -> bool:
    """`records/NAME.jsonl` or `records/NAME.pictures/000001.jpg`, and no way out of the folder."""
    parts = parts_of(entry)
    if parts[:1] != ("records",):
        return False
    if len(parts) == 2:
        return parts[1].endswith(".jsonl")
    return len(parts) == 3 and parts[1].endswith(".pictures") and parts[2].endswith(".jpg")
