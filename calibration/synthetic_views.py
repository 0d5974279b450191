"""Views of the calibration sheet through a lens that is known exactly: rehearses a calibration without a camera.

Shares nothing with the calibration but the sheet's own measures: rays are traced to the sheet, nothing is projected.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import cos, radians, sin

import cv2
import numpy as np

from calibration.lens import Lens
from printables.charuco import SHEET, CharucoSheet
from printables.codes import code_modules
from vision.pixels.arrays import BgrImage, Floats, GreyImage, Samples

TEXTURE_PX_PER_MM = 10
MARGIN_MM = 12.0
SUPERSAMPLING = 2


@dataclass(frozen=True, slots=True)
class SheetPose:
    """How the sheet is held: where its middle is seen, from how far, how it leans."""

    x_share: float
    """Of the picture's width, 0 at the left."""
    y_share: float
    distance_mm: float
    lean_deg: float
    """Between the sheet's normal and the ray to its middle."""
    lean_towards_deg: float
    """Direction of the lean in the picture, clockwise from the right."""
    roll_deg: float = 0.0


@dataclass(frozen=True)
class SyntheticCamera:
    """A lens with the faults of a sensor behind it."""

    lens: Lens
    sheet: CharucoSheet = SHEET
    blur_px: float = 0.7
    """Standard deviation of the lens's own blur."""
    noise: float = 2.0
    """Standard deviation, grey levels."""

    def picture(
        self, pose: SheetPose, rng: np.random.Generator, *, moved_px: float = 0.0, bent_mm: float = 0.0
    ) -> BgrImage:
        """The sheet held so, as the camera shows it; `moved_px` smears it, `bent_mm` arches the sheet lengthwise."""
        width, height = self.lens.size_px
        rotation, translation = self.placed(pose)
        along, down, off = rotation.T.astype(np.float32) @ self._rays
        left, up, away = (translation @ rotation).astype(np.float32)
        np.maximum(off, np.float32(1e-3), out=off)
        reach = away / off
        for _ in range(2 if bent_mm else 0):
            half = np.float32(self.sheet.columns * self.sheet.square_mm / 2)
            arch = np.float32(-bent_mm) * (1 - ((along * reach - left) / half) ** 2)
            reach = (away + arch) / off
        texture = self._texture
        maps = []
        for direction, from_middle, side_px in ((along, left, texture.shape[1]), (down, up, texture.shape[0])):
            direction *= reach
            direction -= from_middle
            direction *= np.float32(TEXTURE_PX_PER_MM)
            direction += np.float32((side_px - 1) / 2)
            np.clip(direction, -1e4, 1e5, out=direction)
            maps.append(direction.reshape(height * SUPERSAMPLING, width * SUPERSAMPLING))
        shown = np.asarray(
            cv2.remap(texture, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(110.0,)),  # type: ignore[call-overload]
            np.float32,
        )
        shown = cv2.resize(shown, (width, height), interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
        shown = cv2.GaussianBlur(shown, (0, 0), self.blur_px)  # type: ignore[assignment]
        if moved_px > 1:
            kernel = np.ones((1, round(moved_px)), np.float32) / round(moved_px)
            shown = cv2.filter2D(shown, -1, kernel)  # type: ignore[assignment]
        light = 0.75 + 0.2 * np.linspace(-1, 1, width)[None, :] * rng.uniform(-1, 1)
        noisy = shown * light + rng.normal(0, self.noise, (height, width)).astype(np.float32)
        grey = np.clip(noisy + 0.5, 0, 255).astype(np.uint8)
        return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)

    def placed(self, pose: SheetPose) -> tuple[Floats, Floats]:
        """Rotation (3, 3) and translation (3,) of the sheet's middle, x right and y down on it, in the camera frame."""
        width, height = self.lens.size_px
        spot = np.array([[pose.x_share * (width - 1), pose.y_share * (height - 1)]])
        towards = self.lens.rays(spot)[0]
        side = np.cross([0.0, 1.0, 0.0], towards)
        side /= np.linalg.norm(side)
        facing = np.column_stack([side, np.cross(towards, side), towards])
        lean, way, roll = radians(pose.lean_deg), radians(pose.lean_towards_deg), radians(pose.roll_deg)
        axis = np.array([-sin(way), cos(way), 0.0])  # that side of the sheet leans away from the camera
        leaned, _ = cv2.Rodrigues(-lean * axis)
        rolled = np.array([[cos(roll), -sin(roll), 0], [sin(roll), cos(roll), 0], [0, 0, 1.0]])
        return np.asarray(facing @ np.asarray(leaned) @ rolled), np.asarray(towards * pose.distance_mm)

    @cached_property
    def _rays(self) -> Samples:
        """Rays (3, height * width) with z = 1 of a picture so many times larger, to a ten-thousandth of a pixel."""
        width, height = (side * SUPERSAMPLING for side in self.lens.size_px)
        x, y = np.meshgrid(np.arange(width), np.arange(height))
        points = (np.stack([x, y], axis=-1).reshape(-1, 2) + 0.5) / SUPERSAMPLING - 0.5
        rays = self.lens.rays(points)
        return np.ascontiguousarray((rays / rays[:, 2:]).T, dtype=np.float32)

    @cached_property
    def _texture(self) -> GreyImage:
        """The sheet with a white margin."""
        sheet = self.sheet
        size = [
            round((count * sheet.square_mm + 2 * MARGIN_MM) * TEXTURE_PX_PER_MM)
            for count in (sheet.columns, sheet.rows)
        ]
        texture = np.full((size[1], size[0]), 235, np.uint8)
        inset, code = (sheet.square_mm - sheet.code_mm) / 2, 0
        for row in range(sheet.rows):
            for column in range(sheet.columns):
                left, top = MARGIN_MM + column * sheet.square_mm, MARGIN_MM + row * sheet.square_mm
                if (row + column) % 2 == 0:
                    _blacken(texture, left, top, sheet.square_mm)
                    continue
                modules = code_modules(sheet.dictionary, code)
                side = sheet.code_mm / len(modules)
                for down, line in enumerate(modules):
                    for across, black in enumerate(line):
                        if black:
                            _blacken(texture, left + inset + across * side, top + inset + down * side, side)
                code += 1
        return texture


def _blacken(texture: GreyImage, left_mm: float, top_mm: float, side_mm: float) -> None:
    left, top, right, bottom = (
        round(value * TEXTURE_PX_PER_MM) for value in (left_mm, top_mm, left_mm + side_mm, top_mm + side_mm)
    )
    texture[top:bottom, left:right] = 30


def usual_lens(size_px: tuple[int, int] = (1920, 1080), *, field_of_view_deg: float = 68.0) -> Lens:
    """A webcam's lens with a little of everything."""
    focal = size_px[0] / 2 / np.tan(radians(field_of_view_deg) / 2)
    matrix = np.array([[focal, 0, 0.506 * size_px[0]], [0, 1.002 * focal, 0.492 * size_px[1]], [0, 0, 1]])
    return Lens(matrix, np.array([0.06, -0.11, 0.0006, -0.0004, 0.03]), size_px)


def good_poses(rng: np.random.Generator, count: int) -> Iterator[SheetPose]:
    """Poses as the guidance asks for: over the whole picture, leaning to all sides, near and far."""
    for index in range(count):
        column, row = (index * 2 + index // 3) % 3, index % 3
        yield SheetPose(
            x_share=0.16 + 0.34 * column + rng.uniform(-0.06, 0.06),
            y_share=0.2 + 0.3 * row + rng.uniform(-0.06, 0.06),
            distance_mm=rng.uniform(270, 500),
            lean_deg=rng.uniform(15, 42),
            lean_towards_deg=90.0 * index + rng.uniform(-35, 35),
            roll_deg=rng.uniform(-12, 12),
        )


def frontal_poses(rng: np.random.Generator, count: int) -> Iterator[SheetPose]:
    """What people do without guidance: always in the middle, always facing the camera."""
    for _ in range(count):
        yield SheetPose(
            0.5 + rng.uniform(-0.06, 0.06), 0.5 + rng.uniform(-0.06, 0.06), rng.uniform(420, 520),
            rng.uniform(0, 2), rng.uniform(0, 360), rng.uniform(-5, 5),
        )  # fmt: skip
