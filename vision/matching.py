"""How well each code pattern fits at each place: a coarse search over shifts, then a second look at the best spots."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, PointsMm, Samples
from vision.patches import Pyramid, grid_mm, sample_spots
from vision.patterns import code_pictures, flattened
from vision.places import Spot
from vision.plane import TablePlane
from vision.settings import PlaceSettings

BLUR_MM = 0.45
"""Softness of the patterns: an ordinary lens at 1.5 pixels a millimetre."""


@dataclass(frozen=True, slots=True)
class Matches:
    """Correlations of spots with codes: `best` (n, ids, 4 turns), and where the best one of all lies."""

    best: Floats
    offset_mm: PointsMm  # (n, 2) in each spot's frame
    turn_deg: Floats  # (n,)


def match_codes(
    pyramid: Pyramid,
    plane: TablePlane,
    spots: Sequence[Spot],
    dictionary: str,
    ids: tuple[int, ...],
    side_mm: float,
    settings: PlaceSettings,
    *,
    height_mm: float,
    reach_mm: float | None = None,
) -> Matches:
    """Correlate every spot (n) with every code in four turns, searching `reach_mm` to each side and a few degrees."""
    if not spots:
        return Matches(np.zeros((0, len(ids), 4)), np.zeros((0, 2)), np.zeros(0))
    reach = settings.reach_mm if reach_mm is None else reach_mm
    scores, shifts = _coarse(pyramid, plane, spots, dictionary, ids, side_mm, settings, height_mm, reach)
    n, patterns = len(spots), len(ids) * 4
    best_pattern = scores.max(axis=1).argsort(axis=1)[:, ::-1][:, : settings.positions]  # (n, positions)
    places = scores.argmax(axis=1)  # (n, patterns) index of the shift that suits each pattern best
    offsets = shifts[np.take_along_axis(places, best_pattern, axis=1)]  # (n, positions, 2)
    turns = np.array(settings.turns_deg)
    looks = [(position, turn) for position in range(best_pattern.shape[1]) for turn in turns]
    pictures, basis, half = _bank(dictionary, ids, side_mm, settings.fine_mm, settings.quiet_mm)
    repeated = [spot for spot in spots for _ in looks]
    start = np.stack([offsets[:, position] for position, _ in looks], axis=1).reshape(-1, 2)
    angle = np.tile([turn for _, turn in looks], n)
    patch = sample_spots(
        pyramid,
        plane,
        repeated,
        grid_mm(half + 1, settings.fine_mm),
        step_mm=settings.fine_mm,
        height_mm=height_mm,
        offsets_mm=start,
        turns_deg=angle,
    )
    fine = _correlate(patch, half, pictures, basis)  # (n · looks, 9, patterns)
    everything = fine.reshape(n, len(looks) * 9, patterns)
    winner = everything.max(axis=2).argmax(axis=1)
    small = np.array([[x, y] for y in (-1, 0, 1) for x in (-1, 0, 1)]) * settings.fine_mm
    chosen = np.arange(n) * len(looks) + winner // 9
    turned = np.radians(angle[chosen])
    nudge = small[winner % 9]
    cos, sin = np.cos(turned), np.sin(turned)
    nudge = np.stack([nudge[:, 0] * cos - nudge[:, 1] * sin, nudge[:, 0] * sin + nudge[:, 1] * cos], axis=1)
    return Matches(everything.max(axis=1).reshape(n, len(ids), 4), start[chosen] + nudge, angle[chosen])


def _coarse(
    pyramid: Pyramid,
    plane: TablePlane,
    spots: Sequence[Spot],
    dictionary: str,
    ids: tuple[int, ...],
    side_mm: float,
    settings: PlaceSettings,
    height_mm: float,
    reach_mm: float,
) -> tuple[Floats, PointsMm]:
    """Correlations (n, shifts, patterns) on a coarse raster, and the shifts (shifts, 2) in millimetres."""
    step = settings.coarse_mm
    extra = round(reach_mm / step)
    pictures, basis, half = _bank(dictionary, ids, side_mm, step, settings.quiet_mm)
    patch = sample_spots(pyramid, plane, spots, grid_mm(half + extra, step), step_mm=step, height_mm=height_mm)
    scores = _correlate(patch, half, pictures, basis)
    return scores, grid_mm(extra, step).reshape(-1, 2)


def _bank(
    dictionary: str, ids: tuple[int, ...], side_mm: float, step_mm: float, quiet_mm: float
) -> tuple[Floats, Floats, int]:
    """Patterns as unit rows (ids · 4, m²), the basis that patches are freed of, and half the width in samples."""
    half = round((side_mm / 2 + quiet_mm) / step_mm)
    pictures = code_pictures(dictionary, ids, side_mm, step_mm, half, BLUR_MM)
    vectors, basis = flattened(pictures.reshape(-1, 2 * half + 1, 2 * half + 1))
    return vectors.astype(np.float32), basis.astype(np.float32), half


def _correlate(patch: Samples, half: int, pictures: Floats, basis: Floats) -> Floats:
    """All shifts of the patterns within the patches (n, p, p): correlations (n, shifts, patterns), rows first."""
    size = 2 * half + 1
    windows = np.lib.stride_tricks.sliding_window_view(patch, (size, size), axis=(1, 2))
    shifts = windows.shape[1] * windows.shape[2]
    rows = windows.reshape(len(patch) * shifts, size * size)
    # Patterns are free of the basis, so only the windows' lengths need it taken out.
    products = rows @ pictures.T
    along = rows @ basis
    length2 = np.einsum("ij,ij->i", rows, rows, dtype=np.float64) - np.einsum(
        "ij,ij->i", along, along, dtype=np.float64
    )
    length = np.sqrt(
        np.maximum(length2, size * size * 4.0)
    )  # two grey levels of noise: a plain patch correlates with nothing
    return np.asarray((products / length[:, None]).reshape(len(patch), shifts, -1))


def match_art(
    pyramid: Pyramid,
    plane: TablePlane,
    spots: Sequence[Spot],
    picture: Floats,
    weights: Floats,
    *,
    step_mm: float,
    reach_mm: float,
) -> Floats:
    """Best correlation (n,) of spots with one picture (h, w) of printed art, weighted, within a small search."""
    if not spots:
        return np.zeros(0)
    rows, columns = picture.shape
    extra = round(reach_mm / step_mm)
    root = np.sqrt(weights).astype(np.float32)
    x = (np.arange(columns + 2 * extra) - (columns - 1) / 2 - extra) * step_mm
    y = (np.arange(rows + 2 * extra) - (rows - 1) / 2 - extra) * step_mm
    grid = np.stack(np.meshgrid(x, y), axis=-1)
    patch = sample_spots(pyramid, plane, spots, grid, step_mm=step_mm)
    windows = np.lib.stride_tricks.sliding_window_view(patch, (rows, columns), axis=(1, 2))
    flat = (windows * root).reshape(len(spots), -1, rows * columns)
    spans = np.stack([root, root * np.linspace(-1, 1, columns)[None, :], root * np.linspace(-1, 1, rows)[:, None]], -1)
    basis = np.linalg.qr(spans.reshape(-1, 3).astype(float))[0].astype(np.float32)
    pattern = (picture * root).ravel().astype(np.float32)
    pattern = pattern - basis @ (basis.T @ pattern)
    pattern = pattern / np.linalg.norm(pattern)
    rest = flat - (flat @ basis) @ basis.T
    length = np.maximum(np.linalg.norm(rest, axis=2), np.sqrt(weights.sum() * 4.0))
    return np.asarray(((rest @ pattern) / length).max(axis=1), float)
