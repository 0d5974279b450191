"""Neighbourhoods that touch the city only through a covered one: told by lying in step with the lattice."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from tabletop.cellnames import Cell
from tabletop.gamefile import GameFile
from tabletop.lattice import SIDES, PlacedTile, neighbour
from tabletop.readings import Problem
from vision.city.lattice import City, apart_mm, crooked
from vision.city.lattice_frame import LatticeFrame, lattice_frame
from vision.city.occluded_tiles import Traces
from vision.settings import LatticeSettings
from vision.table.sheets import Sheet


def attach_through_occluded(city: City, traces: Traces, game: GameFile, settings: LatticeSettings) -> City:
    """The city with what joins it over covered neighbourhoods; what may or may not join it becomes doubtful."""
    problems = list(city.problems)
    if traces.cells:
        problems.append(
            Problem(
                "neighbourhood-covered",
                "a neighbourhood lies there whose codes cannot be seen; take away what covers it",
            )
        )
    numbers = {part.number for part in game.of_kind("tile")}
    seen = {sheet.part.number for sheet in city.seen}
    if not city.reserve or not city.tiles:
        return replace(city, problems=tuple(problems), covered=traces.cells)
    frame = lattice_frame(city, game)
    sheets = {sheet.part.number: sheet for sheet in reversed(city.seen) if sheet.part.number in city.reserve}
    known = set(game.neighbourhoods.cells_of(city.tiles).values())
    in_step = {
        number: tile
        for number in city.reserve
        if (tile := _in_step(number, sheets[number], frame, game, settings)) is not None
        and not set(game.neighbourhoods.cells(tile).values()) & known
    }
    askew = {
        number
        for number in city.reserve
        if number not in in_step
        and any(apart_mm(sheets[number], other) < settings.touching_mm for other in city.sheets.values())
    }
    problems += [crooked(number) for number in sorted(askew)]
    city = replace(city, doubtful=city.doubtful | askew)
    if numbers <= seen:
        return replace(city, problems=tuple(problems), covered=traces.cells)
    cells_of = {tile: set(game.neighbourhoods.cells(tile).values()) for tile in in_step.values()}
    joined = _joined(cells_of, known, traces.cells)
    unsure = set(in_step) - {tile.number for tile in joined}
    if unsure:
        names = ", ".join(map(str, sorted(unsure)))
        problems.append(
            Problem(
                "reserve-or-city",
                f"neighbourhood {names} does not touch the city as far as it is seen, yet lies in step with it; "
                "uncover what lies between, or put it further away",
                tuple(f"tile:{number}" for number in sorted(unsure)),
            )
        )
    added = {tile.number: tile for tile in joined}
    return replace(
        city,
        tiles=tuple(sorted((*city.tiles, *joined))),
        sheets={**city.sheets, **{number: sheets[number] for number in added}},
        reserve=tuple(number for number in city.reserve if number not in added),
        doubtful=city.doubtful | unsure,
        likely=frozenset(added),
        problems=tuple(problems),
        covered=traces.cells,
    )


def _in_step(
    number: int, sheet: Sheet, frame: LatticeFrame, game: GameFile, settings: LatticeSettings
) -> PlacedTile | None:
    """The sheet as a tile on the lattice when it lies there nearly exactly; None where it lies anyhow."""
    turned = (sheet.rotation_deg - frame.turn_deg) % 360.0
    turn = round(turned / 90.0) % 4
    if abs((turned - 90.0 * turn + 180.0) % 360.0 - 180.0) > settings.in_step_deg:
        return None
    origin = frame.spot(0, 0)
    offset = (np.array([sheet.x_mm, sheet.y_mm]) - origin.middle_mm) / game.grid.pitch_mm
    rows, columns = game.neighbourhoods.shape(number, turn)
    column, row = float(offset @ origin.right) - columns / 2, float(offset @ origin.down) - rows / 2
    away = np.hypot(column - round(column), row - round(row)) * game.grid.pitch_mm
    return PlacedTile(number, (round(row), round(column)), turn) if away <= settings.in_step_mm else None


def _joined(in_step: Mapping[PlacedTile, set[Cell]], known: set[Cell], bridges: frozenset[Cell]) -> list[PlacedTile]:
    """Tiles, given with their cells, that the city reaches over the bridging cells and one another."""
    reached = set(known)
    left = dict(in_step)
    joined: list[PlacedTile] = []
    while True:
        growing = {cell for cell in bridges - reached if any(neighbour(cell, side) in reached for side in SIDES)}
        reached |= growing
        new = [
            tile
            for tile, cells in left.items()
            if any(neighbour(cell, side) in reached for cell in cells for side in SIDES)
        ]
        for tile in new:
            joined.append(tile)
            reached |= left.pop(tile)
        if not growing and not new:
            return joined
