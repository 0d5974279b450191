"""Real-looking photographs of the printed sheets, with what lies on them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tabletop.gamefile import load_game
from tabletop.notation import load_position
from vision import load_image, read_image

FOLDER = Path(__file__).parent.parent / "photos"
PICTURES = sorted(FOLDER.glob("*.jpg"))
ASKED_WITH_A_HAND = 0.35
"""Share of places that a hand in the picture may hide; else one in a hundred."""


@pytest.mark.parametrize("picture", PICTURES, ids=[picture.stem for picture in PICTURES])
def test_photograph(picture: Path, places: Callable[[Any], dict[str, Any]]) -> None:
    """Everything that is said is right; without a hand in it, at most one place in a hundred is asked about."""
    truth = load_position(str(picture.with_name(picture.stem + ".position.json")))
    sight = read_image(load_image(picture), load_game("big-city"), players=truth.players)
    assert sight.reading.position is not None, sight.reading.problems
    expected, got = places(truth), places(sight.reading.position)
    sureness = {place: value for place, value in sight.reading.confidence.items() if place in expected}
    told = [place for place, value in sureness.items() if value != "ask"]
    wrong = {place: got.get(place) for place in told if got.get(place) != expected[place]}
    assert not wrong
    unknown = [place for place in expected if sureness.get(place, "ask") == "ask"]
    allowed = ASKED_WITH_A_HAND if "hand" in picture.stem else 0.01
    assert len(unknown) <= allowed * len(expected), unknown
    if "hand" not in picture.stem:
        assert sight.reading.position.tiles == truth.tiles
        assert sight.reading.position.reserve == truth.reserve
