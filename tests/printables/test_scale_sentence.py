"""What to do when the ruler differs is said in the same words on every sheet, in guide and docs, and by the reader."""

from pathlib import Path

import pypdfium2
import pytest

from printables.book import PrintSettings, print_game
from tabletop.gamefile import load_game
from tabletop.printscale import PRINT_ALIKE, RULER_DIFFERS, of_another_size
from tabletop.translation import translation

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("part", ["guide", "tiles"])
def test_every_sheet_says_it_beside_its_ruler(paper: str, part: str) -> None:
    """The whole sentence can be read on the page; the guide has it twice, in its first step too."""
    files = print_game(load_game("big-city"), PrintSettings(paper=paper, parts=(part,)))
    page = pypdfium2.PdfDocument(files[f"big-city-{part}-{paper}.pdf"])[0]
    words = " ".join(page.get_textpage().get_text_range().split())
    assert words.count(RULER_DIFFERS) == (2 if part == "guide" else 1)


@pytest.mark.parametrize("page", ["docs/printing.md", "docs/setting-up-a-table.md"])
def test_the_docs_say_it_in_the_same_words(page: str) -> None:
    """Word for word."""
    assert RULER_DIFFERS in " ".join((ROOT / page).read_text(encoding="utf-8").split())


def test_the_reader_has_the_same_mend() -> None:
    """What it says of a tile of another size ends with the sheets' own words, in German too."""
    assert PRINT_ALIKE in RULER_DIFFERS
    said = of_another_size(5, 0.9)
    assert said == f"neighbourhood 5 looks 90 % of the others' size; {PRINT_ALIKE}"
    assert "„tatsächliche Größe“" in (translation(said, "de") or "")
