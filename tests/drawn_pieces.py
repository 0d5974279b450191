"""A drawn photograph of pieces beside a neighbourhood: flat, in any light, quickly made."""

from collections.abc import Sequence

import cv2
import numpy as np

from tabletop.gamefile import load_game
from vision.pixels.colours import linear_from_srgb

GAME = load_game("big-city")
SCALE = 3.0  # px a mm
WARM, COLD = (0.75, 0.5, 0.3), (0.4, 0.55, 0.7)


GROUND = (128, 118, 108)
Colour, Size = tuple[int, int, int], tuple[float, float]


def spot(index: int) -> Size:
    """Where the middle of a block lies, in mm from the tile's middle: in rows of four beside it."""
    return (120 + 45.0 * (index % 4), -40 + 45.0 * (index // 4))


def drawn(
    blocks: list[tuple[Colour, Size]], light: tuple[float, float, float], more: Sequence[tuple[Size, Size, Colour]] = ()
) -> np.ndarray:  # type: ignore[type-arg]
    """A photo from nearly above: tile 1 at the left, blocks of (colour, size in mm) beside it.

    What is drawn over them, `more`, has a middle, a size and a colour.
    """
    table = np.full((720, 1280, 3), GROUND, np.uint8)
    tile = GAME.by_id["tile-1"]
    corner = np.array([90.0, 120.0])

    def box(centre: tuple[float, float], size: tuple[float, float], colour: tuple[int, int, int]) -> None:
        upper_left = np.round(SCALE * (np.array(centre) - np.array(size) / 2) + corner * SCALE).astype(int)
        lower_right = np.round(SCALE * (np.array(centre) + np.array(size) / 2) + corner * SCALE).astype(int)
        table[upper_left[1] : lower_right[1], upper_left[0] : lower_right[0]] = colour

    box((0, 0), (144, 144), (230, 225, 215))
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_1000)
    for code in tile.codes:
        box(code.centre_mm, (21, 21), (255, 255, 255))
        side = round(code.side_mm * SCALE / 7) * 7
        x, y = np.round(SCALE * (np.array(code.centre_mm) + corner) - side / 2).astype(int)
        table[y : y + side, x : x + side] = cv2.aruco.generateImageMarker(dictionary, code.id, side)[:, :, None]
    for patch in tile.patches:
        box(patch.centre_mm, (patch.side_mm, patch.side_mm), GAME.palette[patch.colour])
    for index, (colour, size) in enumerate(blocks):
        box(spot(index), size, colour)
    for centre, size, colour in more:
        box(centre, size, colour)
    seen = (linear_from_srgb(table) * light + 0.01) ** (1 / 2.2)
    warp = np.array([[1.0, 0.02, 5.0], [-0.015, 1.0, 12.0], [1e-5, 2e-5, 1.0]])
    photo = cv2.warpPerspective(
        (255 * np.clip(seen, 0, 1))[:, :, ::-1].copy(), warp, (1280, 720), borderMode=cv2.BORDER_REPLICATE
    )
    noisy = cv2.GaussianBlur(photo, (0, 0), 0.8) + np.random.default_rng(1).normal(0, 1.5, photo.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)
