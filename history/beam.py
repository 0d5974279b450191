"""The likeliest histories since the root, the last move about which all agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import exp, inf, log
from typing import Any

from history.events import History, TimedMove, Writer
from history.proposals import Proposals
from history.puck import Markers, Puck
from history.settings import SETTINGS, HistorySettings
from history.sightings import NOWHERE, Sightings

Ranked = list[tuple[float, History]]


@dataclass(slots=True)
class Beam:
    """Grows with every look and is cut to what is still likely."""

    writer: Writer
    sightings: Sightings
    puck: Puck
    markers: Markers
    proposals: Proposals
    settings: HistorySettings = SETTINGS
    ranked: Ranked = field(default_factory=lambda: [(0.0, History())])
    """The histories by their weights, the best first."""
    odd: set[str] = field(default_factory=set)
    """Places that have shown something else than lay there at the root."""
    waiting: list[tuple[Any, Iterator[History]]] = field(default_factory=list)
    """What is still to be proposed, with the history that it comes from."""
    _tried: set[Any] = field(default_factory=set)
    _costs: dict[tuple[Any, ...], float] = field(default_factory=dict)

    @property
    def best(self) -> History:
        """The likeliest."""
        return self.ranked[0][1]

    def grow(self, changed: Collection[str]) -> None:
        """Take in what a look changed: make others of the best histories as long as that makes better ones."""
        first = self.writer.contents(self.writer.root)
        for place in changed:
            now = self.sightings.now(place)
            if now is not None and first.get(place, NOWHERE) not in now.leading:
                self.odd.add(place)
        known = {history.keys: history for _, history in self.ranked}
        ranked = self.weigh(known.values())
        budget = self.writer.written + self.settings.written
        for _ in range(self.settings.back + 1):
            self._ask_for_others(ranked)
            if not self._take_others(known, budget):
                break
            ranked = self.weigh(known.values())[: 3 * self.settings.histories]
        self.keep(known.values())

    def keep(self, histories: Iterable[History]) -> None:
        """Let these be all that is known, each once, without those that are too unlikely."""
        ranked = self._one_of_each(self.weigh(histories))
        least, most = ranked[0][0] - self.settings.within, self.settings.histories
        likely = [one for one in ranked if one[0] > least]
        self.ranked = [*likely[:most], *_doubting(likely[:most], likely[most:])]

    def weigh(self, histories: Iterable[History]) -> Ranked:
        """These histories with their weights, the best first."""
        first, root = self.writer.contents(self.writer.root), self.writer.root
        usual: dict[str, float] = {}
        ranked = []
        for history in histories:
            weight = history.prior + self.puck.cost(
                self.writer.turns(history), self.writer.rules.to_move(self.writer.state(history))
            )
            for place, timeline in history.lying.items():
                if place not in usual:
                    usual[place] = self.sightings.cost(place, ((-inf, first.get(place, NOWHERE)),))
                weight += self.sightings.cost(place, timeline) - usual[place]
            if self.markers.spaces:
                weight += self._markers(root, history)
            ranked.append((weight, history))
        ranked.sort(key=lambda one: -one[0])
        return ranked

    def shares(self) -> list[float]:
        """How probable each history is, as far as these are all."""
        top = self.ranked[0][0]
        shares = [exp(weight - top) for weight, _ in self.ranked]
        total = sum(shares)
        return [share / total for share in shares]

    def going_on(self, keys: tuple[Any, ...]) -> tuple[float, History] | None:
        """The likeliest history that begins with these events, with its weight."""
        return next((one for one in self.ranked if one[1].keys[: len(keys)] == keys), None)

    def agreed(self, history: History) -> list[float]:
        """Of each of a history's events how probable it is."""
        rows = _rows(history)
        agreed = [0.0] * len(rows)
        for share, (_, other) in zip(self.shares(), self.ranked, strict=True):
            others = set(_rows(other))
            for at, row in enumerate(rows):
                agreed[at] += share * (row in others)
        return agreed

    def forget_first(self, history: History) -> None:
        """The root goes on by a history's first event: histories without it are dropped."""
        writer, first, root = self.writer, history.events[0], history.states[0]
        for place in writer.changes(writer.root, root):
            self.sightings.since_s[place] = max(time for time, _ in history.lying[place][:2])
        kept = [one for _, one in self.ranked if one.keys[:1] == (first.key,)]
        writer.root = root
        self.puck.forget(first.since_s, first.move.player)
        found = []
        for one in kept:
            strays = tuple(stray for stray in one.strays if stray.to_s > first.since_s)
            made = writer.write(History(), 0, one.events[1:], strays, one.mishaps)
            if made is not None:
                found.append(made)
        self.after(found or [History()])

    def after(self, histories: Iterable[History]) -> None:
        """Only these are left, made anew."""
        self._tried.clear()
        self.waiting.clear()
        now = self.writer.contents(self.writer.root)
        self.odd = {
            place
            for place in self.sightings.places
            if (seen := self.sightings.now(place)) is not None and now.get(place, NOWHERE) not in seen.leading
        }
        self.keep(histories)

    def remake(self, change: Callable[[History], Sequence[TimedMove] | None]) -> list[History]:
        """Every history with other events; those for which there are none are left out."""
        found = []
        for _, history in self.ranked:
            events = change(history)
            made = None if events is None else self.writer.write(History(), 0, events, history.strays, history.mishaps)
            if made is not None:
                found.append(made)
        return found

    def _ask_for_others(self, ranked: Ranked) -> None:
        """Queue what is still to be proposed of the best histories."""
        stop = self.puck.last
        for weight, history in ranked[: self.settings.grown]:
            if weight < ranked[0][0] - self.settings.within:
                return
            odd = self.proposals.odd_places(history, self.odd)
            seen = tuple((place, id(self.sightings.now(place))) for place in odd)
            key = (history.keys, history.strays, seen, stop and stop.from_s)
            if key not in self._tried:
                self._tried.add(key)
                self.waiting.append((history.keys, self.proposals.others(history, odd)))

    def _take_others(self, known: dict[Any, History], budget: int) -> bool:
        """Work out what waits, in turn, as long as the look's budget lasts; whether anything is new."""
        made = False
        while self.waiting and self.writer.written < budget:
            base, others = self.waiting.pop(0)
            if base not in known:
                continue
            for other in others:
                before = known.get(other.keys)
                if before is None:
                    known[other.keys], made = other, True
                elif before.lying != other.lying or before.prior != other.prior:
                    known[other.keys] = self.weigh((before, other))[0][1]
                if self.writer.written >= budget:
                    self.waiting.insert(0, (base, others))
                    break
        return made

    def _one_of_each(self, ranked: Ranked) -> Ranked:
        """Of histories in which only an order differs on which nothing hangs the best, with all their weight."""
        rules, found = self.writer.rules, dict[Any, tuple[float, History]]()
        for weight, history in ranked:
            if weight < ranked[0][0] - self.settings.within:
                break
            state = self.writer.state(history)
            events = frozenset(Counter(zip(history.keys, history.legal, strict=True)).items())
            key = (events, rules.to_move(state), tuple(rules.totals(state).values()))
            best, one = found.get(key, (weight, history))
            found[key] = (best, one) if one is history else (best + log(1 + exp(weight - best)), one)
        return sorted(found.values(), key=lambda one: -one[0])

    def _markers(self, root: Any, history: History) -> float:
        rules, earlier = self.writer.rules, dict[str, set[int]]()
        for state in (root, *history.states[:-1]):
            for player, points in rules.totals(state).items():
                earlier.setdefault(player, set()).add(points)
        return self.markers.cost(rules.totals(self.writer.state(history)), earlier)


def _rows(history: History) -> list[tuple[Any, int, int]]:
    """Each event, the how manieth of its kind it is, and after how many that people entered."""
    counts, entered, rows = Counter[Any](), 0, []
    for event, key in zip(history.events, history.keys, strict=True):
        entered += event.entered
        counts[key] += 1
        rows.append((key, counts[key], entered))
    return rows


def _doubting(kept: Ranked, others: Ranked) -> Ranked:
    """Of other histories those that alone doubt an event about which all that are kept agree."""
    agreed, found = set.intersection(*(set(_rows(one)) for _, one in kept)), []
    for weight, one in others:
        doubted = agreed.difference(_rows(one))
        if doubted:
            found.append((weight, one))
            agreed -= doubted
    return found
