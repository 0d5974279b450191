"""A position of My City: each player's board with its buildings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from tabletop.positions import TrackMarker


@dataclass(frozen=True, slots=True, order=True)
class PlacedBuilding:
    """A building (`yellow-3`, `church-1`) on cells of its player's board, `C4`, in the board's order."""

    building: str
    on: tuple[str, ...]


@dataclass(frozen=True, slots=True, order=True)
class PlayerBoard:
    """One player's board: which board file, the buildings, and what the table shows beside them."""

    player: str
    board: str
    buildings: tuple[PlacedBuilding, ...] = ()
    token: int | None = None
    """Where the score token stands: 10 less the passes, and 3 more for the gold; None where it is not known."""
    gold_first: bool = False
    """Whether this player was (among) the first to build on both veins of gold."""
    ended: bool = False
    """Whether this player has ended taking part."""


@dataclass(frozen=True, slots=True)
class MyCityPosition:
    """All boards, in the order of the players where it is known."""

    boards: tuple[PlayerBoard, ...] = ()
    players: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    turn: str | None = None
    card: str | None = None
    """The open construction card: a building, or `blocking`."""
    scores: tuple[TrackMarker, ...] = ()
    game: str = "my-city"
    """The shipped game, or a game file that follows its rules."""


@dataclass(frozen=True, slots=True)
class TurnCard:
    """The top construction card is turned over: a building (`yellow-3`, `church-1`) or `blocking`."""

    do: ClassVar[str] = "card"
    player: ClassVar[None] = None
    building: str


@dataclass(frozen=True, slots=True)
class PlaceBuilding:
    """Put the building on cells of the player's own board."""

    do: ClassVar[str] = "build"
    player: str
    building: str
    on: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PassCard:
    """Do not build and stay in the game: one point less."""

    do: ClassVar[str] = "pass"
    player: str


@dataclass(frozen=True, slots=True)
class End:
    """End taking part."""

    do: ClassVar[str] = "end"
    player: str
