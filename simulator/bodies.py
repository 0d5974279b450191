"""What moves above the table - a hand, a cat, somebody who leans over it - as spheres, shaded as one smooth body."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from simulator.camera import Camera
from simulator.pictures import Linear
from simulator.raster import RectPx

Rows = npt.NDArray[np.float64]

FUR_SIDE_PX = 512
"""Side of the stored pattern of fur, which is repeated."""


@dataclass(frozen=True, slots=True, eq=False)
class Flesh:
    """A body as spheres in the table frame."""

    centres_mm: Rows
    """Shape (N, 3)."""
    radii_mm: Rows
    colours: Rows
    """Albedo of each, shape (N, 3)."""
    fur_mm: float = 0.0
    """How far hairs stand out: the edge is that soft and ragged."""
    seen: bool = True
    """False for what stands outside the picture and only throws its shadow into it."""


class Body(Protocol):
    """Anything that moves above the table; equal bodies look the same."""

    def flesh(self) -> Flesh:
        """Its spheres where it is at present."""
        ...


def circles_px(flesh: Flesh, camera: Camera) -> tuple[Rows, Rows]:
    """Where the spheres are in the picture: middles of shape (N, 2), radii of shape (N,)."""
    middles = camera.project(flesh.centres_mm)
    # A sphere looks as large from every side: no foreshortening.
    return middles, flesh.radii_mm * camera.matrix[0, 0] / camera.depths_of(flesh.centres_mm)


def extent_px(flesh: Flesh, camera: Camera, margin_px: float) -> RectPx | None:
    """The rectangle that the body spans in the picture, None where it is outside."""
    middles, radii = circles_px(flesh, camera)
    seen = ~np.isnan(middles).any(axis=1)
    if not seen.any():
        return None
    reach = radii[seen, None] + margin_px
    low, high = (middles[seen] - reach).min(axis=0), (middles[seen] + reach).max(axis=0)
    left, top = max(0, int(low[0])), max(0, int(low[1]))
    right, bottom = min(camera.size_px[0], int(high[0]) + 1), min(camera.size_px[1], int(high[1]) + 1)
    return (left, top, right, bottom) if left < right and top < bottom else None


def drawn(flesh: Flesh, camera: Camera, rect: RectPx, light_from: Rows) -> tuple[Linear, Linear]:
    """The body in a rectangle of the picture: premultiplied albedo times its own shading, and its coverage.

    `light_from` points to the light: x right, y down, z up, of length 1.
    """
    left, top, right, bottom = rect
    height, width = bottom - top, right - left
    middles, radii = circles_px(flesh, camera)
    order = np.argsort(flesh.centres_mm[:, 2])
    scale = radii / flesh.radii_mm
    depth = np.full((height, width), -1e6, dtype=np.float32)
    coverage = np.zeros((height, width), dtype=np.float32)
    highest = np.full((height, width), -1, dtype=np.int16)
    seen = [index for index in order.tolist() if not np.isnan(middles[index]).any()]
    heights = flesh.centres_mm[:, 2] * scale
    for index in seen:
        x, y, radius = float(middles[index, 0]) - left, float(middles[index, 1]) - top, float(radii[index])
        x0, x1 = max(0, int(x - radius - 2)), min(width, int(x + radius + 3))
        y0, y1 = max(0, int(y - radius - 2)), min(height, int(y + radius + 3))
        if x0 >= x1 or y0 >= y1:
            continue
        across = np.arange(x0, x1, dtype=np.float32) - np.float32(x)
        down = np.arange(y0, y1, dtype=np.float32) - np.float32(y)
        squared = (down * down)[:, None] + across * across
        # Up to the rim and a little beyond, so that the edge pixels have a colour and a slope too.
        beyond = np.float32((radius + 1) ** 2)
        bulge = beyond - squared
        near = bulge > 0.0
        np.maximum(bulge, 0.0, out=bulge)
        np.sqrt(bulge, out=bulge)
        bulge += np.float32(heights[index])
        patch = (slice(y0, y1), slice(x0, x1))
        higher = bulge > depth[patch]
        higher &= near
        np.copyto(depth[patch], bulge, where=higher)
        np.copyto(highest[patch], index, where=higher)
        np.sqrt(squared, out=squared)
        np.subtract(np.float32(radius + 0.5), squared, out=squared)
        np.minimum(squared, 1.0, out=squared)
        np.maximum(coverage[patch], squared, out=coverage[patch])
    inside = depth > -1e5
    colour = np.vstack([flesh.colours, np.zeros(3)]).astype(np.float32)[highest]
    if not inside.any():
        return colour, coverage
    depth[~inside] = depth[inside].min()
    soften = max(1.0, 3.6 * float(np.median(scale)))
    smooth = cv2.GaussianBlur(depth, (0, 0), soften)
    colour = np.asarray(cv2.GaussianBlur(colour, (0, 0), soften * 0.5), dtype=np.float32)
    slope_x = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=1 / 8)
    slope_y = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=1 / 8)
    facing = (light_from[2] - slope_x * light_from[0] - slope_y * light_from[1]) / np.sqrt(1 + slope_x**2 + slope_y**2)
    shade = 0.50 + 0.55 * np.clip(facing, 0.0, 1.0)
    if flesh.fur_mm > 0.0:
        strands = _strands(middles[0] - (left, top), coverage.shape)
        shade = shade * (1.0 + 0.22 * strands)
        reach = max(1.0, flesh.fur_mm * float(np.median(scale)) / 2)
        coverage = _ragged(coverage, strands, reach)
    return np.asarray(colour * (shade * coverage)[..., None], dtype=np.float32), coverage


def _ragged(coverage: Linear, strands: Linear, reach_px: float) -> Linear:
    """A coverage whose edge is made of hairs: soft, some longer than others."""
    soft = np.asarray(cv2.GaussianBlur(coverage, (0, 0), reach_px), dtype=np.float32)
    return np.asarray(np.clip(1.5 * (soft - 0.42) + 0.5 + 0.16 * strands * (soft < 0.98), 0.0, 1.0) * (soft > 0.02))


def _strands(origin_px: Rows, shape: tuple[int, ...]) -> Linear:
    """Fur's light and dark strands over a rectangle, of spread about 1; they go along with the origin."""
    across, down = (round(float(value)) for value in np.nan_to_num(origin_px))
    rows = (np.arange(shape[0]) - down) % FUR_SIDE_PX
    columns = (np.arange(shape[1]) - across) % FUR_SIDE_PX
    pattern: Linear = _fur()[np.ix_(rows, columns)]
    return pattern


@lru_cache(maxsize=1)
def _fur() -> Linear:
    """The stored pattern: short strands in two directions."""
    noise = np.random.default_rng(7).standard_normal((2, FUR_SIDE_PX, FUR_SIDE_PX)).astype(np.float32)
    strands = cv2.GaussianBlur(noise[0], (0, 0), 4.0, sigmaY=1.0) + cv2.GaussianBlur(noise[1], (0, 0), 1.0, sigmaY=4.0)
    return np.asarray(strands / strands.std(), dtype=np.float32)


def shadow_px(flesh: Flesh, camera: Camera, source_mm: Rows, floor_mm: float) -> tuple[Rows, Rows]:
    """The circles of the shadow that a lamp at `source_mm` throws onto the plane at `floor_mm`, in the picture."""
    above = flesh.centres_mm[:, 2] - floor_mm
    stretch = above / np.maximum(source_mm[2] - flesh.centres_mm[:, 2], 50.0)
    ground = flesh.centres_mm[:, :2] + (flesh.centres_mm[:, :2] - source_mm[:2]) * stretch[:, None]
    spots = np.column_stack([ground, np.full(len(ground), floor_mm)])
    # What is nearer to the lamp throws a larger shadow.
    return camera.project(spots), flesh.radii_mm * (1 + stretch) * camera.scales_at(spots)
