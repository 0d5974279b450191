"""Boards on which shadows fall: read as they are lit, and once more without, where people would be asked a lot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from tabletop.gamefile import GameFile
from tabletop.readings import Confidence
from vision.boards.cells import CellField
from vision.boards.ground import printed_tones
from vision.places.shot import SolvedShot
from vision.reading import FrameReading, ShadowSearch
from vision.uncoded.cast_shadows import CastShadows, Printed, cast_shadows
from vision.uncoded.materials import veiled_lab


def read_without_shadows(
    shot: SolvedShot,
    field: CellField,
    read: Callable[[SolvedShot], FrameReading],
    before: ShadowSearch | None,
    changed: float,
) -> FrameReading:
    """What is read of a shot, or of the shot without cast shadows where that leaves fewer questions.

    Cells on which a shadow was taken off are never certain then. `before` tells what came of it in the last look:
    shadows that were there still are, where they were unless more than a little share of the cells has `changed`; and
    where there were none nobody looks again while about as much is asked.
    """
    own = shot.settings.uncoded.shadows
    if before is not None and before.shadows is not None:
        still = before.shadows if changed <= own.most_changed else cast_shadows(shot, _printed_cells(field, shot.game))
        return _without(still, read(shot if still is None else still.taken_off(shot)))
    sight = read(shot)
    asked = _asked(sight)
    if len(asked) < own.least_fewer:
        return sight
    if before is not None and abs(len(asked) - before.asked) < own.least_fewer:
        return _noted(sight, before)
    none = ShadowSearch(len(asked), None)
    found = cast_shadows(shot, _printed_cells(field, shot.game))
    if found is None or len(found.places & asked) < own.least_fewer:
        return _noted(sight, none)
    again = read(found.taken_off(shot))
    if len(_asked(again)) > len(asked) - own.least_fewer:  # light that leaves as many questions is none
        return _noted(sight, none)
    return _without(found, again)


def _without(shadows: CastShadows | None, sight: FrameReading) -> FrameReading:
    """A reading without shadows, with what the next look is to know of them."""
    told = sight if shadows is None else _never_certain(sight, shadows.places)
    return _noted(told, ShadowSearch(len(_asked(sight)), shadows))


def _asked(sight: FrameReading) -> set[str]:
    """The places that are asked about."""
    return {place for place, sure in sight.reading.confidence.items() if sure == "ask"}


def _never_certain(sight: FrameReading, places: frozenset[str]) -> FrameReading:
    confidence = sight.reading.confidence
    likely: dict[str, Confidence] = {place: "likely" for place in places if confidence.get(place) == "certain"}
    return replace(sight, reading=replace(sight.reading, confidence={**confidence, **likely}))


def _noted(sight: FrameReading, search: ShadowSearch) -> FrameReading:
    """The reading, with what came of the search for the next look to know."""
    return sight if sight.boards is None else replace(sight, boards=replace(sight.boards, shadow_search=search))


def _printed_cells(field: CellField, game: GameFile) -> list[Printed]:
    """What is printed on each cell, where we printed its board."""
    colours = {
        kind: np.array([veiled_lab(tuple(255.0 * tone[::-1])) for tone in printed_tones(kind, game)])
        for kind in {cell.ground for cell in field.cells}
    }
    unknown = np.zeros((0, 3))
    return [
        Printed(
            cell.name,
            field.outlines_px[cell.name],
            unknown if field.boards[cell.board].made_elsewhere else colours[cell.ground],
        )
        for cell in field.cells
    ]
