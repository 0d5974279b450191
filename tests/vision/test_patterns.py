"""What codes look like: OpenCV's own bits, and pictures as a lens would show them."""

import cv2
import numpy as np
import pytest

from vision.pixels.patterns import code_pictures, dictionary_named, modules


@pytest.mark.parametrize("name", ["DICT_4X4_50", "DICT_5X5_1000", "DICT_6X6_250", "DICT_ARUCO_ORIGINAL"])
def test_modules_are_those_that_opencv_draws(name: str) -> None:
    """Of codes whose bits fill their bytes, and of those that leave some over."""
    dictionary = dictionary_named(name)
    side = dictionary.markerSize + 2
    drawn = np.array([dictionary.generateImageMarker(id_, side) for id_ in range(50)])
    np.testing.assert_array_equal(modules(name, tuple(range(50)))[:, 0], drawn > 0)


def test_a_codes_picture_is_its_print_blurred_and_averaged() -> None:
    """Done in two directions one after the other, with small matrices, it is what the whole picture's blur gives."""
    side_mm, step_mm, half, blur_mm, fine = 16.8, 0.8, 12, 0.45, 4
    pictures = code_pictures("DICT_5X5_1000", (7,), side_mm, step_mm, half, blur_mm)
    samples = (2 * (half + 3) + 1) * fine
    at_mm = (np.arange(samples) + 0.5 - samples / 2) * step_mm / fine
    cell = np.floor(at_mm / side_mm * 7 + 3.5).astype(int)
    inside = (cell >= 0) & (cell < 7)
    for turn in range(4):
        print_ = modules("DICT_5X5_1000", (7,))[0, turn][cell.clip(0, 6)][:, cell.clip(0, 6)]
        print_[~(inside[:, None] & inside)] = 1.0
        soft = cv2.GaussianBlur(print_, (0, 0), blur_mm / step_mm * fine, borderType=cv2.BORDER_REPLICATE)
        means = soft.reshape(2 * (half + 3) + 1, fine, -1, fine).mean(axis=(1, 3))[3:-3, 3:-3]
        np.testing.assert_allclose(pictures[0, turn], means, atol=1e-12)
