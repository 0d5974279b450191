"""Where a piece ends: whether two neighbouring faces are one piece, and whether its colour goes on beyond its rim."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabletop.cellnames import Cell
from tabletop.lattice import STEP, neighbour
from vision.pixels.arrays import Floats, PointsMm, PointsPx, median, quantile
from vision.settings.uncoded import PlainSettings
from vision.uncoded.faces import Face, PlainCell, leaning, weighed
from vision.uncoded.look import PlainLook
from vision.uncoded.shapes import Laid
from vision.uncoded.silhouettes import silhouettes

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
    asked = [pair for pair in pairs if pair[0].key in faces or pair[1].key in faces]
    if not asked:
        return {}
    shown = [[faces[cell.key] for cell in pair if cell.key in faces] for pair in asked]
    heights = np.array([float(np.mean([face.height_mm for face in both])) for both in shown])
    middles = np.array([(one.spot.middle_mm + other.spot.middle_mm) / 2 for one, other in asked])
    leans = leaning(look.plane, middles, heights)
    lines = [_line_across(look, pair, both, lean, faces) for pair, both, lean in zip(asked, shown, leans, strict=True)]
    count = [0 if line is None else line.points_mm.shape[0] * line.points_mm.shape[1] for line in lines]
    nothing = np.zeros((0, 2))
    points = np.concatenate([nothing if line is None else line.points_mm.reshape(-1, 2) for line in lines])
    values = look.field.at(look.plane.to_picture(points, height_mm=np.repeat(heights, count))).astype(float)
    parts = np.split(values, np.cumsum(count)[:-1])
    return {
        (one.key, other.key): 0.0 if line is None else line.nats(part.reshape((*line.points_mm.shape[:2], 3)), look)
        for (one, other), line, part in zip(asked, lines, parts, strict=True)
    }


@dataclass(frozen=True, slots=True, eq=False)
class _Line:
    """What is looked at between two neighbouring cells."""

    points_mm: PointsMm
    """(steps, across, 2)."""
    steps: Floats
    """Along the line from one middle to the other, from the middle between them."""
    shown: Sequence[Face]
    """One or both of them."""
    pitch: float
    gap: float
    seam_mm: float | None
    """Where a seam is looked for in noise: so far from the middle."""
    rim: bool
    """Something lies upon a piece there, so that only its rim shows."""
    whole: bool
    """The top of one piece would lie over all of the street."""

    def nats(self, values: Floats, look: PlainLook) -> float:
        """That these are two, by the Lab (steps, across, 3) that shows there."""
        settings = look.settings
        if self.seam_mm is not None:
            return seam_in_noise(values.mean(axis=1), self.steps, self.seam_mm, settings)
        if self.rim:  # what lies upon the piece may reach over one side of the joint
            halves = [self._away(values[:, part].mean(axis=1)) for part in (slice(0, 2), slice(2, 4))]
            return settings.half_joint * min(_nats(half, self.gap, settings) for half in halves)
        away = self._away(median(values.swapaxes(1, 2)))
        if self.whole:
            return _street_nats(worst_stretch(away, settings.street_stretch_mm), settings)
        return _nats(away, self.gap, settings)

    def _away(self, profile: Floats) -> Floats:
        """Delta E of a profile (steps, 3) against the faces at its ends."""
        if len(self.shown) == 1:
            return weighed(profile - self.shown[0].lab)
        share = np.clip((self.steps + self.pitch / 2) / self.pitch, 0.0, 1.0)[:, None]
        return weighed(profile - (self.shown[0].lab * (1 - share) + self.shown[1].lab * share))


def _line_across(
    look: PlainLook, pair: tuple[PlainCell, PlainCell], shown: Sequence[Face], lean: Floats, faces: Mapping[Cell, Face]
) -> _Line | None:
    """Where to look between two cells, as far as what stands there leans by; None where too little would be seen."""
    settings, (one, other) = look.settings, pair
    width = min(face.width_mm for face in shown)
    start, end = one.spot.middle_mm, other.spot.middle_mm
    pitch = float(np.linalg.norm(end - start))
    along = (end - start) / pitch
    gap = pitch - width
    low, high = _open_part(gap, float(lean @ along), other.key in faces, one.key in faces)
    if high - low < settings.least_open_mm:
        return None
    rim, both = one.rim_only or other.rim_only, len(shown) == 2
    whole = gap > NARROW_MM and both
    seam = high if gap <= NARROW_MM and both and not rim and not look.quiet else None
    if seam is not None:
        reach = high + settings.noise.seam_beside_mm[1]
        low, high = -reach, reach
        sides = np.linspace(-1.0, 1.0, settings.noise.seam_samples) * settings.noise.seam_along * width
    else:
        low, high = (-gap / 2, gap / 2) if whole else (low, high)
        sides = (np.array([-0.44, -0.40, 0.40, 0.44]) if rim else np.linspace(-0.25, 0.25, ACROSS)) * width
    steps = np.arange(low, high + STEP_MM / 2, STEP_MM)
    side = np.array([-along[1], along[0]])
    points = (start + end) / 2 + steps[:, None, None] * along + sides[None, :, None] * side
    return _Line(points, steps, shown, pitch, gap, seam, rim, whole)


def worst_stretch(away: Floats, stretch_mm: float) -> float:
    """The largest mean of values (n,), `STEP_MM` apart, over a stretch so long."""
    count = min(len(away), round(stretch_mm / STEP_MM))
    return float(np.convolve(away, np.full(count, 1.0 / count), "valid").max())


def seam_in_noise(profile: Floats, steps: Floats, reach_mm: float, settings: PlainSettings) -> float:
    """Nats that a line within `reach_mm` of the middle parts a profile (n, 3) at `steps` (n,) across two faces.

    Noise scatters every place by more than a seam differs, but not the mean of many along it; and what changes slowly
    over both faces is no line. Lightness counts whole: noise is mostly in the colours.
    """
    own, least = settings.noise, -settings.most_whole_nats
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
    return float(np.clip((delta - own.seam_delta) * settings.seam_slope, least, own.most_seam_nats))


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
    if gap <= NARROW_MM:
        nats = (away.max() - settings.seam_delta) * settings.seam_slope
        return float(np.clip(nats, -settings.most_whole_nats, settings.most_joint_nats))
    return _street_nats(float(quantile(away, settings.street_quantile)), settings)


def _street_nats(away: float, settings: PlainSettings) -> float:
    most = settings.most_joint_nats
    return float(np.clip((away - settings.street_delta) * settings.street_slope, -most, most))


def free_rims(look: PlainLook, faces: Mapping[Cell, Face]) -> Callable[[Sequence[Laid]], dict[Cell, float]]:
    """Whether the streets beside pieces are free of their colour: coloured paper and hands have no rim there."""
    hulls = silhouettes(faces.values(), look.plane)
    beside = _beside(look, tuple(faces.values()))
    number = {cell: index for index, cell in enumerate(faces)}

    def rims(pieces: Sequence[Laid]) -> dict[Cell, float]:
        sides = [
            (cell, index, piece.cells)
            for piece in pieces
            for cell in piece.cells
            for index, side in enumerate(STEP)
            if neighbour(cell, side) not in piece.cells
        ]
        found = dict.fromkeys((cell for piece in pieces for cell in piece.cells), math.inf)
        if not sides:
            return found
        rows, which = [number[cell] for cell, _, _ in sides], [index for _, index, _ in sides]
        shown = ~hulls.behind_each(beside.pixels[rows, which], but=[own for _, _, own in sides])
        seen = shown.sum(axis=1)
        alike = (beside.alike[rows, which] & shown).sum(axis=1) / np.maximum(seen, 1)
        nats = look.settings.rim_nats * (1.0 - 2.0 * alike)
        nats[seen / shown.shape[1] < look.settings.rim_seen] = math.inf
        for (cell, _, _), value in zip(sides, nats.tolist(), strict=True):
            found[cell] = min(found[cell], value)
        return found

    return rims


@dataclass(frozen=True, slots=True, eq=False)
class _Beside:
    """The streets beside all four sides of faces."""

    pixels: PointsPx
    """(faces, sides, samples, 2)."""
    alike: Any
    """Where the face's own colour shows, (faces, sides, samples) of bool."""


def _beside(look: PlainLook, faces: Sequence[Face]) -> _Beside:
    settings, plane = look.settings, look.plane
    if not faces:
        return _Beside(np.zeros((0, len(STEP), 1, 2)), np.zeros((0, len(STEP), 1), bool))
    middle, right, down = (
        np.array([getattr(face.cell.spot, name) for face in faces]) for name in ("middle_mm", "right", "down")
    )
    width, ground, high = (
        np.array(values)
        for values in zip(*((face.width_mm, face.cell.ground_mm, face.height_mm) for face in faces), strict=True)
    )
    lean = leaning(plane, middle, high)
    away, along = np.meshgrid(np.linspace(4.0, 7.0, 4), np.linspace(-0.35, 0.35, 7))
    points, heights = [], []
    for row, column in STEP.values():
        outward = column * right + row * down
        # On the side that faces the camera the piece's own wall is seen below its top.
        heights.append(np.where((lean * outward).sum(axis=1) < 0, ground, high))
        flank = np.stack([-outward[:, 1], outward[:, 0]], axis=1)
        out, aside = width[:, None] / 2 + away.reshape(1, -1), along.reshape(1, -1) * width[:, None]
        points.append(middle[:, None] + out[..., None] * outward[:, None] + aside[..., None] * flank[:, None])
    pixels = plane.to_picture(np.stack(points, axis=1), height_mm=np.stack(heights, axis=1)[..., None])
    labs = np.array([face.lab for face in faces])[:, None, None]
    alike = weighed(look.field.at(pixels).astype(float) - labs) < settings.rim_delta
    return _Beside(pixels, alike)
