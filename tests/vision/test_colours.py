"""Colours under strange light: patches, correction, answers."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from tabletop.profiles import TaughtColour
from vision.pixels.colours import (
    ColourMatrix,
    fit_matrix,
    lab_beyond_white,
    lab_from_linear,
    lab_from_srgb,
    lab_through_veil,
    linear_from_srgb,
    name_colour,
    sample_patches,
)

PATCHES = {
    "white": (255, 255, 255), "grey": (140, 140, 140), "black": (16, 16, 16), "red": (214, 39, 40),
    "yellow": (242, 200, 15), "green": (46, 158, 79), "cyan": (24, 169, 214), "blue": (37, 82, 176),
    "magenta": (200, 50, 140),
}  # fmt: skip
PIECES = {"orange": (217, 130, 43), "violet": (122, 79, 163), "lime": (150, 200, 60), "brown": (125, 90, 70)}
NO_SPREAD = ((0.0, 0.0, 0.0),) * 3


def photographed(srgb: Any, strength: float = 1.0) -> np.ndarray:
    """The light, white's being 1, that a camera tells of colours: somewhat paler ones than there are."""
    light = linear_from_srgb(srgb)
    grey = light.mean(axis=-1, keepdims=True)
    return grey + strength * (light - grey)


def fitted(strength: float = 1.0, spoilt: Mapping[str, float] | None = None) -> ColourMatrix:
    """The matrix from all patches; `spoilt` ones are dimmed by a factor, as by a hand's shadow."""
    dimmed = np.array([(spoilt or {}).get(name, 1.0) for name in PATCHES])
    light = photographed(list(PATCHES.values()), strength) * dimmed[:, None]
    return fit_matrix(light, list(PATCHES.values()), np.ones(len(PATCHES), bool))


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


def off(matrix: ColourMatrix, strength: float) -> np.ndarray:
    """Delta E (n,) by which pieces are off after correction."""
    told = lab_through_veil(photographed(list(PIECES.values()), strength) @ matrix.values)
    return np.linalg.norm(told - lab_through_veil(linear_from_srgb(list(PIECES.values()))), axis=1)


def test_colours_that_need_no_mend_are_hardly_changed() -> None:
    """And white stays white, whatever patches say."""
    assert off(fitted(), 1.0).max() < 6.0
    for strength in (0.5, 1.0, 1.3):
        assert np.ones(3) @ fitted(strength).values == pytest.approx([1.0, 1.0, 1.0])


def test_a_shadowed_patch_counts_little() -> None:
    """What covers or shades one patch does not spoil the others."""
    assert off(fitted(spoilt={"green": 0.45}), 1.0).max() < 6.0
    assert fitted(spoilt={"green": 0.45}).residual < 5.0


def test_without_patches_nothing_is_changed() -> None:
    """The light is told by the codes' white."""
    none = fit_matrix(np.zeros((1, 3)), [(255, 255, 255)], np.zeros(1, bool))
    assert (none.values == np.eye(3)).all()
    assert (none.residual, none.gain) == (0.0, 1.0)


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
