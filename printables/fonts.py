"""The one typeface, embedded: Source Sans Pro with Latin Extended, Greek and Cyrillic."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from tabletop.errors import UnreadableInput

REGULAR = "SourceSansPro-Regular"
SEMIBOLD = "SourceSansPro-Semibold"
BOLD = "SourceSansPro-Bold"
BLACK = "SourceSansPro-Black"
LEAST_MM = 2.83
"""The em of the smallest text that people must read: 8 pt."""
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


@lru_cache(maxsize=8192)
def text_width_mm(text: str, face: str, size_mm: float) -> float:
    """Width of a text whose em is `size_mm`."""
    from reportlab.pdfbase import pdfmetrics

    return float(pdfmetrics.stringWidth(text, face, size_mm))


def fitted_mm(text: str, face: str, size_mm: float, room_mm: float) -> float:
    """The size at which a text fits into its room, `size_mm` at most; a blank text fits everywhere."""
    return min(size_mm, size_mm * room_mm / (text_width_mm(text, face, size_mm) or room_mm))


def check_glyphs(text: str) -> None:
    """Raise UnreadableInput where the typeface lacks a letter of the text, naming both."""
    missing = next((letter for letter in text if ord(letter) not in _letters()), None)
    if missing is not None:
        raise UnreadableInput(
            f"'{text}': the typeface has no '{missing}' (U+{ord(missing):04X}); use Latin, Greek or Cyrillic letters"
        )


def printable(text: str) -> str:
    """A text with a dot in place of every letter that the typeface lacks: for people's names, which are as they are."""
    return "".join(letter if ord(letter) in _letters() else "·" for letter in text)


@lru_cache(maxsize=1)
def _letters() -> frozenset[int]:
    """Code points of all letters that every face has."""
    from reportlab.pdfbase import pdfmetrics

    fonts: list[Any] = [pdfmetrics.getFont(face) for face in FACES]
    return frozenset.intersection(*(frozenset(font.face.charToGlyph) for font in fonts))
