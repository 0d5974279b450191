"""What a reader found on the table, before it is a position: each game's `found` module turns it into one.

The reader knows parts and cells; what a part means in a position (a landmark, a zone, a citizen) only the game knows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tabletop.gamefile import GameFile
from tabletop.lattice import PlacedPiece, PlacedStreetcar, PlacedTile
from tabletop.parts import Part
from tabletop.positions import TrackMarker
from tabletop.shipped import game_module


@dataclass(frozen=True, slots=True)
class FoundPart:
    """A part on cells of a board: `on` names them in the board's order, `board` is its place in the list of boards."""

    part: Part
    on: tuple[str, ...]
    board: int = 0


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """A board: its part, the name of its board file, and whose it is where players have their own."""

    part: Part
    name: str
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class FoundBoards:
    """Everything that lies on and beside boards; `game` is the word by which the position names its game."""

    game: str
    players: tuple[str, ...]
    boards: tuple[FoundBoard, ...]
    parts: tuple[FoundPart, ...]
    turn: str | None = None
    card: Part | None = None
    tokens: Mapping[str, int] = field(default_factory=dict)
    """Player -> space of the score track on which the token lies."""

    def seated(self, number: int) -> str:
        """The name of the player whose number (from 1) a part bears; `player 3` where nobody said it."""
        return self.players[number - 1] if number <= len(self.players) else f"player {number}"


@dataclass(frozen=True, slots=True)
class FoundCity:
    """A city laid of neighbourhoods, in the first one's frame."""

    players: tuple[str, ...]
    tiles: tuple[PlacedTile, ...]
    pieces: tuple[PlacedPiece, ...]
    streetcars: tuple[PlacedStreetcar, ...]
    turn: str | None = None
    reserve: tuple[int, ...] = ()
    scores: tuple[TrackMarker, ...] = ()


def position_from(found: FoundBoards | FoundCity, game: GameFile) -> Any:
    """The position in the words of the game's rules."""
    return game_module(game.rules, "found").position_from(found)
