"""Thresholds from observations: what a log-likelihood is worth, and from where on an answer is sure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from measuring.observing import Observation
from vision.settings import ConfidenceSettings

MARGINS = tuple(step / 2 for step in range(3, 25))
LIKELY_RIGHT = 0.98
"""Share of right answers that `likely` must reach just above its threshold."""
SLACK_CORRELATION, SLACK_MARGIN = 0.10, 3.0
"""`certain` must be without a mistake even where the correlation that it wants is lowered by the first, and its margin
divided by the second: the pictures that people take are not the ones that were fitted to."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What the fit gives."""

    temperature: float
    """By which log-likelihoods are divided before they are probabilities."""
    certain_margin: float
    likely_margin: float


def fitted(seen: Sequence[Observation], settings: ConfidenceSettings) -> Thresholds:
    """The temperature of least surprise, the least margin of `certain` without a mistake, and `likely` from where it is
    right often enough; `certain` wants the settings' correlation beside its margin.

    Places that are asked about for another reason than their margin (a piece that hangs over the rim, a doubtful
    neighbourhood) say nothing about margins and are left out of the thresholds.
    """
    temperature = min((step / 20 for step in range(4, 121)), key=lambda t: surprise(seen, t))
    free = [one for one in seen if one.told != "ask" or one.margin < settings.likely_margin]
    clear = settings.certain_correlation - SLACK_CORRELATION
    worst = max((one.margin for one in free if not one.right and one.correlation >= clear), default=0.0)
    certain = next((margin for margin in MARGINS if margin / SLACK_MARGIN > worst), MARGINS[-1])
    likely = next((m for m in MARGINS if _share_right(free, m, m + 1.5) >= LIKELY_RIGHT), certain)
    return Thresholds(temperature, certain, min(likely, certain))


def surprise(seen: Sequence[Observation], temperature: float) -> float:
    """Mean negative log-probability of what was the case: the best guess right, or not."""
    total = 0.0
    for one in seen:
        told = min(max(one.probability(temperature), 1e-7), 1 - 1e-7)
        total -= one.weight * math.log(told if one.right else 1 - told)
    return total / max(sum(one.weight for one in seen), 1e-9)


def _share_right(seen: Sequence[Observation], low: float, high: float) -> float:
    inside = [one.right for one in seen if low <= one.margin < high]
    return sum(inside) / len(inside) if inside else 0.0
