"""The streetcar line: which streets it may run in ("Start/add to the streetcar line" and its two variants)."""

from collections import Counter

from scoring.big_city import texts
from scoring.big_city.city_map import corners
from scoring.big_city.state import BigCityState, Variants
from tabletop.lattice import Segment
from tabletop.readings import Problem

Line = tuple[Segment, ...]


def failing(state: BigCityState, line: Line, street: Segment) -> str | None:
    """What forbids the next streetcar here, None where it is allowed; `line` is what lies there by then.

    It touches the line at one of its ends, lies beside a property, not between the properties of one piece; in the
    single line at an end of the line and without a loop; in the limited line beside a piece.
    """
    bits = state.city.bits_beside(street)
    if bits & (bits - 1) and any(piece.bits & bits == bits for piece in state.pieces):
        return "street-covered"
    if line and (code := _unjoined(state.variants, line, street)):
        return code
    if state.variants.limited_to and not _beside_piece(state, bits):
        return "not-beside-building"
    return None


def _unjoined(variants: Variants, line: Line, street: Segment) -> str | None:
    """What is wrong with how a street joins the line."""
    first, second = corners(street)
    at_first = sum(first in corners(car) for car in line)
    at_second = sum(second in corners(car) for car in line)
    if not at_first and not at_second:
        return "not-connected"
    if variants.single_line:
        if at_first and at_second:
            return "line-loops"
        if at_first + at_second > 1:
            return "line-branches"
    return None


def _beside_piece(state: BigCityState, bits: int) -> bool:
    """Whether a counted piece stands beside the street ("Limited streetcar line")."""
    if state.variants.limited_to == "all-pieces":
        return bool(bits & state.covered)
    return any(piece.bits & bits and piece.building.is_building for piece in state.pieces)


def joining(state: BigCityState, line: Line) -> list[Segment]:
    """Every street where the next streetcar is allowed, in the order of their names."""
    streets = state.city.streets
    if line:
        ends = {corner for car in line for corner in corners(car)}
        near = [street for street in streets if street not in line and not ends.isdisjoint(corners(street))]
    else:
        near = list(streets)
    return [street for street in near if failing(state, line, street) is None]


def position_problems(variants: Variants, line: Line) -> list[str]:
    """What is wrong with a line as it lies, in whatever order it was laid, as codes."""
    if not line:
        return []
    found = []
    reached, waiting = {line[0]}, [line[0]]
    while waiting:
        ends = corners(waiting.pop())
        for car in line:
            if car not in reached and not set(ends).isdisjoint(corners(car)):
                reached.add(car)
                waiting.append(car)
    if len(reached) < len(line):
        found.append("not-connected")
    if variants.single_line:
        meeting = Counter(corner for car in line for corner in corners(car))
        if max(meeting.values()) > 2:
            found.append("line-branches")
        elif len(reached) == len(line) and all(count == 2 for count in meeting.values()):
            found.append("line-loops")
    return found


def problem(state: BigCityState, code: str, street: Segment) -> Problem:
    """A broken condition of one streetcar in words."""
    place = state.city.street_place(street)
    bits = state.city.bits_beside(street)
    covering = next((piece.building.title for piece in state.pieces if piece.bits & bits == bits), "")
    return texts.problem(code, (place,), street=place, title=covering)
