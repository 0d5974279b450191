"""What each pixel looks at: the table, shadows, sides and printed faces, sampled more finely than the picture.

The result has four channels: albedo (blue, green, red, linear) and how much of the light arrives (1 unshaded).
Every function works on a rectangle of the picture, so that a small change costs little.
"""

from collections.abc import Sequence

import numpy as np

from simulator.bodies import Flesh, drawn, extent_px
from simulator.camera import Camera
from simulator.light import Light
from simulator.pictures import Linear, PointsPx
from simulator.raster import (
    RectPx,
    at_height,
    bounds_of,
    common,
    filled,
    lay_over,
    lay_sampled,
    part_of,
    plane_maps,
    sample_texture,
)
from simulator.scene import Scene
from simulator.shadows import THIN_MM, shade, shade_by_body, towards_light
from simulator.solids import Solid

SUPERSAMPLES = 2
"""Samples of a printed face per pixel and direction."""
TALL_MM = 4.0
"""What is higher hides other things and is drawn from far to near."""
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
    """Draw what moves above the table over a canvas of the rest: hands and other bodies, and what hands hold."""
    held = [solid for solid in scene.solids if solid.lifted_mm > 0.0]
    _draw_solids(canvas, held, scene, camera, light, rect)
    for body in scene.bodies:
        _draw_body(canvas, body.flesh(), scene, camera, light, rect)


def _draw_solids(
    canvas: Linear, solids: Sequence[Solid], scene: Scene, camera: Camera, light: Light, rect: RectPx
) -> None:
    """Paper first, then boards on which things lie, then tokens, then what is tall, from far to near."""
    touching = [solid for solid in solids if _touches(solid, camera, rect)]
    grounds = [solid for solid in touching if solid.is_ground]
    near = [solid for solid in touching if not solid.is_ground]
    paper = [solid for solid in near if solid.height_mm < THIN_MM]
    tokens = [solid for solid in near if solid.height_mm >= THIN_MM and _reach_mm(solid) < TALL_MM]
    tall = sorted((solid for solid in near if _reach_mm(solid) >= TALL_MM), key=lambda solid: _order(solid, camera))
    for layer in (paper, grounds, tokens, tall):
        shade(canvas, layer, camera, light, rect, scene.middle_mm)
        for solid in layer:
            if solid.height_mm >= THIN_MM:
                _draw_sides(canvas, solid, camera, rect)
            _draw_top(canvas, solid, camera, rect)


def _reach_mm(solid: Solid) -> float:
    """How high a solid reaches as seen from what it lies on; what lies upon a thick piece counts from the table."""
    return solid.top_z_mm if solid.z_mm >= TALL_MM and solid.height_mm >= THIN_MM else solid.height_mm


def _order(solid: Solid, camera: Camera) -> tuple[bool, float]:
    """What stands on the table from far to near, then what lies upon it."""
    away = np.array([solid.pose.x_mm, solid.pose.y_mm]) - camera.position_mm[:2]
    return (TALL_MM <= solid.z_mm < solid.top_z_mm - THIN_MM and solid.part is not None, -float(np.hypot(*away)))


def silhouette_px(solid: Solid, camera: Camera) -> PointsPx:
    """Image points of the solid's lower and upper outline, shape (2 N, 2)."""
    outline = solid.placed_outline_mm
    return camera.project(np.vstack([at_height(outline, solid.z_mm), at_height(outline, solid.top_z_mm)]))


def _touches(solid: Solid, camera: Camera, rect: RectPx) -> bool:
    """Whether the solid or its shadow may reach into the rectangle."""
    reach = (solid.height_mm + solid.lifted_mm) * 2.5 * camera.scale_at(solid.pose.x_mm, solid.pose.y_mm) + 4
    return bounds_of(silhouette_px(solid, camera), rect, reach) is not None


def _draw_table(canvas: Linear, scene: Scene, camera: Camera, rect: RectPx) -> None:
    """The table top, one sample a pixel: its pattern has no sharp edges."""
    x, y = plane_maps(camera, 0.0, rect, 1)
    middle = scene.table_centre_mm
    scale = camera.scale_at(*scene.middle_mm)
    sampled = sample_texture(scene.table, x - np.float32(middle[0]), y - np.float32(middle[1]), scale, 1)
    lay_sampled(canvas, sampled)


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
    lay_sampled(part_of(canvas, rect, area), sampled)


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
            part_of(canvas, rect, whole), mask[..., None] * np.array(solid.side_albedo, dtype=np.float32) * 0.7, mask
        )
    for index in np.argsort(-np.hypot(*to_camera[facing].T)):
        area = bounds_of(faces[index], rect, 1.0)
        if area is None or np.isnan(faces[index]).any():
            continue
        mask = filled([faces[index]], area)
        shade = 0.72 + 0.22 * float(outward[facing[index]] @ np.array([-0.6, -0.8]))
        colour = mask[..., None] * (np.array(solid.side_albedo, dtype=np.float32) * np.float32(shade))
        lay_over(part_of(canvas, rect, area), colour, mask)


def _draw_body(canvas: Linear, flesh: Flesh, scene: Scene, camera: Camera, light: Light, rect: RectPx) -> None:
    """A body's shadows on everything below it, then the body."""
    shade_by_body(canvas, flesh, camera, light, rect, scene.middle_mm)
    if not flesh.seen:
        return
    area = extent_px(flesh, camera, 3.0)
    area = None if area is None else common(area, rect)
    if area is None:
        return
    colour, coverage = drawn(flesh, camera, area, towards_light(light, scene.middle_mm))
    lay_over(part_of(canvas, rect, area), colour, coverage)
