"""The icons of one graphic language: solid shapes on a grid of 24 by 24, windows cut out of them; and SVG files."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path

from printables.looks import mix
from printables.pen import Paint, Pen, Step, Stroke
from printables.svgfile import Limits, SvgFile, Tint, read_svg
from printables.svgpath import parse_path
from tabletop.errors import UnreadableInput
from tabletop.gamefile import Rgb
from tabletop.geometry import PointMm, Pose

GRID = 24.0
ICON = Limits()
WHITE, DARK = 255, 128
"""Of red, green and blue the least: white is the ground that shows through, and from here on a colour is all ink."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One shape of an icon on its grid, filled, or drawn as a line."""

    steps: tuple[Step, ...]
    ink: float = 1.0
    """How much of the icon's colour it has, the rest is the ground: a cut has none."""
    line: Stroke | None = None
    even_odd: bool = False


def svg_marks(path: Path) -> tuple[Mark, ...]:
    """The visible shapes of an SVG file on the grid, fills and strokes as they are painted, from the lowest up.

    Of colours only how pale they are is followed, and how much what lies under a shape shows through it; the strongest
    is all ink. Raises UnreadableInput where the file cannot be read or holds nothing that is painted.
    """
    file = read_svg(path, "icon", ICON)
    left, top, width, height = file.view or _covered(file)
    scale = GRID / max(width, height)
    shift_x, shift_y = (GRID - width * scale) / 2 - left * scale, (GRID - height * scale) / 2 - top * scale
    tints = [tint for shape in file.shapes for tint in (shape.fill, shape.stroke) if tint is not None]
    strongest = max(map(_ink, tints))
    marks = []
    for shape in file.shapes:
        steps = placed(shape.steps, scale, shift_x, shift_y)
        layers = ((shape.fill, None), (shape.stroke, shape.line.scaled(scale)))
        for tint, line in reversed(layers) if shape.stroke_first else layers:
            if tint is not None:
                marks.append(Mark(steps, _ink(tint) / strongest if strongest else 1.0, line, shape.even_odd))
    return tuple(marks)


def placed(steps: Iterable[Step], scale: float, x: float, y: float) -> tuple[Step, ...]:
    """A path so many times as large, and then moved."""
    return tuple((kind, tuple(v * scale + (y if i % 2 else x) for i, v in enumerate(values))) for kind, values in steps)


def _ink(tint: Tint) -> float:
    return tint.share * min(1.0, (WHITE - min(tint.colour)) / (WHITE - DARK))


def _covered(file: SvgFile) -> tuple[float, float, float, float]:
    """Left, top, width and height of what the shapes cover."""
    points = [
        (x + side, y + side)
        for shape in file.shapes
        for _, values in shape.steps
        for x, y in zip(values[::2], values[1::2], strict=True)
        for side in ((-shape.line.width / 2, shape.line.width / 2) if shape.stroke else (0.0,))
    ]
    (left, top), (right, bottom) = (tuple(side(axis) for axis in zip(*points, strict=True)) for side in (min, max))
    return (left, top, max(right - left, 1e-6), max(bottom - top, 1e-6))


@lru_cache(maxsize=1)
def icon_names() -> frozenset[str]:
    """The names of all icons."""
    return frozenset(_file())


def draw_icon(
    pen: Pen, name: str, x: float, y: float, size_mm: float, colour: Rgb, ground: Rgb, *, folder: Path | None = None
) -> None:
    """The icon in a square of `size_mm` about (x, y): its solid in `colour`, its cuts in `ground`.

    `name` is one of ours, or an SVG file in `folder`. Raises UnreadableInput where there is neither.
    """
    scale = size_mm / GRID
    for mark in _marks(name, folder):
        steps = [(kind, tuple((y if i % 2 else x) + (v - GRID / 2) * scale for i, v in enumerate(values)))
                 for kind, values in mark.steps]  # fmt: skip
        if pen.laid_deg:
            steps = _turned(steps, (x, y), -pen.laid_deg)
        colour_of_it = mix(ground, colour, mark.ink)
        if mark.line is None:
            pen.draw_path(steps, Paint(fill=colour_of_it, even_odd=mark.even_odd))
        else:
            pen.draw_path(steps, Paint(stroke=colour_of_it, line=mark.line.scaled(scale)))


def _turned(steps: Iterable[Step], middle: PointMm, turn_deg: float) -> list[Step]:
    """A path turned clockwise about a point."""
    pose = Pose(*middle, turn_deg)
    x, y = middle
    return [
        (kind, tuple(value for point in zip(values[::2], values[1::2], strict=True)
                     for value in pose.apply((point[0] - x, point[1] - y))))
        for kind, values in steps
    ]  # fmt: skip


@lru_cache(maxsize=256)
def _marks(name: str, folder: Path | None) -> tuple[Mark, ...]:
    """What an icon consists of, from the lowest up."""
    if name.endswith(".svg"):
        return svg_marks((folder or Path()) / name)
    layers = ((icon_steps(name, "fill"), 1.0), (icon_steps(name, "cut"), 0.0))
    return tuple(Mark(steps, ink) for steps, ink in layers if steps)


@lru_cache(maxsize=256)
def icon_steps(name: str, layer: str) -> tuple[Step, ...]:
    """One layer, `fill` or `cut`, of one of our icons on its grid."""
    if name not in _file():
        raise UnreadableInput(f"there is no icon '{name}'; use {', '.join(sorted(_file()))}, or an .svg file")
    return tuple(parse_path(_file()[name].get(layer, "")))


@lru_cache(maxsize=1)
def _file() -> dict[str, dict[str, str]]:
    text = (resources.files("printables") / "data" / "icons.toml").read_text(encoding="utf-8")
    icons: dict[str, dict[str, str]] = tomllib.loads(text)
    return icons
