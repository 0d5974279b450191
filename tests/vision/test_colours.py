"""Colours under strange light: patches, correction, answers."""

import numpy as np
import pytest

from tabletop.profiles import TaughtColour
from vision.pixels.colours import (
    ColourCorrection,
    ColourSettings,
    fit_correction,
    lab_beyond_white,
    lab_from_linear,
    lab_from_srgb,
    linear_from_srgb,
    name_colour,
    sample_patches,
    separation,
)

PATCHES = {
    "white": (255, 255, 255), "grey": (140, 140, 140), "black": (16, 16, 16), "red": (214, 39, 40),
    "yellow": (242, 200, 15), "green": (46, 158, 79), "cyan": (24, 169, 214), "blue": (37, 82, 176),
    "magenta": (200, 50, 140),
}  # fmt: skip
PIECES = {"orange": (217, 130, 43), "violet": (122, 79, 163), "lime": (150, 200, 60), "brown": (125, 90, 70)}
NO_SPREAD = ((0.0, 0.0, 0.0),) * 3


def photographed(srgb: np.ndarray, places_mm: np.ndarray | None = None) -> np.ndarray:
    """A camera's values (blue, green, red) of colours under warm light, with flare and its own curve."""
    crosstalk = np.array([[0.82, 0.12, 0.06], [0.15, 0.75, 0.10], [0.03, 0.17, 0.80]])
    light = linear_from_srgb(srgb) @ crosstalk * np.array([0.55, 0.40, 0.24]) + 0.012
    if places_mm is not None:
        light = light * np.exp(places_mm @ np.array([0.0012, -0.0007]))[:, None]
    return 255.0 * np.clip(light, 0, 1)[:, ::-1] ** (1 / 2.0)


def fitted(names: tuple[str, ...] = tuple(PATCHES), spoilt: dict[str, float] | None = None) -> ColourCorrection:
    """The correction from the named patches; `spoilt` ones are dimmed by a factor, as by a hand's shadow."""
    colours = np.array([PATCHES[name] for name in names], dtype=float)
    seen = photographed(colours) * np.array([(spoilt or {}).get(name, 1.0) for name in names])[:, None]
    correction = fit_correction(seen, [PATCHES[name] for name in names])
    assert correction is not None
    return correction


def test_the_darkest_lab_goes_straight_to_black() -> None:
    """CIE 15:2004: below a lightness of 8 it is 24389/27 of the light; none is black, and so is less than none."""
    dark = np.array([[0.004] * 3, [0.0] * 3, [-0.1] * 3, [1.0] * 3])
    lab = lab_from_linear(dark)
    assert lab[:, 0] == pytest.approx([24389 / 27 * 0.004, 0.0, 0.0, 100.0], abs=1e-3)
    assert np.abs(lab[:, 1:]).max() < 0.02


def test_lab_of_known_colours() -> None:
    """White, mid grey and pure red have the Lab values of the CIE's formulas."""
    assert lab_from_srgb([255, 255, 255]) == pytest.approx([100, 0, 0], abs=0.01)
    assert lab_from_srgb([119, 119, 119]) == pytest.approx([50.03, 0, 0], abs=0.05)
    assert lab_from_srgb([255, 0, 0]) == pytest.approx([53.24, 80.09, 67.20], abs=0.05)


@pytest.mark.parametrize("times", [0.5, 1.0, 1.5, 3.9])
def test_what_is_lighter_than_white_keeps_its_colour(times: float) -> None:
    """Under a mirrored lamp paper and piece are lighter than white, and differ all the same (OpenCV clips them)."""
    linear = (0.02 + linear_from_srgb(list(PIECES.values()))) * times
    seen = lab_beyond_white(linear[None].astype(np.float32))[0]
    assert seen == pytest.approx(lab_from_linear(linear), abs=0.2)


def test_correction_recovers_unknown_colours() -> None:
    """Colours that are not among the patches come out within 6 Delta E, uncorrected they are more than 12 off."""
    truth = np.array(list(PIECES.values()), dtype=float)
    seen = photographed(truth)
    raw = np.linalg.norm(lab_from_srgb(seen[:, ::-1]) - lab_from_srgb(truth), axis=1)
    corrected = np.linalg.norm(lab_from_linear(fitted().linear(seen)) - lab_from_srgb(truth), axis=1)
    assert raw.min() > 12
    assert corrected.max() < 6


def test_of_all_curves_the_one_that_fits_best_is_taken() -> None:
    """Tried side by side, each is what it is by itself, and the best of them is the answer."""
    seen, references = photographed(np.array(list(PATCHES.values()), dtype=float)), list(PATCHES.values())
    alone = [
        fit_correction(seen, references, settings=ColourSettings(exponents=(exponent,)))
        for exponent in ColourSettings().exponents
    ]
    best = min((one for one in alone if one is not None), key=lambda one: one.residual)
    assert (fitted().exponent, fitted().residual) == (best.exponent, pytest.approx(best.residual))
    assert fitted().matrix == pytest.approx(best.matrix)


def test_shadowed_patch_is_left_out() -> None:
    """A patch that something covers or shades does not spoil the correction."""
    names = tuple(PATCHES)
    correction = fitted(spoilt={"green": 0.45})
    assert not correction.used[names.index("green")]
    truth = np.array(list(PIECES.values()), dtype=float)
    assert (
        np.linalg.norm(lab_from_linear(correction.linear(photographed(truth))) - lab_from_srgb(truth), axis=1).max() < 7
    )


def test_uneven_light_is_evened_out() -> None:
    """With patches in several places of the table, one colour has one Lab value everywhere."""
    rng = np.random.default_rng(1)
    places = np.repeat(rng.uniform(-250, 250, (6, 2)), len(PATCHES), axis=0)
    colours = np.tile(np.array(list(PATCHES.values()), dtype=float), (6, 1))
    references = [tuple(int(value) for value in colour) for colour in colours]
    correction = fit_correction(photographed(colours, places), references, points_mm=places)  # type: ignore[arg-type]
    assert correction is not None
    ends = np.array([[-250.0, 250.0], [250.0, -250.0]])
    orange = np.array([PIECES["orange"]] * 2, dtype=float)
    near, far = lab_from_linear(correction.linear(photographed(orange, ends), ends))
    assert np.linalg.norm(near - far) < 4
    assert np.linalg.norm(near - lab_from_srgb(PIECES["orange"])) < 8


def test_without_light_neutral_patch_there_is_no_correction() -> None:
    """Where white and grey are clipped or hidden nothing is claimed."""
    assert (
        fit_correction(photographed(np.array([[214, 39, 40], [37, 82, 176]])), [(214, 39, 40), (37, 82, 176)]) is None
    )


def test_clipped_and_outside_patches_are_known() -> None:
    """A quad outside of the picture is not visible, a burnt one is clipped, a plain one has its median colour."""
    image = np.full((100, 120, 3), (30, 60, 90), dtype=np.uint8)
    image[:50] = 255
    square = np.array([[0, 0], [20, 0], [20, 20], [0, 20]])
    corners = np.array([[10, 70], [10, 10], [110, 70]])
    samples = sample_patches(image, corners[:, None, :] + square)
    assert samples.bgr[0] == pytest.approx((30, 60, 90))
    assert samples.clipped.tolist() == [False, True, False]
    assert samples.visible.tolist() == [True, True, False]


def colour(name: str, lab: tuple[float, float, float]) -> TaughtColour:
    """A taught colour without a spread of its own."""
    return TaughtColour(name, lab, NO_SPREAD, 100)  # type: ignore[arg-type]


def test_no_answer_when_the_second_is_too_near() -> None:
    """Between two colours nothing is told; near one of them its name is; far from both nothing is."""
    colours = [colour("red", (45, 60, 40)), colour("orange", (60, 35, 60))]
    assert name_colour((46, 58, 41), colours).name == "red"
    assert name_colour((52.5, 47.5, 50), colours).name is None
    assert name_colour((50, -60, -10), colours).name is None


def test_separation_in_standard_deviations() -> None:
    """Two colours 20 apart in chroma are 20 / 4.5 of the light's standard deviations apart."""
    assert separation(colour("a", (50, 0, 0)), colour("b", (50, 20, 0))) == pytest.approx(20 / 4.5)
