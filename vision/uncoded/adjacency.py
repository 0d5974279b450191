"""Where a piece ends: whether two neighbouring faces are one piece, and whether its colour goes on beyond its rim."""

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from tabletop.cellnames import Cell
from tabletop.lattice import STEP, Side, neighbour
from vision.pixels.arrays import Floats
from vision.settings.uncoded import PlainSettings
from vision.uncoded.faces import Face, PlainCell, Silhouettes, leaning, silhouettes, weighed
from vision.uncoded.look import PlainLook
from vision.uncoded.shapes import Laid

STEP_MM = 0.5
ACROSS = 9
NARROW_MM = 6.0
"""Gaps up to this are seams: their darkest line is looked for; wider ones are streets, and looked at as a whole."""


def joints_between(
    look: PlainLook, faces: Mapping[Cell, Face], pairs: Sequence[tuple[PlainCell, PlainCell]]
) -> dict[tuple[Cell, Cell], float]:
    """For pairs of neighbouring cells of which at least one shows a face: nats that they are two, not one piece.

    Where only one cell shows a face, the answer says whether that face goes on beyond its own cell's rim.
    """
    found = {}
    for one, other in pairs:
        if one.key in faces or other.key in faces:
            found[one.key, other.key] = _joint(look, one, other, faces)
    return found


def _joint(look: PlainLook, one: PlainCell, other: PlainCell, faces: Mapping[Cell, Face]) -> float:
    plane, settings = look.plane, look.settings
    shown = [faces[cell.key] for cell in (one, other) if cell.key in faces]
    width = min(face.width_mm for face in shown)
    height = float(np.mean([face.height_mm for face in shown]))
    start, end = one.spot.middle_mm, other.spot.middle_mm
    pitch = float(np.linalg.norm(end - start))
    along = (end - start) / pitch
    middle = (start + end) / 2
    gap = pitch - width
    lean = float(leaning(plane, middle, height) @ along)
    low, high = _open_part(gap, lean, other.key in faces, one.key in faces)
    if high - low < settings.least_open_mm:
        return 0.0
    whole = gap > NARROW_MM and len(shown) == 2  # the top of one piece would lie over all of the street
    low, high = (-gap / 2, gap / 2) if whole else (low, high)
    steps = np.arange(low, high + STEP_MM / 2, STEP_MM)
    side = np.array([-along[1], along[0]])
    rim = one.rim_only or other.rim_only
    if gap <= NARROW_MM and len(shown) == 2 and not rim and not look.quiet:
        reach = high + settings.noise.seam_beside_mm[1]
        steps = np.arange(-reach, reach + STEP_MM / 2, STEP_MM)
        sides = np.linspace(-1.0, 1.0, settings.noise.seam_samples) * settings.noise.seam_along * width
        points = middle + steps[:, None, None] * along + sides[None, :, None] * side
        profile = look.field.at(plane.to_picture(points, height_mm=height)).astype(float).mean(axis=1)
        return seam_in_noise(profile, steps, high, settings)
    sides = (np.array([-0.44, -0.40, 0.40, 0.44]) if rim else np.linspace(-0.25, 0.25, ACROSS)) * width
    points = middle + steps[:, None, None] * along + sides[None, :, None] * side
    values = look.field.at(plane.to_picture(points, height_mm=height)).astype(float)
    if rim:  # what lies upon the piece may reach over one side of the joint
        halves = [_away(values[:, part].mean(axis=1), shown, steps, pitch) for part in (slice(0, 2), slice(2, 4))]
        return settings.half_joint * min(_nats(half, gap, settings) for half in halves)
    away = _away(np.median(values, axis=1), shown, steps, pitch)
    if whole:
        return _street_nats(worst_stretch(away, settings.spans.stretch_mm), settings)
    return _nats(away, gap, settings)


def worst_stretch(away: Floats, stretch_mm: float) -> float:
    """The largest mean of values (n,), `STEP_MM` apart, over a stretch so long."""
    count = min(len(away), round(stretch_mm / STEP_MM))
    return float(np.convolve(away, np.full(count, 1.0 / count), "valid").max())


def seam_in_noise(profile: Floats, steps: Floats, reach_mm: float, settings: PlainSettings) -> float:
    """Nats that a line within `reach_mm` of the middle parts a profile (n, 3) at `steps` (n,) across two faces.

    Noise scatters every place by more than a seam differs, but not the mean of many along it; and what changes slowly
    over both faces is no line. Lightness counts whole: noise is mostly in the colours.
    """
    own, most = settings.noise, settings.most_joint_nats
    near, far = own.seam_beside_mm
    away = steps[None] - steps[np.abs(steps) <= reach_mm + STEP_MM / 4][:, None]  # (lines, n)
    line, before, after = (
        mask @ profile / np.maximum(mask.sum(axis=1, keepdims=True), 1)
        for mask in (
            np.abs(away) <= own.seam_line_mm / 2 + STEP_MM / 4,
            (away <= STEP_MM / 4 - near) & (away >= -far - STEP_MM / 4),
            (away >= near - STEP_MM / 4) & (away <= far + STEP_MM / 4),
        )
    )
    differs = np.linalg.norm(line - (before + after) / 2, axis=1)
    other = np.linalg.norm(after - before, axis=1) / 2  # another colour begins there
    delta = float(np.maximum(differs, other).max())
    return float(np.clip((delta - own.seam_delta) * settings.seam_slope, -most, own.most_seam_nats))


def _away(profile: Floats, shown: Sequence[Face], steps: Floats, pitch: float) -> Floats:
    """Delta E of a profile (steps, 3) against the faces at its ends."""
    if len(shown) == 1:
        return weighed(profile - shown[0].lab)
    share = np.clip((steps + pitch / 2) / pitch, 0.0, 1.0)[:, None]
    return weighed(profile - (shown[0].lab * (1 - share) + shown[1].lab * share))


def _open_part(gap: float, lean: float, far_face: bool, near_face: bool) -> tuple[float, float]:
    """From where to where along the line, from its middle, the ground would be seen if nothing bridged the gap.

    Seen aslant, the farther block's side fills a part of the gap.
    """
    if gap <= NARROW_MM:
        reach = gap / 2 + 1.0
        return (-reach, reach)
    margin = min(3.0, gap / 5)
    low, high = -gap / 2 + margin, gap / 2 - margin
    if lean > 0 and far_face:
        high -= lean
    if lean < 0 and near_face:
        low -= lean
    return (low, high)


def _nats(away: Floats, gap: float, settings: PlainSettings) -> float:
    most = settings.most_joint_nats
    if gap <= NARROW_MM:
        return float(np.clip((away.max() - settings.seam_delta) * settings.seam_slope, -most, most))
    return _street_nats(float(np.quantile(away, settings.street_quantile)), settings)


def _street_nats(away: float, settings: PlainSettings) -> float:
    most = settings.most_joint_nats
    return float(np.clip((away - settings.street_delta) * settings.street_slope, -most, most))


def free_rims(look: PlainLook, faces: Mapping[Cell, Face]) -> Callable[[Sequence[Laid]], dict[Cell, float]]:
    """Whether the streets beside pieces are free of their colour: coloured paper and hands have no rim there."""
    hulls = silhouettes(faces.values(), look.plane)

    def rims(pieces: Sequence[Laid]) -> dict[Cell, float]:
        found: dict[Cell, float] = {}
        for piece in pieces:
            own = set(piece.cells)
            for cell in piece.cells:
                sides = [side for side in STEP if neighbour(cell, side) not in own]
                found[cell] = min((_rim(look, faces[cell], side, hulls, own) for side in sides), default=math.inf)
        return found

    return rims


def _rim(look: PlainLook, face: Face, side: Side, hulls: Silhouettes, own: set[Cell]) -> float:
    """Nats that the street beside one side of a face has another colour than the face; inf where it is not seen."""
    settings, plane = look.settings, look.plane
    row, column = STEP[side]
    spot, width = face.cell.spot, face.width_mm
    outward = column * spot.right + row * spot.down
    lean = float(leaning(plane, spot.middle_mm, face.height_mm) @ outward)
    # On the side that faces the camera the piece's own wall is seen below its top.
    height = face.cell.ground_mm if lean < 0 else face.height_mm
    away, along = np.meshgrid(width / 2 + np.linspace(4.0, 7.0, 4), np.linspace(-0.35, 0.35, 7) * width)
    flank = np.array([-outward[1], outward[0]])
    points = spot.middle_mm + away.reshape(-1, 1) * outward + along.reshape(-1, 1) * flank
    pixels = plane.to_picture(points, height_mm=height)
    shown = hulls.behind(pixels, but=own) == 0
    if shown.mean() < settings.rim_seen:
        return math.inf
    alike = weighed(look.field.at(pixels[shown]).astype(float) - face.lab) < settings.rim_delta
    return settings.rim_nats * (1.0 - 2.0 * float(alike.mean()))
