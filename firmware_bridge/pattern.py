"""The pictures of `boardsight display test`: names, counting, numbers that hardly fit, brightness, a winner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firmware_bridge.state import DisplayPlayer, DisplayState


@dataclass(frozen=True, slots=True)
class PatternStep:
    """One picture, for how long, and what there is to see (empty where it goes on from the one before)."""

    state: DisplayState
    seconds: float
    words: str = ""


def test_pictures() -> Iterator[PatternStep]:
    """Return the pictures in order."""
    yield PatternStep(_state(0, 0), 1.0, "names and zeros: Ann's turn")
    yield PatternStep(_state(1, -1), 0.1, "counting")
    for number in range(2, 21):
        yield PatternStep(_state(number, -number), 0.1)
    yield PatternStep(_state(9999, 12345), 2.0, "large numbers: 9999, and 12345 as 12.34 thousands")
    for level in (255, 128, 32, 8):
        yield PatternStep(_state(42, 7, brightness=level), 0.7, f"brightness {level} (or the display's cap)")
    yield PatternStep(_state(42, 7, winner=True), 1.5, "Ann wins")


def _state(first: int, second: int, *, brightness: int = 64, winner: bool = False) -> DisplayState:
    ann = DisplayPlayer("Ann", first, (255, 90, 0), active=not winner, winner=winner)
    return DisplayState((ann, DisplayPlayer("Ben", second, (0, 120, 255))), brightness=brightness)
