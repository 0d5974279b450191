"""How thick a chess board between corner pieces is: the height at which its counters lie in the middle of squares."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.boards.cells import LaidBoard
from vision.boards.corner_pieces import FRAMED
from vision.boards.setup import Setup
from vision.places.decoded import decoded_parts
from vision.places.shot import SolvedShot


def raised(shot: SolvedShot, setup: Setup, boards: Sequence[LaidBoard]) -> tuple[LaidBoard, ...]:
    """The boards, a framed one raised to where its counters fit best; the corner pieces lie on the table beside it.

    Seen from straight above every height fits alike, and then none is needed.
    """
    return tuple(
        replace(laid, height_mm=_thickness_mm(shot, setup, laid)) if laid.sheet.part.id.endswith(FRAMED) else laid
        for laid in boards
    )


def _thickness_mm(shot: SolvedShot, setup: Setup, laid: LaidBoard) -> float:
    """The thickness, in steps of a few millimetres; 0 where the counters tell nothing."""
    settings = shot.settings.boards
    if len(decoded_parts(shot.codes, shot.plane, setup.pieces_parts)) < settings.fewest_alike:
        return 0.0
    middles = laid.sheet.to_table(np.array([laid.board.cell_centre_mm(cell) for cell in laid.board.cells]))

    def astray_mm(height_mm: float) -> float:
        lying = decoded_parts(shot.codes, shot.plane, setup.pieces_parts, base_mm=height_mm)
        away = [np.linalg.norm(middles - one.middle_mm, axis=1).min() for one in lying]
        return float(np.median(away))

    heights = np.arange(0.0, settings.thickness_mm + 0.1, settings.thickness_step_mm)
    astray = np.array([astray_mm(float(height)) for height in heights])
    best = int(astray.argmin())
    fits = astray[best] < shot.settings.heights.nearer * astray[0] and astray[0] > settings.off_square_mm
    return float(heights[best]) if fits else 0.0
