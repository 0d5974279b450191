"""Whether two neighbouring faces are one piece: what lies between looks like both, or shows street, seam or shade."""

from collections.abc import Mapping, Sequence

import numpy as np

from tabletop.cellnames import Cell
from vision.pixels.arrays import Floats
from vision.settings.uncoded import PlainSettings
from vision.uncoded.faces import Face, PlainCell, leaning, weighed
from vision.uncoded.look import PlainLook

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
    steps = np.arange(low, high + STEP_MM / 2, STEP_MM)
    side = np.array([-along[1], along[0]])
    rim = one.rim_only or other.rim_only
    sides = (np.array([-0.44, -0.40, 0.40, 0.44]) if rim else np.linspace(-0.25, 0.25, ACROSS)) * width
    points = middle + steps[:, None, None] * along + sides[None, :, None] * side
    values = look.field.at(plane.to_picture(points, height_mm=height)).astype(float)
    if rim:  # what lies upon the piece may reach over one side of the joint
        halves = [_away(values[:, part].mean(axis=1), shown, steps, pitch) for part in (slice(0, 2), slice(2, 4))]
        return settings.half_joint * min(_nats(half, gap, settings) for half in halves)
    return _nats(_away(np.median(values, axis=1), shown, steps, pitch), gap, settings)


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
    street = float(np.quantile(away, settings.street_quantile))
    return float(np.clip((street - settings.street_delta) * settings.street_slope, -most, most))
