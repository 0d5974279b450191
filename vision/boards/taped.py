"""Codes that people taped onto a board by hand: turned to any side, a little crooked; straightened before solving.

A board file says where the middles of its codes lie and how large they are, not how they are turned. Printed boards
have theirs upright; with tape and scissors a code ends up turned by a quarter and a few degrees more. The turns are
told by the codes together: each one's own plane, in each of its four turns, says where the others should be seen.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tabletop.gamefile import Code, Part
from vision.arrays import Floats, PointsMm, PointsPx
from vision.boards.setup import Setup
from vision.codes import SeenCode
from vision.plane import homography_through

ROUNDS = 12
"""Of turns and plane in turn; the middles hold the plane, so that few are needed."""


def straightened(codes: Sequence[SeenCode], setup: Setup) -> list[SeenCode]:
    """The codes with those of hand-made boards as they would be seen if they had been taped on upright.

    A board of which a single code is seen keeps it as it is: nothing tells its turn, so it is taken to be upright.
    """
    changed = {id(code): code for code in codes}
    for board in setup.game.of_kind("board"):
        if "dictionary" not in board.extra:
            continue
        seen = _largest_of_each(codes, board)
        if len(seen) > 1:
            changed.update((id(old), new) for old, new in zip(seen, _upright(seen, board), strict=True))
    return [changed[id(code)] for code in codes]


def _largest_of_each(codes: Sequence[SeenCode], board: Part) -> list[SeenCode]:
    """The board's codes, one for each number."""
    ids = {code.id for code in board.codes}
    best: dict[int, SeenCode] = {}
    for code in sorted(codes, key=lambda code: code.side_px):
        if code.own and code.id in ids:
            best[code.id] = code
    return list(best.values())


def _upright(seen: Sequence[SeenCode], board: Part) -> list[SeenCode]:
    """The codes turned upright about their middles, on the plane that they agree on."""
    printed_of = {code.id: code for code in board.codes}
    printed = [printed_of[code.id] for code in seen]
    pixels = np.array([code.corners_px for code in seen])
    plane = _first_plane(seen, printed)
    for _ in range(ROUNDS):
        turns = _turns(plane, printed, pixels)
        plane = homography_through(_laid(printed, turns).reshape(-1, 2), pixels.reshape(-1, 2))
    turns = _turns(plane, printed, pixels)
    quarters = np.round(turns / (np.pi / 2)).astype(int)
    # Corner 0 of an upright code is the one that a code turned by q quarters shows as its corner -q.
    rolled = np.array([np.roll(corners, q, axis=0) for corners, q in zip(pixels, quarters, strict=True)])
    crooked = turns - quarters * np.pi / 2
    shift = _carried(plane, _laid(printed, np.zeros(len(seen)))) - _carried(plane, _laid(printed, crooked))
    return [replace(code, corners_px=corners) for code, corners in zip(seen, rolled + shift, strict=True)]


def _first_plane(seen: Sequence[SeenCode], printed: Sequence[Code]) -> Floats:
    """The plane of one code, in one of its turns, that comes nearest to where the others are seen."""
    middles_px = np.array([code.middle_px for code in seen])
    middles_mm = np.array([code.centre_mm for code in printed])
    sides_px = np.array([code.side_px for code in seen])
    best: tuple[float, Floats] | None = None
    for code, at in zip(seen, printed, strict=True):
        for quarter in range(4):
            plane = homography_through(_laid([at], np.array([quarter * np.pi / 2]))[0], code.corners_px)
            off = np.linalg.norm(_carried(plane, middles_mm) - middles_px, axis=1) / sides_px
            worth = float(np.median(off)) if len(off) > 2 else float(off.max())
            if np.isfinite(worth) and (best is None or worth < best[0]):
                best = (worth, plane)
    assert best is not None  # there are two codes or more
    return best[1]


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
