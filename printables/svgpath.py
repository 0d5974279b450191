"""SVG path data and shapes, as svgelements understands them, into absolute steps of M, L, C and Z."""

from collections.abc import Iterator
from math import ceil, cos, pi, sin, tan

from svgelements import Arc, Close, CubicBezier, Line, Move, Path, Point, QuadraticBezier
from svgelements.svgelements import SVGLexicalParser

from printables.pen import Step
from tabletop.errors import UnreadableInput

LARGEST = 1e6
"""Beyond this no drawing goes, and sums stay far from what a number can hold."""
NOT_UNDERSTOOD = (ValueError, TypeError, AttributeError, ArithmeticError, LookupError)
"""What svgelements raises where numbers, units or words are not what SVG has there."""


def parse_path(data: str) -> list[Step]:
    """All of SVG's path commands (SVG 2, section 9.3). Raises UnreadableInput with the place where they end."""
    lexer, path = SVGLexicalParser(), Path()
    try:
        lexer.parse(path, data)
        steps = path_steps(path)
    except NOT_UNDERSTOOD as error:
        raise UnreadableInput(f"'{data[: lexer.pos][-24:]}' ends in the middle of SVG path data") from error
    if data[lexer.pos :].strip(" \t\r\n,") or (steps and steps[0][0] != "M"):
        raise UnreadableInput(f"'{data[: lexer.pos + 1][-24:]}' is not SVG path data")
    return steps


def path_steps(path: Path) -> list[Step]:
    """A path's steps; ValueError where a number is beyond all bounds."""
    steps = [step for segment in path for step in _steps(segment)]
    if not all(abs(value) <= LARGEST for _, values in steps for value in values):
        raise ValueError("a number is too large")
    return steps


def _steps(segment: Move | Line | Close | CubicBezier | QuadraticBezier | Arc) -> Iterator[Step]:
    if isinstance(segment, Close):
        yield ("Z", ())
    elif isinstance(segment, Move | Line):
        yield ("M" if isinstance(segment, Move) else "L", _flat(segment.end))
    elif isinstance(segment, CubicBezier):
        yield ("C", _flat(segment.control1, segment.control2, segment.end))
    elif isinstance(segment, QuadraticBezier):
        start, handle, end = segment.start, segment.control, segment.end
        yield ("C", _flat(start + (handle - start) * (2 / 3), end + (handle - end) * (2 / 3), end))
    else:
        yield from _arc(segment)


def _flat(*points: Point) -> tuple[float, ...]:
    return tuple(float(value) for point in points for value in (point.x, point.y))


def _arc(arc: Arc) -> Iterator[Step]:
    """An elliptical arc as cubic curves, each a quarter of the ellipse at most."""
    if not (arc.rx and arc.ry):
        yield ("L", _flat(arc.end))
        return
    pieces = ceil(abs(arc.sweep) / (pi / 2) - 1e-9)
    step = arc.sweep / max(1, pieces)
    first, turn, k = arc.get_start_t(), arc.get_rotation(), 4 / 3 * tan(step / 4)
    along = Point(cos(turn), sin(turn)) * arc.rx
    across = Point(-sin(turn), cos(turn)) * arc.ry

    def place(u: float, v: float) -> Point:
        return arc.center + along * u + across * v

    for index in range(pieces):
        a, b = first + index * step, first + (index + 1) * step
        handles = place(cos(a) - k * sin(a), sin(a) + k * cos(a)), place(cos(b) + k * sin(b), sin(b) - k * cos(b))
        yield ("C", _flat(*handles, arc.end if index == pieces - 1 else place(cos(b), sin(b))))
