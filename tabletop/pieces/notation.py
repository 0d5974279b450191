"""Their positions and moves as documents; parts, owners and cells are those of the game's own file."""

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any

from tabletop.boardfile import Board, board_in
from tabletop.gamefile import load_game
from tabletop.notation.common import in_order, moves_table, position_table
from tabletop.pieces.values import EnterValue, MovePart, PassTurn, PiecesPosition, PlacedPart, PlacePart, Remove
from tabletop.schema import FieldKind, Key, anything, list_of, nothing_or, one_of, table, text

_ON = list_of(text(), least=1, unique=True)
_MOVE_ON = list_of(text(), unique=True)
"""What somebody does may be nothing at all: the rules judge it. What lies there lies somewhere."""
_VALUE = anything("a whole number or a text", lambda value: _is_value(value))


def position_kind(game: str) -> FieldKind:
    """A position's document of the game in that file."""
    part = table(
        partial(_part, game),
        {"part": Key(one_of(part_ids(game))), "player": Key(nothing_or(text()), None), "on": Key(_ON)},
        name="a part",
    )
    beside = {"turn": Key(text(), None), "card": Key(text(), None)}
    return position_table(game, partial(_position, game), {"parts": Key(list_of(part), ())}, table_keys=beside)


def move_kinds(game: str) -> Mapping[str, FieldKind]:
    """Each move's word -> its document."""
    also: dict[type, dict[str, Key]] = {}
    verbs = {move["do"] for move in load_game(game).sections.moves.values()}
    if EnterValue.do in verbs:
        also[EnterValue] = {"key": Key(text()), "value": Key(_VALUE)}
    if MovePart.do in verbs:
        also[MovePart] = {"path": Key(list_of(text(), least=2))}
    return moves_table(
        {
            PlacePart: {"part": Key(one_of(part_ids(game))), "on": Key(_MOVE_ON)},
            Remove: {"on": Key(text())},
            PassTurn: {},
            **also,
        }
    )


def _is_value(value: Any) -> bool:
    return (isinstance(value, str) and value.isprintable()) or (type(value) is int and abs(value) <= 10**6)


@lru_cache(maxsize=16)
def board_of(game: str) -> Board:
    """The board of such a game: its file's own `[board]`, `[grid]` and `[terrain]`, or its board file's."""
    return board_in(load_game(game))


def part_ids(game: str) -> tuple[str, ...]:
    """Every part that a game puts on its board."""
    return tuple(part.id for part in load_game(game).parts if part.cells)


def _part(game: str, part: str, player: str | None, on: tuple[str, ...]) -> PlacedPart:
    return PlacedPart(part, in_order(board_of(game), on), player)


def _position(game: str, **values: Any) -> PiecesPosition:
    values["parts"] = tuple(sorted(values["parts"], key=lambda placed: (placed.part, placed.on, placed.player or "")))
    return PiecesPosition(game=game, **values)
