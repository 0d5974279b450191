"""A chess board that people own, between four corner pieces that touch its outer corners, and how thick it is."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from tabletop.geometry import rectangle
from tabletop.parts import Code, Part
from vision.boards.cells import LaidBoard
from vision.boards.setup import Setup
from vision.pixels.arrays import PointsMm, median
from vision.pixels.codes import SeenCode
from vision.places.decoded import decoded_parts
from vision.places.shot import SolvedShot
from vision.settings import ReaderSettings
from vision.table.sheets import Sheet, SolvedTable, solve_table

SIDES: Mapping[str, tuple[int, int]] = {
    "upper-left": (-1, -1),
    "upper-right": (1, -1),
    "lower-right": (1, 1),
    "lower-left": (-1, 1),
}
FRAMED = "framed"
"""Ends the id of the part that stands for the framed board."""
SETTLED = 0.002
"""The board is solved again where its side then differs by more than this share: a millimetre on half a metre."""


def with_frame(table: SolvedTable, codes: Sequence[SeenCode], setup: Setup, settings: ReaderSettings) -> SolvedTable:
    """The table solved anew with the corner pieces as one sheet, the board's; unchanged without three corners."""
    corners = {str(sheet.part.corner): sheet for sheet in table.sheets if sheet.part.kind == "corner"}
    if len(corners) < 3:
        return table
    solved: SolvedTable | None = None
    for _ in range(2):
        part = _framed(corners, setup)
        others = tuple(one for one in setup.game.parts if one.kind != "corner")
        game = replace(setup.game, parts=(*others, part))
        solved = solve_table(codes, game, table.plane.size_px, settings.plane, anchors=("board",))
        if solved is None:
            return table
        again = solve_corners(solved, corners)
        if abs(_side_mm(again) / _side_mm(corners) - 1) < SETTLED:
            return solved
        corners = again
    return solved or table


def solve_corners(table: SolvedTable, corners: Mapping[str, Sheet]) -> dict[str, Sheet]:
    """Each corner piece by itself on a plane that is known better now."""
    found = {}
    for name, sheet in corners.items():
        code = sheet.codes[0]
        corners_mm = table.plane.to_table(code.corners_px)
        middle = corners_mm.mean(axis=0)
        right = corners_mm[1] + corners_mm[2] - corners_mm[0] - corners_mm[3]
        turn = float(np.degrees(np.arctan2(right[1], right[0])))
        scale = float(np.linalg.norm(right)) / 2 / sheet.part.codes[0].side_mm
        own = Sheet(sheet.part, 0.0, 0.0, turn, sheet.codes, scale)
        shift = middle - own.to_table(np.array(sheet.part.codes[0].centre_mm))
        found[name] = replace(own, x_mm=float(shift[0]), y_mm=float(shift[1]))
    return found


def _anchor_mm(sheet: Sheet) -> PointsMm:
    """The board's corner that the piece touches, on the table."""
    return sheet.to_table(np.array(sheet.part.anchor_mm or (0.0, 0.0)))


def _side_mm(corners: Mapping[str, Sheet]) -> float:
    """The board's side, from every pair of its corners, in millimetres of the codes' own size."""
    scale = float(median([sheet.scale for sheet in corners.values()]))
    names = list(corners)
    sides = []
    for index, name in enumerate(names):
        for other in names[index + 1 :]:
            across = np.linalg.norm(np.array(SIDES[name]) - np.array(SIDES[other])) / 2
            sides.append(np.linalg.norm(_anchor_mm(corners[name]) - _anchor_mm(corners[other])) / across)
    return float(median(sides)) / scale


def _framed(corners: Mapping[str, Sheet], setup: Setup) -> Part:
    """The board as a part: a square of the measured side, the corner pieces' codes around it."""
    side = _side_mm(corners)
    codes = []
    for name, sheet in corners.items():
        code = sheet.part.codes[0]
        anchor = np.array(SIDES[name]) * side / 2
        centre = anchor + np.array(code.centre_mm) - np.array(sheet.part.anchor_mm or (0.0, 0.0))
        codes.append(Code(code.id, (float(centre[0]), float(centre[1])), code.side_mm))
    return Part(
        id=f"square-8-{FRAMED}",
        kind="board",
        title="the chess board between the corner pieces",
        count=1,
        outline_mm=rectangle(side, side),
        height_mm=0.0,
        colour="ink",
        codes=tuple(codes),
        board="square-8",
        corner=FRAMED,
    )


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
        return float(median(away))

    heights = np.arange(0.0, settings.thickness_mm + 0.1, settings.thickness_step_mm)
    astray = np.array([astray_mm(float(height)) for height in heights])
    best = int(astray.argmin())
    fits = astray[best] < shot.settings.heights.nearer * astray[0] and astray[0] > settings.off_square_mm
    return float(heights[best]) if fits else 0.0
