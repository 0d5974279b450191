"""What the learned look tells of a whole board: shapes laid where colours and goings-on make them most probable."""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from tabletop.cellnames import Cell
from tabletop.parts import Part
from vision.settings.learned import LearnedSettings
from vision.uncoded.board_input import SIDE_STEPS
from vision.uncoded.cell_looks import CellTold
from vision.uncoded.clusters import REACH_CELLS, Twins, apart, twins_as_one
from vision.uncoded.materials import Material
from vision.uncoded.shapes import Cut, Laid, connected, cuts_together, likeliest_cuts, placements, wholes_of

RIGHT_BELOW = ((0, 1, 1, 3), (1, 0, 2, 0))
"""Steps to two neighbours, and the numbers of the sides (above, right, below, left) that meet there."""


@dataclass(frozen=True, slots=True)
class LearnedAnswer:
    """What most probably lies on one cell."""

    piece: Laid | None
    """None where no known shape does."""
    share: float
    """Its probability among all ways to lay known shapes there."""
    alone: bool = True
    """Whether nothing else looks like this piece: no other part has its colour and shape."""


@dataclass(frozen=True, slots=True)
class CellShares:
    """Probabilities of one cell, all questions taken together; they add up to 1."""

    bare: float
    other: float
    colours: Mapping[int, float]
    under: float
    """Of a piece of one colour under what is neither ground nor piece."""

    def gain(self, colour: int) -> float:
        """By how much a piece of this colour is likelier than none (nats); what hides a cell may hide a piece."""
        under = self.under * self.other
        none = self.bare + self.other - under
        return math.log(max(self.colours.get(colour, 0.0) + under, 1e-6) / max(none, 1e-6))


def learned_answers(
    told: Mapping[Cell, CellTold],
    asked: Collection[Cell],
    covered: Collection[Cell],
    materials: Sequence[Material],
    supply: Mapping[str, int],
    settings: LearnedSettings,
) -> dict[Cell, LearnedAnswer]:
    """For every asked cell what most probably lies there, by what the learned look tells of all of them together.

    `supply` tells how many of each part may lie there. On `covered` cells something stands that is known, and what
    lies under it only its rim tells. What lies on other cells is known, so that no piece reaches there.
    """
    lying = {number for number, one in enumerate(materials) if any(kind.part.id in supply for kind in one.kinds)}
    seen = {cell: shares_of(told[cell], lying, settings) for cell in asked if cell in told}
    hidden = {
        cell: replace(seen.get(cell, CellShares(0.0, 1.0, {}, 0.0)), under=settings.under_known) for cell in covered
    }
    shown, twins = twins_as_one(materials, supply)
    colour_of = {kind.part.id: number for number, one in enumerate(materials) for kind in one.kinds}
    parts_of = [[kind.part for kind in one.kinds if supply.get(kind.part.id, 0) > 0] for one in materials]
    board = _Board(told, seen | hidden, colour_of, parts_of, settings)
    heaps = board.heaps()
    options = [board.laid(heap, shown, twins) for heap in heaps]
    ways = [
        likeliest_cuts(heap, laid, twins.supply, keep=settings.keep_nats, most=settings.most_cuts)
        for heap, laid in zip(heaps, options, strict=True)
    ]
    together = cuts_together(ways, twins.supply, None, keep=settings.keep_nats, most_steps=settings.most_joint_steps)
    answers = {cell: LearnedAnswer(None, one.bare) for cell, one in board.shares.items()}
    for cells, laid, found, cuts in zip(heaps, options, ways, together, strict=True):
        heap = _Heap(cells, laid, len(found) == settings.most_cuts)
        answers |= _of_heap(heap, cuts, twins, board)
    unknown = {cell for cell, one in answers.items() if one.share < 0.5}
    ending = {cell: board.unless_into(unknown, one) for cell, one in answers.items()}
    parted = {cell: board.unless_parted_beneath(covered, one) for cell, one in ending.items()}
    return _within_supply(board.unless_one(parted), twins)


def shares_of(told: CellTold, lying: Collection[int], settings: LearnedSettings) -> CellShares:
    """Of what each colour was answered; colours that are not `lying` are something else."""
    odds = {number: odds_of(share, settings) for number, share in told.pieces.items()}
    bare, other = odds_of(told.bare, settings), odds_of(told.other, settings)
    whole = bare + other + sum(odds.values())
    colours = {number: one / whole for number, one in odds.items() if number in lying}
    return CellShares(bare / whole, 1.0 - bare / whole - sum(colours.values()), colours, settings.under)


def odds_of(share: float, settings: LearnedSettings) -> float:
    """Odds of a probability, which is taken to be neither nothing nor all."""
    least = settings.least_share
    share = min(max(share, least), 1.0 - least)
    return share / (1.0 - share)


@dataclass(frozen=True, slots=True)
class _Board:
    """What is told of all cells of a board."""

    told: Mapping[Cell, CellTold]
    shares: dict[Cell, CellShares]
    colour_of: Mapping[str, int]
    """Part id -> the number of its colour."""
    parts_of: Sequence[Sequence[Part]]
    """Of each colour, the parts of which there is one left."""
    settings: LearnedSettings

    def goes_on(self, one: Cell, step: tuple[int, int, int, int], colour: int) -> float:
        """Probability that a piece of this colour goes on from a cell to the one beside it, by those that show it."""
        down, right, side, back = step
        logit, weight = 0.0, 1e-6
        for cell, way in ((one, side), ((one[0] + down, one[1] + right), back)):
            if cell in self.shares and self._asked_about(cell, colour):
                share = min(max(self.told[cell].on[colour][way], 1e-3), 1.0 - 1e-3)
                shows = self.shares[cell].colours.get(colour, 0.0)
                logit, weight = logit + shows * math.log(share / (1.0 - share)), weight + shows
        return 1.0 / (1.0 + math.exp(-logit / weight))

    def _asked_about(self, cell: Cell, colour: int) -> bool:
        """Whether a cell tells of a colour: what is known of it since the last look was told of that look's colours."""
        return cell in self.told and colour in self.told[cell].on

    def ends(self, piece: Laid) -> float:
        """Probability that a piece ends before all cells of which it is known what lies there, where that is least."""
        beside = {(row + down, column + right) for row, column in piece.cells for down, right in SIDE_STEPS}
        return self._ends_before(piece, beside - self.shares.keys())

    def _ends_before(self, piece: Laid, others: Collection[Cell]) -> float:
        """Probability that a piece ends before all of these other cells, where that is least."""
        colour, beyond = self.colour_of[piece.part.id], set(others) - set(piece.cells)
        return min(
            (
                1.0 - self.told[row, column].on[colour][way]
                for row, column in piece.cells
                for way, (down, right) in enumerate(SIDE_STEPS)
                if self._asked_about((row, column), colour) and (row + down, column + right) in beyond
            ),
            default=1.0,
        )

    def unless_into(self, unknown: Collection[Cell], one: LearnedAnswer) -> LearnedAnswer:
        """An answer; none where its piece seems to go on into a cell of which what is told is more probably wrong."""
        goes_on = one.piece is not None and self._ends_before(one.piece, unknown) < 0.5
        return replace(one, share=0.0) if goes_on else one

    def unless_parted_beneath(self, covered: Collection[Cell], one: LearnedAnswer) -> LearnedAnswer:
        """An answer; none where its piece ends at a cell that shows its colour round what stands there.

        What stands there hides most of the seam, and darkens the rest.
        """
        if one.piece is None:
            return one
        own, colour = set(one.piece.cells), self.colour_of[one.piece.part.id]
        beside = (cell for cell in set(covered) - own if any(apart(cell, other) == 1 for other in own))
        parted = any(self.shares[cell].colours.get(colour, 0.0) > self.settings.may_lie for cell in beside)
        return replace(one, share=0.0) if parted else one

    def unless_one(self, answers: Mapping[Cell, LearnedAnswer]) -> dict[Cell, LearnedAnswer]:
        """The answers; none of pieces that would be one, of which there is one left, without the seams between them."""
        seamed: set[Cell] = set()
        for number, parts in enumerate(self.parts_of):
            told = {
                cell: one.piece
                for cell, one in answers.items()
                if one.piece is not None and self.colour_of[one.piece.part.id] == number
            }
            seamed.update(cell for whole in wholes_of(told, parts, {}, -math.inf) for cell in whole.cells)
        return {cell: replace(one, share=0.0) if cell in seamed else one for cell, one in answers.items()}

    def may_reach_further(self, piece: Laid) -> bool:
        """Whether a larger part of its colour may lie there, on under what hides the cells beside it."""
        own = set(piece.cells)
        hidden = {cell for cell, one in self.shares.items() if one.other > self.settings.hides and cell not in own}
        near = {cell for cell in hidden if any(apart(cell, other) <= REACH_CELLS for other in own)}
        if not any(apart(cell, other) == 1 for cell in near for other in own):
            return False
        parts = self.parts_of[self.colour_of[piece.part.id]]
        larger = [part for part in parts if len(part.cells) > len(own)]
        return any(own < set(one.cells) for one in placements(frozenset(own | near), larger, {}, -math.inf))

    def heaps(self) -> list[frozenset[Cell]]:
        """Cells on which pieces may lie, those together that may be one piece."""
        own = self.settings
        colours = sorted({colour for one in self.shares.values() for colour in one.colours})
        may = {
            cell: {colour for colour in colours if one.colours.get(colour, 0.0) + one.under * one.other > own.may_lie}
            for cell, one in self.shares.items()
        }
        shown = {
            cell: {colour for colour, share in one.colours.items() if share > own.may_lie}
            for cell, one in self.shares.items()
        }
        linked: dict[Cell, set[Cell]] = {cell: set() for cell in self.shares}
        for cell in linked:
            for step in RIGHT_BELOW:
                other = (cell[0] + step[0], cell[1] + step[1])
                if other in linked and any(
                    self.goes_on(cell, step, colour) > own.may_go_on
                    for colour in may[cell] & may[other] & (shown[cell] | shown[other])
                ):
                    linked[cell].add(other)
                    linked[other].add(cell)
        return connected({cell: beside for cell, beside in linked.items() if shown[cell] or beside})

    def laid(self, heap: frozenset[Cell], materials: Sequence[Material], twins: Twins) -> list[Laid]:
        """Every part that may lie on a heap, and by how much it is likelier than nothing there (nats)."""
        found: list[Laid] = []
        for number, material in enumerate(materials):
            gain = {cell: self.shares[cell].gain(number) for cell in heap}
            mine = frozenset(cell for cell, one in gain.items() if one > -self.settings.keep_nats)
            parts = [kind.part for kind in material.kinds if twins.supply.get(kind.part.id, 0) > 0]
            if not parts or not any(number in self.shares[cell].colours for cell in mine):
                continue
            joints = {
                frozenset((cell, other)): -0.5 * math.log((on := self.goes_on(cell, step, number)) / (1.0 - on))
                for cell in mine
                for step in RIGHT_BELOW
                if (other := (cell[0] + step[0], cell[1] + step[1])) in mine
            }
            for one in placements(mine, parts, joints, -2.0 * self.settings.keep_nats):
                if not any(self.shares[cell].colours for cell in one.cells):
                    continue
                nats = sum(gain[cell] for cell in one.cells)
                if nats + one.inside > -self.settings.keep_nats:
                    found.append(Laid(one.part, one.turn, one.cells, nats + one.inside, nats))
        return found


@dataclass(frozen=True, slots=True, eq=False)
class _Heap:
    """Cells that may hang together, and every part that may lie there."""

    cells: frozenset[Cell]
    options: Sequence[Laid]
    cut_short: bool
    """Whether there are more ways to lay parts there than were followed."""

    def share_by_colour(self, piece: Laid) -> float:
        """Probability of a piece's colour among all that its shape may have.

        One light falls on all its cells, so that they are no witnesses of their own: several count as their root.
        """
        own = set(piece.cells)
        rivals = [one.nats for one in self.options if set(one.cells) == own and one.part.id != piece.part.id]
        return 1.0 / (1.0 + sum(math.exp((nats - piece.nats) / math.sqrt(len(own))) for nats in rivals))

    def share_nearby(self, piece: Laid, cut: Cut, supply: Mapping[str, int], settings: LearnedSettings) -> float:
        """Probability of a piece of a cut among all that may lie there, while pieces that do not touch it stay."""
        own = set(piece.cells)
        touching = [one for one in cut.pieces if any(apart(cell, other) <= 1 for cell in own for other in one.cells)]
        open_cells = {*cut.left, *(cell for one in touching for cell in one.cells)}
        instead = [one for one in self.options if open_cells.issuperset(one.cells) and not own.isdisjoint(one.cells)]
        options = [*instead, *(one for one in touching if own.isdisjoint(one.cells))]
        staying = Counter(one.part.id for one in cut.pieces if one not in touching)
        ways = likeliest_cuts(
            frozenset(cell for one in options for cell in one.cells),
            options,
            {name: count - staying[name] for name, count in supply.items()},
            keep=settings.keep_nats,
            most=settings.most_cuts,
        )
        weights = [math.exp(way.nats - ways[0].nats) for way in ways]
        own_weights = [weight for way, weight in zip(ways, weights, strict=True) if piece in way.pieces]
        return sum(own_weights) / sum(weights)


def _of_heap(heap: _Heap, cuts: Sequence[Cut], twins: Twins, board: _Board) -> dict[Cell, LearnedAnswer]:
    """The most probable piece on every cell of a heap."""
    weights = [math.exp(cut.nats - cuts[0].nats) for cut in cuts]
    whole = sum(weights)
    answers = {}
    for cell in heap.cells:
        found: dict[tuple[str, frozenset[Cell]] | None, float] = {}
        likeliest: dict[tuple[str, frozenset[Cell]] | None, tuple[Laid | None, Cut]] = {}
        for cut, weight in zip(cuts, weights, strict=True):
            piece = next((laid for laid in cut.pieces if cell in laid.cells), None)
            key = None if piece is None else (piece.part.id, frozenset(piece.cells))
            found[key] = found.get(key, 0.0) + weight / whole
            likeliest.setdefault(key, (piece, cut))
        best = max(found, key=lambda key: found[key])
        piece, cut = likeliest[best]
        if piece is None:  # nothing known lies there; whether it is bare is another question
            one = board.shares[cell]
            answers[cell] = LearnedAnswer(None, found[best] * one.bare / max(one.bare + one.other, 1e-6))
            continue
        share = min(found[best], heap.share_by_colour(piece))
        if heap.cut_short:  # what was left out differs nearby, too
            share = min(share, heap.share_nearby(piece, cut, twins.supply, board.settings))
        share = 0.0 if board.may_reach_further(piece) else share * board.ends(piece)
        answers[cell] = LearnedAnswer(piece, share, len(twins.names[piece.part.id]) == 1)
    return answers


def _within_supply(answers: Mapping[Cell, LearnedAnswer], twins: Twins) -> dict[Cell, LearnedAnswer]:
    """The answers, none of pieces of which there are not as many: which of them is wrong nobody knows."""
    pieces = {(one.piece.part.id, one.piece.cells) for one in answers.values() if one.piece is not None}
    count = Counter(name for name, _ in pieces)
    too_many = {name for name, number in count.items() if number > twins.supply.get(name, 0)}
    return {
        cell: replace(one, share=0.0) if one.piece is not None and one.piece.part.id in too_many else one
        for cell, one in answers.items()
    }
