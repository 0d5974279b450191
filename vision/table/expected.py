"""Codes of sheets that nobody found, looked for where the plane expects them.

In the whole picture a code is found by its white rim, and a token or block beside it hides that sooner than the code.
"""

from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.gamefile import GameFile
from vision.pixels.arrays import GreyImage, PointsPx
from vision.pixels.codes import SeenCode, sides_px
from vision.pixels.detection import codes_at
from vision.pixels.nearby import small_codes_near
from vision.settings import NearbySettings, ReaderSettings
from vision.table.sheets import SolvedTable


def expected_codes(
    grey: GreyImage, table: SolvedTable, codes: Sequence[SeenCode], game: GameFile, settings: ReaderSettings
) -> list[SeenCode]:
    """The codes of sheets that few codes hold, that are none of `codes`, and that show where they must lie.

    Small ones that lie far from all codes that were found are looked for round there, too, on any sheet.
    """
    missing = [
        (code, sheet)
        for sheet in table.sheets
        for code in sheet.part.codes
        if code.id in game.by_code and all(code.id != one.id for one in sheet.codes)
    ]
    if not missing:
        return []
    quads = table.plane.to_picture(np.array([sheet.to_table(np.array(code.corners_mm)) for code, sheet in missing]))
    inside = ((quads > 0) & (quads < np.array(table.plane.size_px) - 1)).all(axis=(1, 2))
    ids = np.array([code.id for code, _ in missing])
    held = np.array([len(sheet.codes) >= settings.detection.firm_codes for _, sheet in missing])
    there, far = inside & ~held, inside & _far(quads, codes, settings.nearby)
    found = codes_at(grey, ids[there].tolist(), quads[there], codes, game, settings)
    far &= ~np.isin(ids, [one.id for one in found])
    return [*found, *small_codes_near(grey, ids[far].tolist(), quads[far], game, settings)]


def _far(quads: PointsPx, codes: Sequence[SeenCode], settings: NearbySettings) -> NDArray[np.bool_]:
    """Which quadrilaterals (n, 4, 2) lie so far outside all codes that the plane may lie otherwise there, (n,)."""
    hull = cv2.convexHull(np.array([code.middle_px for code in codes], np.float32))
    off = [-cv2.pointPolygonTest(hull, quad.mean(axis=0).tolist(), True) for quad in quads]
    return np.asarray(off > settings.far * sides_px(quads).mean(axis=1))


def with_expected(
    grey: GreyImage,
    codes: list[SeenCode],
    solve: Callable[[Sequence[SeenCode]], SolvedTable | None],
    game: GameFile,
    settings: ReaderSettings,
) -> tuple[SolvedTable | None, list[SeenCode]]:
    """The table that `solve` finds through these codes and those that show where it expects them; all of them."""
    table = solve(codes)
    for _ in range(settings.nearby.rounds):  # each tells better where those beyond lie
        expected = [] if table is None else expected_codes(grey, table, codes, game, settings)
        if not expected:
            break
        codes = [*codes, *expected]
        table = solve(codes) or table
    return table, codes
