"""What each cell shows of a plain piece: a face of one colour at some height, seen by nothing nearer covered."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, PointsMm, PointsPx
from vision.places import Spot
from vision.plain.field import ColourField
from vision.plain.materials import Material
from vision.plain.settings import PlainSettings
from vision.plane import TablePlane

Key = Hashable


@dataclass(frozen=True, slots=True, eq=False)
class PlainCell:
    """A place that a piece may cover: its spot, and how high its ground lies."""

    key: Key
    spot: Spot
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
    hidden: bool = False


def heights_of(materials: Sequence[Material], settings: PlainSettings) -> tuple[tuple[float, float], ...]:
    """(height, width) at which faces are looked for; the usual ones where nobody told them."""
    found = set()
    for material in materials:
        for kind in material.kinds:
            heights = settings.tried_heights_mm if kind.height_mm is None else (kind.height_mm,)
            found |= {(round(height), kind.width_mm) for height in heights}
    return tuple(sorted((float(height), width) for height, width in found))


def see_faces(
    field: ColourField,
    plane: TablePlane,
    cells: Sequence[PlainCell],
    materials: Sequence[Material],
    settings: PlainSettings,
) -> dict[Key, Face]:
    """Cell -> the plain face there, where one shows that has a colour of the pieces."""
    best: dict[Key, Face] = {}
    if not cells or not materials:
        return best
    ground = np.array([cell.ground_mm for cell in cells])
    for height, width in heights_of(materials, settings):
        fitting = [
            material
            for material in materials
            if any(kind.width_mm == width and _may_be(kind.height_mm, height) for kind in material.kinds)
        ]
        core, rim = core_grid(width, settings), rim_grid(width)
        points = np.array([cell.spot.to_table(rim if cell.rim_only else core) for cell in cells])
        pixels = plane.to_picture(points, height_mm=(ground + height)[:, None])
        values = field.at(pixels).astype(float)
        burnt = field.burnt_at(pixels).mean(axis=1)
        medians = np.median(values, axis=1)
        away = weighed(values - medians[:, None])
        plain = (away < settings.alike).mean(axis=1)
        shown = _inside(pixels, plane.size_px)
        nats = np.stack([material.nats(medians, settings) for material in fitting], axis=1).max(axis=1)
        good = (plain >= settings.plain_share) & (burnt < 0.4) & shown
        good &= nats > settings.most_nats - 0.5 * settings.farthest**2
        for index in np.flatnonzero(good).tolist():
            key, worth = cells[index].key, float(nats[index]) + 4.0 * float(plain[index])
            if key not in best or worth > best[key].nats + 4.0 * best[key].plain:
                best[key] = Face(
                    cells[index],
                    medians[index],
                    float(plain[index]),
                    float(ground[index] + height),
                    width,
                    float(nats[index]),
                )
    return best


def _may_be(height_mm: float | None, height: float) -> bool:
    return height_mm is None or round(height_mm) == height


def core_grid(width_mm: float, settings: PlainSettings) -> PointsMm:
    """Points (k, 2) of a face's core round its middle."""
    line = np.linspace(-1.0, 1.0, settings.core_samples) * settings.core_share * width_mm
    return np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)


def rim_grid(width_mm: float) -> PointsMm:
    """As many points along a face's rim, 1.5 mm from its edge."""
    count = PlainSettings().core_samples ** 2
    way = np.arange(count) / count * 4.0
    side, along = way.astype(int), (way % 1.0) * 2.0 - 1.0
    reach = width_mm / 2 - 1.5
    x = np.choose(side, [along, np.ones(count), -along, -np.ones(count)])
    y = np.choose(side, [-np.ones(count), along, np.ones(count), -along])
    return np.asarray(np.stack([x, y], axis=-1) * reach)


def weighed(differences: Floats) -> Floats:
    """Length of Lab differences (..., 3), lightness counting half: light falls unevenly on one face."""
    return np.asarray(np.sqrt((0.5 * differences[..., 0]) ** 2 + differences[..., 1] ** 2 + differences[..., 2] ** 2))


def leaning(plane: TablePlane, at_mm: PointsMm, height_mm: float) -> PointsMm:
    """Where on the table (..., 2) something `height_mm` above a point is seen, less the point."""
    return np.asarray(plane.to_table(plane.to_picture(at_mm, height_mm=height_mm)) - at_mm)


def without_hidden(faces: Mapping[Key, Face], plane: TablePlane, settings: PlainSettings) -> dict[Key, Face]:
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


def silhouettes(faces: Iterable[Face], plane: TablePlane) -> list[PointsPx]:
    """What the blocks under these faces cover in the picture, each a convex polygon (n, 2)."""
    return [_block_px(face, plane) for face in faces]


def behind(points_px: PointsPx, hulls: Sequence[PointsPx]) -> Floats:
    """1 for pixels (n, 2) that a block covers, else 0."""
    covered = np.zeros(len(points_px))
    for hull in hulls:
        covered = np.maximum(covered, _within(points_px, hull))
    return covered


def _depth(face: Face, plane: TablePlane) -> float:
    """Grows away from the camera."""
    middle = face.cell.spot.middle_mm
    h = plane.homography
    return abs(float(h[2, 0] * middle[0] + h[2, 1] * middle[1] + h[2, 2]))


def _block_px(face: Face, plane: TablePlane) -> PointsPx:
    """What a block on one cell covers in the picture: the hull of foot and top, (n, 2)."""
    half = face.width_mm / 2 - 1.0
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
