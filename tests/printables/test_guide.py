"""The guide tells what is needed for the parts that are printed, and nothing else."""

from pathlib import Path

import pypdfium2 as pdfium
import pytest

from printables.book import PrintSettings, print_game
from tabletop.gamefile import load_game, shipped_games
from tabletop.howtoplay import LISTED, how_to_play

HEADINGS = (
    "Print at 100 %", "Cut along the thin line", "Join large boards", "Glue pieces onto board", "Fold the houses",
    "Stick labels on cubes", "Cards have backs", "Fold the box", "Camera above the table", "Play",
)  # fmt: skip


def _guide(name: str, settings: PrintSettings) -> list[str]:
    """The words of each page of the guide."""
    files = print_game(load_game(name), settings)
    (guide,) = (content for file, content in files.items() if "-guide-" in file)
    return [" ".join(page.get_textpage().get_text_range().split()) for page in pdfium.PdfDocument(guide)]


def _headings(name: str, settings: PrintSettings) -> list[str]:
    return [heading for heading in HEADINGS if heading in _guide(name, settings)[0]]


@pytest.mark.parametrize("name", shipped_games())
def test_how_to_play_is_printed_behind_the_guide(name: str) -> None:
    """To the last word, in both languages."""
    game = load_game(name)
    _, page = _guide(name, PrintSettings(parts=("guide",)))
    for language in ("en", "de"):
        for paragraph in how_to_play(game, language)[1]:
            assert "".join(paragraph.removeprefix(LISTED).split()) in "".join(page.split())


@pytest.mark.parametrize(
    ("name", "settings", "left_out"),
    [
        ("big-city", PrintSettings(), {"Join large boards", "Fold the houses"}),
        ("big-city", PrintSettings(parts=("houses",)),
         {"Join large boards", "Glue pieces onto board", "Cards have backs"}),
        ("my-city", PrintSettings(), {"Fold the houses"}),
        ("my-city", PrintSettings(paper="a3", backs="none"),
         {"Fold the houses", "Join large boards", "Cards have backs"}),
        (str(Path(__file__).parents[2] / "examples" / "lighthouses.toml"), PrintSettings(paper="a3"),
         {"Fold the houses", "Join large boards", "Cards have backs"}),
    ],
)  # fmt: skip
def test_steps_are_those_of_what_is_printed(name: str, settings: PrintSettings, left_out: set[str]) -> None:
    """Boards over several sheets, houses and backs bring their steps along."""
    expected = [heading for heading in HEADINGS if heading not in left_out | {"Stick labels on cubes", "Fold the box"}]
    assert _headings(name, settings) == expected


def test_each_style_has_its_own_page() -> None:
    """Shared cuts in light; houses and the box in fine; labels where they are printed."""
    light, fine, labels = (
        _headings("big-city", settings)
        for settings in (
            PrintSettings(style="light"), PrintSettings(style="fine"), PrintSettings(parts=("guide", "labels")),
        )
    )  # fmt: skip
    assert "Fold the box" not in light
    assert {"Fold the houses", "Fold the box", "Cards have backs"} <= set(fine)
    assert "Stick labels on cubes" in labels
    assert "Stick labels on cubes" not in fine


def test_games_without_mats_speak_of_none() -> None:
    """A puck and mats are named only where there are some."""
    for name, expected in (("big-city", True), ("my-city", False)):
        assert ("turn puck" in _guide(name, PrintSettings(parts=("guide",)))[0]) is expected
