"""The drawing of games with boards."""

import random

import pytest

from live.drawing import draw
from scoring import rules_for
from scoring.random_play import play_game
from scoring.replay import replay
from tabletop.records import Header, Record


@pytest.mark.parametrize("game", ["my-city-chess", "my-city", "small-city"])
def test_every_place_of_the_rules_can_be_tapped(game: str) -> None:
    """Each cell that the rules know has one shape with its name, and what lies there is drawn over it."""
    rules = rules_for(game)
    record = play_game(rules, Header(game, ("Ann", "Ben")), random.Random(1))
    state = replay(Record(record.header, record.entries[:12])).state
    board = draw(rules.position(state))
    assert board is not None
    tapped = [shape["place"] for shape in board["shapes"] if shape.get("tap")]
    cells = [place for place in rules.contents(state) if place.startswith(("square:", "cell:"))]
    assert sorted(tapped) == sorted(cells)
    assert any(shape["class"] == "piece" for shape in board["shapes"])
