"""Whether probabilities hold: log-loss and reliability of what a witness says of places whose truth is known."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

FLOOR = 1e-6
"""No probability counts for less in a log-loss, so that a place costs 13.8 nats at most."""
EDGES = (0.0, 0.5, 0.7, 0.85, 0.95, 0.99, 0.999, 0.99999, 1.0)
"""Of the bins of predicted probability; each has its lower edge, the last one both."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a witness says of one place."""

    predicted: float
    """Probability of its best content; of all that are equally good together."""
    right: bool
    """Whether that, or one of those, is what lies there."""
    of_truth: float
    """Probability of what lies there; 0 where the witness does not know the word."""
    truth: tuple[str, ...]
    """Game and kind of place, and what lies there: who knows the first two alone predicts the last by its frequency."""
    silent: bool = False
    """Whether it says the same of everything."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Places of about the same predicted probability."""

    low: float
    high: float
    places: int
    right: int
    predicted: float
    """Mean."""


def predict(nats: Mapping[str, float], word: str, *kind: str) -> Prediction:
    """From log-likelihoods of at least one content, all being as likely beforehand.

    Equal ones, such as those of pieces that look alike, are one content in `predicted` and `right`.

    >>> one = predict({"empty": 0.0, "park": math.log(0.25)}, "park", "small-city", "cell")
    >>> one.predicted, one.right, round(one.of_truth, 9)
    (0.8, False, 0.2)
    >>> two = predict({"pool": 0.0, "bank": 0.0, "empty": math.log(0.5)}, "bank", "small-city", "cell")
    >>> two.predicted, two.right, two.of_truth
    (0.8, True, 0.4)
    """
    most = max(nats.values())
    odds = {content: math.exp(value - most) for content, value in nats.items()}
    best = [content for content, value in nats.items() if value == most]
    whole = sum(odds.values())
    return Prediction(
        len(best) / whole, word in best, odds.get(word, 0.0) / whole, (*kind, word), len(best) == len(nats)
    )


def log_loss(probabilities: Sequence[float]) -> float:
    """Mean surprise, in nats a place, of what was the case; 0 of none.

    >>> round(log_loss([1.0, 0.5, 0.0]), 3)
    4.836
    """
    return sum(-math.log(max(one, FLOOR)) for one in probabilities) / max(len(probabilities), 1)


def loss_by_frequency(truths: Sequence[tuple[str, ...]]) -> float:
    """Log-loss of one who has seen no picture, but knows how often what lies at a kind of place in these.

    >>> round(loss_by_frequency([("g", "cell", "empty")] * 3 + [("g", "cell", "park")]), 3)
    0.562
    """
    words, kinds = Counter(truths), Counter(one[:-1] for one in truths)
    return log_loss([words[one] / kinds[one[:-1]] for one in truths])


def bins(predictions: Sequence[Prediction]) -> list[Bin]:
    """The reliability table; silent predictions and empty bins are left out."""
    found = []
    for low, high in pairwise(EDGES):
        inside = [
            one
            for one in predictions
            if not one.silent and (low <= one.predicted < high or high == one.predicted == EDGES[-1])
        ]
        if inside:
            mean = sum(one.predicted for one in inside) / len(inside)
            found.append(Bin(low, high, len(inside), sum(one.right for one in inside), mean))
    return found


def calibration_error(table: Sequence[Bin]) -> float:
    """Expected calibration error: by how much predicted and right shares differ, mean over places; 0 of none."""
    apart = sum(abs(one.places * one.predicted - one.right) for one in table)
    return apart / max(sum(one.places for one in table), 1)
