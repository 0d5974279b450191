"""Codes of sheets that nobody found, looked for where the plane expects them.

In the whole picture a code is found by its white rim, and a token or block beside it hides that sooner than the code.
"""

from collections.abc import Callable, Sequence

import numpy as np

from tabletop.gamefile import GameFile
from vision.pixels.arrays import GreyImage
from vision.pixels.codes import SeenCode
from vision.pixels.detection import codes_at
from vision.settings import ReaderSettings
from vision.table.sheets import SolvedTable


def expected_codes(
    grey: GreyImage, table: SolvedTable, codes: Sequence[SeenCode], game: GameFile, settings: ReaderSettings
) -> list[SeenCode]:
    """The codes of sheets that few codes hold, that are none of `codes`, and that show where they must lie."""
    missing = [
        (code, sheet)
        for sheet in table.sheets
        if len(sheet.codes) < settings.detection.firm_codes
        for code in sheet.part.codes
        if code.id in game.by_code and all(code.id != one.id for one in sheet.codes)
    ]
    if not missing:
        return []
    quads = table.plane.to_picture(np.array([sheet.to_table(np.array(code.corners_mm)) for code, sheet in missing]))
    inside = np.flatnonzero(((quads > 0) & (quads < np.array(table.plane.size_px) - 1)).all(axis=(1, 2)))
    ids = [missing[index][0].id for index in inside.tolist()]
    return codes_at(grey, ids, quads[inside], codes, game, settings)


def with_expected(
    grey: GreyImage,
    codes: list[SeenCode],
    solve: Callable[[Sequence[SeenCode]], SolvedTable | None],
    game: GameFile,
    settings: ReaderSettings,
) -> tuple[SolvedTable | None, list[SeenCode]]:
    """The table that `solve` finds through these codes and those that show where it expects them; all of them."""
    table = solve(codes)
    if table is None:
        return None, codes
    expected = expected_codes(grey, table, codes, game, settings)
    if not expected:
        return table, codes
    codes = [*codes, *expected]
    return solve(codes) or table, codes
