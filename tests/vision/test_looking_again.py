"""What makes a second look at a table cheap: parts of a picture, boxes round changes, cells that are kept."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from simulator.games import opening_position, random_game
from simulator.virtual_table import Room, VirtualTable
from tabletop.gamefile import load_game
from tabletop.records import Header
from vision import BgrImage, Sight, read_image, reread
from vision.boards.shrunk import Shrunk
from vision.boxes import Box, apart, joined, within

PLAYERS = ("Ann", "Ben")


@pytest.mark.parametrize("size", [(1920, 1080), (4032, 3024), (1280, 720), (1923, 1081)])
def test_a_part_is_shrunk_as_the_whole_is(size: tuple[int, int]) -> None:
    """Samples of the smaller picture are the same whether a corner of it is shrunk or all of it."""
    width, height = size
    image = np.random.default_rng(1).integers(0, 256, (height, width, 3), np.uint8)
    scale = min(1.0, 1600 / width)
    small = cv2.resize(image, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
    points = np.random.default_rng(2).uniform(0, 90, (3, 50, 2)) + np.array([[[300, 200]], [[width - 95, 9]], [[7, 7]]])
    of_small = np.float32((points + 0.5) * scale - 0.5).reshape(1, -1, 2)
    expected = cv2.remap(small, of_small, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    assert np.abs(Shrunk(image, 1600).at(points).reshape(1, -1, 3) - expected).max() <= 1.0  # one grey level, rounded


@pytest.mark.parametrize(
    ("boxes", "expected"),
    [
        ([(0, 0, 10, 10), (20, 0, 30, 10)], [(0, 0, 10, 10), (20, 0, 30, 10)]),
        ([(0, 0, 10, 10), (20, 0, 30, 10), (9, 2, 21, 4)], [(0, 0, 30, 10)]),
        ([(0, 0, 50, 50), (10, 10, 20, 20)], [(0, 0, 50, 50)]),
        ([], []),
    ],
)
def test_boxes_that_touch_become_one(boxes: Sequence[Box], expected: Sequence[Box]) -> None:
    """Also where a third one joins two that lie apart."""
    assert joined(boxes) == expected


def test_what_lies_outside_all_boxes_is_apart() -> None:
    """A bound that reaches into one of two boxes is not apart, and a point in it is within."""
    boxes = [(0, 0, 10, 10), (50, 50, 60, 60)]
    bounds = np.array([[[20.0, 20.0], [30.0, 30.0]], [[45.0, 40.0], [51.0, 51.0]], [[20.0, 0.0], [30.0, 9.0]]])
    assert apart(bounds, boxes).tolist() == [True, False, True]
    assert apart(bounds, []).all()
    assert within(np.array([[9.0, 9.0], [10.0, 9.0]]), boxes).tolist() == [True, False]
    assert not within(np.array([[9.0, 9.0]]), []).any()


@pytest.fixture(scope="module")
def opened() -> tuple[BgrImage, Sight]:
    """Two players' boards of My City with nothing on them, and what was read."""
    game = load_game("my-city")
    position = opening_position(random_game(Header("my-city", PLAYERS), 1))
    table = VirtualTable(game, position, Room(seed=5))
    table.lay(position)
    image = next(table.still(0.1))
    return image, read_image(image, game, players=PLAYERS, name="my-city")


def noisy(image: BgrImage) -> BgrImage:
    """The next frame of the same thing."""
    return np.clip(image + np.random.default_rng(3).normal(0, 2, image.shape), 0, 255).astype(np.uint8)


def test_boards_without_a_change_are_not_read_again(opened: tuple[BgrImage, Sight]) -> None:
    """The next frame of the same boards keeps the reading itself."""
    image, sight = opened
    again = reread(noisy(image), sight)
    assert again.reading is sight.reading
    assert again.moved_px < 0.2


def test_a_cell_under_a_patch_is_asked_about_and_the_other_board_is_kept(opened: tuple[BgrImage, Sight]) -> None:
    """What is laid over one cell is looked at; cells of the other board keep what they told."""
    image, sight = opened
    covered = image.copy()
    cv2.fillPoly(covered, [np.rint(sight.outlines_px["cell:Ann:E5"]).astype(int)], (40, 20, 160))
    again = reread(noisy(covered), sight)
    assert sight.boards is not None
    assert again.boards is not None
    assert again.reading.confidence["cell:Ann:E5"] == "ask"
    others = [place for place in sight.boards.told if place.startswith("cell:Ben:")]
    assert all(again.boards.told[place] is sight.boards.told[place] for place in others)
    assert again.boards.cells is sight.boards.cells
