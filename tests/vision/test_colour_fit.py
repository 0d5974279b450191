"""Colours under mirrored light: it is taken off the printed patches before these settle how a picture is corrected."""

from collections.abc import Callable

import numpy as np
import pytest

from tabletop.gamefile import load_game
from vision.pixels.arrays import Floats
from vision.pixels.colours import PatchSamples, linear_from_srgb
from vision.settings.uncoded import PlainSettings
from vision.table.sheet_patches import SheetPatches
from vision.uncoded.colour_fit import CodeTones, FittedColours, fitted_colours
from vision.uncoded.materials import veiled_lab

GAME, SETTINGS = load_game("big-city"), PlainSettings()
NAMES = ("white", "grey", "black", "red", "yellow", "green", "cyan", "blue", "magenta")
EXPONENT = 2.2
SIDE_MM = 400.0
CODES = np.stack(np.meshgrid(np.linspace(0.0, SIDE_MM, 6), np.linspace(0.0, SIDE_MM, 6)), axis=-1).reshape(-1, 2)
PATCHES = np.repeat(np.stack(np.meshgrid(np.linspace(40.0, 360.0, 4), np.linspace(40.0, 360.0, 4)), axis=-1), 9, axis=0)
PATCHES = PATCHES.reshape(-1, 2)
LIGHT, BLACK = 0.55, 0.03
"""What white sends, and the share of it that black does."""


def window(most: float) -> Callable[[Floats], Floats]:
    """A mirrored window of that light over one corner of the table."""
    return lambda where: most * np.exp(-((where[:, :1] - SIDE_MM) ** 2 + where[:, 1:] ** 2) / (2 * 160.0**2))


def levels(linear: Floats, where: Floats, haze: Callable[[Floats], Floats]) -> Floats:
    """Values that a camera shows, blue first, of print (n, 3) at places (n, 2)."""
    light = np.minimum(LIGHT * (BLACK + (1 - BLACK) * linear) + haze(where), 1.0)
    return np.asarray(255.0 * light[:, ::-1] ** (1 / EXPONENT))


def fitted(haze: Callable[[Floats], Floats]) -> FittedColours:
    """How a picture is corrected over which such light lies."""
    names = tuple(np.resize(NAMES, len(PATCHES)).tolist())
    printed = np.array([linear_from_srgb(GAME.palette[name]) for name in names])
    bgr = levels(printed, PATCHES, haze)
    shown, none = np.ones(len(bgr), bool), np.zeros(len(bgr), bool)
    samples = PatchSamples(bgr, np.zeros(len(bgr)), shown, none)
    white, black = (levels(np.full((len(CODES), 3), one), CODES, haze) for one in (1.0, 0.0))
    return fitted_colours(SheetPatches(samples, names, PATCHES, shown), CodeTones(white, black, CODES), GAME, SETTINGS)


def seen(found: FittedColours, haze: Callable[[Floats], Floats]) -> Floats:
    """Delta E (n,) by which painted pieces over the table are off."""
    painted = ((237, 187, 30), (36, 88, 168), (179, 38, 46), (47, 143, 58))
    where = np.array([[100.0, 300.0], [250.0, 200.0], [200.0, 120.0], [300.0, 300.0]])
    bgr = levels(np.array([linear_from_srgb(one) for one in painted]), where, haze)
    light = (bgr[:, ::-1] / 255.0) ** found.correction.exponent - found.veil.at(where)
    freed = 255.0 * np.maximum(light, 0.0)[:, ::-1] ** (1 / found.correction.exponent)
    told = found.correction.lab(freed, where)
    return np.linalg.norm(told - np.array([veiled_lab(one) for one in painted]), axis=1)


@pytest.mark.parametrize("most", [0.15, 0.35, 0.6])
def test_mirrored_light_over_patches_does_not_spoil_colours(most: float) -> None:
    """Black print under a window is grey; taken for flare it would make all other colours too strong."""
    found = fitted(window(most))
    assert found.veil.shows
    assert found.correction.residual < 8.0
    assert seen(found, window(most)).max() < 12.0


def test_without_mirrored_light_patches_are_taken_as_they_are_seen() -> None:
    """Nothing is taken off them, and the camera's own curve is found."""
    found = fitted(window(0.0))
    assert not found.veil.shows
    assert found.patches is not None
    assert found.patches.usable.all()
    assert found.correction.exponent == pytest.approx(EXPONENT)
    assert seen(found, window(0.0)).max() < 3.0


def test_patches_that_mirrored_light_all_but_covers_tell_nothing() -> None:
    """Where the window is most of what is seen, little of the print's own colour is left."""
    found = fitted(window(0.6))
    assert found.patches is not None
    share = found.veil.share_at(PATCHES)
    assert share.max() > SETTINGS.veil_patches
    assert not found.patches.usable[share > SETTINGS.veil_patches].any()
    assert found.patches.usable[share < 0.3].all()


def test_the_white_of_codes_is_freed_too() -> None:
    """It tells how much light falls, of which the window's is none."""
    found = fitted(window(0.35))
    light = (found.whites / 255.0) ** found.correction.exponent
    assert light.std() < 0.05 * light.mean()
