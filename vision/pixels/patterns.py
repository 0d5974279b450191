"""What codes look like: bits as matrices of modules, all four turns, and the small pictures of which they are made."""

from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pixels.arrays import Floats, Samples

CLOCKWISE = [0, 3, 2, 1]
"""OpenCV has the turns of a code the other way round."""


@lru_cache(maxsize=8)
def dictionary_named(name: str) -> cv2.aruco.Dictionary:
    """A predefined dictionary by its name, for example DICT_5X5_1000."""
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))


@lru_cache(maxsize=64)
def dictionary_of(name: str, ids: tuple[int, ...]) -> cv2.aruco.Dictionary:
    """Only these codes of a predefined dictionary, numbered as in `ids`, with the whole one's power to correct."""
    whole = dictionary_named(name)
    return cv2.aruco.Dictionary(
        np.ascontiguousarray(whole.bytesList[list(ids)]), whole.markerSize, whole.maxCorrectionBits
    )


@lru_cache(maxsize=64)
def modules(name: str, ids: tuple[int, ...]) -> Floats:
    """Modules of codes with their black border: (codes, 4 turns, n, n), 0 black, 1 white; turns are clockwise."""
    dictionary = dictionary_named(name)
    side = dictionary.markerSize
    packed = dictionary.bytesList[list(ids)].reshape(len(ids), 4, -1)[:, CLOCKWISE]
    bits = np.unpackbits(np.asarray(packed, np.uint8), axis=2)
    spare = bits.shape[2] - side**2  # they stand before those of the last byte
    printed = np.zeros((len(ids), 4, side + 2, side + 2))
    printed[..., 1:-1, 1:-1] = np.delete(bits, np.s_[-8 : spare - 8], axis=2).reshape(-1, 4, side, side)
    return printed


@lru_cache(maxsize=8)
def numbered(name: str) -> Floats:
    """Every code of a dictionary in four turns as one number, as `number_of` has it: (codes, 4)."""
    every = tuple(range(len(dictionary_named(name).bytesList)))
    return number_of(modules(name, every)[..., 1:-1, 1:-1])


def number_of(bits: NDArray[Any]) -> Floats:
    """Modules within a code's border (..., n, n), 0 or 1, as the digits of one number (...)."""
    rows, columns = bits.shape[-2:]
    digits = 2.0 ** np.arange(rows * columns).reshape(rows, columns)
    return np.asarray((bits * digits).sum(axis=(-2, -1)))  # exact up to 53 of them


@lru_cache(maxsize=64)
def chance_correlation(bits: int, patterns: int, chance: float) -> float:
    """Correlation with the best of `patterns` patterns of `bits` modules that disorder reaches with this chance.

    Brightness without order is a direction in bits - 1 dimensions, all alike; those that correlate better than r with
    one pattern are a cap of the sphere, whose share is the integral of (1 - x²)^((bits - 4) / 2) above r.
    """
    correlation = np.linspace(1.0, 0.0, 10_001)
    density = (1 - correlation**2) ** ((bits - 4) / 2)
    share = np.cumsum(density) / (2 * density.sum())
    return float(correlation[int(np.searchsorted(patterns * share, chance))])


def decoding_chance(name: str, codes: int) -> float:
    """Chance that disorder in a black frame is decoded as one of so many codes, with the errors that OpenCV mends."""
    dictionary = dictionary_named(name)
    bits = dictionary.markerSize**2
    mended = int(dictionary.maxCorrectionBits * cv2.aruco.DetectorParameters().errorCorrectionRate)
    return float(4 * codes * sum(comb(bits, errors) for errors in range(mended + 1)) / 2.0**bits)


@dataclass(frozen=True, slots=True)
class CodeBank:
    """Codes as sums of a few small pictures, so that patches are held against those, and not against every code.

    A code is black paper with white modules, and softness mixes linearly: its picture is that of the paper, plus one
    for each white module.
    """

    parts: Samples
    """(m · m, parts + 3): pictures of the paper and of each module without brightness and slope, then what spans these.
    """
    mixed: Samples
    """(parts, codes · 4): how much of each makes up a code in four turns, all of length one."""


def code_bank(
    name: str, ids: tuple[int, ...], side_mm: float, step_mm: float, half_width: int, blur_mm: float
) -> CodeBank:
    """Codes as sampled from above, m = 2 · half_width + 1 samples of `step_mm` each way, round the middle.

    White lies round each code. Every sample is the mean over a square of `step_mm`, softened by `blur_mm`.
    """
    matrix = modules(name, ids)
    count = matrix.shape[-1]
    along = _module_profiles(count, side_mm, step_mm, half_width, blur_mm)
    inner = np.einsum("im,jn->ijmn", along[1:-1], along[1:-1]).reshape((count - 2) ** 2, -1)
    paper = along.sum(axis=0)
    pictures = np.concatenate([-np.outer(paper, paper).reshape(1, -1), inner])
    axis, one = np.linspace(-1, 1, 2 * half_width + 1), np.ones(2 * half_width + 1)
    basis = np.linalg.qr(np.stack([np.outer(one, one), np.outer(one, axis), np.outer(axis, one)], -1).reshape(-1, 3))[0]
    parts = pictures - pictures @ basis @ basis.T
    white = matrix[..., 1:-1, 1:-1].reshape(-1, (count - 2) ** 2)
    mixed = np.concatenate([np.ones((len(white), 1)), white], axis=1)
    mixed /= np.sqrt(np.einsum("ci,ij,cj->c", mixed, parts @ parts.T, mixed))[:, None]
    return CodeBank(np.concatenate([parts.T, basis], axis=1).astype(np.float32), mixed.T.astype(np.float32))


def _module_profiles(count: int, side_mm: float, step_mm: float, half_width: int, blur_mm: float) -> Floats:
    """How much of each sample along a line through a code's middle lies in each row of modules (count, m)."""
    fine, rim = 4, 3  # sub-samples a step; samples beyond the picture that softness brings in
    reach = half_width + rim
    line = (np.arange((2 * reach + 1) * fine) + 0.5) / fine * step_mm - (reach + 0.5) * step_mm
    index = np.floor(line / side_mm * count + count / 2).astype(int)
    within = (index == np.arange(count)[:, None]).astype(float)
    if blur_mm > 0:
        kernel = cv2.getGaussianKernel(2 * round(4 * blur_mm / step_mm * fine) + 1, blur_mm / step_mm * fine)
        within = np.asarray(cv2.sepFilter2D(within, -1, kernel.ravel(), np.ones(1), borderType=cv2.BORDER_REPLICATE))
    return np.asarray(within.reshape(count, -1, fine).mean(axis=2)[:, rim:-rim])
