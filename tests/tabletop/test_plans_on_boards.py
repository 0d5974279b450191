"""Plans of the board games: every part of a position lies on its own cell, and nothing overlaps."""

from random import Random

import pytest

from scoring import rules_for
from scoring.random_play import play_game
from scoring.replay import replay
from tabletop.errors import UnreadableInput
from tabletop.gamefile import load_game
from tabletop.games.my_city.values import MyCityPosition, PlacedBuilding, PlayerBoard
from tabletop.geometry import contains
from tabletop.notation import read_position
from tabletop.plans import plan_between_corners, plan_of
from tabletop.records import Header

HEADERS = [
    Header("my-city-chess", ("red", "blue", "white")),
    Header("my-city-chess", ("red", "blue"), {"map": "hex-8"}),
    Header("my-city-chess", ("red", "blue"), {"map": "square-12"}),
    Header("my-city", ("Ann", "Ben", "Cem")),
    Header("small-city", ("Ann", "Ben"), {"modules": ["leisure", "gardens", "palaces", "airport-bank"]}),
]


@pytest.mark.parametrize("header", HEADERS, ids=lambda header: f"{header.game} {dict(header.options)}")
def test_parts_lie_apart_on_their_boards(header):
    """In the plan of a random game's end no two parts' middles share a part, and all lie within the plan."""
    rules, game = rules_for(header.game), load_game(header.game)
    state = replay(play_game(rules, header, Random(1), at_most=120)).state
    plan = plan_of(rules.position(state), game)
    on_boards = [one for one in plan.parts if game.by_id[one.part].kind in ("zone", "landmark", "building", "tile")]
    for one in on_boards:
        part = game.by_id[one.part]
        middles = part.cell_centres_mm or ((0.0, 0.0),)
        for middle in one.pose.apply_all(middles):
            covering = [
                other
                for other in on_boards
                if contains(other.pose.apply_all(game.by_id[other.part].outline_mm), middle)
            ]
            assert covering == [one]
        for x, y in one.pose.apply_all(part.outline_mm):
            assert 0 <= x <= plan.size_mm[0]
            assert 0 <= y <= plan.size_mm[1]


def test_what_cannot_be_laid_is_said():
    """A building on cells that do not have its shape cannot be laid; the sentence names both."""
    position = MyCityPosition((PlayerBoard("Ann", "eternal", (PlacedBuilding("red-4", ("D1", "E1")),)),), ("Ann",))
    with pytest.raises(UnreadableInput, match="red-4 does not have the shape of D1, E1"):
        plan_of(position, load_game("my-city"))


def test_the_puck_lies_on_its_players_mat():
    """Where the puck says whose turn it is, mats lie below the board and the puck on the right one."""
    position = read_position('game = "my-city-chess"\nplayers = ["red", "blue"]\n[table]\nturn = "blue"\n')
    parts = {one.part: one.pose for one in plan_of(position, load_game("my-city-chess")).parts}
    assert parts["puck"].x_mm == pytest.approx(parts["mat-2"].x_mm + 20.0)


def test_corner_pieces_touch_the_chess_boards_corners():
    """Each piece's own corner lies where four by four squares from the middle end; e4 is in its place between them."""
    game = load_game("my-city-chess")
    words = 'players = ["red", "blue"]\nlandmarks = [{ name = "zoo", on = "e4" }]\ntable = { turn = "blue" }\n'
    position = read_position(f'game = "my-city-chess"\n{words}')
    plan = plan_between_corners(position, game, square_mm=50.0, thickness_mm=12.0)
    poses = {one.part: one.pose for one in plan.parts}
    anchors = {part.corner: poses[part.id].apply(tuple(part.anchor_mm)) for part in game.of_kind("corner")}
    left, top = anchors["upper-left"]
    assert anchors["lower-right"] == pytest.approx((left + 400, top + 400))
    assert anchors["upper-right"] == pytest.approx((left + 400, top))
    assert anchors["lower-left"] == pytest.approx((left, top + 400))
    assert (poses["landmark-zoo"].x_mm, poses["landmark-zoo"].y_mm) == pytest.approx((left + 225, top + 225))
    assert [one.z_mm for one in plan.parts if one.part == "landmark-zoo"] == [12.0]
    assert poses["puck"].x_mm == pytest.approx(poses["mat-2"].x_mm + 20.0)
    assert poses["mat-1"].y_mm > max(y for _, y in anchors.values()) + 34


def test_corner_pieces_frame_no_hexes():
    """A position on another map does not go on a chess board."""
    position = read_position('game = "my-city-chess"\noptions = { map = "hex-8" }\n')
    with pytest.raises(UnreadableInput, match="corner pieces frame a chess board"):
        plan_between_corners(position, load_game("my-city-chess"), square_mm=50.0)
