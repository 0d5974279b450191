"""The colours that show round citizens, by which the tiles under them are told."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf

import numpy as np

from vision.boards.cells import CellField
from vision.boards.setup import Setup
from vision.pixels.arrays import Floats, PointsMm, median
from vision.places.assignment import Assignment
from vision.places.place import TablePlace, Where
from vision.places.shot import SolvedShot
from vision.settings.boards import MannedSettings
from vision.uncoded.colour_points import ColourPoints
from vision.uncoded.materials import veiled_lab


@dataclass(frozen=True, slots=True)
class Rim:
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


class Rims:
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
            for palette in (setup.game.palette, setup.game.sections.palette_before)
            for word in words
            if word in palette
        ]
        self._colours = [(word, lab) for word, lab in printed if float(np.hypot(*lab[1:])) >= settings.coloured]
        self._bare = [
            told.view.place
            for told in explained.told.values()
            if told.plainly_bare(shot.settings.sureness) and explained.sureness[told.view.place.name] != "ask"
        ]

    @cached_property
    def _points(self) -> ColourPoints:
        return ColourPoints(self._shot)

    def round(self, where: Where) -> Rim | None:
        """What shows round a citizen on that cell; None where the ground near it does not look as printed."""
        cell = self._cells[where]
        own, ground = self._settings, self._ground(cell)
        if ground is None or len({word for word, _ in self._colours}) < 2:
            return None
        sides = self._profiles(cell)
        away = np.hypot(*np.moveaxis(sides[..., 1:] - ground[1:], -1, 0))
        most = np.take_along_axis(sides, away.argmax(axis=1)[:, None, None], axis=1)[:, 0]
        clearest = most[np.argsort(-away.max(axis=1))[: own.sides_seen]]
        lab = median(clearest, axis=0)
        distances: dict[str, float] = {}
        for word, one in self._colours:
            off = float(np.hypot(_turn_deg(lab, one) / own.hue_deg, (lab[0] - one[0]) / own.lightness))
            distances[word] = min(off, distances.get(word, inf))
        one_hue = max(abs(_turn_deg(lab, side)) for side in clearest) < own.sides_apart_deg
        return Rim(lab, float(np.hypot(*(lab - ground)[1:])), distances, one_hue)

    def told(self, where: Where) -> str | None:
        """The one colour that a rim there can be; where it is narrow nothing is told, nor looked at."""
        width_px = self._settings.rim_mm * float(self._shot.plane.px_per_mm(self._cells[where].spot.middle_mm))
        rim = None if width_px < self._settings.least_px else self.round(where)
        return None if rim is None else rim.told(self._settings)

    def _profiles(self, cell: TablePlace) -> Floats:
        """Median Lab (sides, n, 3) along lines beside each side, further and further from the cell's middle."""
        own, spot = self._settings, cell.spot
        depths = np.arange(own.first_mm, own.last_mm + own.step_mm / 2, own.step_mm)
        along = np.arange(-own.along_mm, own.along_mm + own.step_mm, 2 * own.step_mm)
        axes = np.array([spot.right, spot.down])
        out, over = np.concatenate([axes, -axes]), np.tile(axes[::-1], (2, 1))
        points: PointsMm = (
            spot.middle_mm + depths[:, None, None] * out[:, None, None] + along[None, :, None] * over[:, None, None]
        )
        height_mm = self._boards[cell.board].height_mm + own.top_mm
        shown = self._points.at(points.reshape(-1, 2), height_mm=height_mm).reshape(*points.shape[:-1], 3)
        return np.asarray(median(shown, axis=2), float)

    def _ground(self, cell: TablePlace) -> Floats | None:
        """Lab of the bare ground near a cell; None where too little is bare, or does not look as it is printed."""
        own, palette = self._settings, self._setup.game.palette
        known = [one for one in self._bare if one.board == cell.board and one.ground in palette]
        known += [one for one in self._bare if one.board == cell.board and one.ground == "plain"]
        known = sorted(known, key=lambda one: float(np.hypot(*(one.spot.middle_mm - cell.spot.middle_mm))))
        known = known[: own.grounds]
        if len(known) < own.least_grounds:
            return None
        middles = np.array([one.spot.middle_mm for one in known])
        labs = self._points.at(middles, height_mm=self._boards[cell.board].height_mm)
        printed = [veiled_lab(palette[one.ground if one.ground in palette else "open-square"]) for one in known]
        off = median(labs - np.array(printed), axis=0) * (0.5, 1.0, 1.0)
        return np.asarray(median(labs, axis=0), float) if float(np.linalg.norm(off)) <= own.cast else None


def _turn_deg(one: Floats, other: Floats) -> float:
    """Difference of two Lab colours' hues, from -180 to 180 degrees."""
    turn = np.degrees(np.arctan2(one[2], one[1]) - np.arctan2(other[2], other[1]))
    return float((turn + 180.0) % 360.0 - 180.0)
