"""A small city to photograph, the game file, and the box of drawn parts, made once."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from simulator.art import PartsBox
from simulator.camera import Camera, camera_at
from tabletop.gamefile import GameFile, load_game
from tabletop.games.big_city.values import BigCityPosition
from tabletop.lattice import PlacedPiece, PlacedStreetcar, PlacedTile

CITY = BigCityPosition(
    tiles=(PlacedTile(1, (0, 0)), PlacedTile(2, (3, 0)), PlacedTile(3, (0, 3), 2)),
    pieces=(
        PlacedPiece("business", (37, 38)),
        PlacedPiece("city-hall", (15,)),
        PlacedPiece("residence", (11, 12)),
        PlacedPiece("stanford", (21, 25, 26)),
    ),
    streetcars=(PlacedStreetcar(13, "south"), PlacedStreetcar(14, "east")),
    players=("Ann", "Ben"),
    turn="Ben",
)


@pytest.fixture(scope="session")
def game() -> GameFile:
    """Big City's game file."""
    return load_game("big-city")


@pytest.fixture(scope="session")
def box(game: GameFile) -> PartsBox:
    """Its parts, drawn once for all tests."""
    return PartsBox(game)


@pytest.fixture(scope="session")
def city() -> BigCityPosition:
    """Three neighbourhoods, four buildings, two streetcars, two players."""
    return CITY


@pytest.fixture(scope="session")
def tilted_camera() -> Camera:
    """A distorting lens that looks at the city from below at about 30 degrees."""
    return camera_at(
        (150.0, 620.0, 520.0), (150.0, 150.0), size_px=(1280, 960), field_of_view_deg=38.0, roll_deg=3.0,
        distortion=(0.06, -0.11, 0.001, -0.0006, 0.03),
    )  # fmt: skip


@pytest.fixture(scope="session")
def codes_in() -> Callable[[np.ndarray], dict[int, list[np.ndarray]]]:
    """Codes that cv2's own detector finds in a picture: id -> corners of shape (4, 2) of each."""
    return _codes_in


def _codes_in(image: np.ndarray) -> dict[int, list[np.ndarray]]:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_1000)
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 4
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, settings).detectMarkers(image)
    found: dict[int, list[np.ndarray]] = {}
    for number, quad in zip(() if ids is None else ids.ravel(), corners, strict=True):
        found.setdefault(int(number), []).append(quad[0])
    return found
