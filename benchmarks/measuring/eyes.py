"""What eyes find on printed parts: the sizes of all letters, and the icons that stand there."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from printables.art import draw_part
from printables.art.symbols import icon_of
from printables.components import printed_parts
from printables.fonts import register_fonts
from printables.icons import icon_steps
from printables.looks import Looks
from printables.pen import POINTS_PER_MM, Letters, Paint, Pen, Step
from tabletop.gamefile import GameFile, Part
from tabletop.geometry import PolygonMm

BEAR_ICONS = ("piece", "streetcar", "building", "landmark", "zone", "tile")
"""Kinds of pieces that an aid card explains; a citizen has its player's shape."""


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


def small_texts(game: GameFile, points: float) -> Iterator[tuple[str, float, str]]:
    """Part, size and text of every line smaller than that."""
    for part in printed_parts(game):
        for size, text in noted(part, game).texts:
            if size < points:
                yield part.id, size, text


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
            first = seen.setdefault((part.outline_mm, icon_of(part), part.extra.get("player")), part)
            if first.piece != part.piece and first.colour != part.colour:
                yield first.id, part.id
