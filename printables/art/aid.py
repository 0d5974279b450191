"""Player aids: every building's condition and worth on one card."""

from printables.art.common import offset
from printables.art.symbols import icon_for
from printables.fonts import BOLD, REGULAR, SEMIBOLD, text_width_mm
from printables.icons import draw_icon
from printables.looks import WHITE, Looks
from printables.packing import BLEED_MM
from printables.pen import Pen
from tabletop.gamefile import GameFile, Part

TEXT_MM = 2.75
LEADING_MM = 3.25


def draw_aid(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A heading, a row for each building, notes below."""
    width, height = part.size_mm
    ink = looks.ink
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=WHITE)
    pen.box(-width / 2 - BLEED_MM, -height / 2 - BLEED_MM, width + 2 * BLEED_MM, 9.6 + BLEED_MM, fill=ink)
    pen.text(-width / 2 + 4, -height / 2 + 6.8, part.title, size_mm=5.0, colour=WHITE, face=SEMIBOLD)
    y = -height / 2 + 12.2
    left, right = -width / 2 + 4.0, width / 2 - 4.0
    for row in part.extra["rows"]:
        piece = next(other for other in game.parts if row["piece"] in (other.piece, other.kind))
        colour = looks.band(piece.colour)
        lines = wrapped(row["needs"], REGULAR, TEXT_MM, right - left - 28.0)
        depth = max(2, len(lines) + 0.1) * LEADING_MM + 1.5
        draw_icon(pen, icon_for(row["piece"]) or "card", left + 3.2, y + depth / 2 - 0.7, 6.2, colour, WHITE)
        title = {"lincoln-park": "Parks", "stanford": "Factories"}.get(row["piece"], piece.title)
        names = wrapped(title, SEMIBOLD, TEXT_MM, 19.0)
        for index, name in enumerate(names):
            pen.text(left + 7.6, y + 2.6 + index * LEADING_MM, name, size_mm=TEXT_MM, colour=ink, face=SEMIBOLD)
        if row["worth"]:
            pen.text(
                left + 7.6, y + 2.6 + len(names) * LEADING_MM, row["worth"], size_mm=TEXT_MM, colour=colour, face=BOLD
            )
        for index, line in enumerate(lines):
            pen.text(left + 28.0, y + 2.6 + index * LEADING_MM, line, size_mm=TEXT_MM, colour=ink)
        depth = max(depth, (len(names) + 1) * LEADING_MM + 1.2)
        y += depth
        pen.line((left, y - 0.6), (right, y - 0.6), looks.ground("street"), 0.2)
    for line in wrapped(part.extra["notes"], REGULAR, TEXT_MM, right - left):
        y += LEADING_MM
        pen.text(left, y, line, size_mm=TEXT_MM, colour=ink)


def wrapped(text: str, face: str, size_mm: float, width_mm: float) -> list[str]:
    """The text in lines no wider than `width_mm`."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width_mm(f"{lines[-1]} {word}", face, size_mm) <= width_mm:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return lines
