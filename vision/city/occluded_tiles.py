"""Neighbourhoods whose codes were not found: their art betrays them, and their codes on the lattice's crossings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabletop.cellnames import Cell
from vision.city.art import empty_lot
from vision.city.crossings import codes_on_crossings
from vision.city.lattice import City
from vision.city.lattice_frame import LatticeFrame, lattice_frame
from vision.pixels.codes import SeenCode
from vision.places.matching import match_art
from vision.places.patches import inside_picture
from vision.places.place import PlaceFrame
from vision.places.shot import SolvedShot
from vision.table.sheets import Sheet


@dataclass(frozen=True, slots=True)
class Traces:
    """Lattice cells that show printed lots though no known neighbourhood lies there, and codes found on crossings."""

    cells: frozenset[Cell]
    codes: tuple[SeenCode, ...]


def find_occluded_tiles(shot: SolvedShot, city: City) -> Traces:
    """Look at the lattice round the city for art that nothing known explains, and for codes that are missing."""
    game, plane = shot.game, shot.plane
    seen = {sheet.part.id for sheet in city.seen}
    missing = [part for part in game.of_kind("tile") if part.id not in seen]
    if not missing:
        return Traces(frozenset(), ())
    known = set(game.neighbourhoods.cells_of(city.tiles).values())
    frame = lattice_frame(city, game)
    around = _around(known, shot.settings.traces.near_cells)
    spots = frame.spots([(row + 0.5, column + 0.5) for row, column in around])
    shown = inside_picture(plane, spots, game.grid.lot_mm / 2) if spots else np.zeros(0, bool)
    occupied = _on_sheets(spots, shot.table.sheets, shot.settings.traces.on_sheet_mm)
    cells = [cell for cell, inside, taken in zip(around, shown, occupied, strict=True) if inside and not taken]
    hits = _with_art(shot, frame, cells)
    free = {cell for cell, taken in zip(around, occupied, strict=True) if not taken}
    return Traces(frozenset(hits), tuple(codes_on_crossings(shot, frame, free, missing)))


def _around(known: set[Cell], near: int) -> list[Cell]:
    """Cells that are not known and lie within so many cells of the city."""
    cells = np.array(sorted(known))
    low, high = cells.min(axis=0) - near, cells.max(axis=0) + near
    rows, columns = np.meshgrid(np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1), indexing="ij")
    every = np.stack([rows, columns], axis=-1).reshape(-1, 2)
    down, right = (np.abs(every[:, None, axis] - cells[None, :, axis]) for axis in (0, 1))
    steps = np.maximum(np.maximum(down, right), (down + right) * 0.75).min(axis=1)
    return [(int(row), int(column)) for row, column in every[(steps > 0) & (steps <= near)]]


def _on_sheets(spots: Sequence[PlaceFrame], sheets: Sequence[Sheet], rim_mm: float) -> Any:
    """Which spots (n,) lie on, or so near to, a sheet that was seen, reserve and mats included.

    A mat's code is no neighbourhood's that something covers a part of, nor is the puck's circle on it a property.
    """
    middles = np.array([spot.middle_mm for spot in spots]).reshape(-1, 2)
    taken = np.zeros(len(spots), bool)
    for sheet in sheets:
        taken |= (np.abs(sheet.to_sheet(middles)) < np.array(sheet.part.size_mm) / 2 + rim_mm).all(axis=1)
    return taken


def _with_art(shot: SolvedShot, frame: LatticeFrame, cells: Sequence[Cell]) -> set[Cell]:
    """Cells where an empty lot shows."""
    places, traces = shot.settings.places, shot.settings.traces
    candidates = _showing(shot, frame, cells, places.coarse_mm, traces.promising_art)
    return set(_showing(shot, frame, candidates, places.fine_mm, traces.clear_art))


def _showing(shot: SolvedShot, frame: LatticeFrame, cells: Sequence[Cell], step_mm: float, least: float) -> list[Cell]:
    """Those cells whose empty lot correlates at least so much at this sampling step."""
    if not cells:
        return []
    picture, weights = empty_lot(shot.game, step_mm)
    lots = frame.spots([(row + 0.5, column + 0.5) for row, column in cells])
    lot = match_art(shot, lots, picture, weights, step_mm=step_mm, reach_mm=shot.settings.traces.art_reach_mm)
    return [cell for cell, one in zip(cells, lot > least, strict=True) if one]
