"""The icons of one graphic language: solid shapes on a grid of 24 by 24, windows cut out of them."""

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import svgelements

from printables.pen import Pen, Step
from printables.svgpath import LARGEST, NOT_UNDERSTOOD, parse_path, path_steps
from tabletop.errors import UnreadableInput
from tabletop.gamefile import Rgb
from tabletop.textfiles import read_bytes


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of an SVG file, so that none can exhaust its reader."""

    bytes: int = 200_000
    elements: int = 2000
    deepest: int = 40
    """How many elements lie in each other."""
    transform: int = 400
    """Letters of one transformation."""


ICON = Limits()
NO_SHAPES = frozenset({"use", "image", "text", "script", "foreignObject"})
"""What is left out: an icon is one filled shape, and what `use` repeats has no bounds."""


@lru_cache(maxsize=64)
def load_svg(path: Path) -> tuple[Step, ...]:
    """The filled shapes of an SVG file on a grid of 24 by 24, as one shape.

    Colours and strokes are not followed. Raises UnreadableInput where the file cannot be read or holds no shape.
    """
    root = simplified(path, "icon", ICON)
    try:
        drawing = svgelements.SVG.parse(BytesIO(ElementTree.tostring(root)), on_error="raise")
        shapes = [shape for shape in _elements(drawing) if isinstance(shape, svgelements.Shape)]
        filled = [shape for shape in shapes if shape.fill is not None and shape.fill.value is not None] or shapes
        steps = [step for shape in filled for step in path_steps(svgelements.Path(shape))]
        view = _view(drawing, steps) if steps else None
        if view is not None and not (max(view[2:]) >= 1 / LARGEST and max(map(abs, view)) <= LARGEST):
            raise ValueError("its view box is too small or too large")
    except NOT_UNDERSTOOD as error:
        raise UnreadableInput(
            f"the icon {path} has a number, unit or path that is not SVG ({error}); save it as plain SVG"
        ) from error
    if view is None:
        raise UnreadableInput(
            f"the icon {path} has no path, rectangle, circle or polygon; convert its objects to paths"
        )
    left, top, width, height = view
    scale = 24 / max(width, height)
    shift_x, shift_y = (24 - width * scale) / 2 - left * scale, (24 - height * scale) / 2 - top * scale
    return tuple(
        (kind, tuple(value * scale + (shift_y if index % 2 else shift_x) for index, value in enumerate(values)))
        for kind, values in steps
    )


def simplified(path: Path, use: str, limits: Limits) -> ElementTree.Element:
    """An SVG file without what draws no shape; UnreadableInput where it is none, or made to exhaust its reader."""
    try:
        data = read_bytes(path)
    except UnreadableInput as error:
        raise UnreadableInput(f"the {use} {path} cannot be read: {error}") from error
    if len(data) > limits.bytes:
        raise UnreadableInput(f"the {use} {path} is larger than {limits.bytes // 1000} kB; simplify it")
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError) as error:  # the latter two: an unknown encoding
        raise UnreadableInput(f"the {use} {path} is no SVG file: {error}") from error
    for key in ("width", "height", "x", "y", "preserveAspectRatio"):
        root.attrib.pop(key, None)  # where the picture stands on a page; the view box alone counts
    level, elements = [root], 0
    for _ in range(limits.deepest):
        for element in level:
            for child in [child for child in element if _kind(child) in NO_SHAPES]:
                element.remove(child)
            if len(element.get("transform", "")) > limits.transform:
                raise UnreadableInput(f"the {use} {path} has a transformation that is too long; ungroup its objects")
        elements += len(level)
        level = [child for element in level for child in element]
    if level or elements > limits.elements:
        raise UnreadableInput(
            f"the {use} {path} has more than {limits.elements} elements, or {limits.deepest} within each other; "
            "simplify it"
        )
    return root


def _kind(element: ElementTree.Element) -> str:
    return str(element.tag).rsplit("}", 1)[-1]


def _elements(drawing: object) -> list[object]:
    """Everything that is drawn; nothing where the file's outermost element is no `svg`."""
    return list(drawing.elements()) if isinstance(drawing, svgelements.SVG) else []


def _view(drawing: svgelements.SVG, steps: list[Step]) -> tuple[float, float, float, float]:
    """Left, top, width and height of the drawing: its view box, else what the shapes cover."""
    box = drawing.viewbox
    if box is not None and (box.width or 0) > 0 and (box.height or 0) > 0:
        return (0.0, 0.0, float(drawing.width), float(drawing.height))
    xs = [value for _, values in steps for value in values[::2]]
    ys = [value for _, values in steps for value in values[1::2]]
    return (min(xs), min(ys), max(max(xs) - min(xs), 1e-6), max(max(ys) - min(ys), 1e-6))


GRID = 24.0


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
    for layer, looks in (("fill", colour), ("cut", ground)):
        steps = icon_steps(name, layer, folder)
        placed = [(kind, tuple((y if i % 2 else x) + (v - GRID / 2) * scale for i, v in enumerate(values)))
                  for kind, values in steps]  # fmt: skip
        if placed:
            pen.path(placed, fill=looks)


@lru_cache(maxsize=256)
def icon_steps(name: str, layer: str, folder: Path | None = None) -> tuple[Step, ...]:
    """One layer, `fill` or `cut`, of an icon on its grid."""
    if name.endswith(".svg"):
        return load_svg((folder or Path()) / name) if layer == "fill" else ()
    if name not in _file():
        raise UnreadableInput(f"there is no icon '{name}'; use {', '.join(sorted(_file()))}, or an .svg file")
    return tuple(parse_path(_file()[name].get(layer, "")))


@lru_cache(maxsize=1)
def _file() -> dict[str, dict[str, str]]:
    text = (resources.files("printables") / "data" / "icons.toml").read_text(encoding="utf-8")
    icons: dict[str, dict[str, str]] = tomllib.loads(text)
    return icons
