"""What the views still lack: parts of the picture without corners, sides to which the sheet never leaned."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from calibration.settings import CameraSettings
from calibration.targets import TargetSighting
from vision.pixels.arrays import Floats
from vision.table.plane import homography_through

Counts = np.ndarray[Any, np.dtype[np.int64]]
_ROWS = ("upper", "middle", "lower")
_COLUMNS = ("left", "middle", "right")


def coverage(views: Sequence[TargetSighting], size_px: tuple[int, int], settings: CameraSettings) -> Counts:
    """In how many views each cell of a map over the picture holds corners, (rows, columns)."""
    rows, columns = settings.coverage_rows, settings.coverage_columns
    counts = np.zeros((rows, columns), np.int64)
    for view in views:
        across = np.clip((view.corners_px[:, 0] * columns / size_px[0]).astype(int), 0, columns - 1)
        down = np.clip((view.corners_px[:, 1] * rows / size_px[1]).astype(int), 0, rows - 1)
        seen = np.zeros_like(counts)
        seen[down, across] = 1
        counts += seen
    return counts


def lean_of(view: TargetSighting) -> Floats:
    """How the scale shrinks over the seen part of the sheet, (2,), in the picture towards the side that is farther.

    It needs no lens: it is the homography's perspective. About (size / distance) * sin(lean).
    """
    middle = view.pattern_mm[:, :2].mean(axis=0)
    homography = homography_through(view.pattern_mm[:, :2] - middle, view.corners_px)
    origin = homography[:2, 2] / homography[2, 2]
    depth = homography[2, :2] / homography[2, 2]
    to_picture = homography[:2, :2] / homography[2, 2] - np.outer(origin, depth)
    per_px = np.linalg.solve(to_picture.T, depth)
    size = float(np.sqrt(np.prod(np.ptp(view.corners_px, axis=0))))
    return np.asarray(per_px * size)


def wishes(views: Sequence[TargetSighting], size_px: tuple[int, int], settings: CameraSettings) -> tuple[str, ...]:
    """What to do next, the most useful first; empty when nothing is missing."""
    found = []
    if views:
        missing = coverage(views, size_px, settings) < settings.views_per_cell
        if missing.any():
            found.append(f"hold the sheet into {_regions(missing)} of the picture")
        leans = np.array([lean_of(view) for view in views])
        for axis, sign, edge in ((0, 1, "right"), (0, -1, "left"), (1, -1, "upper"), (1, 1, "lower")):
            lacking = settings.views_per_tilt - int((sign * leans[:, axis] > settings.tilted).sum())
            if lacking > 0:
                times = "once" if lacking == 1 else f"{lacking} times"
                found.append(f"lean the sheet so that the edge at the picture's {edge} side is farther away, {times}")
        filled = [float(np.prod(np.ptp(view.corners_px, axis=0))) / (size_px[0] * size_px[1]) for view in views]
        if float(np.median(filled)) < settings.large_enough:
            found.append("hold the sheet nearer: it should fill a third of the picture")
    if len(views) < settings.least_views:
        found.insert(0, f"take at least {settings.least_views - len(views)} more views")
    return tuple(found)


def coverage_text(counts: Counts, settings: CameraSettings) -> str:
    """The map in letters, one line a row: full where enough views have corners, open where none has."""
    signs = {0: "··"}
    return "\n".join(
        "".join(signs.get(int(count), "██" if count >= settings.views_per_cell else "▒▒") for count in row)
        for row in counts
    )


def _regions(missing: np.ndarray[Any, np.dtype[np.bool_]]) -> str:
    """Names of the parts of the picture that are missing, corners before edges."""
    rows, columns = missing.shape
    named: dict[str, int] = {}
    for row, column in zip(*np.nonzero(missing), strict=True):
        down, across = int(3 * (row + 0.5) / rows), int(3 * (column + 0.5) / columns)
        corner = down != 1 and across != 1
        name = (
            f"the {_ROWS[down]} {_COLUMNS[across]} corner"
            if corner
            else "the middle"
            if down == 1 == across
            else f"the {_ROWS[down] if down != 1 else _COLUMNS[across]} edge"
        )
        named.setdefault(name, 0 if corner else 1)
    order = sorted(named, key=lambda name: named[name])
    return ", ".join(order) if len(order) <= 4 else f"{order[0]}, then everywhere else"
