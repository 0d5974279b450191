"""Parts laid in wrong places."""

from collections.abc import Iterator
from dataclasses import replace

from tabletop.gamefile import GameFile
from tabletop.misplacement import elsewhere, only_new
from tabletop.pieces.values import PiecesPosition
from tabletop.plans import board_of


def wrong_tables(before: PiecesPosition, after: PiecesPosition, game: GameFile) -> Iterator[PiecesPosition]:
    """The new part on other cells of the board."""
    part = only_new(before.parts, after.parts)
    if part is None:
        return
    board = board_of(game.of_kind("board")[0], game)
    for on in elsewhere(board, part.on, [name for other in before.parts for name in other.on]):
        yield replace(before, parts=tuple(sorted((*before.parts, replace(part, on=on)))))
