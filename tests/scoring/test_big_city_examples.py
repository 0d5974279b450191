"""Every worked example of the rulebook and of the rules page, by its number there (d) or the rulebook's section."""

import pytest

from scoring.games.big_city.city_map import city_map, numbers_of
from tabletop.lattice import PlacedTile


def codes(judged: object) -> set[str]:
    """The codes of a judged move's problems."""
    return {problem.code for problem in judged.problems}  # type: ignore[attr-defined]


def test_1_double_residence_on_the_outskirts_with_a_streetcar_scores_14(wide):
    """(6 + 1) x 2: each bonus and the multiplier apply once ("Score the building")."""
    wide.built("city-hall", 19).line((11, "south"), (12, "south"))
    judged = wide.build("residence", 11, 12)
    assert judged.points == 14
    assert [line.rule for line in judged.lines] == ["base", "outskirts", "streetcar"]


def test_2_double_business_on_the_outskirts_by_factory_hall_and_streetcar_scores_12(wide):
    """(6 + 0 - 2) x 3 ("Residences and businesses")."""
    wide.built("city-hall", 15).built("stanford", 31, 32, 34).line((12, "west"))
    judged = wide.build("business", 12, 13)
    assert judged.points == 12
    assert [line.points for line in judged.lines] == [6, -2, 8]


def test_3_double_residence_in_the_same_place_scores_10(wide):
    """(6 + 1 - 2) x 2: city hall does nothing for residences ("Residences and businesses")."""
    wide.built("city-hall", 15).built("stanford", 31, 32, 34).line((12, "west"))
    assert wide.build("residence", 12, 13).points == 10


def test_4_both_factories_take_two_points_once(wide):
    """2 + 1 - 2 = 1 for a single residence on the outskirts beside both factories ("Score the building")."""
    wide.built("city-hall", 19).built("stanford", 11, 14, 15).built("rockwell", 13, 16, 31, 34)
    judged = wide.build("residence", 12)
    assert judged.points == 1
    assert [line.points for line in judged.lines] == [2, 1, -2]


def test_5_what_comes_to_nothing_scores_one_without_a_multiplier(wide):
    """A single business on the outskirts by a factory, city hall and a streetcar: 2 - 2 = 0, so 1."""
    wide.built("city-hall", 15).built("stanford", 13, 31, 34).line((12, "west"))
    judged = wide.build("business", 12)
    assert judged.points == 1
    assert sum(line.points for line in judged.lines) == 1


def test_6_a_single_residence_with_all_bonuses_scores_8(wide):
    """(2 + 1 + 1) x 2 ("Tactical notes")."""
    wide.built("city-hall", 19).built("lincoln-park", 12, 15).line((11, "west"))
    assert wide.build("residence", 11).points == 8


def test_7_church_and_shopping_center_are_flat(wide):
    """15 and 30, whatever lies beside them ("Church", "Shopping center")."""
    wide.built("city-hall", 12).built("stanford", 13, 31, 34).built("residence", 14, 15)
    wide.built("business", 16, 19).built("residence", 17).built("business", 18).line((11, "east"))
    church = wide.build("church", 11)
    assert (church.legal, church.points) == (True, 15)
    wide.built("business", 52).line((17, "south"))
    mall = wide.build("shopping-center", 51, 54)
    assert codes(mall) == {"not-enough-beside"}
    wide.built("church", 11).built("bank", 57)
    mall = wide.build("shopping-center", 51, 54)
    assert (mall.legal, mall.points, len(mall.lines)) == (True, 30, 1)


def test_8_triple_business_in_the_centre_by_city_hall_scores_22(wide):
    """(10 + 1) x 2."""
    wide.built("city-hall", 19)
    assert wide.build("business", 16, 34, 35).points == 22


def test_9_two_pairs_are_contact_enough_and_one_is_not():
    """Neighbourhood 2 above 1 with 25-12 and 26-13 touching is legal, one further right it is not."""
    one = city_map((PlacedTile(1, (0, 0), 0),))
    assert one.contacts(PlacedTile(2, (-2, 1), 0)) == (0, 2, 2)
    assert one.contacts(PlacedTile(2, (-2, 2), 0)) == (0, 1, 1)
    assert one.contacts(PlacedTile(2, (-2, 3), 0)) == (0, 0, 0)
    both = city_map((PlacedTile(1, (0, 0), 0), PlacedTile(2, (-2, 1), 0)))
    assert set(numbers_of(both.centre)) == {12, 15, 26}


def test_10_city_hall_has_one_place_on_neighbourhood_1_alone(city):
    """The centre of neighbourhood 1 is 15; neighbourhood 2 alone has none ("City Hall")."""
    assert city().places("city-hall") == {(15,)}
    assert not city_map((PlacedTile(2, (0, 0), 0),)).centre


def test_11_a_turned_neighbourhood_makes_14_and_37_adjacent():
    """Neighbourhood 3 turned by half a turn, left of 1 and one row down ("Tactical notes")."""
    tile = PlacedTile(3, (1, -3), 2)
    assert city_map((PlacedTile(1, (0, 0), 0),)).contacts(tile) == (0, 2, 2)
    both = city_map((PlacedTile(1, (0, 0), 0), tile))
    assert 37 in set(numbers_of(both.footprint((14,)).around))


def test_12_a_hole_inside_a_pinwheel_is_no_outskirts():
    """Properties on an enclosed empty space are in the centre ("The position of properties")."""
    tiles = (PlacedTile(2, (0, 0), 0), PlacedTile(4, (0, 4), 1), PlacedTile(6, (4, 2), 0), PlacedTile(8, (2, 0), 1))
    city = city_map(tiles)
    assert set(numbers_of(city.centre)) == {26, 27, 28, 46, 47, 48, 61, 62, 63, 81, 82, 83}


def test_13_park_hall_and_streetcar_together(wide):
    """Triple business (10 + 1 + 1) x 3 = 36; triple residence on the outskirts (10 + 1 + 1) x 2 = 24."""
    wide.built("city-hall", 19).built("lincoln-park", 14, 15).line((16, "north"))
    assert wide.build("business", 16, 34, 35).points == 36
    wide.cars = ()
    assert wide.line((12, "north")).build("residence", 11, 12, 13).points == 24


def test_14_park_and_factory_nearly_cancel(city):
    """Single residence in the centre (2 + 1 - 2) x 2 = 2; single business there (2 + 1 - 2) x 3 = 3."""
    square = city((3, (0, 3), 0), (5, (3, 0), 0), (7, (3, 3), 0))
    square.built("city-hall", 71).built("lincoln-park", 14, 17).built("stanford", 12, 13, 16).line((15, "south"))
    assert square.build("residence", 15).points == 2
    other = city((3, (0, 3), 0), (5, (3, 0), 0), (7, (3, 3), 0))
    other.built("city-hall", 18).built("stanford", 12, 13, 16).line((15, "south"))
    assert other.build("business", 15).points == 3


def test_15_cinema_bank_and_post_office(wide):
    """A double residence counts once; cinema by hall and streetcar 15, bank by streetcar 10, plain post office 5."""
    wide.built("city-hall", 15).built("residence", 11, 14)
    assert codes(wide.build("cinema", 12)) == {"not-enough-beside"}
    wide.built("residence", 13).line((12, "east"))
    assert wide.build("cinema", 12).points == 15
    wide.built("business", 17).built("business", 19).line((18, "south"))
    wide.pieces = tuple(piece for piece in wide.pieces if piece.kind != "city-hall")
    wide.built("city-hall", 35)
    assert wide.build("bank", 18).points == 10
    wide.cars = ()
    wide.built("residence", 51).built("business", 53)
    assert wide.build("post-office", 52).points == 5


@pytest.mark.parametrize(
    ("kind", "on"),
    [
        ("bank", (15,)),
        ("church", (11,)),
        ("shopping-center", (14, 15)),
        ("lincoln-park", (14, 15)),
        ("stanford", (11, 12, 14)),
    ],
)
def test_16_before_city_hall_special_buildings_parks_and_factories_are_illegal(wide, kind, on):
    """Only residences, businesses and city hall itself come before it ("City Hall")."""
    assert "city-hall-first" in codes(wide.build(kind, *on))
    assert on not in wide.places(kind)


def test_16_before_city_hall_streetcars_and_neighbourhoods_are_illegal(wide):
    """ "City Hall": the line and new neighbourhoods wait for it."""
    assert "streetcar-before-hall" in codes(wide.streetcars((11, "north")))
    wide.built("residence", 11)
    assert codes(wide.place(2, (-2, 0))) == {"tile-before-hall"}
    wide.built("city-hall", 15)
    assert wide.place(2, (-2, 0)).legal


def test_17_church_is_the_last_building_of_its_neighbourhood(wide):
    """33 with one other property of neighbourhood 3 free is illegal ("Church")."""
    wide.built("city-hall", 15).built("residence", 31, 32).built("residence", 34, 35, 36).built("business", 37, 38)
    judged = wide.build("church", 33)
    assert codes(judged) == {"not-last"}
    assert "39" in judged.problems[0].message
    assert wide.built("residence", 39).build("church", 33).points == 15


def test_18_parks_stay_inside_and_factories_outside(wide):
    """Lincoln Park on two outskirts properties and Rockwell on one are illegal ("Parks", "Factories")."""
    wide.built("city-hall", 15)
    assert codes(wide.build("lincoln-park", 11, 12)) == {"too-far-out"}
    assert codes(wide.build("rockwell", 16, 19, 34, 37)) == {"not-far-out"}
    assert wide.build("lincoln-park", 16, 19).legal
    assert wide.build("rockwell", 31, 32, 34, 35).legal


def test_19_a_streetcar_that_only_runs_into_a_building_is_not_adjacent(wide):
    """It must run in one of the streets beside the building ("Streetcar line")."""
    wide.built("city-hall", 19).line((11, "east"))
    assert wide.build("residence", 14).points == 3
    assert wide.build("residence", 11).points == 6


def test_20_a_streetcar_may_not_cross_a_building(wide):
    """The street inside a double residence is covered ("Start/add to the streetcar line")."""
    wide.built("city-hall", 15).built("residence", 11, 12)
    assert codes(wide.streetcars((11, "east"))) == {"street-covered"}
    assert codes(wide.line((13, "south")).build("residence", 13, 16)) == {"over-a-streetcar"}


def test_21_the_line_is_started_with_one_streetcar(wide):
    """Two in the first action are illegal, later one or two are fine ("Streetcar line")."""
    wide.built("city-hall", 15)
    assert codes(wide.streetcars((11, "north"), (12, "north"))) == {"one-streetcar-first"}
    assert wide.streetcars((11, "north")).legal
    wide.line((11, "north"))
    assert wide.streetcars((12, "north")).legal
    assert wide.streetcars((12, "north"), (13, "north")).legal
    assert codes(wide.streetcars((12, "north"), (13, "north"), (31, "north"))) == {"two-streetcars-at-most"}


def test_the_second_streetcar_of_a_turn_may_extend_the_first(wide):
    """In the order listed: the other way round the far one does not touch the line."""
    wide.built("city-hall", 15).line((11, "north"))
    assert wide.streetcars((12, "north"), (13, "north")).legal
    assert codes(wide.streetcars((13, "north"), (12, "north"))) == {"not-connected"}


def test_branches_are_allowed_and_a_single_line_forbids_them(city):
    """ "A single streetcar line": only at one end or the other, never a loop."""
    tiles = ((3, (0, 3), 0), (5, (3, 0), 0), (7, (3, 3), 0))
    branching = city(*tiles).built("city-hall", 15).line((11, "south"), (12, "south"))
    assert branching.streetcars((11, "east")).legal
    single = (
        city(*tiles, options={"streetcars": "single-line"}).built("city-hall", 15).line((11, "south"), (12, "south"))
    )
    assert codes(single.streetcars((11, "east"))) == {"line-branches"}
    assert single.streetcars((13, "south")).legal
    around = city(*tiles, options={"profile": "goldsieber"}).built("city-hall", 15)
    around.line((11, "north"), (11, "east"), (11, "south"))
    assert codes(around.streetcars((11, "west"))) == {"line-loops"}


def test_the_limited_line_stays_beside_buildings(city):
    """ "Limited streetcar line": beside a piece, and by choice parks and factories do not count."""
    tiles = ((3, (0, 3), 0), (5, (3, 0), 0), (7, (3, 3), 0))
    limited = city(*tiles, options={"streetcar_places": "limited"}).built("city-hall", 15).built("stanford", 31, 32, 34)
    assert codes(limited.streetcars((11, "north"))) == {"not-beside-building"}
    assert limited.streetcars((15, "north")).legal
    assert limited.streetcars((31, "north")).legal
    strict = {"streetcar_places": "limited", "limited_counts": "buildings-only"}
    fewer = city(*tiles, options=strict).built("city-hall", 15).built("stanford", 31, 32, 34)
    assert codes(fewer.streetcars((31, "north"))) == {"not-beside-building"}


def test_new_buildings_are_rows_of_data(city):
    """ "New buildings": a hospital of three properties that wants two residences beside it."""
    rows = [
        {
            "kind": "hospital",
            "shapes": [["##", "#."]],
            "counts": [1],
            "base": [8],
            "needs_city_hall": True,
            "beside": {"residence": 2},
            "times_streetcar": 2,
        }
    ]
    square = city((3, (0, 3), 0), (5, (3, 0), 0), (7, (3, 3), 0), options={"buildings": rows})
    square.built("city-hall", 19).built("residence", 11).built("residence", 13).line((12, "north"))
    judged = square.build("hospital", 12, 15, 16)
    assert (judged.legal, judged.points) == (True, 16)
    assert square.built("hospital", 12, 15, 16).places("hospital") == set()


def test_a_factory_placed_later_takes_nothing_back(wide):
    """The value of a building is determined when it is placed ("Score the building")."""
    wide.built("city-hall", 15)
    judged = wide.build("residence", 12)
    factory = wide.rules.judge(judged.state, type(judged.move)("Ben", "stanford", (13, 31, 34)))
    assert factory.legal
    assert wide.rules.totals(factory.state) == {"Ann": 3, "Ben": 0}
