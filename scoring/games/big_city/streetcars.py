"""The streetcar line: which streets it may run in ("Start/add to the streetcar line" and its two variants)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from scoring.games.big_city import texts
from scoring.games.big_city.city_map import Corner, corners
from scoring.games.big_city.state import BigCityState, Variants
from tabletop.lattice import Segment
from tabletop.readings import Problem

Line = tuple[Segment, ...]


def failing(state: BigCityState, line: Line, street: Segment) -> str | None:
    """What forbids the next streetcar here, None where it is allowed; `line` is what lies there by then.

    It touches the line at one of its ends, lies beside a property, not between the properties of one piece; in the
    single line at an end of the line and without a loop; in the limited line beside a piece.
    """
    return _unjoined(state.variants, meetings(line), street) or _closed(state, street)


@lru_cache(maxsize=512)
def meetings(line: Line) -> Mapping[Corner, int]:
    """Street corner -> how many streetcars end there; a look's hypotheses ask it of the same few lines."""
    return MappingProxyType(Counter(corner for car in line for corner in corners(car)))


def _closed(state: BigCityState, street: Segment) -> str | None:
    """What forbids a streetcar here whatever the line: a piece over the street, in the limited line none beside it."""
    bits = state.city.bits_beside(street)
    if bits & state.covered == bits and bits & (bits - 1) and any(piece.bits & bits == bits for piece in state.pieces):
        return "street-covered"
    if state.variants.limited_to and not _beside_piece(state, bits):
        return "not-beside-building"
    return None


def _unjoined(variants: Variants, meeting: Mapping[Corner, int], street: Segment) -> str | None:
    """What is wrong with how a street joins a line with these corners; nothing for the first streetcar."""
    if not meeting:
        return None
    first, second = corners(street)
    at_first, at_second = first in meeting, second in meeting
    if not at_first and not at_second:
        return "not-connected"
    if variants.single_line:
        if at_first and at_second:
            return "line-loops"
        if meeting[first if at_first else second] > 1:
            return "line-branches"
    return None


def _beside_piece(state: BigCityState, bits: int) -> bool:
    """Whether a counted piece stands beside the street ("Limited streetcar line")."""
    if state.variants.limited_to == "all-pieces":
        return bool(bits & state.covered)
    return any(piece.bits & bits and piece.building.is_building for piece in state.pieces)


def joining(state: BigCityState) -> list[Segment]:
    """Every street where one more streetcar is allowed."""
    meeting = meetings(state.cars)
    streets_at = state.city.streets_at
    near = {street for corner in meeting for street in streets_at.get(corner, ())} if meeting else state.city.streets
    return sorted(
        street
        for street in near
        if street not in state.cars and not _unjoined(state.variants, meeting, street) and not _closed(state, street)
    )


def joining_pairs(state: BigCityState) -> Iterator[tuple[Segment, Segment]]:
    """Every pair of streets for two streetcars in one turn, once each, in an order that is allowed."""
    meeting = meetings(state.cars)
    singles = joining(state)
    open_streets = dict.fromkeys(state.cars, False) | dict.fromkeys(singles, True)
    streets_at = state.city.streets_at
    seen: set[tuple[Segment, Segment]] = set()
    for first in singles:
        longer = dict(meeting)
        onward: set[Segment] = set()
        for corner in corners(first):
            longer[corner] = longer.get(corner, 0) + 1
            onward.update(streets_at[corner])
        beyond = onward.difference(singles)
        for second in sorted(beyond.union(singles)) if beyond else singles:
            if second not in open_streets:
                open_streets[second] = not _closed(state, second)
            if not open_streets[second] or second == first or (second, first) in seen:
                continue
            if not _unjoined(state.variants, longer, second):
                seen.add((first, second))
                yield first, second


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
        meeting = meetings(line)
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
    return texts.problem(code, (place,), street=state.city.street_words(street), title=covering)
