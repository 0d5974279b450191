"""What an empty lot and an empty half street look like from above, from the game file's measures."""

import numpy as np

from tabletop.gamefile import GameFile
from vision.pixels.arrays import Floats

GROUND, DISC, RING = 0.85, 1.0, 0.25
"""Relative brightness; only the order light-dark-light matters much."""


def empty_lot(game: GameFile, step_mm: float) -> tuple[Floats, Floats]:
    """Brightness and weights (m, m) of an empty lot: light disc, dark ring, light ground; the number does not count."""
    art = game.sections.art
    half = int((game.grid.lot_mm / 2 - 1.0) / step_mm)
    line = np.arange(-half, half + 1) * step_mm
    radius = np.hypot(line[None, :], line[:, None])
    soft = step_mm / 2 + 0.3
    outside = _ramp(radius - art.ring_outer_radius_mm, soft)
    ring = _ramp(radius - art.disc_radius_mm, soft)
    picture = DISC + (RING - DISC) * ring + (GROUND - RING) * outside
    weights = np.where(radius < art.number_radius_mm, 0.0, np.where(radius > game.grid.lot_mm / 2, 0.5, 1.0))
    return picture, weights


def empty_half_street(game: GameFile, step_mm: float) -> tuple[Floats, Floats, float]:
    """Brightness and weights (rows across, columns along) of a half street with its rail, and the rail's distance."""
    art = game.sections.art
    across = int(4.0 / step_mm)
    along = int((art.rail_length_mm / 2 - 1.0) / step_mm)
    line = np.arange(-across, across + 1) * step_mm
    rail = 1.0 - _ramp(np.abs(line) - art.rail_width_mm / 2, step_mm / 2 + 0.3)
    picture = np.repeat((1.0 - 0.8 * rail)[:, None], 2 * along + 1, axis=1)
    return picture, np.ones_like(picture), float(art.rail_offset_mm)


def _ramp(distance: Floats, soft: float) -> Floats:
    """0 inside, 1 outside, straight between."""
    return np.clip(0.5 + distance / (2 * soft), 0.0, 1.0)
