"""A camera's calibration against a lens that is known exactly."""

import cv2
import numpy as np
import pytest

from calibration.camera import CalibrationView, CameraCalibration, calibrate_camera, look_at
from calibration.guidance import coverage, lean_of, wishes
from calibration.lens import Lens, fit_lens, ray_error_px
from calibration.pictures import coverage_picture
from calibration.settings import CameraSettings
from calibration.synthetic_views import SheetPose, SyntheticCamera, good_poses
from calibration.targets import Target, find_target, parse_target
from tabletop.errors import UsageError
from tabletop.profiles import CameraProfile


def sightings(views: list[CalibrationView]) -> list:  # type: ignore[type-arg]
    """What the views show."""
    return [view.sighting for view in views]


def test_corners_are_found_where_the_sheet_is(camera: SyntheticCamera, target: Target, lens: Lens) -> None:
    """Corners of a leaning sheet near the picture's rim lie within 0.1 px (rms) of where the known lens puts them."""
    pose = SheetPose(0.35, 0.4, 420, 30, 50, 8)
    seen = find_target(camera.picture(pose, np.random.default_rng(1))[:, :, 1].copy(), target)
    assert seen is not None
    rotation, translation = camera.placed(pose)
    middle = np.array([(target.columns / 2 - 1), (target.rows / 2 - 1), 0]) * target.square_mm
    truth, _ = cv2.projectPoints(seen.pattern_mm - middle, rotation, translation, lens.matrix, lens.distortion)
    assert np.sqrt(((seen.corners_px - truth.reshape(-1, 2)) ** 2).mean()) < 0.1


def test_good_views_give_the_lens_within_the_error_told(good_outcome: CameraCalibration, lens: Lens) -> None:
    """With leaning views all over the picture the worst ray is off by less than told, the focal length by 0.2 %."""
    outcome = good_outcome
    assert outcome.fit is not None
    assert outcome.verdict in ("good", "usable")
    assert ray_error_px(outcome.fit.lens, lens).max() < outcome.fit.ray_error_px
    assert outcome.fit.lens.parameters[0] == pytest.approx(lens.parameters[0], rel=0.002)


@pytest.mark.parametrize("count", [3, 5, 8])
def test_error_told_holds_for_few_views(count: int, good_views: list[CalibrationView], lens: Lens) -> None:
    """However few views there are, the bar covers the true error."""
    fit = fit_lens(sightings(good_views)[:count], lens.size_px)
    assert ray_error_px(fit.lens, lens).max() < fit.ray_error_px


def test_frontal_views_are_insufficient_though_they_fit(frontal_outcome: CameraCalibration) -> None:
    """Fourteen centred frontal views fit to 0.2 px and are refused all the same, with what is missing."""
    outcome = frontal_outcome
    assert outcome.fit is not None
    assert outcome.fit.reprojection_px < 0.2
    assert outcome.verdict == "insufficient"
    assert any("corner" in wish for wish in outcome.wishes)
    assert any("lean" in wish for wish in outcome.wishes)


def test_blurred_view_is_rejected(camera: SyntheticCamera, target: Target, settings: CameraSettings) -> None:
    """A sheet moved by 8 px during the exposure does not count, and the reason says so."""
    image = camera.picture(SheetPose(0.5, 0.5, 380, 20, 0), np.random.default_rng(1), moved_px=8)
    assert "blurred" in look_at("a", image, [], target, settings).rejected


def test_repeated_view_is_rejected(
    camera: SyntheticCamera, target: Target, good_views: list[CalibrationView], settings: CameraSettings
) -> None:
    """A sheet that was hardly moved since an earlier view does not count again."""
    rng = np.random.default_rng(1)
    first = look_at("first", camera.picture(SheetPose(0.5, 0.5, 400, 20, 0), rng), good_views[3:5], target, settings)
    again = look_at("again", camera.picture(SheetPose(0.505, 0.5, 401, 20, 3), rng), [first], target, settings)
    assert not first.rejected
    assert again.rejected == "shows the same as first"


def test_empty_picture_is_rejected(target: Target, settings: CameraSettings) -> None:
    """A picture without the sheet is a view that does not count, not an error."""
    view = look_at("a", np.full((480, 640, 3), 120, np.uint8), [], target, settings)
    assert view.rejected == "the sheet is not seen"


def test_view_that_does_not_fit_is_left_out(
    good_views: list[CalibrationView], lens: Lens, settings: CameraSettings
) -> None:
    """A view whose corners lie elsewhere than on a flat sheet is named and left out."""
    odd = good_views[4].sighting
    assert odd is not None
    bent = odd.corners_px + 2.5 * np.sin(odd.pattern_mm[:, :2] / 40)
    spoilt = CalibrationView("bent", type(odd)(odd.ids, bent, odd.pattern_mm, odd.blur_px))
    outcome = calibrate_camera([*good_views, spoilt], lens.size_px, settings)
    assert [view.name for view in outcome.views if view.rejected] == ["bent"]


def test_lean_points_to_the_far_side(camera: SyntheticCamera, target: Target) -> None:
    """A sheet whose right side is farther away leans to the right, one whose lower side is, downwards."""
    rng = np.random.default_rng(1)
    for degrees, axis in ((0.0, 0), (90.0, 1)):
        seen = find_target(camera.picture(SheetPose(0.5, 0.5, 420, 30, degrees), rng)[:, :, 1].copy(), target)
        assert seen is not None
        lean = lean_of(seen)
        assert lean[axis] > 0.12
        assert abs(lean[1 - axis]) < 0.06


def test_wishes_name_the_part_that_is_missing(
    good_views: list[CalibrationView], lens: Lens, settings: CameraSettings
) -> None:
    """Without views that reach the picture's left third, its left is asked for and nothing on the right."""
    right = [view for view in sightings(good_views) if view.corners_px[:, 0].min() > 0.35 * lens.size_px[0]]
    assert right
    counts = coverage(right, lens.size_px, settings)
    assert not counts[:, :2].any()
    asked = " ".join(wish for wish in wishes(right, lens.size_px, settings) if wish.startswith("hold"))
    assert "left" in asked


def test_turned_profile_sees_turned_pictures() -> None:
    """Projecting with a profile turned clockwise gives the turned pixels of the unturned profile."""
    profile = CameraProfile(
        "c", (1280, 720), "", "2026-11-20", (900.0, 905.0), (650.0, 350.0), (0.1, -0.2, 0.003, -0.002, 0.05),
        (1.0, 1.0), (1.0, 1.0), 0.1, 1.0, 10, "a4",
    )  # fmt: skip
    point = np.array([[0.21, -0.13, 1.0]])
    (x, y), *_ = _projected(profile, point)
    quarter = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    (turned_x, turned_y), *_ = _projected(profile.turned(1), point @ quarter.T)
    assert (turned_x, turned_y) == pytest.approx((720 - 1 - y, x), abs=1e-6)


def _projected(profile: CameraProfile, points: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    (fx, fy), (cx, cy) = profile.focal_px, profile.centre_px
    matrix = np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1]])
    pixels, _ = cv2.projectPoints(points, np.zeros(3), np.zeros(3), matrix, np.array(profile.distortion))
    return np.asarray(pixels).reshape(-1, 2)


def test_coverage_picture_marks_what_is_lacking(frontal_outcome: CameraCalibration, settings: CameraSettings) -> None:
    """The coverage picture shows an uncovered corner in another colour than the covered middle."""
    picture = coverage_picture(frontal_outcome, settings)
    assert picture[40, 150].tolist() != picture[330, 640].tolist()
    assert picture.shape[1] == 1280


@pytest.mark.parametrize(
    "words", ["a5", "chessboard:9x6", "charuco:5x7:30:40:DICT_6X6_250", "charuco:5x7:40:30:DICT_9"]
)
def test_unknown_sheet_is_refused(words: str) -> None:
    """A sheet that cannot be meant is wrong use, with the forms there are."""
    with pytest.raises(UsageError):
        parse_target(words)


def test_bent_sheet_widens_the_error_told(
    camera: SyntheticCamera, target: Target, lens: Lens, good_views: list[CalibrationView], settings: CameraSettings
) -> None:
    """A sheet that arches by 5 mm is noticed: ray error told many times that of a flat one, and never too small."""
    rng = np.random.default_rng(9)
    poses = list(good_poses(np.random.default_rng(5), 9))
    views = [look_at(f"b{n}", camera.picture(p, rng, bent_mm=5.0), [], target, settings) for n, p in enumerate(poses)]
    bent, flat = (fit_lens(sightings(kept), lens.size_px) for kept in (views, good_views[:9]))
    assert bent.ray_error_px > 2 * flat.ray_error_px
    assert bent.ray_error_px > ray_error_px(bent.lens, lens).max()
