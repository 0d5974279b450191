"""Exact geometry: corners of codes, the plane, heights, the camera that the codes alone tell."""

from typing import Any

import numpy as np
import pytest
from thinned import thinned

from tabletop.profiles import CameraProfile
from vision.pixels.arrays import to_grey
from vision.pixels.detection import find_codes
from vision.reader import read_image
from vision.settings import ReaderSettings
from vision.table.plane import TablePlane


def test_corners_are_exact(table: Any) -> None:
    """In a sharp picture the corners of the codes lie within a tenth of a pixel of the truth, in the median."""
    photo = table.photo(view="phone-30", light="ceiling", seed=3, size_px=(2000, 1500))
    seen = find_codes(to_grey(photo.image), table.game, ReaderSettings())
    true = [corners for part in photo.truth.parts for corners in part.codes_px.values()]
    errors = []
    for code in seen:
        nearest = min(true, key=lambda corners: np.linalg.norm(corners.mean(axis=0) - code.middle_px))
        errors.append(np.linalg.norm(nearest - code.corners_px, axis=1))
    assert len(seen) >= 0.95 * len(true)
    assert np.median(errors) < 0.1


@pytest.mark.parametrize("lens", [0.0, -0.08, 0.05])
def test_table_and_picture_are_inverse(lens: float) -> None:
    """Millimetres to pixels and back, at any height, with and without distortion."""
    homography = np.array([[3.0, 0.2, 900.0], [-0.1, 2.5, 500.0], [0.0002, 0.0008, 1.0]])
    plane = TablePlane(homography, lens, (1920, 1080))
    points = np.random.default_rng(1).uniform(-150, 150, (50, 2))
    for height_mm in (0.0, 1.5, 25.0):
        back = plane.to_table(plane.to_picture(points, height_mm=height_mm), height_mm=height_mm)
        assert np.abs(back - points).max() < 1e-3


@pytest.mark.parametrize(("view", "size_px"), thinned([("webcam-35", (1920, 1080)), ("phone-45", (2000, 1500))], 1))
def test_the_codes_tell_the_camera(table: Any, view: str, size_px: tuple[int, int]) -> None:
    """Seen aslant, the focal length comes out within 10 % and the tilt within 2 degrees, without any calibration."""
    photo = table.photo(view=view, light="ceiling", seed=4, size_px=size_px)
    sight = read_image(photo.image, table.game)
    plane = sight.table.plane
    camera = photo.truth.camera
    assert plane.focal_px == pytest.approx(camera.matrix[0, 0], rel=0.1)
    tilt = np.degrees(np.arccos(abs(camera.rotation[2, 2])))
    assert plane.tilt_deg == pytest.approx(tilt, abs=2.0)


def test_height_moves_towards_the_horizon(table: Any) -> None:
    """A point 25 mm above the table is put where the true camera puts it, within a millimetre and a half."""
    photo = table.photo(view="phone-45", light="ceiling", seed=4, size_px=(2000, 1500))
    plane = read_image(photo.image, table.game).table.plane
    camera = photo.truth.camera
    ground = np.array([[200.0, 150.0, 0.3], [60.0, 250.0, 0.3]])
    own = plane.to_table(camera.project(ground))
    lifted = camera.project(ground + np.array([0, 0, 25.0]))
    error = np.linalg.norm(plane.to_picture(own, height_mm=25.0) - lifted, axis=1)
    assert (error < 1.5 * plane.px_per_mm(own)).all()


def test_a_profile_straightens_the_picture(table: Any) -> None:
    """With the camera's own profile the solved lens is flat, and outlines still lie in the picture as taken."""
    photo = table.photo(view="webcam-35", light="ceiling", seed=4, size_px=(1920, 1080))
    camera = photo.truth.camera
    height, width = photo.image.shape[:2]
    profile = CameraProfile(
        camera="virtual",
        size_px=(width, height),
        focus="",
        made="2026-01-01",
        focal_px=(camera.matrix[0, 0], camera.matrix[1, 1]),
        centre_px=(camera.matrix[0, 2], camera.matrix[1, 2]),
        distortion=tuple((*np.ravel(camera.distortion), 0.0, 0.0, 0.0, 0.0, 0.0)[:5]),
        focal_sd_px=(1.0, 1.0),
        centre_sd_px=(1.0, 1.0),
        reprojection_px=0.1,
        ray_error_px=0.3,
        views=20,
        sheet="a4",
    )
    plain = read_image(photo.image, table.game)
    straight = read_image(photo.image, table.game, profile=profile)
    assert straight.reading.position == plain.reading.position
    assert abs(straight.table.plane.lens) < 0.03  # seven seeds: 0.001 to 0.022
    for place in ("property:11", "tile:3"):
        assert np.abs(straight.outlines_px[place] - plain.outlines_px[place]).max() < 1.5
