"""Parts whose code was decoded: where each lies on the table, by its code alone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from tabletop.gamefile import Code, Part
from vision.pixels.arrays import PointsMm
from vision.pixels.codes import SeenCode, corners_of
from vision.table.plane import TablePlane


@dataclass(frozen=True, slots=True, eq=False)
class DecodedPart:
    """A code of a part where it lies: its corners on the table (4, 2), and the table directions of the part's own x, y.

    The directions are as long as a millimetre of the part looks: 1 where the code is as large as its file says.
    """

    code: SeenCode
    part: Part
    printed: Code
    corners_mm: PointsMm
    right: PointsMm
    down: PointsMm

    @property
    def own_mm(self) -> PointsMm:
        """Middle of the cell that this code marks, in the part's frame; the part's middle where it marks none."""
        marked = self.printed.cell is not None and self.part.cells
        return np.array(self.part.cell_centres_mm[self.printed.cell or 0]) if marked else np.zeros(2)

    @property
    def middle_mm(self) -> PointsMm:
        """That middle on the table."""
        return self.to_table(self.own_mm)

    def to_table(self, points_mm: PointsMm) -> PointsMm:
        """Table millimetres of points (..., 2) in the part's frame."""
        off = points_mm - np.array(self.printed.centre_mm)
        return np.asarray(self.corners_mm.mean(axis=0) + off[..., :1] * self.right + off[..., 1:] * self.down)


def decoded_parts(
    seen: Sequence[SeenCode], plane: TablePlane, parts: Iterable[Part], *, base_mm: float = 0.0
) -> list[DecodedPart]:
    """Those of the parts whose codes were seen, at their files' heights; `base_mm` is how high the cells lie."""
    by_code = {printed.id: (part, printed) for part in parts for printed in part.codes}
    codes = [code for code in seen if code.own and code.id in by_code]
    heights = np.array([base_mm + by_code[code.id][0].height_mm for code in codes])
    tables = plane.to_table(corners_of(codes), height_mm=heights[:, None])
    found = []
    for code, corners in zip(codes, tables, strict=True):
        part, printed = by_code[code.id]
        right = (corners[1] + corners[2] - corners[0] - corners[3]) / 2 / printed.side_mm
        down = (corners[2] + corners[3] - corners[0] - corners[1]) / 2 / printed.side_mm
        found.append(DecodedPart(code, part, printed, corners, right, down))
    return found
