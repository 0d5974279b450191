"""My City's buildings laid in wrong places."""

from collections.abc import Iterator
from dataclasses import replace

from tabletop.gamefile import GameFile
from tabletop.games.my_city.plan import seats_of
from tabletop.games.my_city.values import MyCityPosition
from tabletop.misplacement import elsewhere, only_new
from tabletop.plans import board_of
from tabletop.plans.boards import board_part


def wrong_tables(before: MyCityPosition, after: MyCityPosition, game: GameFile) -> Iterator[MyCityPosition]:
    """The new building elsewhere on its player's board."""
    lying = {(one.player, building) for one in before.boards for building in one.buildings}
    then = {(one.player, building) for one in after.boards for building in one.buildings}
    new = only_new(lying, then)
    if new is None:
        return
    player, building = new
    for seat, one in seats_of(before.boards, before.players):
        if one.player != player:
            continue
        index = before.boards.index(one)
        board = board_of(board_part(game, one.board, seat), game)
        for on in elsewhere(board, building.on, [name for other in one.buildings for name in other.on]):
            wrong = replace(one, buildings=tuple(sorted((*one.buildings, replace(building, on=on)))))
            yield replace(before, boards=(*before.boards[:index], wrong, *before.boards[index + 1 :]))
