"""The table's plane before the camera, in millimetres, from one picture of printed sheets that lie flat on it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.lens import Lens
from tabletop.errors import UnreadableInput
from tabletop.gamefile import GameFile
from tabletop.profiles import CameraProfile, TableProfile
from vision.pixels.arrays import BgrImage, Floats, PointsMm, PointsPx, to_grey
from vision.pixels.detection import find_codes
from vision.settings import ReaderSettings
from vision.table.sheets import Sheet, solve_table

Residuals = Callable[[Floats], Floats]


@dataclass(frozen=True, slots=True)
class TableSettings:
    """How much a lens that nobody calibrated is trusted, and what a picture should show."""

    usual_focal: float = 0.8
    """Focal length over the picture's longest side: webcams and phones see 50 to 80 degrees across."""
    usual_focal_sd: float = 0.2
    """... its logarithm's standard deviation over cameras that people have."""
    usual_distortion_sd: float = 0.12
    """Standard deviation of k1."""
    corner_sd_px: float = 0.35
    """Least error that a code's corner is taken to have, curl of the sheets included; as the reader's."""
    usual_bleed_sd_px: float = 1.0
    """White bleeds over black edges (blur in linear light, gamma after it): every code is seen smaller by about half a
    pixel a side in the simulator's pictures, which would put the table .7 % too far away. Solved with the plane."""
    huber: float = 2.5
    module_px: float = 3.5
    """Pixels a code's module should have everywhere (MARKERS.md section 2)."""


@dataclass(frozen=True, slots=True, eq=False)
class TableCalibration:
    """The plane with its error bars, and what it means for the people at the table."""

    lens: Lens
    rotation: Floats
    """(3, 3); its third column points into the table."""
    translation_mm: Floats
    height_mm: float
    height_sd_mm: float
    tilt_deg: float
    tilt_sd_deg: float
    focal_sd_px: float
    """0 where a profile told it."""
    reprojection_px: float
    codes: int

    def to_picture(self, points_mm: PointsMm) -> PointsPx:
        """Pixels of table points (n, 2)."""
        lifted = np.column_stack([points_mm, np.zeros(len(points_mm))])
        pixels, _ = cv2.projectPoints(
            lifted, self.rotation, self.translation_mm, self.lens.matrix, self.lens.distortion
        )
        return np.asarray(pixels, np.float64).reshape(-1, 2)

    def to_table(self, points_px: PointsPx) -> PointsMm:
        """Table points of pixels (n, 2); NaN where the ray does not meet the table."""
        rays = self.lens.rays(points_px) @ self.rotation
        eye = -self.rotation.T @ self.translation_mm
        with np.errstate(divide="ignore", invalid="ignore"):
            reach = np.where(rays[:, 2] > 1e-3, -eye[2] / rays[:, 2], np.nan)
        return np.asarray(eye[:2] + reach[:, None] * rays[:, :2])

    def px_per_mm(self, points_px: PointsPx) -> Floats:
        """Pixels a millimetre of the table at pixels (n, 2), along the direction that is seen smallest."""
        here = self.to_table(points_px)
        jacobian = np.stack(
            [self.to_picture(here + step) - self.to_picture(here - step) for step in np.eye(2) * 0.5], axis=2
        )
        known = np.isfinite(jacobian).all(axis=(1, 2))
        smallest = np.full(len(points_px), np.nan)
        smallest[known] = np.linalg.svd(jacobian[known], compute_uv=False)[:, 1]
        return smallest


def calibrate_table(
    image: BgrImage, game: GameFile, profile: CameraProfile | None, settings: TableSettings | None = None
) -> TableCalibration:
    """The plane from one picture; UnreadableInput where no neighbourhood's code is seen."""
    settings = settings or TableSettings()
    reader = ReaderSettings()
    size_px = (image.shape[1], image.shape[0])
    solved = solve_table(find_codes(to_grey(image), game, reader), game, size_px, reader.plane)
    if solved is None:
        raise UnreadableInput(
            f"no printed neighbourhood or board of {game.title} is seen; lay a few flat on the table, all codes in view"
        )
    return solve_plane(solved.sheets, game, size_px, profile, settings)


def solve_plane(
    sheets: Sequence[Sheet], game: GameFile, size_px: tuple[int, int], profile: CameraProfile | None,
    settings: TableSettings,
) -> TableCalibration:  # fmt: skip
    """The plane from sheets whose places on it are known roughly: all places solved again with the whole lens."""
    lens = _known_lens(profile) if profile else _usual_lens(size_px, settings)
    own = [np.array([game.by_code[code.id][1].corners_mm for code in sheet.codes]).reshape(-1, 2) for sheet in sheets]
    seen = np.concatenate([code.corners_px for sheet in sheets for code in sheet.codes])
    middle = np.mean([(sheet.x_mm, sheet.y_mm) for sheet in sheets], axis=0)
    sheets = [replace(sheet, x_mm=sheet.x_mm - middle[0], y_mm=sheet.y_mm - middle[1]) for sheet in sheets]
    flat = np.concatenate([sheet.to_table(points) for sheet, points in zip(sheets, own, strict=True)])
    lifted = np.column_stack([flat, np.zeros(len(flat))])
    _, rotation, translation = cv2.solvePnP(lifted, seen, lens.matrix, lens.distortion, flags=cv2.SOLVEPNP_IPPE)
    places = np.array([[sheet.x_mm, sheet.y_mm, np.radians(sheet.rotation_deg)] for sheet in sheets])
    start = np.concatenate(
        [np.ravel(rotation), np.ravel(translation), [0.0, lens.distortion[0], 0.0], places[1:].ravel()]
    ).astype(np.float64)

    def residuals(vector: Floats) -> Floats:
        """Errors of all corners in standard deviations, then bleed, focal length and k1 against their priors."""
        poses = np.concatenate([places[:1], vector[9:].reshape(-1, 3)])
        points = np.concatenate([_placed(points, *pose) for points, pose in zip(own, poses, strict=True)])
        used = _with(lens, vector[6:8])
        pixels, _ = cv2.projectPoints(
            np.column_stack([points, np.zeros(len(points))]), vector[:3], vector[3:6], used.matrix, used.distortion
        )
        expected = _with_bleed(np.asarray(pixels, np.float64).reshape(-1, 4, 2), vector[8])
        errors = (expected - seen) / settings.corner_sd_px
        bleed = vector[8] / settings.usual_bleed_sd_px
        priors = (vector[6:8] - start[6:8]) / (settings.usual_focal_sd, settings.usual_distortion_sd)
        return np.concatenate([errors.ravel(), [bleed, *priors]])

    def trust(base: Floats) -> Floats:
        """Huber's weights of the residuals, as factors."""
        size = np.repeat(np.linalg.norm(base[:-3].reshape(-1, 2), axis=1), 2)
        return np.append(np.sqrt(np.minimum(1.0, settings.huber / np.maximum(size, 1e-9))), [1.0, 1.0, 1.0])

    solution, covariance = _least_squares(residuals, trust, start, held=(6, 7) if profile else ())
    height, tilt = _height_and_tilt(solution)
    steps = np.eye(len(solution)) * 1e-6
    slopes = np.array([np.subtract(_height_and_tilt(solution + step), (height, tilt)) / 1e-6 for step in steps])
    sd = np.sqrt(np.maximum(np.einsum("ik,ij,jk->k", slopes, covariance, slopes), 0.0))
    found = _with(lens, solution[6:8])
    errors = residuals(solution)[:-3].reshape(-1, 2) * settings.corner_sd_px
    rotation, translation = _upright(solution, found)
    return TableCalibration(
        lens=found,
        rotation=rotation,
        translation_mm=translation,
        height_mm=height,
        height_sd_mm=float(sd[0]),
        tilt_deg=tilt,
        tilt_sd_deg=float(sd[1]),
        focal_sd_px=0.0 if profile else float(np.sqrt(covariance[6, 6]) * found.parameters[0]),
        reprojection_px=float(np.sqrt((errors**2).sum(axis=1).mean())),
        codes=len(seen) // 4,
    )


def table_profile(calibration: TableCalibration, *, camera: str, made: str) -> TableProfile:
    """The profile's value."""
    vector, _ = cv2.Rodrigues(calibration.rotation)
    x, y, z = (float(value) for value in np.ravel(vector))
    right, down, ahead = (float(value) for value in calibration.translation_mm)
    return TableProfile(
        camera=camera,
        size_px=calibration.lens.size_px,
        made=made,
        rotation=(x, y, z),
        translation_mm=(right, down, ahead),
        height_mm=calibration.height_mm,
        height_sd_mm=calibration.height_sd_mm,
        tilt_deg=calibration.tilt_deg,
        tilt_sd_deg=calibration.tilt_sd_deg,
        focal_px=float(calibration.lens.parameters[0]),
        reprojection_px=calibration.reprojection_px,
        codes=calibration.codes,
    )


def _known_lens(profile: CameraProfile) -> Lens:
    matrix = np.array(
        [[profile.focal_px[0], 0, profile.centre_px[0]], [0, profile.focal_px[1], profile.centre_px[1]], [0, 0, 1]]
    )
    return Lens(matrix, np.array(profile.distortion), profile.size_px)


def _usual_lens(size_px: tuple[int, int], settings: TableSettings) -> Lens:
    focal = settings.usual_focal * max(size_px)
    matrix = np.array([[focal, 0, (size_px[0] - 1) / 2], [0, focal, (size_px[1] - 1) / 2], [0, 0, 1]])
    return Lens(matrix, np.zeros(5), size_px)


def _with(lens: Lens, values: Floats) -> Lens:
    """The lens with its focal length scaled by the exponential of the first value, and with the second as k1."""
    matrix = lens.matrix.copy()
    matrix[0, 0] *= np.exp(values[0])
    matrix[1, 1] *= np.exp(values[0])
    return Lens(matrix, np.array([values[1], *lens.distortion[1:]]), lens.size_px)


def _with_bleed(corners_px: Floats, bleed_px: float) -> Floats:
    """Corners of codes (n, 4, 2) when every edge is seen so much further inside, (4n, 2)."""
    inwards = corners_px.mean(axis=1, keepdims=True) - corners_px
    inwards /= np.linalg.norm(inwards, axis=2, keepdims=True)
    return np.asarray((corners_px + inwards * bleed_px * np.sqrt(2)).reshape(-1, 2))


def _placed(points: PointsMm, x: float, y: float, turn: float) -> PointsMm:
    cos, sin = np.cos(turn), np.sin(turn)
    return np.stack([x + points[:, 0] * cos - points[:, 1] * sin, y + points[:, 0] * sin + points[:, 1] * cos], axis=1)


def _least_squares(
    residuals: Residuals, trust: Residuals, start: Floats, *, held: Sequence[int]
) -> tuple[Floats, Floats]:
    """Reweighted Gauss-Newton with a numeric Jacobian, some parameters held; the solution and its covariance."""
    directions = np.delete(np.eye(len(start)), held, axis=0)
    vector = start.copy()
    for _ in range(30):
        base = residuals(vector)
        slopes = np.stack([(residuals(vector + 1e-6 * way) - base) / 1e-6 for way in directions], axis=1)
        factors = trust(base)
        weighted = slopes * factors[:, None]
        step = np.linalg.lstsq(weighted, -base * factors, rcond=None)[0]
        vector = vector + step @ directions
        if np.abs(weighted @ step).max() < 1e-3:
            break
    covariance = np.linalg.pinv(weighted.T @ weighted, rcond=1e-15, hermitian=True)
    return vector, np.asarray(directions.T @ covariance @ directions, np.float64)


def _height_and_tilt(vector: Floats) -> tuple[float, float]:
    """Height of the lens above the table (mm), angle between the axis of sight and straight down (degrees)."""
    rotation = np.asarray(cv2.Rodrigues(vector[:3])[0])
    eye = -rotation.T @ vector[3:6]
    return float(-eye[2]), float(np.degrees(np.arccos(np.clip(rotation[2, 2], -1.0, 1.0))))


def _upright(vector: Floats, lens: Lens) -> tuple[Floats, Floats]:
    """The same pose in the profile's table frame: origin under the axis of sight, x to the picture's right."""
    rotation = np.asarray(cv2.Rodrigues(vector[:3])[0], np.float64)
    translation = vector[3:6]
    eye, ahead = -rotation.T @ translation, rotation.T @ np.array([0.0, 0.0, 1.0])
    origin = eye - ahead * eye[2] / ahead[2]
    right = rotation.T @ np.array([1.0, 0.0, 0.0])
    turn = float(np.arctan2(right[1], right[0]))
    about = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1.0]])
    return np.asarray(rotation @ about), np.asarray(rotation @ origin + translation)
