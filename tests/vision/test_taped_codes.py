"""Boards that people made with scissors and tape: codes of any family, turned and crooked, read all the same."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tabletop.gamefile import GameFile, load_game
from tabletop.piecefile import PieceSet, PlainPiece
from vision.boards.codes import agreeing
from vision.boards.setup import setup_of
from vision.pixels.codes import SeenCode
from vision.reader import read_image
from vision.settings.boards import BoardSettings

PX_PER_MM = 4.0
CODES = {3: (30, 30), 7: (370, 30), 11: (370, 370), 19: (30, 370), 5: (200, 28)}
BOARD = """
[board]
name = "plank"
title = "Our plank"
game = "custom"
size_mm = [400.0, 400.0]
[grid]
shape = "square"
rows = 8
columns = 8
pitch_mm = 35.0
first_cell_mm = [77.5, 77.5]
names = "ranks-from-bottom"
[codes]
dictionary = "{dictionary}"
side_mm = 36.0
"""
GAME = """
[game]
name = "men"
title = "Men"
rules = "custom"
players = [2, 2]
board = "plank.toml"
[grid]
shape = "square"
rows = 8
columns = 8
pitch_mm = 35.0
[[parts]]
id = "king"
"""
MEN = PieceSet(
    "men", "Men", "men.toml", (PlainPiece("king", None, (20.0, 20.0), 0.5, "DICT_ARUCO_MIP_36h12", 4, 18.0),)
)
TURNS = {3: 93.0, 7: -4.0, 11: 178.0, 19: 271.0, 5: 45.0 - 3.0}
"""Degrees clockwise by which each code was taped on."""


def plank(folder: Path, dictionary: str) -> tuple[GameFile, str]:
    """A game whose board bears taped codes."""
    codes = "".join(f"[[codes.at]]\nid = {id_}\ncentre_mm = [{x}, {y}]\n" for id_, (x, y) in CODES.items())
    (folder / "plank.toml").write_text(BOARD.format(dictionary=dictionary) + codes)
    (folder / "men.toml").write_text(GAME)
    path = str(folder / "men.toml")
    return load_game(path), path


def pasted(
    image: np.ndarray, dictionary: str, id_: int, middle_mm: tuple[float, float], side: float, turn: float
) -> None:
    """A code with its white border glued onto the flat picture of the board."""
    family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    count = family.markerSize + 2
    code = cv2.copyMakeBorder(cv2.aruco.generateImageMarker(family, id_, count), 1, 1, 1, 1, 0, value=(255,))
    unit, reach = side / count * PX_PER_MM, (count + 2) / 2
    matrix = cv2.getRotationMatrix2D((0.0, 0.0), -turn, unit)
    middle = np.array(middle_mm) * PX_PER_MM - 0.5
    matrix[:, 2] = middle - matrix[:, :2] @ (reach - 0.5, reach - 0.5)
    size = image.shape[1::-1]
    alpha = cv2.warpAffine(np.ones_like(code) * 255, matrix, size, flags=cv2.INTER_NEAREST)
    drawn = cv2.warpAffine(code, matrix, size, flags=cv2.INTER_NEAREST)
    image[alpha > 127] = drawn[alpha > 127, None] * 0.9 + 12


def photographed(flat: np.ndarray, upside_down: bool = False) -> np.ndarray:
    """The flat picture of the board as a camera at a slant sees it on a brown table."""
    height, width = flat.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    seen = np.array([[420, 130], [1390, 170], [1600, 960], [260, 1000]], np.float32)
    if upside_down:
        seen = np.roll(seen, 2, axis=0)
    matrix = cv2.getPerspectiveTransform(corners, seen)
    photo = cv2.warpPerspective(
        flat, matrix, (1920, 1080), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT, borderValue=(70, 95, 130)
    )
    return cv2.GaussianBlur(photo, (0, 0), 0.8)


@pytest.mark.parametrize("dictionary", ["DICT_APRILTAG_36h11", "DICT_ARUCO_ORIGINAL", "DICT_5X5_1000"])
@pytest.mark.parametrize("upside_down", [False, True])
def test_taped_codes_of_any_family_tell_the_cells(tmp_path: Path, dictionary: str, upside_down: bool) -> None:
    """Codes turned by a quarter, a half, 42 degrees: the man stands on e6, from whichever side the phone looks."""
    game, path = plank(tmp_path, dictionary)
    flat = np.full((1600, 1600, 3), (150, 190, 215), np.uint8)
    for id_, middle in CODES.items():
        pasted(flat, dictionary, id_, middle, 36.0, TURNS[id_])
    pasted(flat, "DICT_ARUCO_MIP_36h12", 4, (77.5 + 4 * 35, 77.5 + 2 * 35), 18.0, 200.0)
    sight = read_image(photographed(flat, upside_down), game, name=path, pieces=MEN)
    assert [(part.part, part.on) for part in sight.reading.position.parts] == [("king", ("e6",))]
    assert sight.reading.confidence["cell:e6"] == "certain"
    assert not sight.reading.problems


def test_two_of_the_codes_are_enough(tmp_path: Path) -> None:
    """Two turned codes in opposite corners: where the other three lie is known to 4 mm."""
    game, path = plank(tmp_path, "DICT_4X4_50")
    setup = setup_of(game, path)
    plane = np.array([[2.1, -0.3, 400.0], [0.2, 1.7, 200.0], [1e-4, 3e-4, 1.0]])
    seen = [_seen(100_000 + id_, TURNS[id_], plane) for id_ in (3, 11)]
    upright = [_seen(100_000 + id_, 0.0, plane) for id_ in (3, 11)]
    for got, wanted in zip(agreeing(seen, setup, (1920, 1080), BoardSettings()), upright, strict=True):
        assert np.abs(got.corners_px - wanted.corners_px).max() < 0.01


def _seen(id_: int, turn: float, plane: np.ndarray) -> SeenCode:
    """A code of the board, turned, through a homography from the board's millimetres."""
    x, y = CODES[id_ % 100_000]
    angle = np.radians(turn)
    rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = np.array([[-18.0, -18], [18, -18], [18, 18], [-18, 18]]) @ rotation.T + (x - 200, y - 200)
    carried = np.column_stack([corners, np.ones(4)]) @ plane.T
    return SeenCode(id_, carried[:, :2] / carried[:, 2:], 1.0)
