"""How well a table would explain a reading: each place's likelihoods, with the chance that a place is misread."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, log
from typing import Any

from scoring.protocol import Rules
from tabletop.readings import Evidence, Reading

MISREADS: tuple[tuple[float, float], ...] = ((0.0007, 0.55), (0.005, 0.3), (0.02, 0.1), (0.06, 0.05))
"""How large the share of misread places may be, and how much that is believed before a look; origin: virtual photos
in ordinary and in hard light."""
IN_SEARCH = 0.005
"""The share with which moves are looked for."""
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
    return tuple(_model(probabilities, misread) for misread, _ in MISREADS)


def marginal_fit(models: tuple[PlaceModel, ...], contents: Mapping[str, str]) -> tuple[float, float]:
    """How well contents explain the reading over all shares of misread places, and the share that this suggests."""
    fits = [log(belief) + model.fit(contents) for model, (_, belief) in zip(models, MISREADS, strict=True)]
    top = max(fits)
    weights = [exp(fit - top) for fit in fits]
    share = sum(weight * model.misread for weight, model in zip(weights, models, strict=True)) / sum(weights)
    return top + log(sum(weights)), share


def _model(probabilities: Mapping[str, Mapping[str, float]], misread: float) -> PlaceModel:
    """The logarithms for a share of misread places; a misread place shows any of its other contents alike."""
    costs, unlisted = {}, {}
    for place, weights in probabilities.items():
        stray = misread / max(2, len(weights))
        costs[place] = {word: log((1 - misread) * weight + stray) for word, weight in weights.items()}
        unlisted[place] = log(stray)
    return PlaceModel(misread, costs, unlisted)


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
