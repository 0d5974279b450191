"""What makes cells be asked about: far from the only code seen, too many parts of a kind, codes of odd sizes."""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from tabletop.readings import Problem
from vision.boards.astray import Doubts, Grid
from vision.boards.cells import CellField
from vision.boards.setup import Setup
from vision.pixels.arrays import median
from vision.places.assignment import LyingPart
from vision.places.counted import too_many_words
from vision.places.decoded import DecodedPart, decoded_parts
from vision.places.shot import SolvedShot
from vision.table.plane import TablePlane


def ambiguous_cells(shot: SolvedShot, field: CellField) -> Doubts:
    """Places that may lie so far from where one small code puts them that they are asked about, and why.

    A single code of s pixels tells a board's direction to about sigma / s; distant cells are off by as much of it.
    Two codes of a board lie far enough apart. Where the whole table hangs on one code, nothing tells its tilt either.
    """
    settings, corner_sigma_px = shot.settings.boards, shot.settings.plane.corner_sigma_px
    alone = sum(len(laid.sheet.codes) for laid in field.boards) == 1
    places: set[str] = set()
    problems = []
    for number, laid in enumerate(field.boards):
        if len(laid.sheet.codes) != 1:
            continue
        code = laid.sheet.codes[0]
        slack = settings.single_code_sigmas * corner_sigma_px / max(code.side_px, 1.0)
        middle = shot.plane.to_table(code.middle_px[None])[0]
        mine = [cell for cell in field.cells if cell.board == number]
        away = np.linalg.norm(np.array([cell.spot.middle_mm for cell in mine]).reshape(-1, 2) - middle, axis=1)
        loose = [
            cell.name
            for cell, mm in zip(mine, away, strict=True)
            if alone or mm * slack > settings.loose_share * laid.board.pitch_mm
        ]
        if not loose:
            continue
        places |= set(loose)
        title, lone = laid.sheet.part.title, len(laid.sheet.part.codes) == 1
        said = (
            f"the board '{title}' has one code only, too few to tell its cells by; tape another one on, far from it, "
            "and put it into the board's file"
            if lone
            else f"only one code of the board '{title}' is seen, and it is small: what lies far from it is asked "
            "about; move the camera closer, or uncover its other codes"
        )
        problems.append(Problem("board-loose", said, tuple(sorted(loose))))
    return Doubts(frozenset(places), problems=tuple(problems))


def too_many(parts: Sequence[LyingPart], field: CellField, setup: Setup) -> Doubts:
    """Parts of which more were found than the game has: at least one of them is no such part, or does not belong there.

    `per_player` says how many may lie on each player's board, `count` how many there are at all.

    On boards with more cells than the game file's counts are for (`[game] counts_for_cells`) the rules say how many
    sets are in the game, and they count them. Of pieces that are told by colour people may have more.
    """
    by_colour = setup.pieces.uncoded if setup.pieces else frozenset[str]()
    most_cells = setup.game.sections.game.counts_for_cells
    if most_cells is not None and len(field.boards[0].board.cells) > most_cells:
        return Doubts()
    place_of: Mapping[object, str] = {cell.where: cell.name for cell in field.cells}
    lying: dict[tuple[str, int | None], list[LyingPart]] = {}
    for one in parts:
        lying.setdefault((one.part.id, one.board if one.part.per_player is not None else None), []).append(one)
    asked: set[str] = set()
    problems = []
    for found in lying.values():
        part = found[0].part
        most = part.most_lying
        if len(found) <= most or part.id in by_colour:
            continue
        on = ", ".join(field.boards[one.board].board.cell_name(cell) for one in found for cell in sorted(one.cells))
        message = too_many_words(setup.game.name_of(part.id), len(found), on, most)
        seen = [(one.board, cell) for one in found for cell in sorted(one.cells)]
        places = tuple(place_of[where] for where in seen if where in place_of)
        problems.append(Problem("too-many-seen", message, places))
        asked |= set(places)
    return Doubts(frozenset(asked), tuple(problems))


STEP_MM = 20.0
"""Between the two heights at which a code's size is measured; in between it shrinks evenly."""
ALONG = 24
"""Points between where a piece is read and where it would stand if its height were told wrongly."""


def look_for_odd_sizes(shot: SolvedShot, setup: Setup, field: CellField, grid: Grid) -> Doubts:
    """Codes that look larger or smaller than their file says: of another size, or on a piece of another height.

    A tall piece that is described as flat is read beside where it stands, at times in another cell; its code lies
    nearer to the camera and looks larger by as much. Where another height would put a piece into another cell, both
    are asked about.
    """
    cells, settings = field.cells, shot.settings.boards
    if not cells:
        return Doubts()
    base_mm = field.boards[cells[0].board].height_mm
    of_part: dict[str, list[DecodedPart]] = {}
    for one in decoded_parts(shot.codes, shot.plane, setup.pieces_parts, base_mm=base_mm):
        of_part.setdefault(one.part.id, []).append(one)
    asked: set[str] = set()
    problems = []
    for found in of_part.values():
        excess = float(median([_size(one) for one in found])) - 1.0
        side_px = float(median([one.code.side_px for one in found]))
        if abs(excess) < settings.odd_size + settings.odd_size_px / side_px:
            continue
        places: set[str] = set()
        for one in found:
            way = grid.at(_way(one, shot.plane, base_mm))
            if len(way) > 1:
                free = [index for index in way if not grid.covered[index] or one.part.id in grid.covered[index]]
                places |= {cells[index].name for index in free}
        asked |= places
        title, share = setup.game.name_of(found[0].part.id), round(abs(excess) * 100)
        message = (
            f"the code of {title} looks {share} % larger than its file says: it is larger, or the piece is taller; "
            "measure both again"
        )
        if excess < 0:
            message = (
                f"the code of {title} looks {share} % smaller than its file says: it is smaller, or lies lower; "
                "measure both again"
            )
        problems.append(Problem("odd-size", message, tuple(sorted(places))))
    return Doubts(frozenset(asked), problems=tuple(problems))


def _size(one: DecodedPart) -> float:
    """How large a code looks at its file's height, 1 being what the file says."""
    return (math.hypot(*one.right.tolist()) + math.hypot(*one.down.tolist())) / 2


def _way(one: DecodedPart, plane: TablePlane, base_mm: float) -> np.ndarray:
    """Table points (n, 2) from where a part is read to where it stands if its code's size tells its height."""
    (higher,) = decoded_parts([one.code], plane, [one.part], base_mm=base_mm + STEP_MM)
    shrinking = (_size(one) - _size(higher)) / STEP_MM
    raised_mm = max((_size(one) - 1.0) / max(shrinking, 1e-6), -base_mm - one.part.height_mm)
    (there,) = decoded_parts([one.code], plane, [one.part], base_mm=base_mm + raised_mm)
    shares = np.linspace(0.0, 1.0, ALONG)[:, None]
    return np.asarray(one.middle_mm * (1.0 - shares) + there.middle_mm * shares)
