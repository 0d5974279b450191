"""Things on a plain table seen from above: what differs from the ground and is no shadow, in any shape, with its holes.

The ground is what most of the table shows, its light changing slowly. A large thing that is no piece (the paper on
which the pieces lie, another table) is a ground of its own, and is searched in the same way.
"""

from dataclasses import dataclass
from functools import reduce
from typing import Any

import cv2
import numpy as np

from calibration.segments import TableView, disc, linear_view, outer_contour
from vision.pixels.arrays import Floats
from vision.pixels.colours import ColourSettings, lab_from_linear
from vision.table.sheets import SolvedTable
from vision.uncoded.table_colours import TableColours

Mask = np.ndarray[Any, np.dtype[np.bool_]]


@dataclass(frozen=True, slots=True)
class SilhouetteSettings:
    """What counts as a thing on the table; chosen on pictures of the virtual table (`tests/calibration`)."""

    sheet_margin_mm: float = 4.0
    """Free room between a sheet and a piece."""
    stands_out: float = 9.0
    """Delta E against the ground, lightness counting half; ..."""
    above_grain: float = 5.0
    """... and by so many times the ground's own scatter."""
    of_highest: float = 0.45
    """Share of the highest contrast nearby that a point must have: half-way lies the edge, and shadows stay below."""
    nearby_mm: float = 5.0
    halves: float = 0.6
    """Share of a thing's own light from which a point is its: the half, and a little for the shadow at its foot."""
    inside_mm: float = 2.0
    """So far from its edge a thing shows its own colour, unmixed."""
    shadow_log: float = 0.12
    """Natural logarithm by which a shadow's channels may differ in how much darker than the ground they are, .."""
    shadow_cast: float = 0.15
    """... and by this share of how dark it is: what lights a shadow has another colour than the lamp."""
    shadow_depth: float = 1.3
    """The darkest shadow, as a logarithm: what is darker is a dark piece."""
    piece_below_shadow: float = 0.5
    """Share of a grey thing's darkness that a point of it must reach: what is lighter is the thing's own shadow."""
    shadow_reach_mm: float = 4.0
    """A grey thing so near to another is that one's shadow."""
    smallest_mm2: float = 40.0
    narrowest_mm: float = 5.0
    """Diameter of the largest circle inside: strips of shadow and pens are narrower."""
    largest_mm: float = 170.0
    """Longest side of a piece: Small City's tramway has 135 mm. What is larger may be a ground of its own."""
    glint: float = 0.25
    """What is lighter than the ground by this logarithm is a glint on a piece and no hole in it."""
    hole_mm2: float = 12.0
    """Smaller holes are glints and dirt."""
    rim_mm: float = 6.0
    """So far from its edge another ground begins: there its paper curls and its shadow ends."""
    fits: int = 6
    """Rounds in which the ground's surface is fitted to what looked like ground in the round before."""


@dataclass(frozen=True, slots=True, eq=False)
class Silhouette:
    """One thing in the view: which points show it, holes left out."""

    mask: Mask
    """The view's size."""
    holes: tuple[Mask, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What lies on the table."""

    silhouettes: tuple[Silhouette, ...]
    cut_off: int
    """Things of a piece's size that the picture's edge or a printed sheet cuts."""
    lab: Floats
    """The view's colours, (height, width, 3)."""


def silhouettes(
    view: TableView, solved: SolvedTable, correction: TableColours, settings: SilhouetteSettings | None = None
) -> Seen:
    """The things on the table beside the sheets, in no order."""
    settings = settings or SilhouetteSettings()
    veil = ColourSettings().veil
    quiet = np.asarray(cv2.medianBlur(view.bgr, 3), np.uint8)
    light = np.maximum(linear_view(quiet, view, correction), 0.0) + veil
    lab = lab_from_linear(light / (1.0 + veil))
    free = cv2.erode(view.known, disc(2 * view.px_per_mm), borderValue=(0.0,)) > 0
    for sheet in solved.sheets:
        outline = np.array(sheet.part.outline_mm)
        outline = outline + np.sign(outline) * settings.sheet_margin_mm
        corners = np.round(view.to_view(sheet.to_table(outline))).astype(np.int32)
        covered = np.zeros(free.shape, np.uint8)
        cv2.fillPoly(covered, [corners], (1.0,))
        free &= covered == 0
    things, cut_off = _on_ground(np.log(light), lab, free, view.px_per_mm, settings, deeper=1)
    return Seen(tuple(things), cut_off, lab)


def _on_ground(
    logs: Floats, lab: Floats, free: Mask, scale: float, settings: SilhouetteSettings, *, deeper: int
) -> tuple[list[Silhouette], int]:
    """The things on what most of the free points show, and on `deeper` grounds upon that one."""
    if free.sum() < settings.smallest_mm2 * scale**2:
        return [], 0
    ground = _ground(logs, free, settings)
    veil = ColourSettings().veil
    away = lab - lab_from_linear(np.exp(ground) / (1.0 + veil))
    apart = np.sqrt((0.5 * away[..., 0]) ** 2 + away[..., 1] ** 2 + away[..., 2] ** 2)
    needed = max(settings.stands_out, settings.above_grain * float(np.median(apart[free])))
    steady = cv2.medianBlur(apart.astype(np.float32), 5)
    highest = cv2.dilate(np.where(free, steady, np.float32(0.0)), disc(settings.nearby_mm * scale))
    other = (apart > np.maximum(needed, settings.of_highest * highest)) & free
    darker = logs - ground
    depth = darker.mean(axis=-1)
    spread = reduce(np.maximum, (np.abs(darker[..., channel] - depth) for channel in range(3)))
    grey = spread < settings.shadow_log + settings.shadow_cast * np.abs(depth)
    shade = other & grey & (depth < 0) & (depth > -settings.shadow_depth)
    own = _opened(other & ~shade, scale)
    things: list[Silhouette] = []
    cut_off = 0
    taken = np.zeros_like(own)
    pad = round((settings.nearby_mm + settings.rim_mm) * scale)
    for part in (own, shade):
        count, labels, stats, _ = cv2.connectedComponentsWithStats(part.astype(np.uint8), connectivity=4)
        for number in range(1, count):
            left, top, wide, high, area = (int(value) for value in stats[number])
            if area < settings.smallest_mm2 * scale**2:
                continue
            window = np.s_[max(0, top - pad) : top + high + pad, max(0, left - pad) : left + wide + pad]
            mask = labels[window] == number
            if part is shade:
                darkest = depth[window] < settings.piece_below_shadow * float(np.quantile(depth[window][mask], 0.1))
                mask = _largest(_opened(mask & darkest, scale))
                beside = cv2.dilate(taken[window].astype(np.uint8), disc(settings.shadow_reach_mm * scale)) > 0
                if mask.sum() < settings.smallest_mm2 * scale**2 or (mask & beside).any():
                    continue
            if _soft_shade(mask, darker[window], depth[window], scale):
                continue
            if max(wide, high) > settings.largest_mm * scale:
                if deeper:
                    inner = np.zeros_like(free)
                    inner[window] = cv2.erode(_filled(mask).astype(np.uint8), disc(settings.rim_mm * scale)) > 0
                    below, cut = _on_ground(logs, lab, inner & free, scale, settings, deeper=deeper - 1)
                    things, cut_off = things + below, cut_off + cut
                    taken[window] |= _filled(mask)
                continue
            if _widest(mask) < settings.narrowest_mm * scale:
                continue
            taken[window] |= mask
            if (_grown(mask) & ~free[window]).any():
                cut_off += 1
                continue
            sharp = _half_way(mask, np.exp(logs[window]), np.exp(ground[window]), scale, settings)
            things.append(_with_holes(sharp, depth[window], window, free.shape, scale, settings))
    return things, cut_off


def _half_way(mask: Mask, light: Floats, ground: Floats, scale: float, settings: SilhouetteSettings) -> Mask:
    """The thing up to where its light and the ground's mix by halves: blur makes bright things larger, dark ones less.

    What a point would be is told by the nearest one well inside, a block's side being darker than its top.
    """
    inner = cv2.erode(mask.astype(np.uint8), disc(settings.inside_mm * scale))
    if not inner.any():
        return mask
    _, labels = cv2.distanceTransformWithLabels(1 - inner, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    rows, columns = np.nonzero(inner)
    colour_of = np.zeros((int(labels.max()) + 1, 3))
    colour_of[labels[rows, columns]] = light[rows, columns]
    away = colour_of[labels] - ground
    share = ((light - ground) * away).sum(axis=-1) / np.maximum((away**2).sum(axis=-1), 1e-9)
    return _largest(_opened((mask & (share > settings.halves)) | (inner > 0), scale))


def _ground(logs: Floats, free: Mask, settings: SilhouetteSettings) -> Floats:
    """The ground's light (its logarithm) everywhere, (height, width, 3): a surface of second order in x and y."""
    height, width = free.shape
    x, y = np.linspace(-1, 1, width), np.linspace(-1, 1, height)
    chosen = np.flatnonzero(free)
    chosen = chosen[:: max(1, len(chosen) // 20000)]
    across, down = x[chosen % width], y[chosen // width]
    rows = np.stack([np.ones_like(across), across, down, across * across, across * down, down * down], axis=-1)
    values = logs.reshape(-1, 3)[chosen]
    fitted = np.broadcast_to(_mode(values), values.shape)
    weights = np.linalg.lstsq(rows, fitted, rcond=None)[0]
    for step in range(settings.fits):
        off = np.abs(values - rows @ weights).max(axis=1)
        limit = max(float(np.quantile(off, 0.5)), 0.05) if step else 0.5
        kept = off <= max(3.0 * limit if step else limit, 0.05)
        used = 3 if step < 2 else 6
        solved = np.linalg.lstsq(rows[kept, :used], values[kept], rcond=None)[0]
        weights = np.zeros((6, 3))
        weights[:used] = solved
    low, high = values.min(axis=0), values.max(axis=0)
    found = np.empty(logs.shape)
    for channel, (even, right, lower, right2, both, lower2) in enumerate(weights.T):
        by_row, by_column = even + y * (lower + lower2 * y), x * (right + right2 * x)
        surface = by_row[:, None] + by_column + np.outer(both * y, x)
        np.clip(surface, low[channel], high[channel], out=found[..., channel])  # unseen ground may run away
    return found


def _mode(values: Floats) -> Floats:
    """The colour round which most of (n, 3) values lie."""
    sides = 0.2
    keys = np.round(values / sides).astype(int)
    unique, counts = np.unique(keys, axis=0, return_counts=True)
    fullest = unique[int(counts.argmax())]
    return np.asarray(np.median(values[np.abs(keys - fullest).max(axis=1) <= 1], axis=0))


def _opened(mask: Mask, scale: float) -> Mask:
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, disc(0.8 * scale)) > 0)


def _filled(mask: Mask) -> Mask:
    filled = np.zeros(mask.shape, np.uint8)
    cv2.drawContours(filled, [outer_contour(mask)], -1, (1.0,), cv2.FILLED)
    return filled > 0


def _with_holes(
    mask: Mask, depth: Floats, window: Any, shape: tuple[int, ...], scale: float, settings: SilhouetteSettings
) -> Silhouette:  # fmt: skip
    """The thing of a window in the whole view, and its holes: there its ground shows, or its shadow, and no glint."""
    solid = _filled(mask)
    count, labels, stats, _ = cv2.connectedComponentsWithStats((solid & ~mask).astype(np.uint8), connectivity=4)
    large = [n for n in range(1, count) if stats[n, cv2.CC_STAT_AREA] > settings.hole_mm2 * scale**2]
    inside = [labels == number for number in large]
    holes = [one for one in inside if float(np.median(depth[one])) < settings.glint]
    for hole in holes:
        solid &= ~hole

    def whole(part: Mask) -> Mask:
        everywhere = np.zeros(shape, bool)
        everywhere[window] = part
        return everywhere

    return Silhouette(whole(solid), tuple(whole(hole) for hole in holes))


def _soft_shade(mask: Mask, darker: Floats, depth: Floats, scale: float) -> bool:
    """Whether a thing is darker than the ground in all colours and has no edge: a shadow."""
    if float(np.median(darker[mask], axis=0).max()) > 0.0:
        return False
    band = disc(1.2 * scale)
    border = cv2.dilate(mask.astype(np.uint8), band) - cv2.erode(mask.astype(np.uint8), band)
    down, across = np.gradient(depth)
    steps = np.hypot(down, across)[border > 0]
    return bool(float(np.quantile(steps, 0.8)) * scale < 0.25 * abs(float(np.median(depth[mask]))))


def _widest(mask: Mask) -> float:
    """Diameter of the largest circle inside."""
    return 2 * float(cv2.distanceTransform(mask.astype(np.uint8), cv2.DIST_L2, 5).max())


def _largest(mask: Mask) -> Mask:
    """The largest part of a mask that hangs together."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)
    return mask if count < 3 else np.asarray(labels == 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax()))


def _grown(mask: Mask) -> Mask:
    return cv2.dilate(mask.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
