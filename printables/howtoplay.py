"""How to play, a column for each language of the file: on a page behind the guide, or beside a board of one sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printables.art.aid import wrapped
from printables.fonts import LEAST_MM, REGULAR, SEMIBOLD
from printables.looks import Looks
from printables.packing import PackedSheet
from printables.pen import Pen
from tabletop.gamefile import GameFile
from tabletop.howtoplay import LISTED, how_to_play
from tabletop.translation import translated

TEXT_MM, LEADING_MM, BETWEEN_MM = LEAST_MM, 3.7, 1.6
GAP_MM = 4.0
"""Free room between a column and the board or the paper's edge."""
NARROWEST_MM, TOP_MM, INSET_MM = 20.0, 8.0, 2.6
HEADING, HEADING_MM = "How to play", 3.6


def draw_how_to_play(pen: Pen, sheet: PackedSheet, game: GameFile, looks: Looks) -> None:
    """The texts of the first two languages, at the board's left and right; nothing where there is no room."""
    board = next((slot for slot in sheet.slots if slot.part.id in sheet.kept), None)
    if board is None:
        return
    left, top, right, _ = sheet.paper.area_mm
    half, height = board.part.size_mm[0] / 2 + sheet.bleed_mm, board.part.size_mm[1]
    columns = ((left, board.x_mm - half), (board.x_mm + half, right))
    for language, (start, end) in zip(game.sections.how_to_play, columns, strict=False):
        width = end - start - 2 * GAP_MM
        lines = column(how_to_play(game, language), width) if width >= NARROWEST_MM else []
        if lines and lines[-1].y_mm < height - TOP_MM:
            draw_column(pen, start + GAP_MM, top + TOP_MM, lines, looks)


def draw_column(pen: Pen, x_mm: float, y_mm: float, lines: Sequence[TextLine], looks: Looks) -> None:
    """Draw a column from its upper left corner on."""
    for line in lines:
        pen.text(
            x_mm + line.inset_mm, y_mm + line.y_mm, line.text, size_mm=line.size_mm, colour=looks.ink, face=line.face
        )


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of a column, from the column's upper left corner."""

    text: str
    y_mm: float
    inset_mm: float = 0.0
    size_mm: float = TEXT_MM
    face: str = REGULAR


def column(told: tuple[str, tuple[str, ...]], width_mm: float) -> list[TextLine]:
    """A heading and the paragraphs in lines of that width, those of a list behind a dot."""
    language, paragraphs = told
    lines: list[TextLine] = []
    y = TEXT_MM
    for text in wrapped(translated(HEADING, language), SEMIBOLD, HEADING_MM, width_mm):
        lines.append(TextLine(text, y, size_mm=HEADING_MM, face=SEMIBOLD))
        y += LEADING_MM + 1.0
    for paragraph in paragraphs:
        inset = INSET_MM if paragraph.startswith(LISTED) else 0.0
        if inset:
            lines.append(TextLine("•", y))
        for text in wrapped(paragraph.removeprefix(LISTED), REGULAR, TEXT_MM, width_mm - inset):
            lines.append(TextLine(text, y, inset))
            y += LEADING_MM
        y += BETWEEN_MM
    return lines
