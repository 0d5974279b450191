"""The drawing of games with boards."""

import random

import pytest

from live.drawing.art import art_on_table
from live.drawing.page import draw
from scoring import rules_for
from scoring.random_play import play_game
from scoring.replay import replay
from simulator.games import scripted_game, turns_of
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


def test_a_turned_piece_has_a_drawing_of_its_own_a_turned_tile_has_not() -> None:
    """Pieces stand upright on the page; both drawings are there to be fetched, and no made-up one is."""
    record = scripted_game("big-city")
    position = turns_of(record)[-1].position
    board = draw(position)
    assert board is not None
    arts = [shape["art"] for shape in board["shapes"] if "art" in shape]
    turned = next(art for art in arts if art.endswith("@90"))
    assert not [art for art in arts if art.startswith("tile") and "@" in art]
    assert art_on_table(position, turned) != art_on_table(position, turned.partition("@")[0])
    for wrong in ("residence-2@999", "residence-2@x", "residence-2@", "nothing@90"):
        assert art_on_table(position, wrong) is None
