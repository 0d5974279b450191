"""What blocks cover in the picture, seen as they stand: convex polygons round each one's foot and top."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from tabletop.cellnames import Cell
from vision.pixels.arrays import Floats, PointsPx, inside_convex
from vision.places.place import PlaceFrame
from vision.settings.uncoded import PlainSettings
from vision.table.plane import TablePlane
from vision.uncoded.faces import Face, core_grid

FOOT = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
"""Corners of a foot, in half widths."""
MOST_CORNERS = 2 * len(FOOT)
NEARER_WIDTHS = 4
"""So many widths away a block may hide another one."""


@dataclass(frozen=True, slots=True, eq=False)
class Silhouettes:
    """What blocks cover in the picture: a convex polygon for each, and its bounding box."""

    keys: tuple[Cell, ...]
    hulls: PointsPx
    """(blocks, `MOST_CORNERS`, 2); the last corner again where there are fewer."""
    low: PointsPx
    high: PointsPx

    def behind(self, points_px: PointsPx, *, but: Container[Cell] = ()) -> Any:
        """Which pixels (n, 2) a block covers, (n,) of bool; the blocks on the cells `but` do not count."""
        return self.behind_each(points_px[None], but=[but])[0]

    def behind_each(self, points_px: PointsPx, *, but: Sequence[Container[Cell]] | None = None) -> Any:
        """The same for many things (m, n, 2), (m, n); for each of them the blocks on other cells may not count."""
        covered = np.zeros(points_px.shape[:2], bool)
        rows, blocks = self.near(points_px)
        if but is not None:
            counted = [self.keys[block] not in but[row] for row, block in zip(rows.tolist(), blocks, strict=True)]
            rows, blocks = rows[counted], blocks[counted]
        np.logical_or.at(covered, rows, inside_convex(points_px[rows], self.hulls[blocks]))
        return covered

    def near(self, points_px: PointsPx) -> tuple[Any, Any]:
        """Which things (m, n, 2) lie near which blocks: their rows, and the blocks' numbers."""
        if not len(self.keys) or not points_px.size:
            return np.zeros(0, int), np.zeros(0, int)
        low, high = points_px.min(axis=1)[:, None], points_px.max(axis=1)[:, None]
        rows, blocks = np.nonzero(((self.low <= high) & (self.high >= low)).all(axis=2))
        return rows, blocks


def silhouettes(
    faces: Iterable[Face], plane: TablePlane, *, more_mm: float = 0.0, wider: Container[Cell] | None = None
) -> Silhouettes:
    """What the blocks under these faces cover in the picture, or would if those on the cells `wider` (None: all) were
    wider to all sides."""
    shown = tuple(faces)
    hulls = np.zeros((len(shown), MOST_CORNERS, 2))
    if shown:
        more = [more_mm * (wider is None or face.cell.key in wider) for face in shown]
        half = np.array([face.width_mm / 2 - 1.0 for face in shown]) + more
        middle, right, down = _frames([face.cell.spot for face in shown])
        corners = half[:, None, None] * FOOT
        square = middle + corners[..., :1] * right + corners[..., 1:] * down
        foot = plane.to_picture(square, height_mm=np.array([[face.cell.ground_mm] for face in shown]))
        top = plane.to_picture(square, height_mm=np.array([[face.height_mm] for face in shown]))
        both = np.concatenate([foot, top], axis=1).astype(np.float32)
        for number, points in enumerate(both):
            hull = np.asarray(cv2.convexHull(points)).reshape(-1, 2)
            hulls[number, : len(hull)], hulls[number, len(hull) :] = hull, hull[-1]
    return Silhouettes(tuple(face.cell.key for face in shown), hulls, hulls.min(axis=1), hulls.max(axis=1))


def without_hidden(faces: Mapping[Cell, Face], plane: TablePlane, settings: PlainSettings) -> dict[Cell, Face]:
    """The faces less those that a nearer face's block covers: what shows there is that block's top or side."""
    if not faces:
        return {}
    shown = list(faces.values())
    middle, right, down = _frames([face.cell.spot for face in shown])
    depths = _depths(middle[:, 0], plane)
    order = np.argsort(depths, kind="stable")
    shown = [shown[index] for index in order.tolist()]
    middle, right, down = middle[order], right[order], down[order]
    widths = np.array([face.width_mm for face in shown])
    grids = {width: core_grid(width, settings) for width in set(widths.tolist())}
    grid = np.array([grids[width] for width in widths.tolist()])
    core = plane.to_picture(
        middle + grid[..., :1] * right + grid[..., 1:] * down,
        height_mm=np.array([[face.height_mm] for face in shown]),
    )
    blocks = silhouettes(shown, plane)
    rows, nearer = blocks.near(core)
    apart = np.linalg.norm(middle[nearer, 0] - middle[rows, 0], axis=1)
    one_by_one = (nearer < rows) & (apart < NEARER_WIDTHS * widths[rows])
    rows, nearer = rows[one_by_one], nearer[one_by_one]
    behind = inside_convex(core[rows], blocks.hulls[nearer]).mean(axis=1) > settings.most_hidden
    hidden = np.zeros(len(shown), bool)
    for row, other in zip(rows[behind].tolist(), nearer[behind].tolist(), strict=True):
        hidden[row] |= not hidden[other]  # rows come in order: of all nearer ones it is known by then
    return {face.cell.key: face for face, gone in zip(shown, hidden.tolist(), strict=True) if not gone}


def _frames(spots: Sequence[PlaceFrame]) -> tuple[Floats, Floats, Floats]:
    """Middles, rights and downs of places, (n, 1, 2) each."""
    middle, right, down = (
        np.array([getattr(spot, name) for spot in spots]).reshape(-1, 1, 2) for name in ("middle_mm", "right", "down")
    )
    return middle, right, down


def _depths(middles_mm: Floats, plane: TablePlane) -> Floats:
    """Of middles (n, 2): grows away from the camera."""
    h = plane.homography
    return np.asarray(np.abs(h[2, 0] * middles_mm[:, 0] + h[2, 1] * middles_mm[:, 1] + h[2, 2]))
