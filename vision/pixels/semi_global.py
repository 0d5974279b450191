"""A level for every pixel of a grid: what each pixel wants against what its neighbours want, along rows and columns.

Semi-global matching, which finds depths so: H. Hirschmüller, "Stereo processing by semiglobal matching and mutual
information", IEEE Transactions on Pattern Analysis and Machine Intelligence 30 (2008).
"""

from typing import Any

import numpy as np

from vision.pixels.arrays import Samples


def semi_global(cost: Samples, step: tuple[Samples, Samples], jump: tuple[Samples, Samples]) -> Samples:
    """Costs (rows, columns, levels) of each pixel's levels with those of all pixels up, down, left and right of it.

    Between two pixels one under another, (rows - 1, columns), and side by side, (columns - 1, rows), the next level
    costs `step`, and any other `jump`.
    """
    total = -3.0 * cost  # each of the four ways counts a pixel's own cost
    down, right = zip(step, jump, strict=True)
    _along(cost, *down, total)
    _along(cost.transpose(1, 0, 2), *right, total.transpose(1, 0, 2))
    return total


def _along(cost: Any, step: Any, jump: Any, total: Any) -> None:
    """Adds what the pixels before each one of its column want, and those after it."""
    last = len(cost) - 1
    for rows in (range(last + 1), range(last, -1, -1)):
        path = np.array(cost[rows[0]])
        total[rows[0]] += path
        for row, before in zip(rows[1:], rows, strict=False):
            between = min(row, before)
            best = path.min(axis=1, keepdims=True)
            way = np.minimum(path, best + jump[between][:, None])
            way[:, 1:] = np.minimum(way[:, 1:], path[:, :-1] + step[between][:, None])
            way[:, :-1] = np.minimum(way[:, :-1], path[:, 1:] + step[between][:, None])
            path = cost[row] + way - best
            total[row] += path
