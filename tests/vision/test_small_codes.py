"""Codes of fewer than two pixels a module: a camera far away, or one of few pixels."""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import pytest

from tabletop.gamefile import load_game
from vision import detect_game, read_image
from vision.pixels.arrays import BgrImage, to_grey
from vision.pixels.detection import find_codes
from vision.pixels.patterns import dictionary_named
from vision.settings import ReaderSettings

SETTINGS = ReaderSettings()


@pytest.fixture(scope="module")
def far(table: Any) -> BgrImage:
    """The city that all tests know, seen by a camera of few pixels."""
    return table.photo(view="above", light="window", seed=1, size_px=(880, 495)).image


def test_most_are_found_and_few_at_the_picture_s_own_size(table: Any, far: BgrImage) -> None:
    """Enlarged, the picture shows what a sharp one shows."""
    near = find_codes(to_grey(table.photo(view="above", light="window", seed=1).image), table.game, SETTINGS)
    found = find_codes(to_grey(far), table.game, SETTINGS)
    assert {code.id for code in found} <= {code.id for code in near}
    assert len(found) > 0.85 * len(near)
    assert len(find_codes(to_grey(far), table.game, SETTINGS, scale=1.0)) < 0.5 * len(near)


def test_the_city_is_read(table: Any, far: BgrImage) -> None:
    """The game is told and nothing is told wrongly."""
    assert detect_game(far) == "big-city"
    reading = read_image(far, table.game, players=table.city.players).reading
    assert reading.position.tiles == table.city.tiles
    assert set(reading.position.pieces) <= set(table.city.pieces)


def _touched(sides_px: Sequence[int]) -> BgrImage:
    """Six codes of such sides on paper; but for the first, something dark and a shadow touch each."""
    grey = np.full((600, 1000), 245, np.uint8)
    dictionary = dictionary_named(load_game("big-city").codes.dictionary)
    for number, side in enumerate(sides_px):
        x, y = 200 + 200 * (number % 3), 150 + 200 * (number // 3)
        if number:
            grey[y + side : y + side + 32, x + 4 : x + 22] = 100
            grey[y + 6 : y + 20, x - 40 : x] = 115
        drawn = dictionary.generateImageMarker(number, 70)
        grey[y : y + side, x : x + side] = 40 + 0.8 * cv2.resize(drawn, (side, side), interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(grey, (0, 0), 0.8)


def test_dark_pieces_against_codes_do_not_hide_them() -> None:
    """Streetcars and their shadows are lighter than a code's black; what is found so has the others' size."""
    game = load_game("big-city")
    assert sorted(game.by_code)[:6] == [*range(6)]
    assert {code.id for code in find_codes(_touched([28] * 6), game, SETTINGS) if code.own} == {*range(6)}
    found = find_codes(_touched([28, 28, 16, 28, 28, 28]), game, SETTINGS)
    assert {code.id for code in found if code.own} == {0, 1, 3, 4, 5}
