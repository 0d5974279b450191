"""The frame of a place: where it lies on the table, and which way its own x and y run."""

from dataclasses import dataclass

import numpy as np

from vision.pixels.arrays import PointsMm


@dataclass(frozen=True, slots=True)
class PlaceFrame:
    """A place to look at: its middle on the table and the table directions of its own x and y."""

    middle_mm: PointsMm  # (2,)
    right: PointsMm  # (2,) table millimetres for one millimetre to the right in the spot's frame
    down: PointsMm  # (2,)

    def to_table(self, points_mm: PointsMm) -> PointsMm:
        """Table millimetres of points (..., 2) in the spot's frame."""
        return np.asarray(self.middle_mm + points_mm[..., :1] * self.right + points_mm[..., 1:] * self.down)
