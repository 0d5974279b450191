"""A Big City position: neighbourhoods on the lattice, pieces on properties, streetcars in streets."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Side = Literal["north", "east", "south", "west"]
SIDES: tuple[Side, ...] = ("north", "east", "south", "west")


@dataclass(frozen=True, slots=True, order=True)
class PlacedTile:
    """A neighbourhood: `at` is the (row, column) of its upper left cell as it lies, `turn` clockwise quarters."""

    number: int
    at: tuple[int, int]
    turn: int = 0


@dataclass(frozen=True, slots=True, order=True)
class PlacedPiece:
    """A building, park or factory (`kind` without its size) on properties in ascending order."""

    kind: str
    on: tuple[int, ...]


@dataclass(frozen=True, slots=True, order=True)
class PlacedStreetcar:
    """A streetcar in the street on one side of a property, the lower-numbered one where there are two."""

    beside: int
    side: Side


@dataclass(frozen=True, slots=True, order=True)
class TrackMarker:
    """A player's marker on the score track: `space` 0 to 99, and how often it has passed 0."""

    player: str
    space: int
    hundreds: int = 0


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
