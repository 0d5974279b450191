"""Small City's base game as far as it can be read anywhere, by hand-worked examples; what the modules cost."""

import pytest
from boroughs import RULES, lying, place, played

from scoring.altered import altered
from scoring.games.small_city.borough import Citizen, Tile
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


def codes(state, move):
    """The codes of what is wrong with a move."""
    return [problem.code for problem in RULES.judge(state, move).problems]


def build(kind, on, level=None, player="Ann"):
    """A build on named squares."""
    return BuildTile(player, kind, tuple(on.split()), level)


def test_a_residence_costs_a_dollar_a_square():
    """With 5 $ entered an R3 leaves 2 $, which is too little for another R3."""
    state = played(lying(), Enter("Ann", "money", 5), build("residential", "B2 B3 C3", 3))
    assert state.of("Ann")["money"] == 2
    assert codes(state, build("residential", "E2 E3 F3", 3)) == ["not-enough"]


@pytest.mark.parametrize(
    ("needs", "around", "wrong"),
    [
        ("unchecked", (), []),
        ("public-buildings", (), ["too-few-public-buildings"]),
        ("public-buildings", (("city-hall", "B2"),), ["too-few-public-buildings"]),
        ("public-buildings", (("city-hall", "B2"), ("cultural", "B3")), []),
        ("public-buildings", (("city-hall", "B2"), ("statue", "B3")), []),
        ("public-buildings", (("city-hall", "B2"), ("police", "A3 B3")), ["too-few-public-buildings"]),
        ("with-services", (("city-hall", "B2"), ("police", "A3 B3")), []),
        ("with-services", (("city-hall", "B2"), ("police", "A5 A6")), ["too-few-public-buildings"]),
    ],
)
def test_what_a_residence_needs(needs, around, wrong):
    """An R2 on C2 and D2 needs two public buildings beside it: city hall and another, a statue too [#3 Gardens]."""
    state = lying(*(place(kind, on) for kind, on in around), residence_needs=needs)
    assert codes(state, build("residential", "C2 D2", 2)) == wrong


def test_squares_are_opened_by_an_extension():
    """I2 lies outside the seven by seven: closed, until a round is given to extending the site."""
    state = lying(site="opened")
    assert codes(state, build("park", "I2", 1)) == ["closed-square"]
    assert codes(lying(), build("park", "I2", 1)) == []
    state = played(state, Enter("Ann", "extension", "I2 I3"))
    assert codes(state, build("park", "I2", 1)) == ["site-extended"]
    state = played(state, EndRound(), build("park", "I2", 1))
    assert codes(state, build("park", "I4", 1)) == ["closed-square"]
    assert codes(state, Enter("Ann", "extension", "I4")) == ["built-already"]
    assert all(set("".join(place.at["on"])) & set("BCDEFGH") for place in RULES.placements(state, "park", player="Ben"))


@pytest.mark.parametrize(
    ("squares", "code"), [("B2", "no-site-extension"), ("", "no-site-extension"), ("Z9", "no-such-square")]
)
def test_what_is_no_extension(squares, code):
    """Squares that are open or that do not exist cannot be opened; nothing is taken down."""
    state = lying(site="opened")
    result = RULES.judge(state, Enter("Ann", "extension", squares))
    assert [problem.code for problem in result.problems] == [code]
    assert result.state == state


@pytest.mark.parametrize(
    ("victory", "winner"), [("votes", "Ben"), ("economic", "Ann"), ("cultural", "Ben"), ("citizens", "Ann")]
)
def test_four_victories(victory, winner):
    """Ann has 9 $ and two active citizens, Ben 8 $, more votes and one more cultural building [#6]."""
    state = lying(place("cultural", "B2"), modules=["gardens"], victory=victory)
    state = state.with_tile("Ben", place("cultural", "B2")).with_tile("Ben", place("statue", "D2"))
    state = played(state, Enter("Ann", "money", 9), Enter("Ben", "money", 8), Enter("Ben", "votes", 3))
    state = played(state, MoveCitizen("Ann", "Ann", "pool", "B2"), MoveCitizen("Ann", "Ann", "pool", "B2"))
    assert RULES.winners(played(state, MoveCitizen("Ben", "Ben", "pool", "B2"))) == (winner,)


def test_the_city_hall_is_no_construction_action():
    """A city hall, laid before the first round, and three parks are not too many."""
    state = played(lying(), build("city-hall", "E5 E6 F5 F6"), *(build("park", f"B{n}", 1) for n in (2, 4, 6)))
    assert codes(state, build("park", "B8", 1)) == []
    assert codes(played(state, build("park", "B8", 1)), build("park", "H8", 1)) == ["too-many-builds"]


TRAMWAY = "B2 C2 D2 E2 F2"


def standing(state, player="Ann"):
    """The squares on which a player's citizens stand, in the own borough."""
    borough = state.boroughs[player]
    return sorted(borough.board.cell_name(one.cell) for one in state.citizens if one.owner == player and one.cell)


def test_the_tramway_brings_a_citizen():
    """Step D of phase III: a citizen from the pool in every round, any number on the station [#3 Tramway Station]."""
    state = lying(place("tramway", TRAMWAY), modules=["gardens"])
    result = RULES.judge(state, EndRound())
    assert [line.rule for line in result.lines] == ["tramway", "pollution"]
    assert standing(played(state, EndRound(), EndRound(), EndRound())) == ["B2", "C2", "D2"]


def test_whom_people_have_brought_is_not_brought_again():
    """Who was moved from the pool to the station in this round is the round's citizen; `by-hand` brings nobody."""
    state = lying(place("tramway", TRAMWAY), modules=["gardens"])
    assert standing(played(state, MoveCitizen("Ann", "Ann", "pool", "D2"), EndRound())) == ["D2"]
    by_hand = lying(place("tramway", TRAMWAY), modules=["gardens"], tramway="by-hand")
    assert standing(played(by_hand, EndRound())) == []


def full(extra=0):
    """Ann's twenty citizens, and `extra` that do not exist, on her parks; a tramway stands beside them."""
    state = lying(place("tramway", TRAMWAY), place("park", "B4 C4 D4", 3), modules=["gardens"])
    cell = state.boroughs["Ann"].board.cell("B4")
    return altered(state, citizens=tuple(Citizen(number, "Ann", "Ann", cell) for number in range(20 + extra)))


@pytest.mark.parametrize("extra", [0, 1])
def test_an_empty_pool_brings_nobody(extra):
    """With all twenty citizens on the boards the tramway has nobody to bring, nor with more than there are."""
    state = full(extra)
    result = RULES.judge(state, EndRound())
    assert "tramway" not in {line.rule for line in result.lines}
    assert result.state.in_pool("Ann") == -extra


@pytest.mark.parametrize("source", ["pool", "city-hall", "career-center"])
def test_a_twenty_first_citizen(source):
    """A player has twenty citizens: one more comes from nowhere, while those who stand there walk on, tourists too."""
    state = full()
    result = RULES.judge(state, MoveCitizen("Ann", "Ann", source, "C4"))
    assert ([one.code for one in result.problems], result.state) == (["no-citizen-left"], state)
    assert len(standing(played(state, MoveCitizen("Ann", "Ann", "B4", "C4")))) == 20
    free = played(state, MoveCitizen("Ann", "Ann", "B4", "pool"), MoveCitizen("Ann", "Ann", "pool", "C4"))
    assert len(standing(free)) == 20
    assert RULES.judge(state, MoveCitizen("Ben", "Ann", "pool", "C4")).legal


def test_a_position_with_too_many_citizens():
    """Twenty-one citizens of one colour lie on no table: a problem names where they stand."""
    citizens = tuple(PlacedCitizen("Ann", f"{column}{row}") for column in "BCD" for row in range(2, 9))
    park = PlacedBoroughTile("park", tuple(one.on for one in citizens), 9)
    position = SmallCityPosition((Borough("Ann", (park,), citizens),), ("Ann", "Ben"), {})
    found = {problem.code: problem for problem in RULES.problems(position)}
    assert len(found["too-many-citizens"].places) == 21
    assert found["too-many-citizens"].message.startswith("21 citizens of Ann's stand there and only 20 exist")
    fewer = SmallCityPosition((Borough("Ann", (park,), citizens[1:]),), ("Ann", "Ben"), {})
    assert "too-many-citizens" not in {problem.code for problem in RULES.problems(fewer)}


def test_the_mediator_takes_a_dollar_off():
    """With the Mediator an R3 costs 2 $ instead of 3, and an R1 still 1; the next round begins without a helper."""
    state = played(lying(), Enter("Ann", "money", 9), Enter("Ann", "helper", "Mediator"))
    state = played(state, build("residential", "B2 B3 C3", 3))
    assert state.of("Ann")["money"] == 7
    assert played(state, build("residential", "G2", 1)).of("Ann")["money"] == 6
    assert played(state, EndRound(), build("residential", "E2 E3 F3", 3)).of("Ann")["money"] == 4


def test_the_mediator_may_be_left_uncounted():
    """With `mediator` = `not-counted` an R3 costs 3 $ whoever helps."""
    state = lying(mediator="not-counted")
    state = played(state, Enter("Ann", "money", 9), Enter("Ann", "helper", "Mediator"))
    assert played(state, build("residential", "B2 B3 C3", 3)).of("Ann")["money"] == 6


def test_what_the_council_gives_is_free():
    """The tile of three squares that the council gives costs nothing and is no action; the next one does and is."""
    state = played(lying(), Enter("Ann", "money", 3), Enter("Ann", "council", 3))
    state = played(state, build("residential", "B2 B3 C3", 3))
    assert (state.of("Ann")["money"], state.built) == (3, {})
    assert played(state, build("residential", "E2 E3 F3", 3)).of("Ann")["money"] == 0
    assert codes(state, Enter("Ann", "council", 5)) == ["wrong-entry"]


def test_the_airport_shares_a_tourists_units():
    """Ben's tourist in Ann's factory beside Ann's airport: a unit to each, one of pollution [#4 Airport, IV Income]."""
    nine = "C3 C4 C5 D3 D4 D5 E3 E4 E5"
    state = lying(place("airport", nine), place("factory", "B2 B3", 2), modules=["airport-bank"])
    result = RULES.judge(played(state, MoveCitizen("Ben", "Ann", "pool", "B2")), EndRound())
    goods = [line.label for line in result.lines if line.rule == "goods"]
    assert goods == ["Ann: building materials taken: 1", "Ben: building materials taken: 1"]
    assert result.state.of("Ann")["pollution"] == 2  # the tourist and one unit


PRICES = {
    "palace": ("B2 C2 B3 C3", 2),
    "swimming-pool": ("B2", 1),
    "cinema": ("B2 C2", 2),
    "stadium": ("B2 C2 B3 C3", 4),
    "statue": ("B2", 1),
    "tramway": ("B2 C2 D2 E2 F2", 2),
    "airport": ("B2 C2 D2 E2 B3 C3 D3 E3", 3),
    "bank": ("B2 C2 B3 C3", 2),
    "recycling": ("B2 C2 B3 C3", 4),
}
ALL = ["palaces", "leisure", "gardens", "airport-bank", "recycling"]


@pytest.mark.parametrize("kind", PRICES)
def test_what_the_modules_tiles_cost(kind):
    """One dollar less than the price is not enough for a tile, the price is; other conditions apart [II Build]."""
    on, price = PRICES[kind]
    for money, wrong in ((price - 1, True), (price, False)):
        state = played(lying(modules=ALL), Enter("Ann", "money", money))
        assert ("not-enough" in codes(state, build(kind, on))) == wrong


@pytest.mark.parametrize("kind", ["swimming-pool", "cinema", "stadium", "tramway", "airport", "bank", "recycling"])
def test_one_for_each_player(kind):
    """A second one in the borough is against the rules [Notes beside the components]."""
    on, _ = PRICES[kind]
    rest = on.translate(str.maketrans("23", "78"))
    assert "one-per-player" in codes(lying(place(kind, on), modules=ALL), build(kind, rest))
    assert "one-per-player" not in codes(lying(modules=ALL), build(kind, rest))


@pytest.mark.parametrize(
    ("number", "asks", "votes"),
    [
        (33, ["palace", "palace", "palace"], 6),
        (34, ["swimming-pool", "cinema", "stadium"], 12),
        (35, ["statue", "statue", "statue"], 18),
        (36, ["airport", "bank"], 12),
        (37, ["recycling"], 6),
    ],
)
def test_each_promise_of_the_expansion(number, asks, votes):
    """Kept it pays 6, 12 or 18 by its stack; without one of the tiles nothing [Setup]."""
    state = played(lying(modules=ALL[1:]), Enter("Ann", f"promise:{number}", "held"))
    for index, kind in enumerate(asks):
        assert RULES.totals(state)["Ann"] == 0
        state = state.with_tile("Ann", Tile(kind, None, frozenset({(index, 0)})))
    assert RULES.totals(state)["Ann"] == votes
