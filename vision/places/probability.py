"""How probable what a position says is, at every place: from words and leads, by a map fitted for each witness."""

import math
from collections.abc import Mapping

from tabletop.readings import Confidence, Reading
from vision.places.confidence import lead

CERTAIN = 0.9998
MAPS: Mapping[tuple[str, Confidence], tuple[float, float]] = {
    ("structure", "likely"): (1.96, 0.32), ("structure", "ask"): (-0.82, 0.03),
    ("colour", "likely"): (1.22, 0.57), ("colour", "ask"): (-0.37, 0.14),
    ("ground", "likely"): (4.28, 0.21), ("ground", "ask"): (0.76, 0.28),
}  # fmt: skip
"""Log-odds of an answer without a lead, and what each nat of its lead adds; fitted on tuning and drawn pictures."""
MOST_NATS = 10.0


def probabilities(reading: Reading) -> dict[str, float]:
    """Place -> probability of what the position says there, to four places, of every place with a confidence."""
    return {place: round(_probability(reading, place), 4) for place in reading.confidence}


def witness_of(reading: Reading, place: str) -> str:
    """Who tells of it: `structure` (a code, known print), a piece's `colour` and shape, or bare `ground`'s colour."""
    told, kind = reading.evidence.get(place, {}), place.partition(":")[0]
    likeliest = max(told, key=told.__getitem__, default="empty")
    if likeliest != "empty":
        return "colour" if likeliest in reading.uncoded or kind in reading.uncoded else "structure"
    bare = kind in ("cell", "square") or (kind == "street" and not reading.uncoded.isdisjoint(told))
    return "ground" if bare else "structure"


def _probability(reading: Reading, place: str) -> float:
    how = reading.confidence[place]
    if how == "certain":
        return CERTAIN
    start, slope = MAPS[witness_of(reading, place), how]
    return 1.0 / (1.0 + math.exp(-start - slope * min(lead(reading, place), MOST_NATS)))
