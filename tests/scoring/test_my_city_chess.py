"""MY CITY on a chess board: every example of the rulebook and of the rules page, and every variant."""

from random import Random

import pytest

from scoring import rules_for
from scoring.games.my_city_chess.setting import setting_of
from tabletop.errors import UsageError
from tabletop.games.my_city_chess.values import (
    MyCityChessPosition,
    PlacedLandmark,
    PlacedZone,
    PlaceZone,
    Rezone,
    SetLandmark,
    Skip,
)
from tabletop.records import Header

RULES = rules_for("my-city-chess")


def position(*counters, players=(), turn=None, **options):
    """A position from texts: `airport e4`, `red park-3 d5`, `red slum d5`."""
    landmarks, zones = [], []
    for words in map(str.split, counters):
        if len(words) == 2:
            landmarks.append(PlacedLandmark(*words))
        else:
            type_, _, value = words[1].rpartition("-")
            zones.append(PlacedZone(words[0], type_ or "slum", int(value) if type_ else -1, words[2]))
    return MyCityChessPosition(tuple(sorted(landmarks)), tuple(sorted(zones)), players, options, turn=turn)


def totals(*counters, players=("red", "blue"), **options):
    """Each player's points in a position."""
    score = RULES.score(position(*counters, players=players, **options))
    assert all(player.total == sum(line.points for line in player.lines) for player in score.players)
    return {player.name: player.total for player in score.players}


def judged(*counters, move, **options):
    """A move judged on a position."""
    return RULES.judge(RULES.resume(position(*counters, players=("red", "blue"), turn="red", **options)), move)


def test_only_what_shows_is_thought_of():
    """What is likelier than what lies there, nearly the best included; nothing where a hand hides a square."""
    state = RULES.resume(position("airport e4", "red park-3 d5", players=("red", "blue"), turn="red"))
    words = ["empty", "landmark-airport", *(f"{colour}-park-{value}" for colour in ("red", "blue") for value in (1, 3))]
    hidden = dict.fromkeys(words, 0.0)
    shown = {**dict.fromkeys(words, -20.0), "red-park-1": 0.0, "blue-park-1": -3.0, "blue-park-3": -9.0, "empty": -8.0}
    evidence = {"square:a1": hidden, "square:e4": hidden, "square:d5": hidden, "square:h8": shown}
    suggested = set(RULES.suggest(state, evidence, "red"))
    assert suggested == {PlaceZone("red", "park", "h8", 1), PlaceZone("blue", "park", "h8", 1)}


def test_setting_out_fills_every_row():
    """A random set-up is legal, has two landmarks in each row and all sixteen names."""
    state, random = RULES.start(Header("my-city-chess", ("red", "blue"))), Random(4)
    while state.setting_out():
        result = RULES.judge(state, RULES.sample(state, random))
        assert result.legal, result.problems
        state = result.state
    assert len({landmark.name for landmark in RULES.position(state).landmarks}) == 16
    assert RULES.kinds(state)[0] != "landmark"


def test_tied_control_pays_every_controller():
    """Jane and Jim tie on the Airport: both get 4 points [End of Game Scoring]."""
    jane_and_jim = MyCityChessPosition(
        (PlacedLandmark("airport", "e4"),),
        (PlacedZone("blue", "park", 2, "d4"), PlacedZone("red", "commercial", 2, "e5")),
        players=("Jane", "Jim"),
        colours=(("Jane", "red"), ("Jim", "blue")),
    )
    score = RULES.score(jane_and_jim)
    assert {player.name: player.total for player in score.players} == {"Jane": 4, "Jim": 4}
    assert score.winners == ("Jane", "Jim")


@pytest.mark.parametrize(("square", "count"), [("e4", 8), ("a4", 5), ("h8", 3)])
def test_neighbours(square, count):
    """A square in the middle has 8 adjacent squares, one at the edge 5, a corner 3 [Adjacency Rule]."""
    setting = setting_of("my-city-chess", {})
    assert len(setting.adjacent[setting.board.cell(square)]) == count


def test_most_access_points_control():
    """Red 4 and 1 against Blue 3 at the Seaport: Red gets 4."""
    assert totals("seaport c3", "red park-4 b2", "red utilities-1 c4", "blue residential-3 d3") == {"red": 4, "blue": 0}


def test_nobody_controls_without_neighbours():
    """A landmark without zones beside it belongs to nobody."""
    assert totals("seaport c3", "red park-4 h8") == {"red": 0, "blue": 0}


def test_three_way_tie():
    """A three-way tie on the Zoo pays 2 to each."""
    counters = ("zoo c3", "red park-2 b3", "blue commercial-2 d3", "green utilities-2 c4")
    assert totals(*counters, players=("red", "blue", "green")) == {"red": 2, "blue": 2, "green": 2}


def test_diagonal_rival_of_the_same_type():
    """Residential 2 diagonal to a rival's Residential 4 is illegal, and legal with reduced adjacency."""
    move = PlaceZone("red", "residential", "d5", 2)
    usual = judged("blue residential-4 e4", move=move)
    assert [problem.code for problem in usual.problems] == ["same-type-adjacent"]
    assert judged("blue residential-4 e4", move=move, reduced_adjacency=True).legal


def test_beside_a_rival_of_the_same_type():
    """The same sharing a side is illegal in both."""
    move = PlaceZone("red", "residential", "d4", 2)
    assert not judged("blue residential-4 e4", move=move).legal
    assert not judged("blue residential-4 e4", move=move, reduced_adjacency=True).legal


def test_other_types_may_be_neighbours():
    """Commercial beside Park is legal."""
    assert judged("blue park-4 e4", move=PlaceZone("red", "commercial", "d4", 2)).legal


def test_one_zone_counts_for_two_landmarks():
    """One Park 3 between two landmarks counts for both."""
    assert totals("museum c3", "zoo e3", "red park-3 d3") == {"red": 3, "blue": 0}


def test_a_landmark_is_not_built_over():
    """Placing on a landmark is impossible and changes nothing."""
    result = judged("museum c3", move=PlaceZone("red", "park", "c3", 2))
    assert [problem.code for problem in result.problems] == ["square-taken"]
    assert RULES.position(result.state).zones == ()


def _full_but(*empty):
    """Red and blue zones on every square but some, with no landmark: types in a pattern without neighbours."""
    types = ("highway-exit", "commercial", "residential", "industrial")
    counters = []
    for row in range(8):
        for column in range(8):
            on = "abcdefgh"[column] + str(8 - row)
            if on not in empty:
                type_ = types[2 * (row % 2) + column % 2]
                counters.append(PlacedZone("red", type_, 1, on))
    return tuple(counters)


def test_parks_rule():
    """Two empty squares, Red ahead at both: +2 with the parks rule."""
    full = MyCityChessPosition(zones=_full_but("c3", "f6"), players=("red", "blue"), options={"parks": True})
    lines = RULES.score(full).players[0].lines
    assert [(line.rule, line.points, line.places) for line in lines] == [
        ("parks", 1, ("square:f6",)),
        ("parks", 1, ("square:c3",)),
    ]


def test_city_dump_tied():
    """A tied City Dump costs each controller a point."""
    assert totals("city-dump c3", "red park-2 b3", "blue commercial-2 d3", city_dump=True) == {"red": -1, "blue": -1}


def test_slum_sets_its_neighbours_to_minus_one():
    """A slum beside Red 4 and Blue 1 makes both worth -1; with `minus_one` they are worth 3 and 0."""
    from scoring.games.my_city_chess.control import access_points

    lying = ("red park-4 c3", "blue commercial-1 e3", "green slum d3")
    for option, values in (("set_to_minus_one", (-1, -1)), ("minus_one", (3, 0))):
        state = RULES.resume(position(*lying, players=("red", "blue", "green"), slums=option))
        cells = (state.setting.board.cell("c3"), state.setting.board.cell("e3"))
        assert tuple(access_points(state.setting, state.zones, cell) for cell in cells) == values


def test_control_wants_more_than_nothing():
    """A zone worth -1 beside a slum controls nothing."""
    assert totals("museum b4", "red park-4 c3", "blue slum d3", slums="set_to_minus_one") == {"red": 0, "blue": 0}


def test_most_landmarks_of_a_type():
    """Transport control of 3 against 2 pays one more, 2 against 2 one to each."""
    transport = ("airport a1", "red park-1 a2", "seaport a8", "red utilities-1 a7")
    transport += ("train-station h8", "blue park-1 h7")
    assert totals(*transport, types=True) == {"red": 4 + 4 + 1, "blue": 4}
    four = (*transport, "subway-station h1", "blue utilities-1 h2")
    assert totals(*four, types=True) == {"red": 9, "blue": 9}


@pytest.mark.parametrize(("on", "points"), [("a1 b1 c1 d1 e1", 1), ("a1 b1 c1 d1 e1 f1", 1), ("a1 b1 c1 e1 f1", 0)])
def test_five_zones_in_a_row(on, points):
    """Five own zones in a row pay 1, a run of six still 1, three and two with a landmark between nothing."""
    names = ["park-1", "commercial-1", "park-2", "commercial-2", "park-3", "commercial-3"]
    zones = [f"red {name} {square}" for name, square in zip(names, on.split(), strict=False)]
    landmark = [] if "d1" in on else ["city-hall d1"]
    control = 3 if landmark else 0
    assert totals(*zones, *landmark, zone_scoring=True)["red"] == points + control


def test_a_row_of_hexes():
    """On the hex map a row of five runs along any of the three straight lines."""
    assert totals(
        "red park-1 a4", "red commercial-1 b4", "red park-2 c3", "red commercial-2 d3", "red park-3 e2",
        map="hex-8", zone_scoring=True,
    ) == {"red": 1, "blue": 0}  # fmt: skip


def test_hexes_have_six_neighbours():
    """On the hex map c4 touches b4 and b5: columns b, d, f lie half a hex lower."""
    setting = setting_of("my-city-chess", {"map": "hex-8"})
    names = {setting.board.cell_name(cell) for cell in setting.adjacent[setting.board.cell("c4")]}
    assert names == {"c5", "c3", "b4", "b5", "d4", "d5"}


def test_random_zones_judged_by_the_draw():
    """With random zones a counter that was not drawn is illegal, and who can place a drawn one may not skip."""
    hands = (("red", ("park-3", "utilities-1")),)
    wrong = judged(move=PlaceZone("red", "park", "a1", 2, hands=hands), random_zones=True)
    assert [problem.code for problem in wrong.problems] == ["not-drawn"]
    assert judged(move=PlaceZone("red", "park", "a1", 3, hands=hands), random_zones=True).legal
    assert not judged(move=Skip("red", hands=hands), random_zones=True).legal
    assert judged(move=Skip("red"), random_zones=True).legal


def test_skipping_is_for_who_cannot_place():
    """A skip on an open board is illegal, and the sentence names a counter and a square."""
    result = judged(move=Skip("red"))
    assert [problem.code for problem in result.problems] == ["could-place"]
    assert "can go to a8" in result.problems[0].message


def test_rezoning_three_times():
    """A zone is replaced as the move, the old one comes back to the cup, and the fourth time is illegal."""
    state = RULES.resume(position("red park-1 a1", players=("red", "blue"), turn="red", rezoning=True))
    for value in (2, 3, 4):
        result = RULES.judge(state, Rezone("red", "a1", "park", value))
        assert result.legal, result.problems
        state = RULES.judge(result.state, PlaceZone("blue", "utilities", f"h{2 * value - 3}", value)).state
    fourth = RULES.judge(state, Rezone("red", "a1", "park", 1))
    assert [problem.code for problem in fourth.problems] == ["rezoned-enough"]


def test_rezoning_keeps_the_placement_rules():
    """What rezoning puts down may not lie beside its own type either."""
    result = judged("red park-1 a1", "blue utilities-1 b2", move=Rezone("red", "a1", "utilities", 4), rezoning=True)
    assert [problem.code for problem in result.problems] == ["same-type-adjacent"]


def test_a_counter_is_there_once():
    """The same counter cannot be placed twice, and a position that shows it twice says so."""
    again = judged("red park-1 a1", move=PlaceZone("red", "park", "h8", 1))
    assert [problem.code for problem in again.problems] == ["counter-used-up"]
    twice = RULES.problems(position("red park-1 a1", "red park-1 h8"))
    assert [(problem.code, problem.places) for problem in twice] == [("counter-twice", ("square:a1", "square:h8"))]


def test_an_illegal_zone_lies_there_and_the_turn_passes():
    """An illegal placement scores 0, lies there from then on, and the next player is to move."""
    result = judged("airport e4", "blue residential-4 e5", move=PlaceZone("red", "residential", "d5", 4))
    assert (result.legal, result.points, RULES.to_move(result.state)) == (False, 0, "blue")
    assert RULES.totals(result.state) == {"red": 4, "blue": 4}


def test_out_of_turn():
    """A move out of turn is illegal; after it the player after the one who moved is to move."""
    state = with_landmarks(Header("my-city-chess", ("red", "blue", "green")))
    square = state.setting.board.cell_name(next(state.empty()))
    result = RULES.judge(state, PlaceZone("blue", "park", square, 1))
    assert [problem.code for problem in result.problems] == ["out-of-turn"]
    assert RULES.to_move(result.state) == "green"


def with_landmarks(header, count=16):
    """A game in which so many landmarks are set out."""
    state, random = RULES.start(header), Random(4)
    for _ in range(count):
        state = RULES.judge(state, RULES.sample(state, random)).state
    return state


def test_landmarks_come_first():
    """With 1 of 16 landmarks, or none, a zone counter is against the rules; the others may be set out all the same."""
    for count in (0, 1, 15):
        state = with_landmarks(Header("my-city-chess", ("red", "blue")), count)
        square = state.setting.board.cell_name(next(state.empty()))
        result = RULES.judge(state, PlaceZone("red", "park", square, 1))
        assert [problem.code for problem in result.problems] == ["landmarks-first"]
        assert result.state.zones
        assert all(RULES.placements(state, kind) == () for kind in RULES.kinds(state)[1:])
        healed = RULES.judge(result.state, RULES.sample(result.state, Random(1)))
        assert (healed.legal, healed.move.do) == (True, "set-landmark")
    assert RULES.judge(
        with_landmarks(Header("my-city-chess", ("red", "blue"))), PlaceZone("red", "park", square, 1)
    ).legal


def test_the_end():
    """When no square is empty the game is over and another move is illegal."""
    full = MyCityChessPosition(zones=_full_but(), players=("red", "blue"))
    state = RULES.resume(full)
    assert RULES.over(state)
    assert RULES.to_move(state) is None
    assert {problem.code for problem in RULES.judge(state, Skip("red")).problems} == {"game-over"}


def test_landmarks_two_a_row_before_the_zones():
    """A third landmark in a row and a landmark after the first zone are illegal; one that stands already cannot be."""
    third = judged("airport a1", "zoo c1", move=SetLandmark("museum", "e1"))
    late = judged("red park-1 a5", move=SetLandmark("museum", "e1"))
    again = judged("museum a1", move=SetLandmark("museum", "e1"))
    found = [[problem.code for problem in result.problems] for result in (third, late, again)]
    assert found == [["row-full"], ["setup-over"], ["landmark-used-up"]]


def test_counters_of_a_file():
    """With a counter file landmarks and zones have the names and values that it gives."""
    table = {
        "landmarks": [{"name": "mill", "value": 7, "type": "work"}],
        "zones": [{"type": "farm", "values": [1, 5]}],
    }
    own = MyCityChessPosition(
        (PlacedLandmark("mill", "c3"),), (PlacedZone("red", "farm", 5, "c4"),), ("red", "blue"), {"counters": table}
    )
    score = RULES.score(own)
    assert [(line.label, line.points) for line in score.players[0].lines] == [("controls Mill", 7)]


def test_legal_places_tell_what_they_score():
    """Every legal square of a zone type is listed once for each value with what it changes."""
    state = RULES.resume(position("airport e4", "blue park-2 e5", players=("red", "blue")))
    places = RULES.placements(state, "commercial", player="red", value=3)
    assert {place.at["on"]: place.points for place in places if place.points} == dict.fromkeys(
        ("d3", "d4", "d5", "e3", "f3", "f4", "f5"), 4
    )
    assert len(places) == 62


def test_legal_places_of_who_has_nothing_there_yet():
    """A colour without a counter on the map may be asked for too; a name that is no colour is refused."""
    state = RULES.resume(position("airport e4", "blue park-2 e5"))
    assert len(RULES.placements(state, "commercial", player="red", value=3)) == 62
    with pytest.raises(UsageError, match="one of blue"):
        RULES.placements(state, "commercial", player="Zoe")
