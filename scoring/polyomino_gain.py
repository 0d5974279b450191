"""Where a part of several cells most likely lies: places weighed by what their cells show."""

from collections.abc import Callable, Iterable, Mapping
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


def best_places(
    evidence: Evidence, part: str, free: Iterable[Cell], spots: Iterable[Cells], place: Callable[[Cell], str]
) -> list[Cells]:
    """The few of `spots` whose cells show `part` most clearly, likeliest first; none that speak against it.

    `free` are the cells that spots may cover, `place` names a cell as the evidence does. A cell that was not seen says
    nothing. Spots are not even made where too few cells show the part.
    """
    gains = {cell: _gain(evidence.get(place(cell)), part) for cell in free}
    showing = {cell for cell, gain in gains.items() if gain > 0}
    unseen = sum(gain == 0 for gain in gains.values())
    if not showing:
        return []
    found = []
    for cells in spots:
        if BOUND * len(showing) <= AGAINST * (len(cells) - len(showing) - unseen):
            return []
        if not showing.isdisjoint(cells):
            gain = sum(gains[cell] for cell in cells)
            if gain > 0:
                found.append((-gain, sorted(cells), cells))
    return [cells for _, _, cells in nsmallest(BEST_PLACES, found)]


def _gain(likely: Mapping[str, float] | None, part: str) -> float:
    """What one cell says for a part against nothing there."""
    if not likely:
        return 0.0
    return max(-AGAINST, min(BOUND, likely.get(part, UNSEEN) - likely.get(EMPTY, UNSEEN)))
