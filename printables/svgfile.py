"""Icons out of people's own SVG files: their filled paths, fitted into a square."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree

from printables.pen import Step, circle_steps
from printables.svgpath import parse_path
from tabletop.errors import UnreadableInput

_LARGEST_BYTES = 200_000


@lru_cache(maxsize=64)
def load_svg(path: Path) -> tuple[Step, ...]:
    """The paths, rectangles, circles and polygons of an SVG file on a grid of 24 by 24, as one shape.

    Transformations, strokes and colours are not followed: an icon is one filled shape. Raises UnreadableInput where
    the file cannot be read, holds no shape, or carries a transformation.
    """
    try:
        if path.stat().st_size > _LARGEST_BYTES:
            raise UnreadableInput(f"{path} is larger than {_LARGEST_BYTES // 1000} kB; an icon needs less")
        root = ElementTree.fromstring(path.read_bytes())
    except OSError as error:
        raise UnreadableInput(f"the icon {path} cannot be read: {error.strerror}") from error
    except ElementTree.ParseError as error:
        raise UnreadableInput(f"the icon {path} is no SVG file: {error}") from error
    if any("transform" in element.attrib for element in root.iter()):
        raise UnreadableInput(
            f"the icon {path} has transformations; flatten them (Inkscape: Object, Ungroup; save plain)"
        )
    steps = [step for element in root.iter() for step in _shape(element)]
    if not steps:
        raise UnreadableInput(
            f"the icon {path} has no path, rectangle, circle or polygon; convert its objects to paths"
        )
    left, top, width, height = _view(root, steps)
    scale = 24 / max(width, height)
    shift_x, shift_y = (24 - width * scale) / 2 - left * scale, (24 - height * scale) / 2 - top * scale
    return tuple(
        (kind, tuple(value * scale + (shift_y if index % 2 else shift_x) for index, value in enumerate(values)))
        for kind, values in steps
    )


def _shape(element: ElementTree.Element) -> Iterator[Step]:
    """One element's outline; nothing for elements that are no shape."""

    def number(name: str) -> float:
        return float(element.get(name, "0").removesuffix("px"))

    kind = element.tag.rsplit("}", 1)[-1]
    if kind == "path":
        yield from parse_path(element.get("d", ""))
    elif kind == "rect":
        x, y, width, height = number("x"), number("y"), number("width"), number("height")
        yield from parse_path(f"M{x} {y} h{width} v{height} h{-width} Z")
    elif kind == "circle":
        yield from circle_steps(number("cx"), number("cy"), number("r"))
    elif kind == "polygon":
        yield from parse_path(f"M{element.get('points', '')} Z")


def _view(root: ElementTree.Element, steps: list[Step]) -> tuple[float, float, float, float]:
    """Left, top, width and height of the drawing: its view box, else what the shapes cover."""
    box = [float(value) for value in root.get("viewBox", "").replace(",", " ").split()]
    if len(box) == 4 and box[2] > 0 and box[3] > 0:
        return (box[0], box[1], box[2], box[3])
    xs = [value for _, values in steps for value in values[::2]]
    ys = [value for _, values in steps for value in values[1::2]]
    return (min(xs), min(ys), max(max(xs) - min(xs), 1e-6), max(max(ys) - min(ys), 1e-6))
