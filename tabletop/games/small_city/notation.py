"""Small City's positions and moves as documents (INTERFACE.md sections 2 and 3)."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from tabletop.boards import load_board
from tabletop.gamefile import load_game
from tabletop.games.small_city.values import (
    Borough,
    BuildTile,
    EndRound,
    Enter,
    MoveCitizen,
    PlacedBoroughTile,
    PlacedCitizen,
    SmallCityPosition,
)
from tabletop.notation.common import ABSENT, in_order, moves_table, one_each, position_table
from tabletop.schema import FieldKind, Key, anything, list_of, nothing_or, one_of, table, text, whole

BOARD = "borough"
_ON = list_of(text(), least=1, unique=True)
_MOVE_ON = list_of(text(), unique=True)
"""What somebody does may be nothing at all: the rules judge it. What lies there lies somewhere."""


def position_kind(game: str) -> FieldKind:
    """A position's document; `game` is the shipped game or a game file that follows its rules."""
    tile = table(_tile, _tile_keys(game), name="a tile")
    citizen = table(_citizen, {"player": Key(text()), "on": Key(text())}, name="a citizen")
    borough = table(
        _borough,
        {"player": Key(text()), "tiles": Key(list_of(tile), ()), "citizens": Key(list_of(citizen), ())},
        name="a borough",
    )
    beside = {"turn": Key(text(), None), "card": Key(text(), None)}
    return position_table(game, partial(_position, game), {"boroughs": Key(list_of(borough), ())}, table_keys=beside)


def move_kinds(game: str) -> Mapping[str, FieldKind]:
    """Each move's word -> its document."""
    simple = moves_table(
        {
            BuildTile: {**_tile_keys(game), "on": Key(_MOVE_ON)},
            Enter: {"key": Key(text()), "value": Key(anything("a number, true, false or a text", _is_plain))},
            EndRound: {"player": Key(ABSENT)},
        }
    )
    keys = {
        "player": Key(text()),
        "do": Key(one_of((MoveCitizen.do,))),
        "borough": Key(text()),
        "from": Key(text()),
        "to": Key(text()),
        "from_borough": Key(nothing_or(text()), None),
    }
    return {**simple, MoveCitizen.do: table(_move_citizen, keys, take=_written_move, name="a 'move-citizen' move")}


def kinds(game: str) -> tuple[str, ...]:
    """Every kind of tile."""
    return tuple(dict.fromkeys(part.piece for part in load_game(game).of_kind("tile") if part.piece))


def _tile_keys(game: str) -> dict[str, Key]:
    return {
        "kind": Key(one_of(kinds(game))),
        "level": Key(nothing_or(whole(1, 9)), None),
        "on": Key(_ON),
    }


def _is_plain(value: Any) -> bool:
    return isinstance(value, bool | int) or (isinstance(value, str) and bool(value.strip()) and value.isprintable())


def _tile(on: tuple[str, ...], **values: Any) -> PlacedBoroughTile:
    return PlacedBoroughTile(on=in_order(load_board(BOARD), on), **values)


def _citizen(player: str, on: str) -> PlacedCitizen:
    return PlacedCitizen(player, in_order(load_board(BOARD), (on,))[0])


def _borough(player: str, tiles: tuple[PlacedBoroughTile, ...], citizens: tuple[PlacedCitizen, ...]) -> Borough:
    # a level may be None, which does not compare: order by what always does
    ordered = sorted(tiles, key=lambda tile: (tile.kind, tile.on, tile.level or 0))
    return Borough(player, tuple(ordered), tuple(sorted(citizens)))


def _position(game: str, **values: Any) -> SmallCityPosition:
    one_each([borough.player for borough in values["boroughs"]], "borough", "boroughs")
    return SmallCityPosition(game=game, **values)


def _move_citizen(do: str, from_borough: str | None, **values: Any) -> MoveCitizen:
    return MoveCitizen(
        player=values["player"],
        borough=values["borough"],
        source=values["from"],
        target=values["to"],
        origin=from_borough,
    )


def _written_move(move: MoveCitizen) -> Mapping[str, Any]:
    return {
        "player": move.player,
        "do": move.do,
        "borough": move.borough,
        "from": move.source,
        "to": move.target,
        "from_borough": move.origin,
    }
