"""Words on pictures, as large as the picture asks for: what can be read on a small one can be read on a large one."""

import cv2
import numpy as np

from vision.pixels.arrays import BgrImage, PointsPx

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
