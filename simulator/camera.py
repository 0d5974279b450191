"""The virtual camera's geometry: a pinhole with lens distortion, and the usual places where people put one."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin, tan

import cv2
import numpy as np
import numpy.typing as npt

from simulator.pictures import PointsMm, PointsPx
from tabletop.errors import UsageError
from tabletop.geometry import PointMm, RectangleMm

Matrix = npt.NDArray[np.float64]
FLIP_Z = np.array([1.0, 1.0, -1.0])
"""The table frame (x right, y down, z up) is left-handed; cameras want a right-handed one."""
MARGIN_MM = 25.0
"""So much of the table is seen beyond what lies there."""


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A camera over the table; a point (x, y, z) of the table frame lies at `rotation · (x, y, -z) + translation`."""

    matrix: Matrix
    """Focal lengths and principal point in px, shape (3, 3)."""
    distortion: Matrix
    """OpenCV's k1, k2, p1, p2, k3."""
    rotation: Matrix
    translation_mm: Matrix
    size_px: tuple[int, int]
    """Width and height."""

    @property
    def position_mm(self) -> Matrix:
        """Where the lens is in the table frame: x, y, z up."""
        position: Matrix = (-self.rotation.T @ self.translation_mm) * FLIP_Z
        return position

    @property
    def homography(self) -> Matrix:
        """Table plane (x, y, 1) at z = 0 to undistorted image points, shape (3, 3)."""
        return self.matrix @ np.column_stack([self.rotation[:, 0], self.rotation[:, 1], self.translation_mm])

    def project(self, points_mm: PointsMm | Sequence[Sequence[float]]) -> PointsPx:
        """Image points of table points of shape (N, 3), distortion included; NaN behind the camera."""
        points = np.asarray(points_mm, dtype=np.float64).reshape(-1, 3) * FLIP_Z
        if not len(points):
            return np.empty((0, 2))
        vector, _ = cv2.Rodrigues(self.rotation)
        pixels, _ = cv2.projectPoints(points, vector, self.translation_mm, self.matrix, self.distortion)
        projected: PointsPx = pixels.reshape(-1, 2).astype(np.float64)
        projected[(points @ self.rotation.T + self.translation_mm)[:, 2] <= 1.0] = np.nan
        return projected

    def plane_points(self, points_px: PointsPx, z_mm: float) -> PointsPx:
        """Where the sight lines through image points of shape (N, 2) meet the plane at height z: x, y in mm.

        NaN where a sight line does not come down to the plane.
        """
        ideal = cv2.undistortPoints(points_px.reshape(-1, 1, 2), self.matrix, self.distortion).reshape(-1, 2)
        directions = np.column_stack([ideal, np.ones(len(ideal))]) @ self.rotation
        origin = -self.rotation.T @ self.translation_mm
        with np.errstate(divide="ignore", invalid="ignore"):
            reach = (-z_mm - origin[2]) / directions[:, 2]
        reach = np.where((directions[:, 2] > 1e-6) & (reach > 0), reach, np.nan)
        points: PointsPx = origin[:2] + reach[:, None] * directions[:, :2]
        return points

    def scale_at(self, x_mm: float, y_mm: float, z_mm: float = 0.0) -> float:
        """Pixels per mm around a point of the table, the geometric mean of the two directions."""
        return float(self.scales_at(np.array([[x_mm, y_mm, z_mm]]))[0])

    def depths_of(self, points_mm: PointsMm) -> Matrix:
        """Distance of each table point of shape (N, 3) from the lens along the axis of sight, in mm; shape (N,)."""
        depths: Matrix = ((points_mm * FLIP_Z) @ self.rotation.T + self.translation_mm)[:, 2]
        return depths

    def scales_at(self, points_mm: PointsMm) -> Matrix:
        """Pixels per mm around each table point of shape (N, 3), on a level plane; shape (N,)."""
        spots = np.stack([points_mm, np.add(points_mm, (1, 0, 0)), np.add(points_mm, (0, 1, 0))])
        centre, along_x, along_y = self.project(spots).reshape(3, -1, 2)
        (a, b), (c, d) = (along_x - centre).T, (along_y - centre).T
        scales: Matrix = np.sqrt(np.abs(a * d - b * c))
        return scales

    def moved(self, *, x_mm: float = 0.0, y_mm: float = 0.0, z_mm: float = 0.0, turn_deg: float = 0.0) -> "Camera":
        """The same camera bumped: shifted in the table frame, then turned about its own axis of sight."""
        turn = radians(turn_deg)
        about_axis = np.array([[cos(turn), -sin(turn), 0.0], [sin(turn), cos(turn), 0.0], [0.0, 0.0, 1.0]])
        rotation = about_axis @ self.rotation
        position = self.position_mm + np.array([x_mm, y_mm, z_mm])
        return Camera(self.matrix, self.distortion, rotation, -rotation @ (position * FLIP_Z), self.size_px)

    def around(self, middle_mm: PointMm, turn_deg: float, *, back_mm: float = 0.0) -> "Camera":
        """The same camera carried round a point of the table, clockwise, and farther back along its axis of sight."""
        turn = radians(turn_deg)
        about_point = np.array([[cos(turn), -sin(turn), 0.0], [sin(turn), cos(turn), 0.0], [0.0, 0.0, 1.0]])
        middle = np.array([*middle_mm, 0.0])
        rotation = self.rotation @ about_point.T
        position = middle + about_point @ (self.position_mm - middle) - back_mm * rotation[2] * FLIP_Z
        return Camera(self.matrix, self.distortion, rotation, -rotation @ (position * FLIP_Z), self.size_px)

    def sees(self, points_mm: PointsMm) -> bool:
        """Whether all table points of shape (N, 3) are in the picture."""
        seen, (width, height) = self.project(points_mm), self.size_px
        return bool(np.all(seen > 0) and np.all(seen[:, 0] < width - 1) and np.all(seen[:, 1] < height - 1))


def camera_at(
    position_mm: Sequence[float],
    target_mm: Sequence[float],
    *,
    size_px: tuple[int, int],
    field_of_view_deg: float,
    roll_deg: float = 0.0,
    distortion: Sequence[float] = (0.0, 0.0, 0.0, 0.0, 0.0),
) -> Camera:
    """A camera that looks from a position (x, y, z up) at a point of the table (x, y); what is near lies lower.

    The field of view is the horizontal one, without distortion.
    """
    width, height = size_px
    focal = width / 2 / tan(radians(field_of_view_deg) / 2)
    matrix = np.array([[focal, 0.0, (width - 1) / 2], [0.0, focal, (height - 1) / 2], [0.0, 0.0, 1.0]])
    eye = np.asarray(position_mm, dtype=np.float64) * FLIP_Z
    ahead = np.array([target_mm[0], target_mm[1], 0.0]) - eye
    ahead /= np.linalg.norm(ahead)
    flat = np.hypot(ahead[0], ahead[1])
    # The picture's lower edge is the side on which the photographer stands; straight above, the table's lower edge.
    towards_viewer = -np.array([ahead[0], ahead[1], 0.0]) / flat if flat > 1e-3 else np.array([0.0, 1.0, 0.0])
    down = towards_viewer - ahead * (towards_viewer @ ahead)
    down /= np.linalg.norm(down)
    roll = radians(roll_deg)
    right = np.cross(down, ahead)
    rolled_right, rolled_down = cos(roll) * right + sin(roll) * down, cos(roll) * down - sin(roll) * right
    rotation = np.vstack([rolled_right, rolled_down, ahead])
    return Camera(matrix, np.asarray(distortion, dtype=np.float64), rotation, -rotation @ eye, size_px)


@dataclass(frozen=True, slots=True)
class View:
    """A usual place of a camera; the distance follows from what has to fit into the picture."""

    tilt_deg: float
    """Angle between the axis of sight and straight down."""
    size_px: tuple[int, int]
    field_of_view_deg: float
    distortion: tuple[float, float, float, float, float]
    sensor: str
    least_distance_mm: float = 900.0


VIEWS: dict[str, View] = {
    "above": View(0.0, (1920, 1080), 68.0, (0.06, -0.11, 0.0006, -0.0004, 0.03), "webcam"),
    "webcam-35": View(35.0, (1920, 1080), 68.0, (0.06, -0.11, 0.0006, -0.0004, 0.03), "webcam"),
    "phone-above": View(4.0, (4000, 3000), 66.0, (0.03, -0.05, 0.0, 0.0, 0.01), "phone", 500.0),
    "phone-30": View(30.0, (4000, 3000), 66.0, (0.03, -0.05, 0.0, 0.0, 0.01), "phone", 500.0),
    "phone-45": View(45.0, (4000, 3000), 66.0, (0.03, -0.05, 0.0, 0.0, 0.01), "phone", 500.0),
    "phone-55": View(55.0, (4000, 3000), 66.0, (0.03, -0.05, 0.0, 0.0, 0.01), "phone", 500.0),
    "low": View(65.0, (4000, 3000), 66.0, (0.03, -0.05, 0.0, 0.0, 0.01), "phone", 500.0),
}
"""By name, as `render --view` takes them."""


def view_named(name: str) -> View:
    """The view of that name; UsageError with the names where there is none."""
    if name not in VIEWS:
        raise UsageError(f"there is no view '{name}'; the views are {', '.join(VIEWS)}")
    return VIEWS[name]


def camera_for(
    view: View,
    extent_mm: RectangleMm,
    rng: np.random.Generator,
    *,
    size_px: tuple[int, int] | None = None,
    azimuth_deg: float | None = None,
) -> Camera:
    """A camera in that view, as near as everything in the extent (left, top, right, bottom) still fits.

    The azimuth is the side from which it looks, degrees clockwise from the table's lower edge. A stand that is put up
    by hand is a little off.
    """
    left, top, right, bottom = extent_mm
    middle = ((left + right) / 2, (top + bottom) / 2)
    tilt_deg = abs(view.tilt_deg + rng.uniform(-2.5, 2.5))
    azimuth = radians((azimuth_deg or 0.0) + rng.uniform(-6, 6))
    roll_deg = rng.uniform(-2.5, 2.5)
    aim = (middle[0] + rng.uniform(-15, 15), middle[1] + rng.uniform(-15, 15))
    corners = np.array([[x, y, 0.0] for x in (left, right) for y in (top, bottom)])
    margin = MARGIN_MM * np.array([[-1, -1, 0], [-1, 1, 0], [1, -1, 0], [1, 1, 0]])
    width, height = size_px or view.size_px
    tilt = radians(tilt_deg)

    def at(distance_mm: float) -> Camera:
        flat = distance_mm * sin(tilt)
        eye = (aim[0] - flat * sin(azimuth), aim[1] + flat * cos(azimuth), distance_mm * cos(tilt))
        if flat < 1e-3:
            eye = (aim[0], aim[1], distance_mm)
        return camera_at(
            eye, aim, size_px=(width, height), field_of_view_deg=view.field_of_view_deg,
            roll_deg=roll_deg, distortion=view.distortion,
        )  # fmt: skip

    near, far = view.least_distance_mm, 6000.0
    if not at(near).sees(corners + margin):
        for _ in range(20):
            between = (near + far) / 2
            near, far = (near, between) if at(between).sees(corners + margin) else (between, far)
        near = far
    return at(near)
