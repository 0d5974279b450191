"""One player's city in My City: what stands where, where a building may go, what it borders."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from scoring.altered import altered, knowing
from scoring.games.my_city.texts import WORDING, named
from scoring.polyominoes import everywhere
from tabletop.boardfile import Board
from tabletop.cellnames import Cell
from tabletop.gamefile import load_game
from tabletop.readings import Problem

FORBIDDEN = ("mountain", "forest", "none")
START_TOKEN = 10
EMPTY = "empty"
CHURCHES = "church"
"""The `colour` of churches, which have none."""
Cells = frozenset[Cell]
Standing = tuple[tuple[str, Cells], ...]
"""Buildings and their cells, in the order in which they were built."""
Found = TypeVar("Found")


@dataclass(frozen=True)
class PlayerCity:
    """A player's board with its buildings, the score token and what the player has announced."""

    player: str
    board_name: str
    board: Board
    buildings: Mapping[str, Cells] = field(default_factory=dict)
    token: int = START_TOKEN
    """10 less the passes, and 3 more for the gold."""
    gold_first: bool = False
    ended: bool = False
    known: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What was worked out of some part of this board, by what it depends on; the cities that moves make of this one
    (`altered`) share it, since a move changes little of a city. On another board it does not hold."""

    def once(self, key: Any, work: Callable[..., Found], *given: Any) -> Found:
        """What `work` finds of what is given, which depends on this player's board and on `key` alone."""
        found: Found | None = self.known.get(key)
        if found is None:
            found = self.known[key] = work(*given)
        return found

    def place(self, cell: Cell) -> str:
        """A cell's written place, `cell:Ann:C4`."""
        return self.written[cell]

    @property
    def written(self) -> Mapping[Cell, str]:
        """Every cell with its written place."""
        return self.once(
            "written", lambda: {cell: f"cell:{self.player}:{name}" for cell, name in self.board.names.items()}
        )

    @cached_property
    def assessments(self) -> dict[tuple[str, str], Any]:
        """What `points.assess` found, by game and option."""
        return {}

    @cached_property
    def lying(self) -> Mapping[str, str]:
        """Place -> `empty` or the building on it, for every cell."""
        written = self.written
        bare: Mapping[str, str] = self.once("bare", lambda: dict.fromkeys(written.values(), EMPTY))
        return {**bare, **{written[cell]: building for cell, building in self.covered.items()}}

    def places(self, cells: Cells) -> list[str]:
        """Cells as written places, row by row."""
        return list(map(self.written.__getitem__, sorted(cells)))

    @cached_property
    def bare(self) -> Mapping[str, tuple[str, ...]]:
        """Terrain -> the written places of its cells that nothing covers, row by row."""
        covered, written = self.covered, self.written
        return {
            terrain: tuple([written[cell] for cell in cells if cell not in covered])
            for terrain, cells in self.board.of_terrain.items()
        }

    def with_building(self, building: str, cells: Cells) -> "PlayerCity":
        """The same city with one more building, on free cells."""
        terrains, now_covered, bare = self.board.terrain, {self.written[cell] for cell in cells}, dict(self.bare)
        for terrain in {terrains[cell] for cell in cells}:
            bare[terrain] = tuple([place for place in bare[terrain] if place not in now_covered])
        covered, colour = {**self.covered, **dict.fromkeys(cells, building)}, colour_of(building)
        of_colour = {**self.of_colour, colour: (*self.of_colour.get(colour, ()), (building, cells))}
        built = altered(self, buildings={**self.buildings, building: cells})
        return knowing(built, bare=bare, covered=covered, of_colour=of_colour)

    def but(self, **fields: Any) -> "PlayerCity":
        """The same city with other fields than its buildings changed."""
        return altered(self, keeping={"bare", "covered", "lying", "of_colour"}, **fields)

    @cached_property
    def covered(self) -> Mapping[Cell, str]:
        """Cell -> the building on it."""
        return {cell: building for building, cells in self.buildings.items() for cell in cells}

    @cached_property
    def of_colour(self) -> Mapping[str, Standing]:
        """Colour, or `church` -> its buildings."""
        found: dict[str, Standing] = {}
        for building, cells in self.buildings.items():
            colour = colour_of(building)
            found[colour] = (*found.get(colour, ()), (building, cells))
        return found

    def cells_of(self, terrain: str) -> tuple[Cell, ...]:
        """All cells of a terrain."""
        return self.board.of_terrain.get(terrain, ())

    def borders(self, cells: Cells) -> set[str]:
        """The buildings that share a side with some cells, the river between or not."""
        covered, sides = self.covered, self.board.sides
        return {covered[other] for cell in cells for other in sides(cell) if other in covered and other not in cells}

    def at_river(self, cells: Cells) -> bool:
        """Whether one of the cells has a side along the river; on a board without a river every place will do."""
        return not self.board.river or not self.board.across_river.keys().isdisjoint(cells)


@lru_cache(maxsize=512)
def shapes(game: str, building: str) -> tuple[Cells, ...]:
    """A building's shape in its different turns, each pushed into the upper left corner; never mirrored.

    Mirroring is impossible since the animal symbol on the back faces down [Game Setup].
    """
    part = next(part for part in load_game(game).of_kind("building") if part.piece == building)
    cells, turned = list(part.cells), []
    for _ in range(4):
        top, left = min(row for row, _ in cells), min(column for _, column in cells)
        turned.append(frozenset((row - top, column - left) for row, column in cells))
        cells = [(column, -row) for row, column in cells]
    return tuple(dict.fromkeys(turned))


def has_shape(game: str, building: str, cells: Cells) -> bool:
    """Whether a building can lie on exactly these cells."""
    if not cells:
        return False
    top, left = min([row for row, _ in cells]), min([column for _, column in cells])
    return frozenset([(row - top, column - left) for row, column in cells]) in shapes(game, building)


def spots(game: str, city: PlayerCity, building: str) -> Iterator[Cells]:
    """Every place on the board where a building can lie at all: in any turn, off covered cells."""
    free = city.board.cell_set - city.covered.keys()
    return (cells for cells in everywhere(shapes(game, building), city.board.cell_set) if cells <= free)


def standing_problems(city: PlayerCity, building: str, cells: Cells) -> list[Problem]:
    """Terrain and river: what is wrong with a building there, whatever else stands."""
    board, problems = city.board, []
    terrain, across = board.terrain, board.across_river
    for cell in sorted([cell for cell in cells if terrain[cell] in FORBIDDEN]):
        on = board.cell_name(cell)
        problems.append(WORDING.problem("not-light-green", [city.place(cell)], on=on, terrain=terrain[cell]))
    crossed = sorted(
        [[cell, other] for cell in cells for other in across.get(cell, ()) if other in cells and cell < other]
    )
    if crossed:
        on = ", ".join(f"{board.cell_name(first)}/{board.cell_name(second)}" for first, second in crossed)
        places = city.places(frozenset(cell for edge in crossed for cell in edge))
        problems.append(WORDING.problem("across-the-river", places, building=named(building), on=on))
    return problems


def placing_problems(city: PlayerCity, building: str, cells: Cells) -> list[Problem]:
    """The Construction Rules: terrain, river, the first building along the river, the others side by side."""
    problems = standing_problems(city, building, cells)
    if not city.buildings:
        if not city.at_river(cells):
            problems.append(WORDING.problem("not-at-the-river", city.places(cells)))
    elif not any(other in city.covered for cell in cells for other in city.board.sides(cell)):
        problems.append(WORDING.problem("not-connected", city.places(cells), building=named(building)))
    return problems


@lru_cache(maxsize=256)
def colour_of(building: str) -> str:
    """A building's colour, or `church`."""
    return building.partition("-")[0]


def is_church(building: str) -> bool:
    """Whether a building is a church."""
    return colour_of(building) == CHURCHES
