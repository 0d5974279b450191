"""Names for the arrays that this room passes round, and the few cv2 calls whose loose types are tightened here."""

from collections.abc import Iterator, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

BgrImage = NDArray[np.uint8]  # (height, width, 3), blue green red
GreyImage = NDArray[np.uint8]  # (height, width)
PointsPx = NDArray[np.float64]  # (..., 2) pixels, x to the right, y down, pixel centres are whole numbers
PointsMm = NDArray[np.float64]  # (..., 2) millimetres
Floats = NDArray[np.float64]
Samples = NDArray[np.float32]
MAP_COLUMNS = 32767
"""More points in a row `remap` does not take."""
Indices = NDArray[np.intp]
LONG_ROW = 2000
"""Values in a row from which it takes longer to sort them than to find the middle ones."""


def sample(grey: GreyImage, points_px: PointsPx | Samples) -> Samples:
    """Brightness at points (..., 2), bilinear, in one remap; outside the picture its rim is repeated."""
    return sample_levels(grey, points_px).astype(np.float32)


def sample_levels(grey: GreyImage, points_px: PointsPx | Samples) -> GreyImage:
    """The same as grey levels of 8 bits; of a picture in colour (..., 3) blue, green, red."""
    shape = (*points_px.shape[:-1], *grey.shape[2:])
    flat = points_px.reshape(-1, 2)
    columns = 4096  # remap wants both sides of its maps below 32768
    rows = max(1, -(-len(flat) // columns))  # nor does it take maps without points
    padded = np.empty((rows * columns, 2), np.float32)
    padded[: len(flat)] = flat
    padded[len(flat) :] = 0.0
    maps = padded.reshape(rows, columns, 2)
    values = cv2.remap(grey, maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    return np.asarray(values, np.uint8).reshape(-1, *grey.shape[2:])[: len(flat)].reshape(shape)


def sample_maps(grey: GreyImage, x: Samples, y: Samples) -> GreyImage:
    """Grey levels at columns x and rows y (n, m) of a picture, n below 32768; n and m may be 0."""
    if not x.size:
        return np.zeros(x.shape, np.uint8)
    if x.shape[1] > MAP_COLUMNS:
        halves = (slice(0, x.shape[1] // 2), slice(x.shape[1] // 2, None))
        return np.concatenate([sample_maps(grey, x[:, half], y[:, half]) for half in halves], axis=1)
    return np.asarray(cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def resized(grey: Any, scale: float) -> Any:
    """The picture at another scale: averaged when smaller, cubic when larger; pixel areas stay aligned."""
    height, width = grey.shape[:2]
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return cv2.resize(grey, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)


def to_grey(image: BgrImage | GreyImage) -> GreyImage:
    """Luma of a BGR picture; a grey one as it is."""
    if image.ndim == 2:
        return image
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def distinct(values: NDArray[Any]) -> list[Any]:
    """The different values, ascending. At its first call `np.unique` fetches all that numpy has for masked arrays."""
    return sorted(set(values.ravel().tolist()))


def median(values: Any, axis: int = -1) -> Any:
    """Medians along an axis, the last one if none is told, without a look for NaN.

    What numpy's does, in a sixth of its time for short rows; that one, too, fetches what numpy has for masked arrays.
    """
    rows = np.asarray(values)
    if axis not in (-1, rows.ndim - 1):
        rows = np.moveaxis(rows, axis, -1)
    middle = ((rows.shape[-1] - 1) // 2, rows.shape[-1] // 2)
    sorts = rows.dtype == np.uint8 or rows.shape[-1] < LONG_ROW
    ordered = _ordered(rows) if sorts else np.partition(rows, middle, axis=-1)
    return (ordered[..., middle[0]] + ordered[..., middle[1]]) / 2


def quantiles(values: Any, shares: Sequence[float]) -> list[Any]:
    """The values below which those shares of each row lie (..., n) -> (...) each, as numpy's percentile has them."""
    ordered = _ordered(values)
    found = []
    for share in shares:
        at = share * (values.shape[-1] - 1)
        low = int(at)
        first, second = ordered[..., low], ordered[..., min(low + 1, values.shape[-1] - 1)]
        found.append(first + (second - first) * (at - low))
    return found


def quantile(values: Any, share: float) -> Any:
    """One of them."""
    return quantiles(values, (share,))[0]


def _ordered(values: Any) -> Any:
    """Values sorted along the last axis; grey levels as wider numbers, which numpy sorts thirty times as fast."""
    return np.sort(values.astype(np.int16) if values.dtype == np.uint8 else values, axis=-1)


def largest(values: Any) -> Any:
    """The largest along a last axis of a few (..., n) -> (...): six times as fast as numpy's maximum along it."""
    found = values[..., 0]
    for column in range(1, values.shape[-1]):
        found = np.maximum(found, values[..., column])
    return found


def distances(ones: Any, others: Any) -> Any:
    """How far each of some points (n, 2) lies from each of others (m, 2): (n, m)."""
    across, down = (ones[:, None, axis] - others[None, :, axis] for axis in (0, 1))
    return np.sqrt(across * across + down * down)


def inside_convex(points: Any, outlines: Any) -> Any:
    """Which points (m, n, 2) lie in convex outlines (m, k, 2) that go round either way, each among its own, (m, n)."""
    edge = (np.roll(outlines, -1, axis=1) - outlines)[:, None]
    away = points[:, :, None] - outlines[:, None]
    cross = edge[..., 0] * away[..., 1] - edge[..., 1] * away[..., 0]
    return (cross >= 0).all(axis=2) | (cross <= 0).all(axis=2)


def runs(wanted: NDArray[np.bool_]) -> Iterator[tuple[int, int, int]]:
    """Row, first column and the column after the last, of every run of those that are wanted (rows, columns)."""
    for row in np.flatnonzero(wanted.any(axis=1)).tolist():
        edges = np.flatnonzero(np.diff(np.concatenate([[0], wanted[row].astype(np.int8), [0]])))
        yield from ((row, first, end) for first, end in edges.reshape(-1, 2).tolist())
