"""A calibrated camera: the picture straightened before it is read, and what was found bent back afterwards."""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from tabletop.profiles import CameraProfile
from tabletop.readings import Problem
from vision.pixels.arrays import BgrImage, PointsPx
from vision.reading import FrameReading


def usable_profile(profile: CameraProfile | None, image: BgrImage) -> tuple[CameraProfile | None, tuple[Problem, ...]]:
    """The profile, turned as the picture is, or None with a problem that says why it does not fit this picture."""
    if profile is None:
        return None, ()
    size_px = (image.shape[1], image.shape[0])
    for candidate in (profile, profile.turned(1)):
        if candidate.usable_for(size_px=size_px):
            return candidate, ()
    reason = profile.refusal(size_px=size_px) or "it is another camera's"
    return None, (Problem("profile-unfit", f"the camera profile is not used: {reason}"),)


def straightened(image: BgrImage, profile: CameraProfile) -> BgrImage:
    """The picture as a camera without distortion would have taken it."""
    return np.asarray(cv2.undistort(image, _matrix(profile), _distortion(profile)), np.uint8)


def bent_back(sight: FrameReading, profile: CameraProfile) -> FrameReading:
    """A sight of a straightened picture, with its geometry in the picture as it was taken."""

    def back(points: PointsPx) -> PointsPx:
        flat = points.reshape(-1, 2)
        rays = (flat - np.array(profile.centre_px)) / np.array(profile.focal_px)
        rays = np.concatenate([rays, np.ones((len(rays), 1))], axis=1)
        none = np.zeros(3)
        pixels: Any = cv2.projectPoints(rays, none, none, _matrix(profile), _distortion(profile))[0]
        return np.asarray(pixels, float).reshape(points.shape)

    return replace(sight.warped(back), profile=profile)


def _matrix(profile: CameraProfile) -> Any:
    (fx, fy), (cx, cy) = profile.focal_px, profile.centre_px
    return np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])


def _distortion(profile: CameraProfile) -> Any:
    return np.array(profile.distortion)
