"""Shadows of a window's bars: taken off a picture where that leaves fewer questions, and nothing is certain there."""

from dataclasses import replace

import numpy as np
import pytest
from measuring.plain import PlainPicture, plain_picture
from measuring.tally import Compared, compare

from tabletop.gamefile import load_game
from vision import FrameReading, read_image, reread
from vision.pixels.arrays import BgrImage, Samples
from vision.settings import ReaderSettings
from vision.settings.uncoded import PlainSettings, ShadowSettings

SHADE = 0.3
"""Light that a bar leaves, of the sun's."""


def barred(image: BgrImage) -> tuple[BgrImage, Samples]:
    """The picture with the shadows of two bars of a window across it, and how light each pixel is left."""
    height, width = image.shape[:2]
    x, y = np.meshgrid(np.linspace(0.0, 1.0, width), np.linspace(0.0, 1.0, height))
    light = np.ones((height, width))
    for away in (0.8 * x + 0.25 * y - 0.62, y + 0.2 * x - 0.6):
        dark = 1.0 / (1.0 + np.exp(np.clip((np.abs(away) - 0.05) / 0.004, -30, 30)))
        light = np.minimum(light, 1.0 - (1.0 - SHADE) * dark)
    shaded = (image / 255.0) * light[..., None] ** (1.0 / 2.2)
    return np.asarray(np.rint(255.0 * shaded), np.uint8), np.asarray(light, np.float32)


@pytest.fixture(scope="module")
def drawn() -> PlainPicture:
    """A virtual table of My City with plain pieces."""
    return plain_picture("tuning", "window", "my-city", 9101)


def _read(picture: PlainPicture, image: BgrImage, own: ShadowSettings | None = None) -> FrameReading:
    settings = ReaderSettings()
    if own is not None:
        settings = replace(settings, uncoded=PlainSettings(shadows=own))
    game, players = load_game(picture.truth.game), picture.truth.players
    return read_image(image, game, players=players, pieces=picture.pieces, settings=settings)


def _told(picture: PlainPicture, sight: FrameReading) -> Compared:
    return compare(picture.truth, sight.reading, picture.hidden)


def test_what_lies_in_the_shadow_of_a_windows_bars_is_read(drawn: PlainPicture) -> None:
    """Both bars cross whole rows of cells; without the search for shadows many of these are asked about."""
    image, _ = barred(drawn.photo.image)
    sight = _read(drawn, image)
    found, before = _told(drawn, sight), _told(drawn, _read(drawn, image, ShadowSettings(least_apart=np.inf)))
    assert len(before.asked_visible) > 10
    assert len(found.asked_visible) < len(before.asked_visible) / 3
    assert not found.wrong


def test_what_stands_in_a_windows_shadow_in_a_city_is_read_and_so_is_it_in_the_next_look() -> None:
    """Both bars cross neighbourhoods; a corner of the table that changes leaves the shadows where they were."""
    picture = plain_picture("tuning", "window", "big-city", 9101)
    image, _ = barred(picture.photo.image)
    sight = _read(picture, image)
    found = _told(picture, sight)
    before = _told(picture, _read(picture, image, ShadowSettings(least_apart_in_cities=np.inf)))
    assert len(before.asked_visible) > 8
    assert len(found.asked_visible) < len(before.asked_visible) / 2
    assert not found.wrong
    assert sight.shadow_search is not None
    assert sight.shadow_search.shadows is not None
    later = image.copy()
    later[:40, :40] = 255 - later[:40, :40]
    again = reread(later, sight)
    assert again.shadow_search is not None
    assert again.shadow_search.shadows is sight.shadow_search.shadows
    assert again.reading.confidence == sight.reading.confidence


def test_a_picture_in_one_light_is_read_as_it_is(drawn: PlainPicture) -> None:
    """Codes that are as light as one another tell of no shadow."""
    sight = _read(drawn, drawn.photo.image)
    plain = _read(drawn, drawn.photo.image, ShadowSettings(least_apart=np.inf))
    assert sight.reading == plain.reading
