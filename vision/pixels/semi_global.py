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
    total += _along(cost, step[0], jump[0])
    total += _along(cost.transpose(1, 0, 2), step[1], jump[1]).transpose(1, 0, 2)
    return total


def _along(cost: Any, step: Any, jump: Any) -> Any:
    """What the pixels before each one of its column want, and those after it, its own cost counted both times."""
    by_level = np.ascontiguousarray(cost.transpose(0, 2, 1))  # rows of one level lie together: it takes half the time
    total = np.zeros_like(by_level)
    last = len(by_level) - 1
    for rows in (range(last + 1), range(last, -1, -1)):
        path = by_level[rows[0]]
        total[rows[0]] += path
        for row, before in zip(rows[1:], rows, strict=False):
            between = min(row, before)
            best = path.min(axis=0)
            way = np.minimum(path, best + jump[between])
            np.minimum(way[1:], path[:-1] + step[between], out=way[1:])
            np.minimum(way[:-1], path[1:] + step[between], out=way[:-1])
            path = way + (by_level[row] - best)
            total[row] += path
    return total.transpose(0, 2, 1)
