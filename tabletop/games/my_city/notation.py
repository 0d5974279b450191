"""My City's positions and moves as documents (INTERFACE.md sections 2 and 3)."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from tabletop.boards import named_board
from tabletop.errors import UnreadableInput
from tabletop.gamefile import load_game
from tabletop.games.my_city.values import (
    End,
    MyCityPosition,
    PassCard,
    PlaceBuilding,
    PlacedBuilding,
    PlayerBoard,
    TurnCard,
)
from tabletop.notation.common import ABSENT, in_order, moves_table, one_each, position_table
from tabletop.schema import FieldKind, Key, Mismatch, flag, list_of, nothing_or, one_of, table, text, whole

_ON = list_of(text(), least=1, unique=True)
_MOVE_ON = list_of(text(), unique=True)
"""What somebody does may be nothing at all: the rules judge it. What lies there lies somewhere."""
BLOCKING = "blocking"


def position_kind(game: str) -> FieldKind:
    """A position's document; `game` is the shipped game or a game file that follows its rules."""
    building = table(PlacedBuilding, {"building": Key(one_of(buildings(game))), "on": Key(_ON)}, name="a building")
    board = table(
        partial(_board, game),
        {
            "player": Key(text()),
            "board": Key(text(), "eternal"),
            "token": Key(nothing_or(whole(-999, 99)), None),
            "gold_first": Key(flag(), False),
            "ended": Key(flag(), False),
            "buildings": Key(list_of(building), ()),
        },
        name="a board",
    )
    beside = {"turn": Key(text(), None), "card": Key(one_of((*buildings(game), BLOCKING)), None)}
    return position_table(game, partial(_position, game), {"boards": Key(list_of(board), ())}, table_keys=beside)


def move_kinds(game: str) -> Mapping[str, FieldKind]:
    """Each move's word -> its document."""
    known = buildings(game)
    return moves_table(
        {
            TurnCard: {"player": Key(ABSENT), "building": Key(one_of((*known, BLOCKING)))},
            PlaceBuilding: {"building": Key(one_of(known)), "on": Key(_MOVE_ON)},
            PassCard: {},
            End: {},
        }
    )


def buildings(game: str) -> tuple[str, ...]:
    """Every building that a player has, as positions name them."""
    return tuple(part.piece for part in load_game(game).of_kind("building") if part.piece)


def _board(game: str, *, board: str, buildings: tuple[PlacedBuilding, ...], **values: Any) -> PlayerBoard:
    """A player's board whose cells exist and stand in the board's order."""
    try:
        printed = named_board(load_game(game), board)
    except UnreadableInput as error:
        raise Mismatch(("board",), str(error)) from error
    placed = [
        PlacedBuilding(entry.building, in_order(printed, entry.on, ("buildings", index, "on")))
        for index, entry in enumerate(buildings)
    ]
    return PlayerBoard(board=board, buildings=tuple(sorted(placed)), **values)


def _position(game: str, **values: Any) -> MyCityPosition:
    one_each([board.player for board in values["boards"]], "board", "boards")
    return MyCityPosition(game=game, **values)
