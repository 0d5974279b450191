"""What every cell shows: how well each code of each part fits there, found directly or by looking where it may lie."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.boards.cells import CellSpot, LaidBoard
from vision.boards.decoded import decoded_parts
from vision.boards.ground import Ground
from vision.boards.settings import BoardSettings
from vision.boards.setup import OFFSET, CodeGroup, Setup
from vision.pixels.arrays import Floats, PointsMm
from vision.pixels.codes import SeenCode
from vision.places.assignment import ON_TOP, Where
from vision.places.matching import Hint, match_codes
from vision.places.patches import Pyramid
from vision.settings import ConfidenceSettings, ReaderSettings
from vision.table.plane import TablePlane

GROUND_LOG = (12.0, 4.5)
"""Natural log-likelihood of a cell's ground against a cover that shows nothing: slope and offset over its fit."""
UNPROVEN = 4.0
"""At most this much where no other cell proves what the ground looks like."""


@dataclass(frozen=True, slots=True)
class CellView:
    """One cell: correlation with every code in four turns (ids, 4), its ground, and how far off its part lies."""

    cell: CellSpot
    codes: Floats
    ground: Ground
    off_mm: float = 0.0
    """Distance of a directly found part's middle from the cell's middle."""
    middle_mm: PointsMm | None = None
    """Middle of that part on the table."""

    @property
    def place(self) -> str:
        """The cell's."""
        return self.cell.place

    @property
    def where(self) -> Where:
        """The board's number and the cell."""
        return self.cell.board, self.cell.cell

    def ground_log(self, _settings: ConfidenceSettings) -> float:
        """Natural log-likelihood that the cell shows its printed ground, a cover that shows nothing being 0."""
        slope, offset = GROUND_LOG
        value = slope * self.ground.fit - offset
        return value if self.ground.known else min(value, UNPROVEN)

    @property
    def ground_correlation(self) -> float:
        """Colours correlate with nothing: the log-likelihood says all."""
        return 1.0


@dataclass(frozen=True, slots=True)
class _Direct:
    """A part's code that was found directly in a cell."""

    code: SeenCode
    hint: Hint
    turns: tuple[int, ...]
    off_mm: float
    middle_mm: PointsMm


def code_ids(setup: Setup) -> tuple[int, ...]:
    """Ids of all codes on parts that lie on cells, in the order of the views' rows."""
    return tuple(sorted(code.id for part in setup.pieces_parts for code in part.codes))


def score_cells(
    pyramid: Pyramid,
    plane: TablePlane,
    cells: Sequence[CellSpot],
    boards: Sequence[LaidBoard],
    grounds: Sequence[Ground],
    seen: Sequence[SeenCode],
    setup: Setup,
    settings: ReaderSettings,
    board_settings: BoardSettings,
    *,
    known: Mapping[str, CellView],
) -> tuple[CellView, ...]:
    """Correlate every cell that does not plainly show its ground with every code; add what was found directly.

    `known` are views by place that still hold.
    """
    fresh = [index for index, cell in enumerate(cells) if cell.place not in known]
    if not fresh:
        return tuple(known[cell.place] for cell in cells)
    ids = code_ids(setup)
    row_of = {id_: row for row, id_ in enumerate(ids)}
    codes = np.zeros((len(fresh), len(ids), 4))
    place_of = {index: place for place, index in enumerate(fresh)}
    found = _found(seen, cells, boards, plane, setup, board_settings)
    direct = {index: one for index, one in found.items() if index in place_of}
    worth = [index for index in fresh if index in direct or grounds[index].fit < 0.9]
    for group in setup.groups():
        rows = [row_of[id_] for id_ in group.ids]
        for start in range(0, len(worth), board_settings.batch):
            batch = worth[start : start + board_settings.batch]
            codes[np.ix_([place_of[index] for index in batch], rows)] = _correlated(
                pyramid, plane, batch, cells, boards, direct, group, settings, board_settings
            )
    for index, one in direct.items():
        row = codes[place_of[index], row_of[one.code.id]]
        for turn in one.turns:
            row[turn] = max(row[turn], one.code.correlation)
    return tuple(
        known.get(cell.place)
        or CellView(
            cell,
            codes[place_of[index]],
            grounds[index],
            direct[index].off_mm if index in direct else 0.0,
            direct[index].middle_mm if index in direct else None,
        )
        for index, cell in enumerate(cells)
    )


def _correlated(
    pyramid: Pyramid,
    plane: TablePlane,
    batch: Sequence[int],
    cells: Sequence[CellSpot],
    boards: Sequence[LaidBoard],
    direct: dict[int, _Direct],
    group: CodeGroup,
    settings: ReaderSettings,
    board_settings: BoardSettings,
) -> Floats:
    """Correlations (batch, group's ids, 4)."""
    reach = board_settings.reach_mm
    hints = {
        place: direct[index].hint
        for place, index in enumerate(batch)
        if index in direct and direct[index].code.correlation > 0.8 and abs(direct[index].hint.turn_deg) < 10.0
    }
    base = max((boards[cells[index].board].height_mm for index in batch), default=0.0)
    return match_codes(
        pyramid,
        plane,
        [cells[index].spot for index in batch],
        group.dictionary,
        group.native,
        group.side_mm,
        settings.places,
        height_mm=base + group.height_mm,
        reach_mm=reach,
        hints=hints,
    ).best


def _found(
    seen: Sequence[SeenCode],
    cells: Sequence[CellSpot],
    boards: Sequence[LaidBoard],
    plane: TablePlane,
    setup: Setup,
    board_settings: BoardSettings,
) -> dict[int, _Direct]:
    """Cell's index -> the best code that was found with its part's cell over it."""
    result: dict[int, _Direct] = {}
    if not cells:
        return result
    middles = np.array([cell.spot.middle_mm for cell in cells])
    pitches = np.array([boards[cell.board].board.pitch_mm for cell in cells])
    for one in decoded_parts(seen, plane, setup.pieces_parts, base_mm=boards[cells[0].board].height_mm):
        distance = np.hypot(*(one.middle_mm - middles).T)
        index = int(distance.argmin())
        if distance[index] > board_settings.in_a_cell * pitches[index]:
            continue  # `astray` tells of it
        spot = cells[index].spot
        degrees = float(np.degrees(np.arctan2(one.right @ spot.down, one.right @ spot.right)))
        odd = degrees - 90 * round(degrees / 90)
        turns = {round(degrees / 90) % 4}
        if abs(odd) > 25.0:
            turns = {int(np.floor(degrees / 90)) % 4, int(np.ceil(degrees / 90)) % 4}
        offset = one.corners_mm.mean(axis=0) - spot.middle_mm
        hint = Hint((float(offset @ spot.right), float(offset @ spot.down)), odd)
        direct = _Direct(one.code, hint, tuple(sorted(turns)), float(distance[index]), one.middle_mm)
        if index not in result or _better(direct, result[index], setup):
            result[index] = direct
    return result


def _better(one: _Direct, other: _Direct, setup: Setup) -> bool:
    """What lies on top (a citizen) before what lies below, then the clearer one."""
    heights = [setup.game.by_code[direct.code.id][0].kind == ON_TOP for direct in (one, other)]
    if heights[0] != heights[1]:
        return heights[0]
    return one.code.correlation > other.code.correlation


def native(id_: int) -> int:
    """A joined id as its dictionary has it."""
    return id_ % OFFSET
