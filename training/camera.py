"""From true light to the corrected colours that the reader works with: lamps, glare, lens, noise, JPEG, and the errors
of the correction."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from training.colours import Picture
from training.scene import Mask, Scene
from vision.pixels.noise import IN_LAB, calmed, noise_of

VEIL = 0.03
"""The veil through which the reader compares colours."""
LUMINANCE = np.array([0.2126, 0.7152, 0.0722], np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Corrected:
    """The picture in Lab (height, width, 3), where it is clipped, and how much glare lies over it against its light."""

    lab: Picture
    burnt: Mask
    veil: Mask


def take_and_correct(rng: np.random.Generator, scene: Scene, per_cell_px: float, pitch_mm: float) -> Corrected:
    """One picture in one light, taken and corrected as well as patches and codes allow."""
    shape = scene.picture.shape[:2]
    light = _light(rng, shape)
    glare = _glare(rng, shape)
    seen = scene.picture * light
    if rng.random() < 0.35:  # gloss on painted pieces
        seen += (_blobs(rng, shape) * rng.uniform(0.0, 0.35) * scene.tops)[..., None]
    whole = light.mean(axis=(0, 1)) @ LUMINANCE
    added = glare[..., None] * (whole * _tint(rng, 0.1))
    exposure = np.float32((rng.uniform(0.35, 0.95) if rng.random() < 0.5 else rng.uniform(0.8, 1.1)) / whole)
    values = _taken(rng, (seen + added) * exposure, pitch_mm / per_cell_px)
    return _corrected(rng, values, light * exposure, added * exposure, per_cell_px)


def _light(rng: np.random.Generator, shape: tuple[int, int]) -> Picture:
    """Red, green and blue of the light on every pixel: a colour, a slope, now and then a large shadow's edge."""
    xs, ys = _across(shape)
    slope = rng.normal(0.0, 0.2, 2).tolist()
    even = np.exp(slope[0] * xs + slope[1] * ys)[..., None].astype(np.float32)
    light = even * _tint(rng, 0.45 if rng.random() < 0.8 else 0.9)
    for _ in range(int(rng.choice([0, 1, 2], p=[0.7, 0.2, 0.1]))):
        angle, sharp = rng.uniform(0.0, 6.3), float(np.exp(rng.uniform(0.5, 4.0)))
        edge = (float(np.cos(angle)) * xs + float(np.sin(angle)) * ys - rng.uniform(-0.8, 0.8)) * sharp
        dark = 1.0 / (1.0 + np.exp(-np.clip(edge, -20, 20)))
        other = _tint(rng, 0.2) * np.float32(rng.uniform(0.25, 0.9))
        light = light * (1.0 - dark[..., None] * (1.0 - other)).astype(np.float32)
    return np.asarray(light, np.float32)


def _across(shape: tuple[int, int]) -> tuple[Mask, Mask]:
    """How far right and down each pixel lies, from -1 to 1."""
    height, width = shape
    line = np.linspace(-1.0, 1.0, width, dtype=np.float32), np.linspace(-1.0, 1.0, height, dtype=np.float32)
    xs, ys = np.meshgrid(*line)
    return np.asarray(xs), np.asarray(ys)


def _tint(rng: np.random.Generator, strength: float) -> Picture:
    """Warm, cool or coloured: red, green, blue."""
    warm = rng.normal(0.0, strength)
    odd = rng.normal(0.0, 0.25 * strength)
    return np.asarray(np.exp(np.array([0.6 * warm, odd, -warm])), np.float32)


def _glare(rng: np.random.Generator, shape: tuple[int, int]) -> Mask:
    """Veils and mirrored windows, against the white in the light."""
    kind = rng.random()
    if kind < 0.35:
        return np.full(shape, rng.uniform(0.0, 0.03), np.float32)
    if kind < 0.45:
        return np.full(shape, rng.uniform(0.0, 0.35), np.float32)
    strength = rng.uniform(0.1, 1.6)
    blobs = _blobs(rng, shape)
    if kind > 0.85:  # a window with its edges
        window = (blobs > rng.uniform(0.2, 0.6)).astype(np.float32)
        blobs = np.asarray(cv2.GaussianBlur(window, (0, 0), rng.uniform(1.0, 8.0)), np.float32)
    return np.asarray(strength * blobs, np.float32)


def _blobs(rng: np.random.Generator, shape: tuple[int, int]) -> Mask:
    """Something light somewhere, from 0 to 1."""
    xs, ys = _across(shape)
    at, size = rng.uniform(-1.3, 1.3, 2).tolist(), np.exp(rng.uniform(np.log(0.15), np.log(1.5), 2)).tolist()
    return np.asarray(np.exp(-(((xs - at[0]) / size[0]) ** 2) - ((ys - at[1]) / size[1]) ** 2), np.float32)


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


def _corrected(
    rng: np.random.Generator, values: Picture, light: Picture, added: Picture, per_cell_px: float
) -> Corrected:
    """As the reader corrects: the curve, the light at each place by the whites near it, a matrix; each a little off."""
    linear = cv2.pow(values, rng.uniform(2.05, 2.35))
    far = rng.uniform(0.7, 3.0) * per_cell_px
    told = np.zeros_like(added)
    if rng.random() < 0.6:  # codes tell how light black is, here and there
        told = _smoothed(added, rng.uniform(1.0, 4.0) * per_cell_px) * np.float32(rng.uniform(0.6, 1.1))
        linear = np.maximum(linear - told, 0.0)
    whites = np.maximum(light + (added - told) * np.float32(rng.uniform(0.3, 1.0)), 0.02)  # of codes, veiled, too
    gain = _smoothed(whites, far)
    off = np.exp(rng.normal(0.0, 0.06) + rng.normal(0.0, 0.025, 3)).astype(np.float32)
    matrix = (np.eye(3) + rng.normal(0.0, 0.04, (3, 3))).astype(np.float32)
    matrix /= matrix.sum(axis=0)
    flare = (rng.normal(0.0, 0.015) + rng.normal(0.0, 0.003, 3)).astype(np.float32)
    even = (linear / (gain * off)) @ matrix - flare
    veiled = np.minimum((np.maximum(even, -0.5 * VEIL) + VEIL) / (1.0 + VEIL), 4.0)
    lab = np.asarray(cv2.cvtColor(veiled.astype(np.float32), cv2.COLOR_LRGB2Lab), np.float32)
    lab = calmed(lab, noise_of(lab), IN_LAB)
    burnt = (values.min(axis=2) >= 251 / 255).astype(np.float32)
    share = _smoothed(added, far) @ LUMINANCE / np.maximum(_smoothed(light + added, far) @ LUMINANCE, 1e-4)
    return Corrected(np.asarray(lab, np.float32), burnt, np.asarray(share, np.float32))


def _smoothed(picture: NDArray[np.float32], far_px: float) -> Picture:
    """Blurred widely, at little cost."""
    small = cv2.resize(picture, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), max(0.3, far_px / 8), borderType=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(soft, (picture.shape[1], picture.shape[0])), np.float32)
