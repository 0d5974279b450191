"""Light between the codes: by how much each cell looks lighter than the whites promise, told by cells round it."""

import numpy as np
from numpy.typing import NDArray

from vision.pixels.arrays import Floats, PointsMm, distances, largest
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
    it only, so what covers one of them does not speak for itself, and what differs from its neighbours hardly. Light
    differs in strength between the codes, and hardly in colour: a phone over several cells would else be grey light.
    """
    logs = np.log((np.maximum(shown, 0.0) + DARKEST) / (np.maximum(printed, 0.0) + DARKEST))
    tells = plain & (largest(np.abs(shown - printed)) < settings.reach)
    if tells.sum() < settings.fewest:
        return np.ones_like(shown)
    logs, where = logs[tells], middles[tells] / settings.near_cells
    here = middles / settings.near_cells
    far2 = distances(here, where) ** 2
    alike = np.where(looks[:, None] == looks[tells][None], 1.0, settings.other_print)
    near = np.where(far2 < 1e-9, 0.0, alike * np.exp(-0.5 * far2))  # (n, told)
    held = np.diag([settings.held_level, settings.held_slope, settings.held_slope])
    weight, light = near, np.zeros((len(middles), 3))
    for further in range(settings.rounds)[::-1]:
        planes = _planes(here, where, logs, weight, held)  # (n, 3 terms, 3)
        light = planes[:, 0] + here[:, :1] * planes[:, 1] + here[:, 1:] * planes[:, 2]
        if further:
            terms = np.column_stack([np.ones(len(where)), where])
            fitted = planes.transpose(0, 2, 1).reshape(-1, 3) @ terms.T  # (n · 3, told)
            off = largest(np.abs(fitted.reshape(-1, 3, len(where)) - logs.T).transpose(0, 2, 1))
            weight = near / (1.0 + (off / settings.alike) ** 2)
    level = light.mean(axis=1, keepdims=True)
    tint = np.clip(light - level, -settings.most_tint, settings.most_tint)
    return np.asarray(np.exp(np.clip(level + tint, -settings.most, settings.most)))


def _planes(here: PointsMm, where: PointsMm, logs: Floats, weight: Floats, held: Floats) -> Floats:
    """Constant and slopes (n, 3, 3) of logarithms (m, 3) at `where` (m, 2), as (n, m) weights count them.

    They are `held` at nothing as seen from each of the points `here` (n, 2): sums over all places are made once, and
    moved there.
    """
    x, y = where.T
    one = np.ones_like(x)
    w, wx, wy, wxx, wxy, wyy = (weight @ np.stack([one, x, y, x * x, x * y, y * y], axis=1)).T
    totals = (weight @ np.concatenate([logs, x[:, None] * logs, y[:, None] * logs], axis=1)).reshape(-1, 3, 3)
    px, py = here.T
    ax, ay = wx - px * w, wy - py * w
    axx, ayy = wxx - 2 * px * wx + px * px * w, wyy - 2 * py * wy + py * py * w
    axy = wxy - px * wy - py * wx + px * py * w
    normal = np.stack([w, ax, ay, ax, axx, axy, ay, axy, ayy], axis=1).reshape(-1, 3, 3) + held
    totals[:, 1] -= px[:, None] * totals[:, 0]
    totals[:, 2] -= py[:, None] * totals[:, 0]
    planes = np.linalg.solve(normal, totals)
    planes[:, 0] -= px[:, None] * planes[:, 1] + py[:, None] * planes[:, 2]
    return np.asarray(planes)
