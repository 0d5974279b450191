"""Exact corners of codes: brightness profiles across each side in one remap, edge points, lines, their crossings."""

from functools import lru_cache

import cv2
import numpy as np

from vision.pixels.arrays import Floats, GreyImage, PointsPx, Samples, median, sample_maps
from vision.settings import EdgeSettings


@lru_cache(maxsize=64)
def light_table(exponent: float) -> Samples:
    """Grey levels to light (256,): blur mixes light, so an edge's middle lies where the light is halfway. In grey
    levels every edge would lie a third of a pixel inside the black."""
    table: Samples = (255.0 * (np.arange(256) / 255.0) ** exponent).astype(np.float32)
    table.setflags(write=False)
    return table


def refine_corners(
    grey: GreyImage,
    corners: PointsPx,
    modules: int,
    settings: EdgeSettings,
    *,
    exponent: float | None = None,
    rounds: int | None = None,
) -> tuple[PointsPx, np.ndarray]:
    """Corners (n, 4, 2) moved onto the crossings of the edges' lines, and which of them could be (n,) of bool.

    The black side is inside. All rounds, if none are told: the first may be off by the coarseness of the detection,
    and where it is only asked which code lies there, it is enough. `exponent` is what
    makes light of grey levels (`vision.pixels.tones.light_exponent`), the usual one where it is not known.
    """
    light = light_table(settings.light_exponent if exponent is None else exponent)
    usable = np.ones(len(corners), bool)
    for reach in settings.reaches[:rounds]:
        if not len(corners):
            break
        corners, fine = _one_round(grey, corners, modules, settings, reach, light)
        usable &= fine
    return corners, usable


def _one_round(
    grey: GreyImage, corners: PointsPx, modules: int, settings: EdgeSettings, reach: float, light: Samples
) -> tuple[PointsPx, np.ndarray]:
    """One look: profiles, gradient centroids, lines, crossings."""
    following = corners[:, [1, 2, 3, 0]]
    along = following - corners
    length = np.maximum(np.sqrt(along[..., 0] ** 2 + along[..., 1] ** 2), 1e-6)
    direction = along / length[..., None]
    outward = np.stack([direction[..., 1], -direction[..., 0]], axis=-1)  # corners run clockwise on the page (y down)
    middle = corners.mean(axis=1, keepdims=True)
    facing = np.sign(((corners + following) / 2 - middle) * outward).sum(axis=2)
    outward = outward * np.where(facing < 0, -1.0, 1.0)[..., None]
    half = np.maximum(settings.half_length_modules * length / modules, settings.half_length_px) * reach
    shares = np.linspace(0.1, 0.9, settings.profiles_per_side)
    steps = np.linspace(-1, 1, settings.samples_per_profile)
    levels = _profiles(grey, corners, along, outward * half[..., None], shares, steps)  # (s, n · 4 · p)
    contrast = (levels.max(axis=0) - levels.min(axis=0)).reshape(-1, 4, len(shares))
    profile = np.asarray(cv2.LUT(levels, light), np.float32)
    rise = profile[1:] - profile[:-1]  # from black inside to white outside
    rise *= rise >= np.maximum(settings.faint_rise * rise.max(axis=0), 0.0)
    between = ((steps[1:] + steps[:-1]) / 2).astype(np.float32)
    weight, moment = (np.stack([np.ones_like(between), between]) @ rise).astype(float).reshape(2, -1, 4, len(shares))
    offset = moment / np.maximum(weight, 1e-6) * half[..., None]  # (n, 4, p) pixels
    line_offset, line_slope = _lines(shares, offset, weight, settings)
    firm = (contrast > settings.least_contrast).mean(axis=-1) > settings.firm_profiles
    start = corners + outward * line_offset[..., None]
    end = following + outward * (line_offset + line_slope)[..., None]
    crossings = _crossings(np.roll(start, 1, axis=1), np.roll(end, 1, axis=1), start, end)
    moved = np.hypot(crossings[..., 0] - corners[..., 0], crossings[..., 1] - corners[..., 1]).max(axis=1)
    allowed = np.maximum(settings.moved_share * length.mean(axis=1), settings.moved_px)
    good = firm.all(axis=1) & (moved < allowed) & np.isfinite(crossings).all(axis=(1, 2))
    return np.where(good[:, None, None], crossings, corners), good | (firm.sum(axis=1) >= settings.firm_sides)


def _profiles(
    grey: GreyImage, corners: PointsPx, along: PointsPx, across: PointsPx, shares: Floats, steps: Floats
) -> GreyImage:
    """Grey levels (s, n · 4 · p) on lines across the sides (n, 4, 2), samples first: whole rows are reckoned with."""
    maps = []
    for axis in (0, 1):
        starts = (corners[..., axis, None] + along[..., axis, None] * shares).ravel()
        reaches = np.repeat(across[..., axis].ravel(), len(shares))
        points = np.empty((len(steps), len(starts)), np.float32)  # the narrow numbers that are sampled with
        np.add(starts, np.multiply.outer(steps, reaches), out=points, casting="same_kind")
        maps.append(points)
    return sample_maps(grey, *maps)


def _lines(shares: Floats, offset: Floats, weight: Floats, settings: EdgeSettings) -> tuple[Floats, Floats]:
    """Robust lines through edge offsets (n, 4, p): value at the side's start, change to its end."""
    offset, weight = offset.reshape(-1, len(shares)), weight.reshape(-1, len(shares))
    strength = weight / np.maximum(median(weight)[:, None], 1e-6)
    base = np.clip(strength, 0.0, 1.5) * (strength > settings.weak_profile)
    usable, powers = base, np.stack([np.ones_like(shares), shares, shares * shares], axis=1)
    for last in (False, False, False, True):
        total, first, second = (usable @ powers).T
        value, moment = ((usable * offset) @ powers[:, :2]).T
        total = np.maximum(total, 1e-6)
        slope = (moment - first * value / total) / np.maximum(second - first * first / total, 1e-6)
        intercept = (value - slope * first) / total
        if not last:
            residual = np.abs(offset - intercept[:, None] - slope[:, None] * shares)
            spread = np.maximum(1.5 * median(residual)[:, None], 0.05)
            usable = base / (1 + (residual / spread) ** 2)
    return intercept.reshape(-1, 4), slope.reshape(-1, 4)


def _crossings(a0: PointsPx, a1: PointsPx, b0: PointsPx, b1: PointsPx) -> PointsPx:
    """Where the lines a0-a1 and b0-b1 cross, elementwise over (..., 2)."""
    da, db = a1 - a0, b1 - b0
    cross = da[..., 0] * db[..., 1] - da[..., 1] * db[..., 0]
    cross = np.where(np.abs(cross) < 1e-9, 1e-9, cross)
    share = ((b0 - a0)[..., 0] * db[..., 1] - (b0 - a0)[..., 1] * db[..., 0]) / cross
    return np.asarray(a0 + share[..., None] * da)


def unit_square_points(corners: PointsPx, u: Floats, v: Floats) -> PointsPx:
    """Where points (u, v), (n, ...) each, of squares from (0, 0) to (1, 1) lie in quadrilaterals (n, 4, 2).

    Closed form of the unit square's homography (Heckbert 1989).
    """
    apart = (slice(None), *(None for _ in u.shape[1:]))
    p0, p1, p2, p3 = (corners[:, index] for index in range(4))
    d1, d2, total = p1 - p2, p3 - p2, p0 - p1 + p2 - p3
    cross = d1[:, 0] * d2[:, 1] - d1[:, 1] * d2[:, 0]
    cross = np.where(np.abs(cross) < 1e-9, 1e-9, cross)
    g = (total[:, 0] * d2[:, 1] - total[:, 1] * d2[:, 0]) / cross
    h = (d1[:, 0] * total[:, 1] - d1[:, 1] * total[:, 0]) / cross
    along_u, along_v = p1 - p0 + g[:, None] * p1, p3 - p0 + h[:, None] * p3
    top = along_u[apart] * u[..., None] + along_v[apart] * v[..., None] + p0[apart]
    below = g[apart] * u + h[apart] * v + 1.0
    return np.asarray(top / below[..., None])
