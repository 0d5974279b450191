"""Counters of MY CITY on a chess board laid in wrong places."""

from collections.abc import Iterator
from dataclasses import replace

from tabletop.gamefile import GameFile
from tabletop.games.my_city_chess.values import MyCityChessPosition
from tabletop.misplacement import elsewhere, only_new
from tabletop.options import settled
from tabletop.plans import board_of
from tabletop.plans.boards import board_part


def wrong_tables(
    before: MyCityChessPosition, after: MyCityChessPosition, game: GameFile
) -> Iterator[MyCityChessPosition]:
    """The new landmark or zone on another square or hex."""
    board = board_of(board_part(game, settled(after.game, after.options)["map"], 1), game)
    landmark, zone = only_new(before.landmarks, after.landmarks), only_new(before.zones, after.zones)
    taken = [one.on for one in before.landmarks] + [one.on for one in before.zones]
    if landmark is not None and before.zones == after.zones:
        for (on,) in elsewhere(board, (landmark.on,), taken):
            yield replace(before, landmarks=tuple(sorted((*before.landmarks, replace(landmark, on=on)))))
    if zone is not None and before.landmarks == after.landmarks:
        for (on,) in elsewhere(board, (zone.on,), taken):
            yield replace(before, zones=tuple(sorted((*before.zones, replace(zone, on=on)))))
