"""A position of a game of pieces on cells: parts on cells of a board, told by the game's own file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from tabletop.positions import TrackMarker


@dataclass(frozen=True, slots=True, order=True)
class PlacedPart:
    """A part (its id in the game file) on named cells; `player` where parts have owners."""

    part: str
    on: tuple[str, ...]
    player: str | None = None


@dataclass(frozen=True, slots=True)
class PiecesPosition:
    """Everything on the board; tuples are kept sorted by part, then cells."""

    game: str
    """The game file's name, or its path."""
    parts: tuple[PlacedPart, ...] = ()
    players: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    turn: str | None = None
    card: str | None = None
    scores: tuple[TrackMarker, ...] = ()


@dataclass(frozen=True, slots=True)
class PlacePart:
    """Put a part on cells of the board."""

    do: ClassVar[str] = "place"
    player: str
    part: str
    on: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MovePart:
    """Move a part from the first of these cells over the others to the last."""

    do: ClassVar[str] = "move"
    player: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Remove:
    """Take a part off the cell where it lies, where the game file allows it."""

    do: ClassVar[str] = "remove"
    player: str
    on: str


@dataclass(frozen=True, slots=True)
class PassTurn:
    """Do nothing."""

    do: ClassVar[str] = "pass"
    player: str


@dataclass(frozen=True, slots=True)
class EnterValue:
    """What no camera sees: a number, or an entry of a list, by the name of the move that enters it."""

    do: ClassVar[str] = "enter"
    player: str
    key: str
    value: int | str
