"""Parts whose code was decoded: where each lies on the table, by its code alone, and on which place."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tabletop.geometry import PointMm
from tabletop.parts import Code, Part
from vision.pixels.arrays import Floats, PointsMm, distances
from vision.pixels.codes import SeenCode, corners_of
from vision.places.matching import Hint
from vision.places.place import PlaceFrame
from vision.settings import PlaceSettings
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
    height_mm: float
    """Of its top above the plane."""
    middle_mm: PointsMm
    """Where `own_mm` lies on the table."""

    @property
    def own_mm(self) -> PointsMm:
        """Middle of the cell that this code marks, in the part's frame; the part's middle where it marks none."""
        return np.array(_marked_mm(self.part, self.printed))

    def to_table(self, points_mm: PointsMm) -> PointsMm:
        """Table millimetres of points (..., 2) in the part's frame."""
        off = points_mm - np.array(self.printed.centre_mm)
        return np.asarray(self.corners_mm.mean(axis=0) + off[..., :1] * self.right + off[..., 1:] * self.down)


def decoded_parts(
    seen: Sequence[SeenCode],
    plane: TablePlane,
    parts: Iterable[Part],
    *,
    base_mm: float = 0.0,
    tops_mm: Mapping[int, float] | None = None,
) -> list[DecodedPart]:
    """Those of the parts whose codes were seen, at their files' heights or, by the code's id, those told.

    `base_mm` is how high the cells lie.
    """
    by_code = {printed.id: (part, printed) for part in parts for printed in part.codes}
    codes = [code for code in seen if code.own and code.id in by_code]
    if not codes:
        return []
    lying = [by_code[code.id] for code in codes]
    heights = np.array(
        [base_mm + (tops_mm[c.id] if tops_mm else part.height_mm) for c, (part, _) in zip(codes, lying, strict=True)]
    )
    tables = plane.to_table(corners_of(codes), height_mm=heights[:, None])
    sides = np.array([printed.side_mm for _, printed in lying])[:, None]
    rights = (tables[:, 1] + tables[:, 2] - tables[:, 0] - tables[:, 3]) / 2 / sides
    downs = (tables[:, 2] + tables[:, 3] - tables[:, 0] - tables[:, 1]) / 2 / sides
    off = np.array([_marked_mm(part, printed) for part, printed in lying])
    off = off - np.array([printed.centre_mm for _, printed in lying])
    middles = tables.mean(axis=1) + off[:, :1] * rights + off[:, 1:] * downs
    return [
        DecodedPart(code, part, printed, *rest)
        for code, (part, printed), *rest in zip(
            codes, lying, tables, rights, downs, heights.tolist(), middles, strict=True
        )
    ]


def _marked_mm(part: Part, printed: Code) -> PointMm:
    """`DecodedPart.own_mm`."""
    marked = printed.cell is not None and part.cells
    return part.cell_centres_mm[printed.cell or 0] if marked else (0.0, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class PlacedCode:
    """A part whose code was found with the part's cell on a place."""

    one: DecodedPart
    hint: Hint
    turns: tuple[int, ...]
    """Its clockwise quarter turns there, two of them where it lies askew."""
    off_mm: float
    """Of the cell's middle from the place's."""

    def clear(self, reach_mm: float, settings: PlaceSettings) -> bool:
        """Whether it lies well enough for the place to be looked at nowhere else."""
        x, y = self.hint.offset_mm
        straight = abs(self.hint.turn_deg) < settings.hint_deg and max(abs(x), abs(y)) <= reach_mm
        return straight and self.one.code.correlation > settings.hint_correlation


def on_places(
    decoded: Iterable[DecodedPart], spots: Sequence[PlaceFrame], reaches_mm: Floats, settings: PlaceSettings
) -> dict[int, PlacedCode]:
    """Spot -> the best code that was found there, no further from its middle than its reach (n,).

    What lies on top (a citizen) goes before what lies below, then the clearer one.
    """
    found: dict[int, PlacedCode] = {}
    every = list(decoded)
    if not every or not spots:
        return found
    middles = np.array([spot.middle_mm for spot in spots])
    away = distances(np.array([one.middle_mm for one in every]), middles)
    nearest = away.argmin(axis=1)
    off = away[np.arange(len(every)), nearest]
    lying = np.flatnonzero(off <= reaches_mm[nearest])
    ones = [every[index] for index in lying.tolist()]
    under = [spots[index] for index in nearest[lying].tolist()]
    axes = np.array([(spot.right, spot.down) for spot in under]).reshape(-1, 2, 2)
    offsets = np.array([one.corners_mm for one in ones]).reshape(-1, 4, 2).mean(axis=1) - middles[nearest[lying]]
    offsets = np.einsum("nad,nd->na", axes, offsets)
    along, across = np.einsum("nad,nd->na", axes, np.array([one.right for one in ones]).reshape(-1, 2)).T
    quarters = np.degrees(np.arctan2(across, along)) / 90
    rows = zip(
        ones, nearest[lying].tolist(), off[lying].tolist(), map(tuple, offsets.tolist()), quarters.tolist(), strict=True
    )
    for one, index, off_mm, offset, turn in rows:
        odd = 90 * (turn - round(turn))
        turns = {round(turn) % 4}
        if abs(odd) > settings.askew_deg:
            turns = {math.floor(turn) % 4, math.ceil(turn) % 4}
        if index not in found or _rank(one) > _rank(found[index].one):
            found[index] = PlacedCode(one, Hint(offset, odd), tuple(sorted(turns)), off_mm)
    return found


def _rank(one: DecodedPart) -> tuple[bool, float]:
    return one.part.on_top, one.code.correlation
