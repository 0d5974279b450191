"""Light over printed boards finer than the codes' whites tell it: what neighbouring cells show of their known print."""

import numpy as np
from numpy.typing import NDArray

from vision.pixels.arrays import Floats, PointsMm
from vision.settings.boards import LocalLightSettings

DARKEST = 0.1
"""Added to reflectances before their logarithm is taken: black tells little of the light."""


def local_light(
    middles: PointsMm,
    shown: Floats,
    printed: Floats,
    plain: NDArray[np.bool_],
    looks: NDArray[np.int_],
    settings: LocalLightSettings,
) -> Floats:
    """By how much (n, 3) the print of cells (`middles` in cells, (n, 2)) looks lighter than the whites there promise.

    `printed` (n, 3) is what a cell should look like, NaN where nobody knows. Every cell is told by the others round
    it only, so what covers one of them does not speak for itself, and what differs from its neighbours hardly
    """
    logs = np.log((np.maximum(shown, 0.0) + DARKEST) / (np.maximum(printed, 0.0) + DARKEST))
    tells = plain & (np.abs(shown - printed).max(axis=1) < settings.reach)
    if tells.sum() < settings.fewest:
        return np.ones_like(shown)
    logs, where = logs[tells], middles[tells]
    away = (where[None] - middles[:, None]) / settings.near_cells
    far2 = (away**2).sum(axis=-1)
    alike = np.where(looks[:, None] == looks[tells][None], 1.0, settings.other_print)
    near = np.where(far2 < 1e-9, 0.0, alike * np.exp(-0.5 * far2))  # (n, told)
    terms = np.concatenate([np.ones((*near.shape, 1)), away], axis=2)
    held = np.diag([settings.held_level, settings.held_slope, settings.held_slope])
    weight, light = near, np.zeros((len(middles), 3))
    for _ in range(settings.rounds):
        weighted = (weight[..., None] * terms).transpose(0, 2, 1)  # (n, terms, told)
        solved = np.linalg.solve(weighted @ terms + held, weighted @ logs)
        off = np.abs(logs[None] - terms @ solved).max(axis=2)
        weight = near / (1.0 + (off / settings.alike) ** 2)
        light = solved[:, 0]
    return np.asarray(np.exp(np.clip(light, -settings.most, settings.most)))
