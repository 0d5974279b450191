"""From drawn pictures to what is learned: for cells and colours what the reader would see, and the true answers."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.cellnames import Cell
from training.bodies import STRANGER, Body, Family, families, inner_cells, lay
from training.camera import Corrected, take_and_correct
from training.grounds import CELL_PX, Board, draw_board
from training.scene import Scene, View, draw_scene, draw_view
from vision.uncoded.cell_input import CORE, SIDE, CellPatches, delta_e, net_input, noise_of, patch_grid

BARE, PIECE, OTHER = 0, 1, 2
ROWS_SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Above, right, below, left of a cell: the order of the answers."""
MOST_RIVALS = 6


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """Inputs of the network with their answers."""

    pictures: NDArray[np.float32]
    facts: NDArray[np.float32]
    kind: NDArray[np.int64]
    """`BARE`, `PIECE` (of the colour that is asked about) or `OTHER`, (n,)."""
    sides: NDArray[np.float32]
    """1 where the piece goes on over a side, 0 where it ends, -1 where nothing is asked, (n, 4)."""


@dataclass(frozen=True, slots=True)
class _Truth:
    """One cell: what it is, the colour of its piece, and where that goes on; None where it is nothing clear."""

    kind: int
    colour: int
    sides: tuple[float, ...]


def draw_samples(rng: np.random.Generator, count: int) -> Samples:
    """So many samples at least, picture after picture."""
    parts: list[Samples] = []
    total = 0
    while total < count:
        one = _one_picture(rng)
        if one is not None:
            parts.append(one)
            total += len(one.kind)
    return Samples(
        np.concatenate([one.pictures for one in parts]),
        np.concatenate([one.facts for one in parts]),
        np.concatenate([one.kind for one in parts]),
        np.concatenate([one.sides for one in parts]),
    )


def _one_picture(rng: np.random.Generator) -> Samples | None:
    pitch_mm = float(rng.uniform(20.0, 48.0))
    board = draw_board(rng)
    own = families(rng, board, pitch_mm)
    bodies = lay(rng, board, own)
    view = draw_view(rng)
    scene = draw_scene(rng, board, bodies, view)
    per_cell = float(np.sqrt(abs(np.linalg.det(view.matrix))))
    taken = take_and_correct(rng, scene, per_cell, pitch_mm)
    cells = [cell for cell in inner_cells() if board.cells[cell]]
    if len(cells) < 6:
        return None
    truths = [_truth(cell, scene, bodies, view) for cell in cells]
    ground = _patches(taken.lab, view, cells, 0.0)
    reference, taught = _reference(rng, board, cells, truths, ground)
    described = _described(rng, own, bodies)
    noise = noise_of(ground)
    rows = []
    for index, truth in enumerate(truths):
        if truth is not None:
            rows += [(index, colour) for colour in _asked_about(rng, truth, ground[index], described)]
    if not rows:
        return None
    return _samples(rng, rows, _Drawn(cells, truths, view, taken, own, described, ground, reference, taught, noise))


@dataclass(frozen=True, slots=True, eq=False)
class _Drawn:
    """All about one picture."""

    cells: Sequence[Cell]
    truths: Sequence[_Truth | None]
    view: View
    taken: Corrected
    own: Sequence[Family]
    described: NDArray[np.float32]
    ground: NDArray[np.float32]
    reference: NDArray[np.float32]
    taught: float
    noise: float


def _samples(rng: np.random.Generator, rows: Sequence[tuple[int, int]], drawn: _Drawn) -> Samples:
    cells = np.array([index for index, _ in rows])
    asked = np.array([colour for _, colour in rows])
    told_high = rng.random() < 0.7
    raised = drawn.ground[cells].copy()
    lean = np.zeros((len(rows), 2))
    for colour in set(asked.tolist()) - {-1}:
        high = drawn.own[colour].high * (rng.uniform(0.9, 1.1) if told_high else rng.uniform(0.4, 1.8))
        mine = asked == colour
        raised[mine] = _patches(drawn.taken.lab, drawn.view, [drawn.cells[index] for index in cells[mine]], high)
        lean[mine] = drawn.view.lean_on_table * high
    lab = np.full((len(rows), 3), np.nan, np.float32)
    rivals = np.full((len(rows), MOST_RIVALS, 3), np.nan, np.float32)
    width = np.zeros(len(rows))
    for row, colour in enumerate(asked.tolist()):
        if colour >= 0:
            lab[row] = drawn.described[colour]
            width[row] = drawn.own[colour].width
            others = np.delete(drawn.described, colour, axis=0)[:MOST_RIVALS]
            rivals[row, : len(others)] = others
    burnt = _patches(drawn.taken.burnt[..., None], drawn.view, drawn.cells, 0.0)[..., 0]
    veil = _patches(drawn.taken.veil[..., None], drawn.view, drawn.cells, 0.0)[:, CORE, CORE, 0].mean(axis=(1, 2))
    veil = np.clip(veil * rng.uniform(0.8, 1.2) + abs(rng.normal(0.0, 0.03)), 0.0, 1.0)
    patches = CellPatches(
        drawn.ground[cells], raised, drawn.reference[cells], lab, rivals, burnt[cells], lean, width,
        np.full(len(rows), drawn.taught), veil[cells],
    )  # fmt: skip
    pictures, facts = net_input(patches, drawn.noise)
    kind, sides = np.zeros(len(rows), np.int64), np.full((len(rows), 4), -1.0, np.float32)
    for row, (index, colour) in enumerate(rows):
        truth = drawn.truths[index]
        assert truth is not None
        kind[row] = OTHER if truth.kind == PIECE and truth.colour != colour else truth.kind
        if kind[row] == PIECE:
            sides[row] = truth.sides
    return Samples(pictures, facts, kind, sides)


def _patches(picture: NDArray[np.float32], view: View, cells: Sequence[Cell], high: float) -> NDArray[np.float32]:
    """(n, side, side, channels) of cells at a height in cells."""
    middles = np.array([[column + 0.5, row + 0.5] for row, column in cells])
    points = middles[:, None, None] + patch_grid(1.0)
    pixels = view.pixels(points, high).reshape(-1, SIDE, 2).astype(np.float32)
    values = cv2.remap(picture, pixels, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    return np.asarray(values, np.float32).reshape(len(cells), SIDE, SIDE, -1)


def _truth(cell: Cell, scene: Scene, bodies: Sequence[Body], view: View) -> _Truth | None:
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
            return _Truth(BARE, -1, ())
        if covered > 0.2 or open_ground < 0.2:
            return _Truth(OTHER, -1, ())
        return None
    body = bodies[number]
    own = np.argwhere(foot == number + 1)
    if not len(own):
        return None
    points = (own[:: max(1, len(own) // 100), ::-1] + rim) / CELL_PX + np.array([column, row])
    seen = _owner(scene, view, points, body.high)
    shown = float((seen == 2 * number + 2).mean())
    if body.colour <= STRANGER or shown < 0.25:
        return _Truth(OTHER, -1, ())
    if shown < 0.45:
        return None
    sides = tuple(float((row + down, column + right) in body.cells) for down, right in ROWS_SIDES)
    return _Truth(PIECE, body.colour, sides)


def _owner(scene: Scene, view: View, points: NDArray[np.float64], high: float) -> NDArray[np.int32]:
    pixels = np.rint(view.pixels(points, high)).astype(int)
    height, width = scene.owner.shape
    return np.asarray(scene.owner[np.clip(pixels[:, 1], 0, height - 1), np.clip(pixels[:, 0], 0, width - 1)], np.int32)


def _reference(
    rng: np.random.Generator,
    board: Board,
    cells: Sequence[Cell],
    truths: Sequence[_Truth | None],
    ground: NDArray[np.float32],
) -> tuple[NDArray[np.float32], float]:
    """What the bare ground looks like: by other bare cells of its kind, or by the board's file alone."""
    kinds = np.array([board.kinds[cell] for cell in cells])
    bare = np.array([truth is not None and truth.kind == BARE for truth in truths])
    guess = bare ^ (rng.random(len(cells)) < rng.choice([0.0, 0.08]))  # what is taken to be bare is not always
    reference = np.empty_like(ground)
    by_file = rng.random() < 0.15
    for kind in set(kinds.tolist()):
        mine = kinds == kind
        chosen = mine & guess
        if chosen.sum() >= 2 and not by_file:
            reference[mine] = np.median(ground[chosen], axis=0)
        else:
            by_file = True
    if by_file:
        for kind in set(kinds.tolist()):
            reference[kinds == kind] = board.colours[kind] + rng.normal(0.0, 2.5, 3).astype(np.float32)
    return reference, 0.0 if by_file else 1.0


def _described(rng: np.random.Generator, own: Sequence[Family], bodies: Sequence[Body]) -> NDArray[np.float32]:
    """The colours as people wrote, taught, or a reader saw them, a little off; (k, 3)."""
    scatter = rng.choice([1.5, 3.5, 7.0], p=[0.3, 0.45, 0.25])
    return np.array([one.lab + rng.normal(0.0, 1.0, 3) * scatter * [1.0, 0.7, 0.7] for one in own], np.float32)


def _asked_about(
    rng: np.random.Generator, truth: _Truth, ground: NDArray[np.float32], described: NDArray[np.float32]
) -> list[int]:
    """Colours for which a cell is looked at: its own, the one most alike, none (-1), now and then any."""
    middle = np.median(ground[CORE, CORE].reshape(-1, 3), axis=0)
    likest = int(delta_e(described - middle).argmin())
    asked = {likest}
    if truth.kind == PIECE:
        asked.add(truth.colour)
    if rng.random() < 0.25:
        asked.add(-1)
    if rng.random() < 0.15:
        asked.add(int(rng.integers(len(described))))
    if truth.kind == BARE and rng.random() < 0.3:
        asked = {-1}
    return sorted(asked)
