"""A position of MY CITY on a chess board: landmarks and zone counters on named squares."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tabletop.positions.big_city import TrackMarker


@dataclass(frozen=True, slots=True, order=True)
class PlacedLandmark:
    """A landmark counter on a square or hex, `e4`."""

    name: str
    on: str


@dataclass(frozen=True, slots=True, order=True)
class PlacedZone:
    """A zone counter: `player` is its colour, a slum's value is -1."""

    player: str
    type: str
    value: int
    on: str


@dataclass(frozen=True, slots=True)
class MyCityChessPosition:
    """Everything on the board; tuples are kept sorted."""

    landmarks: tuple[PlacedLandmark, ...] = ()
    zones: tuple[PlacedZone, ...] = ()
    players: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    colours: tuple[tuple[str, str], ...] = ()
    """Player's name and counter colour, where names are not colours."""
    turn: str | None = None
    """The player on whose mat the puck lies."""
    card: str | None = None
    scores: tuple[TrackMarker, ...] = ()
    game: str = "my-city-chess"
    """The shipped game, or a game file that follows its rules."""
