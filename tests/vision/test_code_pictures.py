"""Codes as they look from above, made of the pictures of their modules, and which of several lie at one place."""

import cv2
import numpy as np
import pytest

from tabletop.dictionaries import MODULES_OF, count_of, modules_of
from vision.pixels.patterns import dictionary_named, modules, number_of, numbered

SIDE_MM, STEP_MM, HALF, BLUR_MM = 14.0, 0.8, 10, 0.45


@pytest.mark.parametrize("name", ["DICT_4X4_250", "DICT_5X5_1000", "DICT_6X6_250", "DICT_7X7_1000"])
def test_modules_are_those_that_opencv_draws_and_turn_clockwise(name: str) -> None:
    """Whatever spare bits its bytes have; and each code in each turn has a number of its own."""
    ids = (0, 7, 249)
    found = modules(name, ids)
    for row, id_ in enumerate(ids):
        drawn = cv2.aruco.generateImageMarker(dictionary_named(name), id_, found.shape[-1]) > 0
        for turn in range(4):
            assert (found[row, turn] == np.rot90(drawn, -turn)).all()
    numbers = numbered(name)
    assert len(np.unique(numbers)) == numbers.size
    assert (number_of(found[..., 1:-1, 1:-1]) == numbers[list(ids)]).all()
    assert number_of(found[:0, 0]).shape == (0,)


@pytest.mark.parametrize("name", MODULES_OF)
def test_every_dictionary_has_the_codes_that_check_says(name: str) -> None:
    """As many as OpenCV knows, of as many modules."""
    known = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))
    assert (len(known.bytesList), known.markerSize + 2) == (count_of(name), modules_of(name))
