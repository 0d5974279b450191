"""The drawing of games with boards."""

import random

import pytest

from live.drawing.page import draw
from scoring import rules_for
from scoring.random_play import play_game
from scoring.replay import replay
from simulator.games import scripted_game
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


def test_every_board_bears_its_own_players_cells() -> None:
    """Boards stand in the players' order, which is not that of the alphabet: what is tapped is where it lies."""
    rules = rules_for("my-city")
    record = play_game(rules, Header("my-city", ("Zoe", "Ann")), random.Random(3), at_most=12)
    state = replay(record).state
    board = draw(rules.position(state))
    assert board is not None
    tiles = [shape["points"] for shape in board["shapes"] if shape["class"] == "tile"]
    assert tiles[0][0] < tiles[1][0]  # the first board lies on the left
    named = [shape["text"] for shape in board["shapes"] if shape.get("text") in ("Zoe", "Ann")]
    assert named == ["Zoe", "Ann"]


def test_letters_in_place_of_art_are_no_words() -> None:
    """Where a building's art has not come yet its title's letters stand, without "of": TF, not "to"."""
    rules = rules_for("my-city")
    board = draw(rules.position(replay(scripted_game("my-city")).state))
    assert board is not None
    letters = {shape["text"] for shape in board["shapes"] if shape["class"] == "glyph" and "instead_of" in shape}
    assert {"TF", "LF", "CT"} <= letters
    assert not letters & {"TO", "LO", "CO"}
