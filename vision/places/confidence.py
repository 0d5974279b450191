"""From correlations to likelihoods, and from likelihoods to how sure a place is: one measure for all places."""

import math
from collections.abc import Mapping

import numpy as np

from tabletop.readings import Confidence, Reading
from vision.pixels.arrays import Floats
from vision.settings import ConfidenceSettings

PLAIN_NATS = 12.0
"""What is likely and leads all else by so much is plain: no other look at it would tell more."""


def is_plain(reading: Reading, place: str) -> bool:
    """Whether what lies there is certain, or likely and plainly likelier than anything else."""
    how = reading.confidence.get(place)
    return how == "certain" or (how == "likely" and lead(reading, place) >= PLAIN_NATS)


def lead(reading: Reading, place: str) -> float:
    """Nats by which the likeliest content of a place leads the next one; 0 where nothing is told."""
    ranked = sorted(reading.evidence.get(place, {}).values(), reverse=True)[:2]
    return ranked[0] - ranked[1] if len(ranked) == 2 else 0.0


def log_likelihood(correlation: Floats, settings: ConfidenceSettings) -> Floats:
    """Natural log-likelihood of a pattern at a correlation, against that of a cover that shows nothing: 0 there.

    Gaussian noise of unknown size on `weight` independent samples gives -weight/2 · log(1 - r²) up to a constant.
    """
    r = np.clip(correlation, 0.0, 0.99)
    raw = -settings.weight / 2 * np.log1p(-(r**2))
    return np.asarray(raw + settings.weight / 2 * np.log1p(-(settings.nothing_known**2)))


def log_likelihood_of(correlation: float, settings: ConfidenceSettings) -> float:
    """The same for one number."""
    r = min(max(correlation, 0.0), 0.99)
    return settings.weight / 2 * (math.log1p(-(settings.nothing_known**2)) - math.log1p(-r * r))


def graded(lead: float, correlation: float, settings: ConfidenceSettings) -> Confidence:
    """How sure the best explanation is, by its lead over the second best and by how well it fits."""
    if lead >= settings.certain_margin and correlation >= settings.certain_correlation:
        return "certain"
    return "likely" if lead >= settings.likely_margin else "ask"


def relative(likelihoods: Mapping[str, float], floor: float) -> dict[str, float]:
    """Likelihoods against the best one, which is 0, to two places; none below the floor."""
    values = set(likelihoods.values())  # few: most words are at the floor
    best = max(values)
    against = {value: round(max(value - best, floor), 2) for value in values}
    return {word: against[value] for word, value in likelihoods.items()}
