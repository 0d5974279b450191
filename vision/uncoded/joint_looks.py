"""The learned look at joints: whether two neighbouring cells of one colour are one piece or two."""

from collections.abc import Mapping, Sequence

import numpy as np

from tabletop.cellnames import Cell
from vision.uncoded.faces import Face, PlainCell, leaning, weighed
from vision.uncoded.joint_input import Joints, joint_input, strip_points
from vision.uncoded.learned import joint_net
from vision.uncoded.look import PlainLook

Pair = tuple[PlainCell, PlainCell]


def look_again_at_joints(
    look: PlainLook, faces: Mapping[Cell, Face], pairs: Sequence[Pair], lines: Mapping[frozenset[Cell], float]
) -> dict[frozenset[Cell], float]:
    """Nats that neighbouring cells are two pieces, by the learned look together with the line between them (`lines`).

    Of cells that both show a face, of one colour or nearly so, and wholly.
    """
    settings, own = look.settings, look.shot.settings.learned
    net = joint_net(own.joint_weights) if own.used else ""
    asked = [
        (one, other)
        for one, other in pairs
        if frozenset((one.key, other.key)) in lines
        and not (one.rim_only or other.rim_only)
        and float(weighed(faces[one.key].lab - faces[other.key].lab)) < settings.linked_delta
    ]
    if isinstance(net, str) or not asked:
        return {}
    keys = [frozenset((one.key, other.key)) for one, other in asked]
    line = np.array([lines[key] for key in keys])
    nats = own.joint_line_nats * line + own.joint_nats * net.two(joint_input(_seen(look, faces, asked)))
    return dict(zip(keys, np.clip(nats, -settings.most_whole_nats, settings.most_joint_nats).tolist(), strict=True))


def _seen(look: PlainLook, faces: Mapping[Cell, Face], pairs: Sequence[Pair]) -> Joints:
    """The strips between cells, at the height of their faces."""
    start, end = (np.array([pair[n].spot.middle_mm for pair in pairs]) for n in (0, 1))
    both = [(faces[one.key], faces[other.key]) for one, other in pairs]
    height = np.array([(one.height_mm + other.height_mm) / 2 for one, other in both])
    way = end - start
    pitch = np.linalg.norm(way, axis=1)
    aside = np.stack([-way[:, 1], way[:, 0]], axis=1)
    across, along = np.moveaxis(strip_points(), -1, 0)
    middle = (start + end) / 2
    points = middle[:, None, None] + across[..., None] * way[:, None, None] + along[..., None] * aside[:, None, None]
    flat = points.reshape(len(pairs), -1, 2)
    strips = look.field.at(look.plane.to_picture(flat, height_mm=height[:, None])).reshape(*points.shape[:-1], 3)
    width = np.array([min(one.width_mm, other.width_mm) for one, other in both]) / pitch
    ends = [look.plane.to_picture(side, height_mm=height) for side in (start, end)]
    lean = leaning(look.plane, middle, height)
    shifted = np.stack([(lean * one).sum(axis=1) for one in (way, aside)], axis=1) / pitch[:, None] ** 2
    return Joints(strips, width, np.linalg.norm(ends[1] - ends[0], axis=1), shifted)
