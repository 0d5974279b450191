"""The picture in corrected colours: patches settle curve, flare and matrix, the codes' white settles the light."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np

from vision.pixels.arrays import GreyImage, PointsMm, PointsPx, Samples
from vision.pixels.noise import looked_at, noise_in
from vision.places.shot import SolvedShot
from vision.table.plane import TablePlane
from vision.table.sheets import Sheet
from vision.uncoded.colour_fit import table_colours
from vision.uncoded.table_colours import FineLevels, TableColours, fine_levels
from vision.uncoded.veil import Veil

CALMED = ((2.0, 5), (1.0, 3))
"""From how much noise a median of how many pixels calms the picture; ordinary webcams have 0.3 to 0.7. Of 291 pictures
(`docs/speed.md`) as much is right, and a few places less are wrong, as with a filter that keeps edges and
takes five times as long; without any 0.4 % less in dim light."""
GRID_PX = 24
"""Light varies slowly: it is computed once per block of so many pixels."""
LEAST_SOFT_PX = 0.5
"""Softening by less changes nothing."""
RIM_MM = 60.0
"""So far beyond the sheets colours are still looked at."""
LIGHTEST = 65535.0
"""Above all levels: OpenCV takes infinity for less than any whole number."""
MAP_ROW = 4096
"""Points in a row of the maps that are sampled by; the last row is filled up."""


@dataclass(frozen=True, slots=True, eq=False)
class _Maps:
    """Where points lie in a picture: their x and y in rows that `cv2.remap` takes, the last one filled up."""

    x: Samples
    y: Samples
    shape: tuple[int, ...]
    """Of the points."""

    @staticmethod
    def of(x: Samples, y: Samples) -> _Maps:
        """Of points (...)."""
        padded = np.zeros((2, max(1, -(-x.size // MAP_ROW)) * MAP_ROW), np.float32)
        padded[0, : x.size], padded[1, : x.size] = x.ravel(), y.ravel()
        across, down = padded.reshape(2, -1, MAP_ROW)
        return _Maps(across, down, x.shape)

    def sampled(self, picture: Any, step_px: int = 1) -> Any:
        """Rows of values of a picture, or of a grid whose points lie so many of its pixels apart, bilinear."""
        x, y = (self.x, self.y) if step_px == 1 else (self.x / step_px, self.y / step_px)
        return cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)

    def of_points(self, rows: Any) -> Any:
        """Rows of values as those of the points (..., channels)."""
        channels = rows.shape[2:]
        return rows.reshape(-1, *channels)[: math.prod(self.shape)].reshape(*self.shape, *channels)


@dataclass(frozen=True, eq=False)
class ColourField:
    """Lab values (D65, through `ColourSettings.veil`) of a picture, as float32, at the points where somebody looks."""

    levels: FineLevels
    """The part of the shrunk picture in which the game lies, softened, and calmed where it is noisy."""
    scale: float
    """Of the shrunk picture."""
    origin_px: tuple[int, int]
    """Left and top of that part in it."""
    colours: TableColours
    light: Samples
    """How much falls, blue, green, red, at points `GRID_PX` apart, (rows, columns, 3)."""
    haze: Samples | None
    """The veil's light there; None where none shows."""
    grid_mm: PointsMm
    """Where on the table those points lie, (rows, columns, 2)."""
    burnt_level: float
    noise: float = 0.0
    """Standard deviation of the noise before it was smoothed away, Lab's three values added up."""

    @property
    def veil(self) -> Veil:
        """Of mirrored light, which was taken off."""
        return self.colours.veil

    def at(self, points_px: PointsPx) -> Samples:
        """Lab at pixels (..., 2) of the full picture."""
        return self._lab(*self._within(points_px))

    def burnt_at(self, points_px: PointsPx) -> Samples:
        """Share of clipping at pixels (..., 2): 1 where the picture is white with glare."""
        maps = _Maps.of(*self._within(points_px))
        return np.asarray(maps.of_points(maps.sampled(self._burnt)) / 255.0, np.float32)

    @cached_property
    def _burnt(self) -> GreyImage:
        """255 where that part is white with glare, else 0."""
        least = float(fine_levels(self.burnt_level))
        return np.asarray(cv2.inRange(self.levels, (least, least, least), (LIGHTEST, LIGHTEST, LIGHTEST)), np.uint8)

    def _within(self, points_px: PointsPx) -> tuple[Samples, Samples]:
        """x and y (...) in that part of pixels (..., 2) of the full picture."""
        x, y = (
            (points_px[..., axis] * self.scale + (0.5 * self.scale - 0.5 - first)).astype(np.float32)
            for axis, first in enumerate(self.origin_px)
        )
        return x, y

    def _lab(self, x: Samples, y: Samples) -> Samples:
        """Lab (..., 3) at these points of that part."""
        maps = _Maps.of(x, y)
        haze = None if self.haze is None else maps.sampled(self.haze, GRID_PX)
        lab = self.colours.lab(maps.sampled(self.levels), maps.sampled(self.light, GRID_PX), haze)
        return np.asarray(maps.of_points(lab), np.float32)

    def noise_told(self) -> float:
        """Noise of the part before it is calmed."""
        rows, columns = looked_at(self.levels.shape)
        if not len(rows) or not len(columns):
            return 0.0
        return noise_in(self._lab(*np.meshgrid(columns.astype(np.float32), rows.astype(np.float32))))


@dataclass(frozen=True, slots=True)
class LookedAgain:
    """What is looked at of a table that lies still."""

    sheets: tuple[Sheet, ...]
    noise: float
    """Of the last picture: of few sheets it would be told otherwise than of all."""


def colour_field(shot: SolvedShot, again: LookedAgain | None = None) -> ColourField:
    """A picture (height, width, 3) to be corrected; what patches cannot tell is taken from the codes' white.

    All sheets are looked at, or those on which something has changed since the last picture (`again`).
    """
    image, table, settings = shot.image, shot.table, shot.settings.uncoded
    shrunk = max(1, round(max(image.shape[:2]) / settings.usual_longest_px))  # by whole numbers it takes a tenth
    scale, size = 1.0 / shrunk, (image.shape[1] // shrunk, image.shape[0] // shrunk)
    whole = image[: size[1] * shrunk, : size[0] * shrunk]
    small = image if shrunk == 1 else np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), np.uint8)
    left, top, right, bottom = _where_the_game_lies(
        table.plane, again.sheets if again else table.sheets, scale, (small.shape[1], small.shape[0])
    )
    small = small[top:bottom, left:right]
    middle = np.array([[sheet.x_mm, sheet.y_mm] for sheet in table.sheets]).mean(axis=0)
    soft_px = settings.soft_mm * float(table.plane.px_per_mm(middle)) * scale
    if soft_px > LEAST_SOFT_PX:
        small = np.asarray(cv2.GaussianBlur(small, (0, 0), soft_px), np.uint8)
    colours = table_colours(shot)
    grid = _grid_mm(table.plane, small.shape, (left, top), scale)
    light, haze = colours.falling(grid.reshape(-1, 2))
    light, haze = light.reshape(*grid.shape[:2], 3), None if haze is None else haze.reshape(*grid.shape[:2], 3)
    field = ColourField(fine_levels(small), scale, (left, top), colours, light, haze, grid, settings.burnt_level)
    noise = again.noise if again else field.noise_told()
    wide = next((pixels for least, pixels in CALMED if noise > least), 0)
    return replace(field, noise=noise, levels=fine_levels(cv2.medianBlur(small, wide)) if wide else field.levels)


def _where_the_game_lies(
    plane: TablePlane, sheets: Sequence[Sheet], scale: float, size_px: tuple[int, int]
) -> tuple[int, int, int, int]:
    """Left, top, right, bottom in the shrunk picture of sheets with a rim, in which pieces may stand or lean."""
    rim = np.array([[-RIM_MM, -RIM_MM], [RIM_MM, -RIM_MM], [RIM_MM, RIM_MM], [-RIM_MM, RIM_MM]])
    corners = [(sheet.to_table(np.array(sheet.part.outline_mm))[:, None] + rim).reshape(-1, 2) for sheet in sheets]
    pixels = plane.to_picture(np.concatenate(corners)) * scale
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
