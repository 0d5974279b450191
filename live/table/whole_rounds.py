"""Several things that lie there at once: a table set out before the first look, or whole rounds between two looks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import Any

from live.table.interpretation import DecisionSettings, Interpretation, mismatches, moves_that_look_alike
from live.table.session import Draft, Session
from scoring.protocol import Judged, Rules
from tabletop.moves import Move
from tabletop.readings import Reading

ORDERS = 12
"""So many orders by lot are tried beside the one found and its reverse. Chosen by hand, as is the next one."""
MOST_TRIED = 100
"""So many states are looked at for an order that the rules allow."""


def laid_at_once(session: Session, reading: Reading, settings: DecisionSettings) -> Interpretation | None:
    """What lies there since the last look as lines, where it is more than the referee looks for."""
    left = mismatches(session.rules, session.state, reading, settings)
    if moves_that_look_alike(session.rules, session.state, left, reading, settings):
        return None  # the referee asks which of them it is
    return _of_players(session, reading, left, settings) or _of_nobody(session, reading, left, settings)


def _of_nobody(
    session: Session, reading: Reading, left: Sequence[str], settings: DecisionSettings
) -> Interpretation | None:
    """Several things of nobody's, where a table was set up before the first look; their order changes nothing."""
    rules, state = session.rules, session.state
    drafts: list[Draft] = []
    while left:
        for move in rules.suggest(state, reading.evidence, None):
            judged = rules.judge(state, move)
            after = mismatches(rules, judged.state, reading, settings) if move.player is None and judged.legal else left
            if len(after) < len(left):
                state, left = judged.state, after
                drafts.append(Draft(move))
                break
        else:
            break
    if left and any(
        _explains_all(rules, state, move, reading, settings) for move in rules.suggest(state, reading.evidence, None)
    ):
        left = ()  # the first turn has been played too: the next look tells it
    return Interpretation(tuple(drafts), tuple(left), None, settings.wait_s) if len(drafts) > 1 else None


def _explains_all(rules: Rules[Any, Any], state: Any, move: Move, reading: Reading, settings: DecisionSettings) -> bool:
    """Whether after one legal move the table is as it is seen."""
    judged = rules.judge(state, move)
    return judged.legal and not mismatches(rules, judged.state, reading, settings)


def _of_players(
    session: Session, reading: Reading, left: Sequence[str], settings: DecisionSettings
) -> Interpretation | None:
    """Whole rounds between two photographs; people are asked where anything hangs on the order of the moves."""
    most = settings.referee.most_moves
    if not settings.photograph or len(left) <= most:
        return None
    orders = _Orders(session.rules, reading, settings, session.header.players)
    moves = next(orders.legal(session.state, left), None)
    if moves is None or len(moves) <= most:
        return None
    if not session.moves and any(move.player is None for move in moves):
        return None  # a game under way: people say whether it stands so
    asks = not orders.all_alike(session.state, moves)
    return Interpretation(tuple(map(Draft, moves)), (), None, settings.wait_s, asks=asks)


@dataclass(slots=True)
class _Orders:
    """Orders in which moves may have been made that explain a reading."""

    rules: Rules[Any, Any]
    reading: Reading
    settings: DecisionSettings
    players: Sequence[str]
    tried: int = 0

    def legal(self, state: Any, left: Sequence[str], quiet: int = 0) -> Iterator[tuple[Move, ...]]:
        """Legal turns after which the table is as it is seen, those that explain most first; none where none are."""
        if not left:
            yield ()
            return
        self.tried += 1
        if self.tried > MOST_TRIED:
            return
        player, found = self.rules.to_move(state), list[tuple[Sequence[str], Judged[Any]]]()
        for move in dict.fromkeys(self.rules.suggest(state, self.reading.evidence, player)):
            if move.player not in (None, player) and player is not None:
                continue
            judged = self.rules.judge(state, move)
            after = mismatches(self.rules, judged.state, self.reading, self.settings) if judged.legal else left
            if set(after) < set(left):
                found.append((after, judged))
        for after, judged in sorted(found, key=lambda one: len(one[0])):
            yield from ((judged.move, *rest) for rest in self.legal(judged.state, after))
        if not found and quiet + 1 < len(self.players):
            for turn in self._quiet(state):
                yield from ((turn.move, *rest) for rest in self.legal(turn.state, left, quiet + 1))

    def all_alike(self, state: Any, moves: Sequence[Move]) -> bool:
        """Whether the same moves are legal, and lead to the same points, in whatever order."""
        rules, random = self.rules, Random(0)
        set_out = [move for move in moves if move.player is None]
        made = [move for move in moves if move.player is not None and not rules.leaves_no_trace(move)]
        anybodys = frozenset(move for move in made if self._is_anybodys(state, move))
        outcome = self._outcome(state, [*set_out, *made], anybodys)
        others = chain([made[::-1]], (random.sample(made, len(made)) for _ in range(ORDERS)))
        return outcome is not None and all(self._outcome(state, [*set_out, *o], anybodys) == outcome for o in others)

    def _is_anybodys(self, state: Any, move: Move) -> bool:
        """Whether the same move could be another player's: what it lays belongs to nobody."""
        others: Iterator[Any] = (replace(move, player=player) for player in self.players)  # type: ignore[type-var]
        return any(
            other in self.rules.suggest(state, self.reading.evidence, other.player) for other in others if other != move
        )

    def _outcome(self, state: Any, moves: Sequence[Move], anybodys: frozenset[Move]) -> tuple[Any, ...] | None:
        """What moves come to, made as near to this order as turns allow; None where one is against the rules."""
        rules, left = self.rules, list(moves)
        while left:
            player = rules.to_move(state)
            mine = [move for move in left if player is None or move.player in (None, player) or move in anybodys]
            if not mine:
                turn = next(self._quiet(state), None)
                if turn is None:
                    return None
                state = turn.state
                continue
            left.remove(mine[0])
            made: Any = mine[0]
            if made in anybodys and player is not None:
                made = replace(made, player=player)
            judged = rules.judge(state, made)
            if not judged.legal:
                return None
            state = judged.state
        return (tuple(rules.totals(state).items()), rules.to_move(state), rules.over(state))

    def _quiet(self, state: Any) -> Iterator[Judged[Any]]:
        """The turn without a trace of whoever is next; none where the rules allow none."""
        player = self.rules.to_move(state)
        for move in self.rules.quiet_moves(state, player)[:1] if player is not None else ():
            if not self.rules.changes(state, move):
                yield self.rules.judge(state, move)
