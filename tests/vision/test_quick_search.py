"""A picture is searched thoroughly only where a quick search may have missed a code."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tabletop.gamefile import load_game
from vision import ReaderSettings, load_grey, read_image
from vision.pixels import detection
from vision.settings import DetectorSettings

PHOTOS = Path(__file__).parents[1] / "photos"
SETTINGS = ReaderSettings()
QUICK, THOROUGH = SETTINGS.detection.quick, SETTINGS.detection.thorough
DIM_FIRST, DIM = SETTINGS.detection.dim_first, SETTINGS.detection.dim


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[DetectorSettings]:
    """How the detector was asked to search, each time that it was."""
    asked: list[DetectorSettings] = []
    original = detection.detect_codes

    def watched(*words: Any, search: DetectorSettings | None = None, **options: Any) -> Any:
        asked.append(search or THOROUGH)
        return original(*words, search=search, **options)

    monkeypatch.setattr(detection, "detect_codes", watched)
    return asked


@pytest.mark.parametrize(
    ("photo", "expected"),
    [
        ("big-city/ordinary-above-lamp-19", [QUICK]),
        ("big-city/hard-above-dim-10", [DIM_FIRST]),
        ("my-city/tuning-hard-dim", [DIM_FIRST]),
    ],
    ids=["in good light", "in dim light", "codes dimmer than the picture"],
)
def test_what_light_asks_for(photo: str, expected: list[DetectorSettings], searches: list[DetectorSettings]) -> None:
    """One search is enough, quick in good light, another in dim light; both find all codes."""
    game, grey = load_game(photo.partition("/")[0]), load_grey(PHOTOS / f"{photo}.jpg")
    found = detection.find_codes(grey, game, SETTINGS)
    assert searches == expected
    every = detection.find_codes(grey, game, detection.thoroughly(SETTINGS))
    assert sorted(code.id for code in found) == sorted(code.id for code in every)


def test_small_codes_in_dim_light_are_searched_on(searches: list[DetectorSettings]) -> None:
    """The first search misses one of a board's, which the others promise: no fewer are found than without it."""
    game, grey = load_game("my-city"), load_grey(PHOTOS / "my-city" / "brutal-dim-720p.jpg")
    found = detection.find_codes(grey, game, SETTINGS)
    assert searches == [DIM_FIRST, DIM, THOROUGH]
    only = replace(SETTINGS, detection=replace(SETTINGS.detection, dim_first=DIM))
    every = detection.find_codes(grey, game, only)
    assert sorted(code.id for code in found) == sorted(code.id for code in every)


@pytest.fixture
def sizes(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, ...]]:
    """How large what the detector was given was, each time."""
    given: list[tuple[int, ...]] = []
    original = detection.detect_codes

    def watched(grey: np.ndarray, *words: Any, **options: Any) -> Any:
        given.append(grey.shape)
        return original(grey, *words, **options)

    monkeypatch.setattr(detection, "detect_codes", watched)
    return given


def _amid_bare_table(grey: np.ndarray) -> np.ndarray:
    """The same picture with a quarter more of a table, softly lit, to each side."""
    down, right = grey.shape[0] // 4, grey.shape[1] // 4
    level = int(np.median(grey))
    wide = np.full((grey.shape[0] + 2 * down, grey.shape[1] + 2 * right), level, np.uint8)
    wide = wide + np.linspace(-20, 20, wide.shape[1]).astype(np.int8).view(np.uint8)
    wide[down:-down, right:-right] = grey
    return wide


@pytest.mark.parametrize("photo", ["big-city/above-720p-window-early", "small-city/tuning-brutal-dim"])
def test_a_bare_table_round_the_game_is_not_searched(photo: str, sizes: list[tuple[int, ...]]) -> None:
    """What is found is what the picture without it shows, and lies where it lies, enlarged pictures' codes too."""
    game, grey = load_game(photo.partition("/")[0]), load_grey(PHOTOS / f"{photo}.jpg")
    alone = detection.find_codes(grey, game, SETTINGS)
    sizes.clear()
    found = detection.find_codes(_amid_bare_table(grey), game, SETTINGS)
    assert np.prod(sizes[0]) <= 1.2 * grey.size
    assert sorted(code.id for code in found) == sorted(code.id for code in alone)
    moved = np.array([grey.shape[1] // 4, grey.shape[0] // 4])
    for code in found:
        off = [float(np.abs(code.corners_px - moved - one.corners_px).max()) for one in alone if one.id == code.id]
        assert min(off) < 0.3


def test_a_code_far_from_all_others_is_searched_too() -> None:
    """In a corner of the table, in a shadow that takes half of the light."""
    game, grey = load_game("big-city"), load_grey(PHOTOS / "big-city" / "above-720p-window-early.jpg")
    codes = detection.find_codes(grey, game, SETTINGS)
    one = min(codes, key=lambda code: code.corners_px.min())
    (left, top), (right, bottom) = (
        one.corners_px.min(axis=0).astype(int) - 12,
        one.corners_px.max(axis=0).astype(int) + 12,
    )
    wide = _amid_bare_table(grey)
    part = wide[20 : 20 + bottom - top, 20 : 20 + right - left]
    part[:] = grey[top:bottom, left:right] // 2
    seen = [code.corners_px for code in detection.find_codes(wide, game, SETTINGS) if code.id == one.id]
    assert any(float(np.abs(corners - one.corners_px - (20 - left, 20 - top)).max()) < 1.0 for corners in seen)


def test_noise_in_dim_light_hides_few_codes(searches: list[DetectorSettings]) -> None:
    """A blur takes out the noise that breaks codes' outlines: of 76 codes 74 are found, 62 with three windows."""
    game, clear = load_game("big-city"), load_grey(PHOTOS / "big-city" / "ordinary-above-lamp-19.jpg")
    noise = np.random.default_rng(1).normal(0.0, 9.0, clear.shape)
    grey = np.clip(0.25 * clear + 40 + noise, 0, 255).astype(np.uint8)
    there = {code.id for code in detection.find_codes(clear, game, SETTINGS)}
    searches.clear()
    found = {code.id for code in detection.find_codes(grey, game, SETTINGS)}
    assert searches == [SETTINGS.detection.noisy]
    assert found <= there
    assert len(found) >= 0.95 * len(there)


def test_a_covered_neighbourhood_is_looked_for_thoroughly(searches: list[DetectorSettings]) -> None:
    """A hand leaves one code of neighbourhood 1, dark at its rim: without it no property of the city has a number.

    Here codes are not looked for by their parts, which would find it, too.
    """
    wholly = replace(SETTINGS, crossings=replace(SETTINGS.crossings, enough=1000.0))
    grey = load_grey(PHOTOS / "big-city" / "phone-40-hand-middle.jpg")
    sight = read_image(grey, load_game("big-city"), settings=wholly)
    assert searches == [QUICK, THOROUGH]
    assert sight.city is not None
    assert 1 in sight.city.city.sheets


def test_more_table_round_a_picture_hides_no_code() -> None:
    """A little larger than what is searched at first it is shrunk by a quarter, not by half, which lost 21 codes."""
    game, grey = load_game("small-city"), load_grey(PHOTOS / "small-city" / "hard-45-mixed.jpg")
    wide = cv2.copyMakeBorder(grey, 90, 90, 160, 160, cv2.BORDER_REPLICATE)
    found = {code.id for code in detection.find_codes(wide, game, SETTINGS)}
    assert found >= {code.id for code in detection.find_codes(grey, game, SETTINGS)}


@pytest.mark.parametrize(
    ("longest", "scale"), [(1920, 1.0), (2240, 0.75), (2880, 0.5), (4032, 0.5), (4704, 0.375), (9000, 0.1875)]
)
def test_a_picture_is_shrunk_no_more_than_it_must_be(longest: int, scale: float) -> None:
    """By halves and three quarters of them: what is searched has 1400 to 2100 pixels."""
    assert detection.first_scale(np.zeros((10, longest), np.uint8), SETTINGS) == scale
