"""Codes of fewer than two pixels a module: a camera far away, or one of few pixels."""

from typing import Any

import cv2
import numpy as np
import pytest

from tabletop.gamefile import load_game
from vision import detect_game, read_image
from vision.pixels.arrays import BgrImage, to_grey
from vision.pixels.codes import corners_of, sides_px
from vision.pixels.detection import find_codes
from vision.pixels.patterns import dictionary_named
from vision.settings import ReaderSettings

SETTINGS = ReaderSettings()


@pytest.fixture(scope="module")
def far(table: Any) -> BgrImage:
    """The city that all tests know, seen by a camera of few pixels."""
    return table.photo(view="above", light="window", seed=1, size_px=(880, 495)).image


def test_the_codes_are_small(far: BgrImage) -> None:
    """The picture is what this file is about."""
    codes = find_codes(to_grey(far), load_game("big-city"), SETTINGS)
    modules = sides_px(corners_of(codes)).mean(axis=1) / 7
    assert 1.5 < float(np.median(modules)) < 2.0


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


def test_dark_pieces_against_codes_do_not_hide_them() -> None:
    """Streetcars and their shadows that touch every code in the picture are lighter than its black."""
    game = load_game("big-city")
    grey = np.full((600, 1000), 245, np.uint8)
    dictionary = dictionary_named(game.codes.dictionary)
    wanted = sorted(game.by_code)[:6]
    corners = [(200 + 200 * (number % 3), 150 + 200 * (number // 3)) for number in range(len(wanted))]
    for code, (x, y) in zip(wanted, corners, strict=True):
        drawn = cv2.resize(dictionary.generateImageMarker(code, 70), (28, 28), interpolation=cv2.INTER_AREA)
        grey[y + 28 : y + 60, x + 4 : x + 22] = 100
        grey[y + 6 : y + 20, x - 40 : x] = 115
        grey[y : y + 28, x : x + 28] = 40 + 0.8 * drawn
    photo = cv2.GaussianBlur(grey, (0, 0), 0.8)
    assert {code.id for code in find_codes(photo, game, SETTINGS) if code.own} == set(wanted)
