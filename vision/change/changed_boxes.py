"""Upright boxes of pixels round what changed between two pictures."""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from vision.change.quiet_gate import BLOCK_PX
from vision.pixels.arrays import PointsPx

Box = tuple[int, int, int, int]
"""Left, top, right, bottom; the last two lie outside."""
PATCH_MARGIN = 0.03
"""Around each patch that changed, as a share of the picture's longer side: a piece with its shadow."""
PLACE_MARGIN = 0.25
"""Around a place that looks different, as a share of its longer side: what lies there may lie crooked."""


def boxes_of(blocks: np.ndarray, small_width: int, width: int, height: int) -> list[Box]:
    """A box around each patch of changed blocks; blocks that nearly touch are one patch."""
    near = cv2.dilate(blocks.astype(np.uint8), np.ones((3, 3), np.uint8))
    count, patches = cv2.connectedComponents(near)
    return [_box_of(blocks & (patches == number), small_width, width, height) for number in range(1, count)]


def _box_of(blocks: np.ndarray, small_width: int, width: int, height: int) -> Box:
    """The box of all changed blocks, of which there are some, with a margin."""
    rows, columns = np.nonzero(blocks)
    step = width / small_width
    margin = PATCH_MARGIN * max(width, height)
    unit = BLOCK_PX * step
    left, right = columns.min() * unit - margin, (columns.max() + 1) * unit + margin
    top, bottom = rows.min() * unit - margin, (rows.max() + 1) * unit + margin
    return max(0, int(left)), max(0, int(top)), min(width, int(right)), min(height, int(bottom))


def box_around(outline: PointsPx, margin_share: float = 0.0) -> Box:
    """The box around a place, itself within the picture, with a margin as a share of its longer side."""
    (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0)
    margin = margin_share * max(right - left, bottom - top)
    left, top, right, bottom = left - margin, top - margin, right + margin, bottom + margin
    return max(0, int(left)), max(0, int(top)), int(right) + 1, int(bottom) + 1


def area_of(boxes: Sequence[Box]) -> int:
    """Pixels of all boxes together, what overlaps counted twice."""
    return sum((right - left) * (bottom - top) for left, top, right, bottom in boxes)


def joined(boxes: Sequence[Box]) -> list[Box]:
    """The boxes, those that touch made one, until none touch."""
    apart: list[Box] = []
    for box in boxes:
        grown = True
        while grown:
            near = [one for one in apart if _touch(one, box)]
            apart = [one for one in apart if not _touch(one, box)]
            corners = np.array([box, *near])
            (left, top), (right, bottom) = corners.min(axis=0)[:2].tolist(), corners.max(axis=0)[2:].tolist()
            grown, box = bool(near), (left, top, right, bottom)
        apart.append(box)
    return apart


def _touch(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def bounds_of(outline: PointsPx) -> PointsPx:
    """Least and largest x and y of a polygon (n, 2), (2, 2)."""
    return np.stack([outline.min(axis=0), outline.max(axis=0)])


def apart(bounds: PointsPx, boxes: Sequence[Box]) -> Any:
    """Which bounds (n, 2, 2), least and largest x and y, lie wholly outside all boxes, (n,)."""
    sides: Any = np.array(boxes).reshape(-1, 4)
    beside = (bounds[:, None, 1] < sides[None, :, :2]) | (bounds[:, None, 0] > sides[None, :, 2:])
    return beside.any(axis=2).all(axis=1)


def within(points: PointsPx, boxes: Sequence[Box]) -> Any:
    """Which points (n, 2) lie in some box, (n,)."""
    sides: Any = np.array(boxes).reshape(-1, 4)
    inside = (points[:, None] >= sides[None, :, :2]) & (points[:, None] < sides[None, :, 2:])
    return inside.all(axis=2).any(axis=1)
