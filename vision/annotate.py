"""What was read, drawn on the picture in the colours of confidence; and cut-outs of single places for questions."""

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

from tabletop.readings import Confidence
from vision.boards.annotation import draw_boards
from vision.pixels.arrays import BgrImage, PointsPx
from vision.pixels.lettering import NAME, SENTENCE, letter
from vision.reading import FrameReading

COLOURS: Mapping[Confidence, tuple[int, int, int]] = {
    "certain": (60, 170, 40),
    "likely": (0, 165, 255),
    "ask": (40, 40, 230),
}
"""Blue, green, red: green is certain, orange likely, red asks."""
_CODE = (200, 120, 0)


def annotate(image: BgrImage, sight: FrameReading) -> BgrImage:
    """A copy of the picture with what was read and how sure it is."""
    drawn = image.copy()
    unit = max(image.shape[:2]) / 1600.0
    line = max(1, round(unit * 1.6))
    for code in sight.codes:
        colour = _CODE if code.own else COLOURS["ask"]
        cv2.polylines(drawn, [_whole(code.corners_px)], True, colour, 1, cv2.LINE_AA)
        if not code.own:
            letter(drawn, f"code {code.id}?", code.middle_px, COLOURS["ask"])
    position = sight.reading.position
    if sight.boards is not None and position is not None:
        draw_boards(drawn, sight, sight.boards, COLOURS, unit)
    if position is None or sight.city is None:
        return _with_problems(drawn, sight)
    cars = {f"street:{car.beside}:{car.side}" for car in position.streetcars}
    for place, outline in sight.outlines_px.items():
        sureness = sight.reading.confidence[place]
        kind = place.split(":")[0]
        if kind == "street" and place not in cars and sureness == "certain":
            continue  # certainly empty streets would hide everything else
        thick = line + 1 if kind == "tile" or sureness != "certain" else line
        cv2.polylines(drawn, [_whole(outline)], True, COLOURS[sureness], thick, cv2.LINE_AA)
    for piece, outline in zip(sight.city.pieces, sight.city.pieces_px, strict=True):
        cv2.polylines(drawn, [_whole(outline)], True, (255, 255, 255), line + 1, cv2.LINE_AA)
        cv2.polylines(drawn, [_whole(outline)], True, COLOURS["certain"], line, cv2.LINE_AA)
        letter(drawn, piece.part.title, outline.mean(axis=0), (30, 30, 30))
    for place, outline in sight.outlines_px.items():
        _name(drawn, place, outline, sight, position, cars)
    return _with_problems(drawn, sight)


def crop_of(image: BgrImage, sight: FrameReading, place: str, *, height_px: int = 240) -> BgrImage:
    """The picture round one place, marked, `height_px` high, for a question; KeyError where the place is not shown."""
    outline = sight.outlines_px[place]
    low, high = outline.min(axis=0), outline.max(axis=0)
    middle, reach = (low + high) / 2, float((high - low).max()) * 1.1 + 4
    left, top = np.maximum(np.floor(middle - reach), 0).astype(int)
    right, bottom = np.minimum(np.ceil(middle + reach), np.array(sight.size_px)).astype(int)
    piece = image[top:bottom, left:right]
    if piece.size == 0:
        raise KeyError(place)
    scale = height_px / piece.shape[0]
    size = (max(1, round(piece.shape[1] * scale)), height_px)
    cut = np.asarray(cv2.resize(piece, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC), np.uint8)
    marked = np.rint((outline - np.array([left, top]) + 0.5) * scale - 0.5)
    colour = COLOURS[sight.reading.confidence.get(place, "ask")]
    cv2.polylines(cut, [_whole(marked)], True, colour, 2, cv2.LINE_AA)
    return cut


def _name(
    drawn: BgrImage,
    place: str,
    outline: PointsPx,
    sight: FrameReading,
    position: Any,
    cars: set[str],
) -> None:
    """Words at a place where they help: doubtful places, streetcars, whose turn, neighbourhoods in reserve."""
    kind, _, rest = place.partition(":")
    sureness = sight.reading.confidence[place]
    middle = outline.mean(axis=0)
    if kind == "tile":
        text = f"{rest} in reserve" if int(rest) in position.reserve else rest
        letter(drawn, text, outline.mean(axis=0), COLOURS[sureness], NAME)
    elif sureness == "ask":
        letter(drawn, "hidden" if place in sight.hidden else "?", middle, COLOURS["ask"])
    elif place in cars:
        letter(drawn, "streetcar", middle, COLOURS[sureness])
    elif kind == "puck" and position.turn:
        letter(drawn, f"{position.turn}'s turn", middle, COLOURS[sureness])
    elif kind == "mat":
        letter(drawn, rest, middle, COLOURS[sureness])


def _with_problems(drawn: BgrImage, sight: FrameReading) -> BgrImage:
    """The problems' sentences in the upper left corner."""
    line = 2.2 * SENTENCE * max(drawn.shape[:2])
    for index, problem in enumerate(sight.reading.problems[:8]):
        at = np.array([line / 2, (1 + index) * line])
        letter(drawn, problem.message, at, COLOURS["ask"], SENTENCE, centred=False, widest_px=drawn.shape[1] - line)
    return drawn


def _whole(points: PointsPx) -> np.ndarray:
    return np.rint(np.clip(points, -30000, 30000)).astype(np.int32).reshape(-1, 1, 2)
