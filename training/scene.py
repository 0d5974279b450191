"""A drawn board as a camera sees it in true light: sides and tops of what stands there, shadows, and whose each is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from training import colours
from training.bodies import Body, Slice
from training.colours import Picture
from training.grounds import CELL_PX, WIDE, Board

SHIFT = 4
"""Bits behind the point of a polygon's corners."""
LOWEST = 0.05
"""Cells: what is lower casts no shadow that shows, nor does what is higher by no more."""
Mask = NDArray[np.float32]
Numbers = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """From cells to pixels: a point (x, y) at height z, all in cells, is seen at `matrix` (x, y) + offset + z lean."""

    matrix: NDArray[np.float64]
    lean: NDArray[np.float64]
    offset: NDArray[np.float64]
    size_px: tuple[int, int]

    def pixels(self, points: NDArray[np.float64], height: float | NDArray[np.float64] = 0.0) -> NDArray[np.float64]:
        """Pixels (..., 2) of points (..., 2)."""
        lifted = np.asarray(height)[..., None] * self.lean
        return np.asarray(points @ self.matrix.T + self.offset + lifted)

    @property
    def lean_on_table(self) -> NDArray[np.float64]:
        """Where on the board a point one cell above is seen, less its foot."""
        return np.asarray(np.linalg.solve(self.matrix, self.lean), np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Linear light (height, width, 3) before lamps and glare, and whose top, side or ground each pixel is."""

    picture: Picture
    owner: Numbers
    """0 the ground, 2 n + 1 the side and 2 n + 2 the top of body n."""
    foot: Numbers
    """Drawn ground from straight above: 0 bare, n + 1 where body n stands."""
    tops: Mask
    """1 where a body is seen."""


@dataclass(frozen=True, slots=True, eq=False)
class ShadowLamp:
    """A lamp whose shadows have edges."""

    away: NDArray[np.float64]
    """Where, in cells, the shadow of a point one cell above falls, less its foot."""
    share: Picture
    """Of the light in red, green and blue, so much is its own: shadows of one lamp show the tint of the others."""
    soft_px: float


def draw_view(rng: np.random.Generator) -> View:
    """Any side, tilted by up to 60 degrees, 14 to 52 pixels for a cell."""
    scale = float(np.exp(rng.uniform(np.log(14.0), np.log(52.0))))
    tilt = np.radians(rng.choice([rng.uniform(0.0, 12.0), rng.uniform(0.0, 60.0)]))
    angle = rng.uniform(0.0, 2 * np.pi)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    matrix = scale * np.diag([1.0, np.cos(tilt)]) @ turn
    away = rng.uniform(0.0, 2 * np.pi)  # beside the picture's middle what is tall leans outwards, too
    lean = scale * (np.array([0.0, -np.sin(tilt)]) + rng.uniform(0.0, 0.35) * np.array([np.cos(away), np.sin(away)]))
    corners = np.array([[0.0, 0.0], [WIDE, 0.0], [WIDE, WIDE], [0.0, WIDE]]) @ matrix.T
    low, high = corners.min(axis=0), corners.max(axis=0)
    size = np.ceil(high - low).astype(int)
    return View(matrix, lean, -low, (int(size[0]), int(size[1])))


def draw_scene(
    rng: np.random.Generator, board: Board, bodies: Sequence[Body], view: View, *, close: bool = False
) -> Scene:
    """Paint it, far things first. `close` draws what shows between pieces that nearly touch."""
    to_px = np.column_stack([view.matrix / CELL_PX, view.offset])
    picture = cv2.warpAffine(board.picture, to_px, view.size_px, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT)
    owner = np.zeros(picture.shape[:2], np.int32)
    per_cell = float(np.sqrt(abs(np.linalg.det(view.matrix))))
    lamps = _lamps(rng, per_cell)
    picture = picture * _shade(rng, lamps, bodies, view)
    if close:
        picture = picture * _dark_gaps(rng, bodies, view)[..., None]
    order = sorted(range(len(bodies)), key=lambda number: -_depth(bodies[number], view))
    tops = np.zeros(picture.shape[:2], np.float32)
    for number in order:
        _paint(picture, owner, number, bodies[number], view)
    tops[owner > 0] = 1.0
    mottled = cv2.resize(rng.normal(0.0, 1.0, (40, 14)).astype(np.float32), view.size_px)
    picture[owner > 0] *= np.exp(mottled * np.float32(rng.uniform(0.0, 0.12)))[owner > 0][:, None]
    if close and rng.random() < 0.7:
        _draw_wood(rng, picture, owner, bodies, view)
    else:
        _draw_grain(rng, picture, owner, len(bodies))
    _draw_edges(rng, picture, owner, per_cell)
    if close:
        _draw_bevels(rng, picture, owner, per_cell)
    if bodies:
        _draw_shadows_on_tops(picture, owner, lamps, bodies, view)
    _draw_colour_bleeding(rng, picture, owner, view)
    foot = np.zeros((WIDE * CELL_PX, WIDE * CELL_PX), np.int32)
    for number, body in enumerate(bodies):
        for one in body.slices:
            if one.low < LOWEST:
                cv2.fillPoly(foot, [_fixed(outline * CELL_PX) for outline in one.outlines], number + 1, shift=SHIFT)
    return Scene(picture, owner, foot, tops)


def _draw_grain(rng: np.random.Generator, picture: Picture, owner: Numbers, count: int) -> None:
    """Streaks of wood along each body, of its own way and shade: they end where it ends."""
    strength = rng.choice([0.0, rng.uniform(0.0, 0.06), rng.uniform(0.03, 0.2)])
    height, width = owner.shape
    streaks = rng.normal(0.0, 1.0, (2, max(height, width), 5)).astype(np.float32)
    along = cv2.resize(streaks[0], (width, height)), cv2.resize(np.ascontiguousarray(streaks[1].T), (width, height))
    upright = np.concatenate([[False], rng.random(count) < 0.5])[(owner + 1) // 2]
    shade = np.concatenate([[0.0], rng.normal(0.0, rng.choice([0.0, 0.03, 0.08]), count)]).astype(np.float32)
    grain = np.where(upright, along[1], along[0]) * np.float32(strength) + shade[(owner + 1) // 2]
    picture *= np.where(owner > 0, np.exp(grain), np.float32(1.0))[..., None]


def _draw_wood(rng: np.random.Generator, picture: Picture, owner: Numbers, bodies: Sequence[Body], view: View) -> None:
    """Bands of wood along or across the board, wavy, wide or narrow, of each body its own: many lie beside a seam."""
    if not bodies:
        return
    count, height = len(bodies), float(np.mean([body.high for body in bodies]))
    ys, xs = np.mgrid[0 : owner.shape[0], 0 : owner.shape[1]]
    back = np.linalg.inv(view.matrix)
    points = (np.stack([xs, ys], axis=-1) - view.offset - height * view.lean) @ back.T
    of = (owner + 1) // 2
    upright = np.concatenate([[False], rng.random(count) < rng.choice([0.0, 0.5, 1.0])])[of]
    across, along = np.where(upright, points[..., 0], points[..., 1]), np.where(upright, points[..., 1], points[..., 0])
    begins = rng.uniform(0.0, 400.0, count + 1)
    bands = float(np.exp(rng.uniform(np.log(3.0), np.log(25.0))))
    wavy = rng.uniform(0.0, 0.15) * np.sin(along * rng.uniform(0.5, 3.0) + begins[of])
    at = np.clip((across + wavy + 2.0) * bands + begins[of], 0.0, 1022.0)
    table = cv2.GaussianBlur(rng.normal(0.0, 1.0, (1, 1024)).astype(np.float32), (0, 0), 0.7)[0]
    low = at.astype(int)
    share = (at - low).astype(np.float32)
    grain = (table[low] * (1 - share) + table[low + 1] * share) * np.float32(np.exp(rng.uniform(-4.0, -1.4)))
    shade = np.concatenate([[0.0], rng.normal(0.0, rng.choice([0.0, 0.03]), count)]).astype(np.float32)
    picture *= np.where(owner > 0, np.exp(grain + shade[of]), np.float32(1.0))[..., None]


def _draw_edges(rng: np.random.Generator, picture: Picture, owner: Numbers, per_cell_px: float) -> None:
    """The rims of tops, rounded, worn or cut: lighter or darker than what they bound."""
    if rng.random() < 0.3:
        return
    reach = max(1, round(per_cell_px * float(rng.uniform(0.01, 0.05))))
    tops = np.where(owner % 2 == 0, owner, 0).astype(np.float32)
    box = np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)
    rim = (tops > 0) & ((cv2.erode(tops, box) != tops) | (cv2.dilate(tops, box) != tops))
    picture[rim] *= np.float32(np.exp(rng.normal(-0.1, 0.2)))


def _draw_bevels(rng: np.random.Generator, picture: Picture, owner: Numbers, per_cell_px: float) -> None:
    """Rims of tops that face the light are lighter, those that face away darker."""
    if rng.random() < 0.4:
        return
    tops = np.where(owner % 2 == 0, owner, 0)
    reach = max(1, round(per_cell_px * float(rng.uniform(0.01, 0.04))))
    for axis in (0, 1):
        for way, strength in ((reach, rng.normal(0.0, 0.15)), (-reach, rng.normal(0.0, 0.15))):
            rim = (tops > 0) & (np.roll(tops, way, axis) != tops)
            picture[rim] *= np.float32(np.exp(strength))


def _dark_gaps(rng: np.random.Generator, bodies: Sequence[Body], view: View) -> Mask:
    """How much light is left on ground between pieces that nearly touch: the less, the higher they are."""
    foot = np.zeros((view.size_px[1], view.size_px[0]), np.uint8)
    for body in bodies:
        for one in body.slices:
            if one.low < LOWEST:
                cv2.fillPoly(foot, [_fixed(view.pixels(one.outlines[0]))], 1, shift=SHIFT)
    per_cell = float(np.sqrt(abs(np.linalg.det(view.matrix))))
    wide = max(3, 2 * round(0.06 * per_cell) + 1)
    gaps = cv2.morphologyEx(foot, cv2.MORPH_CLOSE, np.ones((wide, wide), np.uint8)) > foot
    return np.where(gaps, np.float32(np.exp(-rng.uniform(0.0, 3.0))), np.float32(1.0))


def _depth(body: Body, view: View) -> float:
    """Grows away from the camera; what is held above comes last."""
    middle = np.mean([outline.mean(axis=0) for one in body.slices for outline in one.outlines], axis=0)
    lowest = min(one.low for one in body.slices)
    return float(middle @ view.lean_on_table) - 10.0 * lowest


def _paint(picture: Picture, owner: Numbers, number: int, body: Body, view: View) -> None:
    top = colours.linear_of(body.lab)
    for one in body.slices:
        steps = int(np.clip(np.hypot(*view.lean) * (one.high - one.low), 1, 40))
        for height in np.linspace(one.low, one.high, steps, endpoint=False):
            _fill(picture, owner, _outlines(one, float(height), view), top * body.side, 2 * number + 1)
    for one in body.slices:
        _fill(picture, owner, _outlines(one, one.high, view), top, 2 * number + 2)
    for x, y, wide in body.codes:
        _paint_code(picture, np.array([x, y]), wide, body, view)


def _outlines(one: Slice, height: float, view: View) -> list[Any]:
    """A slice's outlines in the picture, seen at this height."""
    return [_fixed(view.pixels(outline, height)) for outline in one.outlines]


def _fill(picture: Picture, owner: Numbers, fixed: list[Any], colour: Picture, number: int) -> None:
    cv2.fillPoly(picture, fixed, tuple(float(value) for value in colour), shift=SHIFT)
    cv2.fillPoly(owner, fixed, number, shift=SHIFT)


def _paint_code(picture: Picture, middle: NDArray[np.float64], wide: float, body: Body, view: View) -> None:
    """A printed code of six by six modules on white."""
    module = wide / 8
    square = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    corner = middle - wide / 2
    white, black = (0.85, 0.85, 0.85), (0.02, 0.02, 0.02)
    cv2.fillPoly(picture, [_fixed(view.pixels(corner + square * wide, body.high))], white, shift=SHIFT)
    for row, column in np.argwhere(body.bits):
        at = corner + (np.array([column, row]) + 1) * module
        cv2.fillPoly(picture, [_fixed(view.pixels(at + square * module, body.high))], black, shift=SHIFT)


def _lamps(rng: np.random.Generator, per_cell: float) -> list[ShadowLamp]:
    """Up to two, as light as the rest of the room or lighter, of its tint or warmer or cooler."""
    found = []
    for _ in range(int(rng.choice([0, 1, 2], p=[0.2, 0.5, 0.3]))):
        angle, long = rng.uniform(0.0, 6.3), rng.uniform(0.1, 1.6)
        away = long * np.array([np.cos(angle), np.sin(angle)])
        soft = max(0.3, rng.uniform(0.0, 0.3) * per_cell)
        odds = float(np.exp(rng.uniform(-2.2, 1.4)))
        light = odds * colours.tint(rng, rng.choice([0.0, rng.uniform(0.0, 0.4)]))
        found.append(ShadowLamp(away, np.asarray(light / (1.0 + light), np.float32), soft))
    return found


def _shade(rng: np.random.Generator, lamps: Sequence[ShadowLamp], bodies: Sequence[Body], view: View) -> Picture:
    """How much red, green and blue is left on the ground: cast shadows, and the dark at the foot of everything."""
    shade = light_left(lamps, bodies, view, 0.0)
    per_cell = float(np.sqrt(abs(np.linalg.det(view.matrix))))
    foot = np.zeros(shade.shape[:2], np.float32)
    for body in bodies:
        for one in body.slices:
            if one.low < LOWEST:
                cv2.fillPoly(foot, [_fixed(view.pixels(one.outlines[0]))], 1.0, shift=SHIFT)
    dark = np.float32(rng.uniform(0.0, 0.4)) * cv2.GaussianBlur(foot, (0, 0), max(0.5, 0.06 * per_cell))
    return np.asarray(shade * (1.0 - dark)[..., None], np.float32)


def light_left(lamps: Sequence[ShadowLamp], bodies: Sequence[Body], view: View, height: float) -> Picture:
    """How much of each colour of light cast shadows leave on what lies at a height in cells."""
    left = np.ones((view.size_px[1], view.size_px[0], 3), np.float32)
    slices = [one for body in bodies for one in body.slices if one.high > height + LOWEST]
    for lamp in lamps if slices else ():
        cast = np.zeros(left.shape[:2], np.float32)
        for one in slices:
            low = one.outlines[0] + lamp.away * max(one.low - height, 0.0)
            high = one.outlines[0] + lamp.away * (one.high - height)
            hull = cv2.convexHull(np.concatenate([low, high]).astype(np.float32))[:, 0]
            cv2.fillPoly(cast, [_fixed(view.pixels(hull.astype(float), height))], 1.0, shift=SHIFT)
        left *= 1.0 - lamp.share * cv2.GaussianBlur(cast, (0, 0), lamp.soft_px)[..., None]
    return left


def _draw_shadows_on_tops(
    picture: Picture, owner: Numbers, lamps: Sequence[ShadowLamp], bodies: Sequence[Body], view: View
) -> None:
    """What stands higher, hands first, darkens the tops of what is lower."""
    highs = np.round([body.high / LOWEST for body in bodies]).astype(int)
    for step in sorted(set(highs.tolist()))[:-1]:
        numbers = np.flatnonzero(highs == step)
        mine = np.isin(owner, 2 * numbers + 2)
        if mine.any():
            picture[mine] *= light_left(lamps, bodies, view, float(step * LOWEST))[mine]


def _draw_colour_bleeding(rng: np.random.Generator, picture: Picture, owner: Numbers, view: View) -> None:
    """Light that strong colours throw on the ground beside them (interreflection)."""
    if rng.random() < 0.4:
        return
    per_cell = float(np.sqrt(abs(np.linalg.det(view.matrix))))
    far = per_cell * float(rng.uniform(0.1, 0.35))
    thrown = cv2.GaussianBlur(np.where((owner > 0)[..., None], picture, np.float32(0.0)), (0, 0), far)
    ground = owner == 0
    picture[ground] *= 1.0 + np.float32(rng.uniform(0.0, 0.5)) * thrown[ground]


def _fixed(points: NDArray[np.float64]) -> NDArray[np.int32]:
    return np.round(np.clip(points, -4000, 4000) * (1 << SHIFT)).astype(np.int32)
