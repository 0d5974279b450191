"""What each cell shows of a plain piece: a face of one colour at some height, seen by nothing nearer covered."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabletop.cellnames import Cell
from tabletop.plainkinds import PlainKind
from vision.pixels.arrays import Floats, PointsMm, PointsPx, inside_convex, median
from vision.places.place import PlaceFrame, on_table
from vision.settings.uncoded import PlainSettings
from vision.table.plane import TablePlane
from vision.uncoded.look import PlainLook
from vision.uncoded.materials import Material

STRIP_WIDTHS = (0.30, 0.34)
"""From a face's middle, in its widths: any piece reaches further."""


@dataclass(frozen=True, slots=True, eq=False)
class PlainCell:
    """A place that a piece may cover: its spot, and how high its ground lies."""

    key: Cell
    spot: PlaceFrame
    ground_mm: float = 0.0
    rim_only: bool = False
    """Something smaller lies upon its middle: only the rim of a piece would show."""
    upon_px: PointsPx | None = None
    """Four corners (4, 2), in turn, of what lies upon it and bears a code, where that was found."""


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
    beneath: bool = False
    """Whether only what shows round something upon it tells of it."""


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
    spots, rim_only = [cell.spot for cell in cells], np.array([cell.rim_only for cell in cells])
    points = np.where(rim_only[:, None, None], on_table(spots, rim), on_table(spots, core))
    pixels = plane.to_picture(points, height_mm=(ground + height)[:, None])
    values = field.at(pixels).astype(float)
    burnt = field.burnt_at(pixels).mean(axis=1)
    medians = median(values.swapaxes(1, 2))
    plain = (weighed(values - medians[:, None]) < settings.alike).mean(axis=1)
    covers = {index: cell.upon_px for index, cell in enumerate(cells) if cell.upon_px is not None}
    beneath = [index for index in covers if plain[index] < settings.plain_share]
    for index in beneath:
        medians[index], plain[index] = _beneath(look, cells[index], covers[index], width, height)
    nats = np.stack([material.nats(medians, settings) for material in fitting], axis=1).max(axis=1)
    even = plain
    if not look.quiet:  # what noise scatters is one face where means are alike; how plain it is stays as it is seen
        means = evened(values, np.ones(values.shape[:2]))
        even = (weighed(means - median(means.swapaxes(1, 2))[:, None]) < settings.alike).mean(axis=1)
        even = np.where(rim_only, plain, even)
    least = np.full(len(cells), settings.plain_share)
    least[beneath] = settings.beneath_share
    good = (even >= least) & (burnt < settings.most_burnt) & _inside(pixels, plane.size_px)
    good &= nats > settings.most_nats - 0.5 * settings.farthest**2
    return {
        cells[index].key: Face(
            cells[index],
            medians[index],
            float(plain[index]),
            float(ground[index] + height),
            width,
            float(nats[index]),
            index in beneath,
        )
        for index in np.flatnonzero(good).tolist()
    }


def _beneath(
    look: PlainLook, cell: PlainCell, upon_px: PointsPx, width_mm: float, height_mm: float
) -> tuple[Floats, float]:
    """The colour that shows most round what lies upon a face, Lab (3,), and its share of what shows; 0 of too little.

    A piece lies some millimetres off its cell, so that beyond its rim the ground shows, and its edge is dark.
    """
    settings = look.settings
    rings = np.concatenate([_square_of_points(width_mm / 2 - inward) for inward in (1.0, 2.0, 3.0)])
    pixels = look.plane.to_picture(cell.spot.to_table(rings), height_mm=np.array(cell.ground_mm + height_mm))
    shown = look.field.at(pixels).astype(float)[~inside_convex(pixels[None], upon_px[None])[0]]
    if len(shown) < settings.rim_shown * len(pixels):
        return np.zeros(3), 0.0
    alike = weighed(shown[:, None] - shown) < settings.alike
    most = shown[alike[alike.sum(axis=1).argmax()]]
    return median(most.T), len(most) / len(shown)


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


def weighed(differences: Any) -> Floats:
    """Length of Lab differences (..., 3), lightness counting half: light falls unevenly on one face."""
    return np.asarray(np.sqrt((0.5 * differences[..., 0]) ** 2 + differences[..., 1] ** 2 + differences[..., 2] ** 2))


def leaning(plane: TablePlane, at_mm: PointsMm, height_mm: float | Floats) -> PointsMm:
    """Where on the table (..., 2) something `height_mm` (one, or one a point) above a point is seen, less the point."""
    return np.asarray(plane.to_table(plane.to_picture(at_mm, height_mm=height_mm)) - at_mm)


def _inside(pixels: PointsPx, size_px: tuple[int, int]) -> Floats:
    width, height = size_px
    x, y = pixels[..., 0], pixels[..., 1]
    return np.asarray(((x > 0) & (y > 0) & (x < width - 1) & (y < height - 1)).all(axis=1))


def without_bare_sides(
    look: PlainLook, faces: Mapping[Cell, Face], grounds: Mapping[Cell, Material]
) -> dict[Cell, Face]:
    """The faces less those along a side of which, well within where any piece reaches, the cell's printed ground shows.

    The shadow of the piece beside it falls over a part of a cell, and is as even as a face.
    """
    settings = look.settings
    whole = [face for cell, face in faces.items() if cell in grounds and not face.cell.rim_only]
    if not whole:
        return dict(faces)
    seen = look.field.at(_strips_px(look, whole)).astype(float)
    pieces = np.max([material.nats(seen.reshape(-1, 3), settings) for material in look.materials], axis=0)
    ground = np.concatenate([grounds[face.cell.key].nats(own, settings) for face, own in zip(whole, seen, strict=True)])
    bare = (ground > settings.bare_nats) & (ground > pieces + settings.bare_lead_nats)
    most = bare.reshape(len(whole), 4, -1).mean(axis=2).max(axis=1)
    gone = {face.cell.key for face, share in zip(whole, most.tolist(), strict=True) if share > settings.bare_side}
    return {cell: face for cell, face in faces.items() if cell not in gone}


def _strips_px(look: PlainLook, faces: Sequence[Face]) -> PointsPx:
    """Where strips along the four sides of faces are seen, well within them, (faces, 4 · n, 2)."""
    across, along = np.meshgrid(np.array(STRIP_WIDTHS), np.linspace(-0.34, 0.34, 9), indexing="ij")
    x, y = across.ravel(), along.ravel()
    strips = np.concatenate([np.column_stack(one) for one in ((x, y), (-x, y), (y, x), (y, -x))])
    widths, heights = (np.array([getattr(face, name) for face in faces]) for name in ("width_mm", "height_mm"))
    points = on_table([face.cell.spot for face in faces], strips * widths[:, None, None])
    return look.plane.to_picture(points, height_mm=heights[:, None])
