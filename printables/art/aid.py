"""Player aids: what a turn is, every part's condition and worth, on one card."""

from printables.art.common import offset
from printables.art.symbols import icon_for
from printables.fonts import BOLD, LEAST_MM, REGULAR, SEMIBOLD, text_width_mm
from printables.icons import draw_icon
from printables.looks import WHITE, Looks, luminance, mix
from printables.packing import BLEED_MM
from printables.pen import Pen
from tabletop.errors import UnreadableInput
from tabletop.gamefile import GameFile, Rgb
from tabletop.parts import Part
from tabletop.sections import AidRow

TEXT_MM = LEAST_MM
BRIGHT = 0.18
"""Luminance above which letters on white stand out less than 4.5 to 1 (WCAG 2.2, 1.4.3) and are darkened."""
LEADING_MM = 3.1
PALE: Rgb = (226, 224, 218)
"""The lines between rows."""


def draw_aid(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A heading, a row for each building or rule, notes below; UnreadableInput where it is too full."""
    width, height = part.size_mm
    ink = looks.ink
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=WHITE)
    pen.box(-width / 2 - BLEED_MM, -height / 2 - BLEED_MM, width + 2 * BLEED_MM, 9.6 + BLEED_MM, fill=ink)
    pen.text(-width / 2 + 4, -height / 2 + 6.8, part.title, size_mm=5.0, colour=WHITE, face=SEMIBOLD)
    y = -height / 2 + 12.2
    left, right = -width / 2 + 4.0, width / 2 - 4.0
    for row in part.rows:
        piece = _piece(row, game)
        named = row.colour or (piece.colour if piece is not None else None)
        colour = ink if named is None else looks.band(named)
        icon = row.icon or icon_for(row.piece) or "card"
        names = wrapped(row.title or (piece.title if piece is not None else ""), SEMIBOLD, TEXT_MM, 19.0)
        lines = wrapped(row.needs, REGULAR, TEXT_MM, right - left - 28.0)
        below = 1 if row.worth else 0
        depth = max(
            2 * LEADING_MM + 1.5, (len(lines) + 0.1) * LEADING_MM + 1.5, (len(names) + below) * LEADING_MM + 1.2
        )
        draw_icon(pen, icon, left + 3.2, y + depth / 2 - 0.7, 6.2, colour, WHITE, folder=looks.folder)
        for index, name in enumerate(names):
            pen.text(left + 7.6, y + 2.6 + index * LEADING_MM, name, size_mm=TEXT_MM, colour=ink, face=SEMIBOLD)
        if below:
            worth_y = y + 2.6 + len(names) * LEADING_MM
            dark = mix(colour, ink, 0.45) if luminance(colour) > BRIGHT else colour
            pen.text(left + 7.6, worth_y, row.worth, size_mm=TEXT_MM, colour=dark, face=BOLD)
        for index, line in enumerate(lines):
            pen.text(left + 28.0, y + 2.6 + index * LEADING_MM, line, size_mm=TEXT_MM, colour=ink)
        y += depth
        pen.line((left, y - 0.6), (right, y - 0.6), PALE, 0.2)
    for line in wrapped(part.notes, REGULAR, TEXT_MM, right - left):
        y += LEADING_MM
        pen.text(left, y, line, size_mm=TEXT_MM, colour=ink)
    if y > height / 2 - 2.5:
        needed = height + y - height / 2 + 2.5
        raise UnreadableInput(
            f"the summary sheet '{part.title}' is too full for {width:g} x {height:g} mm; give it a height of "
            f"{needed:.0f} mm in size_mm, or say less"
        )


def _piece(row: AidRow, game: GameFile) -> Part | None:
    """The part whose name, colour and icon a row shows; None where the row is about none."""
    wanted = row.piece
    found = next((part for part in game.parts if wanted in (part.piece, part.kind, part.id)), None)
    if wanted is not None and found is None:
        raise UnreadableInput(f"the summary sheet names '{wanted}', and there is no such part; use a part's id or kind")
    return found if wanted is not None else None


def wrapped(text: str, face: str, size_mm: float, width_mm: float) -> list[str]:
    """The text in lines no wider than `width_mm`."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width_mm(f"{lines[-1]} {word}", face, size_mm) <= width_mm:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return lines
