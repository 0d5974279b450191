"""Where a part of several cells most likely lies: places weighed by what their cells show."""

from collections.abc import Callable, Iterable
from heapq import nsmallest

from tabletop.cellnames import Cell
from tabletop.readings import Evidence

Cells = frozenset[Cell]
EMPTY = "empty"
UNSEEN = -10.0
"""What a cell counts where the evidence does not name a content (natural logarithm)."""
BOUND = 6.0
"""The most that one cell says for a part (natural logarithm)."""
AGAINST = 5.0
"""The most that one cell says against it: one misread cell must not hide a piece of two."""
BEST_PLACES = 4
"""How many places of each part are thought of."""


def best_places(evidence: Evidence, part: str, spots: Iterable[Cells], place: Callable[[Cell], str]) -> list[Cells]:
    """The few of `spots` whose cells show `part` most clearly, likeliest first; none that speak against it.

    `place` names a cell as the evidence does. A cell that was not seen says nothing.
    """
    gains: dict[Cell, float] = {}

    def gain(cells: Cells) -> float:
        total = 0.0
        for cell in cells:
            if cell not in gains:
                likely = evidence.get(place(cell)) or {}
                gains[cell] = _gain(likely.get(part, UNSEEN) - likely.get(EMPTY, UNSEEN)) if likely else 0.0
            total += gains[cell]
        return total

    weighed = ((-gain(cells), sorted(cells), cells) for cells in spots)
    return [cells for _, _, cells in nsmallest(BEST_PLACES, (spot for spot in weighed if spot[0] < 0))]


def _gain(weight: float) -> float:
    return max(-AGAINST, min(BOUND, weight))
