"""Which shape of a game's pieces an outline has, and how large it is: the places that it covers, or a small piece."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from calibration.segments import outer_contour
from calibration.silhouettes import Mask
from tabletop.gamefile import GameFile
from tabletop.parts import Part
from tabletop.piecefile import PlainPiece, shape_of
from tabletop.plainkinds import footprint_of
from vision.pixels.arrays import Floats

Shape = tuple[tuple[int, int], ...]
SMALL: Shape = ()
"""The shape of pieces that cover one place, or lie anywhere: whatever is small."""


@dataclass(frozen=True, slots=True)
class FootprintSettings:
    """When an outline has a shape; chosen on pictures of the virtual table (`tests/calibration`)."""

    small_cells: float = 1.35
    """A small piece is not longer than so many places are wide."""
    smallest_limb: float = 0.3
    """A piece of several places is at least so wide, in places, ..."""
    widest_limb: float = 1.15
    """... and at most so: its sides may be seen, too."""
    fits: float = 0.8
    """Area that outline and shape have in common over that of both together."""
    round_fits: float = 0.91
    """The same for a disc: a square has 0.83, an octagon 0.95."""
    longer: float = 1.2
    """Nothing is round that is so many times as long as it is wide."""
    corner_mm: float = 2.5
    """An outline's corners are rounded by so much to find its straight sides."""


@dataclass(frozen=True, slots=True)
class PieceFootprint:
    """A piece from above, in mm."""

    shape: Shape
    size_mm: tuple[float, float]
    """Along the part's columns and along its rows; of a small piece the longer side first."""
    is_round: bool
    hole_mm: tuple[float, float] | None
    """Longer and shorter side of its largest hole."""


def shape_class(part: Part) -> Shape:
    """The shape by which a part's pieces are told from others: its places, in the first of four turns."""
    return shape_of(part) if len(part.cells) > 1 else SMALL


def footprint(
    mask: Mask, holes: Sequence[Mask], px_per_mm: float, parts: Sequence[Part], game: GameFile,
    settings: FootprintSettings | None = None,
) -> PieceFootprint | None:  # fmt: skip
    """The shape among the parts' that a top (a mask in a view) has; None where it has none of them."""
    settings = settings or FootprintSettings()
    outline = outer_contour(mask)
    solid = np.zeros(mask.shape, np.uint8)
    cv2.drawContours(solid, [outline], -1, (1.0,), cv2.FILLED)
    long, short = _sides(solid > 0, px_per_mm)
    hole = max((_sides(one, px_per_mm) for one in holes), default=None)
    pitch = game.grid.pitch_mm
    if long <= settings.small_cells * pitch and any(shape_class(part) == SMALL for part in parts):
        if _is_round(solid > 0, settings) and long < settings.longer * short:
            across = 2.0 * float(np.sqrt(solid.sum() / np.pi)) / px_per_mm
            return PieceFootprint(SMALL, (across, across), True, hole)
        return PieceFootprint(SMALL, (long, short), False, hole)
    found: tuple[float, PieceFootprint] | None = None
    tried = {shape_class(part): part for part in reversed(parts) if len(part.cells) > 1}
    for shape, part in tried.items():
        for angle in _angles(outline, px_per_mm, settings):
            share, size = _fit(solid > 0, angle, part, game, px_per_mm, settings)
            if share >= settings.fits and (found is None or share > found[0]):
                found = (share, PieceFootprint(shape, size, False, hole))
    return None if found is None else found[1]


def _fit(
    solid: Mask, angle_deg: float, part: Part, game: GameFile, px_per_mm: float,
    settings: FootprintSettings,
) -> tuple[float, tuple[float, float]]:  # fmt: skip
    """How well the part's shape lies over a thing when it is turned so, and the size that it then has."""
    turn = np.radians(angle_deg)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    low, high = _extent(solid, axes)
    size = (high - low + 1.0) / px_per_mm
    rows, columns = (max(cell[axis] for cell in part.cells) for axis in (0, 1))
    pitch = game.grid.pitch_mm
    limbs = size - pitch * np.array([columns, rows])
    if limbs.min() < settings.smallest_limb * pitch or limbs.max() > settings.widest_limb * pitch:
        return 0.0, (0.0, 0.0)
    wanted, _ = footprint_of(PlainPiece(part.id, None, (float(size[0]), float(size[1])), None), part, game)
    corners = np.array(wanted)
    corners = (corners - (corners.min(axis=0) + corners.max(axis=0)) / 2) * px_per_mm + (low + high) / 2
    drawn = np.zeros(solid.shape, np.uint8)
    cv2.fillPoly(drawn, [np.round(corners @ axes).astype(np.int32)], (1.0,))
    both = drawn > 0
    share = float((both & solid).sum()) / max(float((both | solid).sum()), 1.0)
    return share, (float(size[0]), float(size[1]))


def _angles(outline: Any, px_per_mm: float, settings: FootprintSettings) -> list[float]:
    """The turns in which a shape may lie: along the outline's longest straight side, by quarters."""
    corners = cv2.approxPolyDP(outline, settings.corner_mm * px_per_mm, True).reshape(-1, 2).astype(float)
    sides: Floats = np.roll(corners, -1, axis=0) - corners
    longest = sides[int(np.linalg.norm(sides, axis=1).argmax())]
    first = float(np.degrees(np.arctan2(longest[1], longest[0])))
    return [first + 90.0 * quarter for quarter in range(4)]


def _is_round(solid: Mask, settings: FootprintSettings) -> bool:
    """Whether a disc of the same area has nearly the same points."""
    rows, columns = np.nonzero(solid)
    disc = np.zeros(solid.shape, np.uint8)
    radius = float(np.sqrt(len(rows) / np.pi))
    cv2.circle(disc, (round(columns.mean()), round(rows.mean())), round(radius), (1.0,), cv2.FILLED)
    return float(((disc > 0) & solid).sum()) / float(((disc > 0) | solid).sum()) >= settings.round_fits


def _sides(solid: Mask, px_per_mm: float) -> tuple[float, float]:
    """Longer and shorter side in mm of the smallest rectangle round a thing, without its frayed points."""
    corners = cv2.boxPoints(cv2.minAreaRect(outer_contour(solid)))
    along = corners[1] - corners[0]
    along = along / max(float(np.linalg.norm(along)), 1e-6)
    low, high = _extent(solid, np.array([along, (-along[1], along[0])]))
    short, long = sorted(float(side) / px_per_mm for side in high - low + 1.0)
    return long, short


def _extent(solid: Mask, axes: Floats) -> tuple[Floats, Floats]:
    """Where a thing begins and ends along two axes (2, 2), in pixels: there it is half as wide as at its narrowest."""
    rows, columns = np.nonzero(solid)
    points = np.stack([columns, rows], axis=-1) @ axes.T
    bounds = []
    for values in points.T:
        first = float(np.floor(values.min()))
        counts = np.bincount((values - first).astype(int)).astype(float)
        wide = np.flatnonzero(counts >= 0.5 * np.quantile(counts[counts > 0], 0.25))
        bounds.append((first + float(wide[0]), first + float(wide[-1])))
    return np.array([low for low, _ in bounds]), np.array([high for _, high in bounds])
