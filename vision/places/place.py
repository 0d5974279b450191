"""Places on which parts may lie: a city's lots, a board's cells; where each lies, and how people call it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabletop.cellnames import Cell
from vision.pixels.arrays import PointsMm, PointsPx
from vision.table.plane import TablePlane
from vision.table.sheets import Sheet

Where = tuple[int, Cell]
"""The number of a board (a city is one), and a cell of it."""


@dataclass(frozen=True, slots=True)
class PlaceFrame:
    """A place to look at: its middle on the table and the table directions of its own x and y."""

    middle_mm: PointsMm  # (2,)
    right: PointsMm  # (2,) table millimetres for one millimetre to the right in the spot's frame
    down: PointsMm  # (2,)

    def to_table(self, points_mm: PointsMm) -> PointsMm:
        """Table millimetres of points (..., 2) in the spot's frame."""
        return np.asarray(self.middle_mm + points_mm[..., :1] * self.right + points_mm[..., 1:] * self.down)


@dataclass(frozen=True, slots=True, eq=False)
class PlaceFrames:
    """Several places to look at, reckoned with at once: what `PlaceFrame` says of each, (n, 2)."""

    middles_mm: PointsMm
    rights: PointsMm
    downs: PointsMm

    def __len__(self) -> int:
        return len(self.middles_mm)

    def at(self, indices: Any) -> PlaceFrames:
        """Those with these numbers, in this order."""
        return PlaceFrames(self.middles_mm[indices], self.rights[indices], self.downs[indices])


def frames_of(spots: Sequence[PlaceFrame] | PlaceFrames) -> PlaceFrames:
    """Places as arrays, if they are not yet."""
    if isinstance(spots, PlaceFrames):
        return spots
    every = [one for spot in spots for one in (spot.middle_mm, spot.right, spot.down)]
    values = np.concatenate(every).reshape(-1, 3, 2) if every else np.zeros((0, 3, 2))
    return PlaceFrames(values[:, 0], values[:, 1], values[:, 2])


@dataclass(frozen=True, slots=True, eq=False)
class TablePlace:
    """A lot of a city, or a cell of a board."""

    board: int
    """The board's number; a city is one board."""
    cell: Cell
    name: str
    """Its written form in readings."""
    spot: PlaceFrame
    ground: str = ""
    """The kind of ground: cells of one board with the same word look alike."""

    @property
    def where(self) -> Where:
        """The board's number and the cell."""
        return self.board, self.cell


def frame_on(sheet: Sheet, point_mm: PointsMm, turns: int = 0) -> PlaceFrame:
    """A frame at a point of a sheet whose own frame is the sheet's turned by clockwise quarter turns."""
    origin, right, down = sheet.to_table(point_mm + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    right, down = right - origin, down - origin
    for _ in range(turns % 4):
        right, down = down, -right
    return PlaceFrame(origin, right, down)


def on_table(spots: Sequence[PlaceFrame] | PlaceFrames, points_mm: PointsMm) -> PointsMm:
    """Table millimetres (n, k, 2) of points in each spot's own frame: the same (k, 2) for all, or its own (n, k, 2)."""
    frames = frames_of(spots)
    away = points_mm[..., :1] * frames.rights[:, None] + points_mm[..., 1:] * frames.downs[:, None]
    return np.asarray(frames.middles_mm[:, None] + away)


def rectangle_mm(width_mm: float, height_mm: float) -> PointsMm:
    """Corners (4, 2) of a rectangle round a place's middle."""
    x, y = width_mm / 2, height_mm / 2
    return np.array([[-x, -y], [x, -y], [x, y], [-x, y]])


def outlines_px(
    plane: TablePlane, spots: Mapping[str, PlaceFrame], outline_mm: PointsMm, *, height_mm: float = 0.0
) -> dict[str, PointsPx]:
    """Place -> its polygon in the picture, each of the same outline (k, 2) round its own middle."""
    points = on_table(list(spots.values()), outline_mm)
    return dict(zip(spots, plane.to_picture(points, height_mm=height_mm), strict=True))
