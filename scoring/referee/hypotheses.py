"""Short sequences of turns that may explain a reading: grown turn by turn, the likeliest carried on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, is_dataclass, replace
from heapq import heapify, heappop, heappush
from itertools import islice, permutations
from math import log
from typing import Any

from scoring.protocol import Judged, Rules
from scoring.referee.evidence_model import PlaceModel
from scoring.referee.settings import RefereeSettings
from scoring.referee.turn_markers import marker_weight, puck_weight
from tabletop.moves import Move
from tabletop.readings import Evidence, Reading

TOLD = 1.0
"""A turn that changes little (a step of a score token) is seen where the reading is likelier with it by so much, as a
natural logarithm."""
EQUAL = 0.01
"""Weights that differ by less, as natural logarithms, are equal."""


@dataclass(frozen=True, slots=True)
class Node:
    """A hypothesis: the turns so far, and the natural logarithms of how plausible they are and how well they fit."""

    state: Any
    judged: tuple[Judged[Any], ...] = ()
    prior: float = 0.0
    fit: float = 0.0
    taken_back: int = 0
    unseen: int = 0
    """How many turns at the end changed nothing that the reading shows."""
    untold: int = 0
    """How many of all turns nothing in the reading speaks for."""
    alike: int = 1
    """For so many hypotheses it stands, as likely as itself, that no look tells apart."""
    quiet: int = 0
    """How many of the turns leave no trace."""

    @property
    def weight(self) -> float:
        """Both together."""
        return self.prior + self.fit

    @property
    def length(self) -> tuple[int, int, int]:
        """How many turns, quiet ones, and ones taken back."""
        return (len(self.judged), self.quiet, self.taken_back)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The turns."""
        return tuple(judged.move for judged in self.judged)


@dataclass(frozen=True, slots=True)
class UnjudgedTurn:
    """A hypothesis with one more turn that nobody has judged yet."""

    before: Node
    move: Move
    quiet: bool
    """Whether it leaves no trace."""
    if_legal: float
    """The prior with it where it is legal, ..."""
    if_illegal: float
    """... and where it is not, which is no greater."""
    fit: float
    alike: int = 1

    @property
    def weight(self) -> float:
        """As a hypothesis has it, where the turn is legal: no less than once it is judged."""
        return self.if_legal + self.fit

    @property
    def length(self) -> tuple[int, int, int]:
        """As a hypothesis has it."""
        return (len(self.before.judged) + 1, self.before.quiet + self.quiet, self.before.taken_back)


@dataclass(frozen=True, slots=True)
class Search:
    """All that hypotheses are grown and weighed with."""

    rules: Rules[Any, Any]
    state: Any
    """After all moves that are known."""
    reading: Reading
    evidence: Evidence
    model: PlaceModel
    puck_before: str | None
    settings: RefereeSettings

    def leaves(self, earlier: Sequence[Any]) -> list[Node]:
        """All hypotheses that survive the beam, puck and score markers in their priors."""
        root = Node(self.state, fit=self.model.fit(self.rules.contents(self.state)))
        layer = [root, *self._taken_back(earlier)]
        grown = list(layer)
        most = self.settings.most_moves
        most_quiet = len(self.rules.totals(self.state)) if self._unmarked else 0
        for number in range(1, max(most, most_quiet + 1) + 1):
            going_on = layer if number <= most else [node for node in layer if _all_quiet(node)]
            turns = (turn for node in going_on for turn in self._turns(node))
            layer = list(self.best_of_each_length(turns, self.settings.beam))
            grown += layer
        leaves = [self._with_signs(node) for node in grown]
        return leaves + [self._with_signs(node) for node in self._reordered(root, leaves)]

    @property
    def _unmarked(self) -> bool:
        """Whether no puck tells whose turn it is: turns without a trace are told by the next that leaves one.

        They need not have been made since the last look, and there may be one of each player.
        """
        return not self.puck_before and not self.reading.evidence.get("puck")

    def best_of_each_length(self, grown: Iterable[Node | UnjudgedTurn], at_most: int) -> Iterator[Node]:
        """The likeliest hypotheses of each number of turns and of quiet turns, the likeliest first.

        The search believes in few misread places and so prefers long sequences; where many are misread short ones win.
        Equal ones stay together, or the only other order of the same turns might be lost. A turn is judged when it is
        the likeliest of those that are left, were it legal: most never are.
        """
        taken: dict[tuple[int, int, int], list[float]] = {}
        waiting = [(-one.weight, number, one) for number, one in enumerate(grown)]
        heapify(waiting)
        while waiting:
            _, number, one = heappop(waiting)
            weights = taken.setdefault(one.length, [])
            if len(weights) >= at_most and one.weight <= weights[at_most - 1] - EQUAL:
                continue
            node = one if isinstance(one, Node) else self._judged(one)
            if node.weight < one.weight:
                heappush(waiting, (-node.weight, number, node))
            else:
                weights.append(node.weight)
                yield node

    def _taken_back(self, earlier: Sequence[Any]) -> Iterator[Node]:
        """The states before the last turns, should they be taken back."""
        for steps, before in enumerate(reversed(earlier[-2:]), start=1):
            fit = self.model.fit(self.rules.contents(before))
            yield Node(before, prior=steps * log(self.settings.taken_back), fit=fit, taken_back=steps)

    def _turns(self, node: Node) -> Iterator[UnjudgedTurn]:
        """One more turn: whatever the evidence suggests and makes the fit better, or a quiet one."""
        rules = self.rules
        player = rules.to_move(node.state)
        contents = rules.contents(node.state)
        gains: list[tuple[float, Move]] = []
        for move in dict.fromkeys(rules.suggest(node.state, self.evidence, player)):
            changes = rules.changes(node.state, move)
            everything = changes.keys() >= contents.keys()
            gain = self.model.fit(changes) - node.fit if everything else self.model.change(contents, changes)
            if gain > 0 or self._unseen_card(move):
                gains.append((gain, move))
        gains.sort(key=lambda pair: -pair[0] / rules.things(pair[1]))
        for gain, move, alike in islice(self._told_apart(node, gains), self.settings.candidates):
            yield self._turn(node, move, node.fit + gain, node.alike * alike)
        for move, gain in self._quiet(node, contents, player, {move for _, move in gains}):
            yield self._turn(node, move, node.fit + gain)

    def _told_apart(self, node: Node, gains: Sequence[tuple[float, Move]]) -> Iterator[tuple[float, Move, int]]:
        """The moves, but after another turn only one, a legal one if there is, of those that no look tells apart.

        All that each of three counters may be, were they all alike, are thousands of sequences that say the same. With
        each goes for how many it stands.
        """
        together: dict[Any, list[tuple[float, Move]]] = {}
        for gain, move in gains:
            where = frozenset(self.rules.places_of(move)) if node.judged else move
            together.setdefault((move.player, move.do, where, round(gain / EQUAL)), []).append((gain, move))
        for same in together.values():
            legal = [one for one in same if self.rules.judge(node.state, one[1]).legal] if len(same) > 1 else same
            gain, move = (legal or same)[0]
            yield gain, move, len(legal or same)

    def _unseen_card(self, move: Move) -> bool:
        """Whether a move turns over a card of which the reading says nothing: what was done with it suggested it."""
        places = self.rules.places_of(move)
        return _is_card(places) and self.model.tells_nothing(places[0], EQUAL)

    def _quiet(
        self, node: Node, contents: Mapping[str, str], player: str | None, thought_of: AbstractSet[Move]
    ) -> Iterator[tuple[Move, float]]:
        """The likeliest turn that changes nothing at all, and those that change little (a step of a score token)."""
        unseen = 0
        for move in self.rules.quiet_moves(node.state, player or ""):
            changes = self.rules.changes(node.state, move)
            unseen += not changes
            if move not in thought_of and (changes or unseen == 1):
                yield move, self.model.change(contents, changes)

    def _turn(self, node: Node, move: Move, fit: float, alike: int = 1) -> UnjudgedTurn:
        """The hypothesis with one more turn, as plausible as it is after the others, before anything of it is seen."""
        rules, settings = self.rules, self.settings
        quiet = rules.leaves_no_trace(move)
        weight = log(settings.another_turn if node.judged else settings.a_turn)
        against = log(settings.illegal_move)
        if quiet:
            again = bool(node.judged) and rules.leaves_no_trace(node.judged[-1].move)
            weight += log(settings.quiet_again if again else settings.quiet_move)
            if rules.to_move(node.state) is None:
                weight += log(settings.unprompted)
        else:
            weight -= log(self._choices(move))
            says = rules.supported(move, self.reading.position)
            if says is not None:
                weight += log(settings.as_the_reader_says if says else 1 - settings.as_the_reader_says)
            against += (rules.things(move) - 1) * log(settings.stray_thing)
            weight += self._needed_before(node, move)
        return UnjudgedTurn(node, move, quiet, node.prior + weight, node.prior + (weight + against), fit, alike)

    def _judged(self, turn: UnjudgedTurn) -> Node:
        """The hypothesis with the turn judged."""
        node, move = turn.before, turn.move
        judged = self.rules.judge(node.state, move)
        prior = turn.if_legal if judged.legal else turn.if_illegal
        needed = self._needed_before(node, move)
        if needed and not turn.quiet and (not judged.legal or self.rules.judge(self.state, move).legal):
            prior -= needed
        unseen, untold = 0, node.untold
        if turn.quiet:
            changes = self.rules.changes(node.state, move)
            if not any(place in self.model.places for place in changes):
                unseen = node.unseen + 1
            untold += self.model.change(self.rules.contents(node.state), changes) < TOLD
        turns, quiet = (*node.judged, judged), node.quiet + turn.quiet
        return Node(judged.state, turns, prior, turn.fit, node.taken_back, unseen, untold, turn.alike, quiet)

    def _needed_before(self, node: Node, move: Move) -> float:
        """By so much a visible turn of nobody's, a card, is likelier that needs these turns without a trace before it.

        Where no puck tells of turns, these need not have been made since the last look.
        """
        if move.player is not None or not self._unmarked or not _all_quiet(node):
            return 0.0
        return -len(node.judged) * log(self.settings.another_turn)

    def _choices(self, move: Move) -> float:
        """How many visible moves a turn may be; a card that is turned over is one of so many cards."""
        places = self.rules.places_of(move)
        if _is_card(places):
            return max(2.0, len(self.evidence.get(places[0], ())))
        return max(2.0, self.settings.choices_a_place * len(self.model.places))

    def _with_signs(self, node: Node) -> Node:
        """The hypothesis with what puck and score markers say."""
        signs = puck_weight(
            self.rules, node.state, node.judged, self.reading, self.puck_before, self.settings, unseen=node.unseen
        )
        signs += marker_weight(self.rules, node.state, node.judged, self.reading, self.settings)
        return replace(node, prior=node.prior + signs)

    def _reordered(self, root: Node, leaves: list[Node]) -> Iterator[Node]:
        """The turns of the best hypotheses in every other order, by whoever is then to move: the beam may lose them."""
        known = {node.moves for node in leaves}
        several = [node for node in leaves if len(node.judged) > 1 and not node.taken_back]
        for node in sorted(several, key=lambda node: -node.weight)[: self.settings.reordered]:
            for order in permutations(node.moves):
                other = root
                for move in order:
                    other = self._judged(self._turn(other, self._by_whom(other.state, move), 0.0))
                if other.moves not in known:
                    known.add(other.moves)
                    yield replace(other, fit=self.model.fit(self.rules.contents(other.state)))

    def _by_whom(self, state: Any, move: Move) -> Move:
        """The same turn by the player who is next."""
        player = self.rules.to_move(state)
        if move.player is None or player is None or not is_dataclass(move) or isinstance(move, type):
            return move
        return replace(move, player=player)


def _all_quiet(node: Node) -> bool:
    """Whether none of the turns leaves a trace, and none is taken back."""
    return node.quiet == len(node.judged) and not node.taken_back


def _is_card(places: Sequence[str]) -> bool:
    """Whether these are the places of a card that is turned over: one place, and no player's."""
    return len(places) == 1 and ":" not in places[0]
