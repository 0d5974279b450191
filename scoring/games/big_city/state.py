"""The city in play as a value: the map, what stands on it, the line, the points, whose turn it is."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.games.big_city.buildings import Building, BuildingTable, with_extra
from scoring.games.big_city.city_map import ALL_PROPERTIES, INDEX, CityMap, city_map, segment_beside
from tabletop.gamefile import load_game
from tabletop.games.big_city.values import BigCityPosition
from tabletop.lattice import PlacedPiece, PlacedTile, Segment
from tabletop.options import settled
from tabletop.records import Header

LAST_STARTING_TILE = {2: 5, 3: 4, 4: 5, 5: 6}
"""Players -> the starting city has neighbourhoods 1 to this one ("Placing the first neighborhoods")."""
TILES = 8


@dataclass(frozen=True, slots=True)
class Variants:
    """The options in force, ready to be asked."""

    single_line: bool
    """No branches, no loops ("A single streetcar line"); also the Goldsieber edition's rule."""
    limited_to: str | None
    """None, or beside which pieces streetcars may lie: `all-pieces` or `buildings-only` ("Limited streetcar line")."""
    buildings: BuildingTable
    given: Mapping[str, Any]
    """The options as they were given."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece that stands."""

    building: Building
    on: tuple[int, ...]
    bits: int


@dataclass(frozen=True, slots=True)
class BigCityState:
    """Everything that the next move is judged by."""

    players: tuple[str, ...]
    variants: Variants
    city: CityMap
    pieces: tuple[Piece, ...]
    """In the order in which they were built."""
    covered: int
    """Bits of the properties under pieces."""
    groups: Mapping[str, int]
    """Group (`residence`, `special`, ...) -> bits of all its pieces."""
    cars: tuple[Segment, ...]
    """Streetcars in the order in which they were placed."""
    beside_cars: int
    """Bits of the properties with a streetcar in one of their streets."""
    seat: int
    """Index of the player whose turn it is."""
    passes: int
    """How many players in a row have passed."""
    totals: tuple[int, ...]
    starting: frozenset[int]
    """Starting neighbourhoods that are still to be placed; while there are any nothing else is done."""
    strict_start: bool = True
    """False in a state made from a position alone: what was placed before is not known."""

    @property
    def hall(self) -> int:
        """City hall's bit; 0 before it is built."""
        return self.groups.get("city-hall", 0)

    @property
    def over(self) -> bool:
        """All neighbourhoods placed and all properties covered, or all players passed in sequence ("Game end")."""
        return self.covered == ALL_PROPERTIES or (self.passes >= len(self.players) > 0)

    @property
    def to_move(self) -> str | None:
        """Whose turn it is."""
        return self.players[self.seat] if self.players and not self.over else None

    @property
    def streetcars_left(self) -> int:
        """How many of the streetcars are in the supply."""
        return streetcar_count() - len(self.cars)

    def left(self, building: Building) -> int:
        """How many of a building are in the supply."""
        return building.count - sum([piece.building is building for piece in self.pieces])

    def reckoned(self, seat: int, points: int) -> tuple[int, ...]:
        """The totals with points for one seat."""
        if not points:
            return self.totals
        return (*self.totals[:seat], self.totals[seat] + points, *self.totals[seat + 1 :])


def streetcar_count() -> int:
    """How many streetcars exist, by the game file."""
    return load_game("big-city").by_id["streetcar"].count


def variants_of(options: Mapping[str, Any]) -> Variants:
    """The options in force; the `goldsieber` profile lays a single line unless `streetcars` says otherwise.

    Raises `tabletop.schema.Mismatch` where an option is unknown, UnreadableInput where a file is wrong.
    """
    full = settled("big-city", options)
    line = full["streetcars"]
    if full["profile"] == "goldsieber" and "streetcars" not in options:
        line = "single-line"
    return Variants(
        single_line=line == "single-line",
        limited_to=full["limited_counts"] if full["streetcar_places"] == "limited" else None,
        buildings=with_extra(full.get("buildings")),
        given=dict(options),
    )


def started(header: Header) -> BigCityState:
    """Neighbourhood 1 in place, nothing else."""
    last = LAST_STARTING_TILE[len(header.players)]
    return BigCityState(
        players=header.players,
        variants=variants_of(header.options),
        city=city_map((PlacedTile(1, (0, 0), 0),)),
        pieces=(),
        covered=0,
        groups={},
        cars=(),
        beside_cars=0,
        seat=0,
        passes=0,
        totals=(0,) * len(header.players),
        starting=frozenset(range(2, last + 1)),
    )


def resumed(position: BigCityPosition) -> BigCityState:
    """A state in which a position lies on the table, its impossible parts left out (`problems` names them)."""
    tiles: dict[int, PlacedTile] = {}
    for tile in position.tiles:
        tiles.setdefault(tile.number, tile)
    variants = variants_of(position.options)
    city = city_map(tuple(tiles.values()))
    pieces: list[Piece] = []
    covered = 0
    groups: dict[str, int] = {}
    for placed in position.pieces:
        building = variants.buildings.get(placed.kind, {}).get(len(placed.on))
        if building is None or any(INDEX.get(number, -1) not in city.cell_at for number in placed.on):
            continue
        bits = city.footprint(placed.on).bits
        if bits & covered:
            continue
        pieces.append(Piece(building, placed.on, bits))
        covered |= bits
        for group in building.groups:
            groups[group] = groups.get(group, 0) | bits
    cars = tuple(
        dict.fromkeys(
            segment_beside(city.cell_at[INDEX[car.beside]], car.side)
            for car in position.streetcars
            if INDEX.get(car.beside, -1) in city.cell_at
        )
    )
    players = position.players
    last = LAST_STARTING_TILE.get(len(players), 6)
    begun = bool(pieces or cars or set(tiles) - set(range(1, last + 1)))
    return BigCityState(
        players=players,
        variants=variants,
        city=city,
        pieces=tuple(pieces),
        covered=covered,
        groups=groups,
        cars=cars,
        beside_cars=beside_all(city, cars),
        seat=players.index(position.turn) if position.turn in players else 0,
        passes=0,
        totals=(0,) * len(players),
        starting=frozenset() if begun else frozenset(range(2, last + 1)) - set(tiles),
        strict_start=False,
    )


def take_up(state: BigCityState, position: BigCityPosition) -> BigCityState:
    """A record's state from the moment on at which this position lies there.

    Points are those that the position's score markers tell, else what the record had. Without the puck the next
    starting neighbourhood is laid by the player after who laid the last one; a city that is whole and empty is the
    starting player's; else the turn stays where the record has it.
    """
    lying = resumed(replace(position, players=state.players, options=state.variants.given))
    told = {marker.player: 100 * marker.hundreds + marker.space for marker in position.scores}
    laid = len(lying.city.tiles) - 1
    seat = state.seat
    if position.turn in state.players:
        seat = state.players.index(position.turn)
    elif lying.starting:
        seat = laid % len(state.players)
    elif not lying.covered and not lying.cars:
        seat = 0  # "The starting player begins"
    totals = tuple(told.get(name, total) for name, total in zip(state.players, state.totals, strict=True))
    return replace(lying, seat=seat, totals=totals)


def position_of(state: BigCityState) -> BigCityPosition:
    """What lies on the table, the puck included."""
    numbers = state.city.streets
    return BigCityPosition(
        tiles=tuple(sorted(state.city.tiles)),
        pieces=tuple(sorted(PlacedPiece(piece.building.kind, piece.on) for piece in state.pieces)),
        streetcars=tuple(sorted(numbers[car] for car in state.cars)),
        players=state.players,
        options=state.variants.given,
        turn=state.to_move,
    )


def beside_all(city: CityMap, cars: tuple[Segment, ...]) -> int:
    """Bits of the properties beside these streetcars."""
    bits = 0
    for car in cars:
        bits |= city.bits_beside(car)
    return bits
