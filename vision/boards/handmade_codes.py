"""Codes that people taped onto a board by hand: turned to any side, a little crooked; straightened before solving.

A board file says where the middles of its codes lie and how large they are, not how they are turned. Printed boards
have theirs upright; with tape and scissors a code ends up turned by a quarter and a few degrees more. The turns are
told by the codes together: each one's own plane, in each of its four turns, says where the others should be seen.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tabletop.parts import Code
from vision.pixels.arrays import Floats, PointsMm, PointsPx
from vision.pixels.codes import SeenCode, middles_px, sides_px
from vision.table.plane import LENSES, TablePlane, homography_through, plane_through

ROUNDS = 12
"""Of turns and plane in turn; the middles hold the plane, so that few are needed."""

STRAIGHT = 0.03
"""Corners this near to where they should be, as a share of their code's side, need no bent lens."""


@dataclass(frozen=True, slots=True, eq=False)
class Upright:
    """Codes of one board as they would be seen if they lay upright, and the plane that they agree on."""

    codes: tuple[SeenCode, ...]
    plane: TablePlane
    """From the board's own millimetres."""
    off: float
    """How far off their places the worst corner lies, as a share of a code's side."""


def upright(seen: Sequence[SeenCode], printed: Sequence[Code], size_px: tuple[int, int]) -> Upright:
    """The codes turned upright about their middles; one alone is taken to be upright, since nothing tells its turn."""
    pixels = np.array([code.corners_px for code in seen])
    side = float(np.mean([code.side_px for code in seen]))
    best: tuple[float, Floats, TablePlane] | None = None
    for lens in LENSES:
        flat = TablePlane(np.eye(3), lens, size_px)
        straight = flat.to_table(pixels)
        corners, plane = _upright(straight, printed) if len(seen) > 1 else (straight, None)
        if plane is None:
            plane = homography_through(np.array(printed[0].corners_mm), straight[0])
        off = np.linalg.norm(_carried(plane, _laid(printed, np.zeros(len(printed)))) - corners, axis=2).max() / side
        if np.isfinite(off) and (best is None or off < best[0]):
            best = (float(off), flat.to_picture(corners), TablePlane(plane, lens, size_px))
        if best is not None and best[0] < STRAIGHT:
            break
    if best is None:
        alone = plane_through(np.array(printed[0].corners_mm), pixels[0], size_px, np.inf)
        return Upright(tuple(seen), alone, np.inf)
    off, turned, table = best
    return Upright(tuple(replace(code, corners_px=one) for code, one in zip(seen, turned, strict=True)), table, off)


def _upright(pixels: PointsPx, printed: Sequence[Code]) -> tuple[PointsPx, Floats]:
    """Corners (n, 4, 2) turned upright about their middles, and the homography that they agree on."""
    plane = _first_plane(pixels, printed)
    for _ in range(ROUNDS):
        turns = _turns(plane, printed, pixels)
        plane = homography_through(_laid(printed, turns).reshape(-1, 2), pixels.reshape(-1, 2))
    turns = _turns(plane, printed, pixels)
    quarters = np.round(turns / (np.pi / 2)).astype(int)
    # Corner 0 of an upright code is the one that a code turned by q quarters shows as its corner -q.
    rolled = np.array([np.roll(corners, q, axis=0) for corners, q in zip(pixels, quarters, strict=True)])
    crooked = turns - quarters * np.pi / 2
    shift = _carried(plane, _laid(printed, np.zeros(len(printed)))) - _carried(plane, _laid(printed, crooked))
    return rolled + shift, plane


def _first_plane(pixels: PointsPx, printed: Sequence[Code]) -> Floats:
    """The plane of one code, in one of its turns, that comes nearest to where the others are seen."""
    seen_px, middles_mm = middles_px(pixels), np.array([code.centre_mm for code in printed])
    sides = sides_px(pixels).mean(axis=1)
    tried: list[tuple[float, Floats]] = []
    for corners, at in zip(pixels, printed, strict=True):
        for quarter in range(4):
            plane = homography_through(_laid([at], np.array([quarter * np.pi / 2]))[0], corners)
            off = np.linalg.norm(_carried(plane, middles_mm) - seen_px, axis=1) / sides
            worth = float(np.median(off)) if len(off) > 2 else float(off.max())
            tried.append((worth if np.isfinite(worth) else np.inf, plane))
    return min(tried, key=lambda one: one[0])[1]


def _turns(plane: Floats, printed: Sequence[Code], pixels: PointsPx) -> Floats:
    """How each code lies, radians clockwise, by where its corners come to lie on the plane."""
    lying = _carried(np.asarray(np.linalg.inv(plane)), pixels)
    lying = lying - lying.mean(axis=1, keepdims=True)
    own = _laid(printed, np.zeros(len(printed))) - np.array([code.centre_mm for code in printed])[:, None]
    across = own[..., 0] * lying[..., 1] - own[..., 1] * lying[..., 0]
    return np.asarray(np.arctan2(across.sum(axis=1), (own * lying).sum(axis=(1, 2))))


def _laid(printed: Sequence[Code], turns: Floats) -> PointsMm:
    """The corners (n, 4, 2) of codes turned about their middles."""
    middles = np.array([code.centre_mm for code in printed])[:, None]
    own = np.array([code.corners_mm for code in printed]) - middles
    cos, sin = np.cos(turns)[:, None], np.sin(turns)[:, None]
    turned = np.stack([own[..., 0] * cos - own[..., 1] * sin, own[..., 0] * sin + own[..., 1] * cos], axis=-1)
    return np.asarray(middles + turned)


def _carried(plane: Floats, points: Floats) -> Floats:
    """Points (..., 2) through a homography."""
    x, y = points[..., 0], points[..., 1]
    below = plane[2, 0] * x + plane[2, 1] * y + plane[2, 2]
    return np.asarray(
        np.stack(
            [
                (plane[0, 0] * x + plane[0, 1] * y + plane[0, 2]) / below,
                (plane[1, 0] * x + plane[1, 1] * y + plane[1, 2]) / below,
            ],
            axis=-1,
        )
    )
