"""A score track as it lies: its spaces row by row, and on which of them a point of the table is."""

from dataclasses import dataclass

import numpy as np

from tabletop.sections import TrackGrid
from vision.pixels.arrays import PointsMm
from vision.table.sheets import Sheet


@dataclass(frozen=True, slots=True, eq=False)
class TrackSpaces:
    """Spaces from 0, row by row, on a sheet."""

    sheet: Sheet
    rows: int
    columns: int
    first_mm: PointsMm
    """The middle of space 0 in the sheet's own frame, (2,)."""
    step_mm: PointsMm
    """Width and height of a space, (2,)."""
    top_mm: float
    """How high over the table's plane they are printed."""

    @staticmethod
    def of_grid(sheet: Sheet, grid: TrackGrid, top_mm: float) -> "TrackSpaces":
        """Those of a sheet that lie so in its own frame, so high over the table's plane."""
        first, step = np.array(grid.first_mm, float), np.array(grid.step_mm, float)
        return TrackSpaces(sheet, grid.rows, grid.columns, first, step, top_mm)

    @property
    def middles_mm(self) -> PointsMm:
        """The spaces' middles in the sheet's own frame, (rows * columns, 2)."""
        rows, columns = np.divmod(np.arange(self.rows * self.columns), self.columns)
        return np.asarray(self.first_mm + np.stack([columns, rows], axis=-1) * self.step_mm)

    @property
    def outline_mm(self) -> PointsMm:
        """The corners of all spaces together in the sheet's own frame, (4, 2), clockwise from the upper left one."""
        right, down = np.array([self.columns, self.rows]) * self.step_mm
        return np.asarray(self.first_mm - self.step_mm / 2 + [[0, 0], [right, 0], [right, down], [0, down]])

    def at(self, middle_mm: PointsMm) -> tuple[int | None, float]:
        """The space on which a point (2,) of the table lies, None beside them, and how far it is from its rim, in mm.

        Beside them that is 0.
        """
        at = (self.sheet.to_sheet(middle_mm) - self.first_mm) / self.step_mm
        column, row = (int(value) for value in np.rint(at))
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return None, 0.0
        return row * self.columns + column, float(((0.5 - np.abs(at - (column, row))) * self.step_mm).min())
