"""Whether what shows in the streets bears out how many pieces lie there: one over all places, or some of one colour."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tabletop.cellnames import Cell
from tabletop.plainkinds import PlainKind, box_mm
from vision.pixels.arrays import Floats, median
from vision.settings.uncoded import SpanSettings
from vision.uncoded.adjacency import STEP_MM, worst_stretch
from vision.uncoded.clusters import PlainAnswer
from vision.uncoded.faces import Face, leaning, weighed
from vision.uncoded.look import PlainLook
from vision.uncoded.materials import Material, veiled_lab
from vision.uncoded.shapes import Laid
from vision.uncoded.silhouettes import Silhouettes, silhouettes
from vision.uncoded.streetcars import ASIDE_MM

SIDES = np.linspace(-0.42, 0.42, 15)
"""Where across a street is looked at, in a piece's widths from its middle line: all but the piece's rim."""


def unproven(look: PlainLook, faces: Mapping[Cell, Face], answers: Mapping[Cell, PlainAnswer]) -> frozenset[Cell]:
    """Cells of pieces that are told for certain although what shows in the streets beside them does not bear it out.

    A piece over several places must be seen to go on over every street inside it, and smaller ones of its colour, with
    a streetcar of that colour between them, must leave some street in sight there. A piece beside a face of its colour
    must show the street between them where one larger piece might lie on both: a pencil upon that is no street.
    """
    certain = {cell for cell, one in answers.items() if one.sureness == "certain" and cell in faces}
    laid = {(one.piece.part.id, one.piece.cells): one.piece for cell in certain if (one := answers[cell]).piece}
    streets = _Streets.of(look, faces)
    found: set[Cell] = set()
    for piece in laid.values():
        seen = faces.keys() & set(piece.cells)
        inside = [streets.goes_on(piece, pair) for pair in _neighbours(seen, seen)]
        most_open = 1 if len(piece.cells) == len(inside) == 4 else 0  # a square may be open on one side
        if inside.count(False) > most_open:
            found.update(piece.cells)
        others = faces.keys() - set(piece.cells)
        beside = [*_neighbours(piece.cells, others), *_neighbours(others, piece.cells)]
        if any(streets.may_be_bridged(pair) and not streets.shows(pair) for pair in beside):
            found.update(piece.cells)
    return frozenset(found & certain)


def _neighbours(some: Collection[Cell], others: Collection[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """Of these cells those that have one of the others to their right or below them, with that one."""
    for row, column in some:
        for beside in ((row, column + 1), (row + 1, column)):
            if beside in others:
                yield (row, column), beside


@dataclass(frozen=True, slots=True, eq=False)
class _Streets:
    """The streets of one picture between places that show faces."""

    look: PlainLook
    faces: Mapping[Cell, Face]
    hulls: Silhouettes
    """Of all blocks, which hide what lies behind them."""
    kinds: Mapping[Cell, Sequence[PlainKind]]
    """Those that have a face's colour, ..."""
    cars: Mapping[Cell, Sequence[PlainKind]]
    """... and streetcars that do."""
    street: Floats
    """Lab of the printed street."""

    @staticmethod
    def of(look: PlainLook, faces: Mapping[Cell, Face]) -> "_Streets":
        street = veiled_lab(look.shot.game.palette["street"])
        hulls = silhouettes(faces.values(), look.plane)
        kinds = _of_colour(look.materials, faces, look)
        return _Streets(look, faces, hulls, kinds, _of_colour(look.cars, faces, look), street)

    @property
    def settings(self) -> SpanSettings:
        """The numbers that tune this."""
        return self.look.settings.spans

    def goes_on(self, piece: Laid, pair: tuple[Cell, Cell]) -> bool:
        """Whether a piece is seen to lie over the street between two of its places, and nothing else to look so."""
        kind = next(kind for kind in self.look.kinds if kind.part.id == piece.part.id)
        one = self.faces[pair[0]]
        height = one.height_mm if kind.height_mm is None else one.cell.ground_mm + kind.height_mm
        values = self._across(pair, height, but=piece.cells)
        faces = [self.faces[cell] for cell in pair]
        away = weighed(values - self._between(faces, len(values)))
        whole = worst_stretch(np.where(np.isnan(away), np.inf, away), self.settings.stretch_mm)
        return whole < self.settings.same_delta and self._would_show(pair) >= self.settings.least_gap_mm

    def shows(self, pair: tuple[Cell, Cell]) -> bool:
        """Whether the street between two places is seen, and no more of the faces' colour than a block's side."""
        height = min(self.faces[cell].height_mm for cell in pair)
        values = self._across(pair, height, but=pair)
        away = weighed(values - self.street)
        nearest = -worst_stretch(np.where(np.isnan(away), -np.inf, -away), self.settings.stretch_mm)
        own = weighed(values - self._between([self.faces[cell] for cell in pair], len(values)))
        most_mm = abs(self._lean(pair)) * self._height(pair) + self.look.settings.laid_off_mm
        bridged_mm = float((own < self.settings.same_delta).sum()) * STEP_MM
        return nearest < self.settings.street_delta and bridged_mm <= most_mm

    def may_be_bridged(self, pair: tuple[Cell, Cell]) -> bool:
        """Whether one piece might lie on both places, by their colours."""
        one, other = (self.faces[cell].lab for cell in pair)
        alike = float(weighed(one - other)) < self.look.settings.linked_delta
        return alike and any(len(kind.part.cells) > 1 for kind in self._alike(pair))

    def _alike(self, pair: tuple[Cell, Cell]) -> list[PlainKind]:
        """The kinds that have the colour of either face."""
        return [kind for cell in pair for kind in self.kinds[cell]]

    def _gap_mm(self, pair: tuple[Cell, Cell]) -> float:
        one, other = (self.faces[cell] for cell in pair)
        apart = float(np.linalg.norm(other.cell.spot.middle_mm - one.cell.spot.middle_mm))
        return apart - (one.width_mm + other.width_mm) / 2

    def _across(self, pair: tuple[Cell, Cell], height_mm: float, *, but: Collection[Cell]) -> Floats:
        """Lab (n, 3) of lines across the street between two places, so high; nan where other blocks hide them."""
        one, other = (self.faces[cell] for cell in pair)
        start, end = one.cell.spot.middle_mm, other.cell.spot.middle_mm
        along = (end - start) / np.linalg.norm(end - start)
        side = np.array([-along[1], along[0]])
        reach = max(self._gap_mm(pair) / 2, STEP_MM)
        steps = np.arange(-reach, reach + STEP_MM / 2, STEP_MM)
        sides = SIDES * min(one.width_mm, other.width_mm)
        points = (start + end) / 2 + steps[:, None, None] * along + sides[None, :, None] * side
        pixels = self.look.plane.to_picture(points.reshape(-1, 2), height_mm=height_mm)
        shown = ~self.hulls.behind(pixels, but=but).reshape(points.shape[:2])
        values = self.look.field.at(pixels).astype(float).reshape((*points.shape[:2], 3))
        middles: Floats = median(values.swapaxes(1, 2))
        middles[shown.mean(axis=1) < self.settings.least_shown] = np.nan
        return middles

    @staticmethod
    def _between(faces: Sequence[Face], count: int) -> Floats:
        """Lab (count, 3) from one face's to the other's: light may change along a piece."""
        share = np.linspace(0.0, 1.0, count)[:, None]
        return faces[0].lab * (1 - share) + faces[1].lab * share

    def _would_show(self, pair: tuple[Cell, Cell]) -> float:
        """Length (mm) of the longest stretch of street in sight if two small pieces lay there, a car between them.

        Blocks hide what lies behind them, and the car lies where in its street it leaves least in sight.
        """
        lean, gap = abs(self._lean(pair)), self._gap_mm(pair)
        heights = [kind.height_mm for kind in self._alike(pair)]
        tallest = max((height for height in heights if height is not None), default=self._height(pair))
        behind = lean * tallest
        longest = gap - behind
        for car in (*self.cars[pair[0]], *self.cars[pair[1]]):
            reach, shade = min(box_mm(car)) / 2, lean * (car.height_mm or tallest)
            for aside in (-ASIDE_MM, 0.0, ASIDE_MM):
                start, end = gap / 2 + aside - reach, gap / 2 + aside + reach + shade
                longest = min(longest, max(start - behind, gap - max(end, behind)))
        return longest

    def _lean(self, pair: tuple[Cell, Cell]) -> float:
        """By how much what is a millimetre high hides of the street between two places."""
        one, other = (self.faces[cell].cell.spot.middle_mm for cell in pair)
        along = (other - one) / np.linalg.norm(other - one)
        return float(leaning(self.look.plane, (one + other) / 2, 1.0) @ along)

    def _height(self, pair: tuple[Cell, Cell]) -> float:
        """How high the faces lie above their ground."""
        return max(self.faces[cell].height_mm - self.faces[cell].cell.ground_mm for cell in pair)


def _of_colour(
    materials: Sequence[Material], faces: Mapping[Cell, Face], look: PlainLook
) -> dict[Cell, list[PlainKind]]:
    """Which kinds have each face's colour."""
    labs = np.array([face.lab for face in faces.values()]).reshape(-1, 3)
    own = [(material.kinds, (material.nats(labs, look.settings) > 0.0).tolist()) for material in materials]
    return {
        cell: [kind for kinds, alike in own if alike[number] for kind in kinds] for number, cell in enumerate(faces)
    }
