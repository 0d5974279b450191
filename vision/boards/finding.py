"""The codes of all dictionaries that may lie on the table, their ids made different."""

from dataclasses import replace

import numpy as np

from vision.arrays import GreyImage
from vision.boards.setup import Setup
from vision.codes import SeenCode, find_codes
from vision.settings import ReaderSettings


def found_codes(
    grey: GreyImage, setup: Setup, settings: ReaderSettings, *, scale: float | None = None
) -> list[SeenCode]:
    """The codes of every family, with joined ids; a stranger that one dictionary sees in another's code is dropped."""
    found: list[SeenCode] = []
    strangers: list[SeenCode] = []
    for family in setup.families:
        if not family.game.by_code:
            continue
        for code in find_codes(grey, family.game, settings, scale=scale):
            if code.own:
                found.append(replace(code, id=code.id + family.offset))
            elif not family.offset:
                strangers.append(code)
    found = _best_of_each_place(found)
    return found + [code for code in strangers if not _over(code, found)]


def _over(code: SeenCode, others: list[SeenCode]) -> bool:
    """Whether a code lies over one of the others."""
    return any(np.linalg.norm(code.middle_px - other.middle_px) < 0.5 * other.side_px for other in others)


def _best_of_each_place(codes: list[SeenCode]) -> list[SeenCode]:
    """Where two dictionaries see a code at one place, the one that fits better."""
    kept: list[SeenCode] = []
    for code in sorted(codes, key=lambda one: -one.correlation):
        if not _over(code, kept):
            kept.append(code)
    return kept
