"""Colours under strange light: patches, correction, answers."""

import numpy as np
import pytest

from vision.pixels.colours import (
    lab_beyond_white,
    lab_from_linear,
    linear_from_srgb,
)

PIECES = {"orange": (217, 130, 43), "violet": (122, 79, 163), "lime": (150, 200, 60), "brown": (125, 90, 70)}


def test_the_darkest_lab_goes_straight_to_black() -> None:
    """CIE 15:2004: below a lightness of 8 it is 24389/27 of the light; none is black, and so is less than none."""
    dark = np.array([[0.004] * 3, [0.0] * 3, [-0.1] * 3, [1.0] * 3])
    lab = lab_from_linear(dark)
    assert lab[:, 0] == pytest.approx([24389 / 27 * 0.004, 0.0, 0.0, 100.0], abs=1e-3)
    assert np.abs(lab[:, 1:]).max() < 0.02


def test_lab_of_known_colours() -> None:
    """White, mid grey and pure red have the Lab values of the CIE's formulas."""
    assert lab_from_linear(linear_from_srgb([255, 255, 255])) == pytest.approx([100, 0, 0], abs=0.01)
    assert lab_from_linear(linear_from_srgb([119, 119, 119])) == pytest.approx([50.03, 0, 0], abs=0.05)
    assert lab_from_linear(linear_from_srgb([255, 0, 0])) == pytest.approx([53.24, 80.09, 67.20], abs=0.05)


@pytest.mark.parametrize("times", [0.5, 1.0, 1.5, 3.9])
def test_what_is_lighter_than_white_keeps_its_colour(times: float) -> None:
    """Under a mirrored lamp paper and piece are lighter than white, and differ all the same (OpenCV clips them)."""
    linear = (0.02 + linear_from_srgb(list(PIECES.values()))) * times
    seen = lab_beyond_white(linear[None].astype(np.float32))[0]
    assert seen == pytest.approx(lab_from_linear(linear), abs=0.2)
