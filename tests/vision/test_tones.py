"""Corners lie where they lie, whatever curve the camera makes of light: the codes' own modules tell it."""

from dataclasses import replace

import numpy as np
import pytest
from measuring.code_sheets import TONE_CURVES, SheetCamera, game_of_codes, outward_px, sheet_of_codes

from tabletop.gamefile import GameFile
from vision.pixels.codes import SeenCode, corners_of
from vision.pixels.detection import find_codes
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
