"""Lab of a picture's values, by where on the table they are seen."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pixels.arrays import Floats, PointsMm, Samples
from vision.pixels.colours import ColourMatrix, ColourSettings, lab_beyond_white
from vision.table.sheet_patches import SheetPatches
from vision.uncoded.veil import Veil

FINE = 16
"""So many steps has a grey level where levels are mixed: between dark ones whole levels would be seen."""
FineLevels = NDArray[np.uint16]
"""Blue, green, red in those steps, (..., 3)."""


@dataclass(frozen=True, eq=False)
class TableColours:
    """Lab (D65, through `ColourSettings.veil`) of a picture's values."""

    exponent: float
    """Value to linear light."""
    lights: Callable[[PointsMm], Floats]
    """What white sends at table points (n, 2), linear, red first, (n, 3)."""
    veil: Veil
    """Of mirrored light, which is taken off."""
    matrix: ColourMatrix
    patches: SheetPatches | None = None
    """Those that told it are usable."""
    lit_by: int = 0
    """Places of white or grey that told the light, neither burnt out nor hardly lit."""

    def falling(self, points_mm: PointsMm) -> tuple[Samples, Samples | None]:
        """The light at table points (n, 2), and the veil's where one shows, blue first, (n, 3) each."""
        light = np.maximum(self.lights(points_mm)[:, ::-1], 1e-3).astype(np.float32)
        return light, self.veil.at(points_mm)[:, ::-1].astype(np.float32) if self.veil.shows else None

    def linear(self, levels: FineLevels, light: Samples, haze: Samples | None) -> Samples:
        """Linear sRGB, red first, of rows of levels (n, m, 3), with the light and the veil's light that fall there."""
        return np.asarray(self._carried(levels, light, haze, veil=0.0), np.float32)

    def lab(self, levels: FineLevels, light: Samples, haze: Samples | None) -> Samples:
        """Lab of the same."""
        veil = ColourSettings().veil
        linear = self._carried(levels, light, haze, veil)
        np.clip(linear, np.float32(0.5 * veil / (1.0 + veil)), np.float32(4.0), out=linear)
        return lab_beyond_white(linear)

    def _carried(self, levels: FineLevels, light: Samples, haze: Samples | None, veil: float) -> Any:
        """Linear sRGB, red first, through a veil that is such a share of white."""
        seen: Any = self._curve[levels]
        if haze is not None:
            seen -= haze
        seen /= light
        veiled = np.column_stack([self.matrix.values.T[:, ::-1], np.full(3, veil)]) / (1.0 + veil)
        return cv2.transform(seen, veiled.astype(np.float32))

    @cached_property
    def _curve(self) -> Samples:
        """What light makes each level."""
        levels = np.arange(255 * FINE + 1) / (255.0 * FINE)
        return np.asarray(levels**self.exponent, np.float32)


def fine_levels(levels: Any) -> Any:
    """Whole grey levels, or one of them, in their fine steps."""
    return np.asarray(levels, np.uint16) * np.uint16(FINE)
