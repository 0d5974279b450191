"""Sheets full of codes seen through a lens, with exact corners, and pictures that hold none but look as if."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from tabletop.gamefile import GameFile, load_game
from vision.pixels.arrays import Floats, GreyImage, PointsPx
from vision.pixels.patterns import modules

WHITE, BLACK = 0.85, 0.045
"""Light that paper and ink send back."""
MODULE_PX = 16
"""Of the sheet as it is drawn."""
FINE = 4
"""The picture is made so many times larger, and averaged."""
SHARPENED_PX = 1.1
"""Standard deviation of the blur that sharpening takes away."""


def _srgb(light: Floats) -> Floats:
    return np.asarray(np.where(light < 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 1e-9) ** (1 / 2.4) - 0.055))


def _s_curve(light: Floats) -> Floats:
    value = light ** (1 / 2.2)
    return np.asarray(value * value * (3 - 2 * value))


TONE_CURVES: Mapping[str, Callable[[Floats], Floats]] = {
    "1.0": lambda light: light,
    "1.8": lambda light: light ** (1 / 1.8),
    "2.2": lambda light: light ** (1 / 2.2),
    "sRGB": _srgb,
    "S": _s_curve,
}
"""From light to numbers, 0 to 1: powers by their exponents, and the S of webcams that want contrast."""


@dataclass(frozen=True, slots=True)
class SheetCamera:
    """How a sheet is photographed."""

    module_px: float = 4.0
    blur_px: float = 0.7
    """Standard deviation."""
    curve: str = "sRGB"
    sharpen: float = 0.0
    noise: float = 1.0
    """Grey levels."""
    turn_deg: float = 7.0
    jpeg: int = 90


def game_of_codes(dictionary: str, ids: Sequence[int], side_mm: float = 17.0) -> GameFile:
    """A game of parts that bear one code each."""
    game = load_game("my-city-chess")
    puck = game.of_kind("puck")[0]
    codes = [replace(puck.codes[0], id=id_, side_mm=side_mm) for id_ in ids]
    parts = tuple(replace(puck, id=f"part-{code.id}", codes=(code,)) for code in codes)
    return replace(game, codes=replace(game.codes, dictionary=dictionary), parts=parts)


def sheet_of_codes(
    dictionary: str, ids: Sequence[int], lens: SheetCamera, rng: np.random.Generator
) -> tuple[GreyImage, PointsPx]:
    """A picture of codes in rows, aslant, and their true corners (n, 4, 2)."""
    drawn, corners = _drawn(dictionary, ids)
    height, width = drawn.shape
    turn, scale = np.deg2rad(lens.turn_deg), lens.module_px * FINE / MODULE_PX
    turned = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    aslant = np.array([[1, 0, 0], [0, 1, 0], [1e-4, 5e-5, 1]])
    homography = np.diag([scale, scale, 1.0]) @ turned @ aslant
    rim = _through(homography, np.array([[0, 0], [width, 0], [width, height], [0, height]], float))
    margin = 24 * FINE
    homography = np.array([[1, 0, margin - rim[:, 0].min()], [0, 1, margin - rim[:, 1].min()], [0, 0, 1]]) @ homography
    size = [int((np.ptp(rim[:, axis]) + 2 * margin) // FINE) for axis in (0, 1)]
    large = cv2.warpPerspective(drawn, homography, (size[0] * FINE, size[1] * FINE), borderValue=(WHITE,))
    large = cv2.GaussianBlur(large, (0, 0), lens.blur_px * FINE)
    light = cv2.resize(large, (size[0], size[1]), interpolation=cv2.INTER_AREA).astype(float)
    true = (_through(homography, corners.reshape(-1, 2)) + 0.5) / FINE - 0.5
    return _numbers(light, lens, rng), true.reshape(-1, 4, 2)


def _drawn(dictionary: str, ids: Sequence[int]) -> tuple[Any, PointsPx]:
    """Codes upright in rows with one and a half modules of white round each, and their corners."""
    patterns = modules(dictionary, tuple(ids))[:, 0]
    side = patterns.shape[-1] * MODULE_PX
    cell, columns = side + 3 * MODULE_PX, int(np.ceil(np.sqrt(len(patterns))))
    sheet = np.full((-(-len(patterns) // columns) * cell, columns * cell), WHITE, np.float32)
    corners = []
    for number, pattern in enumerate(patterns):
        x, y = (cell * place + 3 * MODULE_PX // 2 for place in (number % columns, number // columns))
        inked = np.where(pattern > 0, WHITE, BLACK)
        sheet[y : y + side, x : x + side] = np.kron(inked, np.ones((MODULE_PX, MODULE_PX)))
        corners.append([(x, y), (x + side, y), (x + side, y + side), (x, y + side)])
    return sheet, np.array(corners, float) - 0.5


def _through(homography: Floats, points: PointsPx) -> PointsPx:
    return np.asarray(cv2.perspectiveTransform(points[None], homography)[0], float)


def _numbers(light: Floats, lens: SheetCamera, rng: np.random.Generator) -> GreyImage:
    """Light to a camera's numbers: tone curve, sharpening, noise, JPEG."""
    levels = 255 * TONE_CURVES[lens.curve](np.clip(light, 0, 1))
    levels = levels + lens.sharpen * (levels - cv2.GaussianBlur(levels, (0, 0), SHARPENED_PX))
    levels = levels + lens.noise * rng.standard_normal(levels.shape)
    grey = np.clip(levels + 0.5, 0, 255).astype(np.uint8)
    packed = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, lens.jpeg])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), np.uint8)


def text(rng: np.random.Generator) -> GreyImage:
    """A page of letters of several sizes, turned."""
    page = np.full((960, 1280), 225, np.uint8)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789#@&%$=+[]"
    y = 0
    while y < 1000:
        height = rng.uniform(0.4, 1.6)
        y += int(34 * height)
        line = "".join(rng.choice(list(letters), 120))
        cv2.putText(page, line, (0, y), int(rng.integers(0, 8)), height, (30,), int(rng.integers(1, 4)), cv2.LINE_AA)
    return _turned(page, rng)


def squares(rng: np.random.Generator) -> GreyImage:
    """Crosswords and mosaics: black and white squares in black frames, a fifth of the picture each."""
    page = np.full((960, 1280), 215, np.uint8)
    for top in range(30, 900, 115):
        for left in range(30, 1200, 115):
            count = int(rng.integers(4, 10))
            cells = np.zeros((count, count), np.uint8)
            cells[1:-1, 1:-1] = rng.integers(0, 2, (count - 2, count - 2)) * 190
            page[top : top + 80, left : left + 80] = 20 + cv2.resize(cells, (80, 80), interpolation=cv2.INTER_NEAREST)
    return _turned(page, rng)


def texture(rng: np.random.Generator) -> GreyImage:
    """Blotches of all sizes with hard rims: pebbles, lace, leaves."""
    layers = [cv2.GaussianBlur(rng.standard_normal((960, 1280)), (0, 0), size) * size for size in (1.5, 4, 10, 25)]
    rough = sum(layers)
    return _turned(np.where(rough > np.median(rough), 200, 40).astype(np.uint8), rng)


def other_codes(rng: np.random.Generator) -> GreyImage:
    """Codes of other families than any that is looked for."""
    dictionary = str(rng.choice(["DICT_7X7_50", "DICT_ARUCO_MIP_36h12", "DICT_APRILTAG_25h9"]))
    lens = SheetCamera(rng.uniform(3, 7), rng.uniform(0.5, 1.0), turn_deg=rng.uniform(0, 90), sharpen=0.5)
    return sheet_of_codes(dictionary, rng.choice(35, 30, replace=False).tolist(), lens, rng)[0]


DECOYS: Mapping[str, Callable[[np.random.Generator], GreyImage]] = {
    "text": text,
    "squares in frames": squares,
    "textures": texture,
    "codes of other families": other_codes,
}
"""Pictures without any code that is looked for."""


def _turned(page: GreyImage, rng: np.random.Generator) -> GreyImage:
    """The page seen a little aslant, blurred and noisy."""
    height, width = page.shape
    rim = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    seen = rim + rng.uniform(-60, 60, (4, 2)).astype(np.float32)
    warped = cv2.warpPerspective(page, cv2.getPerspectiveTransform(rim, seen), (width, height), borderValue=(180,))
    soft = cv2.GaussianBlur(warped, (0, 0), 0.8).astype(float) + 2.0 * rng.standard_normal((height, width))
    return np.asarray(np.clip(soft, 0, 255), np.uint8)


def outward_px(found: PointsPx, true: PointsPx) -> float:
    """How far the sides of quadrilaterals (n, 4, 2) lie outside the true ones, mean."""
    following = true[:, [1, 2, 3, 0]]
    along = (following - true) / np.linalg.norm(following - true, axis=2, keepdims=True)
    outward = np.stack([along[..., 1], -along[..., 0]], axis=-1)  # corners run clockwise, y downwards
    away = (found - true + (found - true)[:, [1, 2, 3, 0]]) / 2
    return float((away * outward).sum(axis=2).mean())
