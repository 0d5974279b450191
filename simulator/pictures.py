"""The arrays of the simulator: what they hold, and the one curve between light and what a file stores."""

from typing import Any

import numpy as np
import numpy.typing as npt

BgrImage = npt.NDArray[np.uint8]
"""Picture of shape (height, width, 3), 8 bit, blue first."""
Linear = npt.NDArray[Any]
"""Linear light as float32, any number of channels (cv2's stubs promise no more than some number)."""
PointsPx = npt.NDArray[np.float64]
"""Image points of shape (N, 2): x, y; the middle of the upper left pixel is (0, 0)."""
PointsMm = npt.NDArray[np.float64]
"""Table points of shape (N, 3): x, y, z; y down, z up."""
Floats = npt.NDArray[np.floating[Any]]


def srgb_to_linear(encoded: npt.ArrayLike) -> Floats:
    """Light of an sRGB value from 0 to 1 (IEC 61966-2-1)."""
    value = np.asarray(encoded, dtype=np.float64)
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def linear_to_srgb(light: npt.ArrayLike) -> Floats:
    """SRGB value from 0 to 1 of a light from 0 to 1 (IEC 61966-2-1)."""
    value = np.asarray(light, dtype=np.float64)
    return np.where(value <= 0.0031308, value * 12.92, 1.055 * np.maximum(value, 0.0031308) ** (1 / 2.4) - 0.055)
