"""Pieces that explain all lots together: a code tells kind, extent and turn, so one seen cell tells the rest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from tabletop.gamefile import GameFile, Part
from tabletop.lattice import Cell, PlacedPiece, turned_cell
from tabletop.readings import Confidence, Problem
from vision.city.scores import LotView, log_likelihood, piece_ids
from vision.pixels.arrays import Floats
from vision.settings import ConfidenceSettings


@dataclass(frozen=True, slots=True)
class FoundPiece:
    """A piece as it lies: its part, its quarter turns in the city's frame, the lot under each printed cell."""

    part: Part
    turn: int
    cells: tuple[Cell, ...]

    def placed(self, numbers: Mapping[Cell, int]) -> PlacedPiece:
        """The piece as positions name it."""
        assert self.part.piece is not None  # only pieces are found
        return PlacedPiece(self.part.piece, tuple(sorted(numbers[cell] for cell in self.cells)))


@dataclass(frozen=True, slots=True)
class Explained:
    """The pieces, how sure every lot is, the likelihoods behind it, and what contradicts itself."""

    pieces: tuple[FoundPiece, ...]
    sureness: Mapping[int, Confidence]
    evidence: Mapping[str, Mapping[str, float]]
    hidden: frozenset[int]
    problems: tuple[Problem, ...]
    empty: Mapping[int, float] = field(default_factory=dict)
    """Property -> natural log-likelihood that it shows the art of an empty one, that of a cover being 0."""
    coded: Mapping[int, float] = field(default_factory=dict)
    """Property -> the same of the code that fits best."""


def assign_lots(
    views: Sequence[LotView], city_cells: Mapping[Cell, int], game: GameFile, settings: ConfidenceSettings
) -> Explained:
    """Choose pieces so that each lot is explained once, best ones first; what stays at odds is asked about."""
    ids = piece_ids(game)
    by_cell = {view.lot.cell: view for view in views}
    hidden = {cell for cell, view in by_cell.items() if view.hidden(settings)}
    gain = {cell: log_likelihood(view.codes, settings) for cell, view in by_cell.items()}
    empty = {cell: float(log_likelihood(view.empty, settings)) for cell, view in by_cell.items()}
    candidates = _candidates(by_cell, hidden, gain, city_cells, game, ids)
    taken: dict[Cell, FoundPiece] = {}
    chosen: list[FoundPiece] = []
    for value, piece in candidates:
        if any(cell in taken for cell in piece.cells):
            continue
        nothing = sum(max(empty[cell], 0.0) for cell in piece.cells if cell in by_cell and cell not in hidden)
        if value * len(piece.cells) <= nothing:
            continue
        chosen.append(piece)
        taken.update(dict.fromkeys(piece.cells, piece))
    sureness: dict[int, Confidence] = {}
    problems: list[Problem] = []
    for cell, view in by_cell.items():
        found = taken.get(cell)
        sureness[view.lot.number] = _sureness(cell, view, found, by_cell, hidden, gain, empty, game, ids, settings)
    for piece in chosen:
        odd = [cell for cell in piece.cells if _at_odds(cell, piece, by_cell, hidden, gain, ids, settings)]
        outside = [cell for cell in piece.cells if cell not in city_cells]
        if odd or outside:
            names = tuple(f"property:{city_cells[cell]}" for cell in piece.cells if cell in city_cells)
            problems.append(
                Problem(
                    "piece-contradicts",
                    f"a {piece.part.title} lies at {', '.join(n.split(':')[1] for n in names)}, but not all of it fits "
                    "there; push it onto its properties",
                    names,
                )
            )
            for cell in piece.cells:
                if cell in by_cell:
                    sureness[by_cell[cell].lot.number] = "ask"
    evidence = {
        view.lot.name: _evidence(cell in hidden, gain[cell], empty[cell], game, ids, settings)
        for cell, view in by_cell.items()
    }
    whole = tuple(piece for piece in chosen if all(cell in city_cells for cell in piece.cells))
    return Explained(
        whole,
        sureness,
        evidence,
        frozenset(by_cell[cell].lot.number for cell in hidden),
        tuple(problems),
        {by_cell[cell].lot.number: value for cell, value in empty.items()},
        {by_cell[cell].lot.number: float(values.max()) for cell, values in gain.items()},
    )


def _candidates(
    by_cell: Mapping[Cell, LotView],
    hidden: set[Cell],
    gain: Mapping[Cell, Floats],
    city_cells: Mapping[Cell, int],
    game: GameFile,
    ids: tuple[int, ...],
) -> list[tuple[float, FoundPiece]]:
    """Every piece that some lot's code speaks for, with its mean log-likelihood a cell, best first."""
    found: dict[tuple[str, int, tuple[Cell, ...]], tuple[float, FoundPiece]] = {}
    for cell, values in gain.items():
        if cell in hidden:
            continue
        for index, turn in np.argwhere(values > max(0.0, float(values.max()) - 12.0)):
            part, code = game.by_code[ids[index]]
            assert code.cell is not None  # codes of pieces mark a cell
            cells = _laid(part, int(turn), code.cell, cell)
            key = (part.id, int(turn), cells)
            if key not in found:
                piece = FoundPiece(part, int(turn), cells)
                found[key] = (_worth(piece, by_cell, hidden, gain, city_cells, ids), piece)
    return sorted(found.values(), key=lambda one: -one[0])


def _laid(part: Part, turn: int, cell_index: int, at: Cell) -> tuple[Cell, ...]:
    """The lattice cells of a part's printed cells when cell `cell_index` lies at `at` after `turn` quarter turns."""
    shape = (max(row for row, _ in part.cells) + 1, max(column for _, column in part.cells) + 1)
    turned = [turned_cell(cell, shape, turn) for cell in part.cells]
    row, column = at[0] - turned[cell_index][0], at[1] - turned[cell_index][1]
    return tuple((r + row, c + column) for r, c in turned)


def _worth(
    piece: FoundPiece,
    by_cell: Mapping[Cell, LotView],
    hidden: set[Cell],
    gain: Mapping[Cell, Floats],
    city_cells: Mapping[Cell, int],
    ids: tuple[int, ...],
) -> float:
    """Mean log-likelihood a cell; covered cells say nothing, cells beside the city speak against."""
    total = 0.0
    for index, cell in enumerate(piece.cells):
        if cell in by_cell:
            total += 0.0 if cell in hidden else float(gain[cell][ids.index(piece.part.codes[index].id), piece.turn])
        elif cell not in city_cells:
            total -= 10.0
    return total / len(piece.cells)


def _own_gain(cell: Cell, piece: FoundPiece, gain: Mapping[Cell, Floats], ids: tuple[int, ...]) -> float:
    code = piece.part.codes[piece.cells.index(cell)]
    return float(gain[cell][ids.index(code.id), piece.turn])


def _at_odds(
    cell: Cell,
    piece: FoundPiece,
    by_cell: Mapping[Cell, LotView],
    hidden: set[Cell],
    gain: Mapping[Cell, Floats],
    ids: tuple[int, ...],
    settings: ConfidenceSettings,
) -> bool:
    """Whether a lot plainly shows something else than the piece that should cover it."""
    if cell not in by_cell or cell in hidden:
        return False
    view = by_cell[cell]
    other = max(float(view.codes.max()), view.empty)
    if other < settings.certain_correlation:
        return False
    return float(log_likelihood(other, settings)) > _own_gain(cell, piece, gain, ids) + settings.contradicts


def _sureness(
    cell: Cell,
    view: LotView,
    found: FoundPiece | None,
    by_cell: Mapping[Cell, LotView],
    hidden: set[Cell],
    gain: Mapping[Cell, Floats],
    empty: Mapping[Cell, float],
    game: GameFile,
    ids: tuple[int, ...],
    settings: ConfidenceSettings,
) -> Confidence:
    """How sure the chosen explanation of one lot is."""
    if found is None:
        if cell in hidden or empty[cell] < float(gain[cell].max()):
            return "ask"
        return _graded(empty[cell] - max(float(gain[cell].max()), 0.0), view.empty, settings)
    seen = [one for one in found.cells if one in by_cell and one not in hidden]
    if cell in hidden:
        others = [
            _sureness(one, by_cell[one], found, by_cell, hidden, gain, empty, game, ids, settings) for one in seen
        ]
        return "likely" if "certain" in others else "ask"
    own = _own_gain(cell, found, gain, ids)
    index = ids.index(found.part.codes[found.cells.index(cell)].id)
    others_gain = gain[cell].copy()
    others_gain[index, found.turn] = -np.inf
    rival = max(float(others_gain.max()), empty[cell], 0.0)
    answer = _graded(own - rival, float(view.codes[index, found.turn]), settings)
    if answer == "ask" and len(seen) > 1 and not _at_odds(cell, found, by_cell, hidden, gain, ids, settings):
        return "likely" if _clearly_elsewhere(cell, found, seen, by_cell, ids, settings) else "ask"
    return answer


def _clearly_elsewhere(
    cell: Cell,
    found: FoundPiece,
    seen: Sequence[Cell],
    by_cell: Mapping[Cell, LotView],
    ids: tuple[int, ...],
    settings: ConfidenceSettings,
) -> bool:
    """Whether another cell of the same piece shows its code clearly."""
    for other in seen:
        index = ids.index(found.part.codes[found.cells.index(other)].id)
        if other != cell and by_cell[other].codes[index, found.turn] >= settings.certain_correlation:
            return True
    return False


def _graded(margin: float, correlation: float, settings: ConfidenceSettings) -> Confidence:
    """The answer for a margin and a correlation."""
    if margin >= settings.certain_margin and correlation >= settings.certain_correlation:
        return "certain"
    return "likely" if margin >= settings.likely_margin else "ask"


def _evidence(
    hidden: bool,
    gain: Floats,
    empty: float,
    game: GameFile,
    ids: tuple[int, ...],
    settings: ConfidenceSettings,
) -> dict[str, float]:
    """Part id or `empty` -> log-likelihood, the best one 0; flat where the lot is covered."""
    parts = [game.by_code[id_][0].id for id_ in ids]
    names = list(dict.fromkeys(parts))
    if hidden:
        return dict.fromkeys(["empty", *names], 0.0)
    owner = np.array([names.index(part) for part in parts])
    best_of = np.full(len(names), -np.inf)
    np.maximum.at(best_of, owner, gain.max(axis=1))
    best = max(empty, float(best_of.max()))
    relative = np.maximum(np.array([empty, *best_of]) - best, settings.floor).round(2)
    return dict(zip(["empty", *names], relative.tolist(), strict=True))
