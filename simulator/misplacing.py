"""A part laid in a wrong place: somewhere free on the board where it belongs, as people do when they look away."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from tabletop.boardfile import Board
from tabletop.cellnames import Cell
from tabletop.gamefile import GameFile
from tabletop.games.custom.values import CustomPosition
from tabletop.games.my_city.values import MyCityPosition
from tabletop.games.my_city_chess.values import MyCityChessPosition
from tabletop.games.small_city.values import SmallCityPosition
from tabletop.lattice import city_cells
from tabletop.options import settled
from tabletop.plans import board_of
from tabletop.plans.boards import board_part, seats_of
from tabletop.positions import BigCityPosition, PlacedPiece

REACH_CELLS = 4
"""How far from its right place a part is laid, in both directions."""


def misplaced(before: Any, after: Any, game: GameFile, rng: np.random.Generator) -> Any | None:
    """The table of before with the one new part some cells from where it lies after.

    None where not exactly one part is new, another was taken away or moved, or nothing is free around it.
    """
    wrong = tuple(_wrong_tables(before, after, game))
    return wrong[int(rng.integers(len(wrong)))] if wrong else None


def _wrong_tables(before: Any, after: Any, game: GameFile) -> Iterator[Any]:
    """Every wrong table that may come to be."""
    match before, after:
        case BigCityPosition(), BigCityPosition():
            yield from _big_city(before, after)
        case MyCityPosition(), MyCityPosition():
            yield from _my_city(before, after, game)
        case MyCityChessPosition(), MyCityChessPosition():
            yield from _my_city_chess(before, after, game)
        case SmallCityPosition(), SmallCityPosition():
            yield from _small_city(before, after, game)
        case CustomPosition(), CustomPosition():
            part = _only_new(before.parts, after.parts)
            if part is not None:
                board = board_of(game.of_kind("board")[0], game)
                for on in _elsewhere(board, part.on, [name for other in before.parts for name in other.on]):
                    yield replace(before, parts=tuple(sorted((*before.parts, replace(part, on=on)))))


def _big_city(before: BigCityPosition, after: BigCityPosition) -> Iterator[BigCityPosition]:
    """The new piece on other properties of the city."""
    new = _only_new(before.pieces, after.pieces)
    if new is None:
        return
    cells = city_cells(after.tiles)
    numbers = {cell: number for number, cell in cells.items()}
    taken = {cells[number] for piece in before.pieces for number in piece.on}
    for place in _shifted([cells[number] for number in new.on], frozenset(numbers) - taken):
        wrong = PlacedPiece(new.kind, tuple(sorted(numbers[cell] for cell in place)))
        yield replace(before, pieces=tuple(sorted((*before.pieces, wrong))))


def _my_city(before: MyCityPosition, after: MyCityPosition, game: GameFile) -> Iterator[MyCityPosition]:
    """The new building elsewhere on its player's board."""
    lying = {(one.player, building) for one in before.boards for building in one.buildings}
    then = {(one.player, building) for one in after.boards for building in one.buildings}
    new = _only_new(lying, then)
    if new is None:
        return
    player, building = new
    for seat, one in seats_of(before.boards, before.players):
        if one.player != player:
            continue
        index = before.boards.index(one)
        board = board_of(board_part(game, one.board, seat), game)
        for on in _elsewhere(board, building.on, [name for other in one.buildings for name in other.on]):
            wrong = replace(one, buildings=tuple(sorted((*one.buildings, replace(building, on=on)))))
            yield replace(before, boards=(*before.boards[:index], wrong, *before.boards[index + 1 :]))


def _my_city_chess(
    before: MyCityChessPosition, after: MyCityChessPosition, game: GameFile
) -> Iterator[MyCityChessPosition]:
    """The new landmark or zone on another square or hex."""
    board = board_of(board_part(game, settled(after.game, after.options)["map"], 1), game)
    landmark, zone = _only_new(before.landmarks, after.landmarks), _only_new(before.zones, after.zones)
    taken = [one.on for one in before.landmarks] + [one.on for one in before.zones]
    if landmark is not None and before.zones == after.zones:
        for (on,) in _elsewhere(board, (landmark.on,), taken):
            yield replace(before, landmarks=tuple(sorted((*before.landmarks, replace(landmark, on=on)))))
    if zone is not None and before.landmarks == after.landmarks:
        for (on,) in _elsewhere(board, (zone.on,), taken):
            yield replace(before, zones=tuple(sorted((*before.zones, replace(zone, on=on)))))


def _small_city(before: SmallCityPosition, after: SmallCityPosition, game: GameFile) -> Iterator[SmallCityPosition]:
    """The new tile elsewhere in its borough, or the new citizen on another square where no citizen stands."""
    lying, then = ({one.player: one for one in position.boroughs} for position in (before, after))
    changed = [player for player in then if lying.get(player) != then[player]]
    if len(changed) != 1 or not lying.keys() <= then.keys():
        return
    player = changed[0]
    borough, right = lying.get(player, replace(then[player], tiles=(), citizens=())), then[player]
    others = tuple(one for one in before.boroughs if one.player != player)
    board = board_of(game.of_kind("board")[0], game)
    tile, citizen = _only_new(borough.tiles, right.tiles), _only_new(borough.citizens, right.citizens)
    if tile is not None and borough.citizens == right.citizens:
        for on in _elsewhere(board, tile.on, [name for other in borough.tiles for name in other.on]):
            wrong = replace(borough, tiles=tuple(sorted((*borough.tiles, replace(tile, on=on)))))
            yield replace(before, boroughs=_in_order((*others, wrong), after))
    if citizen is not None and borough.tiles == right.tiles:
        for (square,) in _elsewhere(board, (citizen.on,), [other.on for other in borough.citizens]):
            wrong = replace(borough, citizens=tuple(sorted((*borough.citizens, replace(citizen, on=square)))))
            yield replace(before, boroughs=_in_order((*others, wrong), after))


def _in_order(boroughs: Iterable[Any], position: SmallCityPosition) -> tuple[Any, ...]:
    """Boroughs in the order in which another position has them."""
    order = [one.player for one in position.boroughs]
    return tuple(sorted(boroughs, key=lambda one: order.index(one.player)))


def _only_new(before: Iterable[Any], after: Iterable[Any]) -> Any | None:
    """What lies there after and not before, where that is one thing and nothing else has changed."""
    lying, then = set(before), set(after)
    new = then - lying
    return next(iter(new)) if len(new) == 1 and lying < then else None


def _elsewhere(board: Board, on: Sequence[str], taken: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Other places on a board for a part of these cells, in the board's order."""
    free = board.cell_set - {board.cell(name) for name in taken}
    cells = [board.cell(name) for name in on]
    for place in _shifted(cells, free):
        yield tuple(board.cell_name(cell) for cell in sorted(place))


def _shifted(cells: Sequence[Cell], free: frozenset[Cell]) -> Iterator[tuple[Cell, ...]]:
    """The cells shifted, not turned, to where all of them are free."""
    around = range(-REACH_CELLS, REACH_CELLS + 1)
    for down in around:
        for right in around:
            place = tuple((row + down, column + right) for row, column in cells)
            if (down, right) != (0, 0) and free.issuperset(place):
                yield place
