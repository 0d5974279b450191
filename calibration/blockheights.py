"""How high a block is, as far as one picture tells: from the side that a camera aslant sees between foot and top.

From the lens, the top of an upright block is its foot made larger about the point of the table below the lens, by
H / (H - h) for a lens at height H. So along the rays from that point the side begins at the foot's near edge and ends,
for all its points alike, where the top begins: one step of lightness at one factor.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from calibration.segments import TableView, outer_contour
from calibration.silhouettes import Mask
from vision.pixels.arrays import Floats, PointsMm
from vision.table.plane import TablePlane


@dataclass(frozen=True, slots=True)
class BlockHeightSettings:
    """When a side tells a height; chosen on pictures of the virtual table (`tests/calibration`)."""

    highest_mm: float = 60.0
    step_mm: float = 0.5
    edge_mm: float = 1.2
    """So near to an edge both sides of it are mixed."""
    faces_lens: float = 0.5
    """Sine of the least angle between the near edge and a ray; upright edges lie along the rays."""
    least_wall_mm: float = 2.5
    """A side that is seen narrower than this may be the edge's own blur."""
    least_top_mm: float = 2.5
    shown_by: float = 0.5
    """Share of the near edge's points at which a height must still lie within the block."""
    least_step: float = 6.0
    """Delta E between side and top, altogether and just there; less is grain."""
    blurred: int = 3
    """Steps of height on both sides of where the top begins that are mixed, ..."""
    just_there: int = 5
    """... and how many beyond them are just there."""
    over_scatter: float = 3.0
    """The step is so many times what either scatters by along the rays."""
    edge_sd_px: float = 0.6
    """Standard deviation of an edge in the photo."""
    most_sd_mm: float = 2.5
    """A height that is not known better is not told."""


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """Where the lens is, as the plane has it."""

    below_mm: PointsMm
    """The point of the table under it, (2,)."""
    height_mm: float

    def factor(self, height_mm: Any) -> Any:
        """By how much what lies so high seems larger."""
        return self.height_mm / (self.height_mm - height_mm)


@dataclass(frozen=True, slots=True)
class TopHeight:
    """A block's height and its standard deviation."""

    height_mm: float
    sd_mm: float


def viewpoint_over(plane: TablePlane) -> Viewpoint:
    """Where the lens is: a point 10 mm above the table is seen moved away from the point under the lens."""
    raised = 10.0
    spots = np.array([[0.0, 0.0], [200.0, 100.0]])
    seen = plane.to_table(plane.to_picture(spots, height_mm=raised))
    factor = float(np.linalg.norm(seen[1] - seen[0]) / np.linalg.norm(spots[1] - spots[0]))
    below = (seen[0] - factor * spots[0]) / (1.0 - factor)
    return Viewpoint(below, raised * factor / (factor - 1.0))


def top_height(
    mask: Mask, lab: Floats, view: TableView, plane: TablePlane, settings: BlockHeightSettings | None = None
) -> TopHeight | None:
    """The height of the block that a silhouette (the view's size) shows; None where its side does not tell it."""
    settings = settings or BlockHeightSettings()
    viewpoint = viewpoint_over(plane)
    near = _near_edge(mask, view, viewpoint, settings)
    if len(near) < 5:
        return None
    heights = np.arange(0.0, min(settings.highest_mm, 0.6 * viewpoint.height_mm), settings.step_mm)
    factors = viewpoint.factor(heights)
    points = viewpoint.below_mm + (near[:, None] - viewpoint.below_mm) * factors[:, None]
    pixels = view.to_view(points).astype(np.float32)
    values = cv2.remap(lab.astype(np.float32), pixels, None, cv2.INTER_LINEAR)  # type: ignore[call-overload]
    inner = cv2.erode(mask.astype(np.uint8), _square(settings.edge_mm * view.px_per_mm))
    inside = cv2.remap(inner, pixels, None, cv2.INTER_NEAREST) > 0  # type: ignore[call-overload]
    begun = np.cumsum(inside, axis=1) > 0
    inside &= np.cumsum(begun & ~inside, axis=1) == 0
    told = inside.mean(axis=0) >= settings.shown_by
    if told.sum() < 4:
        return None
    shown = np.where(inside[..., None], values, np.nan)[:, told]
    profile, at_mm = np.nanmedian(shown, axis=0), heights[told]
    reach = float(np.median(np.linalg.norm(near - viewpoint.below_mm, axis=1)))
    found = _step(profile, reach * (viewpoint.factor(at_mm) - 1.0), settings)
    if found is None:
        return None
    before, after = at_mm[found - 1], at_mm[found]
    height = float(before + after) / 2
    scale = float(np.median(plane.px_per_mm(near)))
    sd = (viewpoint.height_mm - height) / reach * np.sqrt(2.0) * settings.edge_sd_px / scale
    return TopHeight(height, float(sd)) if sd <= settings.most_sd_mm else None


def _near_edge(mask: Mask, view: TableView, viewpoint: Viewpoint, settings: BlockHeightSettings) -> PointsMm:
    """Points (n, 2) of the silhouette's edge on the side of the lens, in mm."""
    edge = view.to_mm(outer_contour(mask).reshape(-1, 2).astype(np.float64))
    away = edge - viewpoint.below_mm
    away /= np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-6)
    step = settings.edge_mm * away
    reach = max(1, round(settings.edge_mm * view.px_per_mm))
    along = np.roll(edge, -reach, axis=0) - np.roll(edge, reach, axis=0)
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-6)
    across = np.abs(along[:, 0] * away[:, 1] - along[:, 1] * away[:, 0]) >= settings.faces_lens

    def shows(points: PointsMm) -> Any:
        pixels = np.round(view.to_view(points)).astype(int)
        rows = np.clip(pixels[:, 1], 0, mask.shape[0] - 1)
        return mask[rows, np.clip(pixels[:, 0], 0, mask.shape[1] - 1)]

    return np.asarray(edge[across & shows(edge + 2 * step) & ~shows(edge - step)])


def _step(profile: Floats, along_mm: Floats, settings: BlockHeightSettings) -> int | None:
    """Where the side's colour ends and the top's begins in a profile (n, 3), as the top's first index."""
    best: tuple[float, int] | None = None
    for index in range(2, len(profile) - 1):
        if along_mm[index] < settings.least_wall_mm:
            continue
        if along_mm[-1] - along_mm[index] < settings.least_top_mm:
            break
        side, top = profile[:index], profile[index:]
        squares = ((side - side.mean(axis=0)) ** 2).sum() + ((top - top.mean(axis=0)) ** 2).sum()
        if best is None or squares < best[0]:
            best = (float(squares), index)
    if best is None:
        return None
    side, top = profile[: best[1]], profile[best[1] :]
    middles = [np.median(part, axis=0) for part in (side, top)]
    apart = float(np.linalg.norm(middles[0] - middles[1]))
    off = [np.linalg.norm(part - middle, axis=1) for part, middle in zip((side, top), middles, strict=True)]
    scatter = float(np.median(np.concatenate(off)))
    before = profile[max(0, best[1] - settings.blurred - settings.just_there) : max(1, best[1] - settings.blurred)]
    after = profile[best[1] + settings.blurred : best[1] + settings.blurred + settings.just_there]
    jump = float(np.linalg.norm(before.mean(axis=0) - after.mean(axis=0))) if len(after) else 0.0
    return best[1] if min(apart, jump) >= max(settings.least_step, settings.over_scatter * scatter) else None


def top_of(mask: Mask, view: TableView, viewpoint: Viewpoint, height_mm: float) -> Mask:
    """The top of an upright block so high: what its silhouette has in common with itself made larger."""
    factor = float(viewpoint.factor(height_mm))
    height, width = mask.shape
    middle = view.to_view(viewpoint.below_mm)
    matrix = np.array([[factor, 0.0, (1 - factor) * middle[0]], [0.0, factor, (1 - factor) * middle[1]]])
    larger = cv2.warpAffine(mask.astype(np.uint8), matrix, (width, height), flags=cv2.INTER_NEAREST)
    return np.asarray(mask & (larger > 0))


def _square(radius_px: float) -> Any:
    size = 2 * max(1, round(radius_px)) + 1
    return np.ones((size, size), np.uint8)
