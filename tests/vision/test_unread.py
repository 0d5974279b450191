"""What is told of pictures that cannot be read: the true reason, with the mend."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from drawn_boards import OwnBoard, camera_over, own_game, picture, token
from thinned import thinned

from simulator.art import PartsBox
from simulator.studio import Shot, shoot
from tabletop.gamefile import load_game
from tabletop.notation import read_position
from tabletop.plans import plan_of
from vision import FrameReading, load_image, read_image
from vision.game_detection import detect_game
from vision.pixels.arrays import to_grey
from vision.settings import ReaderSettings
from vision.unread import why_unread

PHOTOS = Path(__file__).parents[1] / "photos"
BOARD = OwnBoard()


def first(sight: FrameReading) -> tuple[str, str]:
    """The first problem's code and message; there is no position."""
    assert sight.reading.position is None
    problem = sight.reading.problems[0]
    return problem.code, problem.message


@pytest.mark.parametrize("told", thinned(["DICT_5X5_50", "DICT_6X6_250", "DICT_APRILTAG_36h11"], 1))
def test_another_family_than_the_file_says(tmp_path: Path, told: str) -> None:
    """The family that lies there is named, and no mirror and no single code are spoken of."""
    game, path = own_game(tmp_path, replace(BOARD, dictionary=told))
    codes = [token(game, part, BOARD.middle_mm(cell)) for part, cell in (("king", "B2"), ("rook", "E4"))]
    code, message = first(read_image(picture(BOARD, codes, camera_over(BOARD)), game, name=path))
    assert code == "other-family"
    assert f"are of DICT_4X4_50, and the files have {told}" in message


@pytest.mark.parametrize(
    ("photo", "taken_for", "shown"),
    thinned(
        [
            ("big-city/above-ceiling-early.jpg", "my-city", "big-city"),
            ("my-city-chess/ordinary-above-window.jpg", "big-city", "my-city-chess"),
        ],
        1,
    ),
)
def test_another_game_than_was_named(photo: str, taken_for: str, shown: str) -> None:
    """The game that lies there is named; nobody has to move closer."""
    code, message = first(read_image(load_image(PHOTOS / photo), load_game(taken_for)))
    assert code == "other-game"
    assert message.endswith(f"name the game {shown} instead")


def test_no_game_is_another_than_itself() -> None:
    """Four Ponds, whose codes are seen and cannot be placed (a squeezed panorama): it is not "not Four Ponds"."""
    game = load_game("try")
    plan = plan_of(read_position('game = "try"'), game)
    grey = to_grey(shoot(plan, PartsBox(game, None), Shot(size_px=(1600, 1200))).image)
    assert detect_game(grey) == "try"
    assert why_unread(grey, [], game, (), ReaderSettings())[0].code == "too-little-seen"


@pytest.mark.parametrize(
    ("game", "lamp"), thinned([("big-city", 70.0), ("my-city", 0.0), ("big-city", 0.0), ("my-city", 70.0)], 1)
)
def test_a_bare_table_is_not_blurred(game: str, lamp: float) -> None:
    """Smooth wood, evenly lit or under a lamp: no code is seen, and nobody has to wipe a lens."""
    y, x = np.mgrid[0:1080, 0:1920]
    light = 110 + lamp * np.exp(-(((x - 700) / 500) ** 2 + ((y - 400) / 400) ** 2))
    grain = np.random.default_rng(0).normal(0, 1.5, (1080, 1920, 3))
    image = np.clip(light[..., None] * np.array([0.6, 0.8, 1.0]) + grain, 0, 255).astype(np.uint8)
    image[:, 1700:] = 25  # beyond the table's edge
    code, message = first(read_image(image, load_game(game)))
    assert code == "too-little-seen"
    assert "no printed code" in message
