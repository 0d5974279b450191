"""Positions and moves of the board games as text, both ways, for whatever values there may be."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tabletop.boards import load_board
from tabletop.errors import UnreadableInput
from tabletop.games.my_city.notation import buildings
from tabletop.games.my_city.values import (
    End,
    MyCityPosition,
    PassCard,
    PlaceBuilding,
    PlacedBuilding,
    PlayerBoard,
    TurnCard,
)
from tabletop.games.my_city_chess.counters import counters_of
from tabletop.games.my_city_chess.values import (
    MyCityChessPosition,
    PlacedLandmark,
    PlacedZone,
    PlaceZone,
    Rezone,
    SetLandmark,
    Skip,
)
from tabletop.games.small_city.notation import kinds
from tabletop.games.small_city.values import (
    Borough,
    BuildTile,
    EndRound,
    Enter,
    MoveCitizen,
    PlacedBoroughTile,
    PlacedCitizen,
    SmallCityPosition,
)
from tabletop.notation import (
    move_from_json,
    move_to_json,
    position_from_json,
    position_to_json,
    read_position,
    write_position,
)

COUNTERS = counters_of(None)
NAMES = some.sampled_from(["Ann", "Ben", "Łucja", 'Ο "Ζωρζ"', "d'Arc"])
SQUARES = some.sampled_from([load_board("square-8").cell_name(cell) for cell in load_board("square-8").cells])
LANDMARKS = some.builds(PlacedLandmark, some.sampled_from(sorted(COUNTERS.landmarks)), SQUARES)
KINDS = some.sampled_from([(type_, value) for type_, values in COUNTERS.zones.items() for value in values])
ZONES = some.builds(
    lambda player, kind, on: PlacedZone(player, *kind, on), some.sampled_from(COUNTERS.colours), KINDS, SQUARES
)


def cells(board, most=5):
    """Some cells of a board, in its order."""
    printed = load_board(board)
    return some.sets(some.sampled_from(printed.cells), min_size=1, max_size=most).map(
        lambda chosen: tuple(printed.cell_name(cell) for cell in sorted(chosen))
    )


def ordered(values):
    """Some values, sorted."""
    return some.lists(values, max_size=6).map(lambda listed: tuple(sorted(listed)))


CHESS = some.builds(
    MyCityChessPosition,
    landmarks=ordered(LANDMARKS),
    zones=ordered(ZONES),
    players=some.sampled_from([(), ("red", "blue"), ("Ann", "Ben")]),
    options=some.sampled_from([{}, {"parks": True, "slums": "minus_one"}]),
    colours=some.sampled_from([(), (("Ann", "white"), ("Ben", "red"))]),
    turn=some.none() | NAMES,
)
BUILDINGS = some.sampled_from(buildings("my-city"))
PLACED = ordered(some.builds(PlacedBuilding, BUILDINGS, cells("eternal")))
BOARDS = some.builds(
    PlayerBoard,
    player=NAMES,
    board=some.sampled_from(["eternal", "episode-1", "blank"]),
    buildings=PLACED,
    token=some.none() | some.integers(-30, 60),
    gold_first=some.booleans(),
    ended=some.booleans(),
)
MY_CITY = some.builds(
    MyCityPosition,
    boards=some.lists(BOARDS, max_size=3, unique_by=lambda board: board.player).map(tuple),
    card=some.none() | some.just("blocking") | BUILDINGS,
)
TILES = some.builds(
    PlacedBoroughTile, some.sampled_from(kinds("small-city")), cells("borough"), some.none() | some.integers(1, 6)
)
BOROUGHS = some.builds(
    Borough,
    player=NAMES,
    tiles=some.lists(TILES, max_size=4).map(
        lambda listed: tuple(sorted(listed, key=lambda tile: (tile.kind, tile.on, tile.level or 0)))
    ),
    citizens=ordered(some.builds(PlacedCitizen, NAMES, cells("borough", 1).map(lambda one: one[0]))),
)
SMALL_CITY = some.builds(
    SmallCityPosition,
    boroughs=some.lists(BOROUGHS, max_size=3, unique_by=lambda borough: borough.player).map(tuple),
    options=some.sampled_from([{}, {"modules": ["leisure", "gardens"], "influence": "orthogonal1"}]),
)
MOVES = {
    "my-city-chess": some.one_of(
        some.builds(SetLandmark, some.sampled_from(sorted(COUNTERS.landmarks)), SQUARES),
        some.builds(PlaceZone, NAMES, some.just("park"), SQUARES, some.integers(-1, 9)),
        some.builds(Rezone, NAMES, SQUARES, some.just("slum")),
        some.builds(Skip, NAMES, hands=some.sampled_from([None, (("Ann", ("park-3", "slum")),)])),
    ),
    "my-city": some.one_of(
        some.builds(TurnCard, BUILDINGS | some.just("blocking")),
        some.builds(PlaceBuilding, NAMES, BUILDINGS, cells("eternal")),
        some.builds(PassCard, NAMES),
        some.builds(End, NAMES),
    ),
    "small-city": some.one_of(
        some.builds(BuildTile, NAMES, some.sampled_from(kinds("small-city")), cells("borough"), some.integers(1, 6)),
        some.builds(MoveCitizen, NAMES, NAMES, some.just("pool"), some.just("B4"), some.none() | NAMES),
        some.builds(Enter, NAMES, some.just("votes"), some.integers(-9, 99) | some.booleans() | some.just("held")),
        some.just(EndRound()),
    ),
}


@pytest.mark.parametrize("form", ["toml", "json"])
@given(position=some.one_of(CHESS, MY_CITY, SMALL_CITY))
def test_positions_come_back(form, position):
    """What is written of a position, as TOML or JSON, reads back as the same position."""
    assert read_position(write_position(position, form)) == position
    assert position_from_json(position_to_json(position)) == position


@pytest.mark.parametrize("game", sorted(MOVES))
@given(data=some.data())
def test_moves_come_back(game, data):
    """What is written of a move reads back as the same move."""
    move = data.draw(MOVES[game])
    assert move_from_json(game, move_to_json(game, move)) == move


CHESS_ZONE = 'game = "my-city-chess"|[[zones]]|player = "{}"|type = "park"|value = {}|on = "a1"'
CHESS_LANDMARK = 'game = "my-city-chess"|[[landmarks]]|name = "{}"|on = "{}"'
MY_CITY_BOARD = 'game = "my-city"|[[boards]]|player = "A"|'
MY_CITY_BUILDING = MY_CITY_BOARD + '[[boards.buildings]]|building = "{}"|on = ["{}"]'
BOROUGH = 'game = "small-city"|[[boroughs]]|player = "A"|'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (CHESS_ZONE.format("pink", 1), 'line 3: player: "pink"'),
        (CHESS_ZONE.format("red", 7), "line 5: value"),
        (CHESS_LANDMARK.format("casino", "a1"), 'line 3: name: "casino"'),
        (CHESS_LANDMARK.format("zoo", "j9"), "line 4: on: 'j9' is not a cell"),
        ('game = "my-city-chess"|options = { map = "round" }', "there is no board 'round'"),
        ('game = "my-city-chess"|options = { parks = "yes" }', "expected false or true"),
        (MY_CITY_BOARD + 'board = "mars"', "line 4: board: there is no board 'mars'"),
        (MY_CITY_BOARD + '[[boards]]|player = "A"', "line 5: player: 'A' has a board"),
        (MY_CITY_BOARD + "walls = 3", "line 4: walls"),
        (MY_CITY_BUILDING.format("red-9", "A1"), "line 5: building"),
        (MY_CITY_BUILDING.format("red-1", "L1"), "line 6: on: 'L1'"),
        ('game = "small-city"|options = { modules = ["parks"] }', 'expected a list of "palaces"'),
        (BOROUGH + '[[boroughs.tiles]]|kind = "tower"|on = ["A1"]', "line 5: kind"),
        (BOROUGH + '[[boroughs.citizens]]|player = "A"|on = "K1"', "'K1' is not"),
    ],
)
def test_what_does_not_fit_is_named(text, message):
    """Unknown keys, values and cells are refused with line, value and expectation."""
    with pytest.raises(UnreadableInput) as refused:
        read_position(text.replace("|", "\n") + "\n")
    assert message in str(refused.value)
