"""Plane geometry in millimetres: poses of parts, outlines made of rectangles, points inside polygons.

The table frame has x to the right and y down as seen on the page; rotations are degrees clockwise.
`docs/coordinates.md` draws it once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import cos, radians, sin

PointMm = tuple[float, float]
PolygonMm = tuple[PointMm, ...]
RectangleMm = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a part lies: the middle of its outline's bounding box, and its turn about that middle."""

    x_mm: float
    y_mm: float
    rotation_deg: float = 0.0

    def apply(self, point: PointMm) -> PointMm:
        """Carry a point of the part's own frame (origin in the middle) to the table frame."""
        return self.apply_all((point,))[0]

    def apply_all(self, points: Iterable[PointMm]) -> PolygonMm:
        """Carry every point of a polygon to the table frame."""
        turn = radians(self.rotation_deg)
        along, across = cos(turn), sin(turn)
        left, top = self.x_mm, self.y_mm
        return tuple((left + x * along - y * across, top + x * across + y * along) for x, y in points)


def both_ways(length_mm: float | Sequence[float]) -> tuple[float, float]:
    """To the right and down, of a length that holds for both or of one for each."""
    right, down = length_mm if isinstance(length_mm, Sequence) else (length_mm, length_mm)
    return (float(right), float(down))


def rectangle(width_mm: float, height_mm: float, *, centre: PointMm = (0.0, 0.0)) -> PolygonMm:
    """Corners of an upright rectangle: upper left, upper right, lower right, lower left."""
    x, y = centre
    left, right = x - width_mm / 2, x + width_mm / 2
    top, bottom = y - height_mm / 2, y + height_mm / 2
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def bounding_box(points: Iterable[PointMm]) -> RectangleMm:
    """Left, top, right and bottom of the points."""
    xs, ys = zip(*points, strict=True)
    return (min(xs), min(ys), max(xs), max(ys))


def area_mm2(polygon: Sequence[PointMm]) -> float:
    """Signed area by the shoelace formula; positive where the corners run clockwise on the page (y down)."""
    following = (*polygon[1:], polygon[0])
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(polygon, following, strict=True)) / 2


def contains(polygon: Sequence[PointMm], point: PointMm) -> bool:
    """Whether the point lies inside the simple polygon (even-odd rule)."""
    x, y = point
    inside = False
    previous_x, previous_y = polygon[-1]
    for corner_x, corner_y in polygon:
        if (corner_y > y) != (previous_y > y) and x < corner_x + (previous_x - corner_x) * (y - corner_y) / (
            previous_y - corner_y
        ):
            inside = not inside
        previous_x, previous_y = corner_x, corner_y
    return inside


def crosses_itself(polygon: PolygonMm) -> bool:
    """Whether two sides of the polygon that do not follow each other meet."""
    count = len(polygon)
    sides = [(polygon[index], polygon[(index + 1) % count]) for index in range(count)]
    return any(
        _meet(*sides[i], *sides[j]) for i, j in combinations(range(count), 2) if j != i + 1 and (i, j) != (0, count - 1)
    )


def _meet(a: PointMm, b: PointMm, c: PointMm, d: PointMm) -> bool:
    def side(p: PointMm, q: PointMm, r: PointMm) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    left, top, right, bottom = bounding_box((a, b))
    other_left, other_top, other_right, other_bottom = bounding_box((c, d))
    apart = right < other_left or other_right < left or bottom < other_top or other_bottom < top
    return not apart and side(a, b, c) * side(a, b, d) <= 0 and side(c, d, a) * side(c, d, b) <= 0


def outline_of(rectangles: Sequence[RectangleMm]) -> PolygonMm:
    """The outer outline of overlapping or touching upright rectangles that form one piece without a hole.

    The corners run clockwise on the page, from the topmost left one. Raises ValueError when the rectangles
    fall into several pieces or enclose a hole.
    """
    xs = sorted({value for left, _, right, _ in rectangles for value in (left, right)})
    ys = sorted({value for _, top, _, bottom in rectangles for value in (top, bottom)})

    column_of, row_of = ({value: index for index, value in enumerate(values)} for values in (xs, ys))
    filled = {
        (column, row)
        for left, top, right, bottom in rectangles
        for column in range(column_of[left], column_of[right])
        for row in range(row_of[top], row_of[bottom])
    }
    # Directed edges with the filled side on the right hand (clockwise on the page): start -> end.
    edges: dict[tuple[int, int], tuple[int, int]] = {}
    for column, row in sorted(filled, key=lambda one: one[::-1]):
        if (column, row - 1) not in filled:
            edges[column, row] = (column + 1, row)
        if (column + 1, row) not in filled:
            edges[column + 1, row] = (column + 1, row + 1)
        if (column, row + 1) not in filled:
            edges[column + 1, row + 1] = (column, row + 1)
        if (column - 1, row) not in filled:
            edges[column, row + 1] = (column, row)
    start = min(edges, key=lambda corner: (corner[1], corner[0]))
    walk = [start]
    while (corner := edges.pop(walk[-1])) != start:
        walk.append(corner)
    if edges:
        raise ValueError("the rectangles do not form one piece without a hole")
    following = (*walk[1:], walk[0])
    before = (walk[-1], *walk[:-1])
    return tuple(
        (xs[column], ys[row])
        for (column, row), (c0, r0), (c1, r1) in zip(walk, before, following, strict=True)
        if (column - c0) * (r1 - row) != (row - r0) * (c1 - column)
    )
