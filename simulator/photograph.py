"""One photograph of the virtual table, with the truth about where everything is in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from simulator.bodies import circles_px
from simulator.camera import Camera
from simulator.compositor import TALL_MM, composite
from simulator.light import BgrLight, Light, colour_of_kelvin
from simulator.pictures import BgrImage, Linear, PointsPx
from simulator.raster import RectPx, at_height, bounds_of
from simulator.scene import Scene
from simulator.sensor import Sensor, automatic_exposure, develop
from simulator.shadows import THIN_MM
from simulator.solids import Solid
from tabletop.geometry import PointMm, PolygonMm, Pose
from tabletop.parts import Part

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

    def visible_share(self, polygon_mm: PolygonMm, z_mm: float, *, own: Sequence[int] = ()) -> float:
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
        free = (mask > 0) & np.isin(seen, [NOTHING, *own, *below])
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


COARSE_PX = 16
"""Light varies slowly: it is computed once per block of so many pixels, ..."""
EDGE_PX = 4
"""... or of so many where a window's frame throws shadows."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenPart:
    """Where one of the game's parts is in the picture; lens distortion is included everywhere."""

    part: str
    number: int
    """In the cover."""
    pose: Pose
    """As it lies in truth, in the table frame."""
    outline_mm: PolygonMm
    """Of its upper face, in the table frame."""
    top_z_mm: float
    outline_px: PointsPx
    """Corners of its upper face, in the order of the part's outline."""
    codes_px: Mapping[int, PointsPx]
    """Per code on it the four corners, upper left first as printed."""
    visible: float
    """Share of its upper face that is in the picture and hidden neither by a hand nor by anything tall or foreign."""


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """What a reader would have to find."""

    camera: Camera
    parts: tuple[SeenPart, ...]
    cover: Cover
    """What hides what, per pixel: `cover.visible_share(polygon_mm, z_mm)` answers for any place."""


@dataclass(frozen=True, slots=True, eq=False)
class Photograph:
    """A picture and its truth."""

    image: BgrImage
    truth: Truth


def photograph(scene: Scene, camera: Camera, light: Light, sensor: Sensor, rng: np.random.Generator) -> Photograph:
    """Take a picture; the same scene, camera, light, sensor and generator state give the same pixels."""
    rect = (0, 0, *camera.size_px)
    radiance = radiance_of(scene, camera, light, sensor, rect)
    exposure = automatic_exposure(radiance, light, light_colour(light), sensor, rng)
    return Photograph(develop(radiance, exposure, sensor, rng), truth_of(scene, camera))


def radiance_of(scene: Scene, camera: Camera, light: Light, sensor: Sensor, rect: RectPx) -> Linear:
    """Linear light of a rectangle of the picture before the lens blurs it, shape (height, width, 3)."""
    canvas = composite(scene, camera, light, rect)
    shining, gloss = illumination(camera, light, sensor, scene.middle_mm, rect)
    radiance: Linear = canvas[..., :3] * canvas[..., 3:4]
    radiance *= shining
    radiance += gloss
    return radiance


def illumination(camera: Camera, light: Light, sensor: Sensor, middle: PointMm, rect: RectPx) -> tuple[Linear, Linear]:
    """What light falls on the plane under each pixel (lens vignetting included), and what it mirrors of a window."""
    left, top, right, bottom = rect
    width, height = camera.size_px
    step = COARSE_PX if all(lamp.frame is None for lamp in light.lamps) else EDGE_PX
    # One grid for the whole picture, so that every rectangle sees the same light.
    first_x, first_y = left // step - 1, top // step - 1
    columns, rows = right // step + 2 - first_x, bottom // step + 2 - first_y
    xs = (first_x + np.arange(columns) + 0.5) * step - 0.5
    ys = (first_y + np.arange(rows) + 0.5) * step - 0.5
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    places = np.clip(np.nan_to_num(camera.plane_points(grid, 0.0), nan=3000.0), -3000, 3000) - middle
    field = np.full((len(grid), 3), light.ambient) * colour_of_kelvin(light.ambient_kelvin)
    for lamp in light.lamps:
        field += lamp.lights(places)[:, None] * colour_of_kelvin(lamp.kelvin)
    from_middle = (grid - ((width - 1) / 2, (height - 1) / 2)) / (np.hypot(width, height) / 2)
    loss = 1 - sensor.vignette * (from_middle**2).sum(axis=1)
    field *= loss[:, None]
    offset = (grid - (light.glare_at[0] * width, light.glare_at[1] * height)) / (light.glare_size * width)
    offset[:, 1] *= 1.5
    squared = (offset**2).sum(axis=1)
    mirrored = light.glare * (0.75 * np.exp(-(squared**1.5)) + 0.25 * np.exp(-squared / 3.5))
    # A glare of strength 1 is as bright as white paper in the light of the table's middle.
    gloss = mirrored[:, None] * light_colour(light) * loss[:, None]
    together = np.concatenate([field, gloss], axis=1).reshape(rows, columns, 6).astype(np.float32)
    offset_x, offset_y = left - first_x * step, top - first_y * step
    fine: list[Linear] = []
    for channels in (together[..., :3], together[..., 3:]):
        if not channels.any():
            fine.append(np.zeros((1, 1, 3), dtype=np.float32))
            continue
        grown = cv2.resize(
            np.ascontiguousarray(channels), (columns * step, rows * step), interpolation=cv2.INTER_LINEAR
        )
        fine.append(grown[offset_y : offset_y + bottom - top, offset_x : offset_x + right - left])
    return fine[0], fine[1]


def light_colour(light: Light) -> BgrLight:
    """Blue, green and red of all light on the table's middle."""
    colour: Any = light.ambient * colour_of_kelvin(light.ambient_kelvin)
    for lamp in light.lamps:
        colour = colour + lamp.irradiance * colour_of_kelvin(lamp.kelvin)
    return np.asarray(colour, dtype=np.float64)


def truth_of(scene: Scene, camera: Camera) -> Truth:
    """Where the game's parts are in a picture by that camera."""
    cover = cover_of(scene, camera)
    seen = tuple(
        _seen(solid, solid.part, cover, number_of(solid, scene)) for solid in scene.solids if solid.part is not None
    )
    return Truth(camera, seen, cover)


def _seen(solid: Solid, part: Part, cover: Cover, number: int) -> SeenPart:
    camera, top = cover.camera, solid.top_z_mm
    return SeenPart(
        part.id,
        number,
        solid.pose,
        solid.placed_outline_mm,
        top,
        camera.project(at_height(solid.placed_outline_mm, top)),
        {code.id: camera.project(at_height(solid.pose.apply_all(code.corners_mm), top)) for code in part.codes},
        cover.visible_share(solid.placed_outline_mm, top, own=(number,)),
    )
