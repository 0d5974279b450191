"""Steady over time: what counts as seen, and what a hand does."""

from dataclasses import replace

import pytest

from live.table.steady import Sight, Steady, SteadySettings
from tabletop.games.big_city.values import BigCityPosition
from tabletop.lattice import PlacedTile
from tabletop.readings import Reading

CITY = BigCityPosition(tiles=(PlacedTile(1, (0, 0)),))
EMPTY = {"empty": 0.0, "residence-1": -20.0}
HOUSE = {"empty": -20.0, "residence-1": 0.0}
HIDDEN = {"empty": 0.0, "residence-1": 0.0}


def _reading(evidence: dict[str, float], position: BigCityPosition | None = CITY) -> Reading:
    return Reading("big-city", position, {"property:11": "certain"}, evidence={"property:11": evidence})


def _perhaps(*looks: Reading) -> Reading | None:
    steady, seen = Steady(SteadySettings(looks=3)), None
    for look in looks:
        steady, seen = steady.see(look)
    return seen


def _after(*looks: Reading) -> Reading:
    """What is steady after these looks."""
    seen = _perhaps(*looks)
    assert seen is not None
    return seen


def test_the_third_equal_look_counts() -> None:
    """Two may be a hand that rests (MARKERS.md: 2 to 3); as it is delivered, too."""
    assert _perhaps(_reading(HOUSE), _reading(HOUSE)) is None
    assert _after(*[_reading(HOUSE)] * 3).evidence["property:11"] == HOUSE
    assert Steady().settings.looks == 3


@pytest.mark.parametrize(("hidden", "blind_s"), [(51, 3.0), (49, 0.0)])
def test_a_table_half_hidden_is_out_of_sight(hidden: int, blind_s: float) -> None:
    """From there on nobody knows what went on; a hand over less of it is a hand."""
    clear = replace(_reading(EMPTY), evidence={f"property:{n}": EMPTY for n in range(100)})
    covered = replace(clear, evidence={**clear.evidence, **{f"property:{n}": HIDDEN for n in range(hidden)}})
    sight = Sight()
    sight.seen(clear, 1.0)
    sight.seen(covered, 2.0)
    sight.seen(covered, 3.0)
    assert sight.seen(clear, 4.0) == blind_s


@pytest.mark.parametrize(("gone_s", "blind_s"), [(5.9, 0.0), (6.1, 6.1)])
def test_a_hand_that_moves_for_long_hides_more_than_its_turn(gone_s: float, blind_s: float) -> None:
    """Until then it makes its own."""
    sight = Sight()
    sight.seen(_reading(EMPTY), 1.0)
    assert sight.seen(_reading(EMPTY), 1.0 + gone_s) == pytest.approx(blind_s)


def test_a_place_that_changes_its_mind_says_nothing() -> None:
    """After a flicker the place is flat and to be asked about until it is steady again."""
    seen = _after(*[_reading(EMPTY)] * 3, _reading(HOUSE))
    assert set(seen.evidence["property:11"].values()) == {0.0}
    assert seen.confidence["property:11"] == "ask"


def test_counters_that_look_alike_are_one_of_them() -> None:
    """Which of them lies there no look will ever tell; that something lies there they tell together."""
    alike = {"empty": -12.5, "zoo": 0.0, "library": 0.0, "red-commercial-2": -12.5}
    seen = _after(*[_reading(alike)] * 3)
    assert seen.evidence["property:11"] == alike
    assert not seen.covered
    nearly_empty = _after(*[_reading({"empty": -1.0, "zoo": 0.0, "library": 0.0})] * 3)
    assert set(nearly_empty.evidence["property:11"].values()) == {0.0}


def test_looks_agree_that_see_more_or_less_of_the_same_tile() -> None:
    """One that each of them leaves lies there, and what one look rules out weighs."""
    few = {"empty": -12.0, "cultural-2": 0.0, "cultural-3": -12.0, "cultural-6": 0.0}
    more = few | {"cultural-3": 0.0}
    seen = _after(_reading(few), _reading(more), _reading(few), _reading(more))
    told = seen.evidence["property:11"]
    assert told["cultural-2"] == told["cultural-6"] == 0.0
    assert told["empty"] < told["cultural-3"] < 0.0


def test_looks_with_no_tile_in_common_disagree() -> None:
    """Another piece lies there now, though of each look nobody knows which."""
    red = {"empty": -12.0, "cultural-2": 0.0, "cultural-6": 0.0, "harbor": -12.0, "refinery": -12.0}
    pink = {"empty": -12.0, "cultural-2": -12.0, "cultural-6": -12.0, "harbor": 0.0, "refinery": 0.0}
    seen = _after(*[_reading(red)] * 3, _reading(pink))
    assert len(set(seen.evidence["property:11"].values())) == 1


def test_two_equal_looks_at_something_new_are_not_enough() -> None:
    """A house on a board that is long steady counts with the third look, not with the second."""
    seen = _after(*[_reading(EMPTY)] * 3, *[_reading(HOUSE)] * 2)
    assert seen.confidence["property:11"] == "ask"
    seen = _after(*[_reading(EMPTY)] * 3, *[_reading(HOUSE)] * 3)
    assert seen.confidence["property:11"] == "certain"


def test_a_hand_over_a_place_says_nothing_about_it() -> None:
    """Hidden is not empty: flat evidence stays flat however often it is seen."""
    seen = _after(*[_reading(HIDDEN)] * 5)
    assert set(seen.evidence["property:11"].values()) == {0.0}


def test_another_board_or_none_starts_anew() -> None:
    """When the neighbourhoods lie differently, or are not seen, nothing that was seen before counts."""
    other = BigCityPosition(tiles=(PlacedTile(1, (0, 0), 1),))
    assert _perhaps(*[_reading(HOUSE)] * 3, _reading(HOUSE, other)) is None
    assert _perhaps(*[_reading(HOUSE)] * 3, _reading(HOUSE, None), _reading(HOUSE)) is None


def test_what_was_laid_before_a_neighbourhood_is_known_before_it() -> None:
    """A house that was seen twice, then a third time beside a new neighbourhood: the house is steady, that is not."""
    grown = BigCityPosition(tiles=(PlacedTile(1, (0, 0)), PlacedTile(2, (3, 0))))
    seen = _after(*[_reading(EMPTY)] * 3, *[_reading(HOUSE)] * 2, _reading(HOUSE, grown))
    assert seen.position == CITY
    assert seen.evidence["property:11"] == HOUSE
    seen = _after(*[_reading(EMPTY)] * 3, *[_reading(HOUSE)] * 2, *[_reading(HOUSE, grown)] * 3)
    assert seen.position == grown


def test_a_street_keeps_its_name_when_a_neighbourhood_comes() -> None:
    """A streetcar that was seen twice is steady before the new neighbourhood, whose own streets are not yet."""
    grown = BigCityPosition(tiles=(PlacedTile(1, (0, 0)), PlacedTile(2, (3, 0))))
    car, none = {"empty": -8.0, "streetcar": 0.0}, {"empty": 0.0, "streetcar": -12.0}
    bare = replace(_reading(EMPTY), evidence={"street:11:north": none})
    laid = replace(_reading(EMPTY), evidence={"street:11:north": car})
    then = replace(_reading(EMPTY, grown), evidence={"street:11:north": car, "street:21:north": none})
    seen = _after(*[bare] * 3, *[laid] * 2, then)
    assert (seen.position, seen.evidence) == (CITY, {"street:11:north": car})


def test_each_neighbourhood_counts_for_itself() -> None:
    """One that was seen twice, and a third time when a further one already lies, is known; the further one is not."""
    second = BigCityPosition(tiles=(*CITY.tiles, PlacedTile(2, (3, 0))))
    third = BigCityPosition(tiles=(*second.tiles, PlacedTile(3, (0, 3))))
    one, two = {"tile:2": {"3,0,0": 0.0}}, {"tile:3": {"0,3,0": 0.0}}
    looks = [*[_reading(EMPTY)] * 3, *[replace(_reading(EMPTY, second), evidence=one)] * 2]
    further = replace(_reading(EMPTY, third), evidence={**one, **two})
    seen = _after(*looks, further)
    assert (seen.position, seen.evidence) == (second, one)
    seen = _after(*looks, *[further] * 3)
    assert (seen.position, seen.evidence) == (third, {**one, **two})


def test_a_neighbourhood_that_lies_elsewhere_in_each_look_keeps_nothing_from_being_known() -> None:
    """What lies beside it is known all the while."""
    cities = [BigCityPosition(tiles=(*CITY.tiles, PlacedTile(2, (3, column)))) for column in (0, 1, 0)]
    seen = _after(*[_reading(EMPTY)] * 3, *(_reading(HOUSE, city) for city in cities))
    assert seen.position == CITY
    assert seen.evidence["property:11"] == HOUSE


def test_a_frozen_picture_was_blind_since_it_froze() -> None:
    """It is told some time after: what was read in the same picture meanwhile was not seen then."""
    sight, look = Sight(), _reading(EMPTY)
    for now_s in (1.0, 2.0, 3.0):
        sight.seen(look, now_s)
    sight.lost(1.5)
    assert sight.seen(look, 4.0) == 2.5


def test_a_neighbourhood_that_comes_and_goes_keeps_nothing_else_from_being_steady() -> None:
    """A cup over its codes: it is seen in every other look, and what lies elsewhere is known after three."""
    flickering = replace(CITY, tiles=(*CITY.tiles, PlacedTile(2, (3, 0))))
    looks = [_reading(HOUSE, flickering if number % 2 == 0 else CITY) for number in range(4)]
    for count in (3, 4):
        seen = _after(*looks[:count])
        assert seen.evidence["property:11"] == HOUSE
        assert seen.position == CITY
