"""A floor of thousands of small tiles, with a code on it: the code is found, and no more outlines than are bearable."""

import cv2
import numpy as np
import pytest

from vision.pixels.codes import detect_codes
from vision.settings import ReaderSettings

FAMILY, SETTINGS = "DICT_5X5_1000", ReaderSettings()
DETECTION = SETTINGS.detection


def floor(tile_px: int, gap_px: int) -> np.ndarray:
    """Dark tiles, and a code of a fifth of the picture's height among them."""
    made = np.full((1512, 2016), 230, np.uint8)
    step = tile_px + gap_px
    for row in range(gap_px, made.shape[0] - tile_px, step):
        for column in range(gap_px, made.shape[1] - tile_px, step):
            made[row : row + tile_px, column : column + tile_px] = 40
    code = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_1000), 7, 280)
    made[600:960, 800:1160] = 255
    made[640:920, 840:1120] = code
    return made


@pytest.mark.parametrize("search", [DETECTION.quick, DETECTION.thorough], ids=["quick", "thorough"])
def test_a_code_on_a_floor_of_tiles_is_found(search) -> None:
    """Tiles smaller than the code are left out where there are too many; of few none is."""
    _, found, outlines = detect_codes(floor(16, 5), FAMILY, SETTINGS, search=search)
    assert found == [7]
    assert len(outlines) <= 1.5 * DETECTION.most_outlines
    _, found, outlines = detect_codes(floor(60, 40), FAMILY, SETTINGS, search=search)
    assert found == [7]
    assert len(outlines) >= 250
