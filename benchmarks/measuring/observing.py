"""What the reader saw at each place and whether its best guess was right: what thresholds are fitted to."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from measuring.contents import EVERY_PLACE, contents
from tabletop.readings import Confidence
from vision import FrameReading


@dataclass(frozen=True, slots=True)
class Observation:
    """One place of one picture."""

    place: str
    told: Confidence
    right: bool
    """Whether the position's best guess is what lies there."""
    leads: tuple[float, ...]
    """How far each other explanation lies behind the best one, natural log-likelihood, nearest first."""
    correlation: float
    """With the pattern that fits best; 0 where the sight keeps none."""
    weight: float = 1.0

    @property
    def margin(self) -> float:
        """Lead over the second best explanation."""
        return self.leads[0] if self.leads else 0.0

    def probability(self, temperature: float) -> float:
        """Of the best explanation, when log-likelihoods are divided by a temperature."""
        return 1.0 / (1.0 + sum(math.exp(-lead / temperature) for lead in self.leads))


def observations(truth: Any, sight: FrameReading) -> Iterator[Observation]:
    """Every place for which the reading tells likelihoods and whose truth is known."""
    if sight.reading.position is None:
        return
    expected, got = contents(truth), contents(sight.reading.position)
    best = _correlations(sight)
    for place, words in sight.reading.evidence.items():
        if place.split(":")[0] not in EVERY_PLACE or place not in expected or len(words) < 2:
            continue
        values = sorted(words.values(), reverse=True)
        yield Observation(
            place,
            sight.reading.confidence.get(place, "ask"),
            got.get(place) == expected[place],
            tuple(values[0] - value for value in values[1:] if values[0] - value < 30.0),
            best.get(place, 0.0),
        )


def _correlations(sight: FrameReading) -> Mapping[str, float]:
    found = {one.place.name: max(float(one.codes.max(initial=0.0)), one.ground_fit) for one in sight.places.scores}
    if sight.city is not None:
        found |= {view.street.name: max(view.car, *view.rails) for view in sight.city.streets}
    return found
