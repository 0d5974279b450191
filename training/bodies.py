"""What lies and stands on drawn boards: pieces of any shape and colour, printed tokens, and strangers."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from tabletop.cellnames import Cell
from training import colours
from training.grounds import CELLS, MARGIN, WIDE, Board

Outline = NDArray[np.float64]
"""(n, 2), in cells from the drawn ground's corner."""
STRANGER = -1
PRINTED = -2


@dataclass(frozen=True, slots=True, eq=False)
class Slice:
    """A prism: outlines (the later ones are holes), from one height to another, in cells."""

    outlines: tuple[Outline, ...]
    low: float
    high: float


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """Something that lies on the board, or is held over it."""

    slices: tuple[Slice, ...]
    lab: colours.Lab
    colour: int
    """Number of its described colour; `STRANGER` or `PRINTED`."""
    cells: tuple[Cell, ...]
    """On which it stands as a piece; none for strangers."""
    side: float
    """How light its sides are against its top."""
    width: float
    """Across one of its cells, in cells."""
    codes: tuple[tuple[float, float, float], ...] = ()
    """Printed codes on it: middle and width, in cells."""
    bits: NDArray[np.bool_] = field(default_factory=lambda: np.zeros((6, 6), bool))

    @property
    def high(self) -> float:
        """Where its top is, in cells."""
        return max(one.high for one in self.slices)


@dataclass(frozen=True, slots=True, eq=False)
class Family:
    """One described colour: the footprint and the height that its pieces have, in cells."""

    lab: colours.Lab
    shape: str
    """`tight` (polyominoes that fill their cells), `disc`, `box`, `ring` or `man`."""
    width: float
    high: float


def families(rng: np.random.Generator, board: Board, pitch_mm: float) -> list[Family]:
    """The pieces that somebody owns: one to seven colours, of one shape mostly, some near the ground's colour."""
    shape = str(rng.choice(["tight", "disc", "box", "ring", "man"], p=[0.6, 0.17, 0.11, 0.04, 0.08]))
    high = float(rng.choice([2.0, 6.0, 10.0, 15.0, 20.0])) * rng.uniform(0.7, 1.3) / pitch_mm
    high = high if shape != "man" else rng.uniform(12.0, 32.0) / pitch_mm
    width = {"tight": rng.uniform(0.8, 1.0), "disc": rng.uniform(0.3, 0.85), "box": rng.uniform(0.25, 0.8)}
    found: list[Family] = []
    for _ in range(int(rng.integers(1, 8))):
        lab = colours.piece(rng)
        if rng.random() < 0.18:
            lab = colours.near(rng, board.colours[int(rng.integers(len(board.colours)))], rng.uniform(6.0, 16.0))
        elif found and rng.random() < 0.12:
            lab = colours.near(rng, found[-1].lab, rng.uniform(10.0, 20.0))
        mine = shape if rng.random() < 0.85 or shape == "tight" else str(rng.choice(["disc", "box", "man"]))
        own = width.get(mine, rng.uniform(0.3, 0.6)) * (1.0 if mine == "tight" else rng.uniform(0.8, 1.2))
        found.append(Family(lab, mine, float(min(own, 1.0)), high * (rng.uniform(0.7, 1.4) if len(found) else 1.0)))
    return found


def lay(rng: np.random.Generator, board: Board, own: Sequence[Family]) -> list[Body]:
    """Pieces on some of the cells, printed tokens, and now and then strangers."""
    free = {(int(r), int(c)) for r, c in np.argwhere(board.cells)}
    share = rng.choice([0.1, 0.3, 0.5, 0.75, 0.95])
    printed = rng.random() < 0.3
    bodies: list[Body] = []
    for cell in sorted(free, key=lambda _: rng.random()):
        if cell not in free or rng.random() > share:
            continue
        kind = rng.random()
        if kind < 0.04:
            family = Family(colours.piece(rng), str(rng.choice(["disc", "box", "ring"])), rng.uniform(0.3, 0.9), 0.1)
            number = STRANGER
        elif printed and kind < 0.6:
            number = PRINTED
            family = Family(colours.ground(rng), "tight", rng.uniform(0.85, 1.0), rng.uniform(0.01, 0.1))
        else:
            number = int(rng.integers(len(own)))
            family = own[number]
        cells = _grown(rng, cell, free, 6) if family.shape == "tight" else (cell,)
        free -= set(cells)
        bodies.append(_body(rng, family, number, cells))
    if rng.random() < 0.4:
        share = rng.uniform(0.05, 0.4)
        bodies += [_upon(rng, body) for body in bodies if body.cells and rng.random() < share]
    if rng.random() < 0.3:
        bodies += [_stranger(rng) for _ in range(int(rng.integers(1, 3)))]
    return bodies


def _upon(rng: np.random.Generator, body: Body) -> Body:
    """Something small that stands on one cell of a piece: a citizen, a marker, a token with a code."""
    cell = body.cells[int(rng.integers(len(body.cells)))]
    width = float(min(rng.uniform(0.35, 0.8), body.width))
    printed = rng.random() < 0.5
    shape = "box" if printed else str(rng.choice(["disc", "box", "man"]))
    lab = colours.ground(rng) if printed else colours.piece(rng)
    high = rng.uniform(0.01, 0.1) if printed else rng.uniform(0.1, 0.6)
    one = _body(rng, Family(lab, shape, width, float(high)), STRANGER, (cell,))
    slices = tuple(replace(part, low=part.low + body.high, high=part.high + body.high) for part in one.slices)
    row, column = cell
    codes = ((column + 0.5, row + 0.5, 0.8 * width),) if printed else ()
    return replace(one, slices=slices, cells=(), codes=codes, bits=rng.random((6, 6)) < 0.5)


def _grown(rng: np.random.Generator, cell: Cell, free: set[Cell], most: int) -> tuple[Cell, ...]:
    """One to so many neighbouring free cells."""
    cells = [cell]
    for _ in range(int(rng.integers(0, most))):
        row, column = cells[int(rng.integers(len(cells)))]
        step = [(0, 1), (1, 0), (0, -1), (-1, 0)][int(rng.integers(4))]
        other = (row + step[0], column + step[1])
        if other in free and other not in cells:
            cells.append(other)
    return tuple(cells)


def _body(rng: np.random.Generator, family: Family, number: int, cells: tuple[Cell, ...]) -> Body:
    tight = family.shape == "tight"
    shift = rng.normal(0.0, 0.025 if tight else 0.07, 2)
    turn = rng.normal(0.0, 0.03) if tight else rng.uniform(0.0, 6.3)
    lab = colours.near(rng, family.lab, 2.0)
    side = float(rng.uniform(0.3, 1.0))
    middle = np.array([np.mean([c for _, c in cells]), np.mean([r for r, _ in cells])]) + 0.5
    if tight:
        outlines = [_turned(_box(c + 0.5, r + 0.5, family.width, family.width), middle, turn) + shift for r, c in cells]
        outlines += [
            _turned(_box((c + d) / 2 + 0.5, (r + s) / 2 + 0.5, *_link(r, c, s, d, family.width)), middle, turn) + shift
            for r, c in cells
            for s, d in cells
            if (s, d) in ((r, c + 1), (r + 1, c))
        ]
        codes: tuple[tuple[float, float, float], ...] = ()
        if number == PRINTED:
            wide = float(rng.uniform(0.4, 0.7))
            codes = tuple((c + 0.5 + shift[0], r + 0.5 + shift[1], wide) for r, c in cells if rng.random() < 0.9)
        slices = tuple(Slice((outline,), 0.0, family.high) for outline in outlines)
        bits = rng.random((6, 6)) < 0.5
        return Body(slices, lab, number, cells, side, family.width, codes, bits)
    x, y = middle + shift
    radius = family.width / 2
    if family.shape == "man":
        slices = (
            Slice((_disc(x, y, radius),), 0.0, 0.35 * family.high),
            Slice((_disc(x, y, 0.65 * radius),), 0.35 * family.high, 0.7 * family.high),
            Slice((_disc(x, y, 0.8 * radius),), 0.7 * family.high, family.high),
        )
    elif family.shape == "box":
        slices = (
            Slice(
                (_turned(_box(x, y, family.width, family.width * rng.uniform(0.5, 1.0)), (x, y), turn),),
                0.0,
                family.high,
            ),
        )
    elif family.shape == "ring":
        slices = (Slice((_disc(x, y, radius), _disc(x, y, radius * rng.uniform(0.3, 0.6))), 0.0, family.high),)
    else:
        slices = (Slice((_disc(x, y, radius),), 0.0, family.high),)
    return Body(slices, lab, number, cells, side, family.width)


def _link(row: int, column: int, other_row: int, other_column: int, width: float) -> tuple[float, float]:
    return (1.0, width) if other_row == row else (width, 1.0)


def _stranger(rng: np.random.Generator) -> Body:
    """A hand, a sleeve, a cup, a coin, a slip of paper, a pencil: where it likes, often over the picture's side."""
    kind = str(rng.choice(["hand", "sleeve", "cup", "coin", "paper", "pencil"]))
    x, y = rng.uniform(0.0, WIDE, 2)
    angle = rng.uniform(0.0, 6.3)
    way = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-way[1], way[0]])
    start = np.array([x, y])
    low, high = 0.0, float(rng.uniform(0.02, 1.0))
    if kind in ("hand", "sleeve"):
        low = float(rng.choice([0.0, rng.uniform(0.0, 1.5)]))
        lab = colours.skin(rng) if kind == "hand" else colours.piece(rng)
        wide = rng.uniform(0.3, 0.5) if kind == "hand" else rng.uniform(1.0, 2.5)
        count = int(rng.integers(1, 5)) if kind == "hand" else 1
        slices = tuple(
            Slice(
                (_bar(start + across * wide * 1.1 * index, way, across, 6.0, wide * rng.uniform(0.8, 1.2)),),
                low,
                low + high,
            )
            for index in range(count)
        )
        return Body(slices, lab, STRANGER, (), float(rng.uniform(0.4, 1.0)), wide)
    lab = colours.piece(rng)
    if kind == "cup":
        slices = (Slice((_disc(x, y, rng.uniform(0.8, 1.6)),), 0.0, float(rng.uniform(1.5, 3.0))),)
    elif kind == "coin":
        slices = (Slice((_disc(x, y, rng.uniform(0.3, 0.5)),), 0.0, 0.07),)
    elif kind == "paper":
        lab = colours.ground(rng)
        slices = (
            Slice((_turned(_box(x, y, rng.uniform(0.8, 3.0), rng.uniform(0.8, 3.0)), (x, y), angle),), 0.0, 0.02),
        )
    else:
        slices = (Slice((_bar(start, way, across, 5.0, rng.uniform(0.15, 0.3)),), 0.0, 0.3),)
    return Body(slices, lab, STRANGER, (), float(rng.uniform(0.4, 1.0)), 0.5)


def _box(x: float, y: float, width: float, height: float) -> Outline:
    return np.array([[x - width / 2, y - height / 2], [x + width / 2, y - height / 2],
                     [x + width / 2, y + height / 2], [x - width / 2, y + height / 2]])  # fmt: skip


def _disc(x: float, y: float, radius: float) -> Outline:
    angles = np.linspace(0.0, 2 * np.pi, 20, endpoint=False)
    return np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], axis=-1)


def _bar(start: Outline, way: Outline, across: Outline, long: float, wide: float) -> Outline:
    return np.array([start - across * wide / 2, start + way * long - across * wide / 2,
                     start + way * long + across * wide / 2, start + across * wide / 2])  # fmt: skip


def _turned(outline: Outline, middle: Outline | tuple[float, float], angle: float) -> Outline:
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray((outline - np.asarray(middle)) @ np.array([[c, s], [-s, c]]) + np.asarray(middle))


def inner_cells() -> list[Cell]:
    """The cells of which the whole patch is drawn."""
    return [(row, column) for row in range(MARGIN, MARGIN + CELLS) for column in range(MARGIN, MARGIN + CELLS)]
