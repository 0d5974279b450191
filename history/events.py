"""A history: what was done since the root and when, and what lay where because of it, also what did not stay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf, log
from typing import Any

from history.puck import TimedTurn
from history.settings import SETTINGS, HistorySettings
from history.sightings import NOWHERE, Sightings, Timeline
from scoring.protocol import Judged, Rules
from scoring.referee.evidence_model import kind_of
from scoring.referee.settings import USUAL
from tabletop.moves import Move

Moves = tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class TimedMove:
    """A move and when it was made."""

    move: Move
    since_s: float
    """From when on it lies there; of a turn without a trace when the puck had come to the next player."""
    not_before_s: float = -inf
    """Until then its places were seen otherwise."""
    alike: Moves = ()
    """All moves that no look tells from this one."""
    said: bool = False
    """People said so."""
    later: tuple[tuple[str, float], ...] = ()
    """Places at which it showed later than elsewhere."""
    group: Any = None
    """What all moves that look alike have in common: whose, what kind of move, where."""
    entered: bool = False
    """People entered it, just then: it is not seen."""
    shown_s: float = -inf
    """When the first look showed it."""
    supported: bool | None = None
    """Whether the reader has it as one piece; None where that says nothing."""

    @property
    def key(self) -> Any:
        """What makes it another event: which of several pieces that look alike it is, only once people said so."""
        return self.move if self.group is None or self.said else self.group

    @property
    def open_tap(self) -> bool:
        """Whether only people can say which piece it was, and have not yet."""
        return len(self.alike) > 1 and not self.said


@dataclass(frozen=True, slots=True)
class Stray:
    """Something that lay there for a while and does not count: laid wrongly, or taken back."""

    place: str
    word: str
    from_s: float
    to_s: float


@dataclass(frozen=True, slots=True)
class History:
    """One account of what happened since the root."""

    events: tuple[TimedMove, ...] = ()
    states: tuple[Any, ...] = ()
    """After each event."""
    legal: tuple[bool, ...] = ()
    strays: tuple[Stray, ...] = ()
    mishaps: float = 0.0
    prior: float = 0.0
    lying: Mapping[str, Timeline] = field(default_factory=dict)
    """Of each place where something changed since the root."""
    keys: tuple[Any, ...] = ()

    @property
    def moves(self) -> Moves:
        """As the record has them."""
        return tuple(event.move for event in self.events)


@dataclass(slots=True)
class Writer:
    """Makes histories of events: judges them, works out how likely they are beforehand and what lay where when."""

    rules: Rules[Any, Any]
    root: Any
    sightings: Sightings
    settings: HistorySettings = SETTINGS
    written: int = 0
    """How many histories were worked out."""
    _judged: dict[tuple[int, Move], tuple[Any, Judged[Any]]] = field(default_factory=dict)
    _contents: dict[int, tuple[Any, Mapping[str, str]]] = field(default_factory=dict)
    _changes: dict[tuple[int, int], tuple[Any, Any, Mapping[str, str]]] = field(default_factory=dict)
    _lines: dict[tuple[str, Timeline], Timeline] = field(default_factory=dict)

    def judge(self, state: Any, move: Move) -> Judged[Any]:
        """A move judged, remembered: most histories have their first events in common."""
        known = self._judged.get((id(state), move))
        if known is None:
            if len(self._judged) > 4000:
                self._judged.clear()
            known = self._judged[id(state), move] = (state, self.rules.judge(state, move))
        return known[1]

    def contents(self, state: Any) -> Mapping[str, str]:
        """What lies where, remembered."""
        known = self._contents.get(id(state))
        if known is None:
            if len(self._contents) > 4000:
                self._contents.clear()
            known = self._contents[id(state)] = (state, self.rules.contents(state))
        return known[1]

    def changes(self, before: Any, after: Any) -> Mapping[str, str]:
        """What lies otherwise after a move."""
        key = (id(before), id(after))
        known = self._changes.get(key)
        if known is None:
            one, other = self.contents(before), self.contents(after)
            found = {place: word for place, word in other.items() if one.get(place, NOWHERE) != word}
            found |= dict.fromkeys(one.keys() - other.keys(), NOWHERE)
            if len(self._changes) > 4000:
                self._changes.clear()
            known = self._changes[key] = (before, after, found)
        return known[2]

    def state(self, history: History, count: int | None = None) -> Any:
        """After so many events; after all of them where no number is given."""
        count = len(history.events) if count is None else count
        return history.states[count - 1] if count else self.root

    def write(
        self, base: History, kept: int, events: Sequence[TimedMove], strays: tuple[Stray, ...], mishaps: float
    ) -> History | None:
        """The history with the first `kept` events of another and then these; None where one of them is impossible."""
        self.written += 1
        done, states, legal = list(base.events[:kept]), list(base.states[:kept]), list(base.legal[:kept])
        said = {event.move for event in (*done, *events) if event.said}
        for event in events:
            found = self._played(self.state(base, kept) if not states else states[-1], event, said)
            if found is None:
                return None
            done.append(found[0])
            states.append(found[1].state)
            legal.append(found[1].legal)
        done = _in_time(done)
        lying = self._lying(done, states, strays)
        prior = self._prior(done, states, legal) + mishaps
        keys = tuple(event.key for event in done)
        return History(tuple(done), tuple(states), tuple(legal), strays, mishaps, prior, lying, keys)

    def turns(self, history: History) -> list[TimedTurn]:
        """The events of players as the puck sees them."""
        before = (self.root, *history.states)
        return [
            TimedTurn(
                self.rules.to_move(state), self.rules.leaves_no_trace(event.move), event.since_s, event.not_before_s
            )
            for event, state in zip(history.events, before, strict=False)
            if event.move.player is not None
        ]

    def _played(self, state: Any, event: TimedMove, said: set[Move]) -> tuple[TimedMove, Judged[Any]] | None:
        """An event by whoever's turn it is, judged; None where nothing of it could be."""
        judged = self.judge(state, event.move)
        if event.entered:
            return event, judged
        if not judged.legal and event.move.player is not None:
            event, judged = self._by_the_next(state, event, judged)
        if not judged.legal and event.open_tap:
            others = ((one, self.judge(state, one)) for one in event.alike if one not in said)
            legal = next(((one, ruled) for one, ruled in others if ruled.legal), None)
            if legal is not None:
                event, judged = replace(event, move=legal[0]), legal[1]
        if judged.legal:
            return event, judged
        if self.rules.leaves_no_trace(event.move) or not self.changes(state, judged.state):
            return None
        return event, judged

    def _by_the_next(self, state: Any, event: TimedMove, judged: Judged[Any]) -> tuple[TimedMove, Judged[Any]]:
        """The same by the player who is next, where what lies there is the same and it is the better account."""
        mover = self.rules.to_move(state)
        if mover is None or mover == event.move.player:
            return event, judged
        other: Any = replace(event.move, player=mover)  # type: ignore[type-var]
        ruled = self.judge(state, other)
        same = ruled.legal or not self.rules.leaves_no_trace(other)
        if same and self.contents(ruled.state) == self.contents(judged.state):
            alike = tuple(replace(one, player=mover) for one in event.alike)  # type: ignore[type-var]
            group = None if event.group is None else (mover, *event.group[1:])
            return replace(event, move=other, alike=alike, group=group), ruled
        return event, judged

    def _prior(self, events: Sequence[TimedMove], states: Sequence[Any], legal: Sequence[bool]) -> float:
        """How likely the moves are before anything is seen of them."""
        rules, total, quiet_before = self.rules, 0.0, 0
        kinds = self._kinds()
        for at, (event, is_legal) in enumerate(zip(events, legal, strict=True)):
            if event.entered:
                total += _share_of_time(events, at)
                continue
            if rules.leaves_no_trace(event.move) and event.not_before_s == -inf:
                total += self._quiet(events, at, quiet_before)
                quiet_before += 1
                continue
            quiet_before = 0
            places = rules.places_of(event.move)
            many = sum(kinds.get(kind_of(place), 1) for place in places[:1])
            choices = max(2.0, USUAL.choices_a_place * many, self.sightings.words(places[0]) if many == 1 else 0)
            total += log(max(1, len(event.alike))) - log(choices)
            if event.supported is not None:
                total += log(USUAL.as_the_reader_says if event.supported else 1 - USUAL.as_the_reader_says)
            if not is_legal:
                total += log(USUAL.illegal_move) + (rules.things(event.move) - 1) * log(USUAL.stray_thing)
        return total

    def _kinds(self) -> Counter[str]:
        """How many places there are of each kind."""
        return Counter(map(kind_of, self.contents(self.root)))

    def _quiet(self, events: Sequence[TimedMove], at: int, before: int) -> float:
        """One more turn without a trace, after so many others."""
        settings = self.settings
        usual = settings.quiet_again if before else settings.quiet
        from_s = events[at - 1].since_s if at else -inf
        to_s = events[at + 1].since_s if at + 1 < len(events) else self.sightings.now_s
        unseen_s = self.sightings.unseen_s(from_s, to_s) if self.sightings.blind else 0.0
        if unseen_s <= 0:
            return usual
        return min(0.0, max(usual, settings.quiet + log(unseen_s / settings.turn_s / (before + 1))))

    def _lying(
        self, events: Sequence[TimedMove], states: Sequence[Any], strays: Sequence[Stray]
    ) -> Mapping[str, Timeline]:
        lying: dict[str, list[tuple[float, str]]] = {}
        first, before = self.contents(self.root), self.root
        for event, state in zip(events, states, strict=True):
            changes = self.changes(before, state)
            later = dict(event.later) if event.later else {}
            for place, word in changes.items():
                known = lying.setdefault(place, [(-inf, first.get(place, NOWHERE))])
                known.append((max(later.get(place, event.since_s), event.since_s), word))
            before = state
        for stray in strays:
            known = sorted(lying.setdefault(stray.place, [(-inf, first.get(stray.place, NOWHERE))]))
            after_it = [word for since_s, word in known if since_s <= stray.to_s][-1]
            kept = [one for one in known if not stray.from_s <= one[0] <= stray.to_s]
            lying[stray.place] = [*kept, (stray.from_s, stray.word), (stray.to_s, after_it)]
        if len(self._lines) > 50_000:
            self._lines.clear()
        told = {}
        for place, known in lying.items():
            line = tuple(known if len(known) == 2 else sorted(known, key=lambda one: one[0]))
            told[place] = self._lines.setdefault((place, line), line)  # the very same one in every history
        return told


def _in_time(events: Sequence[TimedMove]) -> list[TimedMove]:
    """The events with times that never fall: what was hidden before something else was made before it."""
    times, limit = [], inf
    for event in reversed(events):
        limit = min(event.since_s, max(limit, event.not_before_s))
        times.append(limit)
    found, before_s = [], -inf
    for event, at_s in zip(events, reversed(times), strict=True):
        before_s = max(at_s, before_s)
        found.append(event if event.since_s == before_s else replace(event, since_s=before_s))
    return found


def _share_of_time(events: Sequence[TimedMove], at: int) -> float:
    """How likely what stands beside an entered event was made on its side: by the time in which it may have been."""
    total, entered_s = 0.0, events[at].since_s
    for place in (at - 1, at + 1):
        other = events[place] if 0 <= place < len(events) else None
        if other is not None and other.not_before_s < entered_s < other.shown_s:
            after = (other.shown_s - entered_s) / (other.shown_s - other.not_before_s)
            total += log(max(1e-3, after if place > at else 1 - after))
    return total
