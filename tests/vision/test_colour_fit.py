"""How a picture's colours are corrected: the codes' white, mirrored light upon it, covered and burnt patches."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from tabletop.gamefile import load_game
from vision.pixels.arrays import Floats
from vision.pixels.colours import PatchSamples, linear_from_srgb
from vision.settings.uncoded import PlainSettings
from vision.table.sheet_patches import SheetPatches
from vision.uncoded.colour_fit import CodeTones, fitted_colours
from vision.uncoded.materials import veiled_lab
from vision.uncoded.table_colours import TableColours, fine_levels

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


def shown(haze: Callable[[Floats], Floats]) -> tuple[SheetPatches, CodeTones]:
    """What a picture shows over which such light lies."""
    names = tuple(np.resize(NAMES, len(PATCHES)).tolist())
    printed = np.array([linear_from_srgb(GAME.palette[name]) for name in names])
    bgr = levels(printed, PATCHES, haze)
    every, none = np.ones(len(bgr), bool), np.zeros(len(bgr), bool)
    samples = PatchSamples(bgr, np.zeros(len(bgr)), every, none)
    white, black = (levels(np.full((len(CODES), 3), one), CODES, haze) for one in (1.0, 0.0))
    return SheetPatches(samples, names, PATCHES, every), CodeTones(white, black, CODES)


def fitted(haze: Callable[[Floats], Floats]) -> TableColours:
    """How a picture is corrected over which such light lies."""
    return fitted_colours(*shown(haze), GAME, SETTINGS)


def seen(found: TableColours, haze: Callable[[Floats], Floats]) -> Floats:
    """Delta E (n,) by which painted pieces over the table are off."""
    painted = ((237, 187, 30), (36, 88, 168), (179, 38, 46), (47, 143, 58))
    where = np.array([[100.0, 300.0], [250.0, 200.0], [200.0, 120.0], [300.0, 300.0]])
    bgr = levels(np.array([linear_from_srgb(one) for one in painted]), where, haze)
    light, veil = found.falling(where)
    told = found.lab(fine_levels(np.rint(bgr))[None], light[None], None if veil is None else veil[None])[0]
    return np.linalg.norm(told - np.array([veiled_lab(one) for one in painted]), axis=1)


@pytest.mark.parametrize("most", [0.15, 0.35, 0.6])
def test_mirrored_light_over_patches_does_not_spoil_colours(most: float) -> None:
    """Black print under a window is grey; taken for flare it would make all other colours too strong."""
    found = fitted(window(most))
    assert found.veil.shows
    assert found.matrix.residual < 8.0
    assert seen(found, window(most)).max() < 20.0


def test_without_mirrored_light_patches_are_taken_as_they_are_seen() -> None:
    """Nothing is taken off them, and the camera's own curve is found."""
    found = fitted(window(0.0))
    assert not found.veil.shows
    assert found.patches is not None
    assert found.patches.usable.all()
    assert found.exponent == pytest.approx(EXPONENT, abs=0.05)
    assert seen(found, window(0.0)).max() < 12.0


@pytest.mark.parametrize("thing", [(150, 105, 85), (40, 56, 88), (90, 95, 100)])
def test_what_covers_patches_does_not_settle_colours(thing: tuple[int, int, int]) -> None:
    """A hand, a blue sleeve, a grey one over a quarter of the patches: those of white print would be the white."""
    patches, codes = shown(window(0.0))
    covered = PATCHES[:, 0] > 0.75 * SIDE_MM
    bgr = np.where(covered[:, None], np.array(thing[::-1], float), patches.samples.bgr)
    found = fitted_colours(replace(patches, samples=replace(patches.samples, bgr=bgr)), codes, GAME, SETTINGS)
    assert found.patches is not None
    assert not found.patches.usable[covered & (np.array(found.patches.names) == "white")].any()
    assert found.patches.usable[~covered].all()
    assert seen(found, window(0.0)).max() < 14.0


def test_where_white_burns_out_grey_patches_tell_the_light() -> None:
    """At the level of the white near by that does not; a red thing upon one of them says nothing."""
    patches, codes = shown(window(0.0))
    burnt = CODES[:, 0] > SIDE_MM / 2
    codes = replace(codes, whites=np.where(burnt[:, None], 255.0, codes.whites))
    greys = np.flatnonzero(np.array(patches.names) == "grey")
    bgr = patches.samples.bgr.copy()
    bgr[greys[-1]] = (100.0, 100.0, 158.0)
    found = fitted_colours(replace(patches, samples=replace(patches.samples, bgr=bgr)), codes, GAME, SETTINGS)
    assert found.lit_by == (~burnt).sum() + len(greys) - 1
    assert found.lights(CODES[burnt]) == pytest.approx(fitted(window(0.0)).lights(CODES[burnt]), rel=0.1)


def test_without_white_or_grey_nothing_told_the_light() -> None:
    """All that shows is burnt out: teaching then asks for a darker picture."""
    patches, codes = shown(window(0.0))
    codes = replace(codes, whites=np.full_like(codes.whites, 255.0))
    none = replace(patches, usable=np.zeros(len(PATCHES), bool))
    assert fitted_colours(none, codes, GAME, SETTINGS).lit_by == 0
