"""Codes from the table are the codes that OpenCV knows."""

import cv2
import numpy as np
import pytest

from printables.codes import code_loops_mm, code_modules
from tabletop.errors import UnreadableInput
from tabletop.geometry import area_mm2


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_every_code_equals_opencvs(size: int) -> None:
    """All 1000 codes of each dictionary, black border included, are those that OpenCV draws."""
    name = f"DICT_{size}X{size}_1000"
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))
    for code in range(1000):
        drawn = cv2.aruco.generateImageMarker(dictionary, code, size + 2)
        np.testing.assert_array_equal(np.array(code_modules(name, code)), drawn == 0, err_msg=f"{name} {code}")


def test_outlines_enclose_exactly_the_black_modules() -> None:
    """The even-odd area of a code's outlines is the area of its black modules."""
    for code in range(0, 1000, 37):
        black = sum(sum(row) for row in code_modules("DICT_5X5_1000", code))
        loops = code_loops_mm("DICT_5X5_1000", code, (3.0, 4.0), 16.8)
        assert sum(area_mm2(loop) for loop in loops) == pytest.approx(black * 2.4**2)


@pytest.mark.parametrize(("dictionary", "code"), [("DICT_9X9_50", 1), ("nonsense", 0), ("DICT_5X5_50", 50)])
def test_unknown_codes_are_refused_in_one_sentence(dictionary: str, code: int) -> None:
    """A dictionary without a table or an id that it lacks says what is there instead."""
    with pytest.raises(UnreadableInput, match=r"dictionary|codes are"):
        code_modules(dictionary, code)
