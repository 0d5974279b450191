"""Plain score markers and tokens: on which space of a score track a piece of a player's colour stands."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from tabletop.geometry import area_mm2
from tabletop.plainkinds import PlainKind, box_mm
from tabletop.readings import Confidence
from vision.pixels.arrays import Floats, PointsMm, PointsPx, Samples, inside_convex, median
from vision.table.track_spaces import TrackSpaces
from vision.uncoded.faces import leaning
from vision.uncoded.look import PlainLook

LEAST_SIDE = 0.25
"""Of its width, from which so much of a marker's side shows that another one may be seen there."""
TOUCHING_MM = 2.0
"""Two patches touch that lie so near to each other."""


@dataclass(frozen=True, slots=True, eq=False)
class PlainMarker:
    """A player's marker: its space, None where nobody can tell, how sure, and where it is drawn."""

    space: int | None
    sureness: Confidence
    outline_px: PointsPx


@dataclass(frozen=True, slots=True, eq=False)
class _Standing:
    """A patch of one colour, taken for a marker of one height: where it stands, and what speaks for it."""

    height_mm: float
    middle_mm: PointsMm
    space: int
    inside_mm: float
    alone: bool
    """Whether it is no larger than a marker, and no other patch of its colour is nearly as large."""
    whole: bool
    """Whether it is as large as the marker."""
    clear: bool
    """Whether it has the marker's colour plainly, and no other marker's."""
    lean_mm: PointsMm
    """By how much the top is seen beyond the foot, (2,)."""
    short_mm: float
    """The marker's width."""


@dataclass(frozen=True, slots=True, eq=False)
class _Patches:
    """What the track shows at one height above its print."""

    height_mm: float
    table_mm: PointsMm
    """The points that were looked at, (rows, columns, 2)."""
    values: Samples
    """Their Lab."""
    nats: Floats
    """How well they fit each colour, (colours, rows, columns)."""
    shown: Any
    """Whether they lie in the picture, and bear no printed part, (rows, columns)."""

    def alike(self, number: int, look: PlainLook, least_mm2: float) -> Any:
        """Which points show a colour nearly as well as the best of them do, that is as many as cover so much."""
        own, nats = look.settings.markers, self.nats[number]
        shown = np.where(self.shown, nats, -np.inf).ravel()
        best = max(1, round(least_mm2 / own.step_mm**2))
        level = np.partition(shown, -best)[-best]
        least = max(look.settings.car_nats, float(level) - own.level_nats)
        return self.shown & (nats > least) & (nats >= self.nats.max(axis=0))

    @property
    def middle_mm(self) -> PointsMm:
        """The middle of the points, (2,)."""
        return np.asarray(self.table_mm.mean(axis=(0, 1)))


def plain_markers(
    look: PlainLook, spaces: TrackSpaces, printed: Sequence[PointsMm] = (), *, only: str | None = None
) -> Mapping[str, PlainMarker]:
    """Part id -> its marker on a track; of markers of which nothing shows nothing is said.

    A marker is a patch of its colour and size, alone of its colour. `printed` are outlines (n, 2), on the table, of
    printed parts that lie there: they have the players' colours, too. Where the track is one player's, `only` that
    player's marker stands there.
    """
    kinds = [
        (number, kind)
        for number, material in enumerate(look.markers)
        for kind in material.kinds
        if only in (None, kind.part.id)
    ]
    heights = sorted({height for _, kind in kinds for height in _heights(look, kind)})
    own = look.settings.markers
    looked = {height: _patches(look, spaces, height, printed) for height in heights}
    seen: dict[str, list[_Standing]] = {}
    found: dict[str, PlainMarker] = {}
    for number, kind in kinds:
        patches = [looked[height] for height in _heights(look, kind)]
        alike = [one.alike(number, look, own.some_area * abs(area_mm2(kind.outline_mm))) for one in patches]
        if max(shown.mean() for shown in alike) > own.ground_share:
            found[kind.part.id] = _unknown(look, spaces)
        tried = (_standing(look, spaces, one, (number, kind), shown) for one, shown in zip(patches, alike, strict=True))
        seen[kind.part.id] = [one for one in tried if one is not None]
    for number, kind in kinds:
        others = [one for part, these in seen.items() if part != kind.part.id for one in these]
        mine = [one for one in seen[kind.part.id] if one.clear or not _below_any(one, others)]
        if mine and kind.part.id not in found:
            alone = only is not None or len(look.markers[number].kinds) == 1
            alone &= not any(_below_any(one, others) for one in mine)
            standing = [_lowered(one, spaces) for one in mine if any(_is_below(other, one) for other in others)]
            found[kind.part.id] = _told(look, spaces, kind, [*mine, *standing], alone=alone)
    return found


def _heights(look: PlainLook, kind: PlainKind) -> tuple[float, ...]:
    """How high a marker may be: one whose height nobody told is no higher than wide."""
    if kind.height_mm is not None:
        return (kind.height_mm,)
    tried = look.settings.tried_heights_mm
    return tuple(height for height in tried if height <= min(box_mm(kind))) or tried[:1]


def _patches(look: PlainLook, spaces: TrackSpaces, height_mm: float, printed: Sequence[PointsMm]) -> _Patches:
    """The track's spaces and a rim, as far as they lie in the picture, so high above their print."""
    step, beyond = look.settings.markers.step_mm, spaces.step_mm / 2 + look.settings.markers.rim_mm
    first, last = spaces.first_mm - beyond, spaces.middles_mm[-1] + beyond
    x, y = (np.arange(first[axis], last[axis] + step / 2, step) for axis in (0, 1))
    table = spaces.sheet.to_table(np.stack(np.meshgrid(x, y), axis=-1))
    pixels = look.plane.to_picture(table, height_mm=spaces.top_mm + height_mm)
    width, height = look.plane.size_px
    shown = ((pixels > 0) & (pixels < np.array([width - 1, height - 1]))).all(axis=-1)
    for outline in printed:
        shown &= ~inside_convex(table.reshape(1, -1, 2), outline[None]).reshape(shown.shape)
    values = look.field.at(pixels)
    flat = values.reshape(-1, 3)
    nats = np.stack([one.nats(flat, look.settings) for one in look.markers]).reshape(-1, *table.shape[:2])
    return _Patches(height_mm, table, values, nats, shown)


def _standing(
    look: PlainLook, spaces: TrackSpaces, patches: _Patches, marker: tuple[int, PlainKind], alike: Any
) -> _Standing | None:
    """The largest patch that may be this marker, of the points that are alike; None where none lies on a space."""
    own, settings, (number, kind) = look.settings.markers, look.settings, marker
    footprint, short = abs(area_mm2(kind.outline_mm)), min(box_mm(kind))
    wide = max(3, round(own.core * short / own.step_mm))
    opening = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide))
    opened = cv2.morphologyEx(alike.astype(np.uint8), cv2.MORPH_OPEN, opening)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(opened, connectivity=4)
    areas = stats[1:, cv2.CC_STAT_AREA] * own.step_mm**2
    wall = float(np.hypot(*_lean(look, spaces, patches.middle_mm, patches.height_mm)))
    most = own.most_area * (footprint + wall * short)
    areas[_at_the_rim(stats[1:], labels.shape) & (areas > most)] = 0.0  # the table, or the track's own print
    if areas.max(initial=0.0) < own.some_area * footprint:
        return None
    best = int(areas.argmax())
    mine = labels == best + 1
    points = patches.table_mm[mine]
    lean = _lean(look, spaces, points.mean(axis=0), patches.height_mm)
    middle, along, across = _middle(points, lean, own.step_mm)
    space, inside = spaces.at(middle)
    if space is None:
        return None
    rival = np.delete(areas, best).max(initial=0.0)
    alone = areas[best] < most and rival < own.rival_area * areas[best]
    long = math.hypot(*box_mm(kind)) + own.step_mm
    whole = areas[best] > own.whole_area * footprint
    whole &= own.whole_area * short < across < long and along < long + wall
    colour = median(patches.values[mine].T)
    each = np.array([float(one.nats(colour, settings)[0]) for one in look.markers])
    lead = each[number] - np.delete(each, number).max(initial=-np.inf)
    clear = each[number] >= settings.plainly_known and lead >= settings.plainly_leads
    return _Standing(patches.height_mm, middle, space, inside, bool(alone), bool(whole), bool(clear), lean, short)


def _below_any(one: _Standing, others: Sequence[_Standing]) -> bool:
    """Whether a patch lies below some other marker's."""
    return any(other.whole and _is_below(one, other) for other in others)


def _is_below(one: _Standing, other: _Standing) -> bool:
    """Whether a patch touches another one on the side on which that marker's side shows.

    Then it may be that very side in shade, or a marker under the other one, or one that stands close before it.
    """
    wall = float(np.hypot(*other.lean_mm))
    if wall < LEAST_SIDE * other.short_mm:
        return False
    away, right = one.middle_mm - other.middle_mm, other.lean_mm / wall
    below, aside = -float(away @ right), abs(float(away @ np.array([-right[1], right[0]])))
    return 0.0 < below < (one.short_mm + other.short_mm) / 2 + wall + TOUCHING_MM and aside < other.short_mm / 2


def _lowered(one: _Standing, spaces: TrackSpaces) -> _Standing:
    """The same marker where it stands if it stands upon another one, as high as itself."""
    middle = one.middle_mm - one.lean_mm
    space, inside = spaces.at(middle)
    return replace(one, middle_mm=middle, space=-1 if space is None else space, inside_mm=inside, clear=False)


def _unknown(look: PlainLook, spaces: TrackSpaces) -> PlainMarker:
    """What is told where the whole track shows a marker's colour."""
    outline = spaces.sheet.to_table(spaces.outline_mm)
    return PlainMarker(None, "ask", look.plane.to_picture(outline, height_mm=spaces.top_mm))


def _at_the_rim(stats: Any, shape: tuple[int, ...]) -> Any:
    """Which patches, by OpenCV's figures of each (n, 5), reach the rim of what was looked at."""
    left, top, width, height = (stats[:, column] for column in range(4))
    return (left == 0) | (top == 0) | (left + width == shape[1]) | (top + height == shape[0])


def _lean(look: PlainLook, spaces: TrackSpaces, at_mm: PointsMm, height_mm: float) -> PointsMm:
    """By how much the top of what stands on a track at (2,) is seen beyond its foot."""
    top, foot = spaces.top_mm + height_mm, spaces.top_mm
    return leaning(look.plane, at_mm, top) - leaning(look.plane, at_mm, foot)


def _middle(points_mm: PointsMm, lean_mm: PointsMm, step_mm: float) -> tuple[PointsMm, float, float]:
    """Where a marker stands of whose top and side points (n, 2) show; how long they are along the view and across.

    Its side shows below its top, on the camera's side: along the view a marker is as long as across.
    """
    wall = float(np.hypot(*lean_mm))
    right = lean_mm / wall if wall > 1e-6 else np.array([1.0, 0.0])
    down = np.array([-right[1], right[0]])
    spans = []
    for axis in (right, down):
        least, most = np.quantile(points_mm @ axis, (0.03, 0.97))
        spans.append((float(least + most) / 2, float(most - least) + step_mm))
    (middle_along, along), (middle_across, across) = spans
    shown = min(max(along - across, 0.0), wall)
    return (middle_along + shown / 2) * right + middle_across * down, along, across


def _told(
    look: PlainLook, spaces: TrackSpaces, kind: PlainKind, seen: Sequence[_Standing], *, alone: bool
) -> PlainMarker:
    """What the patches of one marker tell, one for each height that it may have; `alone`: nothing else may be it."""
    seats = look.shot.settings.seats
    one = max(seen, key=lambda standing: standing.inside_mm)
    outline = spaces.sheet.to_table(spaces.sheet.to_sheet(one.middle_mm) + np.array(kind.outline_mm))
    outline_px = look.plane.to_picture(outline, height_mm=spaces.top_mm + one.height_mm)
    inside = min(standing.inside_mm for standing in seen)
    told = alone and len({standing.space for standing in seen}) == 1
    told &= all(standing.alone and (standing.whole or standing.clear) for standing in seen)
    if not (told and inside >= seats.on_line_mm):
        return PlainMarker(one.space if alone else None, "ask", outline_px)
    return PlainMarker(one.space, "likely", outline_px)
