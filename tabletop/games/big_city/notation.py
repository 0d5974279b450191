"""Big City's positions and moves as documents (INTERFACE.md sections 2 and 3)."""

from collections.abc import Mapping

from tabletop.gamefile import load_game
from tabletop.games.big_city.values import BigCityPosition, Build, Exchange, Pass, PlaceTile, Quiet, Streetcars, Trade
from tabletop.lattice import SIDES, PlacedPiece, PlacedStreetcar, PlacedTile
from tabletop.notation.common import moves_table, position_table
from tabletop.schema import (
    FieldKind,
    Key,
    Path,
    list_of,
    mapping_of,
    mismatch,
    nothing_or,
    one_of,
    pair,
    table,
    text,
    whole,
)

FARTHEST = 99
"""Rows and columns from tile 1 within which a city may lie; eight neighbourhoods cannot reach farther than 31."""


def position_kind(game: str) -> FieldKind:
    """A Big City position's document; `game` is the shipped game or a game file that follows its rules."""
    keys = {
        "tiles": Key(list_of(_tile(game)), ()),
        "pieces": Key(list_of(_piece()), ()),
        "streetcars": Key(list_of(_streetcar()), ()),
    }
    return position_table(game, _position, keys)


def move_kinds(game: str) -> Mapping[str, FieldKind]:
    """Each move's word -> its document."""
    cards = list_of(_card())
    shared = {"cards": Key(nothing_or(cards), None), "hands": Key(nothing_or(mapping_of(cards)), None)}
    tile = {"number": Key(_number(game)), "at": Key(_CELL), "turn": Key(whole(0, 3), 0, always=True)}
    return moves_table(
        {
            PlaceTile: tile,
            Build: {"kind": Key(text()), "on": Key(_MOVE_ON)},
            Streetcars: {"segments": Key(list_of(_streetcar()))},
            Exchange: {},
            Trade: {},
            Pass: {},
            Quiet: {},
        },
        shared=shared,
    )


_CELL = pair(whole(-FARTHEST, FARTHEST), "[row, column]")
_ON = list_of(whole(11, 99), least=1, ascending=True)
_MOVE_ON = list_of(whole(11, 99), ascending=True)
"""What somebody does may be nothing at all: the rules judge it. What lies there lies somewhere."""


def _position(**values: object) -> BigCityPosition:
    """A position whose tuples are sorted, whatever the text's order."""
    for key in ("tiles", "pieces", "streetcars"):
        values[key] = tuple(sorted(values[key]))  # type: ignore[call-overload]
    return BigCityPosition(**values)  # type: ignore[arg-type]


def _number(game: str) -> FieldKind:
    """A neighbourhood's number."""
    numbers = [tile.number for tile in load_game(game).of_kind("tile") if tile.number is not None]
    return whole(min(numbers), max(numbers))


def _tile(game: str) -> FieldKind:
    keys = {"number": Key(_number(game)), "at": Key(_CELL), "turn": Key(whole(0, 3), 0, always=True)}
    return table(PlacedTile, keys, name="a tile")


def _piece() -> FieldKind:
    return table(PlacedPiece, {"kind": Key(text()), "on": Key(_ON)}, name="a piece")


def _streetcar() -> FieldKind:
    return table(PlacedStreetcar, {"beside": Key(whole(11, 99)), "side": Key(one_of(SIDES))}, name="a streetcar")


def _card() -> FieldKind:
    """A property's number or the kind of a park or factory."""
    expected = 'a property\'s number, or a park or factory such as "lincoln-park"'

    def read(value: object, path: Path) -> object:
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise mismatch(path, value, expected)
        return value

    return FieldKind(expected, read)
