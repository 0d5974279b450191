"""How well each code pattern fits at each place: a coarse search over shifts, then a second look at the best spots."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from vision.pixels.arrays import Floats, PointsMm, Samples
from vision.pixels.patterns import CodeBank, code_bank
from vision.places.patches import grid_mm, sample_spots
from vision.places.place import PlaceFrame, PlaceFrames, frames_of
from vision.places.shot import SolvedShot

AT_ONCE = 500_000
"""Numbers that are worked out at once: two megabytes stay in a processor's cache, and new memory takes as long to get
as to fill."""
BLUR_MM = 0.45
"""Softness of the patterns: an ordinary lens at 1.5 pixels a millimetre."""


@dataclass(frozen=True, slots=True)
class Matches:
    """Correlations of spots with codes: `best` (n, ids, 4 turns), and where the best one of all lies."""

    best: Floats
    offset_mm: PointsMm  # (n, 2) in each spot's frame
    turn_deg: Floats  # (n,)


@dataclass(frozen=True, slots=True)
class Hint:
    """Where a code was found directly on a spot: the offset of its middle in the spot's frame, and its odd degrees."""

    offset_mm: tuple[float, float]
    turn_deg: float


@dataclass(frozen=True, slots=True)
class CodeGroup:
    """Codes that can be looked for together: one dictionary, one size, one height of the part's top."""

    dictionary: str
    side_mm: float
    height_mm: float
    ids: tuple[int, ...]
    """As the game has them."""
    native: tuple[int, ...]
    """As the dictionary has them."""


def match_codes(
    shot: SolvedShot,
    spots: Sequence[PlaceFrame] | PlaceFrames,
    group: CodeGroup,
    *,
    reach_mm: float,
    hints: Mapping[int, Hint] = MappingProxyType({}),
) -> Matches:
    """Correlate every spot (n) with every code in four turns, searching `reach_mm` to each side and a few degrees.

    Spots with a hint are looked at only there. The others get a second, finer look where the first one finds more
    than chance does.
    """
    frames, settings = frames_of(spots), shot.settings.places
    n, count = len(frames), len(group.ids)
    result = Matches(np.zeros((n, count, 4)), np.zeros((n, 2)), np.zeros(n))
    if not n:
        return result
    looks = [(index, hint.offset_mm, hint.turn_deg) for index, hint in sorted(hints.items())]
    searched = [index for index in range(n) if index not in hints]
    if searched:
        best, where = _coarse(shot, frames.at(searched), group, reach_mm)
        result.best[searched] = best.reshape(len(searched), count, 4)
        result.offset_mm[searched] = where[:, 0]
        for row, index in enumerate(searched):
            if best[row].max() < settings.worth_a_look:
                continue
            places = dict.fromkeys((x, y) for x, y in where[row].tolist())
            looks += [(index, place, turn) for place in places for turn in settings.turns_deg]
    if looks:
        _look_closer(shot, frames, group, looks, result)
    return result


def _look_closer(
    shot: SolvedShot,
    frames: PlaceFrames,
    group: CodeGroup,
    looks: Sequence[tuple[int, tuple[float, float], float]],
    result: Matches,
) -> None:
    """Take finer patches at (spot, offset, turn) and keep what fits better than before, in `result`."""
    settings = shot.settings.places
    step = settings.fine_mm
    bank, half = _bank(group, step, settings.quiet_mm)
    owner = np.array([index for index, _, _ in looks])
    start = np.array([offset for _, offset, _ in looks])
    angle = np.array([turn for _, _, turn in looks])
    patch = sample_spots(
        shot,
        frames.at(owner),
        grid_mm(half + 1, step),
        height_mm=group.height_mm,
        offsets_mm=start,
        turns_deg=angle,
    )
    fine = np.concatenate([*_correlations(patch, half, bank)])  # (looks, 9, patterns)
    top = fine.max(axis=1)
    small = np.array([[x, y] for y in (-1, 0, 1) for x in (-1, 0, 1)]) * step
    order = np.lexsort((-top.max(axis=1), owner))  # spot by spot, of each the best look first
    mine, first = np.unique(owner[order], return_index=True)
    best = np.maximum.reduceat(top[order], first, axis=0)
    winner = order[first]
    nudge = small[fine[winner].max(axis=2).argmax(axis=1)]
    turn = np.radians(angle[winner])
    across, down = nudge[:, 0], nudge[:, 1]
    cos, sin = np.cos(turn), np.sin(turn)
    result.best[mine] = np.maximum(result.best[mine], best.reshape(len(mine), -1, 4))
    result.offset_mm[mine] = start[winner] + np.stack([across * cos - down * sin, across * sin + down * cos], axis=1)
    result.turn_deg[mine] = angle[winner]


def _coarse(shot: SolvedShot, frames: PlaceFrames, group: CodeGroup, reach_mm: float) -> tuple[Samples, PointsMm]:
    """On a coarse raster each spot's best correlation with each pattern (n, patterns), and where the best ones lie.

    That is (n, positions, 2): the shifts in millimetres at which so many patterns fit best, the best one first.
    """
    settings = shot.settings.places
    step = settings.coarse_mm
    extra = round(reach_mm / step)
    bank, half = _bank(group, step, settings.quiet_mm)
    patch = sample_spots(shot, frames, grid_mm(half + extra, step), height_mm=group.height_mm)
    shifts = grid_mm(extra, step).reshape(-1, 2)
    best, where = [], []
    for scores in _correlations(patch, half, bank):
        best.append(scores.max(axis=1))
        order = best[-1].argsort(axis=1)[:, ::-1][:, : settings.positions]
        where.append(shifts[np.take_along_axis(scores, order[:, None], axis=2).argmax(axis=1)])
    return np.concatenate(best), np.concatenate(where)


def _bank(group: CodeGroup, step_mm: float, quiet_mm: float) -> tuple[CodeBank, int]:
    """A group's codes, and half the width of their pictures in samples."""
    half = round((group.side_mm / 2 + quiet_mm) / step_mm)
    return _made(group.dictionary, group.native, group.side_mm, step_mm, half), half


@lru_cache(maxsize=16)
def _made(dictionary: str, ids: tuple[int, ...], side_mm: float, step_mm: float, half: int) -> CodeBank:
    """The same codes at any height are one bank."""
    return code_bank(dictionary, ids, side_mm, step_mm, half, BLUR_MM)


def _correlations(patch: Samples, half: int, bank: CodeBank) -> Iterator[Samples]:
    """What `_correlate` tells, of as many patches at a time as are worked out at once."""
    shifts = (patch.shape[1] - 2 * half) * (patch.shape[2] - 2 * half)
    step = max(1, AT_ONCE // (shifts * max(bank.parts.shape[0], bank.mixed.shape[1])))
    for first in range(0, len(patch), step):
        yield _correlate(patch[first : first + step], half, bank)


def _correlate(patch: Samples, half: int, bank: CodeBank) -> Samples:
    """All shifts of the patterns within the patches (n, p, p): correlations (n, shifts, patterns), rows first."""
    size = 2 * half + 1
    windows = np.lib.stride_tricks.sliding_window_view(patch, (size, size), axis=(1, 2))
    shifts = windows.shape[1] * windows.shape[2]
    products = windows.reshape(len(patch) * shifts, size * size) @ bank.parts
    # Parts are free of the basis, so only the windows' lengths need it taken out.
    parts, along = products[:, :-3], products[:, -3:]
    length2 = _squares_within(patch, size).ravel() - np.einsum("ij,ij->i", along, along, dtype=np.float64)
    length = np.sqrt(
        np.maximum(length2, size * size * 4.0)
    )  # two grey levels of noise: a plain patch correlates with nothing
    scaled: Samples = parts / length.astype(np.float32)[:, None]
    return (scaled @ bank.mixed).reshape(len(patch), shifts, -1)


def _squares_within(patch: Samples, size: int) -> Floats:
    """Sums of squares over all windows of that size in patches (n, p, p): (n, p - size + 1, p - size + 1).

    Whole grey levels add up exactly in wide numbers, so that sums of sums are what sums would be.
    """
    sums = np.zeros((len(patch), patch.shape[1] + 1, patch.shape[2] + 1))
    np.cumsum(np.square(patch, dtype=np.float64), axis=1, out=sums[:, 1:, 1:])
    np.cumsum(sums[:, 1:, 1:], axis=2, out=sums[:, 1:, 1:])
    across = sums[:, :, size:] - sums[:, :, :-size]
    return np.asarray(across[:, size:] - across[:, :-size])


def match_art(
    shot: SolvedShot,
    spots: Sequence[PlaceFrame] | PlaceFrames,
    picture: Floats,
    weights: Floats,
    *,
    step_mm: float,
    reach_mm: float,
) -> Floats:
    """Best correlation (n,) of spots with one picture (h, w) of printed art, weighted, within a small search."""
    if not len(spots):
        return np.zeros(0)
    rows, columns = picture.shape
    extra = round(reach_mm / step_mm)
    x = (np.arange(columns + 2 * extra) - (columns - 1) / 2 - extra) * step_mm
    y = (np.arange(rows + 2 * extra) - (rows - 1) / 2 - extra) * step_mm
    grid = np.stack(np.meshgrid(x, y), axis=-1)
    patch = sample_spots(shot, spots, grid)
    linear, squares = _art_bank(picture.tobytes(), weights.tobytes(), picture.shape, extra)
    flat = patch.reshape(len(spots), -1)
    flat = flat - flat.mean(axis=1, keepdims=True)  # the pattern is free of it; narrow numbers stay exact
    products = (flat @ linear).reshape(len(spots), -1, 4)
    length2 = (flat * flat) @ squares - (products[..., 1:] ** 2).sum(axis=2)
    length = np.sqrt(np.maximum(length2, weights.sum() * 4.0))
    return np.asarray((products[..., 0] / length).max(axis=1), float)


@lru_cache(maxsize=16)
def _art_bank(picture: bytes, weights: bytes, shape: tuple[int, int], extra: int) -> tuple[Samples, Samples]:
    """What a patch (h + 2 extra, w + 2 extra), flat, is multiplied with for all shifts at once.

    The first matrix (samples, shifts · 4) gives the product with the pattern and with the three patterns of
    brightness and slope that are taken out of the patch; the second (samples, shifts) takes the patch's squares.
    """
    rows, columns = shape
    root = np.sqrt(np.frombuffer(weights).reshape(shape))
    spans = np.stack([root, root * np.linspace(-1, 1, columns)[None, :], root * np.linspace(-1, 1, rows)[:, None]], -1)
    basis = np.linalg.qr(spans.reshape(-1, 3))[0]
    pattern = (np.frombuffer(picture).reshape(shape) * root).ravel()
    pattern = pattern - basis @ (basis.T @ pattern)
    kernels = np.concatenate([(pattern / np.linalg.norm(pattern))[:, None], basis], axis=1).reshape(rows, columns, 4)
    steps = 2 * extra + 1
    linear = np.zeros((rows + 2 * extra, columns + 2 * extra, steps, steps, 4), np.float32)
    squares = np.zeros((rows + 2 * extra, columns + 2 * extra, steps, steps), np.float32)
    for down in range(steps):
        for right in range(steps):
            linear[down : down + rows, right : right + columns, down, right] = kernels * root[..., None]
            squares[down : down + rows, right : right + columns, down, right] = root * root
    return linear.reshape(-1, steps * steps * 4), squares.reshape(-1, steps * steps)
