"""The moves of MY CITY on a chess board."""

from dataclasses import dataclass
from typing import ClassVar

Hands = tuple[tuple[str, tuple[str, ...]], ...]
"""Player and the counters drawn (`park-3`), for random zones; only where a record carries them."""


@dataclass(frozen=True, slots=True)
class SetLandmark:
    """A landmark is set out; nobody's turn."""

    do: ClassVar[str] = "set-landmark"
    player: ClassVar[None] = None
    name: str
    on: str


@dataclass(frozen=True, slots=True)
class Place:
    """Put an own zone counter on an empty square."""

    do: ClassVar[str] = "place"
    player: str
    type: str
    on: str
    value: int = -1
    """Access points as printed; a slum's is -1."""
    hands: Hands | None = None


@dataclass(frozen=True, slots=True)
class Rezone:
    """Replace an own zone counter by one from the cup (variant)."""

    do: ClassVar[str] = "rezone"
    player: str
    on: str
    type: str
    value: int = -1
    hands: Hands | None = None


@dataclass(frozen=True, slots=True)
class Skip:
    """No counter can be placed."""

    do: ClassVar[str] = "skip"
    player: str
    hands: Hands | None = None


MyCityChessMove = SetLandmark | Place | Rezone | Skip
