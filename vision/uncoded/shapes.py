"""Heaps of faces cut into known shapes: every way to lay pieces over them, weighed by colour, joints and supply."""

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from tabletop.cellnames import Cell
from tabletop.lattice import turned_cell
from tabletop.parts import Part


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
        for one in _turns(part.cells) if len(part.cells) <= len(heap) else ():
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
    small = _beside_others({cell: piece for cell, piece in told.items() if len(piece.cells) < most})
    found = []
    for whole in placements(small, [part for part in there if len(part.cells) > 1], {}, floor):
        pieces = {told[cell].cells for cell in whole.cells}
        if len(pieces) > 1 and sum(map(len, pieces)) == len(whole.cells):  # each of which lies wholly on it
            found.append(whole)
    return found


def _beside_others(told: Mapping[Cell, Laid]) -> frozenset[Cell]:
    """Cells that tell of a piece which, by what they tell, touches another one."""
    touching = {
        piece.cells
        for (row, column), piece in told.items()
        for beside in ((row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column))
        if beside in told and told[beside].cells != piece.cells
    }
    return frozenset(cell for cell, piece in told.items() if piece.cells in touching)


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


MOST_SETS = 5_000
"""Of open cells of one heap, of each of which the most that it can add is told exactly."""


class _Open:
    """What may lie on the open cells of a heap, and the most that they can add, whatever the supply.

    Open cells are told by a bit each, and explained in their order, so that few different sets of them are ever left.
    """

    def __init__(self, heap: Collection[Cell], laid: Sequence[Laid], price: float) -> None:
        """`price` is that of a cell that is left for nothing."""
        bits = _bits(heap)
        self.cells, self.price = list(bits), price
        self.options: dict[int, list[tuple[int, Laid]]] = {bit: [] for bit in bits.values()}
        """First cell -> what may lie there once all cells before it are explained, and what it covers."""
        self._share = dict.fromkeys(bits.values(), -price)
        best: dict[int, float] = {}
        for one in laid:
            covered = 0
            for cell in one.cells:
                covered |= bits[cell]
                self._share[bits[cell]] = max(self._share[bits[cell]], one.nats / len(one.cells))
            self.options[covered & -covered].append((covered, one))
            best[covered] = max(best.get(covered, one.nats), one.nats)
        self._best: dict[int, list[tuple[int, float]]] = {bit: [] for bit in bits.values()}
        for covered, nats in best.items():
            self._best[covered & -covered].append((covered, nats))
        self._most = {0: 0.0}

    @property
    def whole(self) -> int:
        """All cells of the heap."""
        return (1 << len(self.cells)) - 1

    def most(self, still_open: int) -> float:
        """The most that these can add; more than that after very many other sets."""
        known = self._most.get(still_open)
        if known is not None:
            return known
        first = still_open & -still_open
        if len(self._most) > MOST_SETS:
            most = self._share[first] + self.most(still_open ^ first)
        else:
            most = self.most(still_open ^ first) - self.price
            for covered, nats in self._best[first]:
                if not covered & ~still_open:
                    most = max(most, nats + self.most(still_open ^ covered))
        self._most[still_open] = most
        return most


@dataclass
class _Search:
    """Walks through the cuts of one heap, what may become the best first."""

    open: _Open
    supply: Mapping[str, int]
    keep: float
    most_steps: int
    steps: int = 0
    best: float = -math.inf
    found: list[Cut] = field(default_factory=list)

    def walk(self, still_open: int, pieces: tuple[Laid, ...], left: tuple[Cell, ...], nats: float) -> None:
        """Finds all cuts of the cells that are still open, none that is hopeless against the best so far."""
        self.steps += 1
        if not still_open:
            self.best = max(self.best, nats)
            self.found.append(Cut(pieces, left, nats))
            return
        first = still_open & -still_open
        least = self.best - self.keep
        lying = [piece.part.id for piece in pieces]
        ways: list[tuple[float, int, Laid | None]] = [
            (bound, covered, one)
            for covered, one in self.open.options[first]
            if not covered & ~still_open
            and (bound := nats + one.nats + self.open.most(still_open ^ covered)) >= least
            and lying.count(one.part.id) < self.supply.get(one.part.id, 1)
        ]
        ways.append((nats - self.open.price + self.open.most(still_open ^ first), first, None))
        ways.sort(key=lambda way: -way[0])
        for bound, covered, laid in ways:
            if bound < self.best - self.keep or self.steps > self.most_steps:
                return
            if laid is None:
                cell = self.open.cells[first.bit_length() - 1]
                self.walk(still_open ^ first, pieces, (*left, cell), nats - self.open.price)
            else:
                self.walk(still_open ^ covered, (*pieces, laid), left, nats + laid.nats)


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
    there = [one for one in laid if supply.get(one.part.id, 1) > 0]
    search = _Search(_Open(heap, there, price), supply, keep, most_steps)
    search.walk(search.open.whole, (), (), 0.0)
    if search.steps > most_steps:
        return []
    return sorted((cut for cut in search.found if cut.nats >= search.best - keep), key=lambda cut: -cut.nats)


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


@dataclass
class _Beam:
    """What may lie on one heap, from cell to cell."""

    alone: Mapping[int, float]
    """The most that a cell may add."""
    options: Mapping[int, Sequence[tuple[float, int, Laid]]]
    """What may lie on a cell when those before it are explained, the best first: nats that are lost, what it covers."""
    supply: Mapping[str, int]

    def ways_on(self, state: _Partial, least: float) -> list[_Partial]:
        """All ways to explain its first open cell, but those whose bound is below `least`."""
        bound, still_open, pieces = state
        first = still_open & -still_open
        found = []
        if bound - self.alone[first] >= least:
            found.append(_Partial(bound - self.alone[first], still_open ^ first, pieces))
        lying = [piece.part.id for piece in pieces]
        for lost, covered, one in self.options[first]:
            if bound - lost < least:
                break
            if not covered & ~still_open and lying.count(one.part.id) < self.supply.get(one.part.id, 1):
                found.append(_Partial(bound - lost, still_open ^ covered, (*pieces, one)))
        return found


def likeliest_cuts(
    heap: frozenset[Cell], laid: Sequence[Laid], supply: Mapping[str, int], *, keep: float, most: int
) -> list[Cut]:
    """Cuts of a heap within `keep` nats of the best, best first, `most` at most: cells may be left for nothing.

    A beam search from cell to cell: never given up, and not sure to find all where very many are alike. The greedy
    cut is always one of them, though the beam may lose it to others that promise more and keep less.
    """
    bit = _bits(heap)
    share = dict.fromkeys(bit, 0.0)
    for one in laid:
        for cell in one.cells:
            share[cell] = max(share[cell], one.nats / len(one.cells))
    options: dict[int, list[tuple[float, int, Laid]]] = {one: [] for one in bit.values()}
    for one in laid:
        covered, most_of_it = sum(bit[cell] for cell in one.cells), sum(share[cell] for cell in one.cells)
        options[covered & -covered].append((most_of_it - one.nats, covered, one))
    for ways in options.values():
        ways.sort(key=lambda way: way[0])
    beam = _Beam({bit[cell]: value for cell, value in share.items()}, options, supply)
    start = straight = _Partial(sum(share.values()), (1 << len(bit)) - 1, ())
    while straight.open:
        straight = max(beam.ways_on(straight, -math.inf), key=lambda state: state.bound)
    states = [start]
    while any(state.open for state in states):
        least = straight.bound - keep
        if len(states) == most:  # so many are as good as this
            least = max(least, min(state.bound - beam.alone.get(state.open & -state.open, 0.0) for state in states))
        grown = []
        for state in states:
            grown += beam.ways_on(state, least) if state.open else [state]
        grown.sort(key=lambda state: -state.bound)
        states = grown[:most]
    states = sorted([straight, *(one for one in states if one != straight)], key=lambda state: -state.bound)
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
    more: Callable[[int], Sequence[Cut]] | None,
    *,
    keep: float,
    most_steps: int,
) -> list[list[Cut]]:
    """Of the ways to cut each heap those that leave other heaps enough parts, best first, each with all heaps' nats.

    Where nothing goes together `more`, if there is more, tells further, worse ways to cut a heap (by its number). Heaps
    are left as they are where nothing goes together then, or the search was given up, as it is at once without any
    steps.
    """
    result = [list(cuts) for cuts in ways]
    if not most_steps:
        return result
    scarce = _scarce(ways, supply)
    left = {heap: wanted for heap, cuts in enumerate(ways) if (wanted := _wanted(cuts) & scarce)}
    while left:
        heap, wanted_parts = left.popitem()
        group = [heap]
        while near := [one for one, parts in left.items() if parts & wanted_parts]:
            group += near
            wanted_parts = wanted_parts.union(*(left.pop(one) for one in near))
        group.sort(key=lambda one: len(ways[one]))
        tried = [ways[one] for one in group]
        wishes, search = _go_together(tried, supply, keep, most_steps)
        if more is not None and not search.found:
            tried = [more(one) or ways[one] for one in group]
            wishes, search = _go_together(tried, supply, keep, most_steps)
        if search.steps > most_steps or not search.found:
            continue
        best_of = {
            (number, search.wishes[number][index].wants): nats - search.wishes[number][index].nats
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


def _go_together(
    ways: Sequence[Sequence[Cut]], supply: Mapping[str, int], keep: float, most_steps: int
) -> tuple[list[list[_Wish]], _JointSearch]:
    """What each way to cut each heap needs of what there is not enough of for all, and what of that goes together."""
    scarce = _scarce(ways, supply)
    wishes = [[_wish(cut, scarce) for cut in cuts] for cuts in ways]
    search = _JointSearch([_once(of_heap) for of_heap in wishes], supply, keep, most_steps)
    search.walk((), 0.0)
    return wishes, search


def _scarce(ways: Sequence[Sequence[Cut]], supply: Mapping[str, int]) -> set[str]:
    """Parts of which the heaps may want more than there are."""
    most: Counter[str] = Counter()
    for cuts in ways:
        of_heap: Counter[str] = Counter()
        for cut in cuts:
            of_heap |= _parts_of(cut)
        most += of_heap
    return {part for part, count in most.items() if count > supply.get(part, 1)}


def _wish(cut: Cut, scarce: Collection[str]) -> _Wish:
    wants = Counter(laid.part.id for laid in cut.pieces if laid.part.id in scarce)
    return _Wish(tuple(sorted(wants.items())), cut.nats)


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
