"""The virtual camera running: frames of a table on which little changes, each with fresh noise, as cheap as can be.

What lies still is drawn once and kept; what is laid down or taken away is drawn anew only where it is; hands and
other bodies are drawn over a copy of the area that they cover, and only when they move.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp

import cv2
import numpy as np
import numpy.typing as npt

from simulator.bodies import Body, extent_px
from simulator.camera import Camera
from simulator.compositor import composite, draw_over, silhouette_px
from simulator.light import Light
from simulator.photograph import illumination, light_colour
from simulator.pictures import BgrImage, Linear
from simulator.raster import RectPx, bounds_of, union_of
from simulator.scene import Scene
from simulator.sensor import (
    Exposure,
    Sensor,
    automatic_exposure,
    compressed,
    finished,
    light_of_values,
    noise_lookup,
    through_lens,
    toned,
)
from simulator.shadows import shaded_by_body
from simulator.solids import Solid

STEP_PX = 7
"""Every so many pixels the picture is metered."""
MOST = 2.0
"""By so much the gain may rise or fall at most: the camera's limits."""


class Metering:
    """Meters the pictures of one camera and lets its gain follow, a part of the way with each of them."""

    def __init__(self, answers_s: float) -> None:
        """`answers_s` is the time constant: after it two thirds of the way are gone."""
        self._answers_s = answers_s
        self._wanted: float | None = None
        self._gain = 1.0
        self._light = light_of_values()

    @property
    def gain(self) -> float:
        """The gain on the exposure with which the picture was drawn."""
        return self._gain

    def start_anew(self) -> None:
        """The camera has just been exposed anew: this is what it keeps to from now on."""
        self._wanted, self._gain = None, 1.0

    def exposed(self, picture: BgrImage, elapsed_s: float) -> BgrImage:
        """The picture as the camera gives it, `elapsed_s` after the one before."""
        metered = float(np.take(self._light, picture[::STEP_PX, ::STEP_PX, 1]).mean())
        if self._wanted is None:
            self._wanted = metered
        target = min(max(self._wanted / max(metered, 1e-6), 1 / MOST), MOST)
        self._gain += (target - self._gain) * (1 - exp(-elapsed_s / self._answers_s))
        return np.asarray(cv2.LUT(picture, self._lookup()), dtype=np.uint8)

    def _lookup(self) -> BgrImage:
        """What each picture value becomes with the present gain."""
        values: Linear = toned(np.minimum(self._light * np.float32(self._gain), 1.0))
        return np.asarray(np.clip(values + 0.5, 0, 255), dtype=np.uint8)


MARGIN_PX = 8
"""How far lens blur and sharpening reach."""
MANY_CHANGES = 4
"""From so many changed parts on, what lies between them is drawn anew too, in one go."""
GRAIN = 32.0
"""Standard deviation of the stored noise, in steps of its 8 bits."""


class Film:
    """A camera over a table: `show` what lies there, then take `frame` after frame."""

    def __init__(self, camera: Camera, light: Light, sensor: Sensor, rng: np.random.Generator) -> None:
        self._camera, self._light, self._sensor, self._rng = camera, light, sensor, rng
        self._scene: Scene | None = None
        self._canvas: Linear = np.zeros((0, 0, 4), dtype=np.float32)
        self._shining: Linear = self._canvas
        self._gloss: Linear = self._canvas
        self._exposure: Exposure | None = None
        self._still: BgrImage = np.zeros((0, 0, 3), dtype=np.uint8)
        self._spread: npt.NDArray[np.uint8] = np.zeros((0, 0, 3), dtype=np.uint8)
        self._grain = _stored_grain(camera.size_px, sensor, rng)
        self._over: _Over | None = None
        self._metering: Metering | None = None

    @property
    def camera(self) -> Camera:
        """Where the camera is at present."""
        return self._camera

    @property
    def light(self) -> Light:
        """What light there is at present."""
        return self._light

    def show(self, scene: Scene) -> None:
        """Make this what lies on the table; only where something changed is it drawn anew. Bodies are not looked at."""
        before, self._scene = self._scene, replace(scene, bodies=())
        if before is None:
            self._draw_all(expose_anew=True)
            return
        old, new = set(before.solids), set(scene.solids)
        areas = [area for solid in old ^ new if (area := self._area_of(solid)) is not None]
        if len(areas) > MANY_CHANGES:
            areas = [union_of(areas)]
        for area in areas:
            self._draw_area(area)

    def look_from(self, camera: Camera, light: Light | None = None) -> None:
        """Move the camera, and with it the lamps where they are given: then it is the table that was moved."""
        self._camera = camera
        self._light = self._light if light is None else light
        if self._scene is not None:
            self._draw_all(expose_anew=False)

    def light_by(self, light: Light, *, expose_anew: bool = True) -> None:
        """Switch to another light; the camera follows at once or keeps its exposure."""
        self._light = light
        if self._scene is not None:
            self._draw_all(expose_anew=expose_anew)

    def answer_light(self, answers_s: float) -> None:
        """From now on the exposure follows whatever darkens or brightens the picture, with this time constant."""
        self._metering = Metering(answers_s)

    def frame(self, bodies: Sequence[Body] = (), held: Sequence[Solid] = (), *, elapsed_s: float = 0.0) -> BgrImage:
        """The next frame, with these bodies over the table and what hands hold; ValueError before anything is shown.

        `elapsed_s` is the time since the frame before, in which an exposure that answers comes nearer to the light.
        """
        if self._scene is None:
            raise ValueError("nothing is shown yet; call show(scene) first")
        still, spread = self._still, self._spread
        if bodies or held:
            still, spread = self._with_bodies(self._scene, tuple(bodies), tuple(held))
        left, top = (int(self._rng.integers(0, 64)) for _ in range(2))
        width, height = self._camera.size_px
        grain = self._grain[top : top + height, left : left + width]
        noise = cv2.multiply(spread, grain, scale=1 / (GRAIN * NOISE_STEPS), dtype=cv2.CV_16S)
        picture = np.asarray(cv2.add(still, noise, dtype=cv2.CV_8U), dtype=np.uint8)
        if self._metering is not None:
            picture = self._metering.exposed(picture, elapsed_s)
        return compressed(picture, self._sensor.jpeg_quality)

    def _with_bodies(
        self, scene: Scene, bodies: tuple[Body, ...], held: tuple[Solid, ...]
    ) -> tuple[BgrImage, npt.NDArray[np.uint8]]:
        """The picture with these bodies over what lies still; what does not move is drawn once."""
        if self._over is not None and (self._over.bodies, self._over.held) == (bodies, held):
            return self._over.still, self._over.spread
        still, spread = self._still, self._spread
        areas = [area for body in bodies for area in self._areas_of_body(body)]
        areas += [area for solid in held if (area := self._area_of(solid)) is not None]
        if areas:
            still, spread = still.copy(), spread.copy()
            over = replace(scene, solids=(*scene.solids, *held), bodies=bodies)
            self._develop(union_of(areas), still, spread, over)
        self._over = _Over(bodies, held, still, spread)
        return still, spread

    def _draw_all(self, *, expose_anew: bool) -> None:
        assert self._scene is not None
        width, height = self._camera.size_px
        rect = (0, 0, width, height)
        self._canvas = composite(self._scene, self._camera, self._light, rect)
        shining, gloss = illumination(self._camera, self._light, self._sensor, self._scene.middle_mm, rect)
        self._shining, self._gloss = shining, np.broadcast_to(gloss, shining.shape)
        if expose_anew or self._exposure is None:
            radiance = self._canvas[..., :3] * self._canvas[..., 3:4] * self._shining + self._gloss
            self._exposure = automatic_exposure(
                radiance, self._light, light_colour(self._light), self._sensor, self._rng
            )
            if self._metering is not None:
                self._metering.start_anew()
        self._still = np.zeros((height, width, 3), dtype=np.uint8)
        self._spread = np.zeros((height, width, 3), dtype=np.uint8)
        self._develop(rect, self._still, self._spread, None)

    def _draw_area(self, area: RectPx) -> None:
        """Draw a rectangle of what lies there anew."""
        assert self._scene is not None
        left, top, right, bottom = area
        self._canvas[top:bottom, left:right] = composite(self._scene, self._camera, self._light, area)
        self._develop(area, self._still, self._spread, None)

    def _develop(self, area: RectPx, still: BgrImage, spread: npt.NDArray[np.uint8], over: Scene | None) -> None:
        """Bring a rectangle of the canvas, with hands over it where told, into the 8-bit pictures."""
        assert self._exposure is not None
        width, height = self._camera.size_px
        outer, kept = _grown(area, 2 * MARGIN_PX, width, height), _grown(area, MARGIN_PX, width, height)
        left, top, right, bottom = outer
        canvas = self._canvas[top:bottom, left:right]
        if over is None:
            self._over = None
        else:
            canvas = canvas.copy()
            draw_over(canvas, over, self._camera, self._light, outer)
        light = canvas[..., 3:4] * self._shining[top:bottom, left:right]
        light *= canvas[..., :3]
        light += self._gloss[top:bottom, left:right]
        seen = through_lens(light, self._sensor) * self._exposure.gains.astype(np.float32)
        values = finished(toned(seen), self._sensor)
        inner = values[kept[1] - top : kept[3] - top, kept[0] - left : kept[2] - left]
        still[kept[1] : kept[3], kept[0] : kept[2]] = inner
        lookup = noise_lookup(self._exposure, self._sensor, NOISE_STEPS)
        spread[kept[1] : kept[3], kept[0] : kept[2]] = cv2.LUT(inner, lookup)

    def _area_of(self, solid: Solid) -> RectPx | None:
        """Where a solid and its shadow are in the picture."""
        scale = self._camera.scale_at(solid.pose.x_mm, solid.pose.y_mm)
        reach = (solid.height_mm + solid.lifted_mm) * 2.0 * scale + 6
        width, height = self._camera.size_px
        return bounds_of(silhouette_px(solid, self._camera), (0, 0, width, height), reach)

    def _areas_of_body(self, body: Body) -> list[RectPx]:
        """Where a body and its shadows are in the picture."""
        assert self._scene is not None
        flesh, rect = body.flesh(), (0, 0, *self._camera.size_px)
        own = extent_px(flesh, self._camera, 3.0) if flesh.seen else None
        shaded = shaded_by_body(flesh, self._camera, self._light, rect, self._scene.middle_mm)
        return [area for area in (own, shaded) if area is not None]


@dataclass(frozen=True, slots=True, eq=False)
class _Over:
    """The last picture with bodies over what lies still."""

    bodies: tuple[Body, ...]
    held: tuple[Solid, ...]
    still: BgrImage
    spread: npt.NDArray[np.uint8]


NOISE_STEPS = 16.0
"""Steps in which the noise's spread is stored, per step of the picture's 8 bits."""


def _stored_grain(size_px: tuple[int, int], sensor: Sensor, rng: np.random.Generator) -> npt.NDArray[np.int8]:
    """Noise larger than the picture, of which each frame takes another cut."""
    width, height = size_px
    grain = rng.standard_normal((height + 64, width + 64, 3), dtype=np.float32)
    if sensor.noise_grain_px > 0.1:
        grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), sensor.noise_grain_px), dtype=np.float32)
        grain /= np.float32(grain[:200, :200].std())
    # The camera smooths what differs between the colours and sharpens what they have in common.
    luma = cv2.transform(grain, np.array([[0.114, 0.587, 0.299]], dtype=np.float32))[..., None]
    chroma = grain - luma
    if sensor.chroma_blur_px > 0.1:
        chroma = np.asarray(cv2.GaussianBlur(chroma, (0, 0), sensor.chroma_blur_px), dtype=np.float32)
    if sensor.sharpen > 0.0:
        soft = cv2.GaussianBlur(luma, (0, 0), sensor.sharpen_px)[..., None]
        luma = luma + np.float32(sensor.sharpen) * (luma - soft)
    grain = luma + chroma
    stored: npt.NDArray[np.int8] = np.clip(grain * GRAIN, -127, 127).astype(np.int8)
    return stored


def _grown(area: RectPx, by_px: int, width: int, height: int) -> RectPx:
    return (max(0, area[0] - by_px), max(0, area[1] - by_px), min(width, area[2] + by_px), min(height, area[3] + by_px))
