"""Joints to learn from: pieces of few colours, close together, and whether two neighbouring cells are one piece."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.cellnames import Cell
from training import colours
from training.bodies import Body, Family, inner_cells, lay
from training.camera import take_and_correct
from training.colours import Picture
from training.grounds import Board, draw_board
from training.samples import PIECE, truth_of
from training.scene import View, draw_scene, draw_view
from vision.uncoded.joint_input import ACROSS, ALONG, JOINT_CHANNELS, Joints, joint_input, strip_points

NEXT = ((1, 0), (0, 1))
"""Steps to the neighbours with which a cell has a joint: below, and to the right."""
MOST_ALIKE = 10
"""Joints of one scene that are learned from, of each answer."""


@dataclass(frozen=True, slots=True, eq=False)
class JointSamples:
    """Inputs of the network with their answers."""

    joints: NDArray[np.float32]
    """(n, channels, across, along)."""
    two: NDArray[np.float32]
    """1 where two pieces meet, 0 inside one, (n,)."""


def draw_joints(rng: np.random.Generator, count: int) -> JointSamples:
    """So many samples, scene after scene."""
    found, two = [], []
    done = 0
    while done < count:
        inputs, answers = _one_scene(rng)
        found.append(inputs)
        two.append(answers)
        done += len(answers)
    return JointSamples(np.concatenate(found)[:count], np.concatenate(two)[:count])


def _one_scene(rng: np.random.Generator) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    pitch_mm = float(rng.uniform(15.0, 48.0))
    board = draw_board(rng)
    own = _families(rng, board, pitch_mm)
    bodies = _painted_alike(rng, lay(rng, board, own), own)
    view = draw_view(rng)
    scene = draw_scene(rng, board, bodies, view, close=True)
    per_cell = float(np.sqrt(abs(np.linalg.det(view.matrix))))
    taken = take_and_correct(rng, scene, per_cell, pitch_mm)
    truths = {cell: truth_of(cell, scene, bodies, view) for cell in inner_cells() if board.cells[cell]}
    colour = {cell: one.colour for cell, one in truths.items() if one is not None and one.kind == PIECE}
    owner = {cell: number for number, body in enumerate(bodies) for cell in body.cells}
    pairs = [
        (cell, other)
        for cell in colour
        for step in NEXT
        if (other := (cell[0] + step[0], cell[1] + step[1])) in colour and colour[cell] == colour[other]
    ]
    two = np.array([owner[one] != owner[other] for one, other in pairs], bool)
    chosen = np.concatenate([rng.permutation(np.flatnonzero(two == answer))[:MOST_ALIKE] for answer in (True, False)])
    pairs, two = [pairs[number] for number in chosen.astype(int)], two[chosen.astype(int)]
    if not pairs:
        return np.zeros((0, JOINT_CHANNELS, ACROSS, ALONG), np.float32), np.zeros(0, np.float32)
    off = rng.uniform(0.85, 1.15) if rng.random() < 0.8 else rng.uniform(0.4, 1.6)
    high = np.array([own[colour[one]].high * off for one, _ in pairs])
    width = np.array([own[colour[one]].width for one, _ in pairs])
    return joint_input(_seen(taken.lab, view, pairs, high, width)), two.astype(np.float32)


def _families(rng: np.random.Generator, board: Board, pitch_mm: float) -> list[Family]:
    """One to three colours of pieces that fill their cells."""
    high = float(rng.choice([2.0, 5.0, 8.0, 10.0, 15.0])) * rng.uniform(0.7, 1.3) / pitch_mm
    width = float(1.0 - min(rng.exponential(0.035), 0.2))
    found = []
    for _ in range(int(rng.integers(1, 4))):
        lab = colours.piece(rng)
        if rng.random() < 0.1:
            lab = colours.near(rng, board.colours[int(rng.integers(len(board.colours)))], rng.uniform(6.0, 16.0))
        found.append(Family(lab, "tight", width, high))
    return found


def _painted_alike(rng: np.random.Generator, bodies: Sequence[Body], own: Sequence[Family]) -> list[Body]:
    """Pieces of one colour from one tin of paint, or from several."""
    apart = float(rng.choice([0.0, 0.5, 2.0], p=[0.4, 0.3, 0.3]))
    return [
        replace(body, lab=colours.near(rng, own[body.colour].lab, apart)) if body.colour >= 0 else body
        for body in bodies
    ]


def _seen(
    lab: Picture, view: View, pairs: Sequence[tuple[Cell, Cell]], high: NDArray[np.float64], width: NDArray[np.float64]
) -> Joints:
    start, end = (np.array([[pair[n][1] + 0.5, pair[n][0] + 0.5] for pair in pairs]) for n in (0, 1))
    way = end - start
    aside = np.stack([-way[:, 1], way[:, 0]], axis=1)
    across, along = np.moveaxis(strip_points(), -1, 0)
    points = (
        ((start + end) / 2)[:, None, None]
        + across[..., None] * way[:, None, None]
        + along[..., None] * aside[:, None, None]
    )
    pixels = view.pixels(points, np.broadcast_to(high[:, None, None], points.shape[:-1]))
    flat = pixels.reshape(len(pairs), -1, 2).astype(np.float32)
    strips = cv2.remap(lab, flat, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    lean = view.lean_on_table * high[:, None]
    shifted = np.stack([(lean * way).sum(axis=1), (lean * aside).sum(axis=1)], axis=1)
    long = np.linalg.norm(view.pixels(end) - view.pixels(start), axis=1)
    return Joints(np.asarray(strips, np.float32).reshape(*points.shape[:-1], 3), width, long, shifted)
