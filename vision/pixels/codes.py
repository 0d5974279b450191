"""A code that a picture shows, and how well a square of the picture fits each code of a dictionary."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.pixels.arrays import Floats, GreyImage, PointsPx, distances, sample
from vision.pixels.edges import unit_square_points
from vision.pixels.patterns import dictionary_named, dictionary_of, modules
from vision.settings import DetectorSettings, ReaderSettings


@dataclass(frozen=True, slots=True)
class SeenCode:
    """One code in the picture: its id and its corners, upper left first as printed, then clockwise."""

    id: int
    corners_px: PointsPx  # (4, 2)
    correlation: float
    """With its pattern, module by module: 1 is perfect."""
    own: bool = True
    """Whether it is one of the game's parts."""

    @property
    def middle_px(self) -> PointsPx:
        """Where the diagonals cross, (2,): the image of the code's middle."""
        return np.asarray(middles_px(self.corners_px))

    @property
    def side_px(self) -> float:
        """Mean length of the sides."""
        corners = self.corners_px.tolist()
        return sum(math.dist(one, other) for one, other in zip(corners, corners[1:] + corners[:1], strict=True)) / 4


def true_to_print(codes: Sequence[SeenCode], least_correlation: float) -> list[SeenCode]:
    """The codes of the game's parts that look that much like their print: their white and black tell the light."""
    return [code for code in codes if code.own and code.correlation > least_correlation]


def corners_of(codes: Sequence[SeenCode]) -> PointsPx:
    """The corners of all codes (n, 4, 2)."""
    return np.array([code.corners_px for code in codes]).reshape(-1, 4, 2)


def middles_px(corners: PointsPx) -> PointsPx:
    """Where the diagonals of quadrilaterals (..., 4, 2) cross, (..., 2)."""
    first, second = corners[..., 2, :] - corners[..., 0, :], corners[..., 3, :] - corners[..., 1, :]
    offset = corners[..., 1, :] - corners[..., 0, :]
    cross = first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0]
    over = offset[..., 0] * second[..., 1] - offset[..., 1] * second[..., 0]
    share = np.where(cross != 0, over / np.where(cross != 0, cross, 1.0), 0.5)
    return np.asarray(corners[..., 0, :] + share[..., None] * first)


def sides_px(corners: PointsPx) -> Floats:
    """Lengths of the sides of quadrilaterals (..., 4, 2), (..., 4)."""
    along = corners[..., [1, 2, 3, 0], :] - corners
    return np.asarray(np.sqrt(along[..., 0] ** 2 + along[..., 1] ** 2))


def first_of_each_place(corners: PointsPx) -> list[int]:
    """Which quadrilaterals (n, 4, 2) are kept: those with middles half a side and more from all kept before them."""
    middles = middles_px(corners)
    near = distances(middles, middles) < 0.5 * sides_px(corners).mean(axis=1)
    gone: set[int] = set()
    for index, before in np.argwhere(np.tril(near, -1)).tolist():
        if before not in gone:
            gone.add(index)
    return [index for index in range(len(corners)) if index not in gone]


def detect_codes(
    grey: GreyImage,
    dictionary: str,
    settings: ReaderSettings,
    *,
    ids: tuple[int, ...] | None = None,
    search: DetectorSettings | None = None,
) -> tuple[PointsPx, list[int], PointsPx]:
    """Corners (n, 4, 2) and ids of codes of the whole dictionary, and the rejected quadrilaterals (m, 4, 2).

    With `ids` only these are looked for and numbered as there: a fifth less time. Strangers are among the rejected.
    The `search` is the thorough one where none is told.
    """
    chosen = settings.detection.thorough if search is None else search
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin, parameters.adaptiveThreshWinSizeMax = chosen.windows_px[:2]
    parameters.adaptiveThreshWinSizeStep = chosen.windows_px[2]
    parameters.adaptiveThreshConstant = chosen.threshold_constant
    parameters.perspectiveRemovePixelPerCell = chosen.pixels_per_cell
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    family = dictionary_named(dictionary) if ids is None else dictionary_of(dictionary, ids)
    soft = grey if not chosen.soft_px else np.asarray(cv2.GaussianBlur(grey, (0, 0), chosen.soft_px), np.uint8)
    smallest = settings.detection.smallest_code_px
    if grey.size > chosen.probed_px:
        smallest = max(smallest, _side_of_the_largest(soft, family, parameters, settings))
    parameters.minMarkerPerimeterRate = 4 * smallest / max(grey.shape)
    found: tuple[Any, Any, Any] = cv2.aruco.ArucoDetector(family, parameters).detectMarkers(soft)
    corners, indices, rejected = found
    return (
        np.asarray(corners, float).reshape(-1, 4, 2),
        [] if indices is None else [int(index) for index in np.asarray(indices).ravel()],
        np.asarray(rejected, float).reshape(-1, 4, 2),
    )


def _side_of_the_largest(
    grey: GreyImage, family: cv2.aruco.Dictionary, parameters: cv2.aruco.DetectorParameters, settings: ReaderSettings
) -> float:
    """The side in pixels from which outlines are no more than `most_outlines`; 0 where there are no more anyhow.

    A probe tells: nine parts of the picture, three by three, each a third as wide and as high as what it stands for.
    """
    tall, wide = (length // 9 for length in grey.shape)
    parts = [
        [grey[row : row + tall, column : column + wide] for column in range(wide, 9 * wide, 3 * wide)]
        for row in range(tall, 9 * tall, 3 * tall)
    ]
    probe = np.ascontiguousarray(np.block(parts))
    parameters.minMarkerPerimeterRate = 4 * settings.detection.smallest_code_px / max(probe.shape)
    _, _, outlines = cv2.aruco.ArucoDetector(family, parameters).detectMarkers(probe)
    sides = np.sort(sides_px(np.asarray(outlines, float).reshape(-1, 4, 2)).mean(axis=1))[::-1]
    most = settings.detection.most_outlines * probe.size // grey.size
    return 0.0 if len(sides) <= most else float(sides[most]) + 1.0


def module_points(corners: PointsPx, count: int) -> PointsPx:
    """Middles of a code's modules (n, count, count, 2), by the homography through its corners (n, 4, 2)."""
    along = (np.arange(count) + 0.5) / count
    u, v = (np.broadcast_to(one, (len(corners), count, count)) for one in np.meshgrid(along, along))
    return unit_square_points(corners, u, v)


def levels_of(grey: GreyImage, corners: PointsPx, dictionary: str) -> Floats:
    """Brightness of the modules of quadrilaterals (n, 4, 2), (n, count, count)."""
    count = modules(dictionary, (0,)).shape[-1]
    return np.asarray(sample(grey, module_points(corners, count)).reshape(len(corners), count, count), float)


def correlate(levels: Floats, dictionary: str, ids: tuple[int, ...]) -> Floats:
    """Correlation of the modules' brightness (n, count, count) with every code and turn, (n, codes · 4)."""
    patterns = modules(dictionary, ids)
    count = patterns.shape[-1] ** 2
    return _normalised(levels.reshape(-1, count)) @ _normalised(patterns.reshape(-1, count)).T


def within_border(levels: Floats, patterns: Floats) -> Floats:
    """Correlation (n,) of modules' brightness with a pattern each (both n, count, count), black border left out."""
    bits = (levels.shape[-1] - 2) ** 2
    inner, printed = (one[:, 1:-1, 1:-1].reshape(-1, bits) for one in (levels, patterns))
    return np.asarray((_normalised(inner) * _normalised(printed)).sum(axis=1))


def _normalised(rows: Floats) -> Floats:
    """Rows without their mean, of length one."""
    centred = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(centred / np.maximum(np.linalg.norm(centred, axis=1, keepdims=True), 1e-9))
