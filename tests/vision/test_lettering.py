"""Words drawn on pictures can be read on large ones as well."""

import numpy as np
import pytest

from tabletop.gamefile import load_game
from tabletop.readings import Confidence, Reading
from vision import annotation
from vision.annotation import letter
from vision.reading import FrameReading
from vision.settings import ReaderSettings


@pytest.mark.parametrize("size", [(960, 1280), (3000, 4000)])
def test_letters_grow_with_the_picture(size: tuple[int, int]) -> None:
    """Capitals are a hundredth of the longer side high, and as strong as they are high, on 1.2 and on 12 megapixels."""
    drawn = np.zeros((*size, 3), np.uint8)
    letter(drawn, "HIH", np.array([size[1] / 2, size[0] / 2]), (0, 0, 255))
    red = (drawn[..., 2] > 200) & (drawn[..., 0] < 100)
    rows, middle = np.flatnonzero(red.any(axis=1)), red[:, red.shape[1] // 2 - 3 : red.shape[1] // 2 + 4]
    assert len(rows) >= 0.008 * max(size)
    assert red[rows].sum(axis=1).mean() >= 3 * max(1, len(rows) // 14)
    assert middle.any()


def test_long_words_stay_within_their_place() -> None:
    """A word is at most as wide as it may be."""
    drawn = np.zeros((900, 1200, 3), np.uint8)
    letter(drawn, "white-king-of-the-hill", np.array([600.0, 450.0]), (0, 0, 255), widest_px=150.0)
    columns = np.flatnonzero(drawn.any(axis=(0, 2)))
    assert columns.max() - columns.min() <= 160


@pytest.mark.parametrize(("sureness", "words"), [("certain", []), ("likely", []), ("ask", ["?"])])
def test_an_empty_place_has_a_dot_and_only_what_is_asked_about_a_word(
    monkeypatch: pytest.MonkeyPatch, sureness: Confidence, words: list[str]
) -> None:
    """Nobody wants to read on forty bare cells that they are cells."""
    game, written = load_game("my-city"), list[str]()
    monkeypatch.setattr(annotation, "letter", lambda _, text, *__, **___: written.append(text))
    reading = Reading("my-city", object(), {"cell:Ann:A1": sureness})
    outline = np.array([[20.0, 20.0], [60.0, 20.0], [60.0, 60.0], [20.0, 60.0]])
    sight = FrameReading(reading, game, ("Ann",), (80, 80), ReaderSettings(), outlines_px={"cell:Ann:A1": outline})
    drawn = annotation.annotate(np.full((80, 80, 3), 255, np.uint8), sight)
    assert written == words
    assert drawn[40, 40].tolist() != [255, 255, 255] or sureness == "ask"
