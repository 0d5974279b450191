"""Big City's values: what lies there (neighbourhoods, pieces, streetcars), and what a player does."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from tabletop.lattice import PlacedPiece, PlacedStreetcar, PlacedTile
from tabletop.positions import TrackMarker


@dataclass(frozen=True, slots=True)
class BigCityPosition:
    """Everything of the city, in tile 1's frame (tile 1 at (0, 0), turn 0); tuples are kept sorted."""

    tiles: tuple[PlacedTile, ...] = ()
    pieces: tuple[PlacedPiece, ...] = ()
    streetcars: tuple[PlacedStreetcar, ...] = ()
    players: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    turn: str | None = None
    """The player on whose mat the puck lies."""
    reserve: tuple[int, ...] = ()
    """Neighbourhoods in the picture that do not touch the city."""
    card: str | None = None
    scores: tuple[TrackMarker, ...] = ()

    game = "big-city"


Card = int | str
"""A property's number, or the kind of a park or factory for its special card."""
Hands = tuple[tuple[str, tuple[Card, ...]], ...]
"""Player and the cards held before the move; only where a record carries them."""


@dataclass(frozen=True, slots=True)
class PlaceTile:
    """Lay a neighbourhood: its upper left cell as it lies at `at` (row, column), after `turn` clockwise quarters."""

    do: ClassVar[str] = "place-tile"
    player: str
    number: int
    at: tuple[int, int]
    turn: int = 0
    cards: tuple[Card, ...] | None = None
    hands: Hands | None = None


@dataclass(frozen=True, slots=True)
class Build:
    """Put a building, park or factory on properties in ascending order."""

    do: ClassVar[str] = "build"
    player: str
    kind: str
    on: tuple[int, ...]
    cards: tuple[Card, ...] | None = None
    hands: Hands | None = None


@dataclass(frozen=True, slots=True)
class Streetcars:
    """Start or extend the streetcar line; the segments are judged in the order listed."""

    do: ClassVar[str] = "streetcars"
    player: str
    segments: tuple[PlacedStreetcar, ...]
    cards: tuple[Card, ...] | None = None
    hands: Hands | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """Exchange property cards."""

    do: ClassVar[str] = "exchange"
    player: str
    cards: tuple[Card, ...] | None = None
    hands: Hands | None = None


@dataclass(frozen=True, slots=True)
class Trade:
    """Trade cards with other players (variant); logged only."""

    do: ClassVar[str] = "trade"
    player: str
    cards: tuple[Card, ...] | None = None
    hands: Hands | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing."""

    do: ClassVar[str] = "pass"
    player: str
    cards: tuple[Card, ...] | None = None
    hands: Hands | None = None


@dataclass(frozen=True, slots=True)
class Quiet:
    """A turn that left no trace, of which nobody says whether it was a pass or an exchange."""

    do: ClassVar[str] = "quiet"
    player: str
    cards: tuple[Card, ...] | None = None
    hands: Hands | None = None


BigCityMove = PlaceTile | Build | Streetcars | Exchange | Trade | Pass | Quiet
