"""How a record comes to say what the best history has: the lines to write."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any, cast

from tabletop.entries import Entry
from tabletop.moves import Move
from tabletop.records import corrected


def lines_between(entries: Sequence[Entry], after: Sequence[Move]) -> tuple[Entry, ...]:
    """The lines after which a record's moves are these: as few as may be, in the order in which they are written."""
    lines = corrected(entries)
    for found in (_fewest(lines, after), _one_by_one(lines, after)):
        numbered = tuple(
            Entry(len(entries) + at, one.move, one.kind, of=one.of, after=one.after) for at, one in enumerate(found, 1)
        )
        if [move for _, move in corrected((*entries, *numbered))] == list(after):
            return numbered
    raise AssertionError("replacing move by move makes any record of any other")


def steps_between(before: Sequence[Move], after: Sequence[Move]) -> list[tuple[str, int, int, int, int]]:
    """What is equal and what is not, as `difflib` has it."""
    moves = cast(Sequence[Any], before), cast(Sequence[Any], after)  # all moves are hashable
    return list(SequenceMatcher(None, *moves, autojunk=False).get_opcodes())


def _fewest(lines: Sequence[tuple[int, Move]], after: Sequence[Move]) -> list[Entry]:
    """Only what differs is replaced, removed or inserted."""
    found: list[Entry] = []
    for tag, first, last, start, end in steps_between([move for _, move in lines], after):
        if tag == "equal":
            continue
        both = min(last - first, end - start)
        found += [Entry(0, after[start + at], "replace", of=lines[first + at][0]) for at in range(both)]
        found += [Entry(0, None, "replace", of=lines[at][0]) for at in range(first + both, last)]
        fresh = after[start + both : end]
        if last == len(lines):
            found += [Entry(0, move, "played") for move in fresh]
        else:  # what is inserted after one line stands in the order in which it is written
            line = lines[first + both - 1][0] if first + both else 0
            found += [Entry(0, move, "insert", after=line) for move in fresh]
    return found


def _one_by_one(lines: Sequence[tuple[int, Move]], after: Sequence[Move]) -> Iterator[Entry]:
    """Every line that differs is replaced, what is too much removed, the rest written at the end."""
    for at, (n, move) in enumerate(lines):
        wanted = after[at] if at < len(after) else None
        if wanted != move:
            yield Entry(0, wanted, "replace", of=n)
    yield from (Entry(0, move, "played") for move in after[len(lines) :])
