"""The camera's tone curve, as far as edges tell it: black and white modules are equally wide in print."""

import numpy as np

from vision.pixels.arrays import Floats, GreyImage, PointsPx, Samples, median, sample_levels
from vision.pixels.edges import light_table, unit_square_points
from vision.settings import EdgeSettings

EXPONENTS = (0.7, 1.0, 1.3, 1.6, 1.9, 2.2, 2.6, 3.0, 3.6)
"""From no curve at all to the S of a webcam that wants contrast."""


def light_exponent(grey: GreyImage, corners: PointsPx, patterns: Floats, settings: EdgeSettings) -> float:
    """The exponent by which grey levels become light, told by codes' corners (n, 4, 2) and modules (n, m, m).

    With too small an exponent every edge moves into the black, with too large a one into the white: so the one is right
    with which edges from black to white and from white to black lie evenly. Only edges between two black modules and
    two white ones count: nothing else blurs into them. The usual exponent where too few are seen.
    """
    places, signs, out, steps = _edges(corners, patterns, settings)
    if len(signs) < settings.fewest_edges:
        return settings.light_exponent
    levels = sample_levels(grey, places)
    contrast = np.ptp(levels.astype(float), axis=1)
    clear = (contrast > settings.least_contrast) & (contrast > settings.clear_edge * median(contrast))
    if clear.sum() < settings.fewest_edges:
        return settings.light_exponent
    levels, signs, out = levels[clear], signs[clear], out[clear]
    light = np.stack([light_table(one) for one in EXPONENTS])[:, levels.T]  # steps first: whole rows are reckoned with
    into_white = _into_white(_rise(light, signs, settings), signs, out, steps)
    crossing = np.flatnonzero((into_white[:-1] <= 0) & (into_white[1:] > 0))
    if not len(crossing):
        return EXPONENTS[0] if into_white[0] > 0 else EXPONENTS[-1]
    at = int(crossing[0])
    share = -into_white[at] / (into_white[at + 1] - into_white[at])
    return float(EXPONENTS[at] + share * (EXPONENTS[at + 1] - EXPONENTS[at]))


def _edges(corners: PointsPx, patterns: Floats, settings: EdgeSettings) -> tuple[PointsPx, Floats, Floats, Floats]:
    """Profiles (k, s, 2) across edges between pairs of modules, which way they turn white (k,), how far out they lie
    along the profile (k,) in modules, and the profile's steps (s,) in modules."""
    count = patterns.shape[-1]
    steps = np.linspace(-0.5, 0.5, settings.samples_per_profile)
    places, signs, out = [], [], []
    for downward in (False, True):
        rows = patterns.transpose(0, 2, 1) if downward else patterns
        two_before, before, after, two_after = (rows[..., from_ : count - 3 + from_] for from_ in range(4))
        code, across, left = np.nonzero((two_before == before) & (before != after) & (after == two_after))
        along = ((left + 2)[:, None] + steps) / count
        beside = np.broadcast_to(((across + 0.5) / count)[:, None], along.shape)
        uv = (beside, along) if downward else (along, beside)
        places.append(unit_square_points(corners[code], *uv))
        signs.append(np.where(after[code, across, left] > 0, 1.0, -1.0))
        out.append(left + 2 - count / 2)
    return np.concatenate(places), np.concatenate(signs), np.concatenate(out), steps


def _rise(light: Samples, signs: Floats, settings: EdgeSettings) -> Floats:
    """How much lighter each step of the profiles (exponents, s, k) is than the one before, from black to white; noise
    left out."""
    rise = np.asarray((light[:, 1:] - light[:, :-1]) * signs)
    return np.asarray(rise * (rise >= np.maximum(settings.faint_rise * rise.max(axis=1, keepdims=True), 0.0)))


def _into_white(rise: Floats, signs: Floats, out: Floats, steps: Floats) -> Floats:
    """How far the edges lie in the white with each exponent (exponents,), in modules, robustly: that they lie farther
    out with the whole code, which is a matter of its corners, is taken away."""
    offset = ((steps[1:] + steps[:-1]) / 2) @ rise / np.maximum(rise.sum(axis=1), 1e-6)
    known = np.stack([out, signs], axis=1)
    weight = np.ones_like(offset)
    solved = np.zeros((len(offset), 2))
    for _ in range(4):
        weighted = weight[:, None] * known.T  # (exponents, 2, k)
        right = weighted @ offset[..., None]
        solved = np.linalg.solve(weighted @ known + 1e-9 * np.eye(2), right)[..., 0]
        residual = np.abs(offset - solved @ known.T)
        weight = 1 / (1 + (residual / np.maximum(1.5 * median(residual)[:, None], 0.01)) ** 2)
    return np.asarray(solved[:, 1])
