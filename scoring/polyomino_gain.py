"""Where a part of several cells most likely lies: places weighed by what their cells show."""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import islice

from scoring.memoize import once_for_each
from scoring.polyominoes import Cells, everywhere
from tabletop.cellnames import Cell
from tabletop.readings import Evidence

EMPTY = "empty"
UNSEEN = -10.0
"""What a cell counts where the evidence does not name a content (natural logarithm)."""
BOUND = 6.0
"""The most that one cell says for a part (natural logarithm)."""
AGAINST = 5.0
"""The most that one cell says against it: one misread cell must not hide a piece of two."""
BEST_PLACES = 4
"""How many places of each part are thought of."""


@dataclass(frozen=True, slots=True)
class EmptyBoard:
    """A board on which a part may lie, whatever lies there now."""

    cells: Cells
    shapes: tuple[Cells, ...]
    """The part in each of its turns, pushed into the upper left corner, all of one size."""
    place: Callable[[Cell], str]
    """A cell as the evidence names it, and so the board too."""


@dataclass(frozen=True, slots=True)
class ShownPlaces:
    """What one look says for a part on one board, whatever stands there."""

    showing: Cells
    unseen: Cells
    likeliest: tuple[Cells, ...]
    """The places that show it, the clearest first."""


def best_places(evidence: Evidence, part: str, board: EmptyBoard, covered: AbstractSet[Cell]) -> list[Cells]:
    """The few free places whose cells show `part` most clearly, likeliest first; none that speak against it.

    A cell that was not seen says nothing. What a look says is worked out once for a board: its hypotheses differ in
    what is covered.
    """
    if not board.shapes:
        return []
    known, key = _known(evidence), (part, board.place(next(iter(board.cells))), board.shapes)
    if key not in known:
        known[key] = _shown(evidence, part, board)
    shown, free = known[key], board.cells - covered
    showing = len(shown.showing & free)
    against = len(board.shapes[0]) - showing - len(shown.unseen & free)
    if BOUND * showing <= AGAINST * against:
        return []
    return list(islice((cells for cells in shown.likeliest if cells <= free), BEST_PLACES))


@once_for_each
def _known(evidence: Evidence) -> dict[tuple[str, str, tuple[Cells, ...]], ShownPlaces]:
    """What has been worked out for this look."""
    return {}


def _shown(evidence: Evidence, part: str, board: EmptyBoard) -> ShownPlaces:
    gains = {cell: _gain(evidence.get(board.place(cell)), part) for cell in board.cells}
    showing = frozenset(cell for cell, gain in gains.items() if gain > 0)
    found = []
    for cells in everywhere(board.shapes, board.cells):
        if not showing.isdisjoint(cells):
            gain = sum(gains[cell] for cell in cells)
            if gain > 0:
                found.append((-gain, sorted(cells), cells))
    unseen = frozenset(cell for cell, gain in gains.items() if gain == 0)
    return ShownPlaces(showing, unseen, tuple(cells for _, _, cells in sorted(found)))


def _gain(likely: Mapping[str, float] | None, part: str) -> float:
    """What one cell says for a part against nothing there."""
    if not likely:
        return 0.0
    return max(-AGAINST, min(BOUND, likely.get(part, UNSEEN) - likely.get(EMPTY, UNSEEN)))
