"""Small City's moves, and what no camera sees, entered by hand."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Build:
    """Put a tile on squares of the player's own borough; `level` where the kind has levels."""

    do: ClassVar[str] = "build"
    player: str
    kind: str
    on: tuple[str, ...]
    level: int | None = None


@dataclass(frozen=True, slots=True)
class MoveCitizen:
    """Move an own citizen to a square of `borough` (its player's name); away from home it is a tourist.

    `source` and `target` are squares, or `pool`, `city-hall`, `career-center`. Where it came from is `origin`'s
    borough, the same as `borough` unless told otherwise.
    """

    do: ClassVar[str] = "move-citizen"
    player: str
    borough: str
    source: str
    target: str
    origin: str | None = None


@dataclass(frozen=True, slots=True)
class Enter:
    """What no camera sees: votes, money, pollution, promises, materials, output."""

    do: ClassVar[str] = "enter"
    player: str
    key: str
    value: int | str | bool


@dataclass(frozen=True, slots=True)
class EndRound:
    """The round is over: votes and pollution of the round are settled."""

    do: ClassVar[str] = "end-round"
    player: ClassVar[None] = None


SmallCityMove = Build | MoveCitizen | Enter | EndRound
