"""A board of which only one small code is seen."""

import cv2
import numpy as np
import pytest

from simulator.art import PartsBox
from simulator.photograph import Photograph
from simulator.studio import Shot, shoot
from tabletop.gamefile import load_game
from tabletop.notation import read_position
from tabletop.plans import plan_of
from vision import FrameReading, read_image

POSITION = """
game = "my-city"
players = ["Ann"]
[[boards]]
player = "Ann"
board = "eternal"
buildings = [{ building = "red-1", on = ["E5", "E6"] }, { building = "blue-2", on = ["G8", "H8", "I8"] }]
"""


@pytest.fixture(scope="module")
def photo() -> Photograph:
    """One board, its codes about twenty pixels wide."""
    game = load_game("my-city")
    return shoot(plan_of(read_position(POSITION), game), PartsBox(game), Shot(size_px=(1000, 750), seed=4))


def read(photo: Photograph, *, covered: int) -> FrameReading:
    """The picture read after so many of the board's six codes have been painted over."""
    image = photo.image.copy()
    board = next(part for part in photo.truth.parts if part.part == "eternal-1")
    for corners in list(board.codes_px.values())[:covered]:
        middle = corners.mean(axis=0)
        grown = middle + 1.4 * (corners - middle)
        cv2.fillPoly(image, [np.round(grown).astype(np.int32)], (90, 120, 200))
    return read_image(image, load_game("my-city"), players=("Ann",))


def test_a_table_that_hangs_on_one_code_is_asked_about(photo: Photograph) -> None:
    """One small code tells neither direction nor tilt well enough to say which cell is which."""
    sight = read(photo, covered=5)
    assert "board-loose" in {problem.code for problem in sight.reading.problems}
    assert {value for place, value in sight.reading.confidence.items() if place.startswith("cell:")} == {"ask"}
    assert set(sight.reading.evidence["cell:Ann:A1"].values()) == {0.0}


def test_two_codes_tie_a_board(photo: Photograph) -> None:
    """Two codes lie far enough apart to tell the direction."""
    sight = read(photo, covered=4)
    assert "board-loose" not in {problem.code for problem in sight.reading.problems}
    assert "certain" in sight.reading.confidence.values()
