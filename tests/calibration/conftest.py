"""Views of the sheet through a known lens, rendered once for all tests."""

import numpy as np
import pytest

from calibration.camera import CalibrationView, CameraCalibration, calibrate_camera, look_at
from calibration.lens import Lens
from calibration.settings import CameraSettings
from calibration.synthetic_views import SyntheticCamera, frontal_poses, good_poses, usual_lens
from calibration.targets import Target, parse_target

SIZE_PX = (1280, 720)


@pytest.fixture(scope="session")
def lens() -> Lens:
    """The lens that is to be found."""
    return usual_lens(SIZE_PX)


@pytest.fixture(scope="session")
def camera(lens: Lens) -> SyntheticCamera:
    """The camera that shows the sheet."""
    return SyntheticCamera(lens, blur_px=0.8)


@pytest.fixture(scope="session")
def target() -> Target:
    """Our printed sheet."""
    return parse_target("a4")


@pytest.fixture(scope="session")
def settings() -> CameraSettings:
    """As shipped."""
    return CameraSettings()


@pytest.fixture(scope="session")
def good_views(camera: SyntheticCamera, target: Target, settings: CameraSettings) -> list[CalibrationView]:
    """Eighteen views as the guidance asks for them."""
    return _views(camera, target, settings, list(good_poses(np.random.default_rng(5), 18)))


@pytest.fixture(scope="session")
def frontal_views(camera: SyntheticCamera, target: Target, settings: CameraSettings) -> list[CalibrationView]:
    """Fourteen views facing the camera in the middle, none of them a repetition."""
    return _views(camera, target, settings, list(frontal_poses(np.random.default_rng(6), 14)))


@pytest.fixture(scope="session")
def good_outcome(good_views: list[CalibrationView], lens: Lens, settings: CameraSettings) -> CameraCalibration:
    """What comes of the good views."""
    return calibrate_camera(good_views, lens.size_px, settings)


@pytest.fixture(scope="session")
def frontal_outcome(frontal_views: list[CalibrationView], lens: Lens, settings: CameraSettings) -> CameraCalibration:
    """What comes of the frontal ones."""
    return calibrate_camera(frontal_views, lens.size_px, settings)


def _views(camera: SyntheticCamera, target: Target, settings: CameraSettings, poses: list) -> list[CalibrationView]:  # type: ignore[type-arg]
    rng = np.random.default_rng(7)
    return [
        look_at(f"view {number}", camera.picture(pose, rng), [], target, settings)
        for number, pose in enumerate(poses, start=1)
    ]
