"""May this be built here? Every condition of the rulebook's buildings, and what a broken one is called."""

from scoring.games.big_city import texts
from scoring.games.big_city.buildings import Building
from scoring.games.big_city.city_map import TILE_BITS, Footprint, numbers_of
from scoring.games.big_city.state import BigCityState, Piece
from tabletop.readings import Problem

Failing = str
"""A problem's code; the sentence is made only when somebody reads it."""


def failings(state: BigCityState, building: Building, footprint: Footprint) -> list[Failing]:
    """Which conditions a building on these free properties breaks; empty where it may be built.

    Sections "City Hall", "Church", "Cinema, Post Office, and Bank", "Shopping center", "Parks", "Factories".
    """
    broken: list[Failing] = []
    if building.needs_city_hall and not state.hall:
        broken.append("city-hall-first")
    if footprint.inside and not _clear_of_streetcars(state, footprint):
        broken.append("over-a-streetcar")
    outskirts = footprint.outskirts.bit_count()
    if outskirts > building.outskirts_at_most:
        broken.append("too-far-out" if building.outskirts_at_most else "not-in-centre")
    if outskirts < building.outskirts_at_least:
        broken.append("not-far-out")
    if building.double_number and footprint.on[0] % 11:
        broken.append("no-double-number")
    if building.last_in_neighbourhood and _still_free(state, footprint):
        broken.append("not-last")
    for group, least in building.beside:
        if group == "streetcar":
            if not footprint.bits & state.beside_cars:
                broken.append("no-streetcar-beside")
        elif "not-enough-beside" not in broken and not _enough_beside(state, footprint, group, least):
            broken.append("not-enough-beside")
    return broken


def _clear_of_streetcars(state: BigCityState, footprint: Footprint) -> bool:
    """No streetcar lies between its properties ("No buildings or streetcars may be removed")."""
    return not footprint.bits & state.beside_cars or set(footprint.inside).isdisjoint(state.cars)


def _enough_beside(state: BigCityState, footprint: Footprint, group: str, least: int) -> bool:
    """Whether at least so many different pieces of a group are adjacent; a double counts once."""
    touched = footprint.around & state.groups.get(group, 0)
    if least == 1 or touched.bit_count() < least:
        return touched != 0 and least == 1
    return len(_beside(state, footprint, group)) >= least


def problems_of(state: BigCityState, building: Building, footprint: Footprint, broken: list[Failing]) -> list[Problem]:
    """The sentences for broken conditions."""
    return [_problem(state, building, footprint, code) for code in broken]


def _beside(state: BigCityState, footprint: Footprint, group: str) -> list[Piece]:
    """The different pieces of a group that are adjacent."""
    return [piece for piece in state.pieces if piece.bits & footprint.around and group in piece.building.groups]


def _still_free(state: BigCityState, footprint: Footprint) -> int:
    """Bits of the free properties of its neighbourhoods beside its own; parks and factories fill as buildings do."""
    bits = 0
    for tile in {number // 10 for number in footprint.on}:
        bits |= TILE_BITS[tile]
    return bits & ~state.covered & ~footprint.bits


def _problem(state: BigCityState, building: Building, footprint: Footprint, code: Failing) -> Problem:
    """One broken condition in words."""
    far_out = list(numbers_of(footprint.outskirts))
    words: dict[str, object] = {"title": building.title, "section": building.rulebook, "number": footprint.on[0]}
    places = footprint.places
    if code in ("too-far-out", "not-in-centre", "not-far-out"):
        words |= {"most": building.outskirts_at_most, "least": building.outskirts_at_least}
        words |= {"count": len(far_out), "numbers": texts.listed(far_out)}
    elif code == "not-last":
        free = list(numbers_of(_still_free(state, footprint)))
        words |= {"numbers": texts.listed(free)}
    elif code == "not-enough-beside":
        wanted = [(group, least) for group, least in building.beside if group != "streetcar"]
        beside = {
            group: [
                piece.on[0]
                for piece in state.pieces
                if piece.bits & footprint.around and group in piece.building.groups
            ]
            for group, _ in wanted
        }
        words["needed"] = texts.listed([texts.counted(least, group, []) for group, least in wanted])
        words["found"] = texts.listed([texts.counted(len(beside[group]), group, beside[group]) for group, _ in wanted])
    elif code == "over-a-streetcar":
        street = next(street for street in footprint.inside if street in state.cars)
        words["street"] = state.city.street_place(street)
        places = (*places, str(words["street"]))
    return texts.problem(code, places, **words)
