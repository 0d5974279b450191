"""From true light to the corrected colours that the reader works with: lamps, glare, lens, noise, JPEG, and the errors
of the correction."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from training import colours
from training.colours import Picture
from training.scene import Mask, Scene
from vision.pixels.colours import lab_beyond_white
from vision.pixels.noise import CalmingSettings, calmed, noise_of
from vision.pixels.smoothing import at_every_pixel
from vision.settings.uncoded import PlainSettings
from vision.uncoded.veil import smooth, veil_of

VEIL = 0.03
"""The veil through which the reader compares colours."""
LUMINANCE = np.array([0.2126, 0.7152, 0.0722], np.float32)
INK = 0.045
"""Share of white that a code's black sends back."""
IN_LAB = CalmingSettings(1.0, reach_px=5)
"""How corrected colours are calmed; the reader, which looks at few points of its picture, takes medians instead."""
STEP_PX = 12
"""What codes tell is computed once per block of so many pixels."""

Across = NDArray[np.float32]
"""How far right or down places lie, from -1 to 1 in the picture; beyond it the table goes on."""
Field = Callable[[Across, Across], NDArray[np.float32]]
"""Of places anywhere on the table, what light there is."""


@dataclass(frozen=True, slots=True, eq=False)
class Corrected:
    """The picture in Lab (height, width, 3), where it is clipped, and how much glare lies over it against its light."""

    lab: Picture
    burnt: Mask
    veil: Mask


@dataclass(frozen=True, slots=True, eq=False)
class Lit:
    """What falls on a table, and what is mirrored there."""

    falls: Field
    """Red, green and blue."""
    glare: Field
    """Against the white in the light, as one number."""
    tint: Picture
    """Red, green and blue of the glare."""
    exposure: float = 1.0

    def light(self, right: Across, down: Across) -> Picture:
        """Red, green and blue that white sends to the camera."""
        return np.asarray(self.falls(right, down) * self.exposure, np.float32)

    def added(self, right: Across, down: Across) -> Picture:
        """Red, green and blue that are mirrored besides."""
        return np.asarray(self.glare(right, down)[..., None] * (self.tint * self.exposure), np.float32)


def take_and_correct(rng: np.random.Generator, scene: Scene, per_cell_px: float, pitch_mm: float) -> Corrected:
    """One picture in one light, taken and corrected as well as patches and codes allow."""
    shape = scene.picture.shape[:2]
    lit = Lit(_light(rng), _glare(rng), colours.tint(rng, 0.1))
    places = _across(shape)
    light = lit.light(*places)
    seen = scene.picture * light
    if rng.random() < 0.35:  # gloss on painted pieces
        seen += (_blobs(rng)(*places) * rng.uniform(0.0, 0.35) * scene.tops)[..., None]
    whole = light.mean(axis=(0, 1)) @ LUMINANCE
    exposure = float((rng.uniform(0.35, 0.95) if rng.random() < 0.5 else rng.uniform(0.8, 1.1)) / whole)
    lit = replace(lit, exposure=exposure, tint=lit.tint * whole)
    added = lit.added(*places)
    values = _taken(rng, seen * exposure + added, pitch_mm / per_cell_px)
    wide_mm = shape[1] / per_cell_px * pitch_mm
    if rng.random() < 0.75:
        gain, told, share = told_by_codes(rng, lit, shape, wide_mm)
    else:
        gain, told, share = _told_by_neighbours(rng, lit.light(*places), added, per_cell_px)
    return _corrected(rng, values, gain, told, share)


def _light(rng: np.random.Generator) -> Field:
    """The light on every place: a colour, a slope, now and then another lamp's or a large shadow's edge."""
    slope = rng.normal(0.0, 0.2, 2).tolist()
    second = np.zeros(3, np.float32), [0.0, 0.0]
    if rng.random() < 0.35:  # of another tint, nearer elsewhere
        second = rng.uniform(0.1, 1.0) * colours.tint(rng, 0.35), rng.normal(0.0, 0.6, 2).tolist()
    colour = colours.tint(rng, 0.45 if rng.random() < 0.8 else 0.9)
    shadows = []
    for _ in range(int(rng.choice([0, 1, 2], p=[0.7, 0.2, 0.1]))):
        angle, sharp = rng.uniform(0.0, 6.3), float(np.exp(rng.uniform(0.5, 4.0)))
        where = float(np.cos(angle)), float(np.sin(angle)), float(rng.uniform(-0.8, 0.8)), sharp
        shadows.append((where, colours.tint(rng, 0.2) * np.float32(rng.uniform(0.25, 0.9))))

    def at(right: Across, down: Across) -> NDArray[np.float32]:
        light = np.exp(np.clip(slope[0] * right + slope[1] * down, -1.0, 1.0))[..., None] * colour
        other, way = second
        light = light * (1.0 + np.exp(np.clip(way[0] * right + way[1] * down, -1.5, 1.5))[..., None] * other)
        for (cosine, sine, start, sharp), other in shadows:
            dark = 1.0 / (1.0 + np.exp(-np.clip((cosine * right + sine * down - start) * sharp, -20, 20)))
            light = light * (1.0 - dark[..., None] * (1.0 - other))
        return np.asarray(light, np.float32)

    return at


def _across(shape: tuple[int, int]) -> tuple[Across, Across]:
    """How far right and down each pixel lies."""
    height, width = shape
    line = np.linspace(-1.0, 1.0, width, dtype=np.float32), np.linspace(-1.0, 1.0, height, dtype=np.float32)
    right, down = np.meshgrid(*line)
    return np.asarray(right), np.asarray(down)


def _glare(rng: np.random.Generator) -> Field:
    """Veils and mirrored windows, against the white in the light."""
    kind = rng.random()
    if kind < 0.45:
        even = np.float32(rng.uniform(0.0, 0.03 if kind < 0.35 else 0.35))
        return lambda right, down: np.full(right.shape, even, np.float32)
    strength = np.float32(rng.uniform(0.1, 1.6))
    blobs = _blobs(rng)
    if kind < 0.85:
        return lambda right, down: strength * blobs(right, down)
    least, soft = rng.uniform(0.2, 0.6), np.exp(rng.uniform(np.log(0.01), np.log(0.1)))  # a window with its edges
    return lambda right, down: np.asarray(
        strength / (1.0 + np.exp(np.clip((least - blobs(right, down)) / soft, -30, 30))), np.float32
    )


def _blobs(rng: np.random.Generator) -> Field:
    """Something light somewhere, from 0 to 1."""
    x, y = rng.uniform(-1.3, 1.3, 2).tolist()
    wide, high = np.exp(rng.uniform(np.log(0.15), np.log(1.5), 2)).tolist()
    return lambda right, down: np.asarray(np.exp(-(((right - x) / wide) ** 2) - ((down - y) / high) ** 2), np.float32)


def _taken(rng: np.random.Generator, light: Picture, mm_per_px: float) -> Picture:
    """Values from 0 to 1 as the camera's file has them."""
    blur = rng.uniform(0.3, 1.6)
    light = np.asarray(cv2.GaussianBlur(light, (0, 0), blur), np.float32)
    if rng.random() < 0.15:
        kernel = np.zeros((7, 7), np.float32)
        end = rng.integers(0, 7, 2)
        cv2.line(kernel, (3, 3), (int(end[0]), int(end[1])), 1.0, 1)
        light = np.asarray(cv2.filter2D(light, -1, kernel / kernel.sum()), np.float32)
    noise = float(np.exp(rng.uniform(np.log(0.002), np.log(0.045))))
    grain = rng.standard_normal(light.shape, np.float32)
    coarse = rng.standard_normal((light.shape[0] // 3 + 1, light.shape[1] // 3 + 1, 3), np.float32)
    grain += 0.7 * cv2.resize(coarse, (light.shape[1], light.shape[0]))
    light = light + grain * np.float32(noise) * np.sqrt(np.clip(light, 0.0, 1.0) + 0.02)
    values = cv2.pow(np.clip(light, 0.0, 1.0), 1.0 / rng.uniform(2.0, 2.4))
    if rng.random() < 0.3:
        sharp = values + rng.uniform(0.2, 0.9) * (values - cv2.GaussianBlur(values, (0, 0), 1.2))
        values = np.clip(sharp, 0.0, 1.0)
    levels = np.round(values * 255.0).astype(np.uint8)
    if rng.random() < 0.85:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 98))]
        levels = np.asarray(cv2.imdecode(cv2.imencode(".jpg", levels, quality)[1], cv2.IMREAD_COLOR), np.uint8)
    soft = 0.45 / mm_per_px
    return np.asarray(cv2.GaussianBlur(levels, (0, 0), soft) if soft > 0.5 else levels, np.float32) / np.float32(255.0)


Told = tuple[Picture, Picture, Mask]
"""How light white is taken to be (height, width, 3), what is taken off as mirrored, and its share of white."""


def told_by_codes(rng: np.random.Generator, lit: Lit, shape: tuple[int, int], wide_mm: float) -> Told:
    """As the reader measures them: by white and black of the codes round the board, and on between those."""
    settings = PlainSettings()
    right, down = _code_places(rng)
    per_unit = np.array([wide_mm / 2, wide_mm / 2 * shape[0] / shape[1]])
    where = np.column_stack([right, down]) * per_unit
    light, added = lit.light(right, down), lit.added(right, down)
    seen = np.exp(rng.normal(0.0, 0.03, (2, len(right), 1)))
    white = np.minimum((light * rng.uniform(0.8, 0.95) + added) * seen[0], 1.0)
    black = np.minimum((light * INK * rng.uniform(0.5, 2.0) + added) * seen[1], white)
    veil = veil_of(where, white, black, settings)
    left = np.maximum(white - veil.light, 1e-4)
    lowest, highest = ((level / 255.0) ** 2.2 for level in settings.white_levels)
    usable = ((white > lowest) & (white < highest)).all(axis=1)
    usable = usable if usable.sum() >= 3 else np.ones(len(where), bool)
    logs = np.log(left[usable])
    level = np.median(logs, axis=0)
    lines = tuple(np.arange(0, pixels + STEP_PX, STEP_PX) / pixels * 2.0 - 1.0 for pixels in (shape[1], shape[0]))
    grid = np.stack(np.meshgrid(*lines), axis=-1)
    points = grid.reshape(-1, 2) * per_unit
    even = np.clip(smooth(points, where[usable], logs - level, settings.white_near_mm), -1.2, 1.2)
    coarse, whole = grid.shape[:2], (slice(0, shape[0]), slice(0, shape[1]))
    gain, told, share = (
        at_every_pixel(values.reshape(*coarse, *values.shape[1:]), STEP_PX, *whole)
        for values in (np.exp(level + even), veil.at(points), veil.share_at(points))
    )
    return gain, told, share


def _code_places(rng: np.random.Generator) -> tuple[Across, Across]:
    """Where codes lie: round one board or two, of which the picture shows a part, now and then between the cells."""
    x, y = rng.uniform(-0.9, 0.9, 2)
    wide, high = rng.uniform(0.8, 1.8, 2)
    found = []
    for board in range(int(rng.integers(1, 3))):
        middle = np.array([x, y]) + board * np.array([2.2 * wide, rng.normal(0.0, 0.2)]) * rng.choice([-1, 1])
        count = int(rng.integers(4, 9))
        ways = (np.arange(count) * 2.0 * np.pi + rng.uniform(0.0, 6.3)) / count
        spread = np.column_stack([np.cos(ways), np.sin(ways)])
        found.append(middle + spread / np.abs(spread).max(axis=1, keepdims=True) * np.array([wide, high]))
    if rng.random() < 0.25:
        found.append(rng.uniform(-1.0, 1.0, (int(rng.integers(1, 6)), 2)))
    places = np.concatenate(found) + rng.normal(0.0, 0.05, (sum(map(len, found)), 2))
    return places[:, 0].astype(np.float32), places[:, 1].astype(np.float32)


def _told_by_neighbours(rng: np.random.Generator, light: Picture, added: Picture, per_cell_px: float) -> Told:
    """As well as parts with codes everywhere would tell."""
    far = rng.uniform(0.7, 3.0) * per_cell_px
    told = np.zeros_like(added)
    if rng.random() < 0.6:
        told = _smoothed(added, rng.uniform(1.0, 4.0) * per_cell_px) * np.float32(rng.uniform(0.6, 1.1))
    whites = np.maximum(light + (added - told) * np.float32(rng.uniform(0.3, 1.0)), 0.02)  # veiled, too
    share = _smoothed(added, far) @ LUMINANCE / np.maximum(_smoothed(light + added, far) @ LUMINANCE, 1e-4)
    return _smoothed(whites, far), told, np.asarray(share, np.float32)


def _corrected(rng: np.random.Generator, values: Picture, gain: Picture, told: Picture, share: Mask) -> Corrected:
    """As the reader corrects: the curve, the light at each place, a matrix; each a little off."""
    linear = np.maximum(cv2.pow(values, rng.uniform(2.05, 2.35)) - told, 0.0)
    off = np.exp(rng.normal(0.0, 0.06) + rng.normal(0.0, 0.025, 3)).astype(np.float32)
    matrix = (np.eye(3) + rng.normal(0.0, 0.04, (3, 3))).astype(np.float32)
    matrix /= matrix.sum(axis=0)
    flare = (rng.normal(0.0, 0.015) + rng.normal(0.0, 0.003, 3)).astype(np.float32)
    even = (linear / (np.maximum(gain, 1e-3) * off)) @ matrix - flare
    veiled = np.minimum((np.maximum(even, -0.5 * VEIL) + VEIL) / (1.0 + VEIL), 4.0)
    lab = lab_beyond_white(veiled.astype(np.float32))
    lab = calmed(lab, noise_of(lab), IN_LAB)
    burnt = (values.min(axis=2) >= 251 / 255).astype(np.float32)
    return Corrected(np.asarray(lab, np.float32), burnt, share)


def _smoothed(picture: NDArray[np.float32], far_px: float) -> Picture:
    """Blurred widely, at little cost."""
    small = cv2.resize(picture, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), max(0.3, far_px / 8), borderType=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(soft, (picture.shape[1], picture.shape[0])), np.float32)
