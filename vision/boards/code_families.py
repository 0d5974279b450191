"""The codes of all dictionaries that may lie on the table, their ids made different."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from vision.boards.setup import Setup
from vision.pixels.arrays import GreyImage
from vision.pixels.codes import (
    SeenCode,
    corners_of,
    exponent_seen,
    find_codes,
    first_scale,
    middles_px,
    scale_for,
    scales_of,
    sides_px,
)
from vision.settings import ReaderSettings


def found_codes(
    grey: GreyImage, setup: Setup, settings: ReaderSettings, *, scale: float | None = None
) -> list[SeenCode]:
    """The codes of every family, with joined ids; a stranger that one dictionary sees in another's code is dropped."""
    found: list[SeenCode] = []
    strangers: list[SeenCode] = []
    exponent: float | None = None  # one picture has one tone curve, which the first family tells
    for family in setup.families:
        if not family.game.by_code:
            continue
        if family.offset and scale is None:  # people's own pieces are searched for as the game's codes were found
            scale = scale_for(found, first_scale(grey, settings), setup.game, settings)
        beside = scales_of(found, setup.game)
        codes = find_codes(grey, family.game, settings, scale=scale, beside=beside, exponent=exponent)
        if exponent is None and any(code.own for code in codes):
            exponent = exponent_seen(grey, codes, family.game, settings)
        for code in codes:
            if code.own:
                found.append(replace(code, id=code.id + family.offset))
            elif not family.offset:
                strangers.append(code)
    found = _best_of_each_place(found)
    apart = _apart(strangers, found).all(axis=1)
    return found + [code for code, alone in zip(strangers, apart, strict=True) if alone]


def _apart(codes: Sequence[SeenCode], others: Sequence[SeenCode]) -> Any:
    """Whether each code (n, m) lies apart from each of the others: by half a side and more."""
    middles, other_middles = (middles_px(corners_of(ones)) for ones in (codes, others))
    away = np.linalg.norm(middles[:, None] - other_middles[None], axis=2)
    return away >= 0.5 * sides_px(corners_of(others)).mean(axis=1)


def _best_of_each_place(codes: list[SeenCode]) -> list[SeenCode]:
    """Where two dictionaries see a code at one place, the one that fits better."""
    ordered = sorted(codes, key=lambda one: -one.correlation)
    apart, kept = _apart(ordered, ordered), list[int]()
    for index in range(len(ordered)):
        if apart[index, kept].all():
            kept.append(index)
    return [ordered[index] for index in kept]
