"""From drawn pictures to what is learned: for boards and colours what the reader would see, and the true answers."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.cellnames import Cell
from training.bodies import STRANGER, Body, Family, families, inner_cells, lay
from training.camera import take_and_correct
from training.grounds import CELL_PX, WIDE, Board, draw_board
from training.scene import Scene, View, draw_scene, draw_view
from vision.uncoded.board_input import (
    CHANNELS,
    CORE,
    FACTS,
    MOST_RIVALS,
    POINTS,
    SIDE_STEPS,
    BoardPicture,
    ColourQuestion,
    cell_grid,
    delta_e,
    joined,
    net_input,
    noise_of,
    parted,
)

BARE, PIECE, OTHER = 0, 1, 2
UNTOLD = -1
"""Of a cell about which nothing is learned."""
QUESTIONS = 2
"""Colours that one picture is asked about."""
SIDE_PX = WIDE * POINTS


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """Inputs of the network with their answers."""

    pictures: NDArray[np.float32]
    """(n, channels, side, side)."""
    facts: NDArray[np.float32]
    """(n, facts, wide, wide)."""
    kind: NDArray[np.int64]
    """`BARE`, `PIECE` (of the colour that is asked about), `OTHER` or `UNTOLD`, (n, wide, wide)."""
    sides: NDArray[np.float32]
    """1 where the piece goes on over a side, 0 where it ends, -1 where nothing is asked, (n, 4, wide, wide)."""


@dataclass(frozen=True, slots=True)
class Truth:
    """One cell: what it is, the colour of its piece, and where that goes on; None where it is nothing clear."""

    kind: int
    colour: int
    sides: tuple[float, ...]


def draw_samples(rng: np.random.Generator, count: int) -> Samples:
    """So many samples, picture after picture."""
    shape = (CHANNELS, SIDE_PX, SIDE_PX), (FACTS, WIDE, WIDE), (WIDE, WIDE), (4, WIDE, WIDE)
    pictures, facts, kind, sides = (np.zeros((count, *one), np.float32) for one in shape)
    done = 0
    while done < count:
        for one in _one_picture(rng)[: count - done]:
            pictures[done], facts[done], kind[done], sides[done] = one
            done += 1
    return Samples(pictures, facts, kind.astype(np.int64), sides)


_Sample = tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]


def _one_picture(rng: np.random.Generator) -> list[_Sample]:
    pitch_mm = float(rng.uniform(15.0, 48.0))
    board = draw_board(rng)
    own = families(rng, board, pitch_mm)
    bodies = lay(rng, board, own)
    view = draw_view(rng)
    scene = draw_scene(rng, board, bodies, view)
    per_cell = float(np.sqrt(abs(np.linalg.det(view.matrix))))
    taken = take_and_correct(rng, scene, per_cell, pitch_mm)
    truths = {cell: truth_of(cell, scene, bodies, view) for cell in inner_cells() if board.cells[cell]}
    if len(truths) < 6:
        return []
    ground = _raster(taken.lab, view, 0.0)
    reference, taught = _reference(rng, board, truths, ground)
    veil = _raster(taken.veil[..., None], view, 0.0)
    veil = parted(veil)[:, :, CORE, CORE, 0].mean(axis=(2, 3)) * rng.uniform(0.8, 1.2) + abs(rng.normal(0.0, 0.03))
    burnt = _raster(taken.burnt[..., None], view, 0.0)[..., 0]
    seen = BoardPicture(
        ground, reference, burnt, taught, np.clip(veil, 0.0, 1.0), board.cells.astype(float),
        noise_of(ground),
    )  # fmt: skip
    described = _described(rng, own)
    told_high = rng.random() < 0.7
    found = []
    for colour in _asked_about(rng, truths, ground, described):
        high = own[colour].high * (rng.uniform(0.9, 1.1) if told_high else rng.uniform(0.4, 1.8))
        lean = np.broadcast_to(view.lean_on_table * high, (WIDE, WIDE, 2))
        rivals = np.delete(described, colour, axis=0)[:MOST_RIVALS].astype(float)
        question = ColourQuestion(
            _raster(taken.lab, view, high), described[colour].astype(float), rivals, lean, own[colour].width
        )
        picture, facts = net_input(seen, question)
        found.append((picture, facts, *_answers(truths, colour)))
    return found


def _answers(truths: dict[Cell, Truth | None], colour: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    kind = np.full((WIDE, WIDE), UNTOLD, np.float32)
    sides = np.full((4, WIDE, WIDE), -1.0, np.float32)
    for (row, column), truth in truths.items():
        if truth is None:
            continue
        kind[row, column] = OTHER if truth.kind == PIECE and truth.colour != colour else truth.kind
        if kind[row, column] == PIECE:
            sides[:, row, column] = truth.sides
    return kind, sides


def _raster(picture: NDArray[np.float32], view: View, high: float) -> NDArray[np.float32]:
    """All cells, (wide · points, wide · points, channels), sampled at a height in cells."""
    line = np.arange(WIDE) + 0.5
    middles = np.stack(np.meshgrid(line, line), axis=-1)
    points = middles[:, :, None, None] + cell_grid(1.0)
    pixels = view.pixels(points, high).reshape(-1, POINTS * POINTS, 2).astype(np.float32)
    values = cv2.remap(picture, pixels, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    return joined(np.asarray(values, np.float32).reshape(WIDE, WIDE, POINTS, POINTS, -1))


def truth_of(cell: Cell, scene: Scene, bodies: Sequence[Body], view: View) -> Truth | None:
    """What a cell is; None where it is between two answers."""
    row, column = cell
    rim = CELL_PX // 10
    foot = scene.foot[
        row * CELL_PX + rim : (row + 1) * CELL_PX - rim, column * CELL_PX + rim : (column + 1) * CELL_PX - rim
    ]
    number = next((number for number, body in enumerate(bodies) if cell in body.cells), None)
    middle = np.array([column + 0.5, row + 0.5])
    line = np.linspace(-0.4, 0.4, 12)
    grid = middle + np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    if number is None:
        covered = float((foot > 0).mean())
        open_ground = float((_owner(scene, view, grid, 0.0) == 0).mean())
        if covered < 0.04 and open_ground > 0.45:
            return Truth(BARE, -1, ())
        if covered > 0.2 or open_ground < 0.2:
            return Truth(OTHER, -1, ())
        return None
    body = bodies[number]
    own = np.argwhere(foot == number + 1)
    if not len(own):
        return None
    points = (own[:: max(1, len(own) // 100), ::-1] + rim) / CELL_PX + np.array([column, row])
    seen = _owner(scene, view, points, body.high)
    shown = float((seen == 2 * number + 2).mean())
    if body.colour <= STRANGER or shown < 0.25:
        return Truth(OTHER, -1, ())
    if shown < 0.45:
        return None
    sides = tuple(float((row + down, column + right) in body.cells) for down, right in SIDE_STEPS)
    return Truth(PIECE, body.colour, sides)


def _owner(scene: Scene, view: View, points: NDArray[np.float64], high: float) -> NDArray[np.int32]:
    pixels = np.rint(view.pixels(points, high)).astype(int)
    height, width = scene.owner.shape
    return np.asarray(scene.owner[np.clip(pixels[:, 1], 0, height - 1), np.clip(pixels[:, 0], 0, width - 1)], np.int32)


def _reference(
    rng: np.random.Generator, board: Board, truths: dict[Cell, Truth | None], ground: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """What the bare ground looks like: by other bare cells of its kind, or by the board's file alone."""
    cells = parted(ground)
    wrong = rng.choice([0.0, 0.08])  # what is taken to be bare is not always
    guess = np.zeros((WIDE, WIDE), bool)
    for cell, truth in truths.items():
        guess[cell] = (truth is not None and truth.kind == BARE) ^ (rng.random() < wrong)
    by_file = rng.choice([0.05, 1.0], p=[0.85, 0.15])
    off = rng.normal(0.0, 2.5, 3).astype(np.float32)
    reference, taught = np.empty_like(cells), np.zeros((WIDE, WIDE))
    for kind in set(board.kinds.ravel().tolist()):
        mine = board.kinds == kind
        chosen = mine & guess
        if chosen.sum() < 2 or rng.random() < by_file:
            reference[mine] = board.colours[kind] + off
        else:
            reference[mine], taught[mine] = np.median(cells[chosen], axis=0), 1.0
    return joined(reference), taught


def _described(rng: np.random.Generator, own: Sequence[Family]) -> NDArray[np.float32]:
    """The colours as people wrote, taught, or a reader saw them, a little off; (k, 3)."""
    scatter = rng.choice([1.5, 3.5, 7.0], p=[0.3, 0.45, 0.25])
    return np.array([one.lab + rng.normal(0.0, 1.0, 3) * scatter * [1.0, 0.7, 0.7] for one in own], np.float32)


def _asked_about(
    rng: np.random.Generator,
    truths: dict[Cell, Truth | None],
    ground: NDArray[np.float32],
    described: NDArray[np.float32],
) -> list[int]:
    """Colours about which a picture is asked: those that lie there, or that many cells come near, or any."""
    lying = [truth.colour for truth in truths.values() if truth is not None and truth.kind == PIECE]
    middles = np.median(parted(ground)[:, :, CORE, CORE].reshape(-1, (CORE.stop - CORE.start) ** 2, 3), axis=1)
    likest = delta_e(described - middles[:, None]).argmin(axis=1)
    pool = [*lying, *rng.choice(likest, 12).tolist(), *rng.integers(len(described), size=3).tolist()]
    return list(dict.fromkeys(rng.permutation(pool).tolist()))[:QUESTIONS]
