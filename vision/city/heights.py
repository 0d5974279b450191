"""How high the pieces' tops lie: flat tokens, or the paper houses that may stand in their place."""

from collections.abc import Mapping, Sequence

import numpy as np

from vision.pixels.codes import corners_of, middles_px
from vision.places.place import PlaceFrame
from vision.places.shot import SolvedShot


def piece_heights(shot: SolvedShot, spots: Sequence[PlaceFrame]) -> dict[int, float]:
    """Code id -> height of the pieces' tops: flat tokens, or the game's paper houses where these fit the lots better.

    Seen aslant, a roof's code lies beside its lot when it is taken for a token's. Printed size would tell height too,
    but tokens may be printed at another scale than the tiles.
    """
    plane, game = shot.plane, shot.game
    flat = {code.id: part.height_mm for part in game.of_kind("piece") for code in part.codes}
    built: Mapping[str, float] = game.raw.get("print", {}).get("houses", {})
    tall = {
        code.id: float(built.get(part.piece or "", part.height_mm))
        for part in game.of_kind("piece")
        for code in part.codes
    }
    judged = [code for code in shot.codes if code.own and tall.get(code.id, 0.0) > flat.get(code.id, 0.0)]
    if not judged or not spots:
        return flat
    middles = np.array([spot.middle_mm for spot in spots])
    seen_px = middles_px(corners_of(judged))

    def astray_mm(heights: Mapping[int, float]) -> float:
        points = plane.to_table(seen_px, height_mm=np.array([heights[code.id] for code in judged]))
        away = np.linalg.norm(points[:, None] - middles[None], axis=2).min(axis=1)
        return float(np.median(away))

    low, high = astray_mm(flat), astray_mm(tall)
    settings = shot.settings.heights
    return tall if high < settings.nearer * low and low > settings.houses_from_mm else flat
