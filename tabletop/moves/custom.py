"""The moves of custom games."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Place:
    """Put a part on cells of the board."""

    do: ClassVar[str] = "place"
    player: str
    part: str
    on: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Remove:
    """Take a part off the cell where it lies, where the game file allows it."""

    do: ClassVar[str] = "remove"
    player: str
    on: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing."""

    do: ClassVar[str] = "pass"
    player: str


CustomMove = Place | Remove | Pass
