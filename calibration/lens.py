"""The lens from views of a flat pattern: pinhole, distortion, residuals, and error bars that can be believed."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.targets import TargetSighting
from vision.pixels.arrays import Floats, PointsPx

INTRINSICS = 9  # fx, fy, cx, cy, k1, k2, p1, p2, k3


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """A pinhole camera with OpenCV's five distortion coefficients."""

    matrix: Floats
    """(3, 3), pixels."""
    distortion: Floats
    """(5,): k1, k2, p1, p2, k3."""
    size_px: tuple[int, int]

    @property
    def parameters(self) -> Floats:
        """fx, fy, cx, cy, k1, k2, p1, p2, k3."""
        matrix = self.matrix
        return np.array([matrix[0, 0], matrix[1, 1], matrix[0, 2], matrix[1, 2], *self.distortion])

    def rays(self, points_px: PointsPx) -> Floats:
        """Directions of unit length that pixels (n, 2) look in, camera frame, (n, 3)."""
        exact = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 60, 1e-10)
        ideal = cv2.undistortPointsIter(points_px.reshape(-1, 1, 2), self.matrix, self.distortion, None, None, exact)  # type: ignore[call-overload]
        directions = np.column_stack([np.asarray(ideal).reshape(-1, 2), np.ones(len(points_px))])
        return np.asarray(directions / np.linalg.norm(directions, axis=1, keepdims=True))


@dataclass(frozen=True, slots=True, eq=False)
class LensFit:
    """A lens with what tells how good it is."""

    lens: Lens
    reprojection_px: float
    """Root mean square over all corners."""
    residuals_px: tuple[Floats, ...]
    """Seen minus expected by view, in the order given, each (n, 2)."""
    sd: Floats
    """Standard deviations of `lens.parameters`, (9,)."""
    ray_error_px: float
    """How wrong the direction of a pixel may be, the worst over the picture, 95 %: the larger one of what the corners'
    noise and what single views make of it."""

    @property
    def view_residuals_px(self) -> tuple[float, ...]:
        """Root mean square residual by view."""
        return tuple(float(np.sqrt((residual**2).sum(axis=1).mean())) for residual in self.residuals_px)


def fit_lens(views: Sequence[TargetSighting], size_px: tuple[int, int], *, seed: int = 1) -> LensFit:
    """The lens that explains all views; at least three are needed.

    All five coefficients are always free: leaving the third radial one out where it seemed to mean nothing was up to
    twice as wrong in the picture's corners, and the bars did not tell.
    """
    lens, residual, poses = _solve(views, size_px)
    errors = [_residuals(view, pose, lens) for view, pose in zip(views, poses, strict=True)]
    covariance = _covariance(views, poses, lens, errors)
    by_noise = _ray_error_by_noise(lens, covariance, np.random.default_rng(seed))
    by_views = _ray_error_by_views(views, lens)
    return LensFit(
        lens=lens,
        reprojection_px=residual,
        residuals_px=tuple(errors),
        sd=np.sqrt(np.maximum(np.diag(covariance), 0.0)),
        ray_error_px=max(by_noise, by_views),
    )


def ray_error_px(one: Lens, other: Lens) -> Floats:
    """How far two lenses disagree on a grid over the picture, in pixels, (n,).

    A common turn of all rays is taken out first: where the camera looks is solved anew in every picture.
    """
    grid = picture_grid(one.size_px)
    first, second = one.rays(grid), other.rays(grid)
    if not (np.isfinite(first).all() and np.isfinite(second).all()):
        return np.full(len(grid), np.inf)
    left, _, right = np.linalg.svd(first.T @ second)
    turn = left @ np.diag([1.0, 1.0, np.sign(np.linalg.det(left @ right))]) @ right
    angles = np.linalg.norm(first - second @ turn.T, axis=1)
    # The pixels that an angle spans grow towards the corners of a wide picture.
    return np.asarray(angles * one.parameters[0] / first[:, 2] ** 2)


def picture_grid(size_px: tuple[int, int], columns: int = 13, rows: int = 9) -> PointsPx:
    """Pixels spread over the whole picture, its rim included, (columns * rows, 2)."""
    x, y = np.meshgrid(np.linspace(0, size_px[0] - 1, columns), np.linspace(0, size_px[1] - 1, rows))
    return np.column_stack([x.ravel(), y.ravel()])


Poses = list[tuple[Floats, Floats]]


def _solve(
    views: Sequence[TargetSighting], size_px: tuple[int, int], start: Lens | None = None
) -> tuple[Lens, float, Poses]:
    """OpenCV's calibration; from a lens that is nearly right where one is known."""
    matrix = np.array(
        [[0.9 * size_px[0], 0, (size_px[0] - 1) / 2], [0, 0.9 * size_px[0], (size_px[1] - 1) / 2], [0, 0, 1]]
    )
    distortion, flags = np.zeros(5), 0
    if start is not None:
        matrix, distortion = start.matrix.copy(), start.distortion.copy()
        flags = cv2.CALIB_USE_INTRINSIC_GUESS
    residual, found, coefficients, rotations, translations = cv2.calibrateCamera(
        [view.pattern_mm.astype(np.float32) for view in views],
        [view.corners_px.astype(np.float32).reshape(-1, 1, 2) for view in views],
        size_px,
        matrix,
        distortion,
        flags=flags,
        criteria=(cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 100, 1e-9),
    )
    lens = Lens(np.asarray(found, np.float64), np.asarray(coefficients, np.float64).ravel()[:5], size_px)
    poses = [
        (np.asarray(r, np.float64), np.asarray(t, np.float64)) for r, t in zip(rotations, translations, strict=True)
    ]
    return lens, float(residual), poses


def _residuals(view: TargetSighting, pose: tuple[Floats, Floats], lens: Lens) -> Floats:
    """Seen minus expected, (n, 2) pixels."""
    expected, _ = cv2.projectPoints(view.pattern_mm, *pose, lens.matrix, lens.distortion)
    return np.asarray(view.corners_px - np.asarray(expected).reshape(-1, 2))


def _covariance(views: Sequence[TargetSighting], poses: Poses, lens: Lens, errors: Sequence[Floats]) -> Floats:
    """Covariance (9, 9) of the lens's parameters, the poses of the views eliminated; corners are equally noisy."""
    information = np.zeros((INTRINSICS, INTRINSICS))
    for view, pose in zip(views, poses, strict=True):
        _, jacobian = cv2.projectPoints(view.pattern_mm, *pose, lens.matrix, lens.distortion)
        by_pose, by_lens = np.asarray(jacobian)[:, :6], np.asarray(jacobian)[:, 6 : 6 + INTRINSICS]
        explained = by_pose @ np.linalg.lstsq(by_pose, by_lens, rcond=None)[0]
        information += by_lens.T @ (by_lens - explained)
    count = 2 * sum(len(error) for error in errors)
    freedom = max(count - 6 * len(views) - INTRINSICS, 1)
    variance = sum(float((error**2).sum()) for error in errors) / freedom
    scale = 1.0 / np.sqrt(np.maximum(np.diag(information), 1e-300))
    scaled = information * scale[:, None] * scale[None]
    inverse = np.linalg.pinv(scaled, rcond=1e-14, hermitian=True)
    return np.asarray(variance * inverse * scale[:, None] * scale)


def _ray_error_by_noise(lens: Lens, covariance: Floats, rng: np.random.Generator, draws: int = 100) -> float:
    """95th percentile of the worst ray error when the parameters scatter as their covariance says."""
    values, vectors = np.linalg.eigh(covariance)
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    worst = []
    for _ in range(draws):
        drawn = lens.parameters + root @ rng.standard_normal(INTRINSICS)
        if drawn[0] <= 0 or drawn[1] <= 0:
            worst.append(np.inf)
            continue
        matrix = np.array([[drawn[0], 0, drawn[2]], [0, drawn[1], drawn[3]], [0, 0, 1.0]])
        worst.append(float(ray_error_px(lens, Lens(matrix, drawn[4:], lens.size_px)).max()))
    return float(np.quantile(worst, 0.95, method="higher"))


def _ray_error_by_views(views: Sequence[TargetSighting], lens: Lens, groups: int = 16) -> float:
    """Worst ray error, two standard deviations, by the jackknife over views: what a bent sheet does shows here."""
    if len(views) < 4:
        return float("inf")
    count = min(groups, len(views))
    squares = []
    for group in range(count):
        kept = [view for index, view in enumerate(views) if index % count != group]
        try:
            without, _, _ = _solve(kept, lens.size_px, lens)
        except cv2.error:
            return float("inf")
        squares.append(ray_error_px(lens, without) ** 2)
    return float(2.0 * np.sqrt((count - 1) / count * np.sum(squares, axis=0).max()))
