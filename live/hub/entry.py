"""One table as the hub knows it, and what viewers are told of it."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from live.hub.card import Card
from live.hub.settings import HubSettings
from live.network.formats import LARGEST_MESSAGE
from tabletop.readings import Problem

LONGEST_NAME, LONGEST_LINE = 60, 240
"""Letters of a name and of a sentence that a card carries: thousands of cards go to every browser."""
MOST_TRACKED = 10_000
"""Missing numbers that are remembered for one game; a real one has a few hundred lines."""


class SequenceGaps:
    """Watches the numbers `n` of one game's events, from the first one that is seen.

    >>> seen = SequenceGaps()
    >>> [seen.take(n) for n in (4, 5, 8, 8, 6)]
    ['next', 'next', 'gap', 'twice', 'late']
    >>> sorted(seen.missing), seen.twice
    ([7], 1)
    """

    __slots__ = ("_newest", "late", "missing", "twice")

    def __init__(self) -> None:
        self.missing: set[int] = set()
        self.twice = self.late = 0
        self._newest: int | None = None

    def restart(self) -> None:
        """The connection was lost: what came meanwhile is not missing, and is not waited for."""
        self._newest = None

    def take(self, n: int) -> str:
        """A line has come: `next`, `gap` (some before it are missing), `late` (one of those), or `twice`."""
        if self._newest is None or n == self._newest + 1:
            self._newest = n
            return "next"
        if n > self._newest:
            self.missing.update(range(self._newest + 1, min(n, self._newest + 1 + MOST_TRACKED - len(self.missing))))
            self._newest = n
            return "gap"
        if n in self.missing:
            self.missing.discard(n)
            self.late += 1
            return "late"
        self.twice += 1
        return "twice"


@dataclass(slots=True)
class TableEntry:
    """One table as the hub knows it."""

    table: str
    card: Card | None = None
    payload: bytes = b""
    online: bool | None = None
    heard_s: float = 0.0
    """By the hub's steady clock."""
    heard_at: str = ""
    silent: bool = False
    trouble: str = ""
    trouble_s: float = 0.0
    refused: int = 0
    refused_s: float = 0.0
    offsets_s: deque[float] = field(default_factory=deque)
    programs: dict[str, float] = field(default_factory=dict)
    """Each program under this name that was heard, and when last."""
    conflict_s: float | None = None
    """When last a program spoke after another under the same name had spoken."""
    gaps: dict[str, SequenceGaps] = field(default_factory=dict)
    began: dict[str, str] = field(default_factory=dict)
    """Run -> when the hub heard of it first."""
    games: int = 0
    version: int = 0
    shown: bytes = b""
    """The JSON that viewers get."""

    @property
    def off_s(self) -> float | None:
        """By how much the table's clock is ahead of the hub's."""
        return median(self.offsets_s) if self.offsets_s else None


def entry_json(entry: TableEntry, settings: HubSettings) -> dict[str, Any]:
    """A table as the page and the API have it."""
    card = entry.card
    shown: dict[str, Any] = {"table": entry.table, "stands": stands_of(entry), "heard_at": entry.heard_at[:19] + "Z"}
    warnings = warnings_of(entry, settings)
    if warnings:
        shown["warnings"] = warnings
    if card is None:
        return shown
    last = card.last
    shown |= {
        "n": card.n,
        "game": card.game,
        "title": card.title[:LONGEST_NAME],
        "players": [
            {
                "name": player.name[:LONGEST_NAME],
                "seat": player.seat,
                "colour": player.colour,
                "total": player.total,
                "turn": player.turn and not card.over,
                "winner": player.winner,
            }
            for player in card.players
        ],
        "over": card.over,
        "camera": card.camera,
        "last": None
        if last is None
        else {
            "n": last.number,
            "player": last.player[:LONGEST_NAME],
            "text": last.text[:LONGEST_LINE],
            "points": last.points,
            "legal": last.legal,
        },
        "questions": [question[:LONGEST_LINE] for question in card.questions[:3]],
        "asks": len(card.questions),
        "problems": [problem[:LONGEST_LINE] for problem in card.problems[:3]],
        "version": card.version,
        "run": card.run,
    }
    return shown


def stands_of(entry: TableEntry) -> str:
    """One word for how it stands with a table, the most urgent first."""
    card = entry.card
    if entry.conflict_s is not None:
        return "conflict"
    if entry.online is False:
        return "over" if card is not None and card.over else "offline"
    if entry.silent:
        return "silent"
    if card is None:
        return "unreadable" if entry.trouble else "waiting"
    if card.over:
        return "over"
    if card.questions:
        return "asks"
    if card.paused or card.camera == "paused":
        return "paused"
    if card.camera in ("dark", "lost", "unread"):
        return "blind"
    return "playing" if card.n else "waiting"


def oversized(table: str, size: int) -> Problem:
    """What is told of a message of so many bytes, which nobody has read."""
    most = LARGEST_MESSAGE // 1024
    return Problem("too-large", f"table '{table}' sends a message of {size // 1024} kB; at most {most} kB are read")


def warnings_of(entry: TableEntry, settings: HubSettings) -> list[dict[str, Any]]:
    """What people should know of a table, each with a code and the sentence's parts."""
    warnings: list[dict[str, Any]] = []
    card = entry.card
    if entry.conflict_s is not None:
        warnings.append({"code": "two-of-a-name", "programs": min(len(entry.programs), 8)})
    if card is not None and card.asked_name is not None and card.asked_name != entry.table:
        warnings.append({"code": "renamed", "asked": card.asked_name})
    off_s = entry.off_s
    if off_s is not None and abs(off_s) > settings.clock_off_told_s:
        warnings.append({"code": "clock", "off_s": round(off_s / 10) * 10})
    if entry.refused:
        warnings.append({"code": "floods"})
    if entry.trouble:
        warnings.append({"code": "unreadable", "message": entry.trouble[:300]})
    return warnings
