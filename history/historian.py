"""What people see of the histories: a record that follows the best one, its guesses, questions, and what people say."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

from history.beam import Beam
from history.difference import steps_between
from history.events import History, Moves, TimedMove, Writer
from history.proposals import Proposals
from history.puck import Markers, Puck
from history.questions import OpenQuestion, Questions
from history.settings import SETTINGS, HistorySettings
from history.sightings import Sightings
from scoring.protocol import Rules
from tabletop.moves import Move
from tabletop.readings import Reading


@dataclass(frozen=True, slots=True)
class ToldMove:
    """A move of the record as people see it."""

    move: Move
    guess: bool


@dataclass(slots=True)
class Historian:
    """`see` takes in looks, `hear` what people say; `record`, `questions` and `unexplained` are what follows."""

    rules: Rules[Any, Any]
    start: Any
    """The state before the first move."""
    settings: HistorySettings = SETTINGS
    closed: list[ToldMove] = field(default_factory=list)
    """Moves before the root."""
    questions: tuple[OpenQuestion, ...] = ()
    unexplained: tuple[str, ...] = ()
    """Places that have contradicted the best history for long."""
    beam: Beam = field(init=False)
    told: tuple[TimedMove, ...] = ()
    """What people see of what happened since the root, ..."""
    told_guesses: tuple[bool, ...] = ()
    """... each with whether it is a guess."""
    _asking: Questions = field(init=False)
    _best_since: dict[tuple[Any, ...], float] = field(default_factory=dict)
    _changing_s: float | None = None
    _odd_since: dict[str, float] = field(default_factory=dict)
    _reading: Reading | None = None

    def __post_init__(self) -> None:
        """Begin with one history in which nothing has happened."""
        sightings = Sightings(self.rules.contents(self.start).keys(), self.settings)
        writer = Writer(self.rules, self.start, sightings, self.settings)
        puck = Puck(tuple(self.rules.totals(self.start)), self.settings)
        proposals = Proposals(writer, sightings, puck, self.settings)
        self.beam = Beam(writer, sightings, puck, Markers(self.settings), proposals, self.settings)
        self._asking = Questions(self.beam, self.settings)

    @property
    def record(self) -> tuple[ToldMove, ...]:
        """All moves that people see."""
        told = zip(self.told, self.told_guesses, strict=True)
        return (*self.closed, *(ToldMove(event.move, guess) for event, guess in told))

    @property
    def told_keys(self) -> tuple[Any, ...]:
        """What people see by what makes it another account."""
        return tuple(event.key for event in self.told)

    def lost(self) -> None:
        """Nothing of the table is seen."""
        self.beam.sightings.lost()
        self._reading = None

    def see(self, reading: Reading, now_s: float) -> None:
        """Take a look in; the same reading again is a look that showed the same."""
        beam = self.beam
        changed: set[str] = set()
        if reading is self._reading:
            beam.sightings.now_s = now_s
        else:
            self._reading = reading
            expected = beam.writer.contents(beam.writer.state(beam.best))
            changed = beam.sightings.see(reading, now_s, expected)
            beam.proposals.see(reading)
            for marker in getattr(reading.position, "scores", ()):
                if reading.confidence.get(f"track:{marker.player}") != "ask":
                    beam.markers.spaces[marker.player] = marker.space
        player = getattr(reading.position, "turn", None)
        if player is not None and player in beam.puck.players and reading.confidence.get("puck") != "ask":
            beam.puck.see(player, now_s)
        beam.grow(changed)
        self._close()
        self._tell()
        self._find_unexplained(now_s)
        self.questions = self._asking.open(self.told_keys, now_s, self.unexplained)

    def hear(self, moves: Sequence[Move], vouched: Collection[int], now_s: float) -> None:
        """People say that these are the moves so far, and of those at the places `vouched` that they are certain."""
        before = [one.move for one in self.record]
        count = len(self.closed)
        if list(moves[:count]) != before[:count]:
            self._begin_anew(moves, now_s)
            return
        said = {at - count for at in vouched if at >= count}
        rest = tuple(moves[count:])
        told = self.told
        heard = _heard(told, rest, said, now_s)
        found = self.beam.remake(lambda history: _as_heard(history, told, heard, new=False))
        found = found or self.beam.remake(lambda history: _as_heard(history, told, heard, new=True))
        if not found:
            head = [event for event, _ in heard]
            ways = ([*head, *self.beam.best.events[len(told) :]], head)
            made = (self.beam.writer.write(History(), 0, events, (), 0.0) for events in ways)
            found = [next((one for one in made if one is not None), History())]
        self.beam.after(found)
        keys = tuple(event.key for event, _ in heard)
        same = self.beam.going_on(keys)
        self.told = (self.beam.best if same is None else same[1]).events[: len(keys)]
        self._mark()
        self._asking.asked = None
        self.questions = self._asking.open(self.told_keys, now_s, self.unexplained)

    def _begin_anew(self, moves: Sequence[Move], now_s: float) -> None:
        """The record as people have it, where they changed what was closed: what lies there follows from it."""
        state = self.start
        for move in moves:
            state = self.rules.judge(state, move).state
        self.closed = [ToldMove(move, guess=False) for move in moves]
        self.beam.writer.root = state
        self.beam.puck.forget(now_s, moves[-1].player if moves else None)
        self.beam.sightings.since_s = dict.fromkeys(self.beam.sightings.places, now_s)
        self.told, self.told_guesses = (), ()
        self._best_since.clear()
        self._asking.asked = None
        self.beam.after([History()])

    def _close(self) -> None:
        """The oldest move is no longer open once so many more are."""
        while self.told and (found := self.beam.going_on(self.told_keys)) is not None:
            history, first = found[1], found[1].events[0]
            visible = sum(not self.rules.leaves_no_trace(move) for move in history.moves)
            if visible <= self.settings.lag or first.open_tap:
                return
            self.closed.append(ToldMove(first.move, self.told_guesses[0]))
            self.told, self.told_guesses = self.told[1:], self.told_guesses[1:]
            self._best_since = {keys[1:]: since for keys, since in self._best_since.items() if keys[:1] == (first.key,)}
            self._asking.forget_first(first.key)
            self.beam.forget_first(history)

    def _tell(self) -> None:
        """Let what people see go on with the likeliest history that has it, or change to a better one."""
        settings, now_s, told = self.settings, self.beam.sightings.now_s, self.told_keys
        weight, history = self.beam.ranked[0]
        kept = self.beam.going_on(told)
        if kept is not None and weight - kept[0] <= settings.change:
            history, self._changing_s = kept[1], None
        else:
            self._changing_s = now_s if self._changing_s is None else self._changing_s
            if now_s - self._changing_s < settings.change_s:
                return
        prefixes = [history.keys[:count] for count in range(1, len(history.keys) + 1)]
        self._best_since = {keys: self._best_since.get(keys, now_s) for keys in prefixes}
        count = 0
        for keys, event, share in zip(prefixes, history.events, self.beam.agreed(history), strict=True):
            waited = share >= settings.sure or now_s - self._best_since[keys] >= settings.wait_s
            if not waited or now_s - event.shown_s < settings.settled_s:
                break
            count += 1
        both = max((at for at, key in enumerate(history.keys, 1) if key in told), default=0)
        self.told, self._changing_s = history.events[: max(count, both)], None
        self._mark()

    def _mark(self) -> None:
        """Which of the moves that are told are guesses: less than sure, or one of several that look alike."""
        kept = self.beam.going_on(self.told_keys)
        agreed = [0.0] * len(self.told) if kept is None else self.beam.agreed(kept[1])
        self.told_guesses = tuple(
            not event.said and (share < self.settings.sure or event.open_tap)
            for event, share in zip(self.told, agreed, strict=False)
        )

    def _find_unexplained(self, now_s: float) -> None:
        """Which places have contradicted the best history for long, by looks that are worth believing."""
        said = {place for event in self.told if event.said for place in self.rules.places_of(event.move)}
        odd = (
            place
            for place in self.beam.proposals.odd_places(self.beam.best, self.beam.odd)
            if (now := self.beam.sightings.now(place)) is not None and now.misread.bare < 0.1 and place not in said
        )
        self._odd_since = {place: self._odd_since.get(place, now_s) for place in odd}
        self.unexplained = tuple(
            place for place, since_s in self._odd_since.items() if now_s - since_s >= self.settings.unexplained_s
        )


Heard = list[tuple[TimedMove, TimedMove | None]]
"""Events as people have them, each with the one of the told history that it was; None for what is new."""


def _heard(events: Sequence[TimedMove], moves: Moves, said: Collection[int], now_s: float) -> Heard:
    """What people say as events, at the times of those that they were."""
    found: Heard = []
    for tag, first, last, start, end in steps_between([event.move for event in events], moves):
        for at in range(start, end):
            vouched = at in said or tag != "equal"
            old = events[first + at - start] if first + at - start < last else None
            if old is not None:
                found.append((replace(old, move=moves[at], said=old.said or vouched), old))
            else:
                at_s = now_s if end == len(moves) else (found[-1][0].since_s if found else -inf)
                found.append(
                    (TimedMove(moves[at], at_s, at_s if end == len(moves) else -inf, said=True, entered=True), None)
                )
    return found


def _as_heard(history: History, told: Sequence[TimedMove], heard: Heard, *, new: bool) -> list[TimedMove] | None:
    """A history's events as people have them; None where it has not what they said, or has it in another order.

    `new` lets what it has not come in.
    """
    events, order = list(history.events), list[int]()
    for event, old in heard:
        if not event.said:
            continue
        there = (at for at, one in enumerate(events) if at not in order and _is(one, event, old))
        at = next(there, None)
        if at is None and old is None and new:
            at = next((at for at, one in enumerate(events) if one.since_s > event.since_s), len(events))
            events.insert(at, event)
            order = [one + (one >= at) for one in order]
        elif at is None:
            return None
        elif not events[at].said or events[at].move != event.move:
            events[at] = replace(events[at], move=event.move, said=True)
        order.append(at)
    kept = {id(old) for _, old in heard}
    gone = [old.key for old in told if id(old) not in kept]
    if order != sorted(order):
        return None
    return [one for one in events if one.said or one.key not in gone]


def _is(one: TimedMove, event: TimedMove, old: TimedMove | None) -> bool:
    """Whether an event is what people mean: the same move, or the same that no look tells from it."""
    if one.move == event.move or (old is not None and one.key == old.key):
        return True
    return not one.said and event.move in one.alike
