"""Tiles whose codes citizens hide: seen there before, or told by the colour that shows round the citizens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from tabletop.cellnames import Cell
from tabletop.parts import Part
from tabletop.readings import Confidence
from vision.boards.cells import CellField, LaidBoard
from vision.boards.rims import Rims
from vision.boards.setup import Setup
from vision.places.assignment import Assignment, LyingPart, PlaceLikelihoods, laid
from vision.places.place import Where
from vision.places.shot import SolvedShot
from vision.settings import ConfidenceSettings
from vision.settings.boards import MannedSettings

NEIGHBOURS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Row and column of the neighbours of a cell."""


@dataclass(frozen=True, slots=True)
class SeenTiles:
    """Tiles of a look, and of those before it whose codes have been hidden since; part of a board's sheet -> tiles."""

    tiles: Mapping[str, tuple[LyingPart, ...]]

    def on(self, boards: Sequence[LaidBoard]) -> list[LyingPart]:
        """The tiles on the boards as they are numbered now."""
        return [
            replace(tile, board=number)
            for number, laid_board in enumerate(boards)
            for tile in self.tiles.get(laid_board.sheet.part.id, ())
        ]


NOTHING_SEEN = SeenTiles({})


def with_manned_tiles(
    shot: SolvedShot, setup: Setup, field: CellField, explained: Assignment, before: SeenTiles
) -> tuple[Assignment, SeenTiles]:
    """The tiles under citizens added, `likely` at most, and what to remember of all tiles for the next look."""
    told = {one.view.place.where: one for one in explained.told.values()}
    under = {(part.board, cell) for part in explained.parts if part.part.kind == "tile" for cell in part.cells}
    manned = {
        where: one for where, one in told.items() if where not in under and _clearly_manned(one, shot.settings.sureness)
    }
    doubted = {place for problem in explained.problems for place in problem.places}
    manned = {where: one for where, one in manned.items() if one.view.place.name not in doubted}
    earlier = [tile for tile in before.on(field.boards) if _may_lie_still(tile, told, under)]
    found: list[LyingPart] = []
    if manned and shot.image.ndim == 3:
        settings = shot.settings.boards.manned
        rims = Rims(shot, setup, field, explained, settings)
        found = [tile for tile in earlier if _shows_still(tile, manned, rims, settings)]
        left = {where: one for where, one in manned.items() if where not in _cells_of(found)}
        found += _by_colour(left, told, [*explained.parts, *found], rims, setup)
    places = {told[where].view.place.name for where in _cells_of(found)}
    likely: dict[str, Confidence] = dict.fromkeys(places, "likely")
    explained = replace(explained, parts=(*explained.parts, *found), sureness={**explained.sureness, **likely})
    return explained, _to_remember(explained, told, earlier, field.boards)


def _clearly_manned(one: PlaceLikelihoods, sureness: ConfidenceSettings) -> bool:
    """Whether a citizen stands there, and whose it is, is likely at least."""
    if one.on_top is None:
        return False
    values = one.codes.max(axis=1)
    rival = max(float(np.delete(values, one.on_top).max(initial=-np.inf)), one.empty, 0.0)
    return float(values[one.on_top]) - rival >= sureness.likely_margin


def _may_lie_still(tile: LyingPart, told: Mapping[Where, PlaceLikelihoods], under: set[Where]) -> bool:
    """Whether a tile's squares are all hidden or under citizens, so that nothing says that it has gone."""
    wheres = [(tile.board, cell) for cell in tile.cells]
    return all(
        where in told and where not in under and (told[where].hidden or told[where].on_top is not None)
        for where in wheres
    )


def _shows_still(
    tile: LyingPart, manned: Mapping[Where, PlaceLikelihoods], rims: Rims, settings: MannedSettings
) -> bool:
    """Whether citizens stand on all of a tile and its colour shows round each of them."""
    wheres = [(tile.board, cell) for cell in tile.cells]
    if not all(where in manned for where in wheres):
        return False
    shown = [rims.round(where) for where in wheres]
    return all(rim is not None and rim.may_be(tile.part.colour, settings) for rim in shown)


def _by_colour(
    manned: Mapping[Where, PlaceLikelihoods],
    told: Mapping[Where, PlaceLikelihoods],
    parts: Sequence[LyingPart],
    rims: Rims,
    setup: Setup,
) -> list[LyingPart]:
    """The tiles that alone make up squares of one colour, and of which so many are left."""
    colours = {where: rims.told(where) for where in manned}
    found: list[LyingPart] = []
    for group in _groups(colours, told):
        colour = colours[group[0]]
        tiles = [part for part in setup.pieces_parts if part.kind == "tile" and part.colour == colour]
        left = {part.id: part.count - sum(one.part.id == part.id for one in (*parts, *found)) for part in tiles}
        ways = list(islice(_tilings(group[0][0], frozenset(cell for _, cell in group), tiles, left), 2))
        if len(ways) == 1:
            found += ways[0]
    return found


def _groups(colours: Mapping[Where, str | None], told: Mapping[Where, PlaceLikelihoods]) -> list[list[Where]]:
    """Squares of one colour that lie side by side: where one tile ends and the next begins, no rim tells for sure.

    None where one of them, or a square beside it, may belong to them or not.
    """
    groups, seen = [], set[Where]()
    for start in colours:
        if start in seen:
            continue
        group, clear = [start], colours[start] is not None
        seen.add(start)
        for board, (row, column) in group:  # grows on the way
            for down, right in NEIGHBOURS:
                beside = (board, (row + down, column + right))
                if beside not in colours:
                    clear &= beside not in told or not told[beside].hidden
                elif colours[beside] is None or colours[start] is None:
                    clear = False
                elif colours[beside] == colours[start] and beside not in seen:
                    seen.add(beside)
                    group.append(beside)
        if clear:
            groups.append(group)
    return groups


def _tilings(
    board: int, cells: frozenset[Cell], tiles: Sequence[Part], left: Mapping[str, int]
) -> Iterator[list[LyingPart]]:
    """Every way in which tiles, of which so many are left, make up just these squares."""
    if not cells:
        yield []
        return
    first = min(cells)
    for part in tiles:
        if left[part.id] < 1:
            continue
        for lying in _over(part, board, first):
            if cells.issuperset(lying.cells):
                rest = {**left, part.id: left[part.id] - 1}
                yield from ([lying, *more] for more in _tilings(board, cells.difference(lying.cells), tiles, rest))


def _over(part: Part, board: int, first: Cell) -> list[LyingPart]:
    """The ways in which a part lies with that square as its first one, row by row; an outline counts once."""
    ways: dict[frozenset[Cell], LyingPart] = {}
    for turn in range(4):
        for index in range(len(part.cells)):
            cells: tuple[Cell, ...] = laid(part, turn, index, first)
            if min(cells) == first:
                ways.setdefault(frozenset(cells), LyingPart(part, board, cells, turn))
    return list(ways.values())


def _to_remember(
    explained: Assignment,
    told: Mapping[Where, PlaceLikelihoods],
    earlier: Sequence[LyingPart],
    boards: Sequence[LaidBoard],
) -> SeenTiles:
    """Tiles of which no square is asked about, and earlier ones that nothing has contradicted since."""
    sure = [
        part
        for part in explained.parts
        if part.part.kind == "tile"
        and all(
            where in told and explained.sureness[told[where].view.place.name] != "ask"
            for where in ((part.board, cell) for cell in part.cells)
        )
    ]
    taken = _cells_of(sure)
    kept = [tile for tile in earlier if not taken & _cells_of([tile])]
    return SeenTiles(
        {
            one.sheet.part.id: tuple(tile for tile in (*sure, *kept) if tile.board == number)
            for number, one in enumerate(boards)
        }
    )


def _cells_of(tiles: Sequence[LyingPart]) -> set[Where]:
    return {(tile.board, cell) for tile in tiles for cell in tile.cells}
