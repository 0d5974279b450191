"""What was read on boards, drawn on the picture in the colours of confidence."""

from collections.abc import Mapping

import cv2
import numpy as np

from tabletop.readings import Confidence
from vision.pixels.arrays import BgrImage, PointsPx
from vision.pixels.lettering import letter
from vision.reading import BoardReading, FrameReading

SHORTEST_PX = 12.0
"""Cells smaller than this bear no words."""


def draw_boards(
    drawn: BgrImage,
    sight: FrameReading,
    seen: BoardReading,
    colours: Mapping[Confidence, tuple[int, int, int]],
    unit: float,
) -> None:
    """Outline every cell that is not plainly empty, and name what lies there; into `drawn`."""
    line = max(1, round(unit * 1.6))
    lying: dict[str, str] = {}
    assert sight.table is not None  # boards were read
    places = {(view.cell.board, view.cell.cell): view.cell for view in seen.views}
    for part in seen.parts:
        for cell in part.cells:
            if (part.board, cell) in places:
                lying[places[part.board, cell].place] = part.part.id
    for place, outline in sight.outlines_px.items():
        sureness = sight.reading.confidence[place]
        if place.split(":")[0] in ("cell", "square") and place not in lying and sureness == "certain":
            _dot(drawn, outline, colours[sureness], line)
            continue
        small = outline.mean(axis=0) + (outline - outline.mean(axis=0)) * 0.92
        cv2.polylines(drawn, [_whole(small)], True, colours[sureness], line, cv2.LINE_AA)
        words = lying.get(place) or place.partition(":")[0]
        if sureness == "ask":
            words = "hidden" if place in sight.hidden else "?"
        _words(drawn, words, outline, colours[sureness])


def _dot(drawn: BgrImage, outline: PointsPx, colour: tuple[int, int, int], line: int) -> None:
    """A dot in the middle: seen, and empty."""
    x, y = np.rint(outline.mean(axis=0)).astype(int)
    cv2.circle(drawn, (int(x), int(y)), line + 1, colour, cv2.FILLED, cv2.LINE_AA)


def _words(drawn: BgrImage, words: str, outline: PointsPx, colour: tuple[int, int, int]) -> None:
    """Words as wide as the place at most, on white."""
    width = float(np.ptp(outline[:, 0]))
    if width < SHORTEST_PX:
        return
    letter(drawn, words, outline.mean(axis=0), colour, widest_px=width)


def _whole(points: PointsPx) -> np.ndarray:
    return np.rint(np.clip(points, -30000, 30000)).astype(np.int32).reshape(-1, 1, 2)
