"""A photographed board that no game knows yet: its grid between four tapped corners, a guess at each cell's ground.

Nothing is taught: most cells of a board are open ground, so the commonest colour is that; what differs from it on a
whole cell is mountain or forest, what differs on a part of one is a tree, a rock, a well or gold, and what is blue
along a side is the river. People look at every guess; it only saves them taps.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from tabletop.cellnames import Cell
from vision.pixels.arrays import BgrImage, PointsPx, Samples

Edge = tuple[Cell, Cell]


@dataclass(frozen=True, slots=True)
class BoardColourSettings:
    """What decides; shares of a cell or strip, colours in CIE L*a*b* of OpenCV's 8 bits. Origin: the drawn boards."""

    cell_px: int = 48
    """A cell's side in the picture that is looked at."""
    rim: float = 0.16
    """So much of a cell's side is left out at each border: lines, river, a tap that was a little off."""
    differs: float = 26.0
    """From so far off the open ground's colour a pixel is something else."""
    whole: float = 0.72
    """From this share on the whole cell is of another ground."""
    some: float = 0.045
    """From this share on something stands on the cell."""
    surely_bare: float = 0.0225
    surely_some: float = 0.0675
    surely_not_whole: float = 0.576
    """Shares below the first say bare ground, and between the others something on it, by more than a mere guess."""
    river_wide: float = 0.09
    """Half the strip along a side in which the river is looked for, in cells."""
    river: float = 0.5
    """From this share of the strip on it is the river's colour."""
    blue_b: float = 118.0
    """Below this b* a pixel is blue."""
    blue_off: float = 18.0
    """And so far off the open ground."""
    greener: float = 1.0
    """A tree's or a forest's a* is at most so much above the open ground's, which is light green; stone's is more."""
    gold_b: float = 165.0
    """Above this b* a pixel is golden."""
    lines: float = 1.15
    """The cells' borders have so much more contrast than their middles where the grid lies on the cells."""


@dataclass(frozen=True)
class BoardGuess:
    """What a photograph's cells may be, and whether the grid seems to lie on them."""

    terrain: Mapping[Cell, str]
    river: tuple[Edge, ...]
    unsure: tuple[Cell, ...]
    """Cells whose guess is a mere guess."""
    fits: bool


class FlatBoard:
    """The cells of a photographed board, seen from above."""

    def __init__(
        self,
        image: BgrImage,
        corners_px: Sequence[tuple[float, float]],
        size: tuple[int, int],
        settings: BoardColourSettings | None = None,
    ) -> None:
        """`corners_px`: the grid's outer corners clockwise from the upper left one; `size`: rows and columns."""
        self.settings = settings or BoardColourSettings()
        self.rows, self.columns = size
        side = self.settings.cell_px
        width, height = self.columns * side, self.rows * side
        flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        self.homography = cv2.getPerspectiveTransform(np.array(corners_px, np.float32), flat)
        self.image = np.asarray(cv2.warpPerspective(image, self.homography, (width, height)), np.uint8)

    def in_cells(self, points_px: PointsPx) -> PointsPx:
        """Points of the photograph (n, 2) in cells from the grid's upper left corner, (x, y)."""
        seen = cv2.perspectiveTransform(np.asarray(points_px, np.float32).reshape(1, -1, 2), self.homography)
        return np.asarray(seen[0] / self.settings.cell_px, np.float64)

    @cached_property
    def lab(self) -> Samples:
        """The picture in L*a*b*, smoothed."""
        smooth = cv2.GaussianBlur(self.image, (3, 3), 0)
        return np.asarray(cv2.cvtColor(smooth, cv2.COLOR_BGR2LAB), np.float32)

    def guess(self) -> BoardGuess:
        """A guess at every cell and every side."""
        plain = self._plain()
        off = np.linalg.norm(self.lab - plain, axis=2)
        terrain: dict[Cell, str] = {}
        unsure: list[Cell] = []
        for row in range(self.rows):
            for column in range(self.columns):
                terrain[row, column], sure = self._ground((row, column), off, float(plain[1]))
                if not sure:
                    unsure.append((row, column))
        return BoardGuess(terrain, tuple(self._river(off)), tuple(unsure), self._fits())

    def _plain(self) -> Samples:
        """The colour of open ground: of the cells' middles the one to which most others are near."""
        middles = np.array([np.median(self._core(cell, self.lab).reshape(-1, 3), axis=0) for cell in self._cells()])
        near = np.linalg.norm(middles[:, None] - middles[None], axis=2) < self.settings.differs / 2
        best = near[near.sum(axis=1).argmax()]
        colour: Samples = np.median(middles[best], axis=0).astype(np.float32)
        return colour

    def _ground(self, cell: Cell, off: Samples, plain_a: float) -> tuple[str, bool]:
        """A cell's ground, and whether that is more than a mere guess."""
        settings = self.settings
        other = self._core(cell, off) > settings.differs
        share = float(other.mean())
        colours = self._core(cell, self.lab)
        if share < settings.some:
            return "plain", share < settings.surely_bare
        _, a, b = np.median(colours[other], axis=0)
        green = a < plain_a + settings.greener
        if share > settings.whole:
            return ("forest" if green else "mountain"), True
        if b > settings.gold_b and not green:
            return "gold", False
        if b < settings.blue_b:
            return "well", False
        sure = settings.surely_some < share < settings.surely_not_whole
        return ("two-trees" if green else "two-rocks"), sure

    def _river(self, off: Samples) -> list[Edge]:
        """Sides of cells along which a strip is blue."""
        settings, side = self.settings, self.settings.cell_px
        blue = (self.lab[:, :, 2] < settings.blue_b) & (off > settings.blue_off)
        wide, found = max(1, round(settings.river_wide * side)), list[Edge]()
        inset = round(settings.rim * side)
        for row, column in self._cells():
            top, left = row * side, column * side
            if column + 1 < self.columns:
                strip = blue[top + inset : top + side - inset, left + side - wide : left + side + wide]
                if (strip.mean(axis=1) > settings.river / 2).mean() > settings.river:
                    found.append(((row, column), (row, column + 1)))
            if row + 1 < self.rows:
                strip = blue[top + side - wide : top + side + wide, left + inset : left + side - inset]
                if (strip.mean(axis=0) > settings.river / 2).mean() > settings.river:
                    found.append(((row, column), (row + 1, column)))
        return found

    def _fits(self) -> bool:
        """Whether the borders of the cells have lines: a grid that lies elsewhere has them in its cells' middles."""
        grey = cv2.cvtColor(self.image, cv2.COLOR_BGR2GRAY).astype(np.float32)
        side = self.settings.cell_px
        contrast = []
        for axis, count in ((1, self.columns), (0, self.rows)):
            steps = np.median(np.abs(np.diff(grey, axis=axis)), axis=1 - axis)
            borders = [steps[number * side - 4 : number * side + 4].max() for number in range(1, count)]
            middles = [
                steps[number * side + side // 2 - 4 : number * side + side // 2 + 4].max() for number in range(count)
            ]
            contrast.append((np.median(borders) + 0.1) / (np.median(middles) + 0.1))
        return bool(min(contrast) > self.settings.lines)

    def _cells(self) -> list[Cell]:
        return [(row, column) for row in range(self.rows) for column in range(self.columns)]

    def _core(self, cell: Cell, of: Samples) -> Samples:
        """A cell without its rim, of a picture or a map."""
        side, (row, column) = self.settings.cell_px, cell
        inset = round(self.settings.rim * side)
        return of[row * side + inset : (row + 1) * side - inset, column * side + inset : (column + 1) * side - inset]
