"""A picture is searched thoroughly only where a quick search may have missed a code."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tabletop.gamefile import load_game
from vision import ReaderSettings, load_grey, read_image
from vision.pixels import detection
from vision.settings import DetectorSettings

PHOTOS = Path(__file__).parents[1] / "photos"
SETTINGS = ReaderSettings()
QUICK, DIM, THOROUGH = SETTINGS.detection.quick, SETTINGS.detection.dim, SETTINGS.detection.thorough


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
        ("big-city/hard-above-dim-10", [DIM]),
        ("my-city/tuning-hard-dim", [DIM]),
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
    """A hand leaves one code of neighbourhood 1, dark at its rim: without it no property of the city has a number."""
    sight = read_image(load_grey(PHOTOS / "big-city" / "phone-40-hand-middle.jpg"), load_game("big-city"))
    assert searches == [QUICK, THOROUGH]
    assert sight.city is not None
    assert 1 in sight.city.city.sheets
