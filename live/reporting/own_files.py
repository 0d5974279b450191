"""People's own files that a game needs to be played again: its game file, the board that it names, their pieces."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from live.records.renaming import without_names
from tabletop.errors import UnreadableInput
from tabletop.textfiles import read_text
from tabletop.zipfiles import parts_of

FOLDER = "files"
_ABOUT = re.compile(r"^\s*(?:#|(?:name|title|board|colours|game|background)\s*=).*$", re.MULTILINE)
"""Lines in which people's own files say what they are called, which others they name, and what is to be remarked."""
NAMED_IN = (("game", "board"), ("pieces", "colours"))
"""Sections and keys under which a file names another one beside it."""


def files_needed(game: str, pieces: str | None, names: Mapping[str, str]) -> Mapping[str, str]:
    """Name in the report -> text, of every file of people's own; no folder above the files themselves is told.

    `names` are what stands for the players in what people have called the files, and in what they say of themselves.
    """
    found: dict[str, str] = {}
    for word in (game, pieces):
        if word is not None and is_file(word):
            found |= _with_what_it_names(Path(word))
    return {
        without_names(name, names): _ABOUT.sub(lambda line: without_names(line[0], names), text)
        for name, text in found.items()
    }


def is_file(word: str) -> bool:
    """Whether a game's or pieces' word names a file."""
    return word.endswith(".toml")


def name_in_report(word: str) -> str:
    """What stands for a file's path: its name, in the report's folder."""
    return f"{FOLDER}/{word.replace(chr(92), '/').rpartition('/')[2]}"


def of_game(record: str, before: str, after: str) -> str:
    """A record's text with another word for its game, wherever it stands."""
    if before == after:
        return record
    lines = (json.loads(line) for line in record.splitlines())
    return "".join(json.dumps(_of_game(line, before, after), ensure_ascii=False) + "\n" for line in lines)


def game_word(record: str) -> str:
    """The game that a record's first line names."""
    header = json.loads(record.partition("\n")[0])
    return str(header.get("game", "")) if isinstance(header, dict) else ""


def unpacked(files: Mapping[str, bytes], folder: Path) -> None:
    """Write a report's files into a folder; UnreadableInput where one would lie elsewhere."""
    for name, data in files.items():
        parts = parts_of(name)
        if parts[:1] != (FOLDER,) or len(parts) < 2:
            raise UnreadableInput(f"'{name}' is no place for a report's file")
        there = folder.joinpath(*parts)
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_bytes(data)


def _with_what_it_names(path: Path) -> Mapping[str, str]:
    text = read_text(path)
    found = {name_in_report(path.as_posix()): text}
    sections: Mapping[str, Any] = tomllib.loads(text)
    for section, key in NAMED_IN:
        named = sections.get(section, {}).get(key)
        if (
            isinstance(named, str)
            and is_file(named)
            and not Path(named).is_absolute()
            and ".." not in Path(named).parts
        ):
            found[f"{FOLDER}/{named}"] = read_text(path.parent / named)
    return found


def _of_game(value: Any, before: str, after: str) -> Any:
    """JSON with another word for the game, its lines without their check sums."""
    if isinstance(value, dict):
        return {
            key: after if key == "game" and inner == before else _of_game(inner, before, after)
            for key, inner in value.items()
            if key != "crc"
        }
    return [_of_game(inner, before, after) for inner in value] if isinstance(value, list) else value
