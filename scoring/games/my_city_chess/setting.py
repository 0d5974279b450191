"""What the options of MY CITY on a chess board settle before the first move: map, counters, adjacency, how many."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from tabletop.boardfile import Board
from tabletop.boards import load_board
from tabletop.cellnames import Cell
from tabletop.games.my_city_chess.counters import SLUM, CounterSet, counters_of
from tabletop.options import settled

LANDMARKS_A_ROW = 2
REZONINGS = 3


@dataclass(frozen=True)
class Setting:
    """Options with their defaults, the map, the counters, and each square's neighbours."""

    game: str
    options: Mapping[str, Any]
    board: Board
    counters: CounterSet
    adjacent: Mapping[Cell, tuple[Cell, ...]]
    """Neighbours for placing and for control: 8, with reduced adjacency 4, on hexes 6 [Adjacency Rule]."""
    zone_copies: int
    """How many of each zone counter a player has: one, more on bigger maps."""
    landmark_copies: int

    @property
    def landmarks_on_map(self) -> int:
        """Two in each row [Setup]."""
        return LANDMARKS_A_ROW * self.board.rows

    def copies(self, type_: str, value: int) -> int:
        """How many counters of a type and value a player has."""
        printed = self.counters.zones.get(type_, ()).count(value)
        return printed if type_ == SLUM else printed * self.zone_copies

    def in_play(self, type_: str) -> bool:
        """Whether a zone type belongs to the game: the slum only with its variant."""
        return type_ != SLUM or self.options["slums"] != "off"

    def place(self, cell: Cell) -> str:
        """A square's written place, `square:e4`."""
        return self.places[cell]

    @cached_property
    def places(self) -> Mapping[Cell, str]:
        """Every square's written place."""
        return {cell: f"square:{self.board.cell_name(cell)}" for cell in self.board.cells}

    @cached_property
    def near(self) -> Mapping[Cell, frozenset[Cell]]:
        """The squares whose control a square's counter may change: its neighbours, beyond a slum theirs too."""
        if self.options["slums"] == "off":
            return {cell: frozenset(beside) for cell, beside in self.adjacent.items()}
        return {
            cell: frozenset(beside).union(*map(self.adjacent.__getitem__, beside))
            for cell, beside in self.adjacent.items()
        }


def setting_of(game: str, options: Mapping[str, Any]) -> Setting:
    """The setting of a game's options.

    Bigger maps need larger counter sets [Alternate Maps]; the rulebook does not say how large. Our reading: every
    zone counter as often as two players need to fill the map, every landmark as often as two a row need. A counter
    file counts as it stands.
    """
    return _setting(game, json.dumps(settled(game, options), sort_keys=True))


@lru_cache(maxsize=64)
def _setting(game: str, options_text: str) -> Setting:
    options = json.loads(options_text)
    board, counters = load_board(options["map"]), counters_of(options["counters"], game)
    around = board.sides if options["reduced_adjacency"] else board.around
    landmarks = LANDMARKS_A_ROW * board.rows
    usual_zones = sum(len(values) for type_, values in counters.zones.items() if type_ != SLUM)
    own = options["counters"] is not None
    return Setting(
        game=game,
        options=options,
        board=board,
        counters=counters,
        adjacent={cell: around(cell) for cell in board.cells},
        zone_copies=1 if own else max(1, -(-(len(board.cells) - landmarks) // (2 * usual_zones))),
        landmark_copies=1 if own else max(1, -(-landmarks // counters.usual_landmarks)),
    )
