"""What each cell shows of a plain piece: a face of one colour at some height, seen by nothing nearer covered."""

import math
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tabletop.cellnames import Cell
from tabletop.plainkinds import PlainKind
from vision.pixels.arrays import Floats, PointsMm, PointsPx
from vision.places.place import PlaceFrame
from vision.settings.uncoded import PlainSettings
from vision.table.plane import TablePlane
from vision.uncoded.look import PlainLook
from vision.uncoded.materials import Material


@dataclass(frozen=True, slots=True, eq=False)
class PlainCell:
    """A place that a piece may cover: its spot, and how high its ground lies."""

    key: Cell
    spot: PlaceFrame
    ground_mm: float = 0.0
    rim_only: bool = False
    """Something smaller lies upon its middle: only the rim of a piece would show."""


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A plain face over a cell: its colour, how plain it is, and at which height it was looked at."""

    cell: PlainCell
    lab: Floats
    plain: float
    height_mm: float
    """Above the table's plane, the ground included."""
    width_mm: float
    nats: float
    """Of the colour that fits best, a stranger's being 0."""


def see_faces(look: PlainLook, cells: Sequence[PlainCell], materials: Sequence[Material]) -> dict[Cell, Face]:
    """Cell -> the plain face there, where one shows that has a colour of the pieces.

    Pieces whose height nobody told are all taken to be as high as makes most of them plainest.
    """
    best: dict[Cell, Face] = {}
    if not cells or not materials:
        return best
    tried_heights_mm = look.settings.tried_heights_mm
    untold: list[dict[Cell, Face]] = [{} for _ in tried_heights_mm]
    for size in _sizes(materials):
        fitting = [one for one in materials if any(_size(kind) == size for kind in one.kinds)]
        if size.height_mm is not None:
            _keep_better(best, _faces_at(look, cells, fitting, size, size.height_mm), look.settings)
            continue
        for found, tried in zip(untold, tried_heights_mm, strict=True):
            _keep_better(found, _faces_at(look, cells, fitting, size, tried), look.settings)
    plainest = max(untold, key=lambda found: sum(_worth(face, look.settings) for face in found.values()))
    _keep_better(best, plainest, look.settings)
    return best


@dataclass(frozen=True, slots=True, order=True)
class _Size:
    """What tells where the faces of a kind are looked for."""

    untold: bool
    height_mm: float | None
    width_mm: float
    hole_mm: float
    """The longer side of the hole in its middle; 0 where it has none."""


def _sizes(materials: Sequence[Material]) -> list[_Size]:
    """Of all kinds, those whose height nobody told last."""
    return sorted({_size(kind) for material in materials for kind in material.kinds})


def _size(kind: PlainKind) -> _Size:
    height = None if kind.height_mm is None else float(round(kind.height_mm))
    return _Size(height is None, height, kind.width_mm, max(kind.hole_mm or (0.0, 0.0)))


def _worth(face: Face, settings: PlainSettings) -> float:
    return face.nats + settings.plain_nats * face.plain


def _keep_better(best: dict[Cell, Face], found: Mapping[Cell, Face], settings: PlainSettings) -> None:
    for key, face in found.items():
        if key not in best or _worth(face, settings) > _worth(best[key], settings):
            best[key] = face


def _faces_at(
    look: PlainLook, cells: Sequence[PlainCell], fitting: Sequence[Material], size: _Size, height: float
) -> dict[Cell, Face]:
    """Faces at one height and of one size that have one of these colours."""
    field, plane, settings = look.field, look.plane, look.settings
    ground = np.array([cell.ground_mm for cell in cells])
    width = size.width_mm
    rim = rim_grid(width)
    core = ring_grid(width, size.hole_mm) if size.hole_mm else core_grid(width, settings)
    points = np.array([cell.spot.to_table(rim if cell.rim_only else core) for cell in cells])
    pixels = plane.to_picture(points, height_mm=(ground + height)[:, None])
    values = field.at(pixels).astype(float)
    burnt = field.burnt_at(pixels).mean(axis=1)
    medians = np.median(values, axis=1)
    plain = (weighed(values - medians[:, None]) < settings.alike).mean(axis=1)
    nats = np.stack([material.nats(medians, settings) for material in fitting], axis=1).max(axis=1)
    even = plain
    if not look.quiet:  # what noise scatters is one face where means are alike; how plain it is stays as it is seen
        means = evened(values, np.ones(values.shape[:2]))
        even = (weighed(means - np.median(means, axis=1)[:, None]) < settings.alike).mean(axis=1)
        even = np.where([cell.rim_only for cell in cells], plain, even)
    good = (even >= settings.plain_share) & (burnt < settings.most_burnt) & _inside(pixels, plane.size_px)
    good &= nats > settings.most_nats - 0.5 * settings.farthest**2
    return {
        cells[index].key: Face(
            cells[index],
            medians[index],
            float(plain[index]),
            float(ground[index] + height),
            width,
            float(nats[index]),
        )
        for index in np.flatnonzero(good).tolist()
    }


def core_grid(width_mm: float, settings: PlainSettings) -> PointsMm:
    """Points (k, 2) of a face's core round its middle."""
    line = np.linspace(-1.0, 1.0, settings.core_samples) * settings.core_share * width_mm
    return np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)


def evened(values: Floats, counted: Floats) -> Floats:
    """Values (n, k * k, 3) on square grids, each with those beside it averaged that are counted (1, else 0)."""
    side = math.isqrt(values.shape[1])
    rim = ((0, 0), (1, 1), (1, 1), (0, 0))
    weights = np.pad(counted.reshape(-1, side, side, 1), rim)
    shown = np.pad(values.reshape(-1, side, side, 3), rim) * weights
    total, weight = (
        sum(grid[:, row : row + side, column : column + side] for row in range(3) for column in range(3))
        for grid in (shown, weights)
    )
    return np.asarray(total / np.maximum(weight, 1.0)).reshape(values.shape)


def rim_grid(width_mm: float) -> PointsMm:
    """As many points along a face's rim, 1.5 mm from its edge."""
    return _square_of_points(width_mm / 2 - 1.5)


def ring_grid(width_mm: float, hole_mm: float) -> PointsMm:
    """As many points round the hole of a face, half-way between it and the edge."""
    return _square_of_points((width_mm + hole_mm) / 4)


def _square_of_points(reach: float) -> PointsMm:
    """Points (k, 2) round a square's sides, so far from its middle."""
    count = PlainSettings().core_samples ** 2
    way = np.arange(count) / count * 4.0
    side, along = way.astype(int), (way % 1.0) * 2.0 - 1.0
    x = np.choose(side, [along, np.ones(count), -along, -np.ones(count)])
    y = np.choose(side, [-np.ones(count), along, np.ones(count), -along])
    return np.asarray(np.stack([x, y], axis=-1) * reach)


def weighed(differences: Floats) -> Floats:
    """Length of Lab differences (..., 3), lightness counting half: light falls unevenly on one face."""
    return np.asarray(np.sqrt((0.5 * differences[..., 0]) ** 2 + differences[..., 1] ** 2 + differences[..., 2] ** 2))


def leaning(plane: TablePlane, at_mm: PointsMm, height_mm: float) -> PointsMm:
    """Where on the table (..., 2) something `height_mm` above a point is seen, less the point."""
    return np.asarray(plane.to_table(plane.to_picture(at_mm, height_mm=height_mm)) - at_mm)


def without_hidden(faces: Mapping[Cell, Face], plane: TablePlane, settings: PlainSettings) -> dict[Cell, Face]:
    """The faces less those that a nearer face's block covers: what shows there is that block's top or side."""
    order = sorted(faces.values(), key=lambda face: _depth(face, plane))
    kept: list[Face] = []
    shades: list[tuple[Face, PointsPx]] = []
    for face in order:
        core = plane.to_picture(face.cell.spot.to_table(core_grid(face.width_mm, settings)), height_mm=face.height_mm)
        behind = 0.0
        for other, hull in shades:
            if np.linalg.norm(other.cell.spot.middle_mm - face.cell.spot.middle_mm) < 4 * face.width_mm:
                behind = max(behind, float(_within(core, hull).mean()))
        if behind <= settings.most_hidden:
            kept.append(face)
            shades.append((face, _block_px(face, plane)))
    return {face.cell.key: face for face in kept}


@dataclass(frozen=True, slots=True, eq=False)
class Silhouettes:
    """What blocks cover in the picture: a convex polygon (n, 2) for each, and its bounding box."""

    keys: tuple[Cell, ...]
    hulls: tuple[PointsPx, ...]
    low: PointsPx
    high: PointsPx

    def behind(self, points_px: PointsPx, *, but: Container[Cell] = ()) -> Floats:
        """1 for pixels (n, 2) that a block covers, else 0; the blocks on the cells `but` do not count."""
        covered = np.zeros(len(points_px))
        if not self.hulls:
            return covered
        near = (self.low <= points_px.max(axis=0)).all(axis=1) & (self.high >= points_px.min(axis=0)).all(axis=1)
        for index in np.flatnonzero(near).tolist():
            if self.keys[index] not in but:
                covered = np.maximum(covered, _within(points_px, self.hulls[index]))
        return covered


def silhouettes(
    faces: Iterable[Face], plane: TablePlane, *, more_mm: float = 0.0, wider: Container[Cell] | None = None
) -> Silhouettes:
    """What the blocks under these faces cover in the picture, or would if those on the cells `wider` (None: all) were
    wider to all sides."""
    shown = tuple(faces)
    hulls = tuple(_block_px(face, plane, more_mm * (wider is None or face.cell.key in wider)) for face in shown)
    low = np.array([hull.min(axis=0) for hull in hulls]).reshape(-1, 2)
    high = np.array([hull.max(axis=0) for hull in hulls]).reshape(-1, 2)
    return Silhouettes(tuple(face.cell.key for face in shown), hulls, low, high)


def _depth(face: Face, plane: TablePlane) -> float:
    """Grows away from the camera."""
    middle = face.cell.spot.middle_mm
    h = plane.homography
    return abs(float(h[2, 0] * middle[0] + h[2, 1] * middle[1] + h[2, 2]))


def _block_px(face: Face, plane: TablePlane, more_mm: float = 0.0) -> PointsPx:
    """What a block on one cell covers in the picture: the hull of foot and top, (n, 2)."""
    half = face.width_mm / 2 - 1.0 + more_mm
    square = face.cell.spot.to_table(np.array([[-half, -half], [half, -half], [half, half], [-half, half]]))
    foot = plane.to_picture(square, height_mm=face.cell.ground_mm)
    top = plane.to_picture(square, height_mm=face.height_mm)
    hull = cv2.convexHull(np.concatenate([foot, top]).astype(np.float32))
    return np.asarray(hull, np.float64).reshape(-1, 2)


def _within(points: PointsPx, hull: PointsPx) -> Floats:
    """Which points (n, 2) lie inside a convex polygon."""
    edge = np.roll(hull, -1, axis=0) - hull
    away = points[:, None] - hull[None]
    cross = edge[None, :, 0] * away[..., 1] - edge[None, :, 1] * away[..., 0]
    return np.asarray((cross >= 0).all(axis=1) | (cross <= 0).all(axis=1), float)


def _inside(pixels: PointsPx, size_px: tuple[int, int]) -> Floats:
    width, height = size_px
    x, y = pixels[..., 0], pixels[..., 1]
    return np.asarray(((x > 0) & (y > 0) & (x < width - 1) & (y < height - 1)).all(axis=1))
