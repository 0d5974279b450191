"""How well a table explains a reading: the quick way, by what differs, says what the long way says."""

from random import Random

import pytest

from scoring.referee.evidence_model import Baseline, models_of

WORDS = ("empty", "residence-1", "residence-2", "business-1")
PLACES = tuple(f"property:{number}" for number in range(11, 49))


def _evidence(random: Random) -> dict[str, dict[str, float]]:
    seen = {place: {word: -8.0 * random.random() for word in WORDS} for place in PLACES}
    seen["property:12"] = dict.fromkeys(WORDS, 0.0)  # hidden
    seen["puck"] = {"Ann": 0.0, "Ben": -9.0}
    return seen


def _contents(random: Random) -> dict[str, str]:
    """Some places hold something, some are empty, some do not exist; one word is none that the reader names."""
    words = (*WORDS, "post-office", None)
    chosen = {place: random.choice(words) for place in PLACES}
    return {place: word for place, word in chosen.items() if word is not None}


@pytest.mark.parametrize("seed", range(20))
def test_a_table_is_weighed_alike_by_what_differs_and_as_a_whole(seed: int) -> None:
    """From any other table the same fit, share of misread places and slack come out as from the table itself."""
    random = Random(seed)
    models = models_of(_evidence(random))
    before, after = _contents(random), _contents(random)
    quick, long = Baseline.of(models, before).fit(after), Baseline.of(models, after).fit(after)
    assert quick.fit == pytest.approx(long.fit)
    assert quick.misread == pytest.approx(long.misread)
    assert quick.slack == pytest.approx(long.slack)
    assert quick.fit != pytest.approx(Baseline.of(models, before).fit(before).fit)
