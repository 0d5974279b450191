"""What a building scores where it is placed, line by line ("Score the building", "Residences and businesses")."""

from scoring.games.big_city import texts
from scoring.games.big_city.buildings import Building
from scoring.games.big_city.city_map import Footprint, first_place
from scoring.games.big_city.state import BigCityState
from scoring.protocol import ScoreLine


def points_for(state: BigCityState, building: Building, footprint: Footprint) -> tuple[int, tuple[ScoreLine, ...]]:
    """Points and score lines of a building on these properties, placed now.

    Additions come before multipliers, each bonus and penalty applies once, and what comes to nothing (a single
    beside a factory) is worth 1 point without any multiplier. Each line names one place that is reason enough.

    >>> from scoring import rules_for
    >>> from tabletop.records import Header
    >>> city = rules_for("big-city").start(Header("big-city", ("Ann", "Ben")))
    >>> residence = city.variants.buildings["residence"][2]
    >>> points_for(city, residence, city.city.footprint((11, 12)))[0]
    7
    """
    if not building.base:
        return 0, ()
    points = building.base
    lines = [ScoreLine(texts.BASE, points, footprint.places, "base")]
    groups, around = state.groups, footprint.around
    if footprint.outskirts:
        if building.on_outskirts:
            points += building.on_outskirts
            place = (first_place(footprint.outskirts),)
            lines.append(ScoreLine(texts.ON_OUTSKIRTS, building.on_outskirts, place, "outskirts"))
    elif building.in_centre:
        points += building.in_centre
        lines.append(ScoreLine(texts.IN_CENTRE, building.in_centre, footprint.places, "centre"))
    if building.by_park and (touched := around & groups.get("park", 0)):
        points += building.by_park
        lines.append(ScoreLine(texts.BY_PARK, building.by_park, (first_place(touched),), "park"))
    if building.by_factory and (touched := around & groups.get("factory", 0)):
        points += building.by_factory
        lines.append(ScoreLine(texts.BY_FACTORY, building.by_factory, (first_place(touched),), "factory"))
    if points <= 0:
        lines.append(ScoreLine(texts.AT_LEAST_ONE, 1 - points, footprint.places, "at-least-one"))
        return 1, tuple(lines)
    by_car = footprint.bits & state.beside_cars
    by_hall = around & state.hall
    factor, label, rule = 1, "", ""
    if by_car and by_hall and building.times_both > 1:
        factor, label, rule = building.times_both, texts.BOTH, "city-hall-and-streetcar"
    elif by_car and building.times_streetcar > 1:
        factor, label, rule, by_hall = building.times_streetcar, texts.STREETCAR, "streetcar", 0
    elif by_hall and building.times_city_hall > 1:
        factor, label, rule, by_car = building.times_city_hall, texts.CITY_HALL, "city-hall", 0
    if factor > 1:
        places = ((first_place(by_hall),) if by_hall else ()) + ((_street(state, footprint),) if by_car else ())
        lines.append(ScoreLine(label.format(factor=factor), points * (factor - 1), places, rule))
    return points * factor, tuple(lines)


def _street(state: BigCityState, footprint: Footprint) -> str:
    """The street of a streetcar beside the footprint."""
    for car in state.cars:
        if state.city.bits_beside(car) & footprint.bits:
            return state.city.street_place(car)
    raise AssertionError("no streetcar lies beside the footprint")
