"""What a photograph is worth to the reader: size of codes, light, sharpness, glare."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.pixels.arrays import BgrImage, Floats, GreyImage, PointsPx, sample_levels, to_grey
from vision.pixels.codes import corners_of, sides_px
from vision.pixels.edges import light_table
from vision.reading import FrameReading
from vision.settings import EdgeSettings

REGIONS = (
    ("upper left", "top", "upper right"),
    ("left", "middle", "right"),
    ("lower left", "bottom", "lower right"),
)
BLOWN_LEVEL = 250
"""From this grey level on, a lamp or the sensor has washed out what was printed."""

LEAST_RISE = 10.0
"""Light, of 0 to 255, by which a side must rise from black to white for its softness to be told. Chosen by hand."""

FAINT, KEPT = 0.15, 0.868
"""Parts of an edge fainter than this against its steepest part are noise; a bell curve cut there keeps so much of its
standard deviation."""


@dataclass(frozen=True, slots=True)
class PhotoFacts:
    """Figures of one photograph; None where no code was seen to measure them on."""

    codes: int
    px_per_module: float | None
    """In the middle of all codes."""
    px_per_module_smallest: float | None
    """Nine of ten codes are larger."""
    paper_level: float | None
    """Grey level (0 to 255) of the white in the middle of all codes."""
    contrast: float | None
    """White minus black of the weakest tenth of the codes, grey levels."""
    blur_px: float | None
    """How soft edges are: the standard deviation of their spread, in pixels."""
    tilt_deg: float | None
    blown: tuple[tuple[str, float], ...]
    """Region of the picture -> share of its pixels that are washed out, the worst first."""


def facts_of(image: BgrImage | GreyImage, sight: FrameReading) -> PhotoFacts:
    """Measure a photograph (height, width[, 3]) of which this is the sight."""
    grey = to_grey(image)
    codes = [code for code in sight.codes if code.own]
    tilt = None if sight.table is None else sight.table.plane.tilt_deg
    if not codes:
        return PhotoFacts(0, None, None, None, None, None, tilt, blown_regions(grey))
    corners = corners_of(codes)
    modules = sides_px(corners).mean(axis=1) / sight.game.codes.modules
    white, black = _levels(grey, corners, sight.game.codes.modules)
    return PhotoFacts(
        codes=len(codes),
        px_per_module=float(np.median(modules)),
        px_per_module_smallest=float(np.percentile(modules, 10)),
        paper_level=float(np.median(white)),
        contrast=float(np.percentile(white - black, 10)),
        blur_px=_blur_px(grey, corners, sight.game.codes.modules),
        tilt_deg=tilt,
        blown=blown_regions(grey),
    )


def blown_regions(grey: GreyImage) -> tuple[tuple[str, float], ...]:
    """Each ninth of the picture with the share of its pixels that are washed out, the worst first."""
    step = max(1, max(grey.shape) // 1000)
    small = grey[::step, ::step] >= BLOWN_LEVEL
    shares = [
        (name, float(part.mean()))
        for names, band in zip(REGIONS, np.array_split(small, 3), strict=True)
        for name, part in zip(names, np.array_split(band, 3, axis=1), strict=True)
    ]
    return tuple(sorted(shares, key=lambda one: -one[1]))


def _levels(grey: GreyImage, corners: PointsPx, modules: int) -> tuple[Floats, Floats]:
    """White and black (n,) of codes: paper just outside their sides, and their black border."""
    middle = corners.mean(axis=1, keepdims=True)
    following = corners[:, [1, 2, 3, 0]]
    shares = np.array([0.2, 0.4, 0.6, 0.8])[:, None]
    border = (corners[:, :, None] * (1 - shares) + following[:, :, None] * shares).reshape(len(corners), -1, 2)
    inside = middle + (border - middle) * (1 - 1 / modules)
    outside = middle + (border - middle) * (1 + 1 / modules)
    white = np.median(sample_levels(grey, outside).astype(float), axis=1)
    return white, np.median(sample_levels(grey, inside).astype(float), axis=1)


def _blur_px(grey: GreyImage, corners: PointsPx, modules: int) -> float | None:
    """Standard deviation of how an edge spreads, from the codes' sides; None where no side shows an edge.

    In light, not in grey levels, a blurred edge's slope is the blur itself; its second moment is taken within one
    module to each side.
    """
    following = corners[:, [1, 2, 3, 0]]
    along = following - corners
    length = sides_px(corners)[..., None]
    turning = along[:, :1, 0] * along[:, 1:2, 1] - along[:, :1, 1] * along[:, 1:2, 0]  # negative in a mirrored picture
    outward = np.stack([along[..., 1], -along[..., 0]], axis=-1) / np.maximum(length, 1e-6)
    outward = outward * np.sign(turning)[..., None]
    shares = np.array([0.3, 0.5, 0.7])[:, None]
    starts = corners[:, :, None] * (1 - shares) + following[:, :, None] * shares
    reach = length[..., None, :] / modules * 0.9
    steps = np.linspace(-1, 1, 41)
    points = starts[..., None, :] + (outward[:, :, None] * reach)[..., None, :] * steps[:, None]
    profile = light_table(EdgeSettings().light_exponent)[sample_levels(grey, points)].astype(float)
    rise = np.maximum(np.diff(profile, axis=-1), 0.0)
    rise = np.where(rise >= FAINT * rise.max(axis=-1, keepdims=True), rise, 0.0)
    weight = rise.sum(axis=-1)
    clear = weight > LEAST_RISE
    if not clear.any():
        return None
    between = (steps[1:] + steps[:-1]) / 2
    mean = (rise * between).sum(axis=-1) / np.maximum(weight, 1e-6)
    spread = (rise * (between - mean[..., None]) ** 2).sum(axis=-1) / np.maximum(weight, 1e-6)
    return float(np.median((np.sqrt(spread) * reach[..., 0])[clear])) / KEPT


def places_in_words(places: Sequence[str], most: int = 6) -> str:
    """A few places by name, and how many more there are."""
    named = ", ".join(places[:most])
    return named if len(places) <= most else f"{named} and {len(places) - most} more"
