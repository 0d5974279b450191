"""What each pixel looks at: the table, shadows, sides and printed faces, sampled more finely than the picture.

The result has four channels: albedo (blue, green, red, linear) and how much of the light arrives (1 unshaded).
Every function works on a rectangle of the picture, so that a small change costs little.
"""

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from simulator.camera import Camera
from simulator.hands import Flesh, drawn, extent_px, flesh_of, shadow_px
from simulator.light import Light
from simulator.pictures import Linear, PointsPx
from simulator.scene import Scene, Solid
from simulator.textures import Texture
from tabletop.geometry import PointMm

RectPx = tuple[int, int, int, int]
"""Left, top, right, bottom in whole pixels; right and bottom are just outside."""
GRID_PX = 8
"""Sight lines are computed every so many pixels and interpolated: below 0.02 px of error on every view."""
SUPERSAMPLES = 2
"""Samples of a printed face per pixel and direction."""
THIN_MM = 0.6
"""What is thinner has no visible sides and no shadow worth drawing: paper."""
TALL_MM = 4.0
"""What is higher hides other things and is drawn from far to near."""
PAPER_TOP_MM = 0.3
"""Where hands' shadows fall: on the tiles."""
Spot = npt.NDArray[np.float64]
"""One place of shape (3,): x, y, z in mm."""
FLOOR_ALBEDO = (0.05, 0.055, 0.06)


def composite(scene: Scene, camera: Camera, light: Light, rect: RectPx) -> Linear:
    """Albedo and light share of a rectangle of the picture, shape (height, width, 4), float32."""
    left, top, right, bottom = rect
    canvas: Linear = np.empty((bottom - top, right - left, 4), dtype=np.float32)
    canvas[:] = (*FLOOR_ALBEDO, 1.0)
    _draw_table(canvas, scene, camera, rect)
    _draw_solids(canvas, [solid for solid in scene.solids if solid.lifted_mm <= 0.0], scene, camera, light, rect)
    draw_over(canvas, scene, camera, light, rect)
    return canvas


def draw_over(canvas: Linear, scene: Scene, camera: Camera, light: Light, rect: RectPx) -> None:
    """Draw what moves above the table over a canvas of the rest: hands and what they hold."""
    held = [solid for solid in scene.solids if solid.lifted_mm > 0.0]
    _draw_solids(canvas, held, scene, camera, light, rect)
    middle = scene.middle_mm
    for hand in scene.hands:
        _draw_hand(canvas, flesh_of(hand), camera, light, rect, middle)


def _draw_solids(
    canvas: Linear, solids: Sequence[Solid], scene: Scene, camera: Camera, light: Light, rect: RectPx
) -> None:
    """Paper first, then tokens, then what is tall, from far to near."""
    near = [solid for solid in solids if _touches(solid, camera, rect)]
    paper = [solid for solid in near if solid.height_mm < THIN_MM]
    tokens = [solid for solid in near if THIN_MM <= solid.height_mm < TALL_MM]
    tall = sorted(
        (solid for solid in near if solid.height_mm >= TALL_MM),
        key=lambda solid: -np.hypot(*(np.array([solid.pose.x_mm, solid.pose.y_mm]) - camera.position_mm[:2])),
    )
    middle = scene.middle_mm
    for layer in (paper, tokens, tall):
        _shade(canvas, layer, camera, light, rect, middle)
        for solid in layer:
            if solid.height_mm >= THIN_MM:
                _draw_sides(canvas, solid, camera, rect)
            _draw_top(canvas, solid, camera, rect)


def bounds_of(points_px: PointsPx, rect: RectPx, margin_px: float) -> RectPx | None:
    """The part of the rectangle that the points span, with a margin; None where it is empty."""
    seen = points_px[~np.isnan(points_px).any(axis=1)]
    if not len(seen):
        return None
    low, high = np.floor(seen.min(axis=0) - margin_px), np.ceil(seen.max(axis=0) + margin_px) + 1
    left, top = max(rect[0], int(low[0])), max(rect[1], int(low[1]))
    right, bottom = min(rect[2], int(high[0])), min(rect[3], int(high[1]))
    return (left, top, right, bottom) if left < right and top < bottom else None


def at_height(points: Iterable[PointMm], z_mm: float) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Table points of shape (N, 3)."""
    return np.array([(x, y, z_mm) for x, y in points], dtype=np.float64).reshape(-1, 3)


def silhouette_px(solid: Solid, camera: Camera) -> PointsPx:
    """Image points of the solid's lower and upper outline, shape (2 N, 2)."""
    outline = solid.placed_outline_mm
    return camera.project(np.vstack([at_height(outline, solid.z_mm), at_height(outline, solid.top_z_mm)]))


def _touches(solid: Solid, camera: Camera, rect: RectPx) -> bool:
    """Whether the solid or its shadow may reach into the rectangle."""
    reach = (solid.height_mm + solid.lifted_mm) * 2.5 * camera.scale_at(solid.pose.x_mm, solid.pose.y_mm) + 4
    return bounds_of(silhouette_px(solid, camera), rect, reach) is not None


def plane_maps(camera: Camera, z_mm: float, rect: RectPx, samples: int) -> tuple[Linear, Linear]:
    """Table x and y under each sample of the rectangle, on the plane at height z; far away above the horizon."""
    left, top, right, bottom = rect
    columns, rows = -(-(right - left) // GRID_PX) + 2, -(-(bottom - top) // GRID_PX) + 2
    grid_x = left + (np.arange(columns) - 0.5) * GRID_PX - 0.5
    grid_y = top + (np.arange(rows) - 0.5) * GRID_PX - 0.5
    points = np.stack(np.meshgrid(grid_x, grid_y), axis=-1).reshape(-1, 2)
    places = np.nan_to_num(camera.plane_points(points, z_mm), nan=1e6).reshape(rows, columns, 2).astype(np.float32)
    factor = GRID_PX * samples
    fine = cv2.resize(places, (columns * factor, rows * factor), interpolation=cv2.INTER_LINEAR)
    inner = fine[factor : factor + (bottom - top) * samples, factor : factor + (right - left) * samples]
    return np.ascontiguousarray(inner[..., 0]), np.ascontiguousarray(inner[..., 1])


def sample_texture(texture: Texture, x_mm: Linear, y_mm: Linear, pixels_per_mm: float, samples: int) -> Linear:
    """The texture's premultiplied colour and coverage at points of its own frame, averaged over each pixel."""
    level, scale = texture.level_for(pixels_per_mm)
    map_x = (x_mm + np.float32(texture.origin_mm[0])) * np.float32(scale) - np.float32(0.5)
    map_y = (y_mm + np.float32(texture.origin_mm[1])) * np.float32(scale) - np.float32(0.5)
    taken = cv2.remap(level, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(0, 0, 0, 0))
    if samples > 1:
        size = (taken.shape[1] // samples, taken.shape[0] // samples)
        taken = cv2.resize(taken, size, interpolation=cv2.INTER_AREA)
    return np.multiply(taken, np.float32(1 / 65535), dtype=np.float32)


def lay_over(canvas: Linear, colour: Linear, coverage: Linear) -> None:
    """Composite premultiplied colour over the canvas in place; what is laid on top is unshaded."""
    through = (1.0 - coverage)[..., None]
    canvas *= through
    canvas[..., :3] += colour
    canvas[..., 3] += coverage


def _draw_table(canvas: Linear, scene: Scene, camera: Camera, rect: RectPx) -> None:
    """The table top, one sample a pixel: its pattern has no sharp edges."""
    x, y = plane_maps(camera, 0.0, rect, 1)
    middle = scene.table_centre_mm
    scale = camera.scale_at(*scene.middle_mm)
    sampled = sample_texture(scene.table, x - np.float32(middle[0]), y - np.float32(middle[1]), scale, 1)
    lay_over(canvas, sampled[..., :3], sampled[..., 3])


def _draw_top(canvas: Linear, solid: Solid, camera: Camera, rect: RectPx) -> None:
    """The solid's upper face."""
    corners = camera.project(at_height(solid.placed_outline_mm, solid.top_z_mm))
    area = bounds_of(corners, rect, 2.0)
    if area is None:
        return
    x, y = plane_maps(camera, solid.top_z_mm, area, SUPERSAMPLES)
    x -= np.float32(solid.pose.x_mm)
    y -= np.float32(solid.pose.y_mm)
    turn = np.radians(solid.pose.rotation_deg)
    cosine, sine = np.float32(np.cos(turn)), np.float32(np.sin(turn))
    scale = camera.scale_at(solid.pose.x_mm, solid.pose.y_mm, solid.top_z_mm) * SUPERSAMPLES
    sampled = sample_texture(solid.top, x * cosine + y * sine, y * cosine - x * sine, scale, SUPERSAMPLES)
    lay_over(_part_of(canvas, rect, area), sampled[..., :3], sampled[..., 3])


def _draw_sides(canvas: Linear, solid: Solid, camera: Camera, rect: RectPx) -> None:
    """The side faces that look towards the camera, those farther away first."""
    outline = np.array(solid.placed_outline_mm)
    following = np.roll(outline, -1, axis=0)
    along = following - outline
    outward = np.column_stack([along[:, 1], -along[:, 0]]) / (np.hypot(*along.T)[:, None] + 1e-9)
    to_camera = camera.position_mm[:2] - (outline + following) / 2
    facing = np.nonzero((outward * to_camera).sum(axis=1) > 0)[0]
    faces = camera.project(
        np.array(
            [
                (*point, z)
                for index in facing
                for point, z in (
                    (outline[index], solid.z_mm),
                    (following[index], solid.z_mm),
                    (following[index], solid.top_z_mm),
                    (outline[index], solid.top_z_mm),
                )
            ]
        ).reshape(-1, 3)
    ).reshape(-1, 4, 2)
    whole = bounds_of(faces.reshape(-1, 2), rect, 1.0)
    if whole is not None and not np.isnan(faces).any():
        # First all faces in one, so that nothing shines through where two of them meet.
        mask = filled(list(faces), whole)
        lay_over(
            _part_of(canvas, rect, whole), mask[..., None] * np.array(solid.side_albedo, dtype=np.float32) * 0.7, mask
        )
    for index in np.argsort(-np.hypot(*to_camera[facing].T)):
        area = bounds_of(faces[index], rect, 1.0)
        if area is None or np.isnan(faces[index]).any():
            continue
        mask = filled([faces[index]], area)
        shade = 0.72 + 0.22 * float(outward[facing[index]] @ np.array([-0.6, -0.8]))
        colour = mask[..., None] * (np.array(solid.side_albedo, dtype=np.float32) * np.float32(shade))
        lay_over(_part_of(canvas, rect, area), colour, mask)


def filled(polygons_px: Sequence[PointsPx], area: RectPx, samples: int = 4) -> Linear:
    """How much of each pixel of the area the polygons' union covers, from 0 to 1."""
    left, top, right, bottom = area
    fine = np.zeros(((bottom - top) * samples, (right - left) * samples), dtype=np.uint8)
    for polygon in polygons_px:
        # A sample's middle lies half a sample into it; cv2's whole numbers are the samples' middles.
        fixed = ((polygon - (left, top) + 0.5) * samples - 0.5) * 16
        cv2.fillPoly(fine, [np.round(np.clip(fixed, -(2**28), 2**28)).astype(np.int32)], (255,), cv2.LINE_8, 4)
    small = cv2.resize(fine, (right - left, bottom - top), interpolation=cv2.INTER_AREA)
    return np.multiply(small, np.float32(1 / 255), dtype=np.float32)


def _shade(canvas: Linear, layer: Sequence[Solid], camera: Camera, light: Light, rect: RectPx, middle: PointMm) -> None:
    """Darken what is drawn so far by the shadows that the layer's solids throw on what they lie on."""
    by_height: dict[tuple[float, float], list[Solid]] = {}
    for solid in layer:
        if solid.height_mm + solid.lifted_mm >= THIN_MM:
            by_height.setdefault((solid.height_mm, solid.lifted_mm), []).append(solid)
    for (height_mm, lifted_mm), solids in by_height.items():
        scale = camera.scale_at(solids[0].pose.x_mm, solids[0].pose.y_mm)
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


def _draw_hand(canvas: Linear, flesh: Flesh, camera: Camera, light: Light, rect: RectPx, middle: PointMm) -> None:
    """A hand's shadows on everything below it, then the hand."""
    height_mm = float(np.median(flesh.centres_mm[:, 2]))
    scale = camera.scale_at(float(flesh.centres_mm[0, 0]), float(flesh.centres_mm[0, 1]))
    towards_light = np.array([0.0, 0.0, light.ambient])
    for source, size_mm, share in sources_of(light, middle):
        way = source - (*middle, 0.0)
        towards_light += share * way / np.linalg.norm(way)
        penumbra_mm = 0.35 * height_mm * size_mm / float(np.linalg.norm(way)) + 0.5
        circles, radii = shadow_px(flesh, camera, source, PAPER_TOP_MM)
        _darken_circles(canvas, circles, radii, penumbra_mm * scale, share, rect)
    circles, radii = shadow_px(flesh, camera, np.array([*middle, 1e6]), PAPER_TOP_MM)
    _darken_circles(canvas, circles, radii, 0.35 * height_mm * scale, 0.30, rect)
    area = extent_px(flesh, camera, 3.0)
    area = None if area is None else _common(area, rect)
    if area is None:
        return
    colour, coverage = drawn(flesh, camera, area, towards_light / np.linalg.norm(towards_light))
    lay_over(_part_of(canvas, rect, area), colour, coverage)


def _darken_circles(
    canvas: Linear, middles_px: PointsPx, radii_px: PointsPx, blur_px: float, share: float, rect: RectPx
) -> None:
    """Take a share of the light away within the circles, with a soft edge; drawn coarsely, for it is soft."""
    seen = ~np.isnan(middles_px).any(axis=1)
    reach = np.concatenate([middles_px[seen] - radii_px[seen, None], middles_px[seen] + radii_px[seen, None]])
    area = bounds_of(reach, rect, 3 * blur_px + 2)
    if area is None:
        return
    factor = max(1, int(blur_px / 2))
    margin = round(3 * blur_px) + factor
    columns, rows = (-(-(area[i + 2] - area[i] + 2 * margin) // factor) for i in (0, 1))
    mask = np.zeros((rows, columns), dtype=np.uint8)
    for (x, y), radius in zip(middles_px[seen], radii_px[seen], strict=True):
        spot = ((x - area[0] + margin) / factor, (y - area[1] + margin) / factor)
        if -1e4 < spot[0] < 1e4 and -1e4 < spot[1] < 1e4:
            fixed = (round(spot[0] * 16), round(spot[1] * 16))
            cv2.circle(mask, fixed, max(1, round(radius / factor * 16)), (255,), cv2.FILLED, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), max(blur_px / factor, 0.5))
    soft = cv2.resize(soft, (columns * factor, rows * factor), interpolation=cv2.INTER_LINEAR)
    inner = soft[margin : margin + area[3] - area[1], margin : margin + area[2] - area[0]]
    _part_of(canvas, rect, area)[..., 3] *= 1.0 - inner * np.float32(share / 255)


def _common(area: RectPx, rect: RectPx) -> RectPx | None:
    """What two rectangles have in common, None where that is nothing."""
    both = (max(area[0], rect[0]), max(area[1], rect[1]), min(area[2], rect[2]), min(area[3], rect[3]))
    return both if both[0] < both[2] and both[1] < both[3] else None


def _darken(canvas: Linear, polygons_px: Sequence[PointsPx], blur_px: float, share: float, rect: RectPx) -> None:
    """Take a share of the light away within the polygons, with a soft edge."""
    whole = [polygon for polygon in polygons_px if not np.isnan(polygon).any()]
    if not whole or share <= 0.0:
        return
    area = bounds_of(np.vstack(whole), rect, 3 * blur_px + 2)
    if area is None:
        return
    padded = (area[0] - round(3 * blur_px), area[1] - round(3 * blur_px), area[2] + round(3 * blur_px), area[3] + round(3 * blur_px))  # fmt: skip  # noqa: E501
    mask = filled(whole, padded, 2)
    if blur_px > 0.3:
        mask = cv2.GaussianBlur(mask, (0, 0), blur_px).astype(np.float32)
    inner = mask[area[1] - padded[1] : area[3] - padded[1], area[0] - padded[0] : area[2] - padded[0]]
    _part_of(canvas, rect, area)[..., 3] *= 1.0 - np.float32(share) * inner


def _part_of(canvas: Linear, rect: RectPx, area: RectPx) -> Linear:
    """The area's view into the rectangle's canvas."""
    return canvas[area[1] - rect[1] : area[3] - rect[1], area[0] - rect[0] : area[2] - rect[0]]
