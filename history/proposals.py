"""Other histories that explain what one does not: four kinds, the same for every game.

One more move, with turns without a trace before it; turns without a trace until the puck's holder is next; one of the
last events was another one, was taken back, or never was; a move was made before one of the last events.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf, log
from typing import Any

from history.events import History, Stray, TimedMove, Writer
from history.puck import Puck
from history.settings import SETTINGS, HistorySettings
from history.sightings import NOWHERE, Sightings
from tabletop.moves import Move
from tabletop.readings import Evidence, Reading

EARLIER_S = 0.01
"""By so much a move that was made before another was made before it."""


@dataclass(slots=True)
class Proposals:
    """Makes the others; what was proposed once is not proposed again before something else is seen."""

    writer: Writer
    sightings: Sightings
    puck: Puck
    settings: HistorySettings = SETTINGS
    reading: Reading | None = None
    _suggested: dict[Any, tuple[Any, Sequence[TimedMove]]] = field(default_factory=dict)
    _evidence: Evidence = field(default_factory=dict)

    def see(self, reading: Reading) -> None:
        """Take in what is seen now."""
        if reading.evidence is not self._evidence:
            self._suggested.clear()
        self.reading, self._evidence = reading, reading.evidence

    def odd_places(self, history: History, candidates: set[str]) -> list[str]:
        """Where something else is seen now than a history has there."""
        first, odd = self.writer.contents(self.writer.root), []
        for place in sorted(candidates | history.lying.keys()):
            now = self.sightings.now(place)
            if now is not None:
                lying = history.lying[place][-1][1] if place in history.lying else first.get(place, NOWHERE)
                if lying not in now.leading:
                    odd.append(place)
        return odd

    def others(self, history: History, odd: Sequence[str]) -> Iterator[History]:
        """All of them, the likelier kinds first."""
        if odd:
            yield from self._further(history, odd)
        yield from self._until_the_holder(history)
        if odd:
            yield from self._otherwise(history, odd)

    def _further(self, history: History, odd: Sequence[str]) -> Iterator[History]:
        """One more move, each also with turns without a trace before it."""
        rules, count = self.writer.rules, len(history.events)
        last_s = history.events[-1].since_s if history.events else -inf
        ways: list[tuple[Any, tuple[Move, ...]]] = [(self.writer.state(history), ())]
        for depth in range(len(rules.totals(self.writer.root))):
            after: list[tuple[Any, tuple[Move, ...]]] = []
            for state, quiet in ways:
                for event in self.suggested(state, odd)[: self.settings.candidates if not depth else 3]:
                    between_s = max(last_s, event.not_before_s if event.not_before_s > -inf else event.since_s - 0.05)
                    before = [TimedMove(move, min(between_s, event.since_s)) for move in quiet]
                    yield from self._made(history, count, [*before, event])
                after += [(then, (*quiet, move)) for move, then in self._quiet(state)]
            ways = after[:4]

    def _quiet(self, state: Any) -> Iterator[tuple[Move, Any]]:
        """Turns without a trace that nothing seen speaks against, each with the state after it; alike ones once."""
        rules, found = self.writer.rules, set[Any]()
        mover = rules.to_move(state)
        for move in rules.quiet_moves(state, mover) if mover is not None else ():
            then = self.writer.judge(state, move).state
            comes_to = (
                rules.to_move(then),
                tuple(rules.totals(then).items()),
                tuple(self.writer.changes(state, then).items()),
            )
            if comes_to not in found and not self._contradicted(state, then):
                found.add(comes_to)
                yield move, then

    def _contradicted(self, before: Any, after: Any) -> bool:
        """Whether what a turn changes is seen not to have changed: a token that stands where it stood."""
        for place, word in self.writer.changes(before, after).items():
            now = self.sightings.now(place)
            if now is not None and word not in now.leading:
                return True
        return False

    def _until_the_holder(self, history: History) -> Iterator[History]:
        """Turns without a trace, until whoever has the puck is next."""
        rules, state, stop = self.writer.rules, self.writer.state(history), self.puck.last
        if stop is None or rules.to_move(state) in (stop.player, None):
            return
        last_s = history.events[-1].since_s if history.events else -inf
        events: list[TimedMove] = []
        while len(events) < len(self.puck.players):
            mover = rules.to_move(state)
            if mover is None or mover == stop.player:
                break
            moves = rules.quiet_moves(state, mover)
            if not moves:
                return
            events.append(TimedMove(moves[0], max(stop.from_s, last_s + EARLIER_S)))
            state = self.writer.judge(state, moves[0]).state
        if events and rules.to_move(state) == stop.player:
            yield from self._made(history, len(history.events), events)

    def _otherwise(self, history: History, odd: Sequence[str]) -> Iterator[History]:
        """One of the last events was another one, was taken back, never was; or a move was made before it."""
        rules, settings, writer = self.writer.rules, self.settings, self.writer
        count, visible = len(history.events), 0
        for at in reversed(range(count)):
            old, before, rest = history.events[at], writer.state(history, at), history.events[at + 1 :]
            quiet = rules.leaves_no_trace(old.move)
            visible += not quiet
            if visible > settings.back:
                return
            laid = writer.changes(before, writer.state(history, at + 1))
            gone = set(odd) & laid.keys()
            back = settings.taken_back if at == count - 1 else settings.taken_back_earlier
            strays = history.strays
            if gone and not old.said:
                seen = [now.from_s for place in gone if (now := self.sightings.now(place)) is not None]
                gone_s = min(seen, default=-inf)
                lay = [Stray(place, word, old.since_s, gone_s) for place, word in laid.items() if gone_s > old.since_s]
                strays = (*strays, *lay)
                back -= log(1 + max(0.0, gone_s - old.since_s) / settings.taken_back_s)
                yield from self._made(history, at, rest, strays, back)
                yield from self._made(history, at, rest, None, settings.never_lay)
            for event in self.suggested(before, odd):
                if not old.said and (quiet or gone or self._is_larger(before, event, laid)):
                    same = not quiet and laid.keys() & set(rules.places_of(event.move))
                    instead = (
                        replace(event, since_s=old.since_s, not_before_s=old.not_before_s, later=()) if same else event
                    )
                    yield from self._made(history, at, [instead, *rest])
                    if strays != history.strays:
                        yield from self._made(history, at, [event, *rest], strays, back)
                if event.not_before_s < old.since_s:
                    at_s = max(event.not_before_s, min(event.since_s, old.since_s - EARLIER_S))
                    yield from self._made(history, at, [replace(event, since_s=at_s), *history.events[at:]])
                elif visible <= 2 and not old.entered:  # a look at the bare place may have been wrong
                    at_s = old.since_s - EARLIER_S
                    yield from self._made(
                        history, at, [replace(event, since_s=at_s, not_before_s=at_s), *history.events[at:]]
                    )

    def _is_larger(self, before: Any, event: TimedMove, laid: Mapping[str, str]) -> bool:
        """Whether an event does all that another did and more: it took something from elsewhere, or covers more."""
        changes = self.writer.changes(before, self.writer.judge(before, event.move).state)
        return changes.keys() > laid.keys()

    def _made(
        self,
        base: History,
        kept: int,
        events: Sequence[TimedMove],
        strays: tuple[Stray, ...] | None = None,
        mishap: float = 0.0,
    ) -> Iterator[History]:
        strays = base.strays if strays is None else strays
        made = self.writer.write(base, kept, events, strays, base.mishaps + mishap)
        if made is not None:
            yield made

    def suggested(self, state: Any, odd: Sequence[str]) -> Sequence[TimedMove]:
        """Moves that explain some of the odd places, the best first; those that no look tells apart are one."""
        key = (id(state), tuple(odd))
        known = self._suggested.get(key)
        if known is None:
            known = self._suggested[key] = (state, self._explaining(state, set(odd)))
        return known[1]

    def _explaining(self, state: Any, odd: set[str]) -> Sequence[TimedMove]:
        rules, contents = self.writer.rules, self.writer.contents(state)
        found: dict[Any, list[tuple[float, Move, Mapping[str, str]]]] = {}
        for move in dict.fromkeys(rules.suggest(state, self._evidence, rules.to_move(state))):
            told = rules.changes(state, move)
            changes = {place: word for place, word in told.items() if contents.get(place, NOWHERE) != word}
            if odd.isdisjoint(changes):
                continue
            gain = sum(self._gain(place, contents.get(place, NOWHERE), word) for place, word in changes.items())
            if gain > -1.0:
                alike = (move.player, move.do, frozenset(changes), round(gain, 2))
                found.setdefault(alike, []).append((gain / rules.things(move), move, changes))
        ranked = sorted(found.values(), key=lambda same: -same[0][0])[: self.settings.candidates]
        return [self._timed(state, same) for same in ranked]

    def _gain(self, place: str, before: str, after: str) -> float:
        """How much better a place's look is explained by what comes to lie there."""
        now = self.sightings.now(place)
        if now is None:
            return 0.0
        lasted_s = self.sightings.now_s - now.from_s
        fits = [
            now.shares.get(word, 0.0) + now.error(word, lasted_s, self.settings) * now.astray + 1e-9
            for word in (after, before)
        ]
        return log(fits[0] / fits[1])

    def _timed(self, state: Any, same: Sequence[tuple[float, Move, Mapping[str, str]]]) -> TimedMove:
        """An event of moves that look alike, between the last look that does not show it and the first that does."""
        _, move, changes = same[0]
        alike = tuple(one for _, one, _ in same)
        if len(alike) > 1:  # a piece that is a guess elsewhere may lie here as well
            move = next((one for one in alike if self.writer.judge(state, one).legal), move)
        times, before = {}, [-inf]
        for place, word in changes.items():
            now = self.sightings.now(place)
            if now is not None and word in now.leading:
                times[place] = now.from_s
                before.append(now.before_s)
        shown_s = min(times.values(), default=self.sightings.now_s)
        return TimedMove(
            move,
            shown_s,
            min(max(before), shown_s),
            alike if len(alike) > 1 else (),
            later=tuple((place, time) for place, time in times.items() if time > shown_s),
            group=(move.player, move.do, frozenset(changes)) if len(alike) > 1 else None,
            shown_s=shown_s,
            supported=None if self.reading is None else self.writer.rules.supported(move, self.reading.position),
        )
