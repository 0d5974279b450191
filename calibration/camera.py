"""From pictures of the sheet to a camera's profile: which views count, the fit, the verdict."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from calibration.guidance import Counts, coverage, wishes
from calibration.lens import LensFit, fit_lens
from calibration.settings import CameraSettings
from calibration.targets import Target, TargetSighting, find_target
from tabletop.profiles import CameraProfile
from tabletop.rounding import rounded_down, rounded_up
from vision.pixels.arrays import BgrImage, to_grey

LensVerdict = Literal["good", "usable", "insufficient"]


@dataclass(frozen=True, slots=True, eq=False)
class CalibrationView:
    """One picture that was offered: what was seen, and why it does not count (empty where it does)."""

    name: str
    sighting: TargetSighting | None
    rejected: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class CameraCalibration:
    """The outcome: every view, the fit (None where too few views are left), what is still missing, the verdict."""

    views: tuple[CalibrationView, ...]
    size_px: tuple[int, int]
    fit: LensFit | None
    coverage: Counts
    wishes: tuple[str, ...]
    verdict: LensVerdict

    @property
    def used(self) -> tuple[CalibrationView, ...]:
        """The views behind the fit, in the order of its residuals."""
        return tuple(view for view in self.views if not view.rejected)


def look_at(
    name: str, image: BgrImage, accepted: Sequence[CalibrationView], target: Target, settings: CameraSettings
) -> CalibrationView:
    """One picture judged on its own and against the views that count already."""
    sighting = find_target(to_grey(image), target)
    if sighting is None:
        return CalibrationView(name, None, "the sheet is not seen")
    if len(sighting.ids) < settings.least_corners:
        return CalibrationView(name, sighting, f"only {len(sighting.ids)} of {target.corners} corners are seen")
    spread = np.linalg.svd(sighting.pattern_mm[:, :2] - sighting.pattern_mm[:, :2].mean(axis=0), compute_uv=False)
    if spread[1] < settings.least_spread * spread[0]:
        return CalibrationView(name, sighting, "only a strip of the sheet is seen")
    width = image.shape[1]
    limit = max(settings.blurred_px, settings.blurred_share * width)
    if sighting.blur_px > limit:
        return CalibrationView(
            name,
            sighting,
            f"blurred by {rounded_up(sighting.blur_px, 1)} px (at most {rounded_down(limit, 1)}): "
            "hold still, more light",
        )
    for view in accepted:
        if (
            not view.rejected
            and view.sighting is not None
            and way_px(sighting, view.sighting) < settings.repeated_share * width
        ):
            return CalibrationView(name, sighting, f"shows the same as {view.name}")
    return CalibrationView(name, sighting)


def calibrate_camera(
    views: Sequence[CalibrationView], size_px: tuple[int, int], settings: CameraSettings
) -> CameraCalibration:
    """The lens from the views that count; views that moved or do not fit are left out and say so."""
    views = _without_soft(views, settings)
    fit = _fit(views, size_px)
    for _ in range(3):
        if fit is None or len(fit.view_residuals_px) <= 4:
            break
        limit = settings.outlier_ratio * float(np.median(fit.view_residuals_px))
        used = [index for index, view in enumerate(views) if not view.rejected]
        bad = {index: r for index, r in zip(used, fit.view_residuals_px, strict=True) if r > limit}
        if not bad:
            break
        views = [
            CalibrationView(view.name, view.sighting, f"does not fit the others (residual {bad[index]:.2f} px)")
            if index in bad
            else view
            for index, view in enumerate(views)
        ]
        fit = _fit(views, size_px)
    seen = [view.sighting for view in views if not view.rejected and view.sighting is not None]
    missing = wishes(seen, size_px, settings)
    verdict: LensVerdict = "insufficient"
    if fit is not None:
        if fit.reprojection_px > max(settings.flat_px, settings.flat_share * size_px[0]):
            missing = (*missing, "tape the sheet flat to a board: its corners do not lie in one plane")
        if fit.ray_error_px <= settings.insufficient_share * size_px[0] and len(seen) >= settings.least_views:
            verdict = "good" if fit.ray_error_px <= settings.good_share * size_px[0] else "usable"
        if verdict != "good" and not missing:
            missing = ("take more views with the sheet leaning and near the picture's corners",)
    return CameraCalibration(tuple(views), size_px, fit, coverage(seen, size_px, settings), missing, verdict)


def camera_profile(calibration: CameraCalibration, *, camera: str, focus: str, made: str, sheet: str) -> CameraProfile:
    """The profile's value; ValueError where there was no fit."""
    fit = calibration.fit
    if fit is None:
        raise ValueError("there is no lens without views")
    fx, fy, cx, cy, k1, k2, p1, p2, k3 = (float(value) for value in fit.lens.parameters)
    sd = [float(value) for value in fit.sd]
    return CameraProfile(
        camera=camera,
        size_px=calibration.size_px,
        focus=focus,
        made=made,
        focal_px=(fx, fy),
        centre_px=(cx, cy),
        distortion=(k1, k2, p1, p2, k3),
        focal_sd_px=(sd[0], sd[1]),
        centre_sd_px=(sd[2], sd[3]),
        reprojection_px=fit.reprojection_px,
        ray_error_px=fit.ray_error_px,
        views=len(calibration.used),
        sheet=sheet,
    )


def _fit(views: Sequence[CalibrationView], size_px: tuple[int, int]) -> LensFit | None:
    seen = [view.sighting for view in views if not view.rejected and view.sighting is not None]
    return fit_lens(seen, size_px) if len(seen) >= 3 else None


def _without_soft(views: Sequence[CalibrationView], settings: CameraSettings) -> list[CalibrationView]:
    """Views much softer than the median view have moved, even where all are sharp enough."""
    blurs = [view.sighting.blur_px for view in views if not view.rejected and view.sighting is not None]
    limit = settings.blurred_ratio * float(np.median(blurs)) if len(blurs) >= 5 else float("inf")
    return [
        CalibrationView(
            view.name, view.sighting, f"softer than the others ({view.sighting.blur_px:.1f} px): the sheet moved"
        )
        if not view.rejected and view.sighting is not None and view.sighting.blur_px > limit
        else view
        for view in views
    ]


def way_px(one: TargetSighting, other: TargetSighting) -> float:
    """Median way between the corners that both show; infinite where they share few."""
    shared, first, second = np.intersect1d(one.ids, other.ids, return_indices=True)
    if len(shared) < 6:
        return float("inf")
    return float(np.median(np.linalg.norm(one.corners_px[first] - other.corners_px[second], axis=1)))
