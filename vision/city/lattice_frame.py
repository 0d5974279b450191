"""The lattice that a city's tiles lie on, as it lies on the table."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tabletop.gamefile import GameFile
from vision.city.lattice import City, quarters
from vision.pixels.arrays import PointsMm
from vision.places.place import PlaceFrame
from vision.table.sheets import fitted_rigid


@dataclass(frozen=True, slots=True)
class LatticeFrame:
    """The city's lattice on the table, fitted to all its tiles."""

    x_mm: float
    y_mm: float
    turn_deg: float
    pitch_mm: float

    def spot(self, row: float, column: float) -> PlaceFrame:
        """The place at lattice coordinates (a cell's middle is at row + 0.5, column + 0.5)."""
        return self.spots([(row, column)])[0]

    def spots(self, places: Sequence[tuple[float, float]]) -> list[PlaceFrame]:
        """The same for several (row, column)."""
        turn = np.radians(self.turn_deg)
        right = np.array([np.cos(turn), np.sin(turn)])
        down = np.array([-np.sin(turn), np.cos(turn)])
        away = np.array(places, float).reshape(-1, 2) * self.pitch_mm
        middles = np.array([self.x_mm, self.y_mm]) + away[:, 1:] * right + away[:, :1] * down
        return [PlaceFrame(middle, right, down) for middle in middles]


def lattice_frame(city: City, game: GameFile) -> LatticeFrame:
    """Fit the lattice to the outlines' corners of all tiles of the city."""
    pitch = game.grid.pitch_mm
    own: list[PointsMm] = []
    seen: list[PointsMm] = []
    for tile in city.tiles:
        sheet = city.sheets[tile.number]
        cells = list(game.neighbourhoods.cells(tile).values())
        rows, columns = [row for row, _ in cells], [column for _, column in cells]
        middle = np.array([(min(columns) + max(columns) + 1) / 2, (min(rows) + max(rows) + 1) / 2]) * pitch
        for corner in np.array(sheet.part.outline_mm):
            own.append(middle + quarters(corner, tile.turn))
            seen.append(sheet.to_table(corner))
    x, y, turn = fitted_rigid(np.array(own), np.array(seen))
    return LatticeFrame(x, y, turn, pitch)
