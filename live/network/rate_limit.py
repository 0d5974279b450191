"""How much somebody may say or ask: a bucket that fills steadily and is emptied by messages."""

from __future__ import annotations


class RateLimit:
    """A token bucket: `per_s` lasting, `burst` at once.

    >>> limit = RateLimit(per_s=2, burst=3)
    >>> [limit.take(0.0) for _ in range(4)]
    [True, True, True, False]
    >>> limit.take(0.5)
    True
    """

    __slots__ = ("_burst", "_filled_s", "_level", "_per_s")

    def __init__(self, *, per_s: float, burst: float) -> None:
        self._per_s, self._burst = per_s, burst
        self._level, self._filled_s = burst, 0.0

    def take(self, now_s: float, amount: float = 1.0) -> bool:
        """Whether `amount` may pass now; if so it is spent."""
        self._level = min(self._burst, self._level + max(0.0, now_s - self._filled_s) * self._per_s)
        self._filled_s = now_s
        if amount > self._level:
            return False
        self._level -= amount
        return True
