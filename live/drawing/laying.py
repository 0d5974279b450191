"""What to lay down for one photograph of all pieces: every kind from above, as printed, numbered and named."""

from collections.abc import Callable, Sequence
from html import escape

from tabletop.gamefile import GameFile, hex_colour
from tabletop.geometry import PolygonMm, bounding_box
from tabletop.layingdown import KindToLay
from tabletop.piecefile import PlainPiece
from tabletop.plainkinds import footprint_of

WIDE_MM, GAP_MM, LETTERS_MM, LABEL_MM = 260.0, 14.0, 9.0, 13.0
"""Of the whole picture, between pieces, of the letters, and of a line of them."""
A_LETTER_MM = 0.58 * LETTERS_MM
"""A letter's usual width."""
NO_COLOUR = (150, 110, 70)


def laying_svg(
    kinds: Sequence[KindToLay], game: GameFile, words_of: Callable[[KindToLay], str] = lambda kind: kind.label
) -> str:
    """The picture as SVG, each kind in the words that are given for it, else by its label."""
    drawn: list[str] = []
    x = y = row_mm = 0.0
    for number, kind in enumerate(kinds, start=1):
        outline = outline_of_kind(kind, game)
        left, top, right, bottom = bounding_box(outline)
        words = f"{number} {words_of(kind)}"
        wide = max(right - left, A_LETTER_MM * len(words))
        if x and x + wide > WIDE_MM:
            x, y, row_mm = 0.0, y + row_mm + GAP_MM, 0.0
        corners = " ".join(f"{x + px - left:.1f},{y + LABEL_MM + py - top:.1f}" for px, py in outline)
        colour = hex_colour(game.palette.get(kind.parts[0].colour, NO_COLOUR))
        drawn.append(f'<polygon points="{corners}" fill="{colour}" stroke="#444" stroke-width="0.8"/>')
        drawn.append(f'<text x="{x:.1f}" y="{y + LETTERS_MM:.1f}">{escape(words)}</text>')
        x, row_mm = x + wide + GAP_MM, max(row_mm, bottom - top + LABEL_MM)
    box = f"-8 -8 {WIDE_MM + 16:.0f} {y + row_mm + 16:.0f}"
    style = f'font-family="sans-serif" font-size="{LETTERS_MM}" fill="#222"'
    ground = f'<rect x="-8" y="-8" width="{WIDE_MM + 16:.0f}" height="{y + row_mm + 16:.0f}" fill="#fff"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {style}>{ground}{"".join(drawn)}</svg>\n'


def outline_of_kind(kind: KindToLay, game: GameFile) -> PolygonMm:
    """The kind's printed part from above."""
    part = kind.parts[0]
    return footprint_of(PlainPiece(part.id, None, part.size_mm, None), part, game)[0]
