"""A position of Small City: each player's borough with its tiles and citizens."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tabletop.positions.big_city import TrackMarker


@dataclass(frozen=True, slots=True, order=True)
class PlacedBoroughTile:
    """A tile on squares of a borough, `B4`, in the board's order; `level` where the kind has levels."""

    kind: str
    on: tuple[str, ...]
    level: int | None = None


@dataclass(frozen=True, slots=True, order=True)
class PlacedCitizen:
    """A citizen: `player` owns it; on another player's borough it is a tourist."""

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
