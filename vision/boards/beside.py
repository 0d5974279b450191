"""What lies beside the cells: mats and the turn puck, the open card, score tokens on their tracks."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from tabletop.readings import Problem, Sureness
from vision.arrays import PointsPx
from vision.boards.cells import LaidBoard
from vision.boards.ground import Whites
from vision.boards.positions import Beside
from vision.boards.setup import Setup
from vision.codes import SeenCode
from vision.patches import Pyramid
from vision.seats import read_seats
from vision.settings import ReaderSettings
from vision.sheets import SolvedTable


@dataclass(frozen=True, slots=True)
class BesideSeen:
    """What was seen beside the cells."""

    told: Beside
    sureness: dict[str, Sureness] = field(default_factory=dict)
    evidence: dict[str, dict[str, float]] = field(default_factory=dict)
    outlines_px: dict[str, PointsPx] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


def look_beside(
    pyramid: Pyramid,
    whites: Whites,
    table: SolvedTable,
    boards: Sequence[LaidBoard],
    codes: Sequence[SeenCode],
    players: Sequence[str],
    setup: Setup,
    settings: ReaderSettings,
) -> BesideSeen:
    """Turn, card and tokens, as far as the picture shows them."""
    seats = read_seats(pyramid, table.plane, table.sheets, codes, players, setup.game, settings)
    seen = BesideSeen(
        Beside(turn=seats.turn), dict(seats.sureness), {}, dict(seats.outlines_px)
    )
    if seats.evidence:
        seen.evidence["puck"] = dict(seats.evidence)
    return seen
