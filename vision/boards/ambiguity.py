"""How firmly each cell is tied to its board's codes: far from the only code seen, nobody knows which cell it is."""

import numpy as np

from tabletop.readings import Problem
from vision.boards.cells import CellField
from vision.places.shot import SolvedShot


def ambiguous_cells(shot: SolvedShot, field: CellField) -> tuple[frozenset[str], tuple[Problem, ...]]:
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
        problems.append(
            Problem(
                "board-loose",
                f"only one code of the board '{laid.sheet.part.title}' is seen, and it is small: what lies far from it "
                "is asked about; move the camera closer, or uncover its other codes",
                tuple(sorted(loose)),
            )
        )
    return frozenset(places), tuple(problems)
