"""What of the game can be seen in a picture: hands, cups and houses hide what is behind them."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from simulator.bodies import circles_px
from simulator.camera import Camera
from simulator.compositor import TALL_MM
from simulator.pictures import PointsPx
from simulator.raster import at_height, bounds_of
from simulator.scene import Scene
from simulator.shadows import THIN_MM
from simulator.solids import Solid
from tabletop.geometry import PolygonMm

NOTHING = 0
HAND = 255


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    """Per pixel the number of what hides the game there: 0 nothing, 255 a hand, else a solid's place in the scene."""

    camera: Camera
    hidden_by: npt.NDArray[np.uint8]
    """Shape (height, width)."""
    grounds: tuple[tuple[int, float], ...] = ()
    """Number and height of solids on which others lie: they hide nothing that is as high as they are."""

    def visible_share(self, polygon_mm: PolygonMm, z_mm: float, *, own: int = NOTHING) -> float:
        """How much of a polygon at height z is in the picture and free; `own` is what does not hide itself."""
        corners = self.camera.project(at_height(polygon_mm, z_mm))
        if np.isnan(corners).any():
            return 0.0
        whole = cv2.contourArea(corners.astype(np.float32))
        area = bounds_of(corners, (0, 0, *self.camera.size_px), 0.0)
        if area is None or whole <= 0:
            return 0.0
        mask = np.zeros((area[3] - area[1], area[2] - area[0]), dtype=np.uint8)
        _fill(mask, corners - area[:2], 1)
        seen = self.hidden_by[area[1] : area[3], area[0] : area[2]]
        below = [number for number, top_mm in self.grounds if top_mm <= z_mm]
        free = (mask > 0) & ((seen == NOTHING) | (seen == own) | np.isin(seen, below))
        # The filled polygon takes in its border pixels: relate it to itself, and what is cut off to the true area.
        return float(free.sum() / max(mask.sum(), 1)) * min(1.0, float(mask.sum()) / whole)


def cover_of(scene: Scene, camera: Camera) -> Cover:
    """What hides what in a picture of the scene."""
    width, height = camera.size_px
    labels = np.zeros((height, width), dtype=np.uint8)
    hiding = [
        (number, solid)
        for number, solid in enumerate(scene.solids[: HAND - 1], start=1)
        if solid.height_mm >= TALL_MM or (solid.part is None and solid.height_mm >= THIN_MM)
    ]
    eye = camera.position_mm[:2]
    for number, solid in sorted(hiding, key=lambda item: (not item[1].is_ground, -_distance(item[1], eye))):
        lower = camera.project(at_height(solid.placed_outline_mm, solid.z_mm))
        upper = camera.project(at_height(solid.placed_outline_mm, solid.top_z_mm))
        if np.isnan(lower).any() or np.isnan(upper).any():
            continue
        for index in range(len(lower)):
            _fill(labels, np.array([lower[index - 1], lower[index], upper[index], upper[index - 1]]), number)
        _fill(labels, upper, number)
    for flesh in (body.flesh() for body in scene.bodies):
        if not flesh.seen:
            continue
        middles, radii = circles_px(flesh, camera)
        for (x, y), radius in zip(middles, radii, strict=True):
            if not np.isnan(x) and abs(x) < 1e5 and abs(y) < 1e5:
                cv2.circle(labels, (round(x), round(y)), round(radius), (HAND,), cv2.FILLED)
    grounds = tuple((number, solid.top_z_mm) for number, solid in hiding if solid.is_ground)
    return Cover(camera, labels, grounds)


def number_of(solid: Solid, scene: Scene) -> int:
    """The solid's number in a cover of the scene."""
    return scene.solids.index(solid) + 1


def _distance(solid: Solid, eye: npt.NDArray[np.float64]) -> float:
    return float(np.hypot(solid.pose.x_mm - eye[0], solid.pose.y_mm - eye[1]))


def _fill(mask: npt.NDArray[np.uint8], polygon_px: PointsPx, value: int) -> None:
    fixed = np.round(np.clip(polygon_px, -1e5, 1e5) * 16).astype(np.int32)
    cv2.fillPoly(mask, [fixed], (value,), cv2.LINE_8, 4)
