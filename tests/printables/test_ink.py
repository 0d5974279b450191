"""The ink of a job is counted as a printer mixes it."""

from math import pi

import pytest

from printables.book import PrintSettings, documents_of
from printables.ink import InkPen, InkSettings, pages_of_ink
from printables.looks import WHITE, Looks
from tabletop.gamefile import load_game
from tabletop.geometry import rectangle

BOX = (-20.0, -20.0, 20.0, 20.0)


def covered(draw: str) -> float:
    """Square millimetres of ink of one drawing."""
    pen = InkPen(BOX, InkSettings(pixels_a_mm=8.0, curve_steps=6))
    with pen.clipped(rectangle(40, 40)):
        if draw == "black square":
            pen.box(-5, -5, 10, 10, fill=(0, 0, 0))
        elif draw == "red square":
            pen.box(-5, -5, 10, 10, fill=(255, 0, 0))
        elif draw == "ring":
            pen.circle(0, 0, 10, fill=(0, 0, 0))
            pen.circle(0, 0, 5, fill=WHITE)
        elif draw == "frame":
            pen.polygon(rectangle(20, 20), rectangle(10, 10), fill=(0, 0, 0), even_odd=True)
        elif draw == "clipped":
            with pen.clipped(rectangle(10, 40)):
                pen.box(-20, -5, 40, 10, fill=(0, 0, 0))
        elif draw == "turned":
            with pen.at(8, 0, turn_deg=45, scale=0.5):
                pen.box(-10, -10, 20, 20, fill=(0, 0, 0))
        elif draw == "beyond":
            pen.box(10, -20, 40, 40, fill=(0, 0, 0))
    return pen.covered_mm2


@pytest.mark.parametrize(
    ("draw", "mm2"),
    [
        ("black square", 100),
        ("red square", 200),  # magenta and yellow
        ("ring", 75 * pi),
        ("frame", 300),
        ("clipped", 100),
        ("turned", 100),
        ("beyond", 400),
    ],
)
def test_the_four_inks_of_a_drawing_add_up(draw: str, mm2: float) -> None:
    """What lies on top counts, black is one ink, colours are mixed; nothing counts outside the part."""
    assert covered(draw) == pytest.approx(mm2, rel=0.06)


def test_the_ink_saver_and_the_light_style_save_ink() -> None:
    """Of My City for two: nearly white grounds, or only what is needed."""
    game = load_game("my-city")

    def pages(settings: PrintSettings) -> int:
        return pages_of_ink(documents_of(game, settings), game, Looks(game.palette, settings.ink_saver))

    standard = pages(PrintSettings(players=2))
    assert pages(PrintSettings(players=2, ink_saver=True)) < 0.6 * standard
    assert pages(PrintSettings(players=2, style="light")) < 0.5 * standard
