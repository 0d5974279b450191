"""One line of a record after its header, and the doubt that it may carry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tabletop.moves import Move


@dataclass(frozen=True, slots=True)
class Entry:
    """One line after the header: a move as it was played, or a correction of an earlier line."""

    n: int
    move: Move | None
    """None only in a replacement: the line `of` counts no more."""
    kind: Literal["played", "replace", "insert", "settle", "doubt"] = "played"
    of: int | None = None
    """The line that a replacement replaces, or of which it is settled that it is right, or doubted."""
    after: int | None = None
    """The line after which an inserted move stands; 0 is before the first."""
    at: str | None = None
    """When, UTC, ISO 8601; written as `at`, and as `time` where the move has an `at` of its own."""
    evidence: str | None = None
    """A picture's name."""
    doubt: Doubt | None = None
    """What is asked about it, and about lines beside it, where they are guesses."""


@dataclass(frozen=True, slots=True)
class DoubtChoice:
    """One answer, and the lines that it would write; their own numbers mean nothing."""

    label: str
    lines: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Doubt:
    """What is asked about lines that may not be as they were played."""

    question: str
    lines: tuple[int, ...]
    """The moves that are guesses, by the lines that first wrote them; none where a move may be missing."""
    places: tuple[str, ...] = ()
    choices: tuple[DoubtChoice, ...] = ()
    after: int = 0
    """The last move that counted when it was asked, 0 for none."""
    table_tells: bool = True
    """Whether what is seen later may settle it."""
