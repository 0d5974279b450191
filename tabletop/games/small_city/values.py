"""A position of Small City: each player's borough with its tiles and citizens."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from tabletop.positions import TrackMarker


@dataclass(frozen=True, slots=True, order=True)
class PlacedBoroughTile:
    """A tile on squares of a borough, `B4`, in the board's order; `level` where the kind has levels."""

    kind: str
    on: tuple[str, ...]
    level: int | None = None


@dataclass(frozen=True, slots=True, order=True)
class PlacedCitizen:
    """A citizen: `player` owns it; on another player's borough it is a tourist."""

    on_another: ClassVar[bool] = True
    """It stands on a tile, which lies in the same place."""

    player: str
    on: str


@dataclass(frozen=True, slots=True, order=True)
class Borough:
    """One player's borough."""

    player: str
    tiles: tuple[PlacedBoroughTile, ...] = ()
    citizens: tuple[PlacedCitizen, ...] = ()


@dataclass(frozen=True, slots=True)
class SmallCityPosition:
    """All boroughs, in the order of the players where it is known."""

    boroughs: tuple[Borough, ...] = ()
    players: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    turn: str | None = None
    card: str | None = None
    scores: tuple[TrackMarker, ...] = ()
    game: str = "small-city"
    """The shipped game, or a game file that follows its rules."""


@dataclass(frozen=True, slots=True)
class BuildTile:
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
