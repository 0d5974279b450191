"""What is held before the camera: our ChArUco sheet, somebody's own ChArUco board, or a plain chessboard."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np

from printables.charuco import SHEET
from tabletop.errors import UsageError
from vision.pixels.arrays import Floats, GreyImage, PointsPx, sample

EXPECTED = (
    "a4, letter, charuco:COLUMNSxROWS:SQUARE:CODE:DICTIONARY or chessboard:COLUMNSxROWS:SQUARE (inner corners, mm)"
)


@dataclass(frozen=True)
class Target:
    """A flat pattern of squares; `code_mm` is 0 for a chessboard without codes, whose corners are counted inside."""

    name: str
    columns: int
    rows: int
    square_mm: float
    code_mm: float = 0.0
    dictionary: str = ""
    legacy: bool = False
    """Boards made before OpenCV 4.6 begin with a white square."""

    @property
    def corner_columns(self) -> int:
        """Inner corners in a row."""
        return self.columns - 1

    @property
    def corners(self) -> int:
        """Inner corners in all."""
        return (self.columns - 1) * (self.rows - 1)

    @cached_property
    def detector(self) -> cv2.aruco.CharucoDetector:
        """OpenCV's detector for the board with codes."""
        dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, self.dictionary))
        board = cv2.aruco.CharucoBoard((self.columns, self.rows), self.square_mm, self.code_mm, dictionary)
        board.setLegacyPattern(self.legacy)
        return cv2.aruco.CharucoDetector(board)


@dataclass(frozen=True, slots=True, eq=False)
class TargetSighting:
    """The pattern in one picture: n inner corners with their numbers, places in the picture and on the pattern."""

    ids: np.ndarray[Any, np.dtype[np.int64]]
    """(n,), row by row."""
    corners_px: PointsPx
    """(n, 2)."""
    pattern_mm: Floats
    """(n, 3), z is 0."""
    blur_px: float
    """Standard deviation of the blur across the squares' edges, in the worse of the two directions."""


def parse_target(words: str) -> Target:
    """The pattern that `--sheet` names; UsageError with the forms there are."""
    kind, *rest = words.split(":")
    if words.lower() in ("a4", "letter", "sheet"):
        return Target(words.lower(), SHEET.columns, SHEET.rows, SHEET.square_mm, SHEET.code_mm, SHEET.dictionary)
    try:
        columns, rows = (int(number) for number in rest[0].lower().split("x"))
        square = float(rest[1])
        if kind == "chessboard" and len(rest) == 2 and min(columns, rows) >= 3 and square > 0:
            return Target(words, columns + 1, rows + 1, square)
        if kind == "charuco" and min(columns, rows) >= 3 and 0 < float(rest[2]) < square:
            if not hasattr(cv2.aruco, rest[3]) or not rest[3].startswith("DICT_"):
                raise UsageError(f"--sheet {words}: OpenCV has no dictionary '{rest[3]}'; such as DICT_6X6_250")
            return Target(words, columns, rows, square, float(rest[2]), rest[3], rest[4:] == ["legacy"])
    except (ValueError, IndexError) as error:
        raise UsageError(f"--sheet {words} is not understood; expected {EXPECTED}") from error
    raise UsageError(f"--sheet {words} is not understood; expected {EXPECTED}")


def find_target(grey: GreyImage, target: Target) -> TargetSighting | None:
    """The pattern in a grey picture, corners to a few hundredths of a pixel; None where it is not seen."""
    if target.code_mm:
        found: Any = target.detector.detectBoard(grey)
        if found[0] is None or found[1] is None:
            return None
        corners = np.asarray(found[0], np.float64).reshape(-1, 2)
        ids = np.asarray(found[1], np.int64).ravel()
    else:
        flags = cv2.CALIB_CB_ACCURACY | cv2.CALIB_CB_EXHAUSTIVE | cv2.CALIB_CB_NORMALIZE_IMAGE
        seen, points = cv2.findChessboardCornersSB(grey, (target.columns - 1, target.rows - 1), flags=flags)
        if not seen:
            return None
        corners = np.asarray(points, np.float64).reshape(-1, 2)
        ids = np.arange(len(corners), dtype=np.int64)
    rows, columns = np.divmod(ids, target.corner_columns)
    pattern = np.column_stack([columns, rows, np.zeros(len(ids))]) * target.square_mm
    return TargetSighting(ids, corners, pattern, _blur(grey, ids, corners, target))


def _blur(grey: GreyImage, ids: np.ndarray[Any, np.dtype[np.int64]], corners: PointsPx, target: Target) -> float:
    """Blur across the edges between neighbouring corners: step height over steepest slope, as of a Gaussian."""
    place = {int(number): corner for number, corner in zip(ids, corners, strict=True)}
    worst = 0.0
    for step in (1, target.corner_columns):
        pairs = [
            (corner, place[number + step])
            for number, corner in place.items()
            if number + step in place and (step != 1 or (number + 1) % target.corner_columns)
        ]
        if not pairs:
            continue
        starts, ends = (np.array(points) for points in zip(*pairs, strict=True))
        along = ends - starts
        length = np.linalg.norm(along, axis=1)
        across = np.column_stack([-along[:, 1], along[:, 0]]) / length[:, None]
        reach = np.clip(0.11 * length, 1.5, 12.0)  # the codes begin .13 of a square away from the edge
        offsets = np.linspace(-1.0, 1.0, 25)
        middles = starts[:, None] + along[:, None] * np.array([0.3, 0.4, 0.5, 0.6, 0.7])[None, :, None]
        points = middles[:, :, None] + (across * reach[:, None])[:, None, None] * offsets[None, None, :, None]
        profiles = sample(grey, points).astype(np.float64).mean(axis=1)
        height = np.abs(profiles[:, -4:].mean(axis=1) - profiles[:, :4].mean(axis=1))
        spacing = reach * (offsets[1] - offsets[0])
        steepest = np.abs(np.diff(profiles, axis=1)).max(axis=1) / spacing
        clear = height > 20.0  # grey levels
        if clear.any():
            worst = max(worst, float(np.median(height[clear] / steepest[clear])) / float(np.sqrt(2 * np.pi)))
    return worst
