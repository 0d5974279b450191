"""Tiles whose codes citizens hide: seen there before, or told by the colour that shows round the citizens."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from math import inf

import numpy as np

from tabletop.cellnames import Cell
from tabletop.gamefile import Part
from tabletop.readings import Confidence
from vision.boards.cells import CellField, LaidBoard
from vision.boards.setup import Setup
from vision.pixels.arrays import Floats, PointsMm, median
from vision.places.assignment import Assignment, LyingPart, PlaceLikelihoods, laid
from vision.places.place import TablePlace, Where
from vision.places.shot import SolvedShot
from vision.settings import ConfidenceSettings
from vision.settings.boards import MannedSettings
from vision.uncoded.colour_image import ColourField, colour_field
from vision.uncoded.materials import veiled_lab

SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Row and column of the neighbours of a cell, and its sides in the order in which they are looked at."""


@dataclass(frozen=True, slots=True)
class _Rim:
    """What shows round a citizen."""

    lab: Floats
    from_ground: float
    """Distance from the ground's colour in a and b."""
    distances: Mapping[str, float]
    """Palette's word -> distance in scatters, of the colours that are none of the ground's tone."""
    one_hue: bool

    def told(self, settings: MannedSettings) -> str | None:
        """The one colour that it can be."""
        if self.from_ground < settings.coloured or not self.one_hue:
            return None
        first, second = sorted(self.distances, key=lambda word: self.distances[word])[:2]
        clear = self.distances[second] - self.distances[first] >= settings.lead
        return first if clear and self.distances[first] <= settings.farthest else None

    def may_be(self, word: str, settings: MannedSettings) -> bool:
        """Whether a tile of that colour, seen before, still shows."""
        if word not in self.distances:
            return self.from_ground < settings.coloured
        nearest = min(self.distances.values())
        return self.from_ground >= settings.faded and self.distances[word] <= nearest + settings.off_memory


class _Rims:
    """The colours round cells in one picture; nothing is measured before somebody asks."""

    def __init__(
        self, shot: SolvedShot, setup: Setup, field: CellField, explained: Assignment, settings: MannedSettings
    ) -> None:
        self._cells = {cell.where: cell for cell in field.cells}
        self._shot, self._boards = shot, field.boards
        self._setup, self._settings = setup, settings
        words = sorted({part.colour for part in setup.pieces_parts if part.kind == "tile"})
        printed = [
            (word, veiled_lab(palette[word]))
            for palette in (setup.game.palette, setup.game.palette_before)
            for word in words
            if word in palette
        ]
        self._colours = [(word, lab) for word, lab in printed if float(np.hypot(*lab[1:])) >= settings.coloured]
        self._bare = [
            told.view.place
            for told in explained.told.values()
            if told.empty > 0.0 and explained.sureness[told.view.place.name] == "certain"
        ]

    @cached_property
    def _field(self) -> ColourField:
        return colour_field(self._shot)

    def round(self, where: Where) -> _Rim | None:
        """What shows round a citizen on that cell; None where the ground near it does not look as printed."""
        cell = self._cells[where]
        own, ground = self._settings, self._ground(cell)
        if ground is None or len({word for word, _ in self._colours}) < 2:
            return None
        depths = np.arange(own.first_mm, own.last_mm + own.step_mm / 2, own.step_mm)
        sides = np.array([self._profile(cell, side, depths) for side in range(len(SIDES))])
        away = np.hypot(*np.moveaxis(sides[..., 1:] - ground[1:], -1, 0))
        most = np.take_along_axis(sides, away.argmax(axis=1)[:, None, None], axis=1)[:, 0]
        clearest = most[np.argsort(-away.max(axis=1))[: own.sides_seen]]
        lab = median(clearest, axis=0)
        distances: dict[str, float] = {}
        for word, one in self._colours:
            off = float(np.hypot(_turn_deg(lab, one) / own.hue_deg, (lab[0] - one[0]) / own.lightness))
            distances[word] = min(off, distances.get(word, inf))
        one_hue = max(abs(_turn_deg(lab, side)) for side in clearest) < own.sides_apart_deg
        return _Rim(lab, float(np.hypot(*(lab - ground)[1:])), distances, one_hue)

    def told(self, where: Where) -> str | None:
        """The one colour that a rim there can be; where it is narrow nothing is told, nor looked at."""
        width_px = self._settings.rim_mm * float(self._shot.plane.px_per_mm(self._cells[where].spot.middle_mm))
        rim = None if width_px < self._settings.least_px else self.round(where)
        return None if rim is None else rim.told(self._settings)

    def _profile(self, cell: TablePlace, side: int, depths: Floats) -> Floats:
        """Median Lab (n, 3) along lines beside that side, so far from the cell's middle."""
        own, spot = self._settings, cell.spot
        along = np.arange(-own.along_mm, own.along_mm + own.step_mm, 2 * own.step_mm)
        out, over = ((spot.right, spot.down), (spot.down, spot.right))[side % 2]
        sign = 1.0 if side < 2 else -1.0
        points: PointsMm = (
            spot.middle_mm + sign * depths[:, None, None] * np.asarray(out) + along[None, :, None] * np.asarray(over)
        )
        height = self._boards[cell.board].height_mm + own.top_mm
        shown = self._field.at(self._shot.plane.to_picture(points.reshape(-1, 2), height_mm=height))
        return np.asarray(median(shown.reshape(len(depths), len(along), 3), axis=1), float)

    def _ground(self, cell: TablePlace) -> Floats | None:
        """Lab of the bare ground near a cell; None where too little is bare, or does not look as it is printed."""
        own, palette = self._settings, self._setup.game.palette
        known = [one for one in self._bare if one.board == cell.board and one.ground in palette]
        known += [one for one in self._bare if one.board == cell.board and one.ground == "plain"]
        known = sorted(known, key=lambda one: float(np.hypot(*(one.spot.middle_mm - cell.spot.middle_mm))))
        known = known[: own.grounds]
        if len(known) < own.least_grounds:
            return None
        height = self._boards[cell.board].height_mm
        middles = np.array([one.spot.middle_mm for one in known])
        labs = self._field.at(self._shot.plane.to_picture(middles, height_mm=height))
        printed = [veiled_lab(palette[one.ground if one.ground in palette else "open-square"]) for one in known]
        off = median(labs - np.array(printed), axis=0) * (0.5, 1.0, 1.0)
        return np.asarray(median(labs, axis=0), float) if float(np.linalg.norm(off)) <= own.cast else None


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
        rims = _Rims(shot, setup, field, explained, settings)
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
    tile: LyingPart, manned: Mapping[Where, PlaceLikelihoods], rims: _Rims, settings: MannedSettings
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
    rims: _Rims,
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
            for down, right in SIDES:
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


def _turn_deg(one: Floats, other: Floats) -> float:
    """Difference of two Lab colours' hues, from -180 to 180 degrees."""
    turn = np.degrees(np.arctan2(one[2], one[1]) - np.arctan2(other[2], other[1]))
    return float((turn + 180.0) % 360.0 - 180.0)
