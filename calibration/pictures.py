"""The coverage picture: where the views have corners, how they miss, what is lacking."""

import cv2
import numpy as np

from calibration.camera import CameraCalibration
from calibration.settings import CameraSettings
from vision.pixels.arrays import BgrImage, PointsPx

WIDTH_PX = 1280
FONT = cv2.FONT_HERSHEY_SIMPLEX
INK, PAPER = (55, 45, 35), (250, 250, 250)
LACKING, ENOUGH = (196, 214, 250), (214, 236, 206)  # blue green red; light orange, light green
RESIDUAL_SCALE = 40.0
LINE_PX = 26


def coverage_picture(calibration: CameraCalibration, settings: CameraSettings) -> BgrImage:
    """The camera's picture as a map: cells that have enough views, corners, residuals enlarged; words below it."""
    width, height = calibration.size_px
    scale = WIDTH_PX / width
    map_height = round(height * scale)
    lines = _words(calibration, settings)
    canvas = np.full((map_height + LINE_PX * len(lines) + 16, WIDTH_PX, 3), PAPER, np.uint8)
    rows, columns = calibration.coverage.shape
    for row in range(rows):
        for column in range(columns):
            count = int(calibration.coverage[row, column])
            left, right = round(column * WIDTH_PX / columns), round((column + 1) * WIDTH_PX / columns)
            top, bottom = round(row * map_height / rows), round((row + 1) * map_height / rows)
            colour = ENOUGH if count >= settings.views_per_cell else LACKING
            cv2.rectangle(canvas, (left + 1, top + 1), (right - 2, bottom - 2), colour, cv2.FILLED)
            said = str(count) if count >= settings.views_per_cell else f"{count} of {settings.views_per_cell}"
            cv2.putText(canvas, said, (left + 8, top + 22), FONT, 0.55, INK, 1, cv2.LINE_AA)
    for number, view in enumerate(calibration.used):
        if view.sighting is not None:
            _view(canvas, view.sighting.corners_px * scale, _hue(number, len(calibration.used)))
    _residual_arrows(canvas, calibration, scale)
    for index, line in enumerate(lines):
        spot = (10, map_height + LINE_PX * (index + 1))
        cv2.putText(canvas, line, spot, FONT, 0.56, INK, 1, cv2.LINE_AA)
    return canvas


def _words(calibration: CameraCalibration, settings: CameraSettings) -> list[str]:
    """The legend; OpenCV's letters are plain ASCII."""
    fit = calibration.fit
    lines = [f"{len(calibration.used)} views count; corners by view, a cell needs {settings.views_per_cell} views"]
    if fit is not None:
        lines.append(
            f"{calibration.verdict}: a pixel's direction is known to {fit.ray_error_px:.2f} px at worst (95 %); "
            f"residual {fit.reprojection_px:.3f} px rms, drawn x {RESIDUAL_SCALE:g}"
        )
    return lines + [f"missing: {wish}" for wish in calibration.wishes]


def _view(canvas: BgrImage, corners_px: PointsPx, colour: tuple[int, int, int]) -> None:
    hull = cv2.convexHull(corners_px.astype(np.float32).reshape(-1, 1, 2))
    cv2.polylines(canvas, [np.round(hull).astype(np.int32)], True, colour, 1, cv2.LINE_AA)
    for x, y in corners_px:
        cv2.circle(canvas, (round(float(x)), round(float(y))), 2, colour, cv2.FILLED, cv2.LINE_AA)


def _residual_arrows(canvas: BgrImage, calibration: CameraCalibration, scale: float) -> None:
    if calibration.fit is None:
        return
    for view, residuals in zip(calibration.used, calibration.fit.residuals_px, strict=True):
        if view.sighting is None:
            continue
        for (x, y), (dx, dy) in zip(view.sighting.corners_px * scale, residuals * RESIDUAL_SCALE * scale, strict=True):
            start, end = (round(float(x)), round(float(y))), (round(float(x + dx)), round(float(y + dy)))
            cv2.line(canvas, start, end, INK, 1, cv2.LINE_AA)


def _hue(number: int, count: int) -> tuple[int, int, int]:
    """Views in the colours of the rainbow, dark enough for the ground."""
    pixel = np.array([[[round(170 * number / max(count, 1)), 200, 170]]], np.uint8)
    blue, green, red = (int(value) for value in np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)).ravel())
    return (blue, green, red)
