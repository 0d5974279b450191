"""Small codes near where they must lie: all pixels of the print tell at once what its edges are too few to tell."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.gamefile import GameFile
from vision.pixels.arrays import Floats, GreyImage, PointsPx
from vision.pixels.codes import SeenCode, corners_of, sides_px
from vision.pixels.edges import refine_corners
from vision.pixels.patterns import modules
from vision.settings import NearbySettings, ReaderSettings

RIM = 1
"""White modules round a code that belong to what is searched."""


def small_codes_near(
    grey: GreyImage, ids: Sequence[int], quads: PointsPx, game: GameFile, settings: ReaderSettings
) -> list[SeenCode]:
    """Those of some codes whose print lies near the quadrilaterals (n, 4, 2), the same way up, with their corners.

    The print is drawn as the quadrilateral shows it and correlated with the picture round it (normalised correlation;
    Lewis, Fast Normalized Cross-Correlation, 1995). It must fit better than any other of the game's codes
    does. Where all lie as they must, nothing is told. The corners are those of the code's edges where these lie close
    by, or else exact to about a quarter of a pixel.
    """
    nearby = settings.nearby
    sides = sides_px(quads).mean(axis=1)
    small = np.flatnonzero((sides >= nearby.least_px) & (sides <= nearby.most_px))
    every = tuple(sorted(game.by_code))
    patterns = modules(game.codes.dictionary, every)
    patterns = np.pad(patterns, ((0, 0), (0, 0), (RIM, RIM), (RIM, RIM)), constant_values=1.0)
    nearest = [_nearest(grey, quads[row], ids[row], patterns, every.index(ids[row]), nearby) for row in small.tolist()]
    lying = [(row, code) for row, code in zip(small.tolist(), nearest, strict=True) if code is not None]
    found = [code for _, code in lying]
    if len({code.id for code in found}) < len(found):
        return []  # one part lies there twice: which of the two shows it nobody knows
    off = np.linalg.norm(corners_of(found) - quads[[row for row, _ in lying]], axis=2).max(initial=0.0)
    if off < nearby.off_px:
        return []  # the others hold the sheets better
    edges, exact = refine_corners(grey, corners_of(found), game.codes.modules, settings.edges)
    moved = np.linalg.norm(edges - corners_of(found), axis=2).max(axis=1, initial=0.0)
    return [
        replace(code, corners_px=corners) if close else code
        for code, corners, close in zip(found, edges, exact & (moved <= nearby.edges_px), strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Drawn:
    """How much of each pixel each module of a print covers, in the smallest frame of pixels round it."""

    left_px: int
    top_px: int
    shares: Floats
    """(height, width, modules)."""
    whole: Floats
    """(height, width): 1 where the print covers the pixel."""

    @classmethod
    def at(cls, quad: PointsPx, count: int, settings: NearbySettings) -> "_Drawn":
        """Of a print of count x count modules, rim included, whose code has these corners (4, 2)."""
        inner = np.array([[RIM, RIM], [count - RIM, RIM], [count - RIM, count - RIM], [RIM, count - RIM]], np.float32)
        onto = cv2.getPerspectiveTransform(inner, quad.astype(np.float32))
        frame = np.array([[[0, 0], [count, 0], [count, count], [0, count]]], np.float32)
        shown = cv2.perspectiveTransform(frame, onto)[0]
        (left, top), (right, bottom) = np.floor(shown.min(axis=0)).astype(int), np.ceil(shown.max(axis=0)).astype(int)
        fine = settings.fine
        across, down = (
            (np.arange((high - low + 1) * fine) + 0.5) / fine + low - 0.5
            for low, high in ((left, right), (top, bottom))
        )
        points = np.stack(np.meshgrid(across, down), axis=-1).reshape(1, -1, 2)
        on = cv2.perspectiveTransform(points, np.linalg.inv(onto))[0].reshape(len(down), len(across), 2)
        inside = ((on >= 0) & (on < count)).all(axis=-1)
        index = np.where(inside, np.floor(on[..., 1]) * count + np.floor(on[..., 0]), 0).astype(int)
        parts = np.zeros((len(down) * len(across), count * count), np.float32)
        parts[np.arange(index.size), index.ravel()] = inside.ravel()
        blocks = parts.reshape(len(down) // fine, fine, len(across) // fine, fine, -1).mean(axis=(1, 3))
        blurred = cv2.GaussianBlur(blocks, (0, 0), settings.blur_px)
        return cls(int(left), int(top), np.asarray(blurred, float), (blocks.sum(axis=-1) > 0.5).astype(float))

    def picture(self, pattern: Floats) -> Floats:
        """A print as it would show, (height, width)."""
        return np.asarray(self.shares @ pattern.ravel())


def _nearest(
    grey: GreyImage, quad: PointsPx, id_: int, patterns: Floats, number: int, settings: NearbySettings
) -> SeenCode | None:
    """The code where it fits best, None where it does not fit there or another one fits nearly as well."""
    drawn = _Drawn.at(quad, patterns.shape[-1], settings)
    height, width = drawn.whole.shape
    side = float(sides_px(quad[None]).mean())
    reach = round(settings.reach * side + settings.reach_px)
    left, top = max(0, drawn.left_px - reach), max(0, drawn.top_px - reach)
    right = min(grey.shape[1], drawn.left_px + width + reach)
    bottom = min(grey.shape[0], drawn.top_px + height + reach)
    if right - left < width + 2 or bottom - top < height + 2:
        return None
    window = np.asarray(grey[top:bottom, left:right], np.float32)
    template, mask = drawn.picture(patterns[number, 0]).astype(np.float32), drawn.whole.astype(np.float32)
    fits = cv2.matchTemplate(window, template, cv2.TM_CCOEFF_NORMED, mask=mask)
    fits = np.where(np.isfinite(fits), fits, -1.0)
    _, best, _, (x, y) = cv2.minMaxLoc(fits)
    if best < settings.least or not (0 < x < fits.shape[1] - 1 and 0 < y < fits.shape[0] - 1):
        return None
    own, others = _within_border(window[y : y + height, x : x + width], drawn, patterns, number)
    if own < settings.least or own - others < settings.lead:
        return None
    shift = np.array([left + x + _top(fits[y, x - 1 : x + 2]), top + y + _top(fits[y - 1 : y + 2, x])])
    off = shift - [drawn.left_px, drawn.top_px]
    return SeenCode(id_, quad + off, float(best))


def _within_border(there: NDArray[Any], drawn: _Drawn, patterns: Floats, number: int) -> tuple[float, float]:
    """How well the picture (height, width) fits a code by the pixels within its black border, and any other at best."""
    bits = np.zeros(patterns.shape[-2:])
    bits[RIM + 1 : -RIM - 1, RIM + 1 : -RIM - 1] = 1.0
    within = drawn.shares @ bits.ravel() > 0.5
    shown = there[within] - there[within].mean()
    prints = drawn.shares[within] @ patterns.reshape(-1, bits.size).T
    prints -= prints.mean(axis=0)
    lengths = np.linalg.norm(shown) * np.linalg.norm(prints, axis=0)
    fits = (shown @ prints / np.maximum(lengths, 1e-9)).reshape(patterns.shape[:2])
    own, fits[number, 0] = float(fits[number, 0]), -1.0
    return own, float(fits.max())


def _top(three: NDArray[Any]) -> float:
    """Where a parabola through three neighbours is highest, from the middle one."""
    before, at, after = (float(one) for one in three)
    bend = before - 2 * at + after
    return 0.0 if bend >= 0 else float(np.clip(0.5 * (before - after) / bend, -0.5, 0.5))
