"""What the learned look sees of a board: the whole board as a picture of its cells, against its ground and one colour.

No colour is fixed: everything is told as a difference, to the ground as other cells of its kind show it, and to the
colour that is asked about. So pieces, boards and colours that nobody had when it learned are looked at all the same.
Neighbours are part of the picture: what a mirrored window adds changes slowly over them, what shows at a rim does not.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from vision.pixels.arrays import Floats, PointsMm, Samples, median

POINTS = 12
"""Along a cell's side."""
SIDE_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Rows and columns to the cells above, to the right, below, to the left: the order in which sides are told."""
MOST_RIVALS = 6
"""Colours beside the one that is asked about."""
CHANNELS = 13
OF_THE_BOARD = [0, 1, 2, 8, 9, 10, 11, 12]
"""Channels that are the same whatever colour is asked about."""
FACTS = 8
SCALE = np.array([25.0, 15.0, 15.0], np.float32)
"""Lab difference that counts as one."""
ABSOLUTE = np.array([50.0, 40.0, 40.0], np.float32)
"""Lab of the picture itself that does; lightness is counted from the middle."""
MOST = 3.0
COLOUR_SD, GROUND_SD = 9.0, 7.0
"""Delta E (lightness counting half) at which likeness to a piece's colour and to the ground has fallen to 0.61."""
CORE = slice(3, 9)
"""A cell's middle, in points: half of its side."""


@dataclass(frozen=True, eq=False)
class BoardPicture:
    """A board of `rows` by `columns` cells, those round it included, in corrected Lab."""

    ground: Samples
    """Sampled on the board, (rows · points, columns · points, 3)."""
    reference: Samples
    """What the bare ground looks like there, the same shape."""
    burnt: Samples
    """Share of clipping, (rows · points, columns · points)."""
    taught: Floats
    """1 where other cells tell the ground, 0 where only its print does, (rows, columns)."""
    veil: Floats
    """How light black looks near the cell, from 0 to 1, (rows, columns)."""
    board: Floats
    """1 for cells of the board, 0 for what lies round it, (rows, columns)."""
    noise: float
    """How much neighbouring points differ by noise, Delta E."""

    @cached_property
    def against_ground(self) -> Samples:
        """The network's channels `OF_THE_BOARD`, which are the same whatever colour is asked about."""
        off = self.ground - self.reference
        found = np.empty((len(OF_THE_BOARD), *self.burnt.shape), np.float32)
        found[0:3] = np.clip(off / SCALE, -MOST, MOST).transpose(2, 0, 1)
        found[3] = likeness(off, GROUND_SD)
        found[4] = self.burnt
        found[5:8] = (self.ground / ABSOLUTE - np.array([1.0, 0.0, 0.0], np.float32)).transpose(2, 0, 1)
        return found

    @cached_property
    def usual(self) -> Samples:
        """Median Lab of the bare ground in each cell's middle, (rows, columns, 3)."""
        return np.asarray(median(parted(self.reference)[:, :, CORE, CORE].reshape(*self.board.shape, -1, 3), axis=2))


@dataclass(frozen=True, slots=True, eq=False)
class ColourQuestion:
    """One colour that a board is asked about."""

    raised: Samples
    """The board sampled at the height of its pieces, (rows · points, columns · points, 3)."""
    colour: Floats
    """Its Lab, (3,)."""
    rivals: Floats
    """Lab (k, 3) of the other colours that may lie there."""
    lean: Floats
    """By how much `raised` is shifted in the cell's frame, in cells, (rows, columns, 2)."""
    width: float
    """Of its pieces' cells, in cells."""


def cell_grid(pitch_mm: float) -> PointsMm:
    """Points (points, points, 2) of a cell round its middle."""
    line = ((np.arange(POINTS) + 0.5) / POINTS - 0.5) * pitch_mm
    return np.stack(np.meshgrid(line, line), axis=-1)


def joined(cells: Samples) -> Samples:
    """Cells (rows, columns, points, points, channels) as one picture (rows · points, columns · points, channels).

    Each channel lies in memory by itself: what is reckoned of them one by one takes half the time.
    """
    rows, columns, high, wide, channels = cells.shape
    planes = np.ascontiguousarray(cells.transpose(4, 0, 2, 1, 3)).reshape(channels, rows * high, columns * wide)
    return np.moveaxis(planes, 0, -1)


def parted(picture: Samples) -> Samples:
    """A picture (rows · points, columns · points, channels) as cells (rows, columns, points, points, channels)."""
    high, wide, channels = picture.shape
    cells = picture.reshape(high // POINTS, POINTS, wide // POINTS, POINTS, channels)
    return np.asarray(cells.transpose(0, 2, 1, 3, 4))


def noise_of(ground: Samples) -> float:
    """How much neighbouring points of a picture (height, width, 3) differ by noise, Delta E."""
    second = ground[:, 2:] - 2.0 * ground[:, 1:-1] + ground[:, :-2]
    return float(median(np.abs(second).ravel()))


def net_input(board: BoardPicture, question: ColourQuestion) -> tuple[Samples, Samples]:
    """The network's two inputs: a picture (channels, height, width) and facts (facts, rows, columns)."""
    height, width = board.burnt.shape
    off_colour = question.raised - np.asarray(question.colour, np.float32)
    picture = np.zeros((CHANNELS, height, width), np.float32)
    picture[OF_THE_BOARD] = board.against_ground
    picture[3:6] = np.clip(off_colour / SCALE, -MOST, MOST).transpose(2, 0, 1)
    picture[6] = likeness(off_colour, COLOUR_SD)
    if len(question.rivals):
        away = np.stack([_square(question.raised - np.asarray(lab, np.float32)) for lab in question.rivals])
        picture[7] = np.exp(-0.5 * away.min(axis=0) / COLOUR_SD**2)
    contrast = delta_e(np.asarray(question.colour) - board.usual) / 50.0
    whole = np.ones_like(contrast)
    lean = question.lean * 2.0
    facts = np.stack(
        [board.board, lean[..., 0], lean[..., 1], question.width * whole, board.taught, board.veil * 2.0,
         board.noise * whole, contrast]
    )  # fmt: skip
    return picture, np.clip(facts, -MOST, MOST).astype(np.float32)


def delta_e(differences: Samples | Floats) -> Floats:
    """Length of Lab differences (..., 3), lightness counting half."""
    return np.asarray(np.sqrt(_square(differences)))


def likeness(differences: Samples, scatter: float) -> Samples:
    """1 where Lab differences (..., 3) are none, falling to 0."""
    return np.asarray(np.exp(-0.5 * _square(differences) / scatter**2))


def _square(differences: Any) -> Any:
    """Of their length, lightness counting half."""
    lightness, red, yellow = (differences[..., channel] for channel in range(3))
    return 0.25 * lightness * lightness + red * red + yellow * yellow
