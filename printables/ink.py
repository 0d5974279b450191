"""How much ink a job takes: every part is drawn once, coarsely, and the four inks that make its colours add up."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, reduce
from io import BytesIO
from math import cos, radians, sin
from typing import Any

from printables.art import draw_back, draw_part
from printables.backs import is_back
from printables.fonts import register_fonts, text_width_mm
from printables.looks import WHITE, Looks
from printables.packing import PackedSheet, Slot
from printables.paper import PAPERS
from printables.pen import Letters, Paint, Pen, Step
from printables.sheets import Document, bled_outline
from tabletop.gamefile import GameFile
from tabletop.geometry import PointMm, PolygonMm, bounding_box


@dataclass(frozen=True, slots=True)
class InkSettings:
    """How finely parts are drawn to be measured, and what a page of text takes."""

    pixels_a_mm: float = 1.0
    """Codes have modules of 1 mm and more."""
    curve_steps: int = 2
    """Straight runs in place of a Bezier curve."""
    letter_share: float = 0.2
    """Of the box about a line of text that is ink: 0.18 of our typeface's regular face, 0.31 of its bold capitals."""
    page_of_text: float = 0.05
    """Of an A4 sheet that a page of text covers with black: what makers of cartridges count with (ISO 19752)."""


def pages_of_ink(documents: Sequence[Document], game: GameFile, looks: Looks) -> int:
    """The ink of all sheets, in pages of black text that would take as much."""
    register_fonts()
    settings = InkSettings()
    whole = PAPERS["a4"].width_mm * PAPERS["a4"].height_mm
    known: dict[tuple[str, bool, float], float] = {}
    covered = 0.0
    for document in documents:
        for sheet in document.sheets:
            for slot in sheet.slots:
                back = is_back(sheet, slot)
                key = (slot.part.id, back, sheet.bleed_mm)
                if key not in known:
                    known[key] = _covered_mm2(slot, sheet, game, looks, settings)
                covered += known[key] * _share_shown(slot)
    return round(covered / (settings.page_of_text * whole))


def _share_shown(slot: Slot) -> float:
    """Of a board over several sheets, how much of it this sheet bears."""
    if slot.window_mm is None:
        return 1.0
    left, top, right, bottom = slot.window_mm
    width, height = slot.part.size_mm
    return (right - left) * (bottom - top) / (width * height)


def _covered_mm2(slot: Slot, sheet: PackedSheet, game: GameFile, looks: Looks, settings: InkSettings) -> float:
    """Square millimetres that a part's ink would cover, its four colours' added up."""
    outline = bled_outline(slot.part, sheet.bleed_mm, looks)
    pen = InkPen(bounding_box(outline), settings)
    with pen.clipped(outline):
        (draw_back if is_back(sheet, slot) else draw_part)(pen, slot.part, game, looks)
    return pen.covered_mm2


class InkPen(Pen):
    """Draws on a coarse picture; lines thinner than a pixel count as one, letters by the box about them."""

    def __init__(self, box_mm: tuple[float, float, float, float], settings: InkSettings) -> None:
        from PIL import Image, ImageDraw

        super().__init__(None)
        left, top, right, bottom = box_mm
        scale = settings.pixels_a_mm
        size = (max(1, round((right - left) * scale)), max(1, round((bottom - top) * scale)))
        self._settings = settings
        self._picture = Image.new("RGB", size, WHITE)
        self._drawing = ImageDraw.Draw(self._picture)
        self._frames: list[tuple[float, float, float, float]] = [(scale, 0.0, -left * scale, -top * scale)]
        self._clips: list[Any] = []
        self._letters_mm2 = 0.0

    @property
    def covered_mm2(self) -> float:
        """Ink on the picture: black in place of what cyan, magenta and yellow have in common."""
        from PIL import ImageChops, ImageStat

        inks = ImageChops.invert(self._picture)
        black = reduce(ImageChops.darker, inks.split())
        total = sum(ImageStat.Stat(inks).sum) - 2 * ImageStat.Stat(black).sum[0]
        return float(total / 255 / self._settings.pixels_a_mm**2) + self._letters_mm2

    def draw_path(self, steps: Sequence[Step], paint: Paint) -> None:
        """Fill and stroke a path."""
        from PIL import Image, ImageChops, ImageDraw

        loops = [[self._seen(point) for point in loop] for loop in _loops(steps, self._settings.curve_steps)]
        if paint.fill is not None and not self._clips[1:] and not paint.even_odd:
            for loop in loops:
                self._drawing.polygon(loop, fill=paint.fill)
        elif paint.fill is not None:
            mask = Image.new("L", self._picture.size)
            for loop in loops:
                one = Image.new("L", self._picture.size)
                ImageDraw.Draw(one).polygon(loop, fill=255)
                mask = (ImageChops.difference if paint.even_odd else ImageChops.lighter)(mask, one)
            self._picture.paste(paint.fill, mask=reduce(ImageChops.darker, self._clips[1:], mask))
        if paint.stroke is not None:
            width_px = max(1, round(paint.line.width * self._settings.pixels_a_mm))
            for loop in loops:
                self._drawing.line(loop, fill=paint.stroke, width=width_px)

    def draw_text(self, x: float, y: float, text: str, letters: Letters) -> None:
        """One line of text: white letters take ink away, dark ones add some, by the box about them."""
        share = (765 - sum(letters.colour)) / 765 - (1.0 if letters.colour == WHITE else 0.0)
        width_mm = text_width_mm(text, letters.face, letters.size_mm)
        self._letters_mm2 += share * self._settings.letter_share * width_mm * letters.size_mm

    def picture(self, jpeg: bytes, x: float, y: float, width: float, height: float) -> None:
        """A JPEG in a box, whole, in its middle."""
        from PIL import Image

        (left, top), (right, bottom) = self._seen((x, y)), self._seen((x + width, y + height))
        size = (max(1, round(right - left)), max(1, round(bottom - top)))
        self._picture.paste(Image.open(BytesIO(jpeg)).convert("RGB").resize(size), (round(left), round(top)))

    @contextmanager
    def clipped(self, *polygons: PolygonMm) -> Iterator[None]:
        """Draw only inside the polygons; the outermost is the picture's own edge."""
        from PIL import Image, ImageDraw

        mask = Image.new("L", self._picture.size)
        for polygon in polygons:
            ImageDraw.Draw(mask).polygon([self._seen(point) for point in polygon], fill=255)
        self._clips.append(mask)
        yield
        if len(self._clips) == 1:
            from PIL import ImageChops

            self._picture.paste(WHITE, mask=ImageChops.invert(mask))
        self._clips.pop()

    @contextmanager
    def at(self, x: float, y: float, *, turn_deg: float = 0.0, scale: float = 1.0) -> Iterator[None]:
        """Draw with (x, y) as the origin, turned clockwise."""
        a, b, _, _ = self._frames[-1]
        origin = self._seen((x, y))
        c, s = scale * cos(radians(turn_deg)), scale * sin(radians(turn_deg))
        self._frames.append((a * c - b * s, b * c + a * s, *origin))
        yield
        self._frames.pop()

    def _seen(self, point: PointMm) -> PointMm:
        a, b, shift_x, shift_y = self._frames[-1]
        return (a * point[0] - b * point[1] + shift_x, b * point[0] + a * point[1] + shift_y)


def _loops(steps: Sequence[Step], curve_steps: int) -> Iterator[list[PointMm]]:
    """A path's runs as straight pieces."""
    loop: list[PointMm] = []
    for command, values in steps:
        if command == "R":
            x, y, width, height = values
            yield [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]
        elif command == "M":
            if len(loop) > 1:
                yield loop
            loop = [(values[0], values[1])]
        elif command == "C":
            x0, y0 = loop[-1]
            x1, y1, x2, y2, x3, y3 = values
            for a, b, c, d in _bezier(curve_steps):
                loop.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
        elif command == "L":
            loop.append((values[0], values[1]))
        elif loop:
            loop.append(loop[0])
    if len(loop) > 1:
        yield loop


@lru_cache(maxsize=4)
def _bezier(steps: int) -> tuple[tuple[float, float, float, float], ...]:
    """How much each of a curve's four points counts at every step."""
    return tuple(
        ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
        for t in (step / steps for step in range(1, steps + 1))
    )
