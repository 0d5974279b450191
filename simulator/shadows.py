"""Shadows on the virtual table: of what lies there, of what is carried, of hands and other bodies."""

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np

from simulator.bodies import Flesh, shadow_px
from simulator.camera import Camera
from simulator.light import Light
from simulator.pictures import Linear, PointsPx
from simulator.raster import RectPx, Spot, at_height, bounds_of, filled, part_of, union_of
from simulator.solids import Solid
from tabletop.geometry import PointMm

THIN_MM = 0.6
"""What is thinner has no visible sides and no shadow worth drawing: paper."""
PAPER_TOP_MM = 0.3
"""Where hands' shadows fall: on the tiles."""
Shadow = tuple[PointsPx, PointsPx, float, float]
"""Of a body: circles in the picture and their radii, how soft it is, the share of light that it takes."""


def shade(canvas: Linear, layer: Sequence[Solid], camera: Camera, light: Light, rect: RectPx, middle: PointMm) -> None:
    """Darken what is drawn so far by the shadows that the layer's solids throw on what they lie on."""
    by_height: dict[tuple[float, float], list[Solid]] = {}
    for solid in layer:
        if solid.height_mm + solid.lifted_mm >= THIN_MM:
            by_height.setdefault((solid.height_mm, solid.lifted_mm), []).append(solid)
    for (height_mm, lifted_mm), solids in by_height.items():
        scale = camera.scale_at(*middle)
        contact = [camera.project(at_height(solid.placed_outline_mm, _floor(solid))) for solid in solids]
        closeness = 1 / (1 + lifted_mm / 12)
        _darken(canvas, contact, (min(height_mm, 8.0) * 0.5 + lifted_mm * 0.3) * scale, 0.30 * closeness, rect)
        for source, size_mm, share in sources_of(light, middle):
            polygons = [
                camera.project(at_height(quad, _floor(solid))) for solid in solids for quad in _thrown(solid, source)
            ]
            distance = float(np.linalg.norm(source - (*middle, 0.0)))
            penumbra_mm = 0.35 * (height_mm + lifted_mm) * size_mm / distance + 0.15
            _darken(canvas, polygons, penumbra_mm * scale, share, rect)


def sources_of(light: Light, middle: PointMm) -> list[tuple[Spot, float, float]]:
    """Each lamp's place in the table frame, its size in mm, its share of all light on the table's middle."""
    total = light.ambient + sum(lamp.irradiance for lamp in light.lamps)
    return [(np.add(lamp.position_mm, (*middle, 0.0)), lamp.size_mm, lamp.irradiance / total) for lamp in light.lamps]


def _floor(solid: Solid) -> float:
    """Height of the plane on which the solid's shadow falls."""
    return solid.z_mm - solid.lifted_mm


def _thrown(solid: Solid, source_mm: Spot) -> list[tuple[PointMm, ...]]:
    """Polygons whose union is the solid's shadow on the plane under it."""
    outline = solid.placed_outline_mm

    def cast(z_mm: float) -> tuple[PointMm, ...]:
        above = z_mm - _floor(solid)
        stretch = above / max(source_mm[2] - z_mm, 0.5 * above, 1.0)
        return tuple((x + (x - source_mm[0]) * stretch, y + (y - source_mm[1]) * stretch) for x, y in outline)

    near, far = cast(solid.z_mm), cast(solid.top_z_mm)
    return [far, near, *((near[index - 1], near[index], far[index], far[index - 1]) for index in range(len(outline)))]


def shade_by_body(canvas: Linear, flesh: Flesh, camera: Camera, light: Light, rect: RectPx, middle: PointMm) -> None:
    """Darken everything drawn so far by the shadows of a hand or another body."""
    for circles, radii, blur_px, share in _shadows_of(flesh, camera, light, middle):
        _darken_circles(canvas, circles, radii, blur_px, share, rect)


def shaded_by_body(flesh: Flesh, camera: Camera, light: Light, rect: RectPx, middle: PointMm) -> RectPx | None:
    """The part of the rectangle in which a body's shadows can be seen, None where there are none."""
    areas = [
        area
        for circles, radii, blur_px, _ in _shadows_of(flesh, camera, light, middle)
        if (area := _around(circles, radii, 2 * blur_px, rect)) is not None
    ]
    return union_of(areas) if areas else None


@lru_cache(maxsize=8)
def _shadows_of(flesh: Flesh, camera: Camera, light: Light, middle: PointMm) -> tuple[Shadow, ...]:
    """Each shadow of a body; one picture asks first where they are, then draws them."""
    height_mm = float(np.median(flesh.centres_mm[:, 2]))
    scale = camera.scale_at(float(flesh.centres_mm[0, 0]), float(flesh.centres_mm[0, 1]))
    shadows: list[Shadow] = []
    for source, size_mm, share in sources_of(light, middle):
        way = source - (*middle, 0.0)
        penumbra_mm = 0.35 * height_mm * size_mm / float(np.linalg.norm(way)) + 0.5
        shadows.append((*shadow_px(flesh, camera, source, PAPER_TOP_MM), penumbra_mm * scale, share))
    below = shadow_px(flesh, camera, np.array([*middle, 1e6]), PAPER_TOP_MM)
    return (*shadows, (*below, 0.35 * height_mm * scale, 0.30))


def towards_light(light: Light, middle: PointMm) -> Spot:
    """The direction from which most light comes, of length 1: x right, y down, z up."""
    direction = np.array([0.0, 0.0, light.ambient])
    for source, _, share in sources_of(light, middle):
        way = source - (*middle, 0.0)
        direction += share * way / np.linalg.norm(way)
    unit: Spot = direction / np.linalg.norm(direction)
    return unit


def _darken(canvas: Linear, polygons_px: Sequence[PointsPx], blur_px: float, share: float, rect: RectPx) -> None:
    """Take a share of the light away within the polygons, with a soft edge."""
    whole = [polygon for polygon in polygons_px if not np.isnan(polygon).any()]
    if not whole or share <= 0.0:
        return
    area = bounds_of(np.vstack(whole), rect, 3 * blur_px + 2)
    if area is None:
        return
    reach = round(3 * blur_px)
    padded = (area[0] - reach, area[1] - reach, area[2] + reach, area[3] + reach)
    mask = filled(whole, padded, 2)
    if blur_px > 0.3:
        mask = cv2.GaussianBlur(mask, (0, 0), blur_px).astype(np.float32)
    inner = mask[area[1] - padded[1] : area[3] - padded[1], area[0] - padded[0] : area[2] - padded[0]]
    part_of(canvas, rect, area)[..., 3] *= 1.0 - np.float32(share) * inner


def _darken_circles(
    canvas: Linear, middles_px: PointsPx, radii_px: PointsPx, blur_px: float, share: float, rect: RectPx
) -> None:
    """Take a share of the light away within the circles, with a soft edge; drawn coarsely, for it is soft."""
    seen = ~np.isnan(middles_px).any(axis=1)
    area = _around(middles_px, radii_px, 3 * blur_px + 2, rect)
    if area is None:
        return
    factor = max(1, int(blur_px / 2))
    margin = round(3 * blur_px) + factor
    columns, rows = (-(-(area[i + 2] - area[i] + 2 * margin) // factor) for i in (0, 1))
    mask = np.zeros((rows, columns), dtype=np.uint8)
    spots = (middles_px[seen] - area[:2] + margin) / factor
    near = ((spots > -1e4) & (spots < 1e4)).all(axis=1)
    fixed = np.rint(spots[near] * 16).astype(np.int64).tolist()
    reach = np.maximum(1, np.rint(radii_px[seen][near] / factor * 16).astype(np.int64)).tolist()
    for spot, radius in zip(fixed, reach, strict=True):
        cv2.circle(mask, spot, radius, (255,), cv2.FILLED, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), max(blur_px / factor, 0.5))
    soft = cv2.resize(soft, (columns * factor, rows * factor), interpolation=cv2.INTER_LINEAR)
    inner = soft[margin : margin + area[3] - area[1], margin : margin + area[2] - area[0]]
    part_of(canvas, rect, area)[..., 3] *= 1.0 - inner * np.float32(share / 255)


def _around(middles_px: PointsPx, radii_px: PointsPx, margin_px: float, rect: RectPx) -> RectPx | None:
    """The part of the rectangle that the circles span, with a margin; None where it is empty."""
    seen = ~np.isnan(middles_px).any(axis=1)
    reach = np.concatenate([middles_px[seen] - radii_px[seen, None], middles_px[seen] + radii_px[seen, None]])
    return bounds_of(reach, rect, margin_px)
