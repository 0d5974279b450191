"""What every cell of the boards shows: the codes there, and its ground."""

from collections.abc import Mapping, Sequence

import numpy as np

from vision.boards.cells import CellField
from vision.boards.ground import Ground
from vision.boards.setup import Setup
from vision.places.decoded import decoded_parts, on_places
from vision.places.scores import CodeSearch, PlaceScores, score_codes
from vision.places.shot import SolvedShot
from vision.settings.boards import BoardSettings


def score_cells(
    shot: SolvedShot, setup: Setup, field: CellField, grounds: Sequence[Ground], *, known: Mapping[str, PlaceScores]
) -> tuple[PlaceScores, ...]:
    """Correlate every cell that does not plainly show its ground with every code; add what was found directly.

    `known` are scores by place that still hold.
    """
    cells, boards, settings = field.cells, field.boards, shot.settings.boards
    fresh = [index for index, cell in enumerate(cells) if cell.name not in known]
    scores = dict(known)
    if fresh:
        base_mm = boards[cells[0].board].height_mm
        reaches = np.array([settings.in_a_cell * boards[cell.board].board.pitch_mm for cell in cells])
        decoded = decoded_parts(shot.codes, shot.plane, setup.pieces_parts, base_mm=base_mm)
        found = on_places(decoded, [cell.spot for cell in cells], reaches, shot.settings.places)
        direct = {number: found[index] for number, index in enumerate(fresh) if index in found}
        worth = [
            number
            for number, index in enumerate(fresh)
            if number in direct or grounds[index].fit < settings.plainly_free
        ]
        search = CodeSearch(setup.piece_ids, setup.groups(base_mm), settings.reach_mm)
        codes = score_codes(shot, [cells[index].spot for index in fresh], search, direct, worth)
        for number, index in enumerate(fresh):
            off_mm = direct[number].off_mm if number in direct else 0.0
            ground = grounds[index]
            log = ground_log(ground, settings)
            scores[cells[index].name] = PlaceScores(cells[index], codes[number], log, ground.fit, off_mm)
    return tuple(scores[cell.name] for cell in cells)


def ground_log(ground: Ground, settings: BoardSettings) -> float:
    """Natural log-likelihood that a cell shows its printed ground, a cover that shows nothing being 0."""
    value = settings.ground_slope * ground.fit - settings.ground_offset
    return value if ground.known else min(value, settings.unproven)
