"""Stones laid on wrong squares."""

from collections.abc import Iterator
from dataclasses import replace

from tabletop.games.three_stones.values import Stones

from tabletop.gamefile import GameFile
from tabletop.misplacement import elsewhere, only_new
from tabletop.plans import board_of


def wrong_tables(before: Stones, after: Stones, game: GameFile) -> Iterator[Stones]:
    """The new stone on other squares."""
    stone = only_new(before.tiles, after.tiles)
    if stone is None:
        return
    board = board_of(game.by_id["board"], game)
    for (on,) in elsewhere(board, (stone.on,), [other.on for other in before.tiles]):
        yield replace(before, tiles=tuple(sorted((*before.tiles, replace(stone, on=on)))), reserve=before.reserve - 1)
