"""Short ways to lay out a city in tests."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scoring import Judged, rules_for
from scoring.games.big_city.state import BigCityState
from tabletop.games.big_city.values import BigCityMove, BigCityPosition, Build, PlaceTile, Streetcars
from tabletop.lattice import PlacedPiece, PlacedStreetcar, PlacedTile

sys.path.insert(0, str(Path(__file__).parent))  # the helpers that lie beside the tests
TILE_1 = PlacedTile(1, (0, 0), 0)


class City:
    """A position in the making that can be asked what the next move is worth."""

    def __init__(self, *tiles: tuple[int, tuple[int, int], int], options: dict[str, Any] | None = None) -> None:
        self.rules = rules_for("big-city")
        self.tiles = (TILE_1, *(PlacedTile(*tile) for tile in tiles))
        self.pieces: tuple[PlacedPiece, ...] = ()
        self.cars: tuple[PlacedStreetcar, ...] = ()
        self.options = options or {}

    def built(self, kind: str, *on: int) -> "City":
        """The city with one more piece."""
        self.pieces = (*self.pieces, PlacedPiece(kind, tuple(sorted(on))))
        return self

    def line(self, *cars: tuple[int, str]) -> "City":
        """The city with streetcars."""
        self.cars = (*self.cars, *(PlacedStreetcar(number, side) for number, side in cars))  # type: ignore[arg-type]
        return self

    @property
    def position(self) -> BigCityPosition:
        """What lies on the table."""
        return BigCityPosition(self.tiles, self.pieces, self.cars, ("Ann", "Ben"), self.options)

    @property
    def state(self) -> BigCityState:
        """The city with Ann to move."""
        return self.rules.resume(self.position)

    def judge(self, move: BigCityMove) -> Judged[BigCityState]:
        """Ann's move, judged."""
        return self.rules.judge(self.state, move)

    def build(self, kind: str, *on: int) -> Judged[BigCityState]:
        """Ann builds."""
        return self.judge(Build("Ann", kind, tuple(sorted(on))))

    def streetcars(self, *cars: tuple[int, str]) -> Judged[BigCityState]:
        """Ann places streetcars."""
        return self.judge(Streetcars("Ann", tuple(PlacedStreetcar(n, side) for n, side in cars)))  # type: ignore[arg-type]

    def place(self, number: int, at: tuple[int, int], turn: int = 0) -> Judged[BigCityState]:
        """Ann lays a neighbourhood."""
        return self.judge(PlaceTile("Ann", number, at, turn))

    def places(self, kind: str) -> set[tuple[int, ...]]:
        """Where a kind may go."""
        return {placement.at["on"] for placement in self.rules.placements(self.state, kind)}


@pytest.fixture
def city() -> Callable[..., City]:
    """Makes a city of neighbourhood 1 and others: `city((2, (3, 0), 0), ...)`."""
    return City


@pytest.fixture
def wide(city: Callable[..., City]) -> City:
    """Neighbourhoods 1, 3, 5, 7 in one square of six by six, city hall on 19, so that 15 is the middle of tile 1."""
    return city((3, (0, 3), 0), (5, (3, 0), 0), (7, (3, 3), 0))
