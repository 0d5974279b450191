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
class PlaceModel:
    """What the reading says of each place, for one share of misread places."""

    misread: float
    costs: Mapping[str, Mapping[str, float]]
    """Place -> content -> natural logarithm of its probability there."""
    unlisted: Mapping[str, float]
    """Place -> the same for anything that the reader does not name there."""
    anything: Mapping[str, float]
    """Place -> the same for anything at all, each of the reader's words alike."""

    def fit(self, contents: Mapping[str, str]) -> float:
        """Natural logarithm of how well these contents explain the reading.

        A place that is seen but does not exist (its neighbourhood is not in the city) speaks against the contents.
        """
        total = 0.0
        for place, costs in self.costs.items():
            total += costs.get(contents.get(place, ""), self.unlisted[place])
        return total

    def change(self, before: Mapping[str, str], changes: Mapping[str, str]) -> float:
        """How much better the reading is explained after some changes."""
        gain = 0.0
        for place, word in changes.items():
            costs = self.costs.get(place)
            if costs is not None:
                other = self.unlisted[place]
                gain += costs.get(word, other) - costs.get(before.get(place, ""), other)
        return gain

    def slack(self, contents: Mapping[str, str]) -> float:
        """How well, on average over all places, something else there than these contents explains the reading.

        Nearly the share of misread places where all is plain; a place that contradicts the contents counts fully,
        since nothing tells what really lies there.
        """
        return sum(self._slack(place, contents.get(place, "")) for place in self.costs) / max(1, len(self.costs))

    def more_slack(self, before: Mapping[str, str], changes: Mapping[str, str]) -> float:
        """How much greater the slack is after some changes."""
        more = sum(
            self._slack(place, word) - self._slack(place, before.get(place, ""))
            for place, word in changes.items()
            if place in self.costs
        )
        return more / max(1, len(self.costs))

    def _slack(self, place: str, word: str) -> float:
        more = self.anything[place] - self.costs[place].get(word, self.unlisted[place])
        return 1.0 if more >= 0 else exp(more)

    def contradictions(self, contents: Mapping[str, str]) -> tuple[str, ...]:
        """Places that show something else."""
        return tuple(
            place
            for place, costs in self.costs.items()
            if max(costs.values()) > costs.get(contents.get(place, ""), self.unlisted[place]) + CONTRADICTS
        )


def models_of(evidence: Evidence) -> tuple[PlaceModel, ...]:
    """A model for each share of misread places in `MISREADS`, from raw log-likelihoods."""
    probabilities = {}
    for place, weights in evidence.items():
        if not weights or place == "puck" or place.startswith("mat:"):
            continue
        top = max(weights.values())
        shares = {word: exp(weight - top) for word, weight in weights.items()}
        total = sum(shares.values())
        probabilities[place] = {word: share / total for word, share in shares.items()}
    words = words_of(evidence)
    return tuple(_model(probabilities, words, misread) for misread, _ in MISREADS)


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


def _model(probabilities: Mapping[str, Mapping[str, float]], words: Mapping[str, int], misread: float) -> PlaceModel:
    """The logarithms for a share of misread places.

    Half of those that may be empty look so; the others like anything that a place of this kind may hold, all alike.
    """
    costs, unlisted, anything = {}, {}, {}
    for place, weights in probabilities.items():
        many = max(2, words[kind_of(place)])
        if EMPTY in weights:
            empty = weights[EMPTY]
            stray = misread * (LOOKS_EMPTY * empty + (1 - LOOKS_EMPTY) * (1 - empty) / (many - 1))
        else:
            stray = misread / many
        costs[place] = {word: log((1 - misread) * weight + stray) for word, weight in weights.items()}
        unlisted[place] = log(stray)
        others = 1 - max(weights.values())
        anything[place] = log((1 - misread) * others / many + stray)
    return PlaceModel(misread, costs, unlisted, anything)


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
