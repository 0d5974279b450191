"""A drawing or picture that lies under a board's cells: an SVG file in its own colours, or a PNG or JPEG file."""

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import svgelements

from printables.icons import Limits, simplified
from printables.looks import WHITE, Looks, mix
from printables.pen import POINTS_PER_MM, Pen, Step
from printables.svgpath import NOT_UNDERSTOOD, path_steps
from tabletop.errors import UnreadableInput
from tabletop.gamefile import Rgb
from tabletop.geometry import RectangleMm, rectangle
from tabletop.textfiles import read_bytes

PICTURES = (".png", ".jpg", ".jpeg")
LARGEST_BYTES = 20_000_000
MOST_PIXELS = 60_000_000
"""A picture of 8000 by 7500: more than A3 at 600 dpi needs."""
DRAWING = Limits(bytes=4_000_000, elements=20_000)
DPI = 300.0
"""What paper shows; finer pictures are made coarser, so that files stay small."""
QUALITY = 88
PALER = 0.7
"""How much white the ink-saver lays over a background."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One shape of a drawing with its colours."""

    steps: tuple[Step, ...]
    fill: Rgb | None
    stroke: Rgb | None
    width: float


@dataclass(frozen=True, slots=True)
class Drawing:
    """An SVG file's shapes from the lowest up, and its view box (left, top, width, height)."""

    shapes: tuple[Shape, ...]
    view: tuple[float, float, float, float]


def draw_background(pen: Pen, name: str, box: RectangleMm, looks: Looks) -> None:
    """The file's picture over the whole box, cut where its proportions are others. UnreadableInput where it is none."""
    path = (looks.folder or Path()) / name
    left, top, right, bottom = box
    size = (right - left, bottom - top)
    with pen.clipped(rectangle(*size, centre=((left + right) / 2, (top + bottom) / 2))):
        if path.suffix.lower() == ".svg":
            _draw_shapes(pen, load_drawing(path), box, looks)
        else:
            pen.picture(load_picture(path, size, pale=looks.ink_saver), left, top, *size)


def _draw_shapes(pen: Pen, drawing: Drawing, box: RectangleMm, looks: Looks) -> None:
    """All shapes, as large as the box needs."""
    left, top, right, bottom = box
    x, y, width, height = drawing.view
    scale = max((right - left) / width, (bottom - top) / height)
    shift_x = (left + right) / 2 - (x + width / 2) * scale
    shift_y = (top + bottom) / 2 - (y + height / 2) * scale
    for shape in drawing.shapes:
        placed = [
            (kind, tuple(value * scale + (shift_y if index % 2 else shift_x) for index, value in enumerate(values)))
            for kind, values in shape.steps
        ]
        fill, stroke = (_inked(colour, looks) for colour in (shape.fill, shape.stroke))
        pen.path(placed, fill=fill, stroke=stroke, width_mm=shape.width * scale)


def _inked(colour: Rgb | None, looks: Looks) -> Rgb | None:
    return mix(colour, WHITE, PALER) if colour is not None and looks.ink_saver else colour


@lru_cache(maxsize=8)
def load_drawing(path: Path) -> Drawing:
    """An SVG file's shapes in their colours; UnreadableInput where it cannot be read or holds none."""
    root = simplified(path, "background", DRAWING)
    try:
        svg = svgelements.SVG.parse(BytesIO(ElementTree.tostring(root)), on_error="raise")
        shapes = tuple(_shapes(svg))
        box = svg.viewbox
        if box is None or not (box.width or 0) > 0 or not (box.height or 0) > 0:
            raise ValueError("it has no view box")
        view = (0.0, 0.0, float(svg.width), float(svg.height))
    except NOT_UNDERSTOOD as error:
        raise UnreadableInput(f"the background {path} is not understood ({error}); save it as plain SVG") from error
    if not shapes:
        raise UnreadableInput(f"the background {path} has no filled shape; convert its objects to paths")
    return Drawing(shapes, view)


def _shapes(svg: svgelements.SVG) -> list[Shape]:
    found = []
    for element in svg.elements():
        if isinstance(element, svgelements.Shape):
            fill, stroke = _rgb(element.fill), _rgb(element.stroke)
            if fill is not None or stroke is not None:
                width = float(element.implicit_stroke_width or 0.0) if stroke is not None else 0.0
                found.append(Shape(tuple(path_steps(svgelements.Path(element))), fill, stroke, width))
    return found


def _rgb(colour: svgelements.Color | None) -> Rgb | None:
    """A colour, its transparency laid on white; None where there is none."""
    if colour is None or colour.value is None:
        return None
    return mix(WHITE, (colour.red, colour.green, colour.blue), (255 if colour.alpha is None else colour.alpha) / 255)


@lru_cache(maxsize=8)
def load_picture(path: Path, size_mm: tuple[float, float], *, pale: bool) -> bytes:
    """The picture's middle in the proportions of `size_mm` as a JPEG of 300 dpi at most."""
    from PIL import Image, UnidentifiedImageError

    if path.suffix.lower() not in PICTURES:
        raise UnreadableInput(f"the background {path} is neither SVG nor PNG nor JPEG; save it as one of these")
    try:
        data = read_bytes(path)
    except UnreadableInput as error:
        raise UnreadableInput(f"the background {path} cannot be read: {error}") from error
    if len(data) > LARGEST_BYTES:
        raise UnreadableInput(f"the background {path} is larger than {LARGEST_BYTES // 1_000_000} MB; save it smaller")
    try:
        opened = Image.open(BytesIO(data))
        if opened.width * opened.height > MOST_PIXELS:
            raise UnreadableInput(f"the background {path} has more than {MOST_PIXELS // 10**6} megapixels; shrink it")
        rgba = opened.convert("RGBA")
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError) as error:
        raise UnreadableInput(f"the background {path} is no picture that can be read; save it as PNG") from error
    whole = Image.new("RGB", rgba.size, WHITE)
    whole.paste(rgba, mask=rgba.getchannel("A"))
    width, height = size_mm
    scale = min(whole.width / width, whole.height / height)
    wide, high = width * scale, height * scale
    x, y = (whole.width - wide) / 2, (whole.height - high) / 2
    finest = DPI / 72 * POINTS_PER_MM
    shrunk = min(1.0, finest / scale)
    pixels = (max(1, round(wide * shrunk)), max(1, round(high * shrunk)))
    cut = whole.resize(pixels, Image.Resampling.LANCZOS, box=(x, y, x + wide, y + high))
    if pale:
        cut = Image.blend(cut, Image.new("RGB", cut.size, WHITE), PALER)
    buffer = BytesIO()
    cut.save(buffer, "JPEG", quality=QUALITY)
    return buffer.getvalue()
