"""A board larger than the paper, over several sheets that are glued together along flaps."""

from collections.abc import Sequence
from math import ceil, inf

from printables.packing import BLEED_MM, Slot
from printables.paper import Paper
from tabletop.gamefile import GameFile
from tabletop.geometry import RectangleMm
from tabletop.parts import Part
from tabletop.plans.boards import board_of

FLAP_MM = 10.0
"""Width of the glue flap, under the neighbouring sheet in the end."""
CLEAR_MM = 5.0
"""Room between a joint and a code, so that no code is cut."""
NEAR_MM = 16.0
"""How far a joint is moved to leave numbers whole: a row of My City's score track is 16 mm high."""
SAME_MM = 0.01
"""Nearer places are one."""
Band = tuple[float, float]
"""Where something begins and ends along one axis, in mm."""


def windows(
    part: Part, copy: int, paper: Paper, *, least_mm: float | None, whole_mm: Sequence[RectangleMm] = ()
) -> tuple[Slot, ...]:
    """The pieces of one copy of a board for paper as it lies: rows from the upper left, joints clear of codes.

    Where it can be no joint goes through `whole_mm` either, rectangles in the board's own frame. Pieces of nearly one
    size, or with `least_mm` as large as the paper holds, the last ones not below that. Each piece is cut along its
    right and lower joint and laid over the flap of the next one. The slots lie nowhere yet.
    """
    left, top, right, bottom = part.box_mm
    area_left, area_top, area_right, area_bottom = paper.area_mm
    bands_x = [(min(x for x, _ in code.corners_mm), max(x for x, _ in code.corners_mm)) for code in part.codes]
    bands_y = [(min(y for _, y in code.corners_mm), max(y for _, y in code.corners_mm)) for code in part.codes]
    whole_x, whole_y = ([(box[axis], box[axis + 2]) for box in whole_mm] for axis in (0, 1))
    columns = joints(left, right, area_right - area_left, bands_x, least_mm=least_mm, whole=whole_x)
    rows = joints(top, bottom, area_bottom - area_top, bands_y, least_mm=least_mm, whole=whole_y)
    return tuple(
        Slot(part, copy, 0.0, 0.0, (x0, y0, x1, y1), (column > 0, row > 0))
        for row, (y0, y1) in enumerate(rows)
        for column, (x0, x1) in enumerate(columns)
    )


def better_whole_mm(part: Part, game: GameFile) -> tuple[RectangleMm, ...]:
    """What no joint should go through, since people read numbers there: the spaces of a board's score track."""
    track = board_of(part, game).track if part.kind == "board" else None
    spaces = () if track is None else track.middles_mm
    wide, high = (0.0, 0.0) if track is None else track.step_mm
    return tuple((x - wide / 2, y - high / 2, x + wide / 2, y + high / 2) for x, y in spaces)


def footprint_mm(slot: Slot, bleed_mm: float) -> RectangleMm:
    """What a slot takes in its part's own frame without bleed; a flap needs none, and so takes less by that."""
    if slot.window_mm is None:
        return slot.part.box_mm
    left, top, right, bottom = slot.window_mm
    flap = FLAP_MM - bleed_mm
    return (left - (flap if slot.flaps[0] else 0.0), top - (flap if slot.flaps[1] else 0.0), right, bottom)


def flaps_mm2(slot: Slot) -> float:
    """The area of a slot's glue flaps."""
    if slot.window_mm is None:
        return 0.0
    left, top, right, bottom = slot.window_mm
    beside, above = (FLAP_MM if flap else 0.0 for flap in slot.flaps)
    return (right - left + beside) * (bottom - top + above) - (right - left) * (bottom - top)


def joints(
    start: float,
    end: float,
    room: float,
    bands: Sequence[Band],
    *,
    least_mm: float | None = None,
    whole: Sequence[Band] = (),
) -> list[Band]:
    """Cut a length into pieces that fit the room with flap and bleed, no joint within a band, nor where it can be
    within what is better left whole.

    They are nearly equal, or with `least_mm` as long as the room, the last one not below that.

    Raises ValueError where a band is longer than the room.
    """
    most, first_most = room - FLAP_MM - BLEED_MM, room - 2 * BLEED_MM  # the first piece has no flap
    count = 1 + max(0, ceil((end - start - first_most) / most - 1e-9))
    while True:
        pieces: list[Band] = []
        at = start
        for index in range(count, 1, -1):
            longest = most if pieces else first_most
            wanted = at + ((end - at) / index if least_mm is None else min(longest, end - at - least_mm))
            joint = _clear(wanted, at, at + longest, bands, whole)
            pieces.append((at, joint))
            at = joint
        pieces.append((at, end))
        if end - at <= (most if len(pieces) > 1 else first_most) + 1e-6:
            return pieces
        if count > 50:
            raise ValueError("the codes leave no place for a joint")
        count += 1


def _clear(wanted: float, low: float, high: float, bands: Sequence[Band], whole: Sequence[Band]) -> float:
    """The place nearest to the wanted one, above `low` and up to `high`, that is clear of all bands.

    If one within `NEAR_MM` of that is clear of what is better left whole, the nearest of those.
    """
    choices = [wanted, *(edge - CLEAR_MM for edge, _ in bands), *(edge + CLEAR_MM for _, edge in bands)]
    choices += [edge for band in whole for edge in band]
    free = [
        place
        for place in choices
        if low + 20 < place <= high and all(not a - CLEAR_MM < place < b + CLEAR_MM for a, b in bands)
    ]
    nearest = min(free, key=lambda place: abs(place - wanted), default=min(high, inf))
    clear = [place for place in free if not any(a + SAME_MM < place < b - SAME_MM for a, b in whole)]
    near = [place for place in clear if abs(place - nearest) <= NEAR_MM]
    return min(near, key=lambda place: abs(place - nearest), default=nearest)
