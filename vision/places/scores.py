"""What places show: how well each code fits there, found directly or by looking where it may lie, and their ground."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.pixels.arrays import Floats
from vision.places.decoded import PlacedCode
from vision.places.matching import CodeGroup, match_codes
from vision.places.place import PlaceFrame, TablePlace, frames_of
from vision.places.shot import SolvedShot


@dataclass(frozen=True, slots=True, eq=False)
class PlaceScores:
    """What one place shows: how well every code fits in four turns, and how well its own ground does."""

    place: TablePlace
    codes: Floats
    """Correlations (ids, 4 turns)."""
    ground_log: float
    """Natural log-likelihood that nothing lies there, a cover that shows nothing being 0."""
    ground_fit: float
    """How well the ground fits, from 0 to 1; of printed art its correlation."""
    off_mm: float = 0.0
    """Distance of a directly found part's middle from the place's."""


@dataclass(frozen=True, slots=True)
class CodeSearch:
    """Which codes are looked for on places, in the order of the scores' rows, and how far from their middles."""

    ids: tuple[int, ...]
    groups: Sequence[CodeGroup]
    """A code may be in several, of different heights."""
    reach_mm: float


def score_codes(
    shot: SolvedShot,
    spots: Sequence[PlaceFrame],
    search: CodeSearch,
    found: Mapping[int, PlacedCode],
    worth: Sequence[int],
) -> Floats:
    """Correlations (n, ids, 4) of spots with codes: of those that are `worth` a look, and of codes `found` directly."""
    row_of, frames = {id_: row for row, id_ in enumerate(search.ids)}, frames_of(spots)
    codes = np.zeros((len(spots), len(search.ids), 4))
    size = shot.settings.places.batch
    for group in search.groups:
        rows = [row_of[id_] for id_ in group.ids]
        for start in range(0, len(worth), size):
            batch = worth[start : start + size]
            best = match_codes(
                shot,
                frames.at(batch),
                group,
                reach_mm=search.reach_mm,
                hints={
                    number: found[index].hint
                    for number, index in enumerate(batch)
                    if index in found and _hints(shot, found[index], group, search.reach_mm)
                },
            ).best
            at = np.ix_(batch, rows)
            codes[at] = np.maximum(codes[at], best)
    for index, one in found.items():
        row = codes[index, row_of[one.one.code.id]]
        row[list(one.turns)] = np.maximum(row[list(one.turns)], one.one.code.correlation)
    return codes


def _hints(shot: SolvedShot, placed: PlacedCode, group: CodeGroup, reach_mm: float) -> bool:
    """Whether a code that was found tells where to look for those of a group: not at another height than its own."""
    other_height = placed.one.code.id in group.ids and placed.one.height_mm != group.height_mm
    return not other_height and placed.clear(reach_mm, shot.settings.places)
