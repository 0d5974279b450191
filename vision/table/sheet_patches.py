"""The colour patches printed on the sheets on the table: what the picture shows of them, and which are usable."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.pixels.arrays import BgrImage, PointsMm
from vision.pixels.colours import ColourSettings, PatchSamples, sample_patches
from vision.table.sheets import SolvedTable

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
    quads, names, places = [], [], []
    for sheet in table.sheets:
        for patch in sheet.part.patches:
            half = patch.side_mm / 2
            corners = np.array(patch.centre_mm) + half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
            on_table = sheet.to_table(corners)
            quads.append(table.plane.to_picture(on_table))
            places.append(on_table.mean(axis=0))
            names.append(patch.colour)
    if not quads:
        return None
    samples = sample_patches(image, np.array(quads), settings)
    usable = samples.visible & ~samples.clipped & (samples.spread < LARGEST_SPREAD)
    return SheetPatches(samples, tuple(names), np.array(places), usable)
