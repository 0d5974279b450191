"""How well a table would explain a reading: each place's likelihoods, with the chance that a place is misread."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, log
from typing import Any

from scoring.protocol import Rules
from tabletop.readings import Evidence, Reading

WORDS_AT_LEAST = 12
"""A misread place may show any of at least so many things."""
MISREADS_BEFORE = 0.25
PLACES_BEFORE = 120.0
"""What is believed of a reader before its first look: so many misread places among so many."""
CONTRADICTS = 2.0
"""A place contradicts a table when something else is likelier by this natural logarithm."""
SURENESS_LOG = {"certain": -12.0, "likely": -4.0, "ask": 0.0}
"""How much less likely everything else is, where a reading has no likelihoods of its own."""


@dataclass(frozen=True, slots=True)
class PlaceModel:
    """The reading as natural logarithms per place, relative to what fits the place best."""

    probabilities: Mapping[str, Mapping[str, float]]
    """Place -> content -> probability; they sum to 1."""
    misread: float
    """The chance that a place is misread."""
    costs: Mapping[str, Mapping[str, float]]
    """Place -> content -> how well it fits, 0 the best."""
    unlisted: Mapping[str, float]
    """Place -> how well anything fits that the reader does not name there."""

    @staticmethod
    def of(evidence: Evidence, misread: float = MISREADS_BEFORE / PLACES_BEFORE) -> "PlaceModel":
        """From raw log-likelihoods."""
        places = {}
        for place, weights in evidence.items():
            if not weights or place == "puck" or place.startswith("mat:"):
                continue
            top = max(weights.values())
            shares = {word: exp(weight - top) for word, weight in weights.items()}
            total = sum(shares.values())
            places[place] = {word: share / total for word, share in shares.items()}
        return _model(places, misread)

    def with_misreads(self, contradictions: tuple[str, ...]) -> "PlaceModel":
        """The same with the share of misread places as this reading shows it."""
        share = (len(contradictions) + MISREADS_BEFORE) / (len(self.probabilities) + PLACES_BEFORE)
        return _model(self.probabilities, share)

    def fit(self, contents: Mapping[str, str]) -> float:
        """Natural logarithm of how well these contents explain the reading; 0 is the best possible.

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
            for place, weights in self.probabilities.items()
            if max(weights.values()) > weights.get(contents.get(place, ""), 0.0) * exp(CONTRADICTS)
        )


def _model(probabilities: Mapping[str, Mapping[str, float]], misread: float) -> PlaceModel:
    """The logarithms for a chance of misreading."""
    costs, unlisted = {}, {}
    for place, weights in probabilities.items():
        stray = misread / max(len(weights), WORDS_AT_LEAST)
        best = log((1 - misread) * max(weights.values()) + stray)
        costs[place] = {word: log((1 - misread) * weight + stray) - best for word, weight in weights.items()}
        unlisted[place] = log(stray) - best
    return PlaceModel(probabilities, misread, costs, unlisted)


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
