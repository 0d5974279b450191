"""A pen that draws in millimetres, x to the right and y down, on a reportlab canvas."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from typing import Any

from printables.fonts import REGULAR, check_glyphs, text_width_mm
from tabletop.gamefile import Rgb
from tabletop.geometry import PointMm, PolygonMm

POINTS_PER_MM = 72 / 25.4
CIRCLE = 0.5522847498
"""Length of the handles of a quarter circle's Bezier curve, in radii."""
Step = tuple[str, tuple[float, ...]]
"""One step of a path, absolute: M x y, L x y, C x1 y1 x2 y2 x y, Z; and R x y width height, an upright rectangle."""


CAPS, JOINS = {"butt": 0, "round": 1, "square": 2}, {"miter": 0, "round": 1, "bevel": 2}
"""How a line ends and bends, with PDF's numbers (ISO 32000-1, tables 54 and 55)."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """How a line is drawn; `miter_limit` None is as each medium has it."""

    width: float
    cap: str = "butt"
    join: str = "miter"
    miter_limit: float | None = None
    dash: tuple[float, ...] = ()

    def scaled(self, scale: float) -> "Stroke":
        """The same line of a drawing so much larger."""
        return replace(self, width=self.width * scale, dash=tuple(one * scale for one in self.dash))


@dataclass(frozen=True, slots=True)
class Paint:
    """How a path is filled and stroked, its line in mm; without a colour it is not."""

    fill: Rgb | None = None
    stroke: Rgb | None = None
    line: Stroke = Stroke(0.2)
    even_odd: bool = False


@dataclass(frozen=True, slots=True)
class Letters:
    """How a line of text is set; `size_mm` is the em, `turn_deg` clockwise, `align` left, centre or right."""

    size_mm: float
    colour: Rgb
    face: str = REGULAR
    align: str = "left"
    turn_deg: float = 0.0
    spacing_mm: float = 0.0

    def width_mm(self, text: str) -> float:
        """How long a line becomes. Raises UnreadableInput for a letter that the typeface lacks."""
        check_glyphs(text)
        return text_width_mm(text, self.face, self.size_mm) + self.spacing_mm * (len(text) - 1)


class Pen:
    """Draws on a canvas whose upper left corner (or whose origin, in a form) is (0, 0).

    What draws elsewhere than in a PDF is a Pen with its own `draw_path`, `draw_text`, `picture`, `clipped` and `at`.
    """

    laid_deg = 0.0
    """How far a part lies turned clockwise on a screen, where its icons stand upright all the same."""
    bears_codes = True
    """Whether what is drawn is read by a camera; on a screen codes and colours for measuring only stand in the way."""

    def __init__(self, canvas: Any, height_mm: float = 0.0) -> None:
        self.canvas = canvas
        self._height_mm = height_mm

    def _point(self, x: float, y: float) -> tuple[float, float]:
        return (round(x * POINTS_PER_MM, 4), round((self._height_mm - y) * POINTS_PER_MM, 4))

    def path(
        self,
        steps: Sequence[Step],
        *,
        fill: Rgb | None = None,
        stroke: Rgb | None = None,
        width_mm: float = 0.2,
        dash_mm: Sequence[float] = (),
        even_odd: bool = False,
        round_ends: bool = False,
    ) -> None:
        """Fill and stroke a path, as `Paint` says."""
        cap, join = ("round", "round") if round_ends else ("butt", "miter")
        line = Stroke(width_mm, cap, join, dash=tuple(dash_mm))
        self.draw_path(steps, Paint(fill, stroke, line, even_odd))

    def polygon(self, *polygons: PolygonMm, **looks: Any) -> None:
        """Closed polygons as one path; `looks` as in `path`."""
        self.path([step for polygon in polygons for step in polygon_steps(polygon)], **looks)

    def box(self, x: float, y: float, width: float, height: float, *, radius_mm: float = 0.0, **looks: Any) -> None:
        """An upright rectangle by its upper left corner, with round corners where asked."""
        if radius_mm:
            self.path(round_box_steps(x, y, width, height, radius_mm), **looks)
        else:
            self.path([("R", (x, y, width, height))], **looks)

    def circle(self, x: float, y: float, radius_mm: float, **looks: Any) -> None:
        """A circle about (x, y)."""
        self.path(circle_steps(x, y, radius_mm), **looks)

    def line(self, start: PointMm, end: PointMm, stroke: Rgb, width_mm: float, **looks: Any) -> None:
        """A straight line."""
        self.path([("M", start), ("L", end)], stroke=stroke, width_mm=width_mm, **looks)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size_mm: float,
        colour: Rgb,
        face: str = REGULAR,
        align: str = "left",
        turn_deg: float = 0.0,
        spacing_mm: float = 0.0,
    ) -> None:
        """One line of text, (x, y) on its baseline, as `Letters` says.

        Raises UnreadableInput for a letter that the typeface lacks.
        """
        self.draw_text(x, y, text, Letters(size_mm, colour, face, align, turn_deg, spacing_mm))

    def draw_path(self, steps: Sequence[Step], paint: Paint) -> None:
        """Fill and stroke a path."""
        looks = _look_words(paint.fill, paint.stroke, paint.line)
        shape = _PdfPath(f"{looks}{self._shape(steps).code}")
        stroked, filled = int(paint.stroke is not None), int(paint.fill is not None)
        is_limited = paint.line.miter_limit is not None  # for this path alone
        if is_limited:
            self.canvas.saveState()
        self.canvas.drawPath(shape, stroke=stroked, fill=filled, fillMode=int(not paint.even_odd))
        if is_limited:
            self.canvas.restoreState()

    def draw_text(self, x: float, y: float, text: str, letters: Letters) -> None:
        """One line of text, (x, y) on its baseline."""
        canvas = self.canvas
        width = letters.width_mm(text)
        shift = {"left": 0.0, "centre": -width / 2, "right": -width}[letters.align]
        canvas.saveState()
        canvas.translate(*self._point(x, y))
        if letters.turn_deg:
            canvas.rotate(-letters.turn_deg)
        canvas.setFillColorRGB(*_unit(letters.colour))
        line = canvas.beginText(round(shift * POINTS_PER_MM, 4), 0)
        line.setFont(letters.face, round(letters.size_mm * POINTS_PER_MM, 4))
        if letters.spacing_mm:
            line.setCharSpace(round(letters.spacing_mm * POINTS_PER_MM, 4))
        line.textOut(text)
        canvas.drawText(line)
        canvas.restoreState()

    def picture(self, jpeg: bytes, x: float, y: float, width: float, height: float) -> None:
        """A JPEG in a box, whole, in its middle."""
        from reportlab.lib.utils import ImageReader

        left, bottom = self._point(x, y + height)
        size = (width * POINTS_PER_MM, height * POINTS_PER_MM)
        picture: Any = ImageReader(BytesIO(jpeg))
        self.canvas.drawImage(picture, left, bottom, *size, preserveAspectRatio=True, anchor="c")

    @contextmanager
    def clipped(self, *polygons: PolygonMm) -> Iterator[None]:
        """Draw only inside the polygons."""
        self.canvas.saveState()
        shape = self._shape([step for polygon in polygons for step in polygon_steps(polygon)])
        self.canvas.clipPath(shape, stroke=0, fill=0)
        yield
        self.canvas.restoreState()

    @contextmanager
    def at(self, x: float, y: float, *, turn_deg: float = 0.0, scale: float = 1.0) -> Iterator[None]:
        """Draw with (x, y) as the origin, turned clockwise."""
        self.canvas.saveState()
        self.canvas.translate(*self._point(x, y))
        if turn_deg:
            self.canvas.rotate(-turn_deg)
        if scale != 1.0:
            self.canvas.scale(scale, scale)
        height, self._height_mm = self._height_mm, 0.0
        yield
        self._height_mm = height
        self.canvas.restoreState()

    def _shape(self, steps: Sequence[Step]) -> "_PdfPath":
        """The path in PDF's own words, in points from the lower left corner."""
        height, words = self._height_mm, ["n"] if steps else []
        for command, values in steps:
            if command == "R":
                x, y, wide, high = values
                words += [number(x), number(height - (y + high)), number(wide), number(high)]
            else:
                words += [number(height - one if index % 2 else one) for index, one in enumerate(values)]
            words.append(OPERATORS[command])
        return _PdfPath(" ".join(words))


@dataclass(frozen=True, slots=True)
class _PdfPath:
    """What a reportlab canvas asks a path for; its own formats each number three times as slowly."""

    code: str

    def getCode(self) -> str:  # noqa: N802  # the name that a canvas calls
        """In PDF's own words."""
        return self.code


@lru_cache(maxsize=1024)
def _look_words(fill: Rgb | None, stroke: Rgb | None, line: Stroke) -> str:
    """How a path looks in PDF's own words (ISO 32000-1, tables 57 and 74), one a line, to stand before it."""
    from reportlab.lib.rl_accel import fp_str

    words = [] if fill is None else [f"{fp_str(*_unit(fill))} rg"]
    if stroke is not None:
        words += [f"{fp_str(*_unit(stroke))} RG", f"{fp_str(line.width * POINTS_PER_MM)} w"]
        words.append(f"[{fp_str([value * POINTS_PER_MM for value in line.dash])}] 0 d")
        words += [f"{CAPS[line.cap]} J", f"{JOINS[line.join]} j"]
        words += [] if line.miter_limit is None else [f"{fp_str(line.miter_limit)} M"]
    return "".join(f"{word}\n" for word in words)


OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h", "R": "re"}
"""PDF's words for the steps of a path (ISO 32000-1, table 59)."""


def number(mm: float) -> str:
    """A length in PDF's unit as reportlab writes it: to a ten-thousandth, without needless noughts.

    >>> [number(mm) for mm in (0.0, 25.4, 0.1, -0.1, 1e-9)]
    ['0', '72', '.2835', '-0.2835', '0']
    """
    points = mm * POINTS_PER_MM
    text = (f"{points:.4f}" if abs(points) < 1000 else f"{round(points, 4):.3f}").rstrip("0").rstrip(".")
    if text.startswith("0."):
        return text[1:]
    return "0" if text == "-0" else text


def polygon_steps(polygon: PolygonMm) -> list[Step]:
    """A closed polygon as a path."""
    return [("M", polygon[0]), *(("L", point) for point in polygon[1:]), ("Z", ())]


def circle_steps(x: float, y: float, radius: float) -> list[Step]:
    """A circle as four Bezier curves (radius exact within 0.03 %)."""
    k = CIRCLE * radius
    return [
        ("M", (x + radius, y)),
        ("C", (x + radius, y + k, x + k, y + radius, x, y + radius)),
        ("C", (x - k, y + radius, x - radius, y + k, x - radius, y)),
        ("C", (x - radius, y - k, x - k, y - radius, x, y - radius)),
        ("C", (x + k, y - radius, x + radius, y - k, x + radius, y)),
        ("Z", ()),
    ]


def round_box_steps(x: float, y: float, width: float, height: float, radius: float) -> list[Step]:
    """A rectangle with round corners as a path."""
    right, bottom, k = x + width, y + height, radius * (1 - CIRCLE)
    return [
        ("M", (x + radius, y)),
        ("L", (right - radius, y)),
        ("C", (right - k, y, right, y + k, right, y + radius)),
        ("L", (right, bottom - radius)),
        ("C", (right, bottom - k, right - k, bottom, right - radius, bottom)),
        ("L", (x + radius, bottom)),
        ("C", (x + k, bottom, x, bottom - k, x, bottom - radius)),
        ("L", (x, y + radius)),
        ("C", (x, y + k, x + k, y, x + radius, y)),
        ("Z", ()),
    ]


def _unit(colour: Rgb) -> tuple[float, float, float]:
    return (round(colour[0] / 255, 4), round(colour[1] / 255, 4), round(colour[2] / 255, 4))
