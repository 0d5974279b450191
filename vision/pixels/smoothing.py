"""Values known at some places, smoothed to others: by planes round each of these, or between the points of a grid."""

import cv2
import numpy as np

from vision.pixels.arrays import Floats, PointsMm, Samples


def planes_round(points: PointsMm, where: PointsMm, values: Floats, weight: Floats, *, hold: float) -> Floats:
    """Values (c, k) at places (c, 2), by planes of those round each of the points (n, 2): (n, k).

    `weight` (n, c) says how much each counts, `hold` (of all the weight there) against slopes for one unit of length.
    """
    # Sums over the places of 1, x, y and of their products, x and y counted from each point: moved there at last.
    x, y = where.T
    sums = weight @ np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)
    several = values.shape[1]
    totals = weight @ np.concatenate([values, x[:, None] * values, y[:, None] * values], axis=1)
    px, py = points.T
    w, wx, wy, wxx, wxy, wyy = sums.T
    ax, ay = wx - px * w, wy - py * w
    axx = wxx - 2 * px * wx + px * px * w
    axy = wxy - px * wy - py * wx + px * py * w
    ayy = wyy - 2 * py * wy + py * py * w
    normal = np.stack([w, ax, ay, ax, axx, axy, ay, axy, ayy], axis=1).reshape(-1, 3, 3)
    normal += np.diag([1e-9, hold, hold]) * w[:, None, None]
    plain, along_x, along_y = (totals[:, first : first + several] for first in (0, several, 2 * several))
    right = np.stack([plain, along_x - px[:, None] * plain, along_y - py[:, None] * plain], axis=1)
    return np.asarray(np.linalg.solve(normal, right)[:, 0])


def at_every_pixel(grid: Floats, step_px: int, down: slice, right: slice) -> Samples:
    """Values of a grid (n, m, ...), whose points lie `step_px` apart, at every pixel of these rows and columns."""
    near, inner = [], []
    for pixels in (down, right):
        first = pixels.start // step_px
        near.append(slice(first, (pixels.stop - 1) // step_px + 2))
        start = pixels.start - first * step_px + step_px // 2  # a grid's point lies at the corner of four blocks
        inner.append(slice(start, start + pixels.stop - pixels.start))
    part = np.ascontiguousarray(grid[tuple(near)], np.float32)
    size = (part.shape[1] * step_px, part.shape[0] * step_px)
    return np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_LINEAR)[tuple(inner)], np.float32)
