"""Small City with The Big Tiles: every example of the rulebook and of the rules page."""

from functools import partial

import boroughs
import pytest
from boroughs import RULES, place, played

from scoring.games.small_city.accounts import noise, production
from scoring.referee.explanation import explain
from tabletop.games.small_city.values import (
    Borough,
    BuildTile,
    EndRound,
    Enter,
    MoveCitizen,
    PlacedBoroughTile,
    SmallCityPosition,
)
from tabletop.notation import read_position
from tabletop.readings import Reading
from tabletop.records import Header

ALL = ["palaces", "leisure", "gardens", "airport-bank", "recycling", "urban-sprawler"]


lying = partial(boroughs.lying, modules=ALL)
"""A state in which Ann's borough has these tiles, with all modules."""


def built(state, kind, on, level=None, player="Ann"):
    """A build judged."""
    return RULES.judge(state, BuildTile(player, kind, tuple(on.split()), level))


def codes(state, kind, on, level=None):
    """The codes of what is wrong with Ann's build."""
    return [problem.code for problem in built(state, kind, on, level).problems]


SEEN_BY_ALL = (place("residential", "C2", 1), place("commercial", "B3", 1), place("park", "D3", 1))
"""A residence, a commerce and a park, all of which influence C3."""


def test_stadium_needs_one_square_with_all_three():
    """A stadium whose squares each see only two of residence, commerce and park is illegal [example 2]."""
    apart = lying(place("residential", "A3", 1), place("commercial", "C2", 1), place("park", "F3", 1))
    assert codes(apart, "stadium", "B3 C3 D3 E3") == ["leisure-not-influenced"]
    assert codes(lying(*SEEN_BY_ALL), "stadium", "C3 C4 C5 C6") == []


def test_pool_and_factory():
    """A pool on a square seen by all three is legal; with a factory influencing it, illegal [example 1]."""
    assert codes(lying(*SEEN_BY_ALL), "swimming-pool", "C3") == []
    assert codes(lying(*SEEN_BY_ALL, place("factory", "C4", 1)), "swimming-pool", "C3") == ["leisure-near-industry"]


@pytest.mark.parametrize("kind", ["refinery", "harbor", "warehouse"])
def test_pool_beside_other_industry(kind):
    """Refinery, harbor and warehouse keep leisure away like a factory."""
    assert codes(lying(*SEEN_BY_ALL, place(kind, "C4")), "swimming-pool", "C3") == ["leisure-near-industry"]


def test_influence_without_diagonals():
    """With `influence` = `orthogonal1` a factory at a corner of the pool does not influence it."""
    tiles = (*SEEN_BY_ALL, place("factory", "D4", 1))
    assert codes(lying(*tiles), "swimming-pool", "C3") == ["leisure-near-industry"]
    assert codes(lying(*tiles, influence="orthogonal1"), "swimming-pool", "C3") == []


def test_one_of_each_leisure_tile():
    """A second cinema in the borough is illegal."""
    state = lying(*SEEN_BY_ALL, place("cinema", "H8 H9"))
    assert codes(state, "cinema", "C3 C4") == ["one-per-player"]


def leisure():
    """Ann has pool, cinema and stadium, and a citizen on a residence; Ben watches."""
    tiles = (place("swimming-pool", "A1"), place("cinema", "A3 B3"), place("stadium", "A5 B5 C5 D5"))
    return lying(*tiles, place("residential", "J10", 1))


def test_three_leisure_activations():
    """Three leisure activations in a round are worth 3 x 5 = 15 votes, no matter in whose borough."""
    moves = [MoveCitizen("Ben", "Ann", "pool", square) for square in ("A1", "A3", "A5")]
    state = played(leisure(), *moves)
    assert RULES.totals(state) == {"Ann": 0, "Ben": 15}
    after = played(state, Enter("Ann", "generated", 0), EndRound())
    assert after.of("Ben")["votes"] == 15


def test_a_move_tells_the_votes_that_it_changes():
    """A visit to the pool brings five, and so does the third palace where a promise asks for three."""
    palaces = [place("palace", f"{column}1 {column}2 {column}3 {column}4") for column in "AC"]
    promised = played(lying(*palaces), Enter("Ann", "promise:33", "held"))
    moves = MoveCitizen("Ben", "Ann", "pool", "A1"), BuildTile("Ann", "palace", ("E1", "E2", "E3", "E4"))
    judged = [RULES.judge(state, move) for state, move in zip((leisure(), promised), moves, strict=True)]
    assert [(one.points, one.problems) for one in judged] == [(5, ()), (5, ())]


def test_staying_brings_nothing():
    """The same citizen on the same tile without moving brings nothing in the next round."""
    first = played(leisure(), MoveCitizen("Ann", "Ann", "pool", "A1"), EndRound())
    assert first.of("Ann")["votes"] == 5
    assert played(first, EndRound()).of("Ann")["votes"] == 5


def test_not_twice_running():
    """A player does not profit twice running from one tile; with `citizen` another citizen of theirs may."""
    for repeat, votes in (("player", 5), ("citizen", 10)):
        state = lying(place("swimming-pool", "A1"), place("residential", "J10", 1), leisure_repeat=repeat)
        state = played(state, MoveCitizen("Ann", "Ann", "pool", "A1"), EndRound())
        state = played(
            state, MoveCitizen("Ann", "Ann", "A1", "J10"), MoveCitizen("Ann", "Ann", "pool", "A1"), EndRound()
        )
        assert state.of("Ann")["votes"] == votes


def test_leisure_takes_one_citizen():
    """A second citizen on an occupied leisure tile is illegal."""
    state = played(leisure(), MoveCitizen("Ann", "Ann", "pool", "A1"))
    result = RULES.judge(state, MoveCitizen("Ben", "Ann", "pool", "A1"))
    assert [problem.code for problem in result.problems] == ["occupied"]


def test_promises_with_palaces():
    """Two of three promises kept with the palaces: 2 x 5 + 0 = 10."""
    state = played(lying(), *(Enter("Ann", f"promise:{n}", n < 3) for n in (1, 2, 3)))
    assert RULES.totals(state)["Ann"] == 10


def test_promises_are_looked_up():
    """A promise of the expansion entered as `held` pays when the borough has what it asks for."""
    palaces = [place("palace", f"{column}1 {column}2 {column}3 {column}4") for column in "ACE"]
    assert RULES.totals(played(lying(*palaces), Enter("Ann", "promise:33", "held")))["Ann"] == 5
    assert RULES.totals(played(lying(*palaces[:2]), Enter("Ann", "promise:33", "held")))["Ann"] == 0
    without = lying(*(place("statue", name) for name in ("A1", "C1", "E1")), modules=["gardens"])
    assert RULES.totals(played(without, Enter("Ann", "promise:35", "held")))["Ann"] == 18


def test_gardens():
    """Parks of 3 and 3 touching at a corner are two areas, side by side they are one of 6: a garden."""
    corner = lying(place("park", "A1 A2 A3"), place("park", "B4 B5 B6")).boroughs["Ann"]
    side = lying(place("park", "A1 A2 A3"), place("park", "A4 A5 A6")).boroughs["Ann"]
    first = frozenset({(0, 0)})
    assert [len(first | borough.touching_green(first)) for borough in (corner, side)] == [3, 6]


def test_one_statue_for_a_garden():
    """A second statue on a garden is illegal, and so is a park that links two gardens with a statue each."""
    garden = (place("park", "A1 A2 A3"), place("park", "A4 A5 A6"))
    assert codes(lying(*garden), "statue", "B1") == []
    assert codes(lying(*garden, place("statue", "B1")), "statue", "B6") == ["two-statues"]
    other = (place("park", "C1 C2 C3"), place("park", "C4 C5 C6"), place("statue", "D6"), place("statue", "A7"))
    assert codes(lying(*garden, *other), "park", "B3", 1) == ["two-statues"]


def test_a_statue_needs_a_garden():
    """Beside five park squares a statue is illegal."""
    assert codes(lying(place("park", "A1 A2 A3 A4 A5")), "statue", "B1") == ["no-garden"]


@pytest.mark.parametrize(("generated", "left"), [(4, 0), (12, 7)])
def test_recycling(generated, left):
    """With recycling 4 generated are 0 and 12 are 7."""
    state = lying(place("recycling", "A1 A2 A3 B2"), place("residential", "J10", 1))
    state = played(state, MoveCitizen("Ann", "Ann", "pool", "J10"), MoveCitizen("Ann", "Ann", "J10", "A1"))
    after = played(state, Enter("Ann", "generated", generated), EndRound())
    assert after.of("Ann").get("pollution", 0) == left


def test_recycling_is_not_activated_from_the_city_hall():
    """A citizen from the city hall or the career center does not activate recycling."""
    state = lying(place("recycling", "A1 A2 A3 B2"), place("city-hall", "J10"))
    for source in ("city-hall", "career-center", "pool"):
        after = played(state, MoveCitizen("Ann", "Ann", source, "A1"), Enter("Ann", "generated", 4), EndRound())
        assert after.of("Ann")["pollution"] == 4
    inside = played(state, MoveCitizen("Ann", "Ann", "pool", "J10"), MoveCitizen("Ann", "Ann", "J10", "A1"))
    assert played(inside, Enter("Ann", "generated", 4), EndRound()).of("Ann")["pollution"] == 4


def citizens(state, player, count, first=0):
    """Citizens of a player on the squares of a large residence in Ann's borough."""
    names = [f"{column}{row}" for row in (9, 10) for column in "ABCDEFGHIJ"]
    return played(state, *(MoveCitizen(player, "Ann", "pool", name) for name in names[first : first + count]))


def test_ten_active_citizens():
    """With 9 own citizens and 2 tourists a recycling center is illegal, with 10 own legal, and it stays at 8."""
    homes = [place("cultural", f"{column}9 {column}10") for column in "ABCDEFGHIJ"]
    state = citizens(citizens(lying(*homes), "Ann", 9), "Ben", 2, first=9)
    assert codes(state, "recycling", "A1 A2 A3 B2") == ["too-few-citizens"]
    ten = citizens(state, "Ann", 1, first=11)
    result = built(ten, "recycling", "A1 A2 A3 B2")
    assert result.legal
    after = played(result.state, MoveCitizen("Ann", "Ann", "A9", "pool"), MoveCitizen("Ann", "Ann", "B9", "pool"))
    assert after.active_citizens("Ann") == 8
    assert RULES.problems(RULES.position(after)) == ()


def test_recycling_away_from_residences():
    """A recycling center must not be influenced by a residence."""
    homes = [place("cultural", f"{column}9 {column}10") for column in "ABCDEFGHIJ"]
    state = citizens(lying(*homes, place("residential", "C3", 1)), "Ann", 10)
    assert codes(state, "recycling", "A1 A2 A3 B2") == ["recycling-near-residence"]


def test_airport_noise():
    """An airport's influence holding 2 squares of an R3 and 1 of a C2 adds 3 pollution."""
    airport = place("airport", "C3 D3 E3 C4 D4 E4 C5 D5 E5")
    state = lying(airport, place("residential", "A1 B1 B2", 3), place("residential", "G2 F2 F1", 3))
    assert len(noise(state.boroughs["Ann"])) == 2
    state = state.with_tile("Ann", place("commercial", "F6 G6", 2))
    assert len(noise(state.boroughs["Ann"])) == 3


def test_airport_doubles_production():
    """Two own workers in an influenced factory make 4 units for 2 pollution; a tourist 1 home, 1 here, 1 pollution."""
    airport = place("airport", "C3 D3 E3 C4 D4 E4 C5 D5 E5")
    state = lying(airport, place("factory", "B2 B3", 2))
    own = played(state, MoveCitizen("Ann", "Ann", "pool", "B2"), MoveCitizen("Ann", "Ann", "pool", "B3"))
    output = production(own.boroughs["Ann"], own.citizens)
    assert (dict(output.units), output.pollution) == ({"Ann": 4}, 2)
    tourist = played(state, MoveCitizen("Ben", "Ann", "pool", "B2"))
    output = production(tourist.boroughs["Ann"], tourist.citizens)
    assert (dict(output.units), output.pollution) == ({"Ben": 1, "Ann": 1}, 1)


def test_airport_conditions():
    """An airport needs a factory's influence, and its free warehouse is the next thing built."""
    assert codes(lying(), "airport", "C3 D3 E3 C4 D4 E4 C5 D5 E5") == ["airport-without-factory"]
    nine = ("C3", "C4", "C5", "D3", "D4", "D5", "E3", "E4", "E5")
    state = played(lying(place("factory", "B3", 1)), BuildTile("Ann", "airport", nine))
    assert RULES.totals(state)["Ann"] == -5
    assert codes(state, "park", "J10", 1) == ["warehouse-owed"]
    assert codes(state, "warehouse", "F3") == []
    assert [problem.code for problem in RULES.judge(state, EndRound()).problems] == ["warehouse-owed"]


def test_an_airport_takes_a_material_of_each_colour_that_is_entered():
    """Of two white ones one is left; without a grey one there is no airport; black was not entered."""
    nine = "C3 C4 C5 D3 D4 D5 E3 E4 E5"
    white = played(lying(place("factory", "B3", 1)), Enter("Ann", "white", 2))
    assert played(white, BuildTile("Ann", "airport", tuple(nine.split()))).of("Ann")["white"] == 1
    assert codes(played(white, Enter("Ann", "grey", 0)), "airport", nine) == ["not-enough"]


def test_bank_makes_commerce_easier():
    """With a bank a C3 by two different residences is legal, without one illegal."""
    tiles = (place("residential", "A1", 1), place("residential", "C1", 1))
    bank = (place("city-hall", "J10"), place("bank", "I9 H9 G9 F9"))
    assert codes(lying(*tiles), "commercial", "A2 B2 C2", 3) == ["too-few-residences"]
    assert codes(lying(*tiles, *bank), "commercial", "A2 B2 C2", 3) == []


def test_bank_beside_the_city_hall():
    """A bank that the city hall does not influence is illegal."""
    assert codes(lying(place("city-hall", "J10")), "bank", "A1 A2 A3 A4") == ["bank-without-city-hall"]


def test_bank_pays():
    """With money entered a commerce gives 1 $ back, and a citizen moved to the bank earns 2, not twice running."""
    tiles = (place("city-hall", "J10"), place("bank", "I9 H9 G9 F9"), place("residential", "A10", 1))
    state = played(lying(*tiles), Enter("Ann", "money", 3), BuildTile("Ann", "commercial", ("C3",), 1))
    assert state.of("Ann")["money"] == 4
    state = played(state, MoveCitizen("Ann", "Ann", "pool", "I9"), EndRound())
    assert state.of("Ann")["money"] == 6
    assert played(state, EndRound()).of("Ann")["money"] == 6


def test_what_is_not_afforded():
    """With 1 $ entered a cinema for 2 $ is against the rules, and the sentence says both."""
    result = built(played(lying(*SEEN_BY_ALL), Enter("Ann", "money", 1)), "cinema", "C3 C4")
    assert [problem.message for problem in result.problems] == ["cinema costs 2 $, and Ann has 1"]


def test_urban_sprawler():
    """Of two who built an R6 in the last round the one with more votes wins, pollution not counted."""
    state = lying()
    state = played(state, Enter("Ann", "votes", 61), Enter("Ann", "pollution", 40), Enter("Ben", "votes", 60))
    six = ("A1", "B1", "C1", "A2", "B2", "C2")
    state = played(state, BuildTile("Ann", "residential", six, 6), BuildTile("Ben", "residential", six, 6), EndRound())
    assert RULES.over(state)
    assert RULES.winners(state) == ("Ann",)


def test_eight_rounds():
    """Without the urban sprawler the game ends after eight rounds, with it only after an R6."""
    assert RULES.over(played(lying(modules=[]), *[EndRound()] * 8))
    assert not RULES.over(played(lying(), *[EndRound()] * 8))


def test_modules_that_are_not_in_play():
    """A tile of a module that is not in play is against the rules."""
    assert codes(lying(modules=[]), "palace", "A1 A2 B1 B2") == ["not-in-play"]
    assert codes(lying(modules=[]), "residential", "A1 B1 C1 A2 B2 C2", 6) == ["not-in-play"]


def test_what_cannot_lie_there():
    """Covered squares, wrong sizes, torn tiles and a straight fire station change nothing."""
    state = lying(place("park", "A1", 1))
    for kind, on, level, code in (
        ("park", "A1", 1, "square-taken"),
        ("residential", "C1 C2", 3, "wrong-size"),
        ("palace", "C1 C2 E1 E2", None, "wrong-size"),
        ("fire", "C1 C2 C3", None, "wrong-shape"),
        ("residential", "C1", None, "level-missing"),
        ("park", "Z1", 1, "no-such-square"),
    ):
        result = built(state, kind, on, level)
        assert [problem.code for problem in result.problems] == [code]
        assert result.state.boroughs["Ann"].tiles == state.boroughs["Ann"].tiles


PALACES = (("A1", "A2", "B1", "B2"), ("D1", "D2", "E1", "E2"))


@pytest.mark.parametrize(("palaces", "parks", "entered", "legal"), [
    (1, 1, None, True),
    (1, 2, None, False), (2, 0, None, False), (2, 1, None, False),
    (1, 2, 1, True), (1, 3, 1, False), (2, 0, 4, False),
])  # fmt: skip
def test_a_palace_takes_two_actions(palaces, parks, entered, legal):
    """Of three actions a palace takes two, in any order; it is never the council's tile, even where one was entered."""
    moves = [BuildTile("Ann", "palace", on) for on in PALACES[:palaces]]
    moves += [BuildTile("Ann", "park", (f"{column}9",), 1) for column in "ACE"[:parks]]
    council = () if entered is None else (Enter("Ann", "council", entered),)
    for order in (moves, moves[::-1]):
        rulings, state = [], played(lying(), *council)
        for move in order:
            rulings.append(RULES.judge(state, move))
            state = rulings[-1].state
        found = [problem.code for ruling in rulings for problem in ruling.problems]
        assert set(found) == (set() if legal else {"too-many-builds"})


def test_a_position_tells_leisure_and_pollution():
    """From one photograph: who stands on leisure gets 5, citizens pollute, and what cannot be so is told."""
    position = read_position(
        """
        game = "small-city"
        options = { modules = ["leisure"] }
        [[boroughs]]
        player = "Ann"
        [[boroughs.tiles]]
        kind = "swimming-pool"
        on = ["C3"]
        [[boroughs.tiles]]
        kind = "factory"
        level = 1
        on = ["C4"]
        [[boroughs.citizens]]
        player = "Ben"
        on = "C3"
        [[boroughs]]
        player = "Ben"
        """
    )
    score = RULES.score(position)
    assert {player.name: player.total for player in score.players} == {"Ann": -1, "Ben": 5}
    assert [problem.code for problem in score.problems] == ["leisure-not-influenced", "leisure-near-industry"]


NINE = "C3 C4 C5 D3 D4 D5 E3 E4 E5"


def entry_problems(state, key, value):
    """What is wrong with an entry of Ann's, and that what is wrong is not taken down."""
    result = RULES.judge(state, Enter("Ann", key, value))
    if not result.legal:
        assert (result.points, result.state.of("Ann"), RULES.totals(result.state)) == (
            0,
            state.of("Ann"),
            RULES.totals(state),
        )
    return [problem.code for problem in result.problems]


def test_what_is_not_entered_stays_not_entered():
    """The end of a round enters nothing: an airport without entered votes is as legal in round 2 as in 1."""
    state = lying(place("factory", "B3", 1))
    later = played(state, EndRound(), EndRound())
    assert dict(later.of("Ann")) == {}
    assert codes(state, "airport", NINE) == codes(later, "airport", NINE) == []
    assert codes(played(later, Enter("Ann", "votes", 4)), "airport", NINE) == ["not-enough"]
    gained = played(lying(place("swimming-pool", "A1")), MoveCitizen("Ann", "Ann", "pool", "A1"), EndRound())
    assert gained.of("Ann")["votes"] == 5
    assert played(gained, Enter("Ann", "votes", 20)).of("Ann")["votes"] == 20


@pytest.mark.parametrize(
    ("modules", "key", "value", "code"),
    [
        (["gardens"], "promise:35", True, "promise-not-kept"),
        ([], "promise:12", True, "wrong-entry"),
        ([], "promise:12", False, "wrong-entry"),
        ([], "promise:33", False, "wrong-entry"),
        (["palaces"], "promise:12", "held", "wrong-entry"),
        ([], "promise:12", "often", "wrong-entry"),
        ([], "promise:12", 32768, "wrong-entry"),
        ([], "promise:38", 5, "unknown-entry"),
        ([], "promise:012", 5, "unknown-entry"),
        ([], "votes", 32768, "wrong-entry"),
        ([], "votes", -1, "wrong-entry"),
        ([], "money", 10**30, "wrong-entry"),
        ([], "white", True, "wrong-entry"),
        ([], "helper", "x" * 61, "wrong-entry"),
        ([], "luck", 3, "unknown-entry"),
    ],
)
def test_what_cannot_be_entered(modules, key, value, code):
    """An entry that cannot be is illegal, scores nothing, changes no total and is not taken down."""
    assert entry_problems(lying(modules=modules), key, value) == [code]


@pytest.mark.parametrize(
    ("modules", "key", "value"),
    [
        (["palaces"], "promise:12", True),
        (["palaces"], "promise:12", False),
        ([], "promise:12", 8),
        ([], "promise:12", -8),
        ([], "promise:33", "held"),
        ([], "votes", 999),
        ([], "helper", "Mediator"),
    ],
)
def test_what_can_be_entered(modules, key, value):
    """An entry that the rules know the worth of, and any number that players can have, stands."""
    assert entry_problems(lying(modules=modules), key, value) == []


def test_a_promise_is_told_by_its_own_number():
    """Promise 12 for 5 votes after promise 33 for 5 is told as promise 12."""
    state = played(lying(modules=[]), Enter("Ann", "promise:33", 5))
    result = RULES.judge(state, Enter("Ann", "promise:12", 5))
    assert [(line.label, line.points) for line in result.lines] == [("promise 12", 5)]


@pytest.mark.parametrize(
    ("outlines", "what"),
    [(["A1 B1 C1 D1 A2 B2 C2 D2", "A9 B9 C9 D9 A10 B10 C10 D10"], "airport of 8"), ([NINE, NINE], "airport of 9")],
)
def test_two_airports_of_each_size(outlines, what):
    """A third airport of a size is impossible, one of the other size is not [#4, components]."""
    state = lying(place("factory", "I5", 1), players=("Ann", "Ben", "Cem", "Dan"))
    for player, on in zip(("Ben", "Cem"), outlines, strict=True):
        state = state.with_tile(player, place("airport", on))
    third = built(state, "airport", outlines[0])
    assert [problem.code for problem in third.problems] == ["tiles-used-up"]
    assert third.problems[0].message.startswith(f"no {what} is left: all 2 are built")
    other = NINE if what.endswith("8") else "A1 B1 C1 D1 A2 B2 C2 D2"
    assert "tiles-used-up" not in codes(state, "airport", other)
    places = {len(place.at["on"]) for place in RULES.placements(state, "airport", player="Ann")}
    assert places == {9 if what.endswith("8") else 8}


def test_the_round_tells_the_materials_taken():
    """Two own workers in an airport's factory bring Ann 4 materials, a tourist there 1 to each; no points."""
    state = lying(place("airport", NINE), place("factory", "B2 B3 B4", 3))
    state = played(state, *(MoveCitizen("Ann", "Ann", "pool", square) for square in ("B2", "B3")))
    result = RULES.judge(played(state, MoveCitizen("Ben", "Ann", "pool", "B4")), EndRound())
    goods = [(line.label, line.points) for line in result.lines if line.rule == "goods"]
    assert goods == [("Ann: building materials taken: 5", 0), ("Ben: building materials taken: 1", 0)]


@pytest.mark.parametrize(("idle", "pollution"), [("produce", [2, 4, 6]), ("rest", [2, 3, 5])])
def test_idle_workers(idle, pollution):
    """A worker who stays produces and pollutes every round, or with `rest` only in the round in which it has come."""
    state = lying(place("factory", "B2 B3", 2), place("factory", "B5", 1), idle_workers=idle)
    found = []
    for move in (
        MoveCitizen("Ann", "Ann", "pool", "B2"),
        MoveCitizen("Ann", "Ann", "B2", "B3"),
        MoveCitizen("Ann", "Ann", "B3", "B5"),
    ):
        state = played(state, move, EndRound())
        found.append(state.of("Ann")["pollution"])
    assert found == pollution


def test_the_warehouse_stays_owed():
    """The round cannot end before the airport's warehouse is built, unless nothing is free there any more."""
    state = played(lying(place("factory", "B3", 1)), BuildTile("Ann", "airport", tuple(NINE.split())))
    state = built(state, "park", "J10", 1).state
    result = RULES.judge(state, EndRound())
    assert [problem.code for problem in result.problems] == ["warehouse-owed"]
    assert (result.state, RULES.quiet_moves(state, "Ann")) == (state, ())
    assert RULES.judge(built(state, "warehouse", "F3").state, EndRound()).legal
    around = " ".join(f"{column}{row}" for row in (2, 6) for column in "BCDEF") + " B4 B5 F3 F4 F5"
    for on in around.split():
        state = state.with_tile("Ann", place("park", on, 1))
    assert RULES.judge(state, EndRound()).legal


def test_no_warehouse_is_owed_on_squares_that_are_not_open():
    """With `site` = `opened` a warehouse that has only closed squares to go to is impossible, and the round can end."""
    corner = ("F6", "G6", "H6", "F7", "G7", "H7", "F8", "G8", "H8")
    state = played(lying(place("factory", "E5", 1), site="opened"), BuildTile("Ann", "airport", corner))
    assert "closed-square" in codes(state, "warehouse", "I7")
    for on in ("E6", "E7", "E8", "F5", "G5", "H5"):
        assert not RULES.judge(state, EndRound()).legal
        state = state.with_tile("Ann", place("park", on, 1))
    assert RULES.judge(state, EndRound()).legal


def test_an_illegal_residence_of_six_wins_nothing():
    """Who builds the R6 against the rules neither ends nor wins the game."""
    state = lying(modules=[])
    six = ("A1", "B1", "C1", "A2", "B2", "C2")
    after = RULES.judge(state, BuildTile("Ann", "residential", six, 6)).state
    assert after.sprawlers == ()


def test_one_warehouse_comes_free_with_an_airport():
    """A second warehouse in the airport's round is a construction action like any other."""
    state = played(lying(place("factory", "B3", 1)), BuildTile("Ann", "airport", tuple(NINE.split())))
    state = played(state, *(BuildTile("Ann", "warehouse", (on,)) for on in ("F3", "J1", "J3")))
    state = played(state, BuildTile("Ann", "warehouse", ("J5",)))
    assert codes(state, "warehouse", "J7") == ["too-many-builds"]


def test_tiles_that_look_alike_are_asked_about():
    """A refinery and a harbor of one colour and outline: people are asked which, and nothing else."""
    state = RULES.start(Header("small-city", ("Ann", "Ben"), {}))
    empty = {place: {"empty": 0.0, "refinery": -12.0, "harbor": -12.0} for place in RULES.contents(state)}
    alike = {"refinery": 0.0, "harbor": 0.0, "empty": -12.0}
    evidence = {**empty, "cell:Ann:D7": alike, "cell:Ann:E7": alike}
    borough = Borough("Ann", (PlacedBoroughTile("refinery", ("D7", "E7")),))
    seen = Reading("small-city", SmallCityPosition((borough,), ("Ann", "Ben")), {}, evidence=evidence)
    told = explain(RULES, state, seen)
    assert told.verdict == "ask"
    answers = [answer.moves for _, answer in told.questions[0].answers]
    assert answers == [(BuildTile("Ann", kind, ("D7", "E7")),) for kind in ("harbor", "refinery")]
