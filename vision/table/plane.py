"""The table as the camera sees it: a homography, radial distortion, and enough of a camera to lift points off it."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.pixels.arrays import Floats, PointsMm, PointsPx

USUAL_FOCAL = 0.8
"""Focal length over the picture's longest side: webcams and phones see 60° to 70° across."""
FOCALS = (0.35, 3.0)
"""What is solved beyond these is a weak perspective's error, and the usual one is taken: 110° and 19° across."""


@dataclass(frozen=True)
class TablePlane:
    """Millimetres on the table (x right, y down) to pixels.

    `homography` (3, 3) leads from the table to the undistorted picture; distortion then moves a pixel away from the
    picture's middle by 1 + `lens`·r², r being 1 in the corners.
    """

    homography: Floats
    lens: float
    size_px: tuple[int, int]

    def to_picture(self, points_mm: PointsMm, *, height_mm: float | Floats = 0.0) -> PointsPx:
        """Pixels of points (..., 2) that lie `height_mm` above the table; the height may be one a point."""
        return self._seen(points_mm[..., 0], points_mm[..., 1], height_mm)

    def grid_to_picture(self, x_mm: Floats, y_mm: Floats) -> PointsPx:
        """Pixels (m, n, 2) of all points of the table with one of n columns and one of m rows."""
        return self._seen(x_mm[None, :], y_mm[:, None], 0.0)

    def _seen(self, x: Floats, y: Floats, height_mm: float | Floats) -> PointsPx:
        h = self.homography
        on_table = isinstance(height_mm, float) and height_mm == 0.0
        columns = []
        for row in range(3):
            column = h[row, 0] * x + h[row, 1] * y
            column += h[row, 2]
            columns.append(column if on_table else column + self._up[row] * height_mm)
        return self._distorted(columns[0] / columns[2], columns[1] / columns[2])

    def to_table(self, points_px: PointsPx, *, height_mm: float | Floats = 0.0) -> PointsMm:
        """Millimetres of pixels (..., 2) that show something `height_mm` above the table (one, or one a point).

        With the homography's columns h1, h2, h3 and u what a millimetre of height adds, a point at height z is seen by
        h1, h2, h3 + z·u; in the coordinates of h1, h2, h3 that takes z times u's from the point's.
        """
        x, y = self._straight(points_px[..., 0], points_px[..., 1])
        inverse = self._inverse
        columns = [inverse[row, 0] * x + inverse[row, 1] * y + inverse[row, 2] for row in range(3)]
        if isinstance(height_mm, float) and height_mm == 0.0:
            return np.stack([columns[0] / columns[2], columns[1] / columns[2]], axis=-1)
        up = inverse @ self._up
        size = (1.0 + up[2] * height_mm) / columns[2]
        return np.stack([columns[0] * size - up[0] * height_mm, columns[1] * size - up[1] * height_mm], axis=-1)

    @cached_property
    def _inverse(self) -> Floats:
        """From the undistorted picture to the table."""
        return np.asarray(np.linalg.inv(self.homography))

    def px_per_mm(self, points_mm: PointsMm) -> Floats:
        """Pixels a millimetre at points (..., 2): the root of the area's growth."""
        steps = np.array([[0.5, 0.0], [-0.5, 0.0], [0.0, 0.5], [0.0, -0.5]])
        after_x, before_x, after_y, before_y = np.moveaxis(self.to_picture(points_mm[..., None, :] + steps), -2, 0)
        right, down = after_x - before_x, after_y - before_y
        area = right[..., 0] * down[..., 1] - right[..., 1] * down[..., 0]
        return np.asarray(np.sqrt(np.abs(area)))

    @cached_property
    def focal_px(self) -> float:
        """Focal length: solved from the homography where the table is seen aslant enough, else the usual one."""
        longest = max(self.size_px)
        centred = self._centred
        h1, h2 = centred[:, 0], centred[:, 1]
        a, b = h1[0] * h2[0] + h1[1] * h2[1], h1[2] * h2[2]
        c, d = h1[0] ** 2 + h1[1] ** 2 - h2[0] ** 2 - h2[1] ** 2, h1[2] ** 2 - h2[2] ** 2
        # With w = 1/f²: a·w + b = 0 and c·w + d = 0; a prior keeps w where the perspective is too weak to tell.
        prior = 1.0 / (USUAL_FOCAL * longest) ** 2
        trust = (0.1 * (h1[0] ** 2 + h1[1] ** 2 + h2[0] ** 2 + h2[1] ** 2)) ** 2
        w = (-(a * b + c * d) + trust * prior) / (a * a + c * c + trust)
        focal = float(1.0 / np.sqrt(w)) if w > 0 else USUAL_FOCAL * longest
        return focal if FOCALS[0] < focal / longest < FOCALS[1] else USUAL_FOCAL * longest

    @cached_property
    def tilt_deg(self) -> float:
        """How far the camera looks aside from straight down."""
        away = self._axes[2]
        return float(np.degrees(np.arccos(np.clip(abs(away[2]), 0.0, 1.0))))

    @cached_property
    def _centred(self) -> Floats:
        middle = np.eye(3)
        middle[0, 2], middle[1, 2] = -(self.size_px[0] - 1) / 2, -(self.size_px[1] - 1) / 2
        return np.asarray(middle @ self.homography)

    @cached_property
    def _axes(self) -> tuple[Floats, Floats, Floats]:
        """The table's axes in the camera's frame, the third one pointing away from the camera's side of the table."""
        shrink = np.diag([1 / self.focal_px, 1 / self.focal_px, 1.0])
        columns = shrink @ self._centred
        size = np.sqrt(np.linalg.norm(columns[:, 0]) * np.linalg.norm(columns[:, 1]))
        first, second = columns[:, 0] / size, columns[:, 1] / size
        third = np.cross(first, second)
        return first, second, third

    @cached_property
    def _up(self) -> Floats:
        """What one millimetre of height adds to the homogeneous pixel."""
        focal = np.diag([self.focal_px, self.focal_px, 1.0])
        columns = np.linalg.inv(focal) @ self._centred
        size = np.sqrt(np.linalg.norm(columns[:, 0]) * np.linalg.norm(columns[:, 1]))
        back = np.eye(3)
        back[0, 2], back[1, 2] = (self.size_px[0] - 1) / 2, (self.size_px[1] - 1) / 2
        return np.asarray(back @ focal @ (-self._axes[2] * size))

    def _distorted(self, x: Floats, y: Floats) -> PointsPx:
        """Both axes apart, and in place: a whole picture's points are megabytes, and each new array takes its time."""
        if self.lens == 0.0:
            return np.stack([x, y], axis=-1)
        (middle_x, middle_y), radius2 = self._middle
        right, down = x - middle_x, y - middle_y
        grown = right * right
        grown += down * down
        grown *= self.lens
        grown /= radius2
        grown += 1.0
        right *= grown
        right += middle_x
        down *= grown
        down += middle_y
        return np.stack([right, down], axis=-1)

    def _straight(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        if self.lens == 0.0:
            return x, y
        (middle_x, middle_y), radius2 = self._middle
        to_right, to_below = x - middle_x, y - middle_y
        right, down = to_right, to_below
        for _ in range(8):
            grown = 1 + self.lens * (right * right + down * down) / radius2
            right, down = to_right / grown, to_below / grown
        return middle_x + right, middle_y + down

    @property
    def _middle(self) -> tuple[Floats, float]:
        width, height = self.size_px
        return np.array([(width - 1) / 2, (height - 1) / 2]), (width**2 + height**2) / 4


LENSES = (0.0, -0.03, -0.06, -0.1, -0.15, -0.2, -0.26, -0.33, 0.04, 0.08)
"""Bends that are tried, as `TablePlane.lens`: wide webcams have -0.05 to -0.3."""


def plane_through(points_mm: PointsMm, points_px: PointsPx, size_px: tuple[int, int], good_px: float) -> TablePlane:
    """The plane that carries points (n, 2) onto pixels (n, 2) best, n >= 4; without a bent lens if that is good enough.

    Good is a plane that leaves no point further off than `good_px`.
    """
    tried: list[tuple[float, TablePlane]] = []
    for lens in LENSES:
        straight = TablePlane(np.eye(3), lens, size_px).to_table(points_px)
        plane = TablePlane(homography_through(points_mm, straight), lens, size_px)
        off = float(np.linalg.norm(plane.to_picture(points_mm) - points_px, axis=1).max())
        tried.append((off, plane))
        if off < good_px:
            break
    return min(tried, key=lambda one: one[0])[1]


def homography_through(points_mm: PointsMm, points_px: PointsPx) -> Floats:
    """The homography (3, 3) that carries points (n, 2) onto pixels (n, 2) best, n >= 4; its [2, 2] is 1."""
    source, from_source = _normalising(points_mm)
    target, from_target = _normalising(points_px)
    x, y = source[:, 0], source[:, 1]
    u, v = target[:, 0], target[:, 1]
    zero, one = np.zeros_like(x), np.ones_like(x)
    rows = np.concatenate(
        [
            np.stack([x, y, one, zero, zero, zero, -u * x, -u * y, -u], axis=1),
            np.stack([zero, zero, zero, x, y, one, -v * x, -v * y, -v], axis=1),
        ]
    )
    solution = np.linalg.svd(rows)[2][-1].reshape(3, 3)
    whole = np.linalg.inv(from_target) @ solution @ from_source
    return np.asarray(whole / whole[2, 2])


def _normalising(points: Floats) -> tuple[Floats, Floats]:
    """Points with mean 0 and spread 1, and the matrix that made them so."""
    mean, spread = points.mean(axis=0), max(float(points.std()), 1e-9)
    matrix = np.array([[1 / spread, 0, -mean[0] / spread], [0, 1 / spread, -mean[1] / spread], [0, 0, 1]])
    return (points - mean) / spread, matrix
