"""The ground of the city at one moment: which properties lie side by side, which are outskirts, where streets run.

Each of the 68 properties is one bit of an integer, so that sets of properties are integers: what lies beside a piece,
what is covered and what is free meet in a single `&`. A map is made once per neighbourhood placed and shared by all
states until the next one.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from scoring.games.big_city.buildings import BuildingShape
from tabletop.cellnames import Cell
from tabletop.gamefile import load_game
from tabletop.lattice import SIDES, PlacedStreetcar, PlacedTile, Segment, Side, neighbour

NEIGHBOURHOODS = load_game("big-city").neighbourhoods

Corner = tuple[int, int]
"""A street corner: the upper left corner of the cell with the same row and column."""

NUMBERS: tuple[int, ...] = tuple(
    sorted(number for rows in NEIGHBOURHOODS.rows.values() for row in rows for number in row)
)
"""Property numbers; a property's bit is its index here."""
INDEX = {number: index for index, number in enumerate(NUMBERS)}
BIT = {number: 1 << index for index, number in enumerate(NUMBERS)}
PLACES = tuple(f"property:{number}" for number in NUMBERS)
TILE_BITS = {tile: sum(BIT[number] for row in rows for number in row) for tile, rows in NEIGHBOURHOODS.rows.items()}
"""Neighbourhood -> its properties' bits."""
ALL_PROPERTIES = (1 << len(NUMBERS)) - 1


EMPTY = "empty"


def tile_word(at: tuple[int, int], turn: int) -> str:
    """How evidence writes where a tile lies."""
    return f"{at[0]},{at[1]},{turn}"


@dataclass(frozen=True, slots=True)
class Footprint:
    """A set of free-standing cells that a piece may cover, with what lies around it."""

    on: tuple[int, ...]
    bits: int
    around: int
    """Properties across a street from it."""
    inside: tuple[Segment, ...]
    """Streets between two of its own cells."""
    places: tuple[str, ...]
    outskirts: int
    """Those of its bits that lie on the outskirts."""


class CityMap:
    """Neighbourhoods as they lie; treat it as a value. `extended` makes the next one."""

    def __init__(
        self, tiles: tuple[PlacedTile, ...], index_at: dict[Cell, int], beside: list[int], present: int
    ) -> None:
        self.tiles = tiles
        self.index_at = index_at
        """(row, column) -> the property's index."""
        self.cell_at = {index: cell for cell, index in index_at.items()}
        self.beside = beside
        """Index -> the bits of the properties across its four streets ("Adjacent properties")."""
        self.present = present
        self.outskirts = _outskirts(index_at)
        self._shapes: dict[frozenset[BuildingShape], tuple[Footprint, ...]] = {}
        self._beside_streets: dict[Segment, int] = {}

    @cached_property
    def centre(self) -> int:
        """Bits of the properties that are not on the outskirts."""
        return self.present & ~self.outskirts

    @cached_property
    def street_places(self) -> Mapping[Segment, str]:
        """Street -> its place in a reading's evidence, `street:NUMBER:SIDE`."""
        return {street: f"street:{car.beside}:{car.side}" for street, car in self.streets.items()}

    @cached_property
    def bare(self) -> Mapping[str, str]:
        """Place -> what lies there before anything is built: tiles, then free properties, then free streets."""
        tiles = {f"tile:{tile.number}": tile_word(tile.at, tile.turn) for tile in self.tiles}
        free = (*(PLACES[index] for index in self.cell_at), *self.street_places.values())
        return tiles | dict.fromkeys(free, EMPTY)

    def extended(self, tile: PlacedTile) -> "CityMap":
        """The map with one more neighbourhood; cells that are taken stay with who has them."""
        added = _cells(tile)
        index_at, beside, present = dict(self.index_at), list(self.beside), self.present
        for index, row, column in added:
            index_at.setdefault((row, column), index)
        for index, row, column in added:
            if index_at[(row, column)] != index:
                continue
            bit = 1 << index
            present |= bit
            for cell in ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)):
                other = index_at.get(cell)
                if other is not None:
                    beside[index] |= 1 << other
                    beside[other] |= bit
        return CityMap((*self.tiles, tile), index_at, beside, present)

    def contacts(self, tile: PlacedTile) -> tuple[int, int, int]:
        """How many cells it would cover twice, how many of its own and how many of the city's would be adjacent."""
        covered, own, city = 0, 0, 0
        for _, row, column in _cells(tile):
            if (row, column) in self.index_at:
                covered += 1
            touched = 0
            for cell in ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)):
                other = self.index_at.get(cell)
                if other is not None:
                    touched |= 1 << other
            own += touched != 0
            city |= touched
        return covered, own, city.bit_count()

    def footprint(self, on: tuple[int, ...]) -> Footprint:
        """What a piece on these properties covers and touches; KeyError where one is not in the city."""
        bits, around, places = 0, 0, []
        for number in on:
            index = INDEX[number]
            if index not in self.cell_at:
                raise KeyError(number)
            bits |= 1 << index
            around |= self.beside[index]
            places.append(PLACES[index])
        inside = self._inside([self.cell_at[INDEX[number]] for number in on]) if len(on) > 1 else ()
        return Footprint(on, bits, around & ~bits, inside, tuple(places), bits & self.outskirts)

    def footprints(self, shapes: frozenset[BuildingShape]) -> tuple[Footprint, ...]:
        """Every set of properties in one of these shapes, in the order of their numbers."""
        found = self._shapes.get(shapes)
        if found is None:
            sets = {
                numbers
                for shape in shapes
                for row, column in self.index_at
                if (numbers := self._numbers((row + r, column + c) for r, c in _from_first(shape)))
            }
            found = self._shapes[shapes] = tuple(self.footprint(numbers) for numbers in sorted(sets))
        return found

    @cached_property
    def streets(self) -> dict[Segment, PlacedStreetcar]:
        """Every street beside a property, the rim included, by its name: the lower-numbered property beside it."""
        named: dict[Segment, PlacedStreetcar] = {}
        for number, (row, column) in sorted((NUMBERS[index], cell) for index, cell in self.cell_at.items()):
            sides = (((row - 1, column), "south"), ((row, column), "east"), ((row, column), "south"))
            for place, side in zip((*sides, ((row, column - 1), "east")), SIDES, strict=True):
                named.setdefault(place, PlacedStreetcar(number, side))  # type: ignore[arg-type]
        return named

    @cached_property
    def streets_at(self) -> dict[Corner, list[Segment]]:
        """Street corner -> the streets that end there."""
        found: dict[Corner, list[Segment]] = {}
        for street in self.streets:
            for corner in corners(street):
                found.setdefault(corner, []).append(street)
        return found

    def segment(self, streetcar: PlacedStreetcar) -> Segment:
        """The street beside a property; KeyError where the property is not in the city."""
        row, column = self.cell_at[INDEX[streetcar.beside]]
        return segment_beside((row, column), streetcar.side)

    def bits_beside(self, street: Segment) -> int:
        """The one or two properties beside a street."""
        bits = self._beside_streets.get(street)
        if bits is None:
            here = [self.index_at[cell] for cell in cells_beside(street) if cell in self.index_at]
            bits = self._beside_streets[street] = sum(1 << index for index in here)
        return bits

    def street_place(self, street: Segment) -> str:
        """`street:11:north`; the cell's name where no property lies beside it."""
        return self.street_places.get(street) or f"street:{street}"

    def street_words(self, street: Segment) -> str:
        """The street by what lies beside it: `between 14 and 15`, `above 14` at the rim, as neighbourhood 1 lies."""
        (row, column), side = street
        cells = ((row, column), (row + 1, column) if side == "south" else (row, column + 1))
        here = [NUMBERS[self.index_at[cell]] if cell in self.index_at else None for cell in cells]
        first, second = here
        if first is not None and second is not None:
            return f"between {min(first, second)} and {max(first, second)}"
        word = {"south": ("below", "above"), "east": ("right of", "left of")}[side][first is None]
        return f"{word} {first if first is not None else second}"

    def tile_words(self, number: int) -> str:
        """Where a neighbourhood lies: `right of neighbourhood 5, 71 beside 55`; empty where it touches no other.

        Told from the neighbourhood that it touches most.
        """
        own = next((set(NEIGHBOURHOODS.cells(tile).values()) for tile in self.tiles if tile.number == number), set())
        touching: dict[int, list[tuple[Side, int, int]]] = {}
        for cell in sorted(own):
            for side in SIDES:
                other = neighbour(cell, side)
                if other in self.index_at and other not in own:
                    there = NUMBERS[self.index_at[other]]
                    touching.setdefault(there // 10, []).append((side, NUMBERS[self.index_at[cell]], there))
        if not touching:
            return ""
        beside, pairs = max(touching.items(), key=lambda entry: (len(entry[1]), -entry[0]))
        side, mine, theirs = pairs[0]
        word = {"north": "below", "south": "above", "east": "left of", "west": "right of"}[side]
        return f"{word} neighbourhood {beside}, {mine} beside {theirs}"

    def _inside(self, cells: list[Cell]) -> tuple[Segment, ...]:
        """The streets between these cells."""
        taken = set(cells)
        inside: list[Segment] = []
        for row, column in cells:
            if (row, column + 1) in taken:
                inside.append(((row, column), "east"))
            if (row + 1, column) in taken:
                inside.append(((row, column), "south"))
        return tuple(inside)

    def _numbers(self, cells: Iterable[Cell]) -> tuple[int, ...] | None:
        """The properties in these cells, ascending; None where one cell is empty."""
        indices = []
        for cell in cells:
            index = self.index_at.get(cell)
            if index is None:
                return None
            indices.append(index)
        indices.sort()
        return tuple(NUMBERS[index] for index in indices)


@lru_cache(maxsize=256)
def city_map(tiles: tuple[PlacedTile, ...]) -> CityMap:
    """The map of some neighbourhoods; where two overlap the first one has the cell."""
    city = CityMap((), {}, [0] * len(NUMBERS), 0)
    for tile in tiles:
        city = city.extended(tile)
    return city


def numbers_of(bits: int) -> Iterator[int]:
    """The property numbers of some bits, ascending."""
    while bits:
        lowest = bits & -bits
        yield NUMBERS[lowest.bit_length() - 1]
        bits ^= lowest


def first_place(bits: int) -> str:
    """The lowest-numbered of some properties as a place."""
    return PLACES[(bits & -bits).bit_length() - 1]


def segment_beside(cell: Cell, side: Side) -> Segment:
    """The one name of the street on that side of a cell."""
    row, column = cell
    if side == "north":
        return ((row - 1, column), "south")
    if side == "west":
        return ((row, column - 1), "east")
    return (cell, side)


def cells_beside(street: Segment) -> tuple[Cell, Cell]:
    """The two cells that a street runs between."""
    (row, column), side = street
    return (row, column), ((row, column + 1) if side == "east" else (row + 1, column))


def corners(street: Segment) -> tuple[Corner, Corner]:
    """The two street corners at a street's ends."""
    (row, column), side = street
    return ((row, column + 1) if side == "east" else (row + 1, column)), (row + 1, column + 1)


@lru_cache(maxsize=512)
def _from_first(shape: BuildingShape) -> tuple[Cell, ...]:
    """A shape's cells counted from its first one, which may not lie in the corner of the bounding box."""
    first_row, first_column = min(shape)
    return tuple(sorted((row - first_row, column - first_column) for row, column in shape))


@lru_cache(maxsize=64)
def _turned(number: int, turn: int) -> tuple[tuple[int, int, int], ...]:
    """(index, row, column) of a neighbourhood's properties after clockwise quarter turns."""
    cells = NEIGHBOURHOODS.cells(PlacedTile(number, (0, 0), turn))
    return tuple((INDEX[property_], row, column) for property_, (row, column) in cells.items())


def _cells(tile: PlacedTile) -> list[tuple[int, int, int]]:
    """(index, row, column) of a placed neighbourhood's properties."""
    top, left = tile.at
    return [(index, top + row, left + column) for index, row, column in _turned(tile.number, tile.turn)]


def _outskirts(index_at: dict[Cell, int]) -> int:
    """Bits of the properties with a side on the outside ("The position of properties"); an enclosed hole is inside.

    The outside is filled from a margin of one cell around the city, through empty cells, four ways, on one integer
    with a bit per cell.
    """
    if not index_at:
        return 0
    top, left = min(row for row, _ in index_at), min(column for _, column in index_at)
    rows = max(row for row, _ in index_at) - top + 3
    width = max(column for _, column in index_at) - left + 3
    position_of = {index: (row - top + 1) * width + column - left + 1 for (row, column), index in index_at.items()}
    city = 0
    for position in position_of.values():
        city |= 1 << position
    empty = ((1 << rows * width) - 1) & ~city
    outside = (1 << width) - 1
    while True:
        grown = (outside | outside << 1 | outside >> 1 | outside << width | outside >> width) & empty
        if grown == outside:
            break
        outside = grown
    facing = outside << 1 | outside >> 1 | outside << width | outside >> width
    return sum(1 << index for index, position in position_of.items() if facing >> position & 1)
