"""Waiting for what must come, as long as it takes on a busy machine; and a clock that only a test turns."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE_S = 180.0
"""Nothing takes so long; whoever waits for so long has failed."""


class Clock:
    """Stands still until it is turned: `clock.now_s += 3`."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        """The time."""
        return self.now_s


def wait_until(true: Callable[[], object]) -> bool:
    """Wait until something is true; False where it does not come true."""
    give_up_s = time.monotonic() + PATIENCE_S
    while not true():
        if time.monotonic() > give_up_s:
            return False
        time.sleep(0.005)
    return True
