"""What was seen of a table before and is not seen now: neighbourhoods and mats lie where they lay."""

from dataclasses import replace

import numpy as np

from tabletop.geometry import contains
from vision.city.lattice import outline_mm
from vision.pixels.arrays import median
from vision.table.sheets import BESIDE, Sheet, SolvedTable, fitted_rigid

STRAYED_MM = 20.0
"""When the neighbourhoods that are seen lie so differently from before, somebody has laid the table anew."""


def remembering(table: SolvedTable, before: SolvedTable | None) -> SolvedTable:
    """The table with the neighbourhoods and mats of before that show no code now, where they lay: hidden, not gone.

    They are covered, or outside the picture. Where they lie is told by the neighbourhoods that both show: mats are
    pushed about. Where another sheet lies now, they are gone, and all of them where the others lie otherwise now.
    """
    if before is None:
        return table
    now = {sheet.part.id: sheet for sheet in table.sheets}
    then = {sheet.part.id: sheet for sheet in before.sheets}
    common = [name for name in then if name in now and now[name].codes]
    common = [name for name in common if then[name].part.kind == "tile"] or common
    lost = [sheet for name, sheet in then.items() if name not in now and sheet.part.kind in ("tile", *BESIDE)]
    if not common or not lost:
        return table
    own = np.concatenate([outline_mm(then[name]) for name in common])
    seen = np.concatenate([outline_mm(now[name]) for name in common])
    x, y, turn_deg = fitted_rigid(own, seen)
    turn = np.radians(turn_deg)
    cos, sin = np.cos(turn), np.sin(turn)
    carried = own @ np.array([[cos, sin], [-sin, cos]]) + (x, y)
    if float(median(np.linalg.norm(carried - seen, axis=1))) > STRAYED_MM:
        return table
    remembered = [
        replace(
            sheet,
            x_mm=float(x + sheet.x_mm * cos - sheet.y_mm * sin),
            y_mm=float(y + sheet.x_mm * sin + sheet.y_mm * cos),
            rotation_deg=sheet.rotation_deg + turn_deg,
            codes=(),
        )
        for sheet in lost
    ]
    free = [sheet for sheet in remembered if not any(_lies_on(sheet, other) for other in table.sheets)]
    return replace(table, sheets=(*table.sheets, *free))


def _lies_on(sheet: Sheet, other: Sheet) -> bool:
    """Whether the middle of a sheet is on another one."""
    outline = tuple((float(x), float(y)) for x, y in outline_mm(other))
    return contains(outline, (sheet.x_mm, sheet.y_mm))
