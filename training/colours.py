"""Colours to draw with: any that boards, pieces, tables and strangers may have, as linear light from 0 to 1."""

import cv2
import numpy as np
from numpy.typing import NDArray

Rgb = NDArray[np.float32]
Picture = NDArray[np.float32]
Lab = NDArray[np.float32]


def linear_of(lab: Lab) -> Picture:
    """Linear red, green, blue of Lab values (..., 3)."""
    flat = np.asarray(lab, np.float32).reshape(1, -1, 3)
    return np.clip(cv2.cvtColor(flat, cv2.COLOR_Lab2LRGB), 0.004, 1.0).reshape(np.shape(lab)).astype(np.float32)


def _around(rng: np.random.Generator, lightness: tuple[float, float], chroma: tuple[float, float], hue: float) -> Lab:
    strength = rng.uniform(*chroma)
    return np.array([rng.uniform(*lightness), strength * np.cos(hue), strength * np.sin(hue)], np.float32)


def wood(rng: np.random.Generator) -> Lab:
    """From birch to walnut."""
    return _around(rng, (28.0, 90.0), (10.0, 38.0), rng.uniform(0.8, 1.45))


def ground(rng: np.random.Generator) -> Lab:
    """A board's: mostly light and pale, but any."""
    if rng.random() < 0.25:
        return wood(rng)
    if rng.random() < 0.5:
        return _around(rng, (70.0, 97.0), (0.0, 18.0), rng.uniform(0.0, 6.3))
    return _around(rng, (25.0, 95.0), (0.0, 50.0), rng.uniform(0.0, 6.3))


def piece(rng: np.random.Generator) -> Lab:
    """A piece's: wooden, painted, black, white."""
    kind = rng.random()
    if kind < 0.25:
        return wood(rng)
    if kind < 0.4:
        return _around(rng, (12.0, 96.0), (0.0, 6.0), rng.uniform(0.0, 6.3))
    return _around(rng, (20.0, 90.0), (15.0, 85.0), rng.uniform(0.0, 6.3))


def skin(rng: np.random.Generator) -> Lab:
    """Of any hand."""
    return _around(rng, (25.0, 82.0), (14.0, 32.0), rng.uniform(0.7, 1.2))


def near(rng: np.random.Generator, lab: Lab, apart: float) -> Lab:
    """A colour not far from another."""
    moved = np.asarray(lab + rng.normal(0.0, 1.0, 3) * np.array([apart, 0.7 * apart, 0.7 * apart]), np.float32)
    moved[0] = np.clip(moved[0], 8.0, 97.0)
    return moved


def tint(rng: np.random.Generator, strength: float) -> Picture:
    """Warm, cool or coloured: red, green, blue."""
    warm = rng.normal(0.0, strength)
    odd = rng.normal(0.0, 0.25 * strength)
    return np.asarray(np.exp(np.array([0.6 * warm, odd, -warm])), np.float32)
