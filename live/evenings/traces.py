"""What a folder keeps of somebody beside the records: the last evening, campaigns' ledgers, whatever has the name."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from live.archive.campaigns import campaign_in
from live.evenings.people import folded_name
from live.records.renaming import BY_PLAYER, PLACES, PLAYERS, SENTENCES, alone, renamed_lines, spelled
from scoring.registry import campaign_rules
from tabletop.errors import BoardsightError
from tabletop.textfiles import LARGEST_FILE
from tabletop.wholefiles import OWNER_ONLY, alone_with, write_whole

LAST_EVENING = "evening.json"
NOT_SEARCHED = (".sqlite", ".sqlite-wal", ".sqlite-shm", ".sqlite-journal", ".jpg", ".jpeg", ".png", ".webp", ".mp4")
"""Our databases, in which nothing is left of who was forgotten; and pictures, in which no program reads a name."""
LINES = re.compile(r"\.jsonl(\.|$)")
PEOPLE = PLAYERS | {"name", "spellings"}
"""Under these names stand people in our own files."""
BEGINNING = 4096
"""Where so many bytes have a zero among them the file is no text."""
MOST_UNPACKED = 2**28
"""Of an archive's texts so much is searched; one that holds more is told as if it had the name."""


@dataclass(frozen=True)
class Spellings:
    """Somebody's name in all the ways in which it is written."""

    written: tuple[str, ...]

    def are(self, name: Any) -> bool:
        """Whether a name is one of them."""
        return isinstance(name, str) and folded_name(name) in {folded_name(each) for each in self.written}

    def stand_in(self, text: str) -> bool:
        """Whether people's own words have one of them."""
        return spelled(self.written).search(text) is not None

    def are_told_in(self, value: Any, key: str = "") -> bool:
        """Whether JSON of ours has one of them where people are named; a word of ours that is like it counts not."""
        if isinstance(value, Mapping):
            by_player = key in BY_PLAYER and any(map(self.are, value))
            return by_player or any(self.are_told_in(entry, inner) for inner, entry in value.items())
        if isinstance(value, list):
            return any(self.are_told_in(entry, key) for entry in value)
        if not isinstance(value, str):
            return False
        if key in SENTENCES:
            return alone(self.written).search(value) is not None
        if key in PLACES:
            return any(map(self.are, value.split(":")[1:]))
        own_words = value.startswith("{") or value.endswith((".toml", ".jsonl"))
        return self.are(value) if key in PEOPLE else own_words and self.stand_in(value)


def forget_last_evening(folder: Path, spellings: Spellings) -> None:
    """Take somebody out of what was chosen last: the seat with its colour, and whatever else has the name.

    Raises BoardsightError where it cannot be written; what is no such file is left as it is.
    """
    path = folder / LAST_EVENING
    try:
        known: dict[str, Any] = json.loads(path.read_text("utf-8"))
        players, colours = list(known["players"]), list(known["colours"])
        stays = [seat for seat, name in enumerate(players) if not spellings.are(name)]
        left = known | {
            "players": [players[seat] for seat in stays],
            "colours": [colours[seat] for seat in stays if seat < len(colours)],
        }
        for key in ("options", "more"):
            left[key] = {name: value for name, value in known[key].items() if not spellings.stand_in(str(value))}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return
    if left != known:
        write_whole(path, f"{json.dumps(left, ensure_ascii=False, indent=2)}\n".encode(), mode=OWNER_ONLY)


def forget_in_ledgers(folder: Path, spellings: Spellings) -> None:
    """Take somebody's name out of a folder's campaigns; what cannot be read, or written, stays as it is."""
    for path in sorted(folder.glob("*.jsonl")):
        with suppress(BoardsightError):
            campaign_in(path)  # for a record nobody needs a lock
            with alone_with(path):
                before, text = campaign_in(path), path.read_text("utf-8")
                names = _placeholders(text, spellings)
                other = renamed_lines(text, names)
                after = campaign_rules(before.game).read_campaign(other.encode(), str(path))
                if names and len(after.ledger.episodes) == len(before.ledger.episodes):
                    write_whole(path, other.encode())


def traces_in(folder: Path, spellings: Spellings, others: Iterable[Path] = ()) -> tuple[Path, ...]:
    """The files of a folder that have a name in them, or in their own names; pictures are not looked into."""
    found = [path for path in others if path.is_file() and path.parent != folder and _has(path, spellings)]
    for path in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if hidden or path.is_symlink() or any(above in found for above in path.parents):
            continue
        if any(map(spellings.stand_in, path.relative_to(folder).parts)) or (path.is_file() and _has(path, spellings)):
            found.append(path)
    return tuple(found)


def _has(path: Path, spellings: Spellings) -> bool:
    """Whether a name stands in a file."""
    if path.suffix.lower() in NOT_SEARCHED:
        return False
    try:
        if path.suffix.lower() == ".zip":
            with zipfile.ZipFile(path) as archive:
                return _archive_has(archive, spellings)
        with path.open("rb") as file:
            begun = file.read(BEGINNING)
            return b"\0" not in begun and _text_has(path.name, begun + file.read(LARGEST_FILE), spellings)
    except (OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError):
        return False  # nobody can read it


def _archive_has(archive: zipfile.ZipFile, spellings: Spellings) -> bool:
    """Whether a name stands in an archive's files, or may: one with more text than is searched has it."""
    room = MOST_UNPACKED
    for entry in archive.infolist():
        if entry.filename.lower().endswith(NOT_SEARCHED):
            continue
        room -= entry.file_size
        if room < 0 or _text_has(entry.filename, archive.read(entry), spellings):
            return True
    return False


def _text_has(name: str, data: bytes, spellings: Spellings) -> bool:
    text = data.decode(errors="ignore")
    if not name.endswith(".json") and not LINES.search(name):
        return spellings.stand_in(name) or spellings.stand_in(text)
    return any(_line_has(line, spellings) for line in ([text] if name.endswith(".json") else text.splitlines()))


def _line_has(line: str, spellings: Spellings) -> bool:
    try:
        return spellings.are_told_in(json.loads(line))
    except (ValueError, RecursionError):  # a torn line: names stand in quotes
        return any(json.dumps(name, ensure_ascii=False) in line for name in spellings.written)


def _placeholders(text: str, spellings: Spellings) -> Mapping[str, str]:
    """For everybody in a ledger who is to be forgotten another name, which nobody there has."""
    everybody = dict.fromkeys(player for line in text.splitlines() for player in _players(json.loads(line)))
    free = (name for number in range(1, 1000) if (name := f"P{number}") not in everybody)
    return {name: next(free) for name in everybody if spellings.are(name)}


def _players(value: Any, key: str = "") -> Iterator[str]:
    """Everybody whom a line names as a player."""
    if isinstance(value, Mapping):
        for inner, entry in value.items():
            yield from _players(entry, inner)
    elif isinstance(value, list):
        for entry in value:
            yield from _players(entry, key)
    elif isinstance(value, str) and key in PLAYERS:
        yield value
