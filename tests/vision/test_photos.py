"""Photographs of printed sheets that no code of ours drew: every visible place is read right.

The pictures were path-traced from the printed PDFs with other light, lenses and hands than the virtual table has.
Beside each lies its position; `hidden.toml` lists what a hand covers or the picture's edge cuts off.
"""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tabletop.gamefile import load_game
from tabletop.notation import load_position
from vision import load_image, read_image

FOLDER = Path(__file__).parents[1] / "photos" / "big-city"
PHOTOS = sorted(FOLDER.glob("*.jpg"))
HIDDEN: dict[str, list[str]] = tomllib.loads((FOLDER / "hidden.toml").read_text(encoding="utf-8"))


def test_there_are_at_least_eight_photos() -> None:
    """The corpus is there: without it, the next test would see nothing and pass."""
    assert len(PHOTOS) >= 8


@pytest.mark.parametrize("photo", PHOTOS, ids=lambda photo: photo.stem)
def test_a_photo_is_read_right(photo: Path, places: Callable[[Any], dict[str, Any]]) -> None:
    """What is visible is right and not asked about; what is hidden is right or asked about, never wrong."""
    truth = load_position(str(photo.with_suffix(".toml")))
    reading = read_image(load_image(photo), load_game("big-city"), players=truth.players).reading
    assert reading.position is not None, reading.problems
    assert reading.position.tiles == truth.tiles
    assert reading.position.turn == truth.turn
    expected, got = places(truth), places(reading.position)
    told = {place for place in expected if reading.confidence.get(place, "ask") != "ask"}
    assert {place: got.get(place) for place in told if got.get(place) != expected[place]} == {}
    assert set(expected) - told <= set(HIDDEN.get(photo.stem, []))
