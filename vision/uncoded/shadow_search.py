"""Sheets on which shadows fall: read as they are lit, and once more without, where people would be asked a lot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from vision.places.shot import SolvedShot
from vision.reading import FrameReading, ShadowSearch
from vision.uncoded.cast_shadows import Printed, cast_shadows


def read_without_shadows(
    shot: SolvedShot,
    printed: Callable[[], Sequence[Printed]],
    read: Callable[[SolvedShot], FrameReading],
    before: ShadowSearch | None,
    changed: float,
    least_apart: float,
) -> FrameReading:
    """What is read of a shot, or of the shot without cast shadows where that leaves fewer questions.

    All that are looked at are `printed`. `before` tells what came of it in the last look: shadows that were there still
    are, where they were unless more than a little share of the places has `changed`; and where there were none nobody
    looks again while about as much is asked.
    """
    own = shot.settings.uncoded.shadows
    if before is not None and before.shadows is not None:
        still = before.shadows if changed <= own.most_changed else cast_shadows(shot, printed(), least_apart)
        sight = read(shot if still is None else still.taken_off(shot))
        return _noted(sight, ShadowSearch(len(_asked(sight)), still))
    sight = read(shot)
    asked = _asked(sight)
    if len(asked) < own.least_fewer:
        return sight
    if before is not None and abs(len(asked) - before.asked) < own.least_fewer:
        return _noted(sight, before)
    none = ShadowSearch(len(asked), None)
    found = cast_shadows(shot, printed(), least_apart)
    if found is None or len(found.places & asked) < own.least_fewer:
        return _noted(sight, none)
    again = read(found.taken_off(shot))
    if len(_asked(again)) > len(asked) - own.least_fewer:  # light that leaves as many questions is none
        return _noted(sight, none)
    return _noted(again, ShadowSearch(len(_asked(again)), found))


def _asked(sight: FrameReading) -> set[str]:
    """The places that are asked about."""
    return {place for place, sure in sight.reading.confidence.items() if sure == "ask"}


def _noted(sight: FrameReading, search: ShadowSearch) -> FrameReading:
    """The reading, with what came of the search for the next look to know."""
    return replace(sight, shadow_search=search)
