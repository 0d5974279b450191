"""Plain pieces on a table seen from above: even patches of colour that stand out all round, in millimetres."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.pixels.arrays import BgrImage, Floats, PointsMm, PointsPx, Samples
from vision.pixels.colours import lab_from_linear, lab_through_veil
from vision.pixels.smoothing import at_every_pixel
from vision.table.plane import TablePlane
from vision.table.sheets import SolvedTable
from vision.uncoded.table_colours import TableColours, fine_levels

Mask = np.ndarray[Any, np.dtype[np.uint8]]
Inside = np.ndarray[Any, np.dtype[np.bool_]]


@dataclass(frozen=True, slots=True)
class SegmentSettings:
    """What counts as a piece."""

    px_per_mm: float = 2.0
    reach_mm: float = 420.0
    """How far from the middle of the sheets pieces are looked for."""
    smallest_mm2: float = 40.0
    largest_mm2: float = 9000.0
    sheet_margin_mm: float = 4.0
    """Free room between a sheet and a piece."""
    even: float = 9.0
    """Delta E between neighbouring points (1.5 mm) of one piece, lightness counting half: beyond is an edge."""
    stands_out: float = 9.0
    """Delta E of a piece against what is around it, lightness counting half."""
    all_round: float = 0.7
    """Share of its surroundings against which it must stand out."""
    above_texture: float = 2.5
    """... and by so many times the scatter of what is around it: grain of wood stands out from itself too."""
    plain_enough: float = 18.0
    """... but this much is always enough: a piece's own shadow scatters its surroundings too."""
    solidity: float = 0.78
    """Area over that of its convex hull."""
    narrowest_mm: float = 7.5
    """Diameter of the largest circle inside; strips of shadow are narrower, pieces are 10 mm and more."""
    narrow_share: float = 0.5
    """A segment narrower than this share of the median one is a shadow or grain; odd sizes are taught by themselves."""
    appendage_share: float = 0.6
    """A segment that touches a larger one and is smaller than this share of it is its side wall or shadow: pieces are
    to be laid apart."""


@dataclass(frozen=True, slots=True, eq=False)
class TableView:
    """The table seen straight from above: its colours, and where each point is."""

    bgr: BgrImage
    upper_left_mm: PointsMm
    px_per_mm: float
    known: Mask
    """255 where the picture shows the table."""

    def to_mm(self, points: Floats) -> PointsMm:
        """Table points of view pixels (..., 2)."""
        return np.asarray(self.upper_left_mm + (points + 0.5) / self.px_per_mm)

    def to_view(self, points_mm: PointsMm) -> Floats:
        """View pixels of table points (..., 2)."""
        return np.asarray((points_mm - self.upper_left_mm) * self.px_per_mm - 0.5)


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """One piece: its corrected colours, outline in the picture, footprint."""

    lab: Floats
    """(n, 3), its inside."""
    outline_px: PointsPx
    """(n, 2) in the photo."""
    area_mm2: float
    footprint_mm: tuple[float, float]
    """Longer and shorter side of the smallest rectangle round it."""


def rectify(image: BgrImage, solved: SolvedTable, settings: SegmentSettings | None = None) -> TableView:
    """The table around the sheets from straight above."""
    settings = settings or SegmentSettings()
    size = image.shape[:2]
    middle = np.mean([(sheet.x_mm, sheet.y_mm) for sheet in solved.sheets], axis=0)
    count = round(2 * settings.reach_mm * settings.px_per_mm)
    upper_left = middle - settings.reach_mm
    steps = (np.arange(count) + 0.5) / settings.px_per_mm
    x_mm, y_mm = upper_left[0] + steps, upper_left[1] + steps
    # The picture shows a small part of what is within reach: each point is looked for where every eighth was seen.
    _, coarse = _in_picture(solved.plane, x_mm[::COARSE], y_mm[::COARSE], size)
    rows, columns = (slice(max(0, COARSE * one.start - NEAR), COARSE * one.stop + NEAR) for one in _box(coarse))
    maps, inside = _in_picture(solved.plane, x_mm[columns], y_mm[rows], size)
    box = _box(inside)
    top, left = rows.start + box[0].start, columns.start + box[1].start
    inside = inside[box]
    maps = np.where(inside[..., None], maps[box], -10.0).astype(np.float32)
    # Averaged over a view pixel where the photo is finer than the view.
    finer = float(np.median(np.linalg.norm(np.diff(maps[0], axis=0), axis=1))) if len(maps[0]) > 1 else 1.0
    source = cv2.GaussianBlur(image, (0, 0), 0.4 * finer) if finer > 1.5 else image
    view = cv2.remap(source, maps, None, cv2.INTER_LINEAR)  # type: ignore[call-overload]
    known = np.asarray(inside, np.uint8) * 255
    start = upper_left + np.array([left, top]) / settings.px_per_mm
    return TableView(np.asarray(view, np.uint8), start, settings.px_per_mm, np.asarray(known, np.uint8))


LIGHT_PX = 24
"""Light varies slowly: it is computed once per block of so many pixels of a view."""
COARSE = 8
NEAR = 5 * COARSE
"""As far from the nearest coarse point lies the tip of a corner of 15 degrees, as no table is seen."""


def _in_picture(plane: TablePlane, x_mm: Floats, y_mm: Floats, size: Sequence[int]) -> tuple[PointsPx, Inside]:
    """Where a picture of so many rows and columns shows each point of a grid, (m, n, 2), and whether it does."""
    height, width = size
    maps = plane.grid_to_picture(x_mm, y_mm)
    inside = (maps[..., 0] >= 1) & (maps[..., 0] < width - 2) & (maps[..., 1] >= 1) & (maps[..., 1] < height - 2)
    # Beyond the horizon the homography folds the table back into the picture.
    homography = plane.homography
    depth = x_mm[None, :] * homography[2, 0] + y_mm[:, None] * homography[2, 1] + homography[2, 2]
    return maps, inside & (depth * homography[2, 2] > 0)


def _box(inside: Inside) -> tuple[slice, slice]:
    """The rows and the columns in which there is something."""
    rows, columns = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
    return slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)


def linear_view(bgr: BgrImage, view: TableView, correction: TableColours) -> Floats:
    """Linear sRGB, red first, (height, width, 3), of a view's values or of smoothed ones."""
    height, width = bgr.shape[:2]
    rows, columns = (np.arange(-(-side // LIGHT_PX) + 1) * float(LIGHT_PX) for side in (height, width))
    points = view.to_mm(np.stack(np.meshgrid(columns, rows), axis=-1))

    def everywhere(values: Samples) -> Samples:
        grid = np.asarray(values.reshape(*points.shape[:2], 3), float)
        return at_every_pixel(grid, LIGHT_PX, slice(0, height), slice(0, width))

    light, haze = correction.falling(points.reshape(-1, 2))
    levels = fine_levels(bgr)
    return np.asarray(correction.linear(levels, everywhere(light), None if haze is None else everywhere(haze)), float)


def find_segments(
    view: TableView, solved: SolvedTable, correction: TableColours, settings: SegmentSettings | None = None
) -> list[Segment]:
    """The pieces in the view, in no order."""
    settings = settings or SegmentSettings()
    scale = view.px_per_mm
    smooth = cv2.bilateralFilter(view.bgr, 7, 18, 1.2 * scale)
    lab = lab_from_linear(linear_view(np.asarray(smooth, np.uint8), view, correction))
    raw = lab_through_veil(linear_view(view.bgr, view, correction))
    free = cv2.erode(view.known, disc(2 * scale), borderValue=(0.0,))
    for sheet in solved.sheets:
        outline = _grown(np.array(sheet.part.outline_mm), settings.sheet_margin_mm)
        corners = np.round(view.to_view(sheet.to_table(outline))).astype(np.int32)
        cv2.fillPoly(free, [corners], (0.0,))
    weighed = (lab * (0.5, 1.0, 1.0)).astype(np.float32)
    even = _even(weighed, scale, settings) & (np.asarray(free) > 0)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(even.astype(np.uint8), connectivity=4)
    found: list[tuple[Mask, float]] = []
    for number in range(1, count):
        area = stats[number, cv2.CC_STAT_AREA] / scale**2
        if not 0.3 * settings.smallest_mm2 < area < settings.largest_mm2:
            continue
        mask = _whole(labels == number, weighed, scale, settings)
        area = float((mask > 0).sum()) / scale**2
        touches = bool((mask[np.asarray(free) == 0] > 0).any())
        if touches or not settings.smallest_mm2 <= area <= settings.largest_mm2:
            continue
        if _is_piece(mask, weighed, lab, np.asarray(free, np.uint8), scale, settings):
            found.append((mask, area))
    kept = _without_appendages(found, scale, settings)
    segments = [_segment(mask, raw, view, solved) for mask in kept]
    usual = float(np.median([segment.footprint_mm[1] for segment in segments])) if segments else 0.0
    return [segment for segment in segments if segment.footprint_mm[1] >= settings.narrow_share * usual]


def _even(weighed: Any, scale: float, settings: SegmentSettings) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Where neighbouring points hardly differ."""
    size = max(3, round(1.5 * scale)) | 1
    kernel = np.ones((size, size), np.uint8)
    spans = cv2.dilate(weighed, kernel) - cv2.erode(weighed, kernel)
    return np.asarray(np.linalg.norm(spans, axis=2) < settings.even)


def _whole(core: Any, weighed: Any, scale: float, settings: SegmentSettings) -> Mask:
    """The core grown back to the piece's edge (points nearer to its colour than to what surrounds it), holes filled."""
    core = core.astype(np.uint8)
    near = cv2.dilate(core, disc(1.6 * scale))
    around = cv2.dilate(core, disc(5 * scale)) - cv2.dilate(core, disc(2.5 * scale))
    inside = np.median(weighed[core > 0], axis=0)
    outside = np.median(weighed[around > 0], axis=0) if (around > 0).any() else inside + 100
    to_inside = np.linalg.norm(weighed - inside, axis=2)
    to_outside = np.linalg.norm(weighed - outside, axis=2)
    grown = np.where((near > 0) & (to_inside < to_outside), 255, 0).astype(np.uint8)
    grown |= core * 255
    grown = np.asarray(cv2.morphologyEx(grown, cv2.MORPH_OPEN, disc(0.8 * scale)), np.uint8)
    filled = np.zeros_like(grown)
    if grown.any():
        cv2.drawContours(filled, [outer_contour(grown)], -1, (255.0,), cv2.FILLED)
    return filled


def _is_piece(mask: Mask, weighed: Any, lab: Floats, free: Mask, scale: float, settings: SegmentSettings) -> bool:
    """Whether a segment stands out all round, is compact and no shadow."""
    ring = (cv2.dilate(mask, disc(3.5 * scale)) > 0) & (cv2.dilate(mask, disc(1.5 * scale)) == 0)
    ring &= free > 0
    if ring.sum() < 20:
        return False
    inside = np.median(weighed[mask > 0], axis=0)
    apart = np.linalg.norm(weighed[ring] - inside, axis=1)
    around = np.median(weighed[ring], axis=0)
    texture = float(np.median(np.linalg.norm(weighed[ring] - around, axis=1)))
    needed = max(settings.stands_out, min(settings.above_texture * texture, settings.plain_enough))
    if float((apart > needed).mean()) < settings.all_round:
        return False
    if 2 * float(cv2.distanceTransform(mask, cv2.DIST_L2, 5).max()) < settings.narrowest_mm * scale:
        return False
    outline = outer_contour(mask)
    hull = float(cv2.contourArea(cv2.convexHull(outline)))
    if hull <= 0 or float(cv2.contourArea(outline)) / hull < settings.solidity:
        return False
    colour, ground = np.median(lab[mask > 0], axis=0), np.median(lab[ring], axis=0)
    darker = colour[0] < ground[0]
    same_hue = float(np.linalg.norm(colour[1:] - ground[1:])) < 6.0
    border = (cv2.dilate(mask, disc(1.2 * scale)) > 0) & (cv2.erode(mask, disc(1.2 * scale)) == 0)
    down, across = np.gradient(lab[..., 0])
    steps = np.hypot(down, across)[border]
    soft = float(np.quantile(steps, 0.8)) * scale < 0.25 * abs(colour[0] - ground[0])
    return not (darker and same_hue and soft)


def _without_appendages(found: Sequence[tuple[Mask, float]], scale: float, settings: SegmentSettings) -> list[Mask]:
    """Segments without the walls and shadows that hang on larger ones."""
    kept: list[Mask] = []
    for index, (mask, area) in enumerate(found):
        near = cv2.dilate(mask, disc(2.5 * scale)) > 0
        hangs = any(
            area < settings.appendage_share * other_area and (near & (other > 0)).any()
            for position, (other, other_area) in enumerate(found)
            if position != index
        )
        if not hangs:
            kept.append(mask)
    return kept


def _segment(mask: Mask, lab: Floats, view: TableView, solved: SolvedTable) -> Segment:
    """Colours from the inside, without the rim; outline in the photo; footprint."""
    scale = view.px_per_mm
    inside = cv2.erode(mask, disc(1.2 * scale))
    if not inside.any():
        inside = mask
    outline = outer_contour(mask)
    _, sides, _ = cv2.minAreaRect(outline)
    long, short = sorted((float(side) + 1.0 for side in sides), reverse=True)  # contours run through pixel centres
    on_table = view.to_mm(outline.reshape(-1, 2).astype(np.float64))
    return Segment(
        lab=lab[inside > 0],
        outline_px=solved.plane.to_picture(on_table),
        area_mm2=float((mask > 0).sum()) / scale**2,
        footprint_mm=(long / scale, short / scale),
    )


def _grown(outline: PointsMm, margin_mm: float) -> PointsMm:
    """An outline's corners moved away from its middle."""
    return np.asarray(outline + np.sign(outline) * margin_mm)


def outer_contour(mask: Any) -> Any:
    """The outline of the largest thing in a mask, as cv2 gives it, (n, 1, 2)."""
    contours, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return max(contours, key=cv2.contourArea)


def disc(radius_px: float) -> Any:
    """A round kernel for cv2's morphology, at least 3 px wide."""
    size = 2 * max(1, round(radius_px)) + 1
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
