"""What was read, drawn on the picture in the colours of confidence; and cut-outs of single places for questions."""

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

from tabletop.readings import Confidence
from vision.pixels.arrays import BgrImage, PointsPx
from vision.reading import FrameReading

COLOURS: Mapping[Confidence, tuple[int, int, int]] = {
    "certain": (60, 170, 40),
    "likely": (0, 165, 255),
    "ask": (40, 40, 230),
}
"""Blue, green, red: green is certain, orange likely, red asks."""
_CODE = (200, 120, 0)
MAY_BE_EMPTY = ("property", "street", "cell", "square")
SHORTEST_PX = 12.0
"""Places smaller than this bear no words."""


def annotate(image: BgrImage, sight: FrameReading) -> BgrImage:
    """A copy of the picture with what was read and how sure it is."""
    drawn = image.copy()
    line = max(1, round(max(image.shape[:2]) / 1000.0))
    for code in sight.codes:
        colour = _CODE if code.own else COLOURS["ask"]
        cv2.polylines(drawn, [_whole(code.corners_px)], True, colour, 1, cv2.LINE_AA)
        if not code.own:
            letter(drawn, f"code {code.id}?", code.middle_px, COLOURS["ask"])
    if sight.reading.position is not None:
        _draw_places(drawn, sight, line)
    return _with_problems(drawn, sight)


def _draw_places(drawn: BgrImage, sight: FrameReading, line: int) -> None:
    """Outline every place that is asked about or not empty, and name what lies there; a dot is seen, and empty."""
    lying = _lying(sight)
    for place, outline in sight.outlines_px.items():
        sureness, middle = sight.reading.confidence[place], outline.mean(axis=0)
        colour = COLOURS[sureness]
        if place.partition(":")[0] in MAY_BE_EMPTY and place not in lying and sureness != "ask":
            cv2.circle(drawn, _whole(middle).ravel().tolist(), line + 1, colour, cv2.FILLED, cv2.LINE_AA)
            continue
        small = middle + (outline - middle) * 0.92
        cv2.polylines(drawn, [_whole(small)], True, colour, line, cv2.LINE_AA)
        words = "hidden" if place in sight.hidden else "?"
        width = float(np.ptp(outline[:, 0]))
        if sureness != "ask":
            words = lying.get(place, place.partition(":")[0])
        if width >= SHORTEST_PX:
            letter(drawn, words, middle, colour, widest_px=width)


def _lying(sight: FrameReading) -> dict[str, str]:
    """Place -> what is said to lie there, in a word or two."""
    position: Any = sight.reading.position
    place_at = {scores.place.where: scores.place.name for scores in sight.places.scores}
    lying = {
        place_at[part.board, cell]: part.part.id
        for part in sight.places.parts
        for cell in part.cells
        if (part.board, cell) in place_at
    }
    for place in sight.outlines_px:
        kind, _, rest = place.partition(":")
        if kind in ("tile", "mat", "track"):
            lying[place] = rest
    if sight.game.laid_of_tiles:
        lying |= {f"street:{car.beside}:{car.side}": "streetcar" for car in position.streetcars}
        lying |= {f"tile:{number}": f"{number} in reserve" for number in position.reserve}
    turn = getattr(position, "turn", None)
    return {**lying, "puck": f"{turn}'s turn"} if turn else lying


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


def _with_problems(drawn: BgrImage, sight: FrameReading) -> BgrImage:
    """The problems' sentences in the upper left corner."""
    line = 2.2 * SENTENCE * max(drawn.shape[:2])
    for index, problem in enumerate(sight.reading.problems[:8]):
        at = np.array([line / 2, (1 + index) * line])
        letter(drawn, problem.message, at, COLOURS["ask"], SENTENCE, centred=False, widest_px=drawn.shape[1] - line)
    return drawn


def _whole(points: PointsPx) -> np.ndarray:
    return np.rint(np.clip(points, -30000, 30000)).astype(np.int32).reshape(-1, 1, 2)


WORD, NAME, SENTENCE = 0.009, 0.013, 0.010
"""Height of capitals as a share of the picture's longer side: a tenth of a finger's width on a screen."""
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_CAPITAL_PX = 21.0
"""Height of the font's capitals at scale 1."""
_SMALLEST = 0.25
"""Scale of letters that are still letters."""


def letter(
    drawn: BgrImage,
    text: str,
    at: PointsPx,
    colour: tuple[int, int, int],
    share: float = WORD,
    *,
    centred: bool = True,
    widest_px: float = float("inf"),
) -> None:
    """Coloured words on a white ground, so that they can be read over anything; into `drawn`.

    `at` is their middle, or where they begin; where they are wider than `widest_px` they are made smaller.
    """
    plain = text.replace("×", "x").encode("ascii", "replace").decode()  # the drawing font has no other letters
    scale = share * max(drawn.shape[:2]) / _CAPITAL_PX
    (width, _), _ = cv2.getTextSize(plain, _FONT, scale, 1)
    scale = max(_SMALLEST, scale * min(1.0, 0.95 * widest_px / max(width, 1)))
    thick = max(1, round(scale * 2))
    (width, height), below = cv2.getTextSize(plain, _FONT, scale, thick)
    x, y = np.rint(at if not centred else np.asarray(at) + np.array([-width / 2, height / 2])).astype(int)
    pad = max(1, round(3 * scale))
    cv2.rectangle(
        drawn, (int(x) - pad, int(y) - height - pad), (int(x) + width + pad, int(y) + below), (255, 255, 255), -1
    )
    cv2.putText(drawn, plain, (int(x), int(y)), _FONT, scale, colour, thick, cv2.LINE_AA)
