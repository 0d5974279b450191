"""The picture in corrected colours: patches settle curve, flare and matrix, the codes' white settles the light."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import groupby

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.values import dataclass
from vision.pixels.arrays import BgrImage, Floats, Indices, PointsMm, PointsPx, Samples, runs
from vision.pixels.noise import IN_LAB, calmed, looked_at, noise_in
from vision.pixels.smoothing import at_every_pixel
from vision.places.shot import SolvedShot
from vision.table.plane import TablePlane
from vision.table.sheets import SolvedTable
from vision.uncoded.table_colours import TableColours, table_colours
from vision.uncoded.veil import Veil

GRID_PX = 24
"""Light varies slowly: it is computed once per block of so many pixels."""
LEAST_SOFT_PX = 0.5
"""Softening by less changes nothing."""
SQUARE_PX = 48
"""Side of the squares in which colours are corrected."""
WHOLE_SHARE = 0.8
"""Where more of the picture than this is wanted, correcting all of it takes no longer."""
RIM_MM = 60.0
"""So far beyond the sheets colours are still looked at."""
OPPONENT = np.array([[1.0, -1.0, 0.0], [1.0, 1.0, -2.0]]) / np.sqrt([[2.0], [6.0]])
"""Two directions of red, green and blue at right angles to grey."""
MAP_ROW = 4096
"""Points in a row of the maps that are sampled by; the last row is filled up."""


@dataclass(frozen=True, slots=True, eq=False)
class _Corrected:
    """How the part of the shrunk picture in which the game lies is corrected."""

    levels: BgrImage
    """That part, softened."""
    scale: float
    """Of the shrunk picture."""
    origin_px: tuple[int, int]
    """Left and top of that part in it."""
    colours: TableColours
    light: Floats
    """How much falls, blue, green, red, at points `GRID_PX` apart, (rows, columns, 3)."""
    haze: Floats | None
    """The veil's light there; None where none shows."""
    burnt_level: float
    noise: float = 0.0

    def within(self, points_px: PointsPx) -> tuple[Samples, Samples]:
        """x and y (...) in that part of pixels (..., 2) of the full picture."""
        x, y = (
            (points_px[..., axis] * self.scale + (0.5 * self.scale - 0.5 - first)).astype(np.float32)
            for axis, first in enumerate(self.origin_px)
        )
        return x, y

    def window(self, down: slice, right: slice) -> tuple[Samples, Samples]:
        """Of a part: Lab, as calm as it is in the whole picture, and 1 where the picture is white with glare."""
        height, width = self.levels.shape[:2]
        rim = IN_LAB.reach_px // 2
        top, left = max(0, down.start - rim), max(0, right.start - rim)
        below, beside = min(height, down.stop + rim), min(width, right.stop + rim)
        around = slice(top, below), slice(left, beside)
        lab = self.colours.lab(self.levels[around], *self._falling(*around))
        inner = slice(down.start - top, down.stop - top), slice(right.start - left, right.stop - left)
        blue, green, red = cv2.split(self.levels[down, right])
        burnt = cv2.min(cv2.min(blue, green), red) >= self.burnt_level
        return calmed(lab, self.noise, IN_LAB)[inner], burnt.astype(np.float32)

    def _falling(self, down: slice, right: slice) -> tuple[Samples, Samples | None]:
        """The light and the veil's light, if there is a veil, at every pixel of a part, (rows, columns, 3) each."""
        haze = None if self.haze is None else at_every_pixel(self.haze, GRID_PX, down, right)
        return at_every_pixel(self.light, GRID_PX, down, right), haze

    def noise_told(self) -> float:
        """Noise of the part before it is calmed."""
        height, width = self.levels.shape[:2]
        rows, columns = looked_at(self.levels.shape)
        if not len(rows) or not len(columns):
            return 0.0
        light, haze = self._falling(slice(0, height), slice(0, width))
        haze = None if haze is None else haze[rows][:, columns]
        return noise_in(self.colours.lab(self.levels[rows][:, columns], light[rows][:, columns], haze))


class ColourField:
    """Lab values (D65, through `ColourSettings.veil`) of a picture, as float32: corrected where somebody looks."""

    def __init__(self, corrected: _Corrected) -> None:
        self._corrected = corrected
        height, width = corrected.levels.shape[:2]
        self._lab = np.zeros((height, width, 3), np.float32)
        self._burnt = np.zeros((height, width), np.float32)
        self._there = np.zeros((-(-height // SQUARE_PX), -(-width // SQUARE_PX)), bool)
        self._amid = self._there.copy()
        """Squares that are there with all beside them: a value between their pixels is made of what is there."""
        self._complete = False

    @property
    def veil(self) -> Veil:
        """Of mirrored light, which was taken off."""
        return self._corrected.colours.veil

    @property
    def residual(self) -> float:
        """Root mean square Delta E by which printed patches differ from the palette after correction; 0 without any."""
        return self._corrected.colours.correction.residual

    @cached_property
    def gain(self) -> float:
        """How many times stronger colours (not lightness) are after correction than in the picture, at most."""
        matrix = self._corrected.colours.correction.matrix
        return float(np.linalg.svd(OPPONENT @ matrix.T @ OPPONENT.T, compute_uv=False)[0])

    @property
    def noise(self) -> float:
        """Standard deviation of the noise before it was smoothed away, Lab's three values added up."""
        return self._corrected.noise

    def at(self, points_px: PointsPx) -> Samples:
        """Lab at pixels (..., 2) of the full picture."""
        return _sampled(self._lab, *self._looked_at(points_px))

    def burnt_at(self, points_px: PointsPx) -> Samples:
        """Share of clipping at pixels (..., 2): 1 where the picture is white with glare."""
        return _sampled(self._burnt, *self._looked_at(points_px))

    def prepare(self, points_px: PointsPx) -> None:
        """Correct what lies round pixels (..., 2) now, all at once: piece by piece it takes longer."""
        self._looked_at(points_px)

    def _looked_at(self, points_px: PointsPx) -> tuple[Samples, Samples]:
        """x and y of the points in what is corrected, which by now it is round them."""
        x, y = self._corrected.within(points_px)
        if self._complete or self._there_round(x, y) or self._amid[self._squares(x, y)].all():
            return x, y
        height, width = self._burnt.shape
        wanted = np.zeros_like(self._there)
        for right, down in ((-1, -1), (2, -1), (-1, 2), (2, 2)):  # a value between pixels is made of those round it
            wanted[self._squares(x + right, y + down)] = True
        wanted &= ~self._there
        if wanted.mean() > WHOLE_SHARE:
            wanted[:] = True
            self._correct(slice(0, height), slice(0, width))
        else:
            for squares in _rectangles(wanted):
                rows, columns = (
                    slice(one.start * SQUARE_PX, min(one.stop * SQUARE_PX, most))
                    for one, most in zip(squares, (height, width), strict=True)
                )
                self._correct(rows, columns)
        self._there |= wanted
        self._amid = cv2.erode(self._there.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool)
        self._complete = bool(self._there.all())
        return x, y

    def _squares(self, x: Samples, y: Samples) -> tuple[Indices, Indices]:
        """Rows and columns of the squares in which points lie; the nearest ones for what lies beside the picture. What
        is no number lies in the first."""
        height, width = self._burnt.shape
        rows, columns = (
            (np.fmin(np.fmax(at, 0.0), most) / SQUARE_PX).astype(np.intp)
            for at, most in ((y, height - 1), (x, width - 1))
        )
        return rows, columns

    def _there_round(self, x: Samples, y: Samples) -> bool:
        """Whether all of the rectangle round points is corrected already: cheaper to tell than each of them.

        What is no number is in no rectangle.
        """
        if not x.size:
            return True
        left, right, top, bottom = float(x.min()), float(x.max()), float(y.min()), float(y.max())
        height, width = self._burnt.shape
        if not (left >= 0.0 and right <= width - 1 and top >= 0.0 and bottom <= height - 1):
            return False
        rows = slice(max(int(top) - 1, 0) // SQUARE_PX, (int(bottom) + 2) // SQUARE_PX + 1)
        columns = slice(max(int(left) - 1, 0) // SQUARE_PX, (int(right) + 2) // SQUARE_PX + 1)
        return bool(self._there[rows, columns].all())

    def _correct(self, down: slice, right: slice) -> None:
        self._lab[down, right], self._burnt[down, right] = self._corrected.window(down, right)


def _rectangles(wanted: NDArray[np.bool_]) -> Iterator[tuple[slice, slice]]:
    """Rows and columns of rectangles that together make up the wanted squares: runs alike in rows below each other."""
    begun: dict[tuple[int, int], int] = {}
    before = -1
    for row, spans in groupby(runs(wanted), key=lambda run: run[0]):
        now = {(first, end) for _, first, end in spans}
        for span in [one for one in begun if one not in now or row != before + 1]:
            yield slice(begun.pop(span), before + 1), slice(*span)
        begun |= {span: row for span in now if span not in begun}
        before = row
    for span, row in begun.items():
        yield slice(row, before + 1), slice(*span)


def colour_field(shot: SolvedShot) -> ColourField:
    """A picture (height, width, 3) to be corrected; what patches cannot tell is taken from the codes' white."""
    image, table, settings = shot.image, shot.table, shot.settings.uncoded
    scale = min(1.0, settings.longest_px / max(image.shape[:2]))
    size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    small = image if scale == 1.0 else np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    left, top, right, bottom = _where_the_game_lies(table, scale, (small.shape[1], small.shape[0]))
    small = small[top:bottom, left:right]
    middle = np.array([[sheet.x_mm, sheet.y_mm] for sheet in table.sheets]).mean(axis=0)
    soft_px = settings.soft_mm * float(table.plane.px_per_mm(middle)) * scale
    if soft_px > LEAST_SOFT_PX:
        small = np.asarray(cv2.GaussianBlur(small, (0, 0), soft_px), np.uint8)
    colours = table_colours(shot)
    grid = _grid_mm(table.plane, small.shape, (left, top), scale)
    light, haze = colours.falling(grid.reshape(-1, 2))
    light = light.reshape(*grid.shape[:2], 3)
    haze = None if haze is None else haze.reshape(light.shape)
    corrected = _Corrected(small, scale, (left, top), colours, light, haze, settings.burnt_level)
    return ColourField(replace(corrected, noise=corrected.noise_told()))


def _where_the_game_lies(table: SolvedTable, scale: float, size_px: tuple[int, int]) -> tuple[int, int, int, int]:
    """Left, top, right, bottom in the shrunk picture of all sheets with a rim, in which pieces may stand or lean."""
    rim = np.array([[-RIM_MM, -RIM_MM], [RIM_MM, -RIM_MM], [RIM_MM, RIM_MM], [-RIM_MM, RIM_MM]])
    corners = [
        (sheet.to_table(np.array(sheet.part.outline_mm))[:, None] + rim).reshape(-1, 2) for sheet in table.sheets
    ]
    pixels = table.plane.to_picture(np.concatenate(corners)) * scale
    if not np.isfinite(pixels).all():
        return 0, 0, *size_px
    (left, top), (right, bottom) = np.floor(pixels.min(axis=0)), np.ceil(pixels.max(axis=0))
    width, height = size_px
    left, top = (int(np.clip(value, 0, most - 1)) for value, most in ((left, width), (top, height)))
    return left, top, int(np.clip(right, left + 1, width)), int(np.clip(bottom, top + 1, height))


def _grid_mm(plane: TablePlane, shape: tuple[int, ...], origin_px: tuple[int, int], scale: float) -> PointsMm:
    """Table points, (rows, columns, 2), under points `GRID_PX` apart in a part of the shrunk picture."""
    rows, columns = -(-shape[0] // GRID_PX) + 1, -(-shape[1] // GRID_PX) + 1
    x, y = np.meshgrid(np.arange(columns) * GRID_PX + origin_px[0], np.arange(rows) * GRID_PX + origin_px[1])
    pixels = (np.stack([x, y], axis=-1).astype(np.float64) + 0.5) / scale - 0.5
    return plane.to_table(pixels.reshape(-1, 2)).reshape(rows, columns, 2)


def _sampled(picture: Samples, x: Samples, y: Samples) -> Samples:
    """Values of a float picture at points (...)."""
    maps = [np.zeros(max(1, -(-x.size // MAP_ROW)) * MAP_ROW, np.float32) for _ in range(2)]
    for padded, values in zip(maps, (x, y), strict=True):
        padded[: x.size] = values.ravel()
    across, down = (padded.reshape(-1, MAP_ROW) for padded in maps)
    seen = cv2.remap(picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    channels = picture.shape[2:]
    return np.asarray(seen, np.float32).reshape(-1, *channels)[: x.size].reshape(*x.shape, *channels)
