"""What codes look like: bits as matrices of modules, all four turns, and small pictures to correlate with."""

from functools import lru_cache
from math import comb

import cv2
import numpy as np

from vision.pixels.arrays import Floats


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
    packed = dictionary.bytesList[list(ids)].reshape(len(ids), 4, -1)[:, 0]  # of four turns the first
    bits = np.unpackbits(np.asarray(packed, np.uint8), axis=1)
    spare = bits.shape[1] - side**2  # they stand before those of the last byte
    upright = np.zeros((len(ids), side + 2, side + 2))
    upright[:, 1:-1, 1:-1] = np.delete(bits, np.s_[-8 : spare - 8], axis=1).reshape(-1, side, side)
    return np.stack([np.rot90(upright, -turn, axes=(1, 2)) for turn in range(4)], axis=1)


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


def code_pictures(
    name: str, ids: tuple[int, ...], side_mm: float, step_mm: float, half_width: int, blur_mm: float
) -> Floats:
    """Codes as sampled from above: (codes, 4, m, m), m = 2 · half_width + 1 samples of `step_mm`, round the middle.

    White lies round each code. Every sample is the mean over a square of `step_mm`, softened by `blur_mm`.
    """
    matrix = modules(name, ids)
    count = matrix.shape[-1]
    fine = 4  # sub-samples per step and direction
    reach = half_width + 3
    line = (np.arange((2 * reach + 1) * fine) + 0.5) / fine * step_mm - (reach + 0.5) * step_mm
    index = np.floor(line / side_mm * count + count / 2).astype(int)
    shares = (index[:, None] == np.arange(count)).astype(float)  # of each module in each sub-sample of a line
    if blur_mm > 0:
        width = round(8 * blur_mm / step_mm * fine + 1) | 1  # four standard deviations to each side, as OpenCV has it
        kernel = cv2.getGaussianKernel(width, blur_mm / step_mm * fine)
        shares = np.asarray(cv2.sepFilter2D(shares, -1, np.ones(1), kernel, borderType=cv2.BORDER_REPLICATE), float)
    shares = shares.reshape(-1, fine, count).mean(axis=1)[3:-3]
    return np.asarray(1.0 + shares @ (matrix - 1.0) @ shares.T)


def flattened(pictures: Floats) -> tuple[Floats, Floats]:
    """Patterns as unit vectors without brightness and gradient, and what does the same to a patch.

    `pictures` is (count, m, m); returns (count, m·m) and (m·m, 3) whose columns span constant and slope.
    A patch p becomes p - basis @ (basis.T @ p); its correlation is (p/|p|) @ pattern.
    """
    count, size, _ = pictures.shape
    axis = np.linspace(-1, 1, size)
    even = np.ones((size, size))
    basis = np.linalg.qr(np.stack([even, even * axis[None, :], even * axis[:, None]], axis=-1).reshape(-1, 3))[0]
    vectors = pictures.reshape(count, -1)
    vectors = vectors - vectors @ basis @ basis.T
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors, basis
