"""Rectangles of the picture: which table point each sample sees, textures sampled there, polygons, layers."""

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from simulator.camera import Camera
from simulator.pictures import Linear, PointsPx
from simulator.textures import Texture
from tabletop.geometry import PointMm

RectPx = tuple[int, int, int, int]
"""Left, top, right, bottom in whole pixels; right and bottom are just outside."""
GRID_PX = 8
"""Sight lines are computed every so many pixels and interpolated: below 0.02 px of error on every view."""
CLIP_FREE_PX = 300
"""How far beyond its rectangle a polygon is filled without clipping."""
Spot = npt.NDArray[np.float64]
"""One place of shape (3,): x, y, z in mm."""


def bounds_of(points_px: PointsPx, rect: RectPx, margin_px: float) -> RectPx | None:
    """The part of the rectangle that the points span, with a margin; None where it is empty."""
    seen = points_px[~np.isnan(points_px).any(axis=1)]
    if not len(seen):
        return None
    low, high = np.floor(seen.min(axis=0) - margin_px), np.ceil(seen.max(axis=0) + margin_px) + 1
    left, top = max(rect[0], int(low[0])), max(rect[1], int(low[1]))
    right, bottom = min(rect[2], int(high[0])), min(rect[3], int(high[1]))
    return (left, top, right, bottom) if left < right and top < bottom else None


def union_of(areas: Iterable[RectPx]) -> RectPx:
    """The rectangle around some; ValueError where there are none."""
    lefts, tops, rights, bottoms = zip(*areas, strict=True)
    return (min(lefts), min(tops), max(rights), max(bottoms))


def at_height(points: Iterable[PointMm], z_mm: float) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Table points of shape (N, 3)."""
    return np.array([(x, y, z_mm) for x, y in points], dtype=np.float64).reshape(-1, 3)


def plane_maps(camera: Camera, z_mm: float, rect: RectPx, samples: int) -> tuple[Linear, Linear]:
    """Table x and y under each sample of the rectangle, on the plane at height z; far away above the horizon."""
    left, top, right, bottom = rect
    # One grid for the whole picture, so that every rectangle of it sees the same.
    first_x, first_y = left // GRID_PX - 1, top // GRID_PX - 1
    columns, rows = -(-right // GRID_PX) + 1 - first_x, -(-bottom // GRID_PX) + 1 - first_y
    grid_x = (first_x + np.arange(columns) + 0.5) * GRID_PX - 0.5
    grid_y = (first_y + np.arange(rows) + 0.5) * GRID_PX - 0.5
    points = np.stack(np.meshgrid(grid_x, grid_y), axis=-1).reshape(-1, 2)
    places = np.nan_to_num(camera.plane_points(points, z_mm), nan=1e6).reshape(rows, columns, 2).astype(np.float32)
    factor = GRID_PX * samples
    fine = cv2.resize(places, (columns * factor, rows * factor), interpolation=cv2.INTER_LINEAR)
    x, y = (left - first_x * GRID_PX) * samples, (top - first_y * GRID_PX) * samples
    inner = fine[y : y + (bottom - top) * samples, x : x + (right - left) * samples]
    return np.ascontiguousarray(inner[..., 0]), np.ascontiguousarray(inner[..., 1])


def sample_texture(texture: Texture, x_mm: Linear, y_mm: Linear, pixels_per_mm: float, samples: int) -> Linear:
    """The texture's premultiplied colour and coverage at points of its own frame, averaged over each pixel."""
    level, scale = texture.level_for(pixels_per_mm)
    map_x = (x_mm + np.float32(texture.origin_mm[0])) * np.float32(scale) - np.float32(0.5)
    map_y = (y_mm + np.float32(texture.origin_mm[1])) * np.float32(scale) - np.float32(0.5)
    taken = cv2.remap(level, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(0, 0, 0, 0))
    if samples > 1:
        size = (taken.shape[1] // samples, taken.shape[0] // samples)
        taken = cv2.resize(taken, size, interpolation=cv2.INTER_AREA)
    sampled = taken.astype(np.float32)
    sampled *= np.float32(1 / 65535)
    return sampled


def lay_sampled(canvas: Linear, sampled: Linear) -> None:
    """As `lay_over`, of colour and coverage in one, shape (height, width, 4)."""
    canvas *= (1.0 - sampled[..., 3])[..., None]
    canvas += sampled


def lay_over(canvas: Linear, colour: Linear, coverage: Linear) -> None:
    """Composite premultiplied colour over the canvas in place; what is laid on top is unshaded."""
    through = (1.0 - coverage)[..., None]
    canvas *= through
    canvas[..., :3] += colour
    canvas[..., 3] += coverage


def filled(polygons_px: Sequence[PointsPx], area: RectPx, samples: int = 4) -> Linear:
    """How much of each pixel of the area the polygons' union covers, from 0 to 1."""
    # cv2 rounds edges that it has to clip: fill on an area that holds the polygons, as far as that is affordable.
    outer = (area[0] - CLIP_FREE_PX, area[1] - CLIP_FREE_PX, area[2] + CLIP_FREE_PX, area[3] + CLIP_FREE_PX)
    held = bounds_of(np.vstack([*polygons_px, (area[:2], area[2:])]), outer, 1.0)
    assert held is not None, "the area itself is in its own neighbourhood"
    left, top, right, bottom = held
    fine = np.zeros(((bottom - top) * samples, (right - left) * samples), dtype=np.uint8)
    for polygon in polygons_px:
        # A sample's middle lies half a sample into it; cv2's whole numbers are the samples' middles.
        fixed = ((polygon - (left, top) + 0.5) * samples - 0.5) * 16
        cv2.fillPoly(fine, [np.round(np.clip(fixed, -(2**28), 2**28)).astype(np.int32)], (255,), cv2.LINE_8, 4)
    small = cv2.resize(fine, (right - left, bottom - top), interpolation=cv2.INTER_AREA)
    return np.multiply(part_of(small, held, area), np.float32(1 / 255), dtype=np.float32)


def common(area: RectPx, rect: RectPx) -> RectPx | None:
    """What two rectangles have in common, None where that is nothing."""
    both = (max(area[0], rect[0]), max(area[1], rect[1]), min(area[2], rect[2]), min(area[3], rect[3]))
    return both if both[0] < both[2] and both[1] < both[3] else None


def part_of(canvas: Linear, rect: RectPx, area: RectPx) -> Linear:
    """The area's view into the rectangle's canvas."""
    return canvas[area[1] - rect[1] : area[3] - rect[1], area[0] - rect[0] : area[2] - rect[0]]
