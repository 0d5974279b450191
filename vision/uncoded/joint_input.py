"""What the learned look sees of a joint: the strip from the middle of one cell to the middle of its neighbour.

Whether two cells of one colour are one piece, only what lies between them tells: a dark line, two edges that light
falls upon differently, grain that ends, the ground between rounded corners. All of it is finer than what is looked at
of whole boards, and told as a difference to the strip itself, so that no colour and no light is fixed.
"""

from dataclasses import dataclass

import numpy as np

from vision.pixels.arrays import Floats, PointsMm, Samples, median

ACROSS, ALONG = 32, 32
"""Points from one cell's middle to the other's, and along the joint."""
WIDE = 1.25
"""How far a strip reaches along the joint, in cells: past both ends, where corners show."""
FINE_DELTA = 3.0
"""Lab difference up to which all is told in proportion; larger ones are told by their logarithm."""
USUAL_PX = 30.0
"""Pixels of a cell that count as none more and none fewer."""
COLOURS, JOINT_FACTS = 3, 4
JOINT_CHANNELS = COLOURS + JOINT_FACTS


@dataclass(frozen=True, slots=True, eq=False)
class Joints:
    """Joints between neighbouring cells, seen at the height of the pieces that lie there."""

    strips: Samples
    """Corrected Lab, (n, across, along, 3)."""
    width: Floats
    """Of the pieces' cells, in cells, (n,)."""
    per_cell_px: Floats
    """Pixels from one middle to the other, (n,)."""
    lean: Floats
    """By how much what stands there is seen shifted, in cells, across and along, (n, 2)."""


def strip_points() -> PointsMm:
    """Points (across, along, 2) of a strip: across, from the middle between the cells, and along, in cells."""
    across = np.linspace(-0.5, 0.5, ACROSS)
    along = np.linspace(-0.5, 0.5, ALONG) * WIDE
    return np.stack(np.meshgrid(across, along, indexing="ij"), axis=-1)


def joint_input(joints: Joints) -> Samples:
    """The network's input, (n, channels, across, along)."""
    count = len(joints.strips)
    usual = median(joints.strips.reshape(count, -1, COLOURS), axis=1)
    found = np.empty((count, JOINT_CHANNELS, ACROSS, ALONG), np.float32)
    off = (joints.strips - usual[:, None, None]).transpose(0, 3, 1, 2)
    found[:, :COLOURS] = np.arcsinh(off / FINE_DELTA)
    facts = np.column_stack([4.0 * (joints.width - 1.0), np.log(joints.per_cell_px / USUAL_PX), 2.0 * joints.lean])
    found[:, COLOURS:] = np.clip(facts, -3.0, 3.0)[:, :, None, None]
    return found
