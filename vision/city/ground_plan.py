"""Where on the table each lot and street lies, in the city's own directions, as its own sheet has it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tabletop.cellnames import Cell
from tabletop.gamefile import GameFile
from tabletop.lattice import OPPOSITE, STEP, Segment, Side, city_segments, neighbour, segment, street_name
from vision.city.lattice import City
from vision.places.place import PlaceFrame, PlaceFrames, TablePlace, frame_on, frames_of


@dataclass(frozen=True, slots=True)
class Street:
    """One street segment; its spot's x runs along the street. `halves` are its halves that lie on seen tiles."""

    segment: Segment
    name: str
    spot: PlaceFrame
    halves: tuple[PlaceFrame, ...]
    """Each half's own spot: the middle of the segment as that tile has it, y pointing into the tile."""


def lots_of(city: City, game: GameFile) -> tuple[TablePlace, ...]:
    """Every property of the city's tiles."""
    lots = []
    for tile in city.tiles:
        sheet = city.sheets[tile.number]
        numbers = [number for row in sheet.part.properties for number in row]
        cells = game.neighbourhoods.cells(tile)
        middles = sheet.to_table(np.array(sheet.part.cell_centres_mm))
        first = frame_on(sheet, np.zeros(2), -tile.turn)
        for number, middle in zip(numbers, middles, strict=True):
            spot = PlaceFrame(middle, first.right, first.down)
            lots.append(TablePlace(0, cells[number], f"property:{number}", spot, sheet.part.colour))
    return tuple(lots)


def streets_of(city: City, lots_seen: Sequence[TablePlace], game: GameFile) -> tuple[Street, ...]:
    """Every street segment beside a property of the city, whose lots are given."""
    numbers = {cell: number for number, cell in game.neighbourhoods.cells_of(city.tiles).items()}
    index = {lot.cell: number for number, lot in enumerate(lots_seen)}
    frames = frames_of([lot.spot for lot in lots_seen])
    halves_of = {side: _halves(frames, side, game) for side in STEP}
    streets = []
    for place in city_segments(numbers):
        cell, side = place
        beside: list[tuple[Cell, Side]] = [(cell, side), (neighbour(cell, side), OPPOSITE[side])]
        halves = tuple(halves_of[which][index[at]] for at, which in beside if at in index)
        first = halves[0]
        middle = first.middle_mm if len(halves) == 1 else (first.middle_mm + halves[1].middle_mm) / 2
        streets.append(Street(place, street_name(place, numbers), PlaceFrame(middle, first.right, first.down), halves))
    return tuple(streets)


def _halves(lots: PlaceFrames, side: Side, game: GameFile) -> list[PlaceFrame]:
    """The street on one side of each lot: x along the street, y from the street's middle into the lot's tile."""
    row, column = STEP[side]
    inward = -(column * lots.rights + row * lots.downs)
    middles = lots.middles_mm - inward * game.grid.pitch_mm / 2
    along = np.stack([inward[:, 1], -inward[:, 0]], axis=-1)
    return [PlaceFrame(*spot) for spot in zip(middles, along, inward, strict=True)]


def covered_segments(cells: Mapping[Cell, object]) -> set[Segment]:
    """Street segments between cells of one piece."""
    return {segment(cell, side) for cell in cells for side in STEP if neighbour(cell, side) in cells}


def open_streets(streets: Sequence[Street], pieces: Iterable[Sequence[Cell]]) -> list[Street]:
    """The streets that no piece covers, whose cells are given."""
    covered = {place for cells in pieces for place in covered_segments(dict.fromkeys(cells))}
    return [street for street in streets if street.segment not in covered]
