"""Whether a game's lines come whole: which numbers are missing, which came twice."""

from __future__ import annotations

MOST_TRACKED = 10_000
"""Missing numbers that are remembered for one game; a real one has a few hundred lines."""


class SequenceGaps:
    """Watches the numbers `n` of one game's events, from the first one that is seen.

    >>> seen = Continuity()
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
