"""Pictures of the virtual table for the reader's tests, drawn when first asked for."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from simulator.art import PartsBox
from simulator.photograph import Photograph
from simulator.studio import Shot, shoot
from tabletop.gamefile import GameFile, load_game
from tabletop.games.big_city.values import BigCityPosition
from tabletop.lattice import PlacedPiece, PlacedStreetcar, PlacedTile
from tabletop.plans import Plan, plan_of

NEIGHBOURHOODS = load_game("big-city").neighbourhoods

sys.path.insert(0, str(Path(__file__).parent))  # the helpers that lie beside the tests
CITY = BigCityPosition(
    tiles=(PlacedTile(1, (0, 0)), PlacedTile(2, (3, 0)), PlacedTile(3, (0, 3), 1)),
    pieces=(
        PlacedPiece("bank", (13,)),
        PlacedPiece("business", (21, 22)),
        PlacedPiece("central-park", (14, 15, 16)),
        PlacedPiece("church", (35,)),
        PlacedPiece("residence", (11,)),
        PlacedPiece("residence", (17, 18)),
        PlacedPiece("rockwell", (23, 24, 27, 28)),
        PlacedPiece("stanford", (31, 32, 34)),
    ),
    streetcars=(PlacedStreetcar(12, "east"), PlacedStreetcar(12, "north"), PlacedStreetcar(25, "east")),
    players=("Ann", "Ben", "Cem"),
    turn="Ben",
)
"""Three neighbourhoods with pieces of one to four properties, streetcars, three mats and the puck."""

SMALL_PX = (1280, 720)
"""Less than half the work of a webcam's 1920 by 1080, and the harder case."""


@dataclass(frozen=True, eq=False)
class Table:
    """The virtual table: `photo` draws a plan, `city` the position that all tests know."""

    game: GameFile
    box: PartsBox
    city: BigCityPosition

    @lru_cache(maxsize=8)  # noqa: B019 - one table a session
    def photo(self, plan: Plan | None = None, **shot: Any) -> Photograph:
        """A picture of a plan (of the city where none is given), of `SMALL_PX` where no size is named."""
        shot["size_px"] = shot.get("size_px") or SMALL_PX
        return shoot(plan or plan_of(self.city, self.game), self.box, Shot(**shot))


@pytest.fixture(scope="session")
def table() -> Table:
    """One virtual table with Big City for the whole run."""
    game = load_game("big-city")
    return Table(game, PartsBox(game), CITY)


@pytest.fixture(scope="session")
def places() -> Callable[[BigCityPosition], dict[str, Any]]:
    """What lies at each property and street of a position, for comparing place by place."""
    from tabletop.lattice import city_segments, street_name, streetcar_segment
    from vision.city.ground_plan import covered_segments

    def of(position: BigCityPosition) -> dict[str, Any]:
        cells = NEIGHBOURHOODS.cells_of(position.tiles)
        numbers = {cell: number for number, cell in cells.items()}
        found: dict[str, Any] = {f"property:{number}": None for number in cells}
        found.update({f"property:{n}": (p.kind, p.on) for p in position.pieces for n in p.on})
        covered = {s for p in position.pieces for s in covered_segments({cells[n]: n for n in p.on})}
        cars = {streetcar_segment(car, cells) for car in position.streetcars}
        found.update({street_name(s, numbers): s in cars for s in city_segments(numbers) if s not in covered})
        return found

    return of
