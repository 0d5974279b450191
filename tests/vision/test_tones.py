"""Corners lie where they lie, whatever curve the camera makes of light: the codes' own modules tell it."""

from dataclasses import replace

import numpy as np
import pytest
from measuring.code_sheets import TONE_CURVES, SheetCamera, game_of_codes, outward_px, sheet_of_codes

from tabletop.gamefile import GameFile
from vision.pixels.codes import SeenCode, corners_of
from vision.pixels.detection import exponent_seen, find_codes
from vision.settings import ReaderSettings

SETTINGS = ReaderSettings()
DICTIONARY = "DICT_5X5_1000"
WEBCAM = (
    SheetCamera(2.4, 0.6),
    SheetCamera(3.0, 0.8, sharpen=0.6),
    SheetCamera(4.0, 0.8),
    SheetCamera(6.0, 1.0, sharpen=0.6),
)
"""Small to large codes as webcams blur and sharpen them."""


def game_of(count: int) -> GameFile:
    """A game of so many parts, each with a code."""
    return game_of_codes(DICTIONARY, range(count))


def seen(lens: SheetCamera, count: int = 16) -> tuple[np.ndarray, list[SeenCode], np.ndarray]:
    """A picture of a sheet, what is found in it, and the true corners of that."""
    grey, true = sheet_of_codes(DICTIONARY, range(count), lens, np.random.default_rng(1))
    codes = [code for code in find_codes(grey, game_of(count), SETTINGS) if code.own]
    return grey, codes, true[[code.id for code in codes]]


@pytest.mark.parametrize("curve", TONE_CURVES)
def test_corners_do_not_move_with_the_tone_curve(curve: str) -> None:
    """The codes' sides lie within a tenth of a pixel of the true ones, blurred and sharpened, small and large."""
    for lens in WEBCAM:
        _, codes, true = seen(replace(lens, curve=curve))
        assert len(codes) == len(true) == 16
        assert abs(outward_px(corners_of(codes), true)) < 0.1, lens


@pytest.mark.parametrize(("curve", "exponent"), [("1.0", 1.0), ("1.8", 1.8), ("2.2", 2.2)])
def test_the_exponent_is_told(curve: str, exponent: float) -> None:
    """Where the curve is a power, that power comes out, but for what noise and JPEG do in the dark."""
    grey, codes, _ = seen(SheetCamera(6.0, 0.8, curve=curve))
    assert exponent_seen(grey, codes, game_of(16), SETTINGS) == pytest.approx(exponent, abs=0.15)


def test_too_few_codes_tell_nothing() -> None:
    """A single code leaves the usual exponent."""
    grey, codes, _ = seen(SheetCamera(6.0, 0.8, curve="1.0"), count=1)
    assert exponent_seen(grey, codes, game_of(1), SETTINGS) == SETTINGS.edges.light_exponent
