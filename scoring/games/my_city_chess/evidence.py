"""MY CITY on a chess board as a camera sees it: what lies where, and which moves would explain a change."""

from collections.abc import Iterator
from math import inf

from scoring.games.my_city_chess.judging import counter_name, spoken
from scoring.games.my_city_chess.state import MyCityChessState
from scoring.games.my_city_chess.texts import named
from tabletop.games.my_city_chess.counters import SLUM
from tabletop.games.my_city_chess.values import PlaceZone, Rezone, SetLandmark, Skip
from tabletop.moves import Move
from tabletop.readings import Evidence

EMPTY = "empty"
LANDMARK = "landmark-"
PLAUSIBLE = 6.0
"""How much less likely than the best a counter may be (natural logarithm) and still be thought of."""


def contents(state: MyCityChessState) -> dict[str, str]:
    """Square -> `empty` or the part's id in the game file."""
    lying = {state.setting.place(cell): EMPTY for cell in state.setting.board.cells}
    for cell, name in state.landmarks.items():
        lying[state.setting.place(cell)] = f"{LANDMARK}{name}"
    for cell, zone in state.zones.items():
        lying[state.setting.place(cell)] = zone_part(zone.player, zone.type, zone.value)
    return lying


def suggest(state: MyCityChessState, evidence: Evidence, player: str | None) -> Iterator[Move]:
    """Counters that squares show, or nearly show, beyond what lies there; a zone on a zone is a replacement.

    Whoever's they are: the counter's colour names the player, also of a move out of turn or after one that was missed.
    """
    owners = {colour: name for name, colour in state.colours.items()}
    for place, believed in contents(state).items():
        likely = evidence.get(place)
        if not likely:
            continue
        most, on = max(likely.values()), place.partition(":")[2]
        least = max(most - PLAUSIBLE, likely.get(believed, -inf))
        if least >= most:
            continue  # nothing is likelier than what lies there; where a square is hidden all are alike
        for part, weight in likely.items():
            if weight <= least or part == EMPTY:
                continue
            if part.startswith(LANDMARK):
                if believed == EMPTY:
                    yield SetLandmark(part.removeprefix(LANDMARK), on)
                continue
            colour, type_, value = part_zone(part)
            owner = owners.get(colour)
            if owner is None:
                continue
            if believed == EMPTY:
                yield PlaceZone(owner, type_, on, value)
            elif not believed.startswith(LANDMARK):
                yield Rezone(owner, on, type_, value)


def changes(state: MyCityChessState, move: Move) -> dict[str, str]:
    """What a move would put where."""
    if isinstance(move, SetLandmark):
        return {f"square:{move.on}": f"{LANDMARK}{move.name}"}
    if isinstance(move, PlaceZone | Rezone):
        return {f"square:{move.on}": zone_part(state.colours[move.player], move.type, move.value)}
    return {}


def tell(move: Move, state: object = None) -> str:
    """A move as a short sentence."""
    if isinstance(move, SetLandmark):
        return f"{named(move.name)} is set out on {move.on}"
    if isinstance(move, PlaceZone):
        return f"{move.player} places {spoken(move.type, move.value)} on {move.on}"
    if isinstance(move, Rezone):
        return f"{move.player} replaces the zone on {move.on} by {spoken(move.type, move.value)}"
    assert isinstance(move, Skip)
    return f"{move.player} skips"


def zone_part(colour: str, type_: str, value: int) -> str:
    """A zone counter's id in the game file: `red-park-3`, `red-slum`."""
    return f"{colour}-{counter_name(type_, value)}"


def part_zone(part: str) -> tuple[str, str, int]:
    """Colour, type and value of a zone counter's id."""
    colour, _, kind = part.partition("-")
    if kind == SLUM:
        return (colour, SLUM, -1)
    type_, _, value = kind.rpartition("-")
    return (colour, type_, int(value) if value.isdigit() else -1)
