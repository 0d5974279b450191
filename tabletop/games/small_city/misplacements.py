"""Small City's tiles and citizens laid in wrong places."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from tabletop.gamefile import GameFile
from tabletop.games.small_city.values import SmallCityPosition
from tabletop.misplacement import elsewhere, only_new
from tabletop.plans import board_of


def wrong_tables(before: SmallCityPosition, after: SmallCityPosition, game: GameFile) -> Iterator[SmallCityPosition]:
    """The new tile elsewhere in its borough, or the new citizen on another square where no citizen stands."""
    lying, then = ({one.player: one for one in position.boroughs} for position in (before, after))
    changed = [player for player in then if lying.get(player) != then[player]]
    if len(changed) != 1 or not lying.keys() <= then.keys():
        return
    player = changed[0]
    borough, right = lying.get(player, replace(then[player], tiles=(), citizens=())), then[player]
    others = tuple(one for one in before.boroughs if one.player != player)
    board = board_of(game.of_kind("board")[0], game)
    tile, citizen = only_new(borough.tiles, right.tiles), only_new(borough.citizens, right.citizens)
    if tile is not None and borough.citizens == right.citizens:
        for on in elsewhere(board, tile.on, [name for other in borough.tiles for name in other.on]):
            wrong = replace(borough, tiles=tuple(sorted((*borough.tiles, replace(tile, on=on)))))
            yield replace(before, boroughs=_in_order((*others, wrong), after))
    if citizen is not None and borough.tiles == right.tiles:
        for (square,) in elsewhere(board, (citizen.on,), [other.on for other in borough.citizens]):
            wrong = replace(borough, citizens=tuple(sorted((*borough.citizens, replace(citizen, on=square)))))
            yield replace(before, boroughs=_in_order((*others, wrong), after))


def _in_order(boroughs: Iterable[Any], position: SmallCityPosition) -> tuple[Any, ...]:
    """Boroughs in the order in which another position has them."""
    order = [one.player for one in position.boroughs]
    return tuple(sorted(boroughs, key=lambda one: order.index(one.player)))
