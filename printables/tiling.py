"""A board larger than the paper, over several sheets that are glued together along flaps."""

from collections.abc import Sequence
from math import ceil, inf

from printables.packing import BLEED_MM, PackedSheet, Slot
from printables.paper import Paper
from tabletop.gamefile import Part
from tabletop.geometry import RectangleMm, bounding_box

FLAP_MM = 10.0
"""Width of the glue flap, under the neighbouring sheet in the end."""
CLEAR_MM = 5.0
"""Room between a joint and a code, so that no code is cut."""


def tiled(part: Part, copy: int, paper: Paper) -> tuple[PackedSheet, ...]:
    """The sheets of one copy of a board: rows of pieces from the upper left, joints clear of codes.

    Each piece is cut along its right and lower joint and laid over the flap of the next one.
    """
    choices = [sheets for way in (paper, paper.turned) if (sheets := _tiled(part, copy, way))]
    return min(choices, key=len)


def _tiled(part: Part, copy: int, paper: Paper) -> tuple[PackedSheet, ...]:
    left, top, right, bottom = bounding_box(part.outline_mm)
    area_left, area_top, area_right, area_bottom = paper.area_mm
    bands_x = [(min(x for x, _ in code.corners_mm), max(x for x, _ in code.corners_mm)) for code in part.codes]
    bands_y = [(min(y for _, y in code.corners_mm), max(y for _, y in code.corners_mm)) for code in part.codes]
    columns = joints(left, right, area_right - area_left, bands_x)
    rows = joints(top, bottom, area_bottom - area_top, bands_y)
    sheets = []
    for row, (y0, y1) in enumerate(rows):
        for column, (x0, x1) in enumerate(columns):
            window: RectangleMm = (x0, y0, x1, y1)
            x = area_left + (FLAP_MM if column else BLEED_MM) - x0
            y = area_top + (FLAP_MM if row else BLEED_MM) - y0
            slot = Slot(part, copy, round(x, 3), round(y, 3), window, (column > 0, row > 0))
            sheets.append(PackedSheet(paper, (slot,)))
    return tuple(sheets)


def joints(start: float, end: float, room: float, bands: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Cut a length into pieces that fit the room with flap and bleed, nearly equal, no joint within a band.

    Raises ValueError where a band is longer than the room.
    """
    most, first_most = room - FLAP_MM - BLEED_MM, room - 2 * BLEED_MM  # the first piece has no flap
    count = 1 + max(0, ceil((end - start - first_most) / most - 1e-9))
    while True:
        pieces: list[tuple[float, float]] = []
        at = start
        for index in range(count, 1, -1):
            wanted = at + (end - at) / index
            joint = _clear(wanted, at, at + (most if pieces else first_most), bands)
            pieces.append((at, joint))
            at = joint
        pieces.append((at, end))
        if end - at <= (most if len(pieces) > 1 else first_most) + 1e-6:
            return pieces
        if count > 50:
            raise ValueError("the codes leave no place for a joint")
        count += 1


def _clear(wanted: float, low: float, high: float, bands: Sequence[tuple[float, float]]) -> float:
    """The place nearest to the wanted one, above `low` and up to `high`, that is clear of all bands."""
    choices = [wanted, *(edge - CLEAR_MM for edge, _ in bands), *(edge + CLEAR_MM for _, edge in bands)]
    free = [
        place
        for place in choices
        if low + 20 < place <= high and all(not a - CLEAR_MM < place < b + CLEAR_MM for a, b in bands)
    ]
    return min(free, key=lambda place: abs(place - wanted), default=min(high, inf))
