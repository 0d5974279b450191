"""Big City's moves: exactly one of them is a turn."""

from dataclasses import dataclass
from typing import ClassVar

from tabletop.positions.big_city import PlacedStreetcar

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
