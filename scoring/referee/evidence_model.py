"""How well a table would explain a reading: each place's likelihoods, with the chance that a place is misread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, log
from typing import Any

from scoring.protocol import Rules
from tabletop.readings import Evidence, Reading

MISREADS: tuple[tuple[float, float], ...] = ((0.0003, 0.5), (0.003, 0.3), (0.02, 0.12), (0.06, 0.08))
"""How large the share of misread places may be, and how much that is believed before a look; origin: virtual photos
in ordinary and in hard light."""
IN_SEARCH = MISREADS[1][0]
"""The share with which moves are looked for."""
EMPTY = "empty"
TOO_LITTLE = 0.01
"""A share of misread places that is believed less than this is not worth its arithmetic."""
LOOKS_EMPTY = 0.5
"""How many of the misread places look empty, where a place may be: a glare or a shadow hides what lies there."""
CONTRADICTS = 2.0
"""A place contradicts a table when something else is likelier by this natural logarithm."""
SURENESS_LOG = {"certain": -12.0, "likely": -4.0, "ask": 0.0}
"""How much less likely everything else is, where a reading has no likelihoods of its own."""


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """What the reading says of one place, whatever share of places is misread."""

    shares: Mapping[str, float]
    """Content -> how probable the reader takes it to be."""
    most: float
    """Of the likeliest content."""
    many: int
    """How many contents a place of this kind may have."""
    astray: float | None
    """How probable its look is where it is misread; None where no place of this kind may be empty: any look alike."""

    @classmethod
    def of(cls, weights: Mapping[str, float], many: int) -> ShownPlace:
        """From raw log-likelihoods. Half of those that may be empty look so; the others like anything, all alike."""
        top = max(weights.values())
        likelihoods = {word: exp(weight - top) for word, weight in weights.items()}
        total = sum(likelihoods.values())
        shares = {word: likelihood / total for word, likelihood in likelihoods.items()}
        empty = shares.get(EMPTY)
        astray = None if empty is None else LOOKS_EMPTY * empty + (1 - LOOKS_EMPTY) * (1 - empty) / (many - 1)
        return cls(shares, max(shares.values()), many, astray)


@dataclass(frozen=True, slots=True)
class PlaceModel:
    """What the reading says of each place, for one share of misread places; logarithms are taken when asked for."""

    misread: float
    places: Mapping[str, ShownPlace]
    known: Mapping[str, dict[str, float]]
    """Place -> content -> `_worked_out`, as far as it was asked for."""

    @classmethod
    def of(cls, places: Mapping[str, ShownPlace], misread: float) -> PlaceModel:
        """Nothing worked out yet."""
        return cls(misread, places, {place: {} for place in places})

    def cost(self, place: str, word: str) -> float:
        """Natural logarithm of the probability of a content in a place that was seen; any that the reader does not
        name there is only possible where the place is misread."""
        found = self.known[place].get(word)
        return self._worked_out(place, word) if found is None else found

    def fit(self, contents: Mapping[str, str]) -> float:
        """Natural logarithm of how well these contents explain the reading.

        A place that is seen but does not exist (its neighbourhood is not in the city) speaks against the contents.
        """
        total = 0.0
        for place in self.places:
            total += self.cost(place, contents.get(place, ""))
        return total

    def change(self, before: Mapping[str, str], changes: Mapping[str, str]) -> float:
        """How much better the reading is explained after some changes."""
        gain = 0.0
        for place, word in changes.items():
            if place in self.known:
                gain += self.cost(place, word) - self.cost(place, before.get(place, ""))
        return gain

    def slack(self, contents: Mapping[str, str]) -> float:
        """How well, on average over all places, something else there than these contents explains the reading.

        Nearly the share of misread places where all is plain; a place that contradicts the contents counts fully,
        since nothing tells what really lies there.
        """
        return sum(self._slack(place, contents.get(place, "")) for place in self.places) / max(1, len(self.places))

    def more_slack(self, before: Mapping[str, str], changes: Mapping[str, str]) -> float:
        """How much greater the slack is after some changes."""
        more = sum(
            self._slack(place, word) - self._slack(place, before.get(place, ""))
            for place, word in changes.items()
            if place in self.places
        )
        return more / max(1, len(self.places))

    def tells_nothing(self, place: str, equal: float) -> bool:
        """Whether no content of a place is likelier than another, by a natural logarithm, or it was not seen."""
        shown = self.places.get(place)
        return shown is None or self._log(shown, shown.most) - self._log(shown, min(shown.shares.values())) < equal

    def contradictions(self, contents: Mapping[str, str]) -> tuple[str, ...]:
        """Places that show something else."""
        return tuple(
            place
            for place, shown in self.places.items()
            if self._log(shown, shown.most) > self.cost(place, contents.get(place, "")) + CONTRADICTS
        )

    def _worked_out(self, place: str, word: str) -> float:
        shown = self.places[place]
        found = self.known[place][word] = self._log(shown, shown.shares.get(word, 0.0))
        return found

    def _log(self, shown: ShownPlace, share: float) -> float:
        """With the chance that the place is misread."""
        return log((1 - self.misread) * share + self._stray(shown))

    def _stray(self, shown: ShownPlace) -> float:
        return self.misread / shown.many if shown.astray is None else self.misread * shown.astray

    def _slack(self, place: str, word: str) -> float:
        shown = self.places[place]
        anything = log((1 - self.misread) * (1 - shown.most) / shown.many + self._stray(shown))
        more = anything - self.cost(place, word)
        return 1.0 if more >= 0 else exp(more)


def models_of(evidence: Evidence) -> tuple[PlaceModel, ...]:
    """A model for each share of misread places in `MISREADS`, from raw log-likelihoods."""
    words = words_of(evidence)
    places = {
        place: ShownPlace.of(weights, max(2, words[kind_of(place)]))
        for place, weights in evidence.items()
        if weights and place != "puck" and not place.startswith("mat:")
    }
    return tuple(PlaceModel.of(places, misread) for misread, _ in MISREADS)


def words_of(evidence: Evidence) -> Mapping[str, int]:
    """Kind of place -> how many different things the reader thinks of at places of this kind."""
    words: dict[str, set[str]] = {}
    for place, weights in evidence.items():
        words.setdefault(kind_of(place), set()).update(weights)
    return {kind: len(found) for kind, found in words.items()}


def kind_of(place: str) -> str:
    """`cell` of `cell:Ann:C4`."""
    return place.partition(":")[0]


@dataclass(frozen=True, slots=True)
class Fit:
    """How well contents explain a reading over all shares of misread places."""

    fit: float
    """Natural logarithm of the probability."""
    misread: float
    """The share of misread places that this suggests."""
    slack: float
    """`PlaceModel.slack`, the likelier shares counting more."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """How well one table explains a reading, from which others that differ in a few places are told quickly."""

    models: tuple[PlaceModel, ...]
    contents: Mapping[str, str]
    fits: tuple[float, ...]
    slacks: tuple[float, ...]
    """Of each model."""

    @classmethod
    def of(cls, models: tuple[PlaceModel, ...], contents: Mapping[str, str]) -> Baseline:
        """Everything looked at once."""
        return cls(
            models,
            contents,
            tuple(model.fit(contents) for model in models),
            tuple(model.slack(contents) for model in models),
        )

    def fit(self, contents: Mapping[str, str]) -> Fit:
        """How well contents explain the reading over all shares of misread places."""
        places = sorted({place for place, _ in contents.items() ^ self.contents.items()})  # one sum in every process
        differing = {place: contents.get(place, "") for place in places}
        fits = [
            log(belief) + known + model.change(self.contents, differing)
            for model, known, (_, belief) in zip(self.models, self.fits, MISREADS, strict=True)
        ]
        top = max(fits)
        weights = [exp(fit - top) for fit in fits]
        total = sum(weights)
        share = sum(weight * model.misread for weight, model in zip(weights, self.models, strict=True)) / total
        slack = sum(
            weight / total * (known + model.more_slack(self.contents, differing))
            for weight, model, known in zip(weights, self.models, self.slacks, strict=True)
            if weight > TOO_LITTLE * total
        )
        return Fit(top + log(total), share, slack)


def evidence_of(rules: Rules[Any, Any], reading: Reading) -> Evidence:
    """The reading's likelihoods, or where it has none, what its position and confidence amount to."""
    if reading.evidence:
        return reading.evidence
    contents = rules.contents(rules.resume(reading.position))
    made: dict[str, dict[str, float]] = {}
    for place, word in contents.items():
        other = SURENESS_LOG[reading.confidence.get(place, "certain")]
        made[place] = {word: 0.0, "empty" if word != "empty" else "something": other}
    return made
