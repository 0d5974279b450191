"""Thresholds and calibration from observations: what a log-likelihood is worth, and from where on an answer is sure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from measuring.observing import Observation

CORRELATIONS = tuple(step / 100 for step in range(70, 91, 2))
MARGINS = tuple(step / 2 for step in range(3, 25))
LIKELY_RIGHT = 0.98
"""Share of right answers that `likely` must reach just above its threshold."""
SLACK_CORRELATION, SLACK_MARGIN = 0.03, 0.75
"""`certain` must be without a mistake even where its thresholds are lowered by the first and to the share of the
second: the pictures that people take are not the ones that were fitted to."""
BINS = (0.0, 0.5, 0.7, 0.85, 0.95, 0.99, 0.999, 0.99999, 1.0)
"""Edges of the reliability diagram's bins, told probability."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What the fit gives."""

    temperature: float
    """By which log-likelihoods are divided before they are probabilities."""
    certain_correlation: float
    certain_margin: float
    likely_margin: float


@dataclass(frozen=True, slots=True)
class Bin:
    """One bin of the reliability diagram."""

    low: float
    high: float
    places: int
    told: float
    """Mean told probability."""
    right: float
    """Share of right best guesses."""


def fitted(seen: Sequence[Observation]) -> Thresholds:
    """The temperature of least surprise, the most generous `certain` without a mistake, and `likely` from where it
    is right often enough."""
    temperature = min((step / 20 for step in range(4, 121)), key=lambda t: surprise(seen, t))
    certain = (CORRELATIONS[-1], MARGINS[-1])
    most = -1
    for correlation in CORRELATIONS:
        for margin in MARGINS:
            low = (correlation - SLACK_CORRELATION, margin * SLACK_MARGIN)
            if any(not one.right and one.correlation >= low[0] and one.margin >= low[1] for one in seen):
                continue
            count = sum(one.correlation >= correlation and one.margin >= margin for one in seen)
            if count > most:
                most, certain = count, (correlation, margin)
    likely = next((m for m in MARGINS if _share_right(seen, m, m + 1.5) >= LIKELY_RIGHT), certain[1])
    return Thresholds(temperature, *certain, min(likely, certain[1]))


def surprise(seen: Sequence[Observation], temperature: float) -> float:
    """Mean negative log-probability of what was the case: the best guess right, or not."""
    total = 0.0
    for one in seen:
        told = min(max(one.probability(temperature), 1e-7), 1 - 1e-7)
        total -= one.weight * math.log(told if one.right else 1 - told)
    return total / max(sum(one.weight for one in seen), 1e-9)


def reliability(seen: Sequence[Observation], temperature: float) -> list[Bin]:
    """The diagram's bins; empty ones are left out."""
    told = [(one.probability(temperature), one.right) for one in seen]
    bins = []
    for low, high in pairwise(BINS):
        inside = [pair for pair in told if low <= pair[0] < high or (high == 1.0 and pair[0] == 1.0)]
        if inside:
            n = len(inside)
            bins.append(Bin(low, high, n, sum(p for p, _ in inside) / n, sum(right for _, right in inside) / n))
    return bins


def _share_right(seen: Sequence[Observation], low: float, high: float) -> float:
    inside = [one.right for one in seen if low <= one.margin < high]
    return sum(inside) / len(inside) if inside else 0.0
