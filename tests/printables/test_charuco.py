"""The calibration sheet, measured on the rendered page."""

import cv2
import numpy as np
import pypdfium2
import pytest

from printables.charuco import SHEET, charuco_pdf

DPI = 300


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_corner_is_printed_where_opencv_expects_it(paper: str) -> None:
    """OpenCV finds all corners of the rendered sheet, each within 0.1 mm of its place on the board."""
    page = pypdfium2.PdfDocument(charuco_pdf(paper))[0]
    image = np.ascontiguousarray(page.render(scale=DPI / 72).to_numpy()[:, :, :3])
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, SHEET.dictionary))
    board = cv2.aruco.CharucoBoard((SHEET.columns, SHEET.rows), SHEET.square_mm, SHEET.code_mm, dictionary)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(image)
    assert len(ids) == SHEET.corners
    board_mm, image_px = board.matchImagePoints(corners, ids)
    offset_mm = image_px.reshape(-1, 2) * 25.4 / DPI - board_mm.reshape(-1, 3)[:, :2]
    assert np.abs(offset_mm - offset_mm.mean(axis=0)).max() < 0.1


def test_sheet_says_its_units_size_and_dictionary() -> None:
    """The sheet itself tells square and page size in mm, the dictionary, and how to print it."""
    text = pypdfium2.PdfDocument(charuco_pdf("letter"))[0].get_textpage().get_text_range()
    for words in ("25 mm", "DICT_6X6_250", "279.4 × 215.9 mm", "Letter", "100 %"):
        assert words in text
