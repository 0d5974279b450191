"""A drawing or picture that lies under a board's cells: an SVG file in its own colours, or a PNG or JPEG file."""

from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from printables.icons import placed
from printables.looks import WHITE, Looks, mix
from printables.pen import POINTS_PER_MM, Paint, Pen
from printables.svgfile import Limits, SvgFile, Tint, read_svg
from tabletop.errors import UnreadableInput
from tabletop.gamefile import Rgb
from tabletop.geometry import RectangleMm, rectangle
from tabletop.textfiles import read_bytes

if TYPE_CHECKING:
    from PIL import Image

PICTURES = (".png", ".jpg", ".jpeg")
LARGEST_BYTES = 20_000_000
MOST_PIXELS = 60_000_000
"""A picture of 8000 by 7500: more than A3 at 600 dpi needs."""
MOST_SCANS, START_OF_SCAN = 100, b"\xff\xda"
"""Of a JPEG: each goes over the whole picture."""
DRAWING = Limits(bytes=4_000_000, elements=20_000, shape="filled shape")
DPI = 300.0
"""What paper shows; finer pictures are made coarser, so that files stay small."""
QUALITY = 88
PALER = 0.7
"""How much white the ink-saver lays over a background."""


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


def _draw_shapes(pen: Pen, drawing: SvgFile, box: RectangleMm, looks: Looks) -> None:
    """All shapes, as large as the box needs."""
    assert drawing.view is not None
    left, top, right, bottom = box
    x, y, width, height = drawing.view
    scale = max((right - left) / width, (bottom - top) / height)
    shift_x = (left + right) / 2 - (x + width / 2) * scale
    shift_y = (top + bottom) / 2 - (y + height / 2) * scale
    for shape in drawing.shapes:
        steps = placed(shape.steps, scale, shift_x, shift_y)
        fill, stroke = (_inked(tint, looks) for tint in (shape.fill, shape.stroke))
        line = shape.line.scaled(scale)
        if shape.stroke_first:
            pen.draw_path(steps, Paint(stroke=stroke, line=line))
            stroke = None
        pen.draw_path(steps, Paint(fill, stroke, line, shape.even_odd))


def _inked(tint: Tint | None, looks: Looks) -> Rgb | None:
    """A colour, its transparency laid on white; None where there is none."""
    if tint is None:
        return None
    colour = mix(WHITE, tint.colour, tint.share)
    return mix(colour, WHITE, PALER) if looks.ink_saver else colour


@lru_cache(maxsize=8)
def load_drawing(path: Path) -> SvgFile:
    """An SVG file's shapes in their colours; UnreadableInput where it cannot be read or holds none."""
    drawing = read_svg(path, "background", DRAWING)
    if drawing.view is None:
        raise UnreadableInput(f"the background {path} is not understood (it has no view box); save it as plain SVG")
    return drawing


def _on_white(picture: "Image.Image") -> "Image.Image":
    """Red, green, blue; what is transparent is white paper."""
    from PIL import Image

    if "A" not in picture.getbands() and "transparency" not in picture.info:
        return picture.convert("RGB")
    rgba = picture.convert("RGBA")
    whole = Image.new("RGB", rgba.size, WHITE)
    whole.paste(rgba, mask=rgba.getchannel("A"))
    return whole


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
        if data.count(START_OF_SCAN) > MOST_SCANS and opened.format == "JPEG":
            raise UnreadableInput(f"the background {path} is packed in too many layers; save it as PNG")
        whole = _on_white(opened)
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError) as error:
        raise UnreadableInput(f"the background {path} is no picture that can be read; save it as PNG") from error
    width, height = size_mm
    scale = min(whole.width / width, whole.height / height)
    wide, high = width * scale, height * scale
    x, y = max(0.0, (whole.width - wide) / 2), max(0.0, (whole.height - high) / 2)
    box = (x, y, min(whole.width, x + wide), min(whole.height, y + high))  # for all that rounding does
    finest = DPI / 72 * POINTS_PER_MM
    shrunk = min(1.0, finest / scale)
    pixels = (max(1, round(wide * shrunk)), max(1, round(high * shrunk)))
    cut = whole.resize(pixels, Image.Resampling.LANCZOS, box=box)
    if pale:
        cut = Image.blend(cut, Image.new("RGB", cut.size, WHITE), PALER)
    buffer = BytesIO()
    cut.save(buffer, "JPEG", quality=QUALITY)
    return buffer.getvalue()
