"""Heaps of faces cut into known shapes: every way to lay pieces over them, weighed by colour, joints and supply."""

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from tabletop.cellnames import Cell
from tabletop.gamefile import Part
from tabletop.lattice import turned_cell


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


def connected(linked: Mapping[Cell, Collection[Cell]]) -> list[frozenset[Cell]]:
    """The cells in groups that hang together, where each cell is linked to those it may be one piece with."""
    groups, left = [], set(linked)
    while left:
        group: set[Cell] = set()
        edge = {left.pop()}
        while edge:
            group |= edge
            edge = {near for cell in edge for near in linked[cell]} - group
        left -= group
        groups.append(frozenset(group))
    return groups


def placements(
    heap: frozenset[Cell], parts: Sequence[Part], joints: Mapping[frozenset[Cell], float], floor: float
) -> list[ShapeFit]:
    """Every part in every turn that lies wholly on the heap; a joint inside speaks against a piece as it is open.

    No part lies where joints inside it say less than `floor`.
    """
    if not heap or not parts:
        return []
    found: list[ShapeFit] = []
    top, left = min(row for row, _ in heap), min(column for _, column in heap)
    # A bit a cell, row after row; no part reaches beyond the bits that stay free between two rows.
    width = max(column for _, column in heap) - left + max(len(part.cells) for part in parts) + 1
    cells_there = sum(1 << (row - top) * width + column - left for row, column in heap)
    for part in parts:
        for one in _turns(part.cells):
            anchors = cells_there
            for down, right in one.steps[1:]:
                step = down * width + right
                anchors &= cells_there >> step if step >= 0 else cells_there << -step
            while anchors:
                anchor = anchors.bit_length() - 1
                anchors ^= 1 << anchor
                row, column = top + anchor // width, left + anchor % width
                cells = tuple((row + down, column + right) for down, right in one.steps)
                inside = _inside(cells, one.beside, joints) if joints else 0.0
                if inside > floor:
                    found.append(ShapeFit(part, one.turn, cells, inside))
    return found


def wholes_of(
    told: Mapping[Cell, Laid], parts: Sequence[Part], supply: Mapping[str, int], floor: float
) -> list[ShapeFit]:
    """Larger parts, one of which is left, that several pieces, told cell by cell, would be without seams between them.

    A groove, a string, a pen and the edge of a shadow look like the seam between two pieces that touch.
    """
    there = [part for part in parts if supply.get(part.id, 1) > 0]
    most = max((len(part.cells) for part in there), default=1)
    small = frozenset(cell for cell, piece in told.items() if len(piece.cells) < most)
    found = []
    for whole in placements(small, [part for part in there if len(part.cells) > 1], {}, floor):
        pieces = {told[cell].cells for cell in whole.cells}
        if len(pieces) > 1 and sum(map(len, pieces)) == len(whole.cells):  # each of which lies wholly on it
            found.append(whole)
    return found


@dataclass(frozen=True, slots=True)
class _Turned:
    """How a part's cells lie after some quarter turns."""

    turn: int
    steps: tuple[Cell, ...]
    """From its first cell to each, down and to the right."""
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
        steps = tuple((row - shape[0][0], column - shape[0][1]) for row, column in shape)
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


Options = Mapping[Cell, Sequence[tuple[int, Laid]]]
"""Of each open cell the parts that may lie there, best first, and what each covers: a bit a cell."""


@dataclass
class _Search:
    """Walks through the cuts of one heap, best first as far as can be told."""

    bits: Mapping[Cell, int]
    share: Mapping[Cell, float]
    supply: Mapping[str, int]
    price: float
    keep: float
    most_steps: int
    steps: int = 0
    best: float = float("-inf")

    def cuts(
        self, before: Options, taken: int, pieces: tuple[Laid, ...], left: tuple[Cell, ...], nats: float
    ) -> list[Cut]:
        """All cuts of the cells that were open `before` these were taken, none hopeless against the best so far."""
        self.steps += 1
        if self.steps > self.most_steps:
            return []
        open_cells = [cell for cell in before if not self.bits[cell] & taken]
        if not open_cells:
            self.best = max(self.best, nats)
            return [Cut(pieces, left, nats)]
        if nats + sum(self.share[cell] for cell in open_cells) < self.best - self.keep:
            return []
        options = {cell: [one for one in before[cell] if not one[0] & taken] for cell in open_cells}
        cell = min(open_cells, key=lambda one: (len(options[one]), one))
        lying = [piece.part.id for piece in pieces]
        found: list[Cut] = []
        for covered, laid in options[cell]:
            if lying.count(laid.part.id) < self.supply.get(laid.part.id, 1):
                found += self.cuts(options, covered, (*pieces, laid), left, nats + laid.nats)
        found += self.cuts(options, self.bits[cell], pieces, (*left, cell), nats - self.price)
        return found


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
    bits = _bits(heap)
    options: dict[Cell, list[tuple[int, Laid]]] = {cell: [] for cell in heap}
    for one in sorted(laid, key=lambda one: -one.nats):
        covered = sum(bits[cell] for cell in one.cells)
        for cell in one.cells:
            options[cell].append((covered, one))
    share = {cell: max([-price, *(one.nats / len(one.cells) for _, one in options[cell])]) for cell in heap}
    search = _Search(bits, share, supply, price, keep, most_steps)
    cuts = search.cuts(options, 0, (), (), 0.0)
    if search.steps > most_steps or not cuts:
        return []
    return sorted((cut for cut in cuts if cut.nats >= search.best - keep), key=lambda cut: -cut.nats)


def _bits(heap: Collection[Cell]) -> dict[Cell, int]:
    """A bit for each cell, in their order."""
    return {cell: 1 << number for number, cell in enumerate(sorted(heap))}


class _Partial(NamedTuple):
    """A heap explained as far as its first open cell."""

    bound: float
    """Nats of its pieces, and the most that its open cells may add."""
    open: int
    """A bit a cell."""
    pieces: tuple[Laid, ...]


def likeliest_cuts(
    heap: frozenset[Cell], laid: Sequence[Laid], supply: Mapping[str, int], *, keep: float, most: int
) -> list[Cut]:
    """Cuts of a heap within `keep` nats of the best, best first, `most` at most: cells may be left for nothing.

    A beam search from cell to cell: never given up, and not sure to find all where very many are alike.
    """
    bit = _bits(heap)
    options: dict[int, list[tuple[int, float, Laid]]] = {one: [] for one in bit.values()}
    share = dict.fromkeys(bit, 0.0)
    for one in laid:
        for cell in one.cells:
            share[cell] = max(share[cell], one.nats / len(one.cells))
    for one in laid:
        covered, most_of_it = sum(bit[cell] for cell in one.cells), sum(share[cell] for cell in one.cells)
        first = covered & -covered  # by when it is the first open cell those before it are explained
        options[first].append((covered, one.nats - most_of_it, one))
    alone = {bit[cell]: value for cell, value in share.items()}
    states = [_Partial(sum(share.values()), (1 << len(bit)) - 1, ())]
    while any(state.open for state in states):
        grown: list[_Partial] = []
        left = [state.bound - alone.get(state.open & -state.open, 0.0) for state in states]
        least = min(left) if len(left) == most else -math.inf  # so many are as good as this
        for state in states:
            bound, still_open, pieces = state
            first = still_open & -still_open
            if not first:
                grown.append(state)
                continue
            grown.append(_Partial(bound - alone[first], still_open & ~first, pieces))
            lying = [piece.part.id for piece in pieces]
            for covered, change, one in options[first]:
                if covered & ~still_open or bound + change < least:
                    continue
                if lying.count(one.part.id) < supply.get(one.part.id, 1):
                    grown.append(_Partial(bound + change, still_open & ~covered, (*pieces, one)))
        grown.sort(key=lambda state: -state.bound)
        states = grown[:most]
    found = []
    for state in (one for one in states if one.bound >= states[0].bound - keep):
        full = {cell for piece in state.pieces for cell in piece.cells}
        found.append(Cut(state.pieces, tuple(cell for cell in bit if cell not in full), state.bound))
    return found


@dataclass(frozen=True, slots=True)
class _Wish:
    """What one way to cut a heap, or several ways that want the same, needs of the scarce parts."""

    wants: tuple[tuple[str, int], ...]
    """Names of parts, and how many of each."""
    nats: float
    """Of the best such way."""


@dataclass
class _JointSearch:
    """Walks through the wishes of heaps that want the same parts, all heaps at once."""

    wishes: Sequence[Sequence[_Wish]]
    """Of each heap, the likeliest first."""
    supply: Mapping[str, int]
    keep: float
    most_steps: int
    steps: int = 0
    best: float = float("-inf")
    found: dict[tuple[int, int], float] = field(default_factory=dict)
    """The numbers of a heap and of a wish of it -> nats of the best way to cut all heaps that has it."""

    def __post_init__(self) -> None:
        most = [0.0]
        for wishes in reversed(self.wishes):
            most.append(most[-1] + wishes[0].nats)
        self._most = most[::-1]
        self._used = {part: 0 for wishes in self.wishes for wish in wishes for part, _ in wish.wants}

    def walk(self, chosen: tuple[int, ...], nats: float) -> None:
        """Every choice for the heaps that are left, none that is hopeless against the best so far."""
        self.steps += 1
        heap, used = len(chosen), self._used
        if heap == len(self.wishes):
            self.best = max(self.best, nats)
            for one in enumerate(chosen):
                self.found[one] = max(self.found.get(one, nats), nats)
            return
        for number, wish in enumerate(self.wishes[heap]):
            if self.steps > self.most_steps or nats + wish.nats + self._most[heap + 1] < self.best - self.keep:
                return
            if all(used[part] + count <= self.supply.get(part, 1) for part, count in wish.wants):
                for part, count in wish.wants:
                    used[part] += count
                self.walk((*chosen, number), nats + wish.nats)
                for part, count in wish.wants:
                    used[part] -= count


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
    scarce = {part for part, count in most.items() if count > supply.get(part, 1)}
    left = {heap: wanted for heap, cuts in enumerate(ways) if (wanted := _wanted(cuts) & scarce)}
    while left:
        heap, wanted_parts = left.popitem()
        group = [heap]
        while near := [one for one, parts in left.items() if parts & wanted_parts]:
            group += near
            wanted_parts = wanted_parts.union(*(left.pop(one) for one in near))
        group.sort(key=lambda one: len(ways[one]))
        for tried in ([ways[one] for one in group], [more(one) or ways[one] for one in group]):
            wishes = [[_wish(cut) for cut in cuts] for cuts in tried]
            once = [_once(of_heap) for of_heap in wishes]
            search = _JointSearch(once, supply, keep, most_steps)
            search.walk((), 0.0)
            if search.found:
                break
        if search.steps > most_steps or not search.found:
            continue
        best_of = {
            (number, once[number][index].wants): nats - once[number][index].nats
            for (number, index), nats in search.found.items()
        }
        for number, heap in enumerate(group):
            allowed = [
                replace(cut, nats=nats)
                for cut, wish in zip(tried[number], wishes[number], strict=True)
                if (nats := best_of.get((number, wish.wants), float("-inf")) + cut.nats) >= search.best - keep
            ]
            result[heap] = sorted(allowed, key=lambda cut: -cut.nats)
    return result


def _wish(cut: Cut) -> _Wish:
    return _Wish(tuple(sorted(_parts_of(cut).items())), cut.nats)


def _once(wishes: Sequence[_Wish]) -> list[_Wish]:
    """The likeliest of those that want the same, the likeliest first."""
    best: dict[tuple[tuple[str, int], ...], _Wish] = {}
    for wish in sorted(wishes, key=lambda one: -one.nats):
        best.setdefault(wish.wants, wish)
    return list(best.values())


def _parts_of(cut: Cut) -> Counter[str]:
    return Counter(laid.part.id for laid in cut.pieces)


def _wanted(cuts: Sequence[Cut]) -> set[str]:
    return {laid.part.id for cut in cuts for laid in cut.pieces}
