"""The one typeface, embedded: Source Sans Pro with Latin Extended, Greek and Cyrillic."""

from pathlib import Path
from typing import Any

from tabletop.errors import UnreadableInput

REGULAR = "SourceSansPro-Regular"
SEMIBOLD = "SourceSansPro-Semibold"
BOLD = "SourceSansPro-Bold"
BLACK = "SourceSansPro-Black"
FACES = (REGULAR, SEMIBOLD, BOLD, BLACK)


def register_fonts() -> None:
    """Make the faces known to reportlab; a second call changes nothing."""
    import font_source_sans_pro
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    files = Path(font_source_sans_pro.font_directory)
    known = pdfmetrics.getRegisteredFontNames()
    for face in FACES:
        if face not in known:
            pdfmetrics.registerFont(TTFont(face, str(files / f"{face}.ttf")))


def text_width_mm(text: str, face: str, size_mm: float) -> float:
    """Width of a text whose em is `size_mm`."""
    from reportlab.pdfbase import pdfmetrics

    return float(pdfmetrics.stringWidth(text, face, size_mm))


def check_glyphs(text: str, where: str) -> None:
    """Raise UnreadableInput where the typeface lacks a letter, naming it."""
    from reportlab.pdfbase import pdfmetrics

    font: Any = pdfmetrics.getFont(REGULAR)
    glyphs = font.face.charToGlyph
    for letter in text:
        if ord(letter) not in glyphs and letter not in "\n":
            raise UnreadableInput(
                f"{where}: the typeface has no '{letter}' (U+{ord(letter):04X}); use Latin, Greek or Cyrillic letters"
            )
