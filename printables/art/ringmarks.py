"""The small white marks in a token's ring: each kind of building has its own, so colour is never alone."""

from collections.abc import Callable, Sequence
from math import hypot

from printables.looks import WHITE
from printables.pen import Pen
from tabletop.geometry import PolygonMm

Mark = Callable[[Pen, float], None]


def draw_ring_marks(pen: Pen, outline: PolygonMm, kind: str, ring_mm: float, corner_mm: float = 0.0) -> None:
    """Marks along the middle of the ring on every side, but not within `corner_mm` of its ends.

    `outline` runs clockwise on the page; the marks stand upright for somebody who sits at that side.
    """
    mark, step = _MARKS.get(kind, (_dot, 2.4))
    for index, end in enumerate(outline):
        start = outline[index - 1]
        length = hypot(end[0] - start[0], end[1] - start[1])
        ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        for along in _places(length, step, max(corner_mm, ring_mm * 1.1)):
            x, y = start[0] + ux * along - uy * ring_mm / 2, start[1] + uy * along + ux * ring_mm / 2
            with pen.at(x, y, turn_deg=_degrees(ux, uy)):
                mark(pen, ring_mm)


def _places(length: float, step: float, corner: float) -> Sequence[float]:
    """Distances of the marks from the side's start, mirror-symmetric about its middle, clear of the corners."""
    count = int((length / 2 - corner) / step) + 1
    return [length / 2 + index * step for index in range(1 - count, count)]


def _degrees(ux: float, uy: float) -> float:
    """Turn of a side that runs along (ux, uy), a clockwise outline's upper side being 0."""
    return (0.0 if ux > 0.5 else 180.0) if abs(ux) > 0.5 else (90.0 if uy > 0 else 270.0)


def _dot(pen: Pen, ring: float) -> None:
    pen.circle(0, 0, 0.2 * ring, fill=WHITE)


def _gable(pen: Pen, ring: float) -> None:
    h = 0.26 * ring
    pen.polygon(((-1.3 * h, h), (0, -h), (1.3 * h, h)), fill=WHITE)


def _window(pen: Pen, ring: float) -> None:
    h = 0.24 * ring
    pen.box(-h, -h, 2 * h, 2 * h, fill=WHITE)


def _diamond(pen: Pen, ring: float) -> None:
    h = 0.34 * ring
    pen.polygon(((0, -h), (h, 0), (0, h), (-h, 0)), fill=WHITE)


def _cross(pen: Pen, ring: float) -> None:
    h, w = 0.32 * ring, 0.11 * ring
    pen.box(-w, -h, 2 * w, 2 * h, fill=WHITE)
    pen.box(-h, -w, 2 * h, 2 * w, fill=WHITE)


def _perforation(pen: Pen, ring: float) -> None:
    pen.box(-0.34 * ring, -0.24 * ring, 0.68 * ring, 0.48 * ring, radius_mm=0.12 * ring, fill=WHITE)


def _columns(pen: Pen, ring: float) -> None:
    for x in (-0.3, 0.3):
        pen.box((x - 0.1) * ring, -0.32 * ring, 0.2 * ring, 0.64 * ring, fill=WHITE)


def _slash(pen: Pen, ring: float) -> None:
    h = 0.32 * ring
    pen.polygon(((-0.1 * ring, -h), (0.35 * ring, -h), (0.1 * ring, h), (-0.35 * ring, h)), fill=WHITE)


def _scallop(pen: Pen, ring: float) -> None:
    h = 0.3 * ring
    pen.polygon(((-h, -h), (h, -h), (h, 0), (0, h * 1.2), (-h, 0)), fill=WHITE)


def _leaf(pen: Pen, ring: float) -> None:
    pen.path(
        [
            ("M", (-0.4 * ring, 0)),
            ("C", (-0.2 * ring, -0.4 * ring, 0.2 * ring, -0.4 * ring, 0.4 * ring, 0)),
            ("C", (0.2 * ring, 0.4 * ring, -0.2 * ring, 0.4 * ring, -0.4 * ring, 0)),
            ("Z", ()),
        ],
        fill=WHITE,
    )


def _saw(pen: Pen, ring: float) -> None:
    h = 0.28 * ring
    pen.polygon(((-1.2 * h, h), (-1.2 * h, -h), (1.2 * h, h)), fill=WHITE)


def _tie(pen: Pen, ring: float) -> None:
    pen.box(-0.08 * ring, -0.3 * ring, 0.16 * ring, 0.6 * ring, fill=WHITE)


_MARKS: dict[str, tuple[Mark, float]] = {
    "residence": (_gable, 2.2),
    "business": (_window, 1.7),
    "city-hall": (_diamond, 2.0),
    "church": (_cross, 2.2),
    "cinema": (_perforation, 2.3),
    "bank": (_columns, 2.2),
    "post-office": (_slash, 1.7),
    "shopping-center": (_scallop, 1.5),
    "lincoln-park": (_leaf, 2.2),
    "central-park": (_leaf, 2.2),
    "stanford": (_saw, 1.6),
    "rockwell": (_saw, 1.6),
    "streetcar": (_tie, 1.2),
}
