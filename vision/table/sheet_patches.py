"""The colour patches printed on the sheets on the table: what the picture shows of them, and which are usable."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.pixels.arrays import BgrImage, PointsMm
from vision.pixels.colours import ColourSettings, PatchSamples, sample_patches
from vision.table.sheets import SolvedTable

CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
"""Of a patch, in halves of its side."""
LARGEST_SPREAD = 12.0
"""Grey levels by which the samples of one patch may differ: more is glare, shadow or a thing upon it."""


@dataclass(frozen=True, slots=True, eq=False)
class SheetPatches:
    """The n patches of all sheets; `names` are those of the game's palette, `places` their middles on the table."""

    samples: PatchSamples
    names: tuple[str, ...]
    places: PointsMm  # (n, 2)
    usable: NDArray[np.bool_]  # (n,) neither hidden nor burnt out nor uneven


def patches_on_sheets(image: BgrImage, table: SolvedTable, settings: ColourSettings) -> SheetPatches | None:
    """The patches on all sheets; None where none is printed."""
    corners, names = [], []
    for sheet in table.sheets:
        if sheet.part.patches:
            middles = np.array([patch.centre_mm for patch in sheet.part.patches])
            halves = np.array([patch.side_mm / 2 for patch in sheet.part.patches])
            corners.append(sheet.to_table(middles[:, None] + halves[:, None, None] * CORNERS))
            names += [patch.colour for patch in sheet.part.patches]
    if not names:
        return None
    on_table = np.concatenate(corners)
    samples = sample_patches(image, table.plane.to_picture(on_table), settings)
    usable = samples.visible & ~samples.clipped & (samples.spread < LARGEST_SPREAD)
    return SheetPatches(samples, tuple(names), on_table.mean(axis=1), usable)
