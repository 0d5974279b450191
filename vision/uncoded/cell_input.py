"""What the learned look sees of a cell: its patch of the picture against its ground and against one colour.

No colour is fixed: everything is told as a difference, to the ground as other cells of its kind show it, and to the
colour that is asked about. So pieces, boards and colours that nobody had when it learned are looked at all the same.
"""

from dataclasses import dataclass

import numpy as np

from vision.pixels.arrays import Floats, PointsMm, Samples

SIDE = 20
"""Points along a patch."""
REACH = 0.75
"""Half of a patch's width, in cells: it shows the neighbours' rims."""
CHANNELS = 11
FACTS = 8
SCALE = np.array([25.0, 15.0, 15.0], np.float32)
"""Lab difference that counts as one."""
MOST = 3.0
COLOUR_SD, GROUND_SD = 9.0, 7.0
"""Delta E (lightness counting half) at which likeness to a piece's colour and to the ground has fallen to 0.61."""
CORE = slice(7, 13)
"""The patch's middle, in points: 0.45 of a cell."""


@dataclass(frozen=True, slots=True, eq=False)
class CellPatches:
    """Patches (n, side, side, 3) of n cells in Lab, and what is known of each."""

    ground: Samples
    """Sampled on the board."""
    raised: Samples
    """Sampled at the height of the piece that is asked about; as `ground` where none is."""
    reference: Samples
    """What the bare ground looks like there."""
    colour: Samples
    """Lab (n, 3) of the piece that is asked about; not a number where none is."""
    rivals: Samples
    """Lab (n, k, 3) of the other colours that may lie there; not a number where there are fewer."""
    burnt: Samples
    """Share of clipping, (n, side, side)."""
    lean: Floats
    """By how much the raised patch is shifted in the cell's frame, in cells, (n, 2)."""
    width: Floats
    """The piece's width in cells, (n,)."""
    taught: Floats
    """1 where other cells tell the ground, 0 where only its print does, (n,)."""
    veil: Floats
    """How light black looks near the cell, from 0 to 1, (n,)."""


def patch_grid(pitch_mm: float) -> PointsMm:
    """Points (side, side, 2) of a patch round a cell's middle."""
    line = np.linspace(-REACH, REACH, SIDE) * pitch_mm
    return np.stack(np.meshgrid(line, line), axis=-1)


def noise_of(ground: Samples) -> float:
    """How much neighbouring points (n, side, side, 3) differ by noise, Delta E, over cells of one picture."""
    second = ground[:, :, 2:] - 2.0 * ground[:, :, 1:-1] + ground[:, :, :-2]
    return float(np.median(np.abs(second))) if len(ground) else 0.0


def net_input(patches: CellPatches, noise: float) -> tuple[Samples, Samples]:
    """The network's two inputs: pictures (n, channels, side, side) and facts (n, facts)."""
    count = len(patches.ground)
    asked = np.asarray(np.isfinite(patches.colour).all(axis=1))
    colour = np.where(asked[:, None], patches.colour, 0.0)[:, None, None]
    off_ground = patches.ground - patches.reference
    off_colour = np.where(asked[:, None, None, None], patches.raised - colour, 0.0)
    pictures = np.zeros((count, CHANNELS, SIDE, SIDE), np.float32)
    pictures[:, 0:3] = np.clip(off_ground / SCALE, -MOST, MOST).transpose(0, 3, 1, 2)
    pictures[:, 3:6] = np.clip(off_colour / SCALE, -MOST, MOST).transpose(0, 3, 1, 2)
    pictures[:, 6] = likeness(off_colour, COLOUR_SD) * asked[:, None, None]
    for rival in range(patches.rivals.shape[1]):
        there = np.asarray(np.isfinite(patches.rivals[:, rival]).all(axis=1))
        lab = np.where(there[:, None], patches.rivals[:, rival], 0.0)[:, None, None]
        alike = likeness(patches.raised - lab, COLOUR_SD) * there[:, None, None]
        pictures[:, 7] = np.maximum(pictures[:, 7], alike)
    pictures[:, 8] = likeness(off_ground, GROUND_SD)
    pictures[:, 9] = patches.burnt
    pictures[:, 10] = patches.ground[..., 0] / 50.0 - 1.0
    middle = np.median(patches.reference[:, CORE, CORE].reshape(count, -1, 3), axis=1)
    contrast = delta_e(np.where(asked[:, None], patches.colour, middle) - middle) / 50.0
    facts = np.column_stack(
        [asked, patches.lean * 2.0, patches.width, patches.taught, patches.veil * 2.0, np.full(count, noise), contrast]
    )
    return pictures, np.clip(facts, -MOST, MOST).astype(np.float32)


def delta_e(differences: Samples) -> Samples:
    """Length of Lab differences (..., 3), lightness counting half."""
    return np.asarray(np.sqrt((0.5 * differences[..., 0]) ** 2 + differences[..., 1] ** 2 + differences[..., 2] ** 2))


def likeness(differences: Samples, scatter: float) -> Samples:
    """1 where Lab differences (..., 3) are none, falling to 0."""
    return np.asarray(np.exp(-0.5 * (delta_e(differences) / scatter) ** 2))
