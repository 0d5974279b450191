"""Heaps of faces cut into known shapes: every way to lay pieces over them, weighed by colour, joints and supply."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from tabletop.cellnames import Cell
from tabletop.gamefile import Part
from tabletop.lattice import turned_cell

ROW = 1 << 16
"""Between the numbers of a cell and of the one below it."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A part on cells, in the order of the part's printed cells, and how likely (nats)."""

    part: Part
    turn: int
    cells: tuple[Cell, ...]
    nats: float
    """Of all its cells and of the joints inside it."""
    colour_nats: float
    """Of its colour alone, a stranger's being 0."""


@dataclass(frozen=True, slots=True)
class Cut:
    """One way to explain a heap of faces; `left` cells belong to no known shape."""

    pieces: tuple[Laid, ...]
    left: tuple[Cell, ...]
    nats: float


@dataclass(frozen=True, slots=True)
class ShapeFit:
    """A part on cells, in the order of its printed cells, and what the joints inside it say for it (nats)."""

    part: Part
    turn: int
    cells: tuple[Cell, ...]
    inside: float


def placements(
    heap: frozenset[Cell], parts: Sequence[Part], joints: Mapping[frozenset[Cell], float], floor: float
) -> list[ShapeFit]:
    """Every part in every turn that lies wholly on the heap; a joint inside speaks against a piece as it is open.

    No part lies where joints inside it say less than `floor`.
    """
    found: list[ShapeFit] = []
    numbers = {_number(cell): cell for cell in heap}
    for part in parts:
        for one in _turns(part.cells):
            for anchor in numbers:
                if not all(anchor + step in numbers for step in one.steps):
                    continue
                cells = tuple(numbers[anchor + step] for step in one.steps)
                inside = _inside(cells, one.beside, joints)
                if inside > floor:
                    found.append(ShapeFit(part, one.turn, cells, inside))
    return found


def _number(cell: Cell) -> int:
    """One number a cell: moved by a step, a cell has the sum of both numbers."""
    return cell[0] * ROW + cell[1]


@dataclass(frozen=True, slots=True)
class _Turned:
    """How a part's cells lie after some quarter turns."""

    turn: int
    steps: tuple[int, ...]
    """From its first cell to each, as numbers."""
    beside: tuple[tuple[int, int], ...]
    """Which of its cells lie side by side, by index."""


@lru_cache(maxsize=256)
def _turns(cells: tuple[Cell, ...]) -> tuple[_Turned, ...]:
    """A part's turns, but for those in which its cells lie as in an earlier one."""
    found: dict[frozenset[Cell], _Turned] = {}
    size = (max((row for row, _ in cells), default=0) + 1, max((column for _, column in cells), default=0) + 1)
    for turn in range(4 if len(cells) > 1 else 1):
        shape = [turned_cell(cell, size, turn) for cell in cells] if len(cells) > 1 else [(0, 0)]
        top, left = min(row for row, _ in shape), min(column for _, column in shape)
        beside = tuple(
            (index, other)
            for index, cell in enumerate(shape)
            for other, near in enumerate(shape[:index])
            if abs(cell[0] - near[0]) + abs(cell[1] - near[1]) == 1
        )
        steps = tuple(_number(cell) - _number(shape[0]) for cell in shape)
        found.setdefault(frozenset((row - top, column - left) for row, column in shape), _Turned(turn, steps, beside))
    return tuple(found.values())


def _inside(
    cells: tuple[Cell, ...], beside: Sequence[tuple[int, int]], joints: Mapping[frozenset[Cell], float]
) -> float:
    """What the joints inside a piece say for it. A square of four may be solid or open on one side."""
    values = [
        -2.0 * joints[pair] for index, other in beside if (pair := frozenset((cells[index], cells[other]))) in joints
    ]
    if len(cells) == 4 and len(values) == 4:
        values.remove(min(values))
    return sum(values)


@dataclass
class _Search:
    """Walks through the cuts of one heap, best first as far as can be told."""

    options: Mapping[Cell, Sequence[Laid]]
    share: Mapping[Cell, float]
    supply: Mapping[str, int]
    price: float
    keep: float
    most_steps: int
    steps: int = 0
    best: float = float("-inf")

    def cuts(
        self, open_cells: frozenset[Cell], pieces: tuple[Laid, ...], left: tuple[Cell, ...], nats: float
    ) -> list[Cut]:
        """All cuts of the cells that are not explained yet, none that is hopeless against the best so far."""
        self.steps += 1
        if self.steps > self.most_steps:
            return []
        if not open_cells:
            self.best = max(self.best, nats)
            return [Cut(pieces, left, nats)]
        if nats + sum(self.share[cell] for cell in open_cells) < self.best - self.keep:
            return []
        cell = min(open_cells, key=lambda one: (len(self._open(one, open_cells)), one))
        found: list[Cut] = []
        for laid in self._open(cell, open_cells):
            if sum(piece.part.id == laid.part.id for piece in pieces) < self.supply.get(laid.part.id, 1):
                found += self.cuts(open_cells - set(laid.cells), (*pieces, laid), left, nats + laid.nats)
        found += self.cuts(open_cells - {cell}, pieces, (*left, cell), nats - self.price)
        return found

    def _open(self, cell: Cell, open_cells: frozenset[Cell]) -> list[Laid]:
        return [laid for laid in self.options[cell] if open_cells.issuperset(laid.cells)]


def best_cuts(
    heap: frozenset[Cell],
    laid: Sequence[Laid],
    supply: Mapping[str, int],
    *,
    price: float,
    keep: float,
    most_steps: int,
) -> list[Cut]:
    """The cuts of a heap within `keep` nats of the best, best first; empty where the search was given up."""
    options: dict[Cell, list[Laid]] = {cell: [] for cell in heap}
    for one in sorted(laid, key=lambda one: -one.nats):
        for cell in one.cells:
            options[cell].append(one)
    share = {cell: max([-price, *(one.nats / len(one.cells) for one in options[cell])]) for cell in heap}
    search = _Search(options, share, supply, price, keep, most_steps)
    cuts = search.cuts(heap, (), (), 0.0)
    if search.steps > most_steps or not cuts:
        return []
    return sorted((cut for cut in cuts if cut.nats >= search.best - keep), key=lambda cut: -cut.nats)


@dataclass
class _JointSearch:
    """Walks through the ways to cut heaps that want the same parts, all heaps at once."""

    ways: Sequence[Sequence[Cut]]
    supply: Mapping[str, int]
    keep: float
    most_steps: int
    steps: int = 0
    best: float = float("-inf")
    found: dict[tuple[int, int], float] = field(default_factory=dict)
    """Numbers of a heap and of a cut of it -> nats of the best way to cut all heaps that has it."""

    def walk(self, used: Counter[str], chosen: tuple[int, ...], nats: float) -> None:
        """Every choice for the heaps that are left, none that is hopeless against the best so far."""
        self.steps += 1
        heap = len(chosen)
        most = nats + sum(cuts[0].nats for cuts in self.ways[heap:])
        if self.steps > self.most_steps or most < self.best - self.keep:
            return
        if heap == len(self.ways):
            self.best = max(self.best, nats)
            for one in enumerate(chosen):
                self.found[one] = max(self.found.get(one, nats), nats)
            return
        for number, cut in enumerate(self.ways[heap]):
            together = used + _parts_of(cut)
            if not _over(together, self.supply):
                self.walk(together, (*chosen, number), nats + cut.nats)


def cuts_together(
    ways: Sequence[Sequence[Cut]],
    supply: Mapping[str, int],
    more: Callable[[int], Sequence[Cut]],
    *,
    keep: float,
    most_steps: int,
) -> list[list[Cut]]:
    """Of the ways to cut each heap those that leave other heaps enough parts, best first, each with all heaps' nats.

    Where nothing goes together `more` tells further, worse ways to cut a heap (by its number). Heaps are left as they
    are where nothing goes together then, or the search was given up, as it is at once without any steps.
    """
    result = [list(cuts) for cuts in ways]
    if not most_steps:
        return result
    most: Counter[str] = Counter()
    for cuts in ways:
        of_heap: Counter[str] = Counter()
        for cut in cuts:
            of_heap |= _parts_of(cut)
        most += of_heap
    scarce = _over(most, supply)
    left = {heap: wanted for heap, cuts in enumerate(ways) if (wanted := _wanted(cuts) & scarce)}
    while left:
        heap, wanted_parts = left.popitem()
        group = [heap]
        while near := [one for one, parts in left.items() if parts & wanted_parts]:
            group += near
            wanted_parts = wanted_parts.union(*(left.pop(one) for one in near))
        group.sort(key=lambda one: len(ways[one]))
        search = _JointSearch([ways[one] for one in group], supply, keep, most_steps)
        search.walk(Counter(), (), 0.0)
        if not search.found:
            search = _JointSearch([more(one) or ways[one] for one in group], supply, keep, most_steps)
            search.walk(Counter(), (), 0.0)
        if search.steps > most_steps or not search.found:
            continue
        for number, heap in enumerate(group):
            allowed = [
                replace(cut, nats=nats)
                for index, cut in enumerate(search.ways[number])
                if (nats := search.found.get((number, index), float("-inf"))) >= search.best - keep
            ]
            result[heap] = sorted(allowed, key=lambda cut: -cut.nats)
    return result


def _parts_of(cut: Cut) -> Counter[str]:
    return Counter(laid.part.id for laid in cut.pieces)


def _wanted(cuts: Sequence[Cut]) -> set[str]:
    return {laid.part.id for cut in cuts for laid in cut.pieces}


def _over(used: Mapping[str, int], supply: Mapping[str, int]) -> set[str]:
    return {part for part, count in used.items() if count > supply.get(part, 1)}
