"""On which line of a TOML text a value stands."""

import re
from collections.abc import Mapping
from functools import reduce
from typing import Any, NamedTuple, cast

from tabletop.filevalues import Complaint
from tabletop.schema import Path

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_ASSIGNMENT = re.compile(r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")


class Place(NamedTuple):
    """A line and column, from 1; `exact` where that very letter is meant."""

    line: int | None = None
    column: int | None = None
    exact: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """What is said of it."""
        line = (f"line {self.line}",) if self.line else ()
        return (*line, f"column {self.column}") if self.exact else line


NOWHERE = Place()


def toml_place(text: str, path: Path) -> tuple[int, int] | None:
    """The line and column (from 1) of the key at `path`, or of the nearest around it; None where nothing fits."""
    number = toml_line(text, path)
    if number is None:
        return None
    line = text.splitlines()[number - 1]
    for key in reversed([step for step in path if isinstance(step, str)]):
        if found := re.search(rf"(?<![\w-]){re.escape(key)}(?![\w-])", line):
            return (number, found.start() + 1)
    return (number, len(line) - len(line.lstrip()) + 1)


def place_of(text: str, raw: Mapping[str, Any], complaint: Complaint) -> Place:
    """Where a complaint's text stands: the letter that is wrong, where that is told, else the key."""
    number = toml_line(text, complaint.path)
    if complaint.at is not None and number is not None:
        value = reduce(lambda inside, step: inside[step], complaint.path, cast(Any, raw))
        value = value if isinstance(value, str) else value[1]
        start = sum(map(len, text.splitlines(keepends=True)[: number - 1]))
        if found := [at for mark in ('"', "'", "\n") if (at := text.find(mark + value, start)) >= 0]:
            letter = min(found) + 1 + complaint.at
            return Place(text.count("\n", 0, letter) + 1, letter - text.rfind("\n", 0, letter), exact=True)
    return Place(*(toml_place(text, complaint.path) or ()))


def toml_line(text: str, path: Path) -> int | None:
    """The line (from 1) of the value at `path`, or of the nearest table around it; None where nothing fits."""
    counts: dict[Path, int] = {}
    here: Path = ()
    best: tuple[int, int] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            here = _table_path(_words(header[2]), header[1] == "[[", counts)
            at = here
        elif assignment := _ASSIGNMENT.match(line):
            at = (*here, *_words(assignment[1]))
        else:
            continue
        common = len(at) if path[: len(at)] == at else len(path) if at[: len(path)] == path else 0
        if common and (best is None or common > best[0]):
            best = (common, number)
    return best[1] if best else None


def _table_path(words: tuple[str, ...], is_array: bool, counts: dict[Path, int]) -> Path:
    """A header's full path: arrays of tables met on the way stand for their newest entry."""
    path: Path = ()
    for depth, word in enumerate(words):
        path = (*path, word)
        if is_array and depth == len(words) - 1:
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path


def _words(dotted: str) -> tuple[str, ...]:
    """The parts of a dotted key without their quotes."""
    return tuple(part.strip().strip("\"'") for part in re.findall(r"""[\w-]+|"[^"]*"|'[^']*'""", dotted))
