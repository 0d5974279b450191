"""Parts that explain the places together: a code tells part, cell and turn, so one seen place tells the rest.

Places are a city's lots (one surface) or the cells of boards (a surface each); how their ground looks, they say.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from tabletop.cellnames import Cell
from tabletop.gamefile import GameFile
from tabletop.lattice import turned_cell
from tabletop.parts import Part
from tabletop.readings import Confidence, Problem
from vision.pixels.arrays import Floats
from vision.places.confidence import graded, log_likelihood, log_likelihood_of
from vision.places.place import Where
from vision.places.scores import PlaceScores
from vision.settings import ConfidenceSettings

EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Surface:
    """A city or a board: the cells on which parts may lie, and what people call them."""

    cells: Collection[Cell]
    name: Callable[[Cell], str]


@dataclass(frozen=True, slots=True)
class Layout:
    """All that may lie where: the game's parts, the codes in the order of the scores' rows, and the surfaces."""

    game: GameFile
    ids: tuple[int, ...]
    surfaces: Sequence[Surface]
    contradiction: Callable[[Part, str, tuple[str, ...]], Problem]
    """What to tell people of a part of which not all fits, at cells that people call so, and their places."""
    least_log: float = 0.0
    """A part of which no place shows its code this well is no best guess."""


@dataclass(frozen=True, slots=True)
class LyingPart:
    """A part on cells of a surface (its number): the cell under each of its printed cells."""

    part: Part
    board: int
    cells: tuple[Cell, ...]
    turn: int


@dataclass(frozen=True, slots=True, eq=False)
class PlaceLikelihoods:
    """What one place tells by itself: natural log-likelihoods, a cover that shows nothing being 0."""

    view: PlaceScores
    codes: Floats
    """Of every code in four turns (ids, 4)."""
    best: float
    """The largest of them."""
    empty: float
    on_top: int | None
    """Row of the code that shows where it is one of what may stand on other parts."""
    evidence: Mapping[str, float]
    """Of `empty` and of each part, the best one 0; all 0 where the place is hidden."""

    @property
    def hidden(self) -> bool:
        """Whether nothing that may lie there explains what is seen."""
        return max(self.best, self.empty) <= 0.0

    def plainly_bare(self, settings: ConfidenceSettings) -> bool:
        """Whether its ground fits plainly, and leads whatever code fits best."""
        clear = self.view.ground_fit >= settings.certain_correlation
        return clear and self.empty - max(self.best, 0.0) >= settings.certain_margin


@dataclass(frozen=True, slots=True)
class Assignment:
    """The parts, how sure every place is, the likelihoods behind it, what is hidden, and what contradicts itself."""

    parts: tuple[LyingPart, ...]
    sureness: Mapping[str, Confidence]
    evidence: Mapping[str, Mapping[str, float]]
    hidden: frozenset[str]
    problems: tuple[Problem, ...]
    told: Mapping[str, PlaceLikelihoods]
    """What each tells by itself, by place."""


class _Likelihoods:
    """What all places tell; what is `known` by place of the very same views is taken as it is."""

    def __init__(
        self,
        views: Sequence[PlaceScores],
        layout: Layout,
        settings: ConfidenceSettings,
        known: Mapping[str, PlaceLikelihoods],
    ) -> None:
        parts = [layout.game.by_code[id_][0] for id_ in layout.ids]
        self._row_of_id = {id_: row for row, id_ in enumerate(layout.ids)}
        self._rows: dict[tuple[str, int], int | None] = {}
        owners = [part.id for part in parts]
        words = tuple(dict.fromkeys(owners))
        self._words = (EMPTY, *words)
        word_of_row = np.array([words.index(owner) for owner in owners], int)
        self._rows_by_word = word_of_row.argsort(kind="stable")
        self._first_of_word = np.searchsorted(word_of_row[self._rows_by_word], np.arange(len(words)))
        self._top = np.array([part.on_top for part in parts], bool)
        self.settings = settings
        self.may_bear = bool(self._top.any())
        self.certain_log = log_likelihood_of(settings.certain_correlation, settings)
        """Of a code that fits well enough to be certain."""
        told = {
            view.place.where: known[view.place.name]
            for view in views
            if view.place.name in known and known[view.place.name].view is view
        }
        fresh = [view for view in views if view.place.where not in told]
        told |= zip((view.place.where for view in fresh), self._tell(fresh), strict=True)
        self.told: dict[Where, PlaceLikelihoods] = {view.place.where: told[view.place.where] for view in views}

    def _tell(self, views: Sequence[PlaceScores]) -> list[PlaceLikelihoods]:
        """What places tell, all at once."""
        if not views:
            return []
        empty = np.array([view.ground_log for view in views])
        codes = np.maximum(
            log_likelihood(np.stack([view.codes for view in views]), self.settings), self.settings.floor / 2
        )
        by_chance = (empty > 0.0) & (codes.max(axis=(1, 2), initial=-np.inf) <= self.settings.by_chance_log)
        codes[by_chance] = np.minimum(codes[by_chance], 0.0)
        values = codes.max(axis=2)
        best = values.max(axis=1, initial=-np.inf)
        told = np.maximum(best, empty) > 0.0
        evidence = np.where(told[:, None], self._evidence(values, empty), 0.0).tolist()
        on_top = self._on_top(values, empty)
        return [
            PlaceLikelihoods(
                view, codes[row].copy(), float(best[row]), float(empty[row]), on_top[row],
                dict(zip(self._words, evidence[row], strict=True)),
            )
            for row, view in enumerate(views)
        ]  # fmt: skip

    def _on_top(self, values: Floats, empty: Floats) -> list[int | None]:
        """For each place (n, ids) the row of the code that shows there and may stand on others."""
        if not self.may_bear:
            return [None] * len(values)
        above = np.where(self._top, values, -np.inf)
        rest = np.where(self._top, -np.inf, values).max(axis=1, initial=0.0)
        shows = above.max(axis=1) > np.maximum(rest, empty)
        return [row if one else None for row, one in zip(above.argmax(axis=1).tolist(), shows.tolist(), strict=True)]

    def _evidence(self, values: Floats, empty: Floats) -> Floats:
        """Log-likelihoods (n, words) against each place's best one, of the words' best codes."""
        floor = self.settings.floor
        of_words = np.maximum.reduceat(values[:, self._rows_by_word], self._first_of_word, axis=1)
        logs = np.column_stack([np.maximum(empty, floor), of_words])
        return np.asarray(np.round(np.maximum(logs - logs.max(axis=1, keepdims=True), floor), 2))

    def row_of(self, part: Part, index: int) -> int | None:
        """Row of the code on a part's cell `index`, or of its only one; None on codeless cells."""
        key = part.id, index
        if key not in self._rows:
            code = next((code for code in part.codes if code.cell == index or len(part.codes) == 1), None)
            self._rows[key] = None if code is None else self._row_of_id[code.id]
        return self._rows[key]

    def of(self, part: Part, index: int, turn: int, where: Where) -> float:
        """That this part's cell `index` lies there, turned so; codeless cells of a part say nothing."""
        row, told = self.row_of(part, index), self.told[where]
        if row is None or (told.on_top is not None and not part.on_top):
            return 0.0
        values = told.codes[row]
        return float(values.max() if len(part.cells) < 2 else values[turn])


def assign_parts(
    views: Sequence[PlaceScores],
    layout: Layout,
    settings: ConfidenceSettings,
    *,
    known: Mapping[str, PlaceLikelihoods] = MappingProxyType({}),
) -> Assignment:
    """Choose parts so that each place is explained once (citizens apart), best ones first; the rest is asked about.

    `known` is what places told in the last look; it holds for those with the very same view.
    """
    likely = _Likelihoods(views, layout, settings, known)
    chosen: list[LyingPart] = []
    taken: dict[tuple[Where, bool], LyingPart] = {}
    for worth, piece in _candidates(likely, layout):
        on_top = piece.part.on_top
        covered = [(piece.board, cell) for cell in piece.cells]
        if any((one, on_top) in taken for one in covered):
            continue
        nothing = sum(max(likely.told[one].empty, 0.0) for one in covered if one in likely.told)
        if worth <= nothing:
            continue
        shown = [
            likely.of(piece.part, index, piece.turn, one) for index, one in enumerate(covered) if one in likely.told
        ]
        if max(shown, default=0.0) < layout.least_log:
            continue
        chosen.append(piece)
        taken.update({(one, on_top): piece for one in covered})
    sureness = {
        told.view.place.name: _sureness(where, taken.get((where, True)), taken.get((where, False)), likely)
        for where, told in likely.told.items()
    }
    problems = []
    for piece in chosen:
        problems += _contradiction(piece, likely, layout, sureness)
    whole = tuple(piece for piece in chosen if all(cell in layout.surfaces[piece.board].cells for cell in piece.cells))
    by_place = {told.view.place.name: told for told in likely.told.values()}
    evidence = {place: told.evidence for place, told in by_place.items()}
    hidden = frozenset(place for place, told in by_place.items() if told.hidden)
    return Assignment(whole, sureness, evidence, hidden, tuple(problems), by_place)


def laid(part: Part, turn: int, index: int, at: Cell) -> tuple[Cell, ...]:
    """The cells under a part's printed cells when cell `index` lies at `at` after `turn` quarter turns."""
    if len(part.cells) < 2:
        return (at,)
    turned = _turned(part.cells, turn)
    row, column = at[0] - turned[index][0], at[1] - turned[index][1]
    return tuple((r + row, c + column) for r, c in turned)


@lru_cache(maxsize=1024)
def _turned(cells: tuple[Cell, ...], turn: int) -> tuple[Cell, ...]:
    """A part's printed cells after so many quarter turns."""
    shape = (max(row for row, _ in cells) + 1, max(column for _, column in cells) + 1)
    return tuple(turned_cell(cell, shape, turn) for cell in cells)


def _candidates(likely: _Likelihoods, layout: Layout) -> list[tuple[float, LyingPart]]:
    """Every part that some place's code speaks for, with its log-likelihood, best first, those likelier than none."""
    found: dict[tuple[str, int, tuple[Cell, ...]], tuple[float, LyingPart]] = {}
    for where, told in likely.told.items():
        if told.best <= 0.0:
            continue
        rows, turned = np.nonzero(told.codes > max(0.0, told.best - likely.settings.hopeless_log))
        for row, turn in zip(rows.tolist(), turned.tolist(), strict=True):
            part, code = layout.game.by_code[layout.ids[row]]
            if told.on_top is not None and not part.on_top:
                continue
            turns = turn if len(part.cells) > 1 else 0
            cells = laid(part, turns, code.cell or 0, where[1])
            key = (part.id, where[0], cells)
            if key not in found:
                piece = LyingPart(part, where[0], cells, turns)
                found[key] = (_worth(piece, likely, layout), piece)
    return sorted((one for one in found.values() if one[0] > 0.0), key=lambda one: -one[0])


def _worth(piece: LyingPart, likely: _Likelihoods, layout: Layout) -> float:
    """Log-likelihood of a part where it would lie; cells beside the surface speak against it."""
    total = 0.0
    for index, cell in enumerate(piece.cells):
        where = (piece.board, cell)
        if where in likely.told:
            total += 0.0 if likely.told[where].hidden else likely.of(piece.part, index, piece.turn, where)
        elif cell not in layout.surfaces[piece.board].cells:
            total -= likely.settings.beside_log
    return total


def _sureness(
    where: Where,
    on_top: LyingPart | None,
    below: LyingPart | None,
    likely: _Likelihoods,
) -> Confidence:
    """How sure the chosen explanation of one place is."""
    told, found = likely.told[where], on_top or below
    if found is None:
        if told.hidden or told.empty < told.best:
            return "ask"
        return graded(told.empty - max(told.best, 0.0), told.view.ground_fit, likely.settings)
    if told.hidden:
        known = not likely.may_bear and _clear_elsewhere(where, found, likely)
        return "likely" if known else "ask"  # a citizen may stand under what hides it
    index = found.cells.index(where[1])
    own = likely.of(found.part, index, found.turn, where)
    row = likely.row_of(found.part, index)
    if row is None:
        return "likely" if _clear_elsewhere(where, found, likely) else "ask"
    others = told.codes.max(axis=1)
    others[row] = -np.inf
    rival = max(float(others.max(initial=-np.inf)), told.empty, 0.0)
    correlation = float(told.view.codes[row].max())
    answer = graded(own - rival, correlation, likely.settings)
    if on_top is not None:
        return _under_a_citizen(answer, where, below, likely)
    faint = not likely.may_bear and max(told.best, told.empty) < likely.settings.likely_margin  # as good as hidden
    at_odds = own <= -likely.settings.contradicts and not faint
    if answer == "ask" and not at_odds and _clear_elsewhere(where, found, likely):
        return "likely"
    return answer


def _under_a_citizen(answer: Confidence, where: Where, below: LyingPart | None, likely: _Likelihoods) -> Confidence:
    """A citizen hides its square of the tile: what lies there is told by the tile's other squares, or asked about."""
    if below is None:
        return "ask"
    return answer if _clear_elsewhere(where, below, likely) else "ask"


def _clear_elsewhere(where: Where, found: LyingPart, likely: _Likelihoods) -> bool:
    """Whether another cell of the same part shows its code clearly."""
    for index, cell in enumerate(found.cells):
        other = (found.board, cell)
        if other == where or other not in likely.told or likely.told[other].on_top is not None:
            continue
        if likely.of(found.part, index, found.turn, other) >= max(likely.settings.certain_margin, likely.certain_log):
            return True
    return False


def _contradiction(
    piece: LyingPart,
    likely: _Likelihoods,
    layout: Layout,
    sureness: dict[str, Confidence],
) -> list[Problem]:
    """A part of which some place plainly shows something else, or that hangs over the rim: asked about."""
    surface = layout.surfaces[piece.board]
    odd = []
    for index, cell in enumerate(piece.cells):
        where = (piece.board, cell)
        told = likely.told.get(where)
        if told is None or told.hidden or told.on_top is not None:
            continue
        other = max(told.best, told.empty)
        own = likely.of(piece.part, index, piece.turn, where)
        if other >= likely.settings.certain_margin and other > own + likely.settings.contradicts:
            odd.append(cell)
    inside = [cell for cell in piece.cells if cell in surface.cells]
    if not odd and len(inside) == len(piece.cells):
        return []
    wheres = [(piece.board, cell) for cell in inside]
    places = tuple(likely.told[where].view.place.name for where in wheres if where in likely.told)
    for place in places:
        sureness[place] = "ask"
    return [layout.contradiction(piece.part, ", ".join(surface.name(cell) for cell in inside), places)]
