"""How a picture's colours are corrected: patches settle curve, flare and matrix, the codes' white settles the light."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.gamefile import GameFile
from tabletop.values import dataclass
from vision.pixels.arrays import Floats, PointsMm, Samples, median
from vision.pixels.colours import ColourCorrection, ColourSettings, lab_beyond_white, linear_from_srgb
from vision.places.shot import SolvedShot
from vision.settings.uncoded import PlainSettings
from vision.table.sheet_patches import patches_on_sheets
from vision.uncoded.colour_fit import FittedColours, code_tones, fitted_colours
from vision.uncoded.veil import Veil, smooth

NEAR_GREY_MM = 90.0
"""How far a grey patch tells the level of the codes' white."""
FINE = 16
"""So many steps has a grey level where levels are mixed: between dark ones whole levels would be seen."""
FineLevels = NDArray[np.uint16]
"""Blue, green, red in those steps, (..., 3)."""


@dataclass(frozen=True, eq=False)
class TableColours:
    """Lab (D65, through `ColourSettings.veil`) of a picture's values, by where on the table they are seen."""

    correction: ColourCorrection
    veil: Veil
    """Of mirrored light, which is taken off."""
    lights: Callable[[PointsMm], Floats]
    """How much light falls on table points (n, 2), red first, (n, 3)."""

    def falling(self, points_mm: PointsMm) -> tuple[Samples, Samples | None]:
        """The light at table points (n, 2), and the veil's where one shows, blue first, (n, 3) each."""
        light = np.maximum(self.lights(points_mm)[:, ::-1], 1e-3).astype(np.float32)
        return light, self.veil.at(points_mm)[:, ::-1].astype(np.float32) if self.veil.shows else None

    def lab(self, levels: FineLevels, light: Samples, haze: Samples | None) -> Samples:
        """Lab of rows of levels (n, m, 3), with the light and the veil's light that fall there."""
        own = self.correction
        seen: Any = self._curve[levels]
        if haze is not None:
            seen -= haze
        seen /= light
        matrix = own.matrix / own.white[:, None]
        veiled = np.column_stack([matrix.T[:, ::-1], own.veil - own.flare @ matrix]) / (1.0 + own.veil)
        linear: Any = cv2.transform(seen, veiled.astype(np.float32))
        np.clip(linear, np.float32(0.5 * own.veil / (1.0 + own.veil)), np.float32(4.0), out=linear)
        return lab_beyond_white(linear)

    @cached_property
    def _curve(self) -> Samples:
        """What light makes each level."""
        levels = np.arange(255 * FINE + 1) / (255.0 * FINE)
        return np.asarray(levels**self.correction.exponent, np.float32)


def fine_levels(levels: Any) -> Any:
    """Whole grey levels, or one of them, in their fine steps."""
    return np.asarray(levels, np.uint16) * np.uint16(FINE)


def table_colours(shot: SolvedShot) -> TableColours:
    """Of a picture (height, width, 3); what patches cannot tell is taken from the codes' white."""
    game, settings = shot.game, shot.settings.uncoded
    patches = patches_on_sheets(shot.image, shot.table, ColourSettings())
    fitted = fitted_colours(patches, code_tones(shot), game, settings)
    lights = _table_lights(fitted.correction, *_lights(fitted, game, settings), settings)
    return TableColours(fitted.correction, fitted.veil, lights)


def _lights(fitted: FittedColours, game: GameFile, settings: PlainSettings) -> tuple[PointsMm, Floats]:
    """Logarithms (n, 3) of the light at places (n, 2), by channel, against what the correction expects there.

    Grey patches tell it where white ones burn out; the codes' white, of which there is more, is brought to their level.
    """
    correction, shown, whites = fitted.correction, fitted.patches, fitted.whites
    darkest, lightest = settings.white_levels
    usable = ((whites > darkest) & (whites < lightest)).all(axis=1)
    spots = fitted.where[usable]
    logs = _logs(correction, whites[usable], spots, 1.0)
    if shown is None or "grey" not in game.palette or not len(correction.used):
        return spots, logs - median(logs, axis=0) if len(logs) else logs
    grey = np.array([name == "grey" for name in shown.names]) & shown.usable & correction.used
    if grey.sum() < 2:
        return spots, logs - median(logs, axis=0) if len(logs) else logs
    target = float(linear_from_srgb(game.palette["grey"])[1])
    places, greys = shown.places[grey], _logs(correction, shown.samples.bgr[grey], shown.places[grey], target)
    if len(logs):
        level = smooth(spots, places, greys, NEAR_GREY_MM)
        logs = logs - median(logs - level, axis=0)
    return np.concatenate([spots, places]), np.concatenate([logs, greys])


def _logs(correction: ColourCorrection, bgr: Floats, places: PointsMm, target: float) -> Floats:
    """Logarithm of the light that neutral surfaces (n, 3) send against what they should, by channel."""
    seen = (bgr[:, ::-1] / 255.0) ** correction.exponent - correction.flare
    even = ((places - correction.middle_mm) @ correction.slope)[:, None]
    return np.asarray(np.log(np.maximum(seen, 1e-4) / (correction.white * target)) - even)


def _table_lights(
    correction: ColourCorrection, spots: PointsMm, logs: Floats, settings: PlainSettings
) -> Callable[[PointsMm], Floats]:
    """How much light falls on table points (n, 2) against that at the patches' middle, red first, (n, 3)."""
    low, high = (spots.min(axis=0) - 150, spots.max(axis=0) + 150) if len(spots) else (np.zeros(2), np.zeros(2))

    def at(points_mm: PointsMm) -> Floats:
        points = np.clip(np.nan_to_num(points_mm), low, high)  # beyond the horizon nothing is known
        gain = np.exp((points - correction.middle_mm) @ correction.slope)[:, None] * np.ones(3)
        if len(spots) >= 3:
            gain = gain * np.exp(np.clip(smooth(points, spots, logs, settings.white_near_mm), -1.2, 1.2))
        return np.asarray(gain)

    return at
