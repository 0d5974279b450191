"""What was seen of each place: looks that follow each other and show the same are one sighting, and count once.

A wrong look mostly stays wrong until something changes there, so the errors of successive looks are one error. How
likely it is that a wrong sighting lasts, falls slowly with its length.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from math import exp, inf, log

from history.settings import SETTINGS, HistorySettings, Misread
from tabletop.readings import Reading

Timeline = tuple[tuple[float, str], ...]
"""What lay on a place since when, the oldest first; the first entry holds from ever on."""
EMPTY, NOWHERE = "empty", ""
TIES = 0.01
"""Contents within so many nats of the best look alike: readings are kept to so many."""
PUCK = "puck"
ABSENT = Misread("certain", 0.0, "bare", 0.02, 0.003, 0.003)
"""A look that shows no such place; by hand."""


@dataclass(slots=True)
class Sighting:
    """Looks at one place that show the same."""

    from_s: float
    to_s: float
    """`inf` while it goes on."""
    shares: Mapping[str, float]
    """Content -> how probable the reader takes it to be."""
    leading: frozenset[str]
    """What it shows: several contents where pieces look alike."""
    misread: Misread
    """How probable such a look is wrong."""
    astray: float
    """How probable just this is shown where it is wrong."""
    after_gap: bool
    """Whether the place was hidden just before."""
    before_s: float
    """When the place was last seen before, and shown otherwise."""
    weight: float = 1.0
    """Places that surprise in one look with the same are misread together: n count as n to a power below 1."""

    def error(self, word: str, lasted_s: float, settings: HistorySettings) -> float:
        """How probable it is wrong, having lasted for so long, where this lies there."""
        first, lasting = self.misread.first, self.misread.bare if word in (EMPTY, NOWHERE) else self.misread.other
        soon = (first - lasting) / (1 + lasted_s / settings.fades_s)
        return soon + lasting / float((1 + lasted_s / settings.lasting_s) ** 1.5)


@dataclass(slots=True)
class Sightings:
    """All places' sightings."""

    lasting: Collection[str]
    """Places that are always there: where one of them is not in a look, it is hidden. So is one that may be empty and
    was seen once; any other place that is not in a look is not there."""
    settings: HistorySettings = SETTINGS
    now_s: float = -inf
    """When the table was seen last."""
    blind: list[tuple[float, float]] = field(default_factory=list)
    """Times in which nothing was seen for longer than a turn takes."""
    places: dict[str, list[Sighting]] = field(default_factory=dict)
    since_s: dict[str, float] = field(default_factory=dict)
    """Before that a place's sightings no longer count: all histories agree there."""
    _begun: list[list[Sighting]] = field(default_factory=list)
    """What surprised in one look with the same and still goes on."""
    _last: dict[str, Mapping[str, float]] = field(default_factory=dict)
    _known: dict[tuple[str, Timeline], tuple[object, float]] = field(default_factory=dict)

    def see(self, reading: Reading, now_s: float, expected: Mapping[str, str]) -> set[str]:
        """Take one look in; the places that show something else than before. `expected` is what lies there."""
        before_s, self.now_s = self.now_s, now_s
        if self.settings.turn_s < now_s - before_s < inf:
            self.blind.append((before_s, now_s))
        changed = set()
        for place in sorted(self._last.keys() - reading.evidence.keys()):
            self._close(place, before_s)
            weights = self._last.pop(place)
            if place not in self.lasting and EMPTY not in weights:
                self._begin(place, _absent(now_s, before_s))
                changed.add(place)
        for place, weights in reading.evidence.items():
            if place == PUCK or not weights:
                continue
            if self._last.get(place) is weights:
                continue
            if place not in self.places and place not in self.lasting and before_s > -inf:
                self._begin(place, _absent(-inf, -inf))
                self._close(place, before_s)
            self._last[place] = weights
            if len(weights) > 1 and max(weights.values()) == min(weights.values()):
                self._close(place, before_s)
            elif self._take(place, weights, reading.confidence.get(place, "ask"), before_s):
                changed.add(place)
        self._weigh(changed, expected)
        return changed

    def lost(self) -> None:
        """Nothing of the table is seen: all sightings end where they were last confirmed."""
        for place in self._last:
            self._close(place, self.now_s)
        self._last.clear()

    def now(self, place: str) -> Sighting | None:
        """The sighting that goes on; None where the place is hidden."""
        found = self.places.get(place)
        return found[-1] if found and found[-1].to_s == inf else None

    def words(self, place: str) -> int:
        """How many contents the reader thinks of at a place."""
        found = self.places.get(place)
        return len(found[-1].shares) if found else 0

    def unseen_s(self, from_s: float, to_s: float) -> float:
        """For how many of these seconds nobody saw the table."""
        return sum(max(0.0, min(end, to_s) - max(start, from_s)) for start, end in self.blind)

    def cost(self, place: str, timeline: Timeline) -> float:
        """Natural logarithm of how well what lay there explains the place's sightings."""
        found = self.places.get(place)
        if not found:
            return 0.0
        last, since_s = found[-1], self.since_s.get(place, -inf)
        goes_on = last.to_s == inf
        stamp = (
            (len(found), last.to_s, round(2 * self.now_s), self.now_s > last.from_s, since_s)
            if goes_on
            else (len(found), last.to_s, since_s)
        )
        known = self._known.get((place, timeline))
        if known is None or known[0] != stamp:
            if len(self._known) > 20_000:
                self._known.clear()
            known = self._known[place, timeline] = (stamp, self._worked_out(found, timeline, since_s))
        return known[1]

    def _worked_out(self, found: list[Sighting], timeline: Timeline, since_s: float) -> float:
        settings, total = self.settings, 0.0
        for at, (start_s, word) in enumerate(timeline):
            start_s = max(start_s, since_s)
            end_s = timeline[at + 1][0] if at + 1 < len(timeline) else inf
            fooled = set[frozenset[str]]()
            for one in found:
                from_s, to_s = max(one.from_s, start_s), min(self.now_s if one.to_s == inf else one.to_s, end_s)
                if to_s < from_s or from_s >= end_s:
                    continue
                error = one.error(word, to_s - from_s, settings)
                if one.leading in fooled:
                    error = max(error, settings.again)
                right, wrong = (1 - error) * one.shares.get(word, 0.0), error * one.astray
                if wrong > right:
                    fooled.add(one.leading)
                total += one.weight * log(right + wrong + 1e-12)
                if at and one.from_s == start_s and not one.after_gap:
                    total += one.weight * settings.untouched
        return total

    def _weigh(self, changed: Collection[str], expected: Mapping[str, str]) -> None:
        """Let what surprises in this look, and shows the same, count together."""
        groups: dict[frozenset[str] | None, list[Sighting]] = {}
        for place in sorted(changed):
            sighting = self.places[place][-1]
            if sighting.misread.shows != "bare" and expected.get(place, NOWHERE) not in sighting.leading:
                shown = None if sighting.misread.first > self.settings.hand else sighting.leading
                groups.setdefault(shown, []).append(sighting)
        self._begun += groups.values()
        for at, group in enumerate(self._begun):
            lasting = [sighting for sighting in group if sighting.to_s == inf]
            for sighting in lasting:
                sighting.weight = len(lasting) ** (self.settings.together - 1.0)
            self._begun[at] = lasting
        self._begun = [group for group in self._begun if len(group) > 1]

    def _take(self, place: str, weights: Mapping[str, float], confidence: str, before_s: float) -> bool:
        top, settings = max(weights.values()), self.settings
        leading = frozenset([word for word, weight in weights.items() if weight > top - TIES])
        found = self.places.get(place)
        last = found[-1] if found else None
        lead = top - max([weight for word, weight in weights.items() if word not in leading], default=top - 25.0)
        shows = "bare" if EMPTY in leading else "thing" if len(leading) == 1 else "tie"
        misread = next(
            (one for one in settings.errors if (one.confidence, one.shows) == (confidence, shows) and lead >= one.lead),
            settings.errors[-1],
        )
        if last is not None and last.leading == leading:  # it goes on, also after a hand
            last.to_s = inf
            if misread.other < last.misread.other:
                last.misread, last.shares = misread, _shares(weights, top)
            return False
        hidden = last is None or last.to_s != inf or last.misread.first > settings.hand
        gap = hidden or self.now_s - before_s > settings.between_s
        if last is not None and last.to_s == inf:
            last.to_s = before_s
        shares = _shares(weights, top)
        many, empty = max(2, len(weights)), shares.get(EMPTY)
        astray = 1 / many if empty is None else 0.5 * empty + 0.5 * (1 - empty) / (many - 1)
        if misread.first > settings.hand:  # a shadow often looks like the same thing
            astray = max(shares.values()) / 3
        seen_s = last.to_s if last is not None else -inf
        self._begin(place, Sighting(self.now_s, inf, shares, leading, misread, astray, gap, seen_s))
        return True

    def _begin(self, place: str, sighting: Sighting) -> None:
        self.places.setdefault(place, []).append(sighting)

    def _close(self, place: str, at_s: float) -> None:
        found = self.places.get(place)
        if found and found[-1].to_s == inf:
            found[-1].to_s = at_s


def _shares(weights: Mapping[str, float], top: float) -> Mapping[str, float]:
    likelihoods = {word: exp(weight - top) for word, weight in weights.items()}
    total = sum(likelihoods.values())
    return {word: likelihood / total for word, likelihood in likelihoods.items()}


def _absent(from_s: float, before_s: float) -> Sighting:
    """Looks in which there is no such place: the neighbourhood that has it does not lie there."""
    return Sighting(from_s, inf, {NOWHERE: 1.0}, frozenset({NOWHERE}), ABSENT, 0.05, True, before_s)
