"""SVG path data into absolute steps of M, L, C and Z, so that icons can come from any drawing program."""

import re
from collections.abc import Iterator
from math import acos, ceil, copysign, cos, hypot, pi, radians, sin, sqrt, tan

from printables.pen import Step
from tabletop.errors import UnreadableInput

_TOKEN = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|[\s,]+|(.)")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def parse_path(data: str) -> list[Step]:
    """All of SVG's path commands (SVG 2, section 9.3), relative ones and arcs included.

    Raises UnreadableInput with the place where the data is not a path.
    """
    steps: list[Step] = []
    x = y = start_x = start_y = 0.0
    handle: tuple[float, float] | None = None
    before = ""
    for command, values in _commands(data):
        kind, relative = command.upper(), command.islower()
        v = list(values)
        if relative and kind not in "HVA":
            v = [value + (y if index % 2 else x) for index, value in enumerate(v)]
        if kind == "M":
            x, y = start_x, start_y = v[0], v[1]
            steps.append(("M", (x, y)))
        elif kind in "LHV":
            x = v[0] + (x if relative and kind == "H" else 0) if kind in "LH" else x
            y = v[-1] + (y if relative and kind == "V" else 0) if kind in "LV" else y
            steps.append(("L", (x, y)))
        elif kind in "CS":
            if kind == "S":
                v = [*_mirrored((x, y), handle if before in "CS" else None), *v]
            handle = (v[2], v[3])
            x, y = v[4], v[5]
            steps.append(("C", tuple(v)))
        elif kind in "QT":
            if kind == "T":
                v = [*_mirrored((x, y), handle if before in "QT" else None), *v]
            handle = (v[0], v[1])
            steps.append(("C", _cubic((x, y), handle, (v[2], v[3]))))
            x, y = v[2], v[3]
        elif kind == "A":
            end = (v[5] + x, v[6] + y) if relative else (v[5], v[6])
            steps += _arc((x, y), (v[0], v[1]), v[2], bool(v[3]), bool(v[4]), end)
            x, y = end
        else:
            x, y = start_x, start_y
            steps.append(("Z", ()))
        before = kind
    return steps


def _commands(data: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Commands with their numbers, repeated commands spelled out."""
    command, numbers = "", list[float]()
    flushed = True
    for match in _TOKEN.finditer(data):
        letter, number, wrong = match.groups()
        if wrong or (number and not command) or (letter and not flushed):
            raise UnreadableInput(f"'{data[: match.end()][-24:]}' is not SVG path data")
        if letter:
            command, flushed = letter, letter in "Zz"
            if letter in "Zz":
                yield letter, ()
        elif number:
            numbers.append(float(number))
            if len(numbers) == _ARGUMENTS[command.upper()]:
                yield command, tuple(numbers)
                numbers.clear()
                flushed = True
                command = {"M": "L", "m": "l"}.get(command, command)
    if numbers or not flushed:
        raise UnreadableInput(f"'{data[-24:]}' ends in the middle of SVG path data")


def _mirrored(point: tuple[float, float], handle: tuple[float, float] | None) -> tuple[float, float]:
    return point if handle is None else (2 * point[0] - handle[0], 2 * point[1] - handle[1])


def _cubic(start: tuple[float, float], handle: tuple[float, float], end: tuple[float, float]) -> tuple[float, ...]:
    """A quadratic Bezier curve as a cubic one."""
    (x0, y0), (x1, y1), (x2, y2) = start, handle, end
    return (x0 + 2 / 3 * (x1 - x0), y0 + 2 / 3 * (y1 - y0), x2 + 2 / 3 * (x1 - x2), y2 + 2 / 3 * (y1 - y2), x2, y2)


def _arc(
    start: tuple[float, float],
    radii: tuple[float, float],
    turn_deg: float,
    large: bool,
    clockwise: bool,
    end: tuple[float, float],
) -> list[Step]:
    """An elliptical arc as cubic curves (SVG 2, appendix B.2.4)."""
    rx, ry = abs(radii[0]), abs(radii[1])
    if start == end:
        return []
    if rx == 0 or ry == 0:
        return [("L", end)]
    c, s = cos(radians(turn_deg)), sin(radians(turn_deg))
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    px, py = c * dx + s * dy, -s * dx + c * dy
    grow = max(1.0, sqrt((px / rx) ** 2 + (py / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    rest = (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2
    share = sqrt(max(0.0, rest / ((rx * py) ** 2 + (ry * px) ** 2))) * (-1 if large == clockwise else 1)
    qx, qy = share * rx * py / ry, -share * ry * px / rx
    middle = (c * qx - s * qy + (start[0] + end[0]) / 2, s * qx + c * qy + (start[1] + end[1]) / 2)
    first = _angle(1, 0, (px - qx) / rx, (py - qy) / ry)
    sweep = _angle((px - qx) / rx, (py - qy) / ry, (-px - qx) / rx, (-py - qy) / ry) % (2 * pi)
    if not clockwise and sweep > 0:
        sweep -= 2 * pi
    pieces = max(1, ceil(abs(sweep) / (pi / 2) - 1e-9))
    step = sweep / pieces
    k = 4 / 3 * tan(step / 4)

    def place(u: float, v: float) -> tuple[float, float]:
        return (middle[0] + c * rx * u - s * ry * v, middle[1] + s * rx * u + c * ry * v)

    steps: list[Step] = []
    for index in range(pieces):
        a, b = first + index * step, first + (index + 1) * step
        handles = place(cos(a) - k * sin(a), sin(a) + k * cos(a)), place(cos(b) + k * sin(b), sin(b) - k * cos(b))
        to = end if index == pieces - 1 else place(cos(b), sin(b))
        steps.append(("C", (*handles[0], *handles[1], *to)))
    return steps


def _angle(ux: float, uy: float, vx: float, vy: float) -> float:
    """The signed angle from u to v."""
    share = (ux * vx + uy * vy) / (hypot(ux, uy) * hypot(vx, vy))
    return copysign(acos(max(-1.0, min(1.0, share))), ux * vy - uy * vx)
