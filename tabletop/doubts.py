"""Doubts in a record: a line that is a guess carries the question about it, until a later line settles it."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop.entries import Doubt, DoubtChoice, Entry
from tabletop.schema import FieldKind, Key, flag, list_of, table, text, whole

MOST_LINES = 10**9
"""No record has so many."""


def first_line(entries: Sequence[Entry], n: int | None) -> int | None:
    """The move that a chain of replacements is about in the end."""
    while n is not None and entries[n - 1].kind == "replace":
        n = entries[n - 1].of
    return n


def open_doubts(entries: Sequence[Entry]) -> tuple[tuple[int, Doubt], ...]:
    """The doubts that no later line has settled, each with the line that carries it.

    One in which no move is a guess is settled by a line about the one that carries it, and settles none itself.
    """
    waiting: list[tuple[int, Doubt]] = []
    for entry in entries:
        asks_what_is_missing = entry.doubt is not None and not entry.doubt.lines
        if entry.kind in ("replace", "settle", "doubt") and not asks_what_is_missing:
            said = first_line(entries, entry.of)
            waiting = [one for one in waiting if said not in (one[1].lines or one[:1])]
        if entry.doubt is not None:
            waiting.append((entry.n, entry.doubt))
    return tuple(waiting)


def guessed_lines(entries: Sequence[Entry]) -> frozenset[int]:
    """The lines whose moves are guesses."""
    return frozenset(line for _, doubt in open_doubts(entries) for line in doubt.lines)


def doubt_kind(body: FieldKind) -> FieldKind:
    """A doubt's document; `body` reads and writes what a line says beside its number."""
    numbers = list_of(whole(1, MOST_LINES))
    choice = table(DoubtChoice, {"label": Key(text()), "lines": Key(list_of(body), ())}, name="an answer")
    keys = {
        "question": Key(text()),
        "lines": Key(numbers),
        "places": Key(list_of(text()), ()),
        "choices": Key(list_of(choice), ()),
        "after": Key(whole(0, MOST_LINES), 0),
        "table_tells": Key(flag(), True),
    }
    return table(Doubt, keys, name="a doubt")
