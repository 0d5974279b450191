"""What eyes find on printed sheets: the sizes of all letters, and the icons that stand on the parts."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any

import pypdfium2
from pypdfium2 import raw

from printables.art import BACKS, draw_part
from printables.art.symbols import icon_of
from printables.choice import GROUPS, GUIDE, STYLES, PrintSettings, chosen
from printables.fonts import register_fonts
from printables.guide import Contents, guide_of
from printables.icons import icon_steps
from printables.looks import Looks
from printables.packing import PackedSheet, Slot
from printables.paper import PAPERS, Paper
from printables.pen import POINTS_PER_MM, Letters, Paint, Pen, Step
from printables.sheets import Document, render
from tabletop.gamefile import GameFile
from tabletop.geometry import PolygonMm
from tabletop.parts import Part

BEAR_ICONS = ("piece", "streetcar", "building", "landmark", "zone", "tile")
"""Kinds of pieces that an aid card explains; a citizen has its player's shape."""
EVERY_WAY = (
    *(PrintSettings(style=style) for style in STYLES),
    PrintSettings(parts=tuple(group.name for group in GROUPS)),
)
"""Settings that ask between them for whatever can be printed of a game: labels, box, houses, codes to tape on too."""
ALL_STEPS = Contents(True, True, True, True, True, True, True, True, True)
"""A guide so full that its figures are drawn smallest."""
ROOM = Paper("room", "Room", 1200.0, 1200.0)
"""Holds every part whole, so that no sheet needs to be packed."""
SAME_POINTS = 0.01
"""Sizes nearer than this are one: a PDF keeps them rounded."""


class NotingPen(Pen):
    """Draws nothing; notes every line of text with its size in points, and the shapes that are filled."""

    def __init__(self) -> None:
        super().__init__(None)
        self.texts: list[tuple[float, str]] = []
        self.shapes: set[tuple[str, ...]] = set()
        self._scale = 1.0

    def draw_path(self, steps: Sequence[Step], paint: Paint) -> None:
        """A shape by its commands: enough to tell icons apart, wherever and however large they stand."""
        self.shapes.add(tuple(command for command, _ in steps))

    def draw_text(self, x: float, y: float, text: str, letters: Letters) -> None:
        """One line of text."""
        if text.strip():
            self.texts.append((letters.size_mm * self._scale * POINTS_PER_MM, text))

    def picture(self, jpeg: bytes, x: float, y: float, width: float, height: float) -> None:
        """Pictures bear no letters that count."""

    @contextmanager
    def clipped(self, *polygons: PolygonMm) -> Iterator[None]:
        """Everything is noted."""
        yield

    @contextmanager
    def at(self, x: float, y: float, *, turn_deg: float = 0.0, scale: float = 1.0) -> Iterator[None]:
        """Letters shrink with what they stand in."""
        before, self._scale = self._scale, self._scale * scale
        yield
        self._scale = before


def noted(part: Part, game: GameFile) -> NotingPen:
    """What is drawn on a part."""
    register_fonts()
    pen = NotingPen()
    draw_part(pen, part, game, Looks(game.palette))
    return pen


def small_texts(game: GameFile, points: float, *, ink_saver: bool) -> Iterator[tuple[str, float, str]]:
    """Title of the page, size and word of every word smaller than that on any part, back and guide in any style."""
    parts = {(part.kind, part.id, part.size_mm): part for way in EVERY_WAY for part, _ in chosen(game, way)}
    sheets = [(part.title, _sheet_of(part)) for part in parts.values()]
    sheets += [(f"{part.title}, back", _sheet_of(part, back=True)) for part in parts.values() if part.kind in BACKS]
    sheets += [(f"{GUIDE.title}, {paper.title}", PackedSheet(paper, ())) for paper in PAPERS.values()]
    document = Document("every", game.title, tuple(sheet for _, sheet in sheets), (guide_of(ALL_STEPS),) * len(sheets))
    for page, size, word in words_of(render(document, game, Looks(game.palette, ink_saver))):
        if size < points - SAME_POINTS:
            yield sheets[page][0], size, word


def _sheet_of(part: Part, *, back: bool = False) -> PackedSheet:
    """A part as it lies on any sheet, with room enough for the largest board."""
    return PackedSheet(ROOM, (Slot(part, 0, ROOM.width_mm / 2, ROOM.height_mm / 2),), back=back)


def words_of(pdf: bytes) -> Iterator[tuple[int, float, str]]:
    """Page (from 0), size in points and letters of every word of a PDF as it is printed, through whatever scales."""
    matrix = raw.FS_MATRIX()
    for number, page in enumerate(pypdfium2.PdfDocument(pdf)):
        text = page.get_textpage()
        letters: list[tuple[float, str]] = []
        for index in range(text.count_chars()):
            raw.FPDFText_GetMatrix(text, index, matrix)
            scale = abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5
            letter = chr(raw.FPDFText_GetUnicode(text, index))
            letters.append((round(raw.FPDFText_GetFontSize(text, index) * scale, 2), letter))
        for (size, blank), run in groupby(letters, key=lambda one: (one[0], one[1].isspace())):
            if not blank:
                yield number, size, "".join(letter for _, letter in run)


def without_icon(game: GameFile) -> Iterator[str]:
    """Pieces on which the icon of their kind does not stand."""
    for part in game.parts:
        if part.kind in BEAR_ICONS and part.codes and not part.properties:
            icon: Any = icon_of(part)
            if (
                icon is None
                or tuple(command for command, _ in icon_steps(icon, "fill")) not in noted(part, game).shapes
            ):
                yield part.id


def of_one_look(game: GameFile) -> Iterator[tuple[str, str]]:
    """Two pieces of different kinds and the same outline that bear the same icon."""
    seen: dict[tuple[Any, ...], Part] = {}
    for part in game.parts:
        if part.kind in BEAR_ICONS and part.codes and not part.properties:
            first = seen.setdefault((part.outline_mm, icon_of(part), part.player), part)
            if first.piece != part.piece and first.colour != part.colour:
                yield first.id, part.id
