"""My City's moves: a card is turned over, then every player builds, passes or ends, in any order."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class TurnCard:
    """The top construction card is turned over: a building (`yellow-3`, `church-1`) or `blocking`."""

    do: ClassVar[str] = "card"
    player: ClassVar[None] = None
    building: str


@dataclass(frozen=True, slots=True)
class Build:
    """Put the building on cells of the player's own board."""

    do: ClassVar[str] = "build"
    player: str
    building: str
    on: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """Do not build and stay in the game: one point less."""

    do: ClassVar[str] = "pass"
    player: str


@dataclass(frozen=True, slots=True)
class End:
    """End taking part."""

    do: ClassVar[str] = "end"
    player: str


MyCityMove = TurnCard | Build | Pass | End
