"""Table tops to lay a game on: wood, cloth, stone and a plain white one, each grown from a seed."""

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from simulator.pictures import Linear
from simulator.textures import Texels, Texture, halvings
from tabletop.errors import UsageError

SURFACES = ("wood", "dark-wood", "cloth", "checked-cloth", "stone", "white")
SIZE_MM = (1600.0, 1100.0)
PIXELS_PER_MM = 1.6
Grey = npt.NDArray[np.floating[Any]]
Tint = tuple[float, float, float]
"""Blue, green and red, linear, of a surface whose grey is 1."""
VARIANTS = 6
"""So many tables of each kind: growing one takes as long as a photograph."""


@lru_cache(maxsize=VARIANTS)
def surface(name: str, seed: int) -> Texture:
    """A table top 1600 × 1100 mm, its middle at (0, 0), one of `VARIANTS` by the seed.

    Raises UsageError with the names where there is no such one.
    """
    if name not in SURFACES:
        raise UsageError(f"there is no table '{name}'; the tables are {', '.join(SURFACES)}")
    rng = np.random.default_rng([seed, SURFACES.index(name)])
    width, height = round(SIZE_MM[0] * PIXELS_PER_MM), round(SIZE_MM[1] * PIXELS_PER_MM)
    if name in ("wood", "dark-wood"):
        grey, tint = _wood(width, height, rng, dark=name == "dark-wood")
    elif name in ("cloth", "checked-cloth"):
        grey, tint = _cloth(width, height, rng, checked=name == "checked-cloth")
    elif name == "stone":
        grey, tint = _stone(width, height, rng)
    else:
        grey, tint = np.asarray(0.62 + 0.02 * _clouds(width, height, 300, rng)), (0.97, 1.0, 1.0)
    texels = _tinted(grey, tint)
    return Texture((texels, *halvings(texels)), PIXELS_PER_MM, (SIZE_MM[0] / 2, SIZE_MM[1] / 2))


def _clouds(width: int, height: int, grain_px: float, rng: np.random.Generator, stretch: float = 1.0) -> Linear:
    """Smooth noise of about unit spread whose features are `grain_px` high and `stretch` times as wide."""
    small = (max(4, round(height / grain_px) + 3), max(4, round(width / grain_px / stretch) + 3))
    noise = rng.standard_normal(small, dtype=np.float32)
    grown: Linear = cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC).astype(np.float32)
    return grown


def _tinted(grey: Grey, bgr: Tint) -> Texels:
    """The texels of a surface that is everywhere of one colour, more or less light."""
    planes = []
    for tint in bgr:
        plane = (grey * np.float32(tint)).astype(np.float32, copy=False)
        np.clip(plane, 0.0, 1.0, out=plane)
        plane *= np.float32(65535)
        planes.append(plane.astype(np.uint16))
    return np.asarray(cv2.merge([*planes, np.full(grey.shape, 65535, dtype=np.uint16)]), dtype=np.uint16)


def _wood(width: int, height: int, rng: np.random.Generator, *, dark: bool) -> tuple[Grey, Tint]:
    """Planks along x with wandering growth rings, pores and a tone of their own."""
    y = np.arange(height, dtype=np.float32)[:, None] / PIXELS_PER_MM
    wander = 9 * _clouds(width, height, 90, rng, 9.0) + 2.5 * _clouds(width, height, 26, rng, 12.0)
    rings = np.sin((y + wander) * 0.55) + 0.5 * np.sin((y + 0.6 * wander) * 1.7)
    pores = _clouds(width, height, 2.0, rng, 30.0)
    tone = 1 + 0.10 * rings + 0.06 * pores + 0.05 * _clouds(width, height, 400, rng)
    plank_mm = 150
    for index in range(int(SIZE_MM[1] // plank_mm) + 1):
        rows = slice(round(index * plank_mm * PIXELS_PER_MM), round((index + 1) * plank_mm * PIXELS_PER_MM))
        tone[rows] *= rng.uniform(0.88, 1.10)
        tone[rows][-2:] *= 0.6
    level = 0.09 if dark else 0.30
    return (level * tone).astype(np.float32), (0.38, 0.63, 1.0) if not dark else (0.42, 0.62, 1.0)


def _cloth(width: int, height: int, rng: np.random.Generator, *, checked: bool) -> tuple[Grey, Tint]:
    """A woven cloth with slight folds, plain or with checks of 30 mm."""
    x = np.arange(width, dtype=np.float32)[None, :] / PIXELS_PER_MM
    y = np.arange(height, dtype=np.float32)[:, None] / PIXELS_PER_MM
    weave = 0.05 * (np.sin(x * 5.2) * np.sin(y * 5.2)) + 0.04 * rng.standard_normal((height, width), dtype=np.float32)
    folds = 0.06 * _clouds(width, height, 350, rng)
    grey = (1 + weave + folds).astype(np.float32)
    tints = ((0.28, 0.22, 0.16), (0.14, 0.20, 0.10), (0.10, 0.10, 0.34), (0.45, 0.50, 0.52))
    tint = tints[int(rng.integers(len(tints)))]
    if not checked:
        return grey, tint
    stripes = ((x // 30).astype(int) % 2) + ((y // 30).astype(int) % 2)
    return grey * (0.75 - 0.24 * stripes), (0.45, 0.42, 1.0)


def _stone(width: int, height: int, rng: np.random.Generator) -> tuple[Grey, Tint]:
    """Granite: speckles of several sizes."""
    grains = sum(weight * _clouds(width, height, size, rng) for weight, size in ((0.06, 2), (0.06, 5), (0.04, 14)))
    return (0.33 + np.asarray(grains) * 0.9).astype(np.float32), (1.0, 0.98, 0.95)
