"""Written colours told together: all faces of a picture are matched with all colours at once, under one light."""

import math
from collections.abc import Sequence

import numpy as np

from vision.pixels.arrays import Floats, median
from vision.settings.uncoded import PlainSettings, TogetherSettings
from vision.uncoded.faces import weighed
from vision.uncoded.materials import Material


def told_together(
    materials: Sequence[Material], labs: Sequence[Floats], settings: PlainSettings
) -> list[tuple[Material, Floats]]:
    """Of faces (their Lab) those whose colour is plain once all of them are looked at, with that colour.

    What is off for all colours alike tells none apart, and faces that plainly differ are hardly of one colour: three
    kinds of wood that all look lighter than they were written are told by their order, where each by itself might be
    its neighbour.
    """
    own, faces = settings.together, np.array(labs).reshape(-1, 3)
    if not len(faces) or not materials:
        return []
    heaps = _heaps(faces, own)
    means = np.array([median(faces[heap], axis=0) for heap in heaps])
    told = _likelihoods(means, np.array([len(heap) for heap in heaps]), materials, settings)
    found: list[tuple[Material, Floats]] = []
    for heap, nats in zip(heaps, told, strict=True):
        best = int(nats[:-1].argmax())
        others = np.delete(nats[:-1], best)
        lead = nats[best] - others.max(initial=-math.inf)
        if lead > own.lead_nats and nats[best] - nats[-1] > own.known_nats:
            found += [(materials[best], faces[index]) for index in heap]
    return found


def _heaps(faces: Floats, own: TogetherSettings) -> list[list[int]]:
    """Numbers of faces that look alike, the largest heaps first: each is as much as lies about one middle."""
    apart = weighed(faces[:, None] - faces)
    left = np.ones(len(faces), bool)
    found: list[list[int]] = []
    while left.any():
        near = (apart < own.alike) & left
        mine = near[np.where(left, near.sum(axis=1), 0).argmax()]
        mine = (weighed(faces - median(faces[mine], axis=0)) < own.alike) & left | mine
        found.append(np.flatnonzero(mine).tolist())
        left &= ~mine
    return sorted(found, key=len, reverse=True)[: own.most_heaps]


def _likelihoods(means: Floats, counts: Floats, materials: Sequence[Material], settings: PlainSettings) -> Floats:
    """Natural logarithm of how likely each heap has each colour or is a stranger's, (heaps, colours + 1).

    Over all ways to match heaps and colours, the likeliest of which are followed from heap to heap. What is common to
    all colours and what is a colour's own are Gaussian and unknown; both are integrated over.
    """
    own, count = settings.together, len(materials)
    written = np.array([[not one.taught] for one in materials])
    chroma = [[0.0, *2 * [settings.written_chroma_share * math.hypot(*one.lab[1:])]] for one in materials]
    squares = np.array(own.own_sd) ** 2 + np.array(chroma) ** 2
    of_colour = np.where(written, squares, np.array([np.diag(one.covariance) for one in materials]))
    of_all = np.where(written, np.array(own.common_sd) ** 2, 0.0)
    of_heap = np.where(written, np.array(own.light_sd) ** 2, 0.0) + np.array(own.face_sd) ** 2 / counts[:, None, None]
    usual = np.array([one.lab for one in materials]) + written * np.array(own.common)
    away = means[:, None] - usual
    alone = -0.5 * (away**2 / of_heap + np.log(2.0 * math.pi * of_heap)).sum(axis=2)
    alone += math.log((1.0 - own.stranger_share) / count)
    far = (away**2 / (of_colour + of_all + of_heap)).sum(axis=2) > settings.farthest**2
    alone[far] = -math.inf
    stranger = math.log(own.stranger_share) - own.stranger_volume_nats
    steps = np.vstack([np.eye(count), np.zeros(count)])  # a heap has one of the colours, or none of them

    chosen, nats = np.zeros((1, 0), int), np.zeros(1)
    known, trust, pull = np.zeros(1), np.zeros((1, count, 3)), np.zeros((1, count, 3))
    for index, weight in enumerate(1.0 / of_heap):
        again = own.again_nats * (trust[:, :, 0] > 0.0)
        known = np.column_stack([known[:, None] + alone[index] - again, known + stranger]).ravel()
        chosen = np.column_stack([chosen.repeat(count + 1, axis=0), np.tile(np.arange(count + 1), len(chosen))])
        step = steps[:, :, None] * weight
        trust = (trust[:, None] + step).reshape(-1, count, 3)
        pull = (pull[:, None] + step * away[index]).reshape(-1, count, 3)
        share = 1.0 / (1.0 + trust * of_colour)
        nats = known + 0.5 * (np.log(share) + pull**2 * of_colour * share).sum(axis=(1, 2))
        all_trust, all_pull = (trust * share * written).sum(axis=1), (pull * share * written).sum(axis=1)
        common = np.array(own.common_sd) ** 2
        share = 1.0 / (1.0 + all_trust * common)
        nats += 0.5 * (np.log(share) + all_pull**2 * common * share).sum(axis=1)
        kept = np.argsort(-nats)[: own.most_ways]
        chosen, nats, known, trust, pull = chosen[kept], nats[kept], known[kept], trust[kept], pull[kept]
    ways = np.exp(nats - nats.max())
    sums = [[ways[chosen[:, heap] == one].sum() for one in range(count + 1)] for heap in range(len(means))]
    return np.asarray(np.log(np.maximum(sums, 1e-300)))
