"""Grounds to draw: boards of all kinds in table millimetres, and what they lie on."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from training import colours
from training.colours import Picture

CELLS = 6
"""A drawn board shows so many cells each way, ..."""
MARGIN = 1
"""... and so many more beyond them, so that every patch has neighbours."""
CELL_PX = 40
"""Pixels for a cell in the drawn ground."""
WIDE = CELLS + 2 * MARGIN


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A board: its picture in linear light, what kind of ground each cell has, and which cells belong to it."""

    picture: Picture
    """(wide · cell px, wide · cell px, 3), the margin included."""
    kinds: NDArray[np.int64]
    """(wide, wide)."""
    cells: NDArray[np.bool_]
    """(wide, wide): false beyond the board's rim, where the table shows."""
    colours: tuple[Picture, ...]
    """Lab of each kind as its file says it."""


def draw_board(rng: np.random.Generator) -> Board:
    """Plain, chequered, wooden, printed, or of several terrains; often with its rim in the picture."""
    style = rng.choice(["plain", "chequer", "terrain", "wood", "print"], p=[0.25, 0.25, 0.2, 0.15, 0.15])
    count = {"plain": 1, "chequer": 2, "terrain": int(rng.integers(2, 5)), "wood": int(rng.integers(1, 3)), "print": 1}
    many = count[str(style)]
    first = colours.wood(rng) if style == "wood" else colours.ground(rng)
    labs = [first, *(colours.near(rng, first, rng.uniform(4.0, 35.0)) for _ in range(many - 1))]
    rows, columns = np.mgrid[0:WIDE, 0:WIDE]
    kinds = (rows + columns) % many if style in ("chequer", "wood") else rng.integers(0, many, (WIDE, WIDE))
    picture = _tiled([_cell(rng, lab, str(style)) for lab in labs], kinds)
    if style == "wood" or rng.random() < 0.1:
        picture = picture * _grain(rng, len(picture), rng.uniform(0.03, 0.18))
    labs += _draw_icons(rng, picture, kinds, labs)
    _draw_lines(rng, picture, labs[0])
    cells = _with_rim(rng, picture)
    return Board(picture.astype(np.float32), kinds, cells, tuple(labs))


def _cell(rng: np.random.Generator, lab: colours.Lab, style: str) -> Picture:
    """One cell of a kind of ground: every cell of that kind is printed alike."""
    cell = np.empty((CELL_PX, CELL_PX, 3), np.float32)
    cell[:] = colours.linear_of(lab)
    if style == "print":
        blobs = cv2.resize(rng.normal(0.0, 1.0, (6, 6, 3)).astype(np.float32), (CELL_PX, CELL_PX))
        cell *= np.exp(blobs * np.float32(rng.uniform(0.1, 0.5)))
    if style in ("terrain", "print", "plain") and rng.random() < 0.5:
        ink = colours.linear_of(colours.near(rng, lab, rng.uniform(5.0, 30.0)))
        for _ in range(int(rng.integers(1, 7))):
            x, y = (int(value) for value in rng.integers(6, CELL_PX - 6, 2))
            shape = rng.random()
            size = int(rng.integers(2, 8))
            colour = tuple(float(value) for value in ink)
            if shape < 0.5:
                cv2.circle(cell, (x, y), size, colour, -1)
            elif shape < 0.75:
                cv2.circle(cell, (x, y), size, colour, 1)
            else:
                cv2.rectangle(cell, (x - size, y - size // 2), (x + size, y + size // 2), colour, -1)
    return cell


def _draw_icons(
    rng: np.random.Generator, picture: Picture, kinds: NDArray[np.int64], labs: list[colours.Lab]
) -> list[colours.Lab]:
    """A few cells with a print of their own, a well, say: each is a kind, of its ground's colour by its file."""
    found: list[colours.Lab] = []
    if rng.random() < 0.4:
        return found
    for _ in range(int(rng.integers(1, 12))):
        row, column = (int(value) for value in rng.integers(0, WIDE, 2))
        ground = labs[int(kinds[row, column])] if kinds[row, column] < len(labs) else found[-1]
        ink = colours.piece(rng) if rng.random() < 0.6 else colours.near(rng, ground, rng.uniform(10.0, 40.0))
        colour = tuple(float(value) for value in colours.linear_of(ink))
        x, y = (int((at + 0.5 + rng.normal(0.0, 0.06)) * CELL_PX) for at in (column, row))
        size = int(rng.integers(4, 15))
        icon = str(rng.choice(["disc", "ring", "rocks", "letter", "target"]))
        if icon == "letter":
            cv2.putText(picture, str(rng.choice(list("ABCDEFGH12345678"))), (x - size // 2, y + size // 2),
                        cv2.FONT_HERSHEY_SIMPLEX, size / 20, colour, int(rng.integers(1, 4)))  # fmt: skip
        elif icon == "rocks":
            for side in (-1, 1):
                corners = np.array(
                    [[x + side * size - 5, y + 5], [x + side * size + 5, y + 5], [x + side * size, y - 6]]
                )
                cv2.fillPoly(picture, [corners.astype(np.int32)], colour)
        else:
            cv2.circle(picture, (x, y), size, colour, -1 if icon == "disc" else int(rng.integers(1, 5)))
            if icon == "target":
                cv2.circle(picture, (x, y), size // 3, colour, -1)
        kinds[row, column] = len(labs) + len(found)
        found.append(ground)
    return found


def _tiled(looks: list[Picture], kinds: NDArray[np.int64]) -> Picture:
    rows = [np.concatenate([looks[int(kind)] for kind in row], axis=1) for row in kinds]
    return np.concatenate(rows, axis=0)


def _grain(rng: np.random.Generator, size: int, strength: float) -> Picture:
    """Streaks along one side, as wood has them; (size, size, 1)."""
    streaks = cv2.resize(rng.normal(0.0, 1.0, (size // 3, 4)).astype(np.float32), (size, size))
    fine = cv2.resize(rng.normal(0.0, 1.0, (size, 10)).astype(np.float32), (size, size))
    both = np.exp((0.7 * streaks + 0.5 * fine) * np.float32(strength))
    return np.asarray(both if rng.random() < 0.5 else both.T)[..., None]


def _draw_lines(rng: np.random.Generator, picture: Picture, lab: colours.Lab) -> None:
    """Lines between cells, on most boards."""
    if rng.random() < 0.35:
        return
    colour = tuple(float(value) for value in colours.linear_of(colours.near(rng, lab, rng.uniform(6.0, 40.0))))
    wide = int(rng.integers(1, 4))
    for index in range(WIDE + 1):
        at = index * CELL_PX
        cv2.line(picture, (at, 0), (at, len(picture)), colour, wide)
        cv2.line(picture, (0, at), (len(picture), at), colour, wide)


def _with_rim(rng: np.random.Generator, picture: Picture) -> NDArray[np.bool_]:
    """Lets the table show beyond one or two sides, and tells which cells are left."""
    cells = np.ones((WIDE, WIDE), bool)
    table = _table(rng, len(picture))
    for _ in range(int(rng.choice([0, 1, 2], p=[0.5, 0.3, 0.2]))):
        beyond = int(rng.integers(1, 3))
        way, end = int(rng.integers(0, 2)), bool(rng.integers(0, 2))
        gone = slice(WIDE - beyond, WIDE) if end else slice(0, beyond)
        over = int(rng.integers(0, CELL_PX // 3))  # a printed border of the board itself
        shown = slice((WIDE - beyond) * CELL_PX + over, None) if end else slice(0, beyond * CELL_PX - over)
        if way:
            cells[gone] = False
            picture[shown] = table[shown]
        else:
            cells[:, gone] = False
            picture[:, shown] = table[:, shown]
    return cells


def _table(rng: np.random.Generator, size: int) -> Picture:
    """Wood, cloth, stone or paint."""
    lab = colours.wood(rng) if rng.random() < 0.5 else colours.piece(rng)
    table = np.empty((size, size, 3), np.float32)
    table[:] = colours.linear_of(lab)
    if rng.random() < 0.7:
        table = table * _grain(rng, size, rng.uniform(0.05, 0.35))
    if rng.random() < 0.25:  # checked cloth
        other = colours.linear_of(colours.piece(rng))
        step = int(rng.integers(6, 40))
        ys, xs = np.mgrid[0:size, 0:size] // step
        table[(ys + xs) % 2 == 0] = other
    return np.clip(table, 0.004, 1.0).astype(np.float32)
