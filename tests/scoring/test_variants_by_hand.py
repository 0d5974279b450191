"""Variants worked out by hand, move by move: random zones with their draws, larger maps, Goldsieber, leisure."""

import pytest
from boroughs import place, played

from scoring import rules_for
from scoring.games.my_city_chess.setting import setting_of
from tabletop.games.my_city_chess.values import MyCityChessPosition, PlacedLandmark, PlacedZone, PlaceZone, Skip
from tabletop.games.small_city.values import BuildTile, EndRound, Enter, MoveCitizen
from tabletop.records import Header

CHESS, SMALL = rules_for("my-city-chess"), rules_for("small-city")


def codes(result):
    """The codes of a judged move's problems."""
    return [problem.code for problem in result.problems]


def drawn(*counters):
    """Red's draw as a record's `hands` have it."""
    return (("red", counters),)


def chess(*counters, **options):
    """Red to move on a map with these zones, `red park-3 d5`, and landmarks, `airport e4`."""
    words = [one.split() for one in counters]
    landmarks = tuple(sorted(PlacedLandmark(*one) for one in words if len(one) == 2))
    zones = tuple(sorted(PlacedZone(one[0], one[1][:-2], int(one[1][-1]), one[2]) for one in words if len(one) == 3))
    return CHESS.resume(MyCityChessPosition(landmarks, zones, ("red", "blue"), options, turn="red"))


def test_random_zones_turn_by_turn():
    """Red draws park 3 and utilities 1, uses one, and may draw the other again, but not the one on the map."""
    state = chess(random_zones=True)
    first = CHESS.judge(state, PlaceZone("red", "park", "a1", 3, hands=drawn("park-3", "utilities-1")))
    assert first.legal
    second = CHESS.judge(first.state, PlaceZone("blue", "park", "h8", 3, hands=(("blue", ("park-3", "park-4")),)))
    assert second.legal
    again = CHESS.judge(second.state, PlaceZone("red", "utilities", "c1", 1, hands=drawn("park-3", "utilities-1")))
    assert codes(again) == ["wrong-draw"]
    back = CHESS.judge(second.state, PlaceZone("red", "utilities", "c1", 1, hands=drawn("park-2", "utilities-1")))
    assert back.legal


@pytest.mark.parametrize(
    ("hand", "wrong"),
    [
        (("park-1", "park-2"), []),
        (("park-1", "commercial-2"), ["could-place"]),
        (("park-1",), ["wrong-draw"]),
        (("park-1", "park-2", "park-3"), ["wrong-draw"]),
        (("park-1", "park-1"), ["wrong-draw"]),
    ],
)
def test_a_skip_with_what_was_drawn(hand, wrong):
    """The only free square lies beside a park: who draws two parks skips, who draws a commercial zone must place."""
    squares = [f"{file}{rank}" for rank in range(1, 9) for file in "abcdefgh"]
    others = [f"blue park-{1 + index % 4} {on}" for index, on in enumerate(squares) if on != "a1"]
    state = chess(*others, random_zones=True)
    assert codes(CHESS.judge(state, Skip("red", hands=drawn(*hand)))) == wrong


@pytest.mark.parametrize(
    ("size", "rows", "zones", "landmarks", "names"),
    [(8, 8, 1, 1, 16), (10, 10, 2, 2, 20), (12, 12, 3, 2, 24)],
)
def test_sets_on_square_maps(size, rows, zones, landmarks, names):
    """8 x 8 less 16 is 48 = 2 x 24; 10 x 10 less 20 is 80, 2 x 48 >= 80; 12 x 12 less 24 is 120, 2 x 72 >= 120."""
    setting = setting_of("my-city-chess", {"map": f"square-{size}"})
    assert (setting.board.rows, setting.copies("park", 3)) == (rows, zones)
    assert (setting.landmark_copies, setting.landmarks_on_map) == (landmarks, names)


def test_the_far_corner_of_the_largest_map():
    """On 12 x 12 squares the airport on l12 is Red's by park 1 on k11; a fourth park 1 of Red's is not there."""
    state = chess("airport l12", "red park-1 k11", "red park-1 a1", "red park-1 a3", map="square-12")
    assert dict(CHESS.totals(state)) == {"red": 4, "blue": 0}
    assert codes(CHESS.judge(state, PlaceZone("red", "park", "e5", 1))) == ["counter-used-up"]
    assert CHESS.judge(state, PlaceZone("red", "park", "e5", 2)).legal
    assert codes(CHESS.judge(state, PlaceZone("red", "park", "m1", 2))) == ["no-such-square"]


def test_goldsieber_lays_one_line(city):
    """A streetcar touches exactly one: at either end, at both, two at one end; no branch, no loop, no second line."""
    line = city((3, (0, 3), 0), (5, (3, 0), 0), (7, (3, 3), 0), options={"profile": "goldsieber"})
    line.built("city-hall", 15).line((11, "south"), (12, "south"))
    assert line.streetcars((13, "south")).legal
    assert line.streetcars((14, "west"), (13, "south")).legal
    assert line.streetcars((13, "south"), (31, "south")).legal
    for wrong, code in (((11, "east"), "line-branches"), ((39, "south"), "not-connected")):
        assert codes(line.streetcars(wrong)) == [code]


def test_goldsieber_with_branches_said_explicitly(city):
    """What `streetcars` says wins over the profile: then the same branch is legal."""
    options = {"profile": "goldsieber", "streetcars": "branching"}
    line = city((3, (0, 3), 0), (5, (3, 0), 0), (7, (3, 3), 0), options=options)
    line.built("city-hall", 15).line((11, "south"), (12, "south"))
    assert line.streetcars((11, "east")).legal


def test_four_rounds_of_leisure():
    """Ann builds pool, cinema and stadium for 1 + 2 + 4 = 7 of 9 $, visits two of them, and Ben the third: 10 and 5.

    The residence lies in row 2, the park in row 4. C3 is seen by the commerce on B3 too; D3 and E3 only with the
    commerce on F3; F2 only with the park on G3. In round 2 nobody moves, and nobody gets votes; in round 3 Ann's
    citizen goes home, and in round 4 the pool pays again.
    """
    state = SMALL.start(Header("small-city", ("Ann", "Ben"), {"modules": ["leisure"]}))
    for tile in (place("residential", "C2 D2 E2", 3), place("park", "C4 D4 E4", 3), place("commercial", "B3", 1)):
        state = state.with_tile("Ann", tile)
    pool, cinema = BuildTile("Ann", "swimming-pool", ("C3",)), BuildTile("Ann", "cinema", ("D3", "E3"))
    stadium = BuildTile("Ann", "stadium", ("F1", "G1", "F2", "G2"))
    state = played(state, Enter("Ann", "money", 9), pool)
    assert codes(SMALL.judge(state, cinema)) == ["leisure-not-influenced"]
    state = played(state.with_tile("Ann", place("commercial", "F3", 1)), cinema)
    assert codes(SMALL.judge(state, stadium)) == ["leisure-not-influenced"]
    state = played(state.with_tile("Ann", place("park", "G3", 1)), stadium)
    assert state.of("Ann")["money"] == 2
    visits = (MoveCitizen("Ann", "Ann", "pool", "C3"), MoveCitizen("Ann", "Ann", "pool", "D3"))
    state = played(state, *visits, MoveCitizen("Ben", "Ann", "pool", "F2"), EndRound())
    assert votes(state) == (10, 5)
    state = played(state, EndRound())
    assert votes(state) == (10, 5)
    state = played(state, MoveCitizen("Ann", "Ann", "C3", "C2"), EndRound())
    assert votes(state) == (10, 5)
    assert votes(played(state, MoveCitizen("Ann", "Ann", "C2", "C3"), EndRound())) == (15, 5)


def votes(state):
    """Ann's and Ben's votes."""
    return (state.of("Ann")["votes"], state.of("Ben")["votes"])
