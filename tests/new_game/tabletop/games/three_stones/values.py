"""Three Stones' values: what lies there, and what a player does."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

CELLS = tuple(f"{column}{row}" for row in (1, 2, 3) for column in "ABC")


@dataclass(frozen=True, slots=True, order=True)
class Stone:
    """A player's stone on a cell."""

    player: str
    on: str


@dataclass(frozen=True, slots=True)
class Stones:
    """What lies on the board, under names that a city's position has too, where they mean other things."""

    tiles: tuple[Stone, ...] = ()
    reserve: int = len(CELLS)
    """How many squares are free."""
    players: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    turn: str | None = None
    scores: tuple[Any, ...] = ()

    game = "three-stones"


@dataclass(frozen=True, slots=True)
class Put:
    """A player puts a stone on a cell."""

    do: ClassVar[str] = "put"
    player: str
    on: str
