"""Small upright pictures of places, sampled straight from the photograph by one remap per picture size."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from vision.pixels.arrays import Floats, PointsMm, PointsPx, Samples, distinct, sample_maps
from vision.places.place import PlaceFrame, PlaceFrames, frames_of, on_table
from vision.places.shot import SolvedShot
from vision.table.plane import TablePlane


@lru_cache(maxsize=64)
def grid_mm(half_width: int, step_mm: float) -> PointsMm:
    """A square grid (m, m, 2) round the origin, m = 2 · half_width + 1, x to the right, y down."""
    line = np.arange(-half_width, half_width + 1) * step_mm
    x, y = np.meshgrid(line, line)
    grid = np.stack([x, y], axis=-1)
    grid.setflags(write=False)
    return grid


def sample_spots(
    shot: SolvedShot,
    spots: Sequence[PlaceFrame] | PlaceFrames,
    grid: PointsMm,
    *,
    height_mm: float = 0.0,
    offsets_mm: PointsMm | None = None,
    turns_deg: Floats | None = None,
) -> Samples:
    """Brightness on a grid (m, k, 2) at every spot, (n, m, k); each spot shifted and turned in its own frame if told.

    The picture is taken from the level at which a step is one to two pixels, so that every pixel counts.
    """
    plane, step_mm = shot.plane, float(grid[0, 1, 0] - grid[0, 0, 0])
    frames = frames_of(spots)
    middles = frames.middles_mm
    control, weights = nine_points(grid)
    points = np.broadcast_to(control, (len(spots), 9, 2))
    if turns_deg is not None:
        turn = np.radians(turns_deg)[:, None]
        x, y = points[..., 0], points[..., 1]
        points = np.stack([x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)], axis=-1)
    if offsets_mm is not None:
        points = points + offsets_mm[:, None]
    table = middles[:, None] + points[..., :1] * frames.rights[:, None] + points[..., 1:] * frames.downs[:, None]
    nine = plane.to_picture(table, height_mm=height_mm)  # (n, 9, 2)
    density = plane.px_per_mm(middles) * step_mm
    levels = np.clip(np.floor(np.log2(np.maximum(density, 1e-3)) + 0.25), 0, 4).astype(int)
    values = np.empty((len(spots), *grid.shape[:-1]), np.float32)
    for level in distinct(levels):
        chosen = np.flatnonzero(levels == level)
        small = (nine[chosen] + 0.5) / 2.0**level - 0.5
        base = small[:, :1]
        x, y = (small - base).astype(np.float32).transpose(2, 0, 1) @ weights  # (n, m · k) each
        x += base[..., 0]
        y += base[..., 1]
        values[chosen] = sample_maps(shot.pyramid.level(level), x, y).reshape(len(chosen), *grid.shape[:-1])
    return values


def nine_points(grid: PointsMm) -> tuple[PointsMm, Samples]:
    """Nine points (9, 2) that span a grid (m, k, 2), and what each adds to each grid point (9, m · k).

    Over a few centimetres perspective and lens are quadratic to a hundredth of a pixel, so only nine points are
    projected and the rest lies between them.
    """
    low, high = grid[0, 0], grid[-1, -1]
    line = np.array([0.0, 0.5, 1.0])
    x, y = np.meshgrid(low[0] + line * (high[0] - low[0]), low[1] + line * (high[1] - low[1]))
    return np.stack([x, y], axis=-1).reshape(9, 2), _nine_weights(*grid.shape[:2])


def between_nine(nine: PointsPx, weights: Samples) -> PointsPx:
    """Pixels (n, m · k, 2) of all points of grids of which nine (n, 9, 2) are known, by their weights (9, m · k)."""
    centre = nine.mean(axis=1, keepdims=True)
    return np.asarray(weights.T @ (nine - centre).astype(np.float32) + centre, np.float64)


@lru_cache(maxsize=64)
def _nine_weights(rows: int, columns: int) -> Samples:
    """What each of nine points adds to each point of a grid between them (9, rows · columns)."""
    u, v = (np.linspace(0.0, 1.0, count) if count > 1 else np.zeros(1) for count in (columns, rows))
    along = np.stack([(1 - u) * (1 - 2 * u), 4 * u * (1 - u), u * (2 * u - 1)], axis=-1)  # (k, 3)
    across = np.stack([(1 - v) * (1 - 2 * v), 4 * v * (1 - v), v * (2 * v - 1)], axis=-1)  # (m, 3)
    weights = across[:, None, :, None] * along[None, :, None, :]
    return np.ascontiguousarray(weights.reshape(-1, 9).T, np.float32)


def inside_picture(plane: TablePlane, spots: Sequence[PlaceFrame] | PlaceFrames, reach_mm: float) -> np.ndarray:
    """Which spots (n,) lie in the picture with a square of `reach_mm` to each side."""
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * reach_mm
    points = plane.to_picture(on_table(spots, corners))
    width, height = plane.size_px
    x, y = points[..., 0], points[..., 1]
    return np.asarray(((x > 0) & (y > 0) & (x < width - 1) & (y < height - 1)).all(axis=1))
