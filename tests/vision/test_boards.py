"""Games with boards: from pictures of the virtual table to positions."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from thinned import thinned

from scoring import rules_for
from scoring.random_play import play_game
from scoring.replay import replay
from simulator.art import PartsBox
from simulator.games import turns_of
from simulator.photograph import Photograph
from simulator.studio import Shot, shoot
from simulator.virtual_table import Room, VirtualTable
from tabletop.gamefile import load_game
from tabletop.geometry import Pose
from tabletop.notation import read_position
from tabletop.plans import Plan, plan_of
from tabletop.plans.plan import PlannedPart, game_on_table
from tabletop.records import Header
from vision import FrameReading, detect_game, read_image, reread

PHONE_PX = (2016, 1512)
"""A quarter of a phone's picture, drawn and read in a quarter of the time; `test_photos` reads whole ones."""
SMALL_PX = (1280, 720)
LIGHTHOUSES = "examples/lighthouses.toml"
GAMES: Mapping[str, Header] = {
    "chess": Header("my-city-chess", ("red", "blue", "white")),
    "hexes": Header("my-city-chess", ("red", "blue"), {"map": "hex-8"}),
    "twelve": Header("my-city-chess", ("red", "blue"), {"map": "square-12"}),
    "my-city": Header("my-city", ("Ann", "Ben")),
    "lighthouses": Header(LIGHTHOUSES, ("red", "blue")),
}
BOROUGHS = """
game = "small-city"
players = ["Ann", "Ben"]
[[boroughs]]
player = "Ann"
tiles = [
  { kind = "residential", level = 3, on = ["B4", "B5", "C5"] },
  { kind = "park", level = 2, on = ["E5", "F5"] },
  { kind = "city-hall", on = ["D2", "E2", "D3", "E3"] },
]
citizens = [{ player = "Ben", on = "B4" }, { player = "Ann", on = "E2" }]
[[boroughs]]
player = "Ben"
tiles = [{ kind = "factory", level = 2, on = ["F4", "F5"] }, { kind = "warehouse", on = ["C7"] }]
citizens = [{ player = "Ben", on = "F4" }]
[table]
turn = "Ben"
"""


@lru_cache(maxsize=8)
def box_of(game: str) -> PartsBox:
    """The drawn parts of a game."""
    return PartsBox(load_game(game))


@lru_cache(maxsize=8)
def position_in(case: str, moves: int = 60) -> Any:
    """The position after so many moves of a random game."""
    header = GAMES[case]
    rules = rules_for(header.game)
    return rules.position(replay(play_game(rules, header, Random(1), at_most=moves)).state)


@lru_cache(maxsize=8)
def photo_of(case: str, **shot: Any) -> Photograph:
    """A picture of that position."""
    position = position_in(case)
    size_px = PHONE_PX if shot["view"].startswith("phone") else SMALL_PX
    return shoot(plan_of(position, load_game(position.game)), box_of(position.game), Shot(size_px=size_px, **shot))


def read(image: np.ndarray, position: Any) -> FrameReading:
    """The picture read, with the players of the position."""
    return read_image(image, load_game(position.game), players=position.players, name=position.game)


@lru_cache(maxsize=8)
def sight_of(case: str, **shot: Any) -> FrameReading:
    """The same picture read; several tests ask of one reading."""
    return read(photo_of(case, **shot).image, position_in(case))


def contents(position: Any) -> Mapping[str, str]:
    """What lies at each place."""
    rules = rules_for(position.game)
    return rules.contents(rules.resume(position))


def wrong_places(sight: FrameReading, truth: Any, *, sure: tuple[str, ...] = ("certain", "likely")) -> dict[str, Any]:
    """Places that were read otherwise than they are, of that sureness."""
    got, true = contents(sight.reading.position), contents(truth)
    return {
        place: (got.get(place), word)
        for place, word in true.items()
        if got.get(place) != word and sight.reading.confidence.get(place) in sure
    }


def share_asked(sight: FrameReading, truth: Any) -> float:
    """Share of places that are asked about."""
    places = contents(truth)
    return sum(sight.reading.confidence.get(place, "ask") == "ask" for place in places) / len(places)


@pytest.mark.parametrize(
    ("case", "view", "light"),
    thinned(
        [
            ("chess", "webcam-35", "window"),
            ("hexes", "phone-45", "lamp"),
            ("my-city", "phone-30", "mixed"),
            ("lighthouses", "above", "ceiling"),
            ("chess", "above", "ceiling"),
            ("twelve", "above", "window"),
        ],
        4,
    ),
)
def test_boards_are_read(case: str, view: str, light: str) -> None:
    """In ordinary pictures every place of a game in progress is read right, at most one in a hundred asked about."""
    truth = position_in(case)
    sight = sight_of(case, view=view, light=light, seed=2)
    assert not wrong_places(sight, truth)
    assert share_asked(sight, truth) <= 0.01


def test_my_city_shows_card_and_tokens() -> None:
    """The open card and each player's space on the score track are read beside the buildings."""
    truth = position_in("my-city")
    sight = sight_of("my-city", view="phone-30", light="mixed", seed=2)
    assert sight.reading.position.card == truth.card
    assert [board.token for board in sight.reading.position.boards] == [board.token for board in truth.boards]


def test_the_puck_says_whose_turn_it_is() -> None:
    """The player on whose mat the puck lies has the turn."""
    truth = position_in("chess")
    sight = sight_of("chess", view="webcam-35", light="window", seed=2)
    assert truth.turn is not None
    assert sight.reading.position.turn == truth.turn
    assert sight.reading.confidence["puck"] == "certain"


def test_boroughs_with_citizens_and_tourists() -> None:
    """Tiles with their levels, citizens on them and whose they are; a hidden square is told by the others."""
    truth = read_position(BOROUGHS)
    game = load_game("small-city")
    shot = Shot(view="phone-45", light="window", seed=2, size_px=PHONE_PX)
    photo = shoot(plan_of(truth, game), box_of("small-city"), shot)
    sight = read(photo.image, truth)
    assert sight.reading.position.boroughs == truth.boroughs
    assert sight.reading.position.turn == "Ben"
    assert "ask" not in sight.reading.confidence.values()


def test_a_tile_that_a_citizen_hides_is_asked_about() -> None:
    """A citizen on a red tile of one square hides whether it is a theatre or a statue."""
    red = BOROUGHS.replace('kind = "warehouse"', 'kind = "statue"')
    truth = read_position(red.replace('on = "F4"', 'on = "C7"'))
    game = load_game("small-city")
    sight = read(shoot(plan_of(truth, game), box_of("small-city"), Shot(seed=2, size_px=SMALL_PX)).image, truth)
    assert sight.reading.confidence["cell:Ben:C7"] == "ask"
    assert sight.reading.evidence["cell:Ben:C7"]["citizen-2"] == 0.0


def test_nothing_under_a_hand_is_certain_and_wrong() -> None:
    """With two hands over the board, what they hide is asked about."""
    truth = position_in("chess", 12)
    game = load_game(truth.game)
    for seed in (1, 2):
        photo = shoot(plan_of(truth, game), box_of(truth.game), Shot(seed=seed, hands=2, size_px=SMALL_PX))
        sight = read(photo.image, truth)
        assert not wrong_places(sight, truth, sure=("certain",))
        covered = [
            place
            for place, outline in sight.outlines_px.items()
            if place.startswith("square:") and _covered(photo, sight, place)
        ]
        assert all(sight.reading.confidence[place] != "certain" for place in covered)


def _covered(photo: Photograph, sight: FrameReading, place: str) -> bool:
    """Whether hardly anything of the square shows."""
    spot = next(one.place.spot for one in sight.places.scores if one.place.name == place)
    corners = spot.to_table(np.array([[-12.0, -12.0], [12.0, -12.0], [12.0, 12.0], [-12.0, 12.0]]))
    pixels = sight.table.plane.to_picture(corners) if sight.table else corners
    on_table = photo.truth.camera.plane_points(pixels, 0.0)
    return float(photo.truth.cover.visible_share(on_table, 0.0)) < 0.1


@pytest.mark.parametrize("thickness_mm", thinned([20.0, 0.0], 1))
def test_a_chess_board_of_ones_own_between_corner_pieces(thickness_mm: float) -> None:
    """Four corner pieces make 64 squares of any size, thin or thick; counters lie on them in any of four turns."""
    game = load_game("my-city-chess")
    side, laid = 400.0, []
    for name, (right, down) in {
        "upper-left": (-1, -1),
        "upper-right": (1, -1),
        "lower-right": (1, 1),
        "lower-left": (-1, 1),
    }.items():
        anchor = game.by_id[f"corner-{name}"].anchor_mm
        pose = Pose(300 + right * side / 2 - anchor[0], 300 + down * side / 2 - anchor[1])
        laid.append(PlannedPart(f"corner-{name}", pose))
    truth = {"landmark-zoo": "a1", "red-park-2": "e4", "blue-park-1": "h8", "red-slum": "b7"}
    for turn, (part, square) in enumerate(truth.items()):
        column, row = "abcdefgh".index(square[0]), 8 - int(square[1])
        pose = Pose(100 + (column + 0.5) * side / 8, 100 + (row + 0.5) * side / 8, 90.0 * turn)
        laid.append(PlannedPart(part, pose, thickness_mm))
    shot = Shot(view="phone-45", seed=3, size_px=PHONE_PX)
    photo = shoot(Plan((600.0, 600.0), tuple(laid)), box_of("my-city-chess"), shot)
    sight = read_image(photo.image, game)
    found = {part.part.id: sight.boards.boards[0].board.cell_name(part.cells[0]) for part in sight.places.parts}
    assert found == truth
    assert {sight.reading.confidence[f"square:{square}"] for square in truth.values()} == {"certain"}


@pytest.mark.parametrize(
    ("case", "name"), [("chess", "my-city-chess"), ("my-city", "my-city"), ("lighthouses", "custom")]
)
def test_codes_tell_the_game(case: str, name: str) -> None:
    """One look at the codes' numbers says which game lies there."""
    view = {"chess": "webcam-35", "my-city": "phone-30", "lighthouses": "above"}[case]
    light = {"chess": "window", "my-city": "mixed", "lighthouses": "ceiling"}[case]
    assert detect_game(photo_of(case, view=view, light=light, seed=2).image) == name


def test_a_mirrored_board_is_read_through_a_mirror() -> None:
    """A selfie camera's mirrored picture is read, and a problem says so."""
    truth = position_in("chess")
    image = photo_of("chess", view="webcam-35", light="window", seed=2).image
    sight = read(np.ascontiguousarray(image[:, ::-1]), truth)
    assert sight.mirrored
    assert not wrong_places(sight, truth)
    assert sight.reading.problems[0].code == "mirrored"


OWN_MAP = """
[board]
name = "little"
title = "A little map"
game = "my-city-chess"
size_mm = [221.0, 240.0]
[grid]
shape = "square"
rows = 5
columns = 6
pitch_mm = 34.0
first_cell_mm = [25.5, 52.0]
names = "ranks-from-bottom"
"""


def test_a_board_file_of_ones_own_for_a_shipped_game(tmp_path: Path) -> None:
    """A map of one's own takes the game's codes; told of the file, the reader names squares and the map as it does."""
    path = tmp_path / "little.toml"
    path.write_text(OWN_MAP)
    text = (
        f'game = "my-city-chess"\noptions = {{ map = "{path}" }}\n'
        '[[landmarks]]\nname = "zoo"\non = "f5"\n'
        '[[zones]]\nplayer = "red"\ntype = "park"\nvalue = 2\non = "a1"\n'
    )
    truth = read_position(text)
    game = load_game("my-city-chess")
    furnished = game_on_table(truth, game)
    photo = shoot(plan_of(truth, game), PartsBox(furnished), Shot(view="phone-30", seed=5, size_px=PHONE_PX))
    position = read_image(photo.image, game, own_boards=(str(path),)).reading.position
    assert (position.landmarks, position.zones) == (truth.landmarks, truth.zones)
    assert position.options == truth.options


@pytest.mark.parametrize("game", thinned(["my-city-chess", "small-city", "my-city"], 2))
def test_a_change_is_read_again_only_where_it_happened(game: str) -> None:
    """After one more move a good part of the cells keep their views, and the reading is that of a whole look."""
    record = play_game(rules_for(game), Header(game, ("Ann", "Ben")), Random(4), at_most=24)
    turns = turns_of(record)
    table = VirtualTable(load_game(game), turns[-1].position, Room(size_px=(1280, 720), seed=2))
    table.lay(next(turn.position for turn in reversed(turns) if turn.position != turns[-1].position))
    before = read_image(next(table.still(0.1)), load_game(game), players=("Ann", "Ben"), name=game)
    table.lay(turns[-1].position)
    image = next(table.still(0.1))
    again = reread(image, before)
    whole = read_image(image, load_game(game), players=("Ann", "Ben"), name=game)
    assert before.boards is not None
    assert again.boards is not None
    kept = sum(view is other for view, other in zip(again.places.scores, before.places.scores, strict=True))
    assert kept > len(again.places.scores) / 3
    assert again.reading.position == whole.reading.position
    assert {place for place, sure in again.reading.confidence.items() if sure == "ask"} == {
        place for place, sure in whole.reading.confidence.items() if sure == "ask"
    }
