"""Where the other codes of parts must lie of which the picture shows one or several: parts are stiff."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tabletop.gamefile import GameFile
from tabletop.parts import Code
from vision.pixels.arrays import PointsPx
from vision.pixels.codes import SeenCode, corners_of


@dataclass(frozen=True, slots=True)
class Promised:
    """Codes that must lie in the picture, if nothing covers them."""

    known: int
    """Of how many codes, found already, the parts promise others."""
    ids: tuple[int, ...]
    corners_px: PointsPx
    """Of each of them, (n, 4, 2)."""


def promised(codes: Sequence[SeenCode], game: GameFile, size_px: tuple[int, int]) -> Promised:
    """What the parts with several codes promise; nothing where one of a part's codes is seen twice."""
    by_part: dict[str, list[tuple[SeenCode, Code]]] = {}
    for code in codes:
        if code.own:
            part, printed = game.by_code[code.id]
            if len(part.codes) > 1:
                by_part.setdefault(part.id, []).append((code, printed))
    known, ids, corners = 0, list[int](), [np.zeros((0, 4, 2))]
    for part_id, members in by_part.items():
        seen = {code.id for code, _ in members}
        if len(seen) < len(members):
            continue
        known += len(members)
        missing = [one for one in game.by_id[part_id].codes if one.id not in seen]
        if missing:
            printed_mm = np.array([printed.corners_mm for _, printed in members]).reshape(-1, 2)
            shown_px = corners_of([code for code, _ in members]).reshape(-1, 2)
            homography, _ = cv2.findHomography(printed_mm, shown_px, 0)
            wanted_mm = np.array([one.corners_mm for one in missing])
            lying = cv2.perspectiveTransform(wanted_mm, homography) if homography is not None else wanted_mm + np.nan
            ids += [one.id for one in missing]
            corners.append(np.asarray(lying, float))
    quads = np.concatenate(corners)
    inside = ((quads > 0) & (quads < np.array(size_px) - 1)).all(axis=(1, 2))
    return Promised(known, tuple(np.array(ids, int)[inside].tolist()), quads[inside])
