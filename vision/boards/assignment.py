"""Parts that explain the cells together: a code tells part, cell and turn, so one seen cell tells the rest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tabletop.cellnames import Cell
from tabletop.gamefile import Part
from tabletop.lattice import turned_cell
from tabletop.readings import Confidence, Problem
from vision.boards.cells import LaidBoard
from vision.boards.scores import CellView, code_ids
from vision.boards.settings import BoardSettings
from vision.boards.setup import Setup
from vision.city.scores import log_likelihood
from vision.pixels.arrays import Floats
from vision.settings import ConfidenceSettings

EMPTY = "empty"
GROUND_LOG = (12.0, 4.5)
"""Natural log-likelihood of a cell's ground against a cover that shows nothing: slope and offset over its fit."""
UNPROVEN = 4.0
"""At most this much where no other cell proves what the ground looks like."""
LEAST_LOG = 4.0
"""A part of which no cell shows its code this well is no best guess: correlation .74."""
BY_CHANCE_LOG = 2.7
"""Where a cell shows its ground, codes that fit no better than this (correlation .70) do not speak against it: the best
of hundreds reaches .68 on trees and rocks, codes that do lie there .75 and more (tuning photographs)."""
Where = tuple[int, Cell]


@dataclass(frozen=True, slots=True)
class LyingPart:
    """A part on cells of a board (its number): the cell under each of its printed cells."""

    part: Part
    board: int
    cells: tuple[Cell, ...]
    turn: int


@dataclass(frozen=True, slots=True, eq=False)
class CellLikelihoods:
    """What one cell's view tells by itself: natural log-likelihoods, a cover that shows nothing being 0."""

    view: CellView
    codes: Floats
    """Of every code in four turns (ids, 4)."""
    best: float
    """The largest of them."""
    empty: float
    on_top: int | None
    """Row of the code that shows where it is one of what may stand on other parts."""
    evidence: Mapping[str, float]
    """Of `empty` and of each part, the best one 0; all 0 where the cell is hidden."""

    @property
    def hidden(self) -> bool:
        """Whether nothing that may lie there explains what is seen."""
        return max(self.best, self.empty) <= 0.0


@dataclass(frozen=True, slots=True)
class Explained:
    """The parts, how sure every place is, the likelihoods behind it, what is hidden, and what contradicts itself."""

    parts: tuple[LyingPart, ...]
    sureness: Mapping[str, Confidence]
    evidence: Mapping[str, Mapping[str, float]]
    hidden: frozenset[str]
    problems: tuple[Problem, ...]
    told: Mapping[str, CellLikelihoods]
    """What each cell tells by itself, by place."""


class _Likelihoods:
    """What all cells tell; what is `known` by place of the very same views is taken as it is."""

    def __init__(
        self,
        views: Sequence[CellView],
        setup: Setup,
        settings: ConfidenceSettings,
        known: Mapping[str, CellLikelihoods],
    ) -> None:
        self.ids = code_ids(setup)
        self.row = {id_: row for row, id_ in enumerate(self.ids)}
        owners = [setup.game.by_code[id_][0].id for id_ in self.ids]
        words = tuple(dict.fromkeys(owners))
        self._words = (EMPTY, *words)
        self._word_of_row = np.array([words.index(owner) for owner in owners], int)
        self._top = np.array([setup.game.by_code[id_][0].kind == "citizen" for id_ in self.ids], bool)
        self._settings = settings
        self.may_bear = bool(self._top.any())
        self.told: dict[Where, CellLikelihoods] = {}
        for view in views:
            told = known.get(view.cell.place)
            same = told is not None and told.view is view
            self.told[view.cell.board, view.cell.cell] = told if told is not None and same else self._tell(view)

    def _tell(self, view: CellView) -> CellLikelihoods:
        codes = np.maximum(log_likelihood(view.codes, self._settings), self._settings.floor / 2)
        empty = _ground_log(view)
        if empty > 0.0 and codes.max(initial=-np.inf) <= BY_CHANCE_LOG:
            codes = np.minimum(codes, 0.0)
        best = float(codes.max(initial=-np.inf))
        evidence = dict.fromkeys(self._words, 0.0)
        if max(best, empty) > 0.0:
            evidence = self._evidence(codes, empty)
        return CellLikelihoods(view, codes, best, empty, self._on_top(codes, empty), evidence)

    def _on_top(self, codes: Floats, empty: float) -> int | None:
        if not self.may_bear:
            return None
        values = codes.max(axis=1)
        best = int(np.where(self._top, values, -np.inf).argmax())
        rest = float(np.where(self._top, -np.inf, values).max(initial=-np.inf))
        return best if values[best] > max(0.0, rest, empty) else None

    def _evidence(self, codes: Floats, empty: float) -> dict[str, float]:
        values = np.full(len(self._words), -np.inf)
        values[0] = max(empty, self._settings.floor)
        np.maximum.at(values[1:], self._word_of_row, codes.max(axis=1, initial=-np.inf))
        values = np.round(np.maximum(values - values.max(), self._settings.floor), 2)
        return dict(zip(self._words, values.tolist(), strict=True))

    def of(self, part: Part, index: int, turn: int, where: Where) -> float:
        """That this part's cell `index` lies there, turned so; codeless cells of a part say nothing."""
        code = next((code for code in part.codes if code.cell == index or len(part.codes) == 1), None)
        told = self.told[where]
        if code is None or (told.on_top is not None and part.kind != "citizen"):
            return 0.0
        values = told.codes[self.row[code.id]]
        return float(values.max() if len(part.cells) < 2 else values[turn])


def assign_cells(
    views: Sequence[CellView],
    boards: Sequence[LaidBoard],
    setup: Setup,
    settings: ConfidenceSettings,
    board_settings: BoardSettings,
    *,
    known: Mapping[str, CellLikelihoods],
) -> Explained:
    """Choose parts so that each cell is explained once (citizens apart), best ones first; the rest is asked about.

    `known` is what cells told in the last look, by place; it holds for those with the very same view.
    """
    likely = _Likelihoods(views, setup, settings, known)
    chosen: list[LyingPart] = []
    taken: dict[tuple[Where, bool], LyingPart] = {}
    for worth, piece in _candidates(likely, boards, setup):
        on_top = piece.part.kind == "citizen"
        covered = [(piece.board, cell) for cell in piece.cells]
        if any((one, on_top) in taken for one in covered):
            continue
        shown = [
            likely.of(piece.part, index, piece.turn, one) for index, one in enumerate(covered) if one in likely.told
        ]
        nothing = sum(max(likely.told[one].empty, 0.0) for one in covered if one in likely.told)
        if max(shown, default=0.0) < LEAST_LOG or worth <= nothing:
            continue
        chosen.append(piece)
        taken.update({(one, on_top): piece for one in covered})
    sureness: dict[str, Confidence] = {}
    for where, told in likely.told.items():
        view = told.view
        found = taken.get((where, True)) or taken.get((where, False))
        sureness[view.cell.place] = _sureness(where, found, taken.get((where, False)), likely, settings)
        pitch = boards[view.cell.board].board.pitch_mm
        if view.off_mm > board_settings.off_centre * pitch and sureness[view.cell.place] == "certain":
            sureness[view.cell.place] = "likely"
    problems = []
    for piece in chosen:
        problems += _contradiction(piece, likely, boards, sureness, settings)
    whole = tuple(piece for piece in chosen if all(cell in boards[piece.board].board.cell_set for cell in piece.cells))
    by_place = {told.view.cell.place: told for told in likely.told.values()}
    evidence = {place: told.evidence for place, told in by_place.items()}
    hidden = frozenset(place for place, told in by_place.items() if told.hidden)
    return Explained(whole, sureness, evidence, hidden, tuple(problems), by_place)


def _ground_log(view: CellView) -> float:
    slope, offset = GROUND_LOG
    value = slope * view.ground.fit - offset
    return value if view.ground.known else min(value, UNPROVEN)


def laid(part: Part, turn: int, index: int, at: Cell) -> tuple[Cell, ...]:
    """The board's cells under a part's printed cells when cell `index` lies at `at` after `turn` quarter turns."""
    if len(part.cells) < 2:
        return (at,)
    shape = (max(row for row, _ in part.cells) + 1, max(column for _, column in part.cells) + 1)
    turned = [turned_cell(cell, shape, turn) for cell in part.cells]
    row, column = at[0] - turned[index][0], at[1] - turned[index][1]
    return tuple((r + row, c + column) for r, c in turned)


def _candidates(likely: _Likelihoods, boards: Sequence[LaidBoard], setup: Setup) -> list[tuple[float, LyingPart]]:
    """Every part that some cell's code speaks for, with its log-likelihood, best first."""
    found: dict[tuple[str, int, tuple[Cell, ...]], tuple[float, LyingPart]] = {}
    for where, told in likely.told.items():
        if told.best <= 0.0:
            continue
        for row, turn in np.argwhere(told.codes > max(0.0, told.best - 12.0)):
            part, code = setup.game.by_code[likely.ids[row]]
            if told.on_top is not None and part.kind != "citizen":
                continue
            turns = int(turn) if len(part.cells) > 1 else 0
            cells = laid(part, turns, code.cell or 0, where[1])
            key = (part.id, where[0], cells)
            if key not in found:
                piece = LyingPart(part, where[0], cells, turns)
                found[key] = (_worth(piece, likely, boards), piece)
    return sorted(found.values(), key=lambda one: -one[0])


def _worth(piece: LyingPart, likely: _Likelihoods, boards: Sequence[LaidBoard]) -> float:
    """Log-likelihood of a part where it would lie; cells beside the board speak against it."""
    total = 0.0
    for index, cell in enumerate(piece.cells):
        where = (piece.board, cell)
        if where in likely.told:
            total += 0.0 if likely.told[where].hidden else likely.of(piece.part, index, piece.turn, where)
        elif cell not in boards[piece.board].board.cell_set:
            total -= 10.0
    return total


def _sureness(
    where: Where,
    found: LyingPart | None,
    below: LyingPart | None,
    likely: _Likelihoods,
    settings: ConfidenceSettings,
) -> Confidence:
    """How sure the chosen explanation of one cell is."""
    told = likely.told[where]
    if found is None:
        if told.hidden or told.empty < told.best:
            return "ask"
        return _graded(told.empty - max(told.best, 0.0), 1.0, settings)
    if told.hidden:
        known = not likely.may_bear and _clear_elsewhere(where, found, likely, settings)
        return "likely" if known else "ask"  # a citizen may stand under what hides it
    index = found.cells.index(where[1])
    own = likely.of(found.part, index, found.turn, where)
    code = next((code for code in found.part.codes if code.cell == index or len(found.part.codes) == 1), None)
    if code is None:
        return "likely" if _clear_elsewhere(where, found, likely, settings) else "ask"
    row = likely.row[code.id]
    others = np.delete(told.codes, row, axis=0)
    rival = max(float(others.max(initial=-np.inf)), told.empty, 0.0)
    correlation = float(told.view.codes[row].max())
    answer = _graded(own - rival, correlation, settings)
    if found.part.kind == "citizen":
        return _under_a_citizen(answer, where, below, likely, settings)
    if answer == "ask" and own > -settings.contradicts and _clear_elsewhere(where, found, likely, settings):
        return "likely"
    return answer


def _under_a_citizen(
    answer: Confidence, where: Where, below: LyingPart | None, likely: _Likelihoods, settings: ConfidenceSettings
) -> Confidence:
    """A citizen hides its square of the tile: what lies there is told by the tile's other squares, or asked about."""
    if below is None:
        return "ask"
    return answer if _clear_elsewhere(where, below, likely, settings) else "ask"


def _clear_elsewhere(where: Where, found: LyingPart, likely: _Likelihoods, settings: ConfidenceSettings) -> bool:
    """Whether another cell of the same part shows its code clearly."""
    for index, cell in enumerate(found.cells):
        other = (found.board, cell)
        if other == where or other not in likely.told or likely.told[other].on_top is not None:
            continue
        if likely.of(found.part, index, found.turn, other) >= settings.certain_margin:
            return True
    return False


def _contradiction(
    piece: LyingPart,
    likely: _Likelihoods,
    boards: Sequence[LaidBoard],
    sureness: dict[str, Confidence],
    settings: ConfidenceSettings,
) -> list[Problem]:
    """A part of which some cell plainly shows something else, or that hangs over the board's rim: asked about."""
    board = boards[piece.board].board
    odd = []
    for index, cell in enumerate(piece.cells):
        where = (piece.board, cell)
        told = likely.told.get(where)
        if told is None or told.hidden or told.on_top is not None:
            continue
        other = max(told.best, told.empty)
        own = likely.of(piece.part, index, piece.turn, where)
        if other >= settings.certain_margin and other > own + settings.contradicts:
            odd.append(cell)
    outside = [cell for cell in piece.cells if cell not in board.cell_set]
    if not odd and not outside:
        return []
    inside = [cell for cell in piece.cells if cell in board.cell_set]
    wheres = [(piece.board, cell) for cell in inside]
    places = tuple(likely.told[where].view.cell.place for where in wheres if where in likely.told)
    for place in places:
        sureness[place] = "ask"
    names = ", ".join(board.cell_name(cell) for cell in inside)
    return [
        Problem(
            "part-contradicts",
            f"{piece.part.title} lies at {names}, but not all of it fits there; push it onto its cells",
            places,
        )
    ]


def _graded(margin: float, correlation: float, settings: ConfidenceSettings) -> Confidence:
    """Sureness from the lead over the second best explanation."""
    if margin >= settings.certain_margin and correlation >= settings.certain_correlation:
        return "certain"
    return "likely" if margin >= settings.likely_margin else "ask"
