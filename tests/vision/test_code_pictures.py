"""Codes as they look from above, made of the pictures of their modules, and which of several lie at one place."""

import cv2
import numpy as np
import pytest

from tabletop.dictionaries import MODULES_OF, count_of, modules_of
from vision.pixels.codes import first_of_each_place
from vision.pixels.patterns import code_bank, dictionary_named, modules, number_of, numbered

SIDE_MM, STEP_MM, HALF, BLUR_MM = 14.0, 0.8, 10, 0.45
FINE = 20
"""Pixels of the drawing for one sample."""


def _drawn(id_: int, turn: int) -> np.ndarray:
    """A code on white paper, drawn large, softened and averaged; without brightness and slope, of length one."""
    matrix = modules("DICT_5X5_1000", (id_,))[0, turn]
    size = (2 * HALF + 1) * FINE
    line = (np.arange(3 * size) + 0.5) / FINE * STEP_MM - 1.5 * (2 * HALF + 1) * STEP_MM
    index = np.floor(line / SIDE_MM * 7 + 3.5).astype(int)
    inside = (index >= 0) & (index < 7)
    picture = np.where(inside[:, None] & inside, matrix[index.clip(0, 6)][:, index.clip(0, 6)], 1.0)
    soft = cv2.GaussianBlur(picture, (0, 0), BLUR_MM / STEP_MM * FINE)[size:-size, size:-size]
    samples = soft.reshape(2 * HALF + 1, FINE, 2 * HALF + 1, FINE).mean(axis=(1, 3)).ravel()
    x, y = np.meshgrid(np.arange(2 * HALF + 1), np.arange(2 * HALF + 1))
    plain = np.stack([np.ones(x.size), x.ravel(), y.ravel()], axis=1)
    left = samples - plain @ np.linalg.lstsq(plain, samples, rcond=None)[0]
    return np.asarray(left / np.linalg.norm(left))


@pytest.mark.parametrize(("number", "turn"), [(0, 0), (1, 3)])
def test_a_code_is_the_sum_of_its_modules_pictures(number: int, turn: int) -> None:
    """What is put together from the parts is the code as it would be drawn whole."""
    ids = (7, 311)
    bank = code_bank("DICT_5X5_1000", ids, SIDE_MM, STEP_MM, HALF, BLUR_MM)
    code = bank.parts[:, :-3] @ bank.mixed[:, 4 * number + turn]
    assert float(code @ _drawn(ids[number], turn)) == pytest.approx(1.0, abs=2e-3)


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


def test_what_lies_near_a_dropped_code_alone_is_kept() -> None:
    """The second lies on the first and goes; the third lies on the second only."""
    square = np.array([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]])
    shifts = np.array([[0.0, 0.0], [4.0, 0.0], [8.0, 0.0]])
    assert first_of_each_place(square + shifts[:, None]) == [0, 2]


@pytest.mark.parametrize("name", MODULES_OF)
def test_every_dictionary_has_the_codes_that_check_says(name: str) -> None:
    """As many as OpenCV knows, of as many modules."""
    known = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))
    assert (len(known.bytesList), known.markerSize + 2) == (count_of(name), modules_of(name))
