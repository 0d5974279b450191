"""The learned look at joints: whether two neighbouring cells of one colour are one piece or two."""

from collections.abc import Mapping, Sequence

import numpy as np

from tabletop.cellnames import Cell
from vision.uncoded.faces import Face, PlainCell, leaning
from vision.uncoded.joint_input import Joints, joint_input, strip_points
from vision.uncoded.learned import JointNet
from vision.uncoded.look import PlainLook

Pair = tuple[PlainCell, PlainCell]


def look_at_joints(
    net: JointNet, look: PlainLook, faces: Mapping[Cell, Face], pairs: Sequence[Pair]
) -> dict[frozenset[Cell], float]:
    """Nats that two neighbouring cells, which both show a face, are two pieces, not one."""
    if not pairs:
        return {}
    start, end = (np.array([pair[n].spot.middle_mm for pair in pairs]) for n in (0, 1))
    both = [(faces[one.key], faces[other.key]) for one, other in pairs]
    height = np.array([(one.height_mm + other.height_mm) / 2 for one, other in both])
    way = end - start
    pitch = np.linalg.norm(way, axis=1)
    aside = np.stack([-way[:, 1], way[:, 0]], axis=1)
    across, along = np.moveaxis(strip_points(), -1, 0)
    middle = (start + end) / 2
    points = (
        middle[:, None, None]
        + across[..., None] * way[:, None, None]
        + along[..., None] * aside[:, None, None]
    )
    flat = points.reshape(len(pairs), -1, 2)
    strips = look.field.at(look.plane.to_picture(flat, height_mm=height[:, None])).reshape(*points.shape[:-1], 3)
    width = np.array([min(one.width_mm, other.width_mm) for one, other in both]) / pitch
    ends = [look.plane.to_picture(side, height_mm=height) for side in (start, end)]
    lean = leaning(look.plane, middle, height)
    shifted = np.stack([(lean * one).sum(axis=1) for one in (way, aside)], axis=1) / pitch[:, None] ** 2
    joints = Joints(strips, width, np.linalg.norm(ends[1] - ends[0], axis=1), shifted)
    told = net.two(joint_input(joints)).tolist()
    return {frozenset((one.key, other.key)): value for (one, other), value in zip(pairs, told, strict=True)}
