"""The table's plane from the virtual camera's pictures, whose place is known exactly."""

import numpy as np
import pytest

from calibration.table import TableSettings, calibrate_table, table_profile
from simulator.art import PartsBox
from simulator.photograph import Photograph
from simulator.scene import NEAT
from simulator.studio import Shot, shoot
from tabletop.errors import UnreadableInput
from tabletop.gamefile import load_game
from tabletop.games.big_city.values import BigCityPosition
from tabletop.lattice import PlacedTile
from tabletop.plans import plan_of
from tabletop.profiles import CameraProfile, TableProfile, parse_profile, profile_text

GAME = load_game("big-city")


@pytest.fixture(scope="module")
def photos() -> dict[str, Photograph]:
    """Three empty neighbourhoods from above and aslant."""
    position = BigCityPosition(tiles=(PlacedTile(1, (0, 0), 0), PlacedTile(2, (3, 0), 0), PlacedTile(3, (0, 3), 1)))
    plan, box = plan_of(position, GAME), PartsBox(GAME)
    shots = {"above": (1920, 1080), "webcam-35": (1920, 1080)}
    return {
        view: shoot(plan, box, Shot(view=view, light="ceiling", table="wood", seed=3, size_px=size, disorder=NEAT))
        for view, size in shots.items()
    }


def known(photo: Photograph) -> CameraProfile:
    """The virtual camera's own lens as a profile."""
    camera = photo.truth.camera
    k1, k2, p1, p2, k3 = (float(value) for value in camera.distortion)
    matrix = camera.matrix
    return CameraProfile(
        "virtual", camera.size_px, "", "2026-11-20", (float(matrix[0, 0]), float(matrix[1, 1])),
        (float(matrix[0, 2]), float(matrix[1, 2])), (k1, k2, p1, p2, k3), (1.0, 1.0), (1.0, 1.0), 0.1, 0.5, 12, "a4",
    )  # fmt: skip


@pytest.mark.parametrize("view", ["above", "webcam-35"])
def test_height_and_tilt_with_a_known_lens(view: str, photos: dict[str, Photograph]) -> None:
    """With the camera's profile height is right within 0.4 %, tilt within half a degree, and the bars are honest."""
    photo = photos[view]
    camera = photo.truth.camera
    found = calibrate_table(photo.image, GAME, known(photo))
    assert found.height_mm == pytest.approx(camera.position_mm[2], rel=0.004)
    assert abs(found.height_mm - camera.position_mm[2]) < 3 * found.height_sd_mm
    assert found.tilt_deg == pytest.approx(np.degrees(np.arccos(camera.rotation[2, 2])), abs=0.5)


def test_without_a_profile_the_height_is_honestly_unsure(photos: dict[str, Photograph]) -> None:
    """From straight above nothing tells the focal length: the height's bar says so and covers the truth."""
    photo = photos["above"]
    found = calibrate_table(photo.image, GAME, None)
    assert found.height_sd_mm > 50
    assert abs(found.height_mm - photo.truth.camera.position_mm[2]) < 2 * found.height_sd_mm


def test_lengths_on_the_table(photos: dict[str, Photograph]) -> None:
    """Pixels go to table millimetres and back, and a printed code measures its 16.8 mm within 2 %."""
    photo = photos["webcam-35"]
    found = calibrate_table(photo.image, GAME, known(photo))
    tile = next(part for part in photo.truth.parts if part.part == "tile-1")
    corners_px = np.asarray(tile.codes_px[0], float)
    corners_mm = found.to_table(corners_px)
    assert found.to_picture(corners_mm) == pytest.approx(corners_px, abs=0.01)
    sides = np.linalg.norm(corners_mm - np.roll(corners_mm, 1, axis=0), axis=1)
    assert sides == pytest.approx([16.8] * 4, rel=0.02)


def test_profile_parses_back(photos: dict[str, Photograph]) -> None:
    """The table's profile reads back the same and has its origin under the axis of sight."""
    photo = photos["above"]
    profile = table_profile(calibrate_table(photo.image, GAME, known(photo)), camera="virtual", made="2026-11-20")
    assert parse_profile(profile_text(profile), TableProfile) == profile
    assert profile.translation_mm[:2] == pytest.approx((0, 0), abs=1e-6)


def test_table_without_sheets_is_refused() -> None:
    """A picture without printed codes is refused with what to lay down."""
    with pytest.raises(UnreadableInput, match="lay a few flat"):
        calibrate_table(np.full((480, 640, 3), 90, np.uint8), GAME, None, TableSettings())
