"""Colour under any light: Lab values that can be compared, from what white and printed patches look like beside it.

The camera's values are made linear, divided by what white sends at the same place, and carried on by a 3 x 3 matrix
that leaves white white and is held near none at all: cameras balance their colours themselves, and what is left of a
patch's own colour after print, blur and noise tells little more. `docs/calibration.md` has the measured errors. Colours
are compared by their means and covariances, and where the second is too near, the answer is none.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from tabletop.gamefile import Rgb
from tabletop.profiles import TaughtColour
from vision.pixels.arrays import Samples, median

Values = npt.NDArray[np.float64]

SRGB_TO_XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
                        [0.0193339, 0.1191920, 0.9503041]])  # fmt: skip
"""IEC 61966-2-1, D65."""
WHITE_XYZ = SRGB_TO_XYZ.sum(axis=1)
OPPONENT = np.array([[1.0, -1.0, 0.0], [1.0, 1.0, -2.0]]) / np.sqrt([[2.0], [6.0]])
"""Two directions of red, green and blue at right angles to grey."""
FREE_RIDGE = 0.003
"""Of the matrix that only tells how well print fits."""
ROUNDS = 6
"""In which what does not fit loses its weight."""
LAB_OF_ROOTS = np.array([[0.0, 116.0, 0.0, -16.0], [500.0, -500.0, 0.0, 0.0], [0.0, 200.0, -200.0, 0.0]], np.float32)
"""From the cube roots of XYZ against white."""


@dataclass(frozen=True, slots=True)
class ColourSettings:
    """What tunes colours; fitted on simulated lights and sensors."""

    inner_share: float = 0.6
    """Share of a patch's side that is sampled, about its middle: its rim holds blur and misregistration."""
    grid: int = 6
    """Samples along a patch's side."""
    clipped_from: float = 250.0
    """Of 255: from here a channel may be clipped (MARKERS: without clipped patches 1.0 % instead of 2.9 % wrong)."""
    dull: float = 0.9
    """Print has about so much of the colour that it should have. In eight of ten path-traced tuning pictures patches
    show 0.54 to 1.05 of it, in virtual ones 0.57 to 0.79; with 1 dim pictures are read a little worse."""
    ridge: float = 0.3
    """Weight that holds the matrix at none, relative to one patch. With 0.003 patches of five pixels settle it: painted
    pieces and ground are off by 8.6 and 6.5 in place of 7.2 and 5.3 (median Delta E, 41 path-traced and 93 virtual
    tuning pictures); 3 does as well as this."""
    veil: float = 0.03
    """Share of white light laid over every colour before Lab is taken: without it what is left of flare and curve in
    dark saturated colours weighs more than the colours themselves."""
    outlier_delta: float = 14.0
    """Delta E (CIE 1976) of a patch against the fit at which it counts half, and beyond which it says nothing of how
    well print fits."""
    usual_lightness_sd: float = 3.0
    """Standard deviation of a corrected L between pictures under different lights."""
    usual_chroma_sd: float = 4.5
    """The same for a and b; both measured as scatter between two lights."""


@dataclass(frozen=True, slots=True, eq=False)
class PatchSamples:
    """What a picture shows at N quads: medians (blue, green, red), their spread, and which can be used."""

    bgr: Values
    """Shape (N, 3), 0 to 255."""
    spread: Values
    """Shape (N,), median absolute deviation over the samples, the largest of the channels."""
    visible: npt.NDArray[np.bool_]
    """Shape (N,), whether the quad lies in the picture."""
    clipped: npt.NDArray[np.bool_]
    """Shape (N,), whether a channel may be clipped."""


def sample_patches(
    image: npt.NDArray[np.uint8], quads_px: npt.ArrayLike, settings: ColourSettings | None = None
) -> PatchSamples:
    """Colours at quads of shape (N, 4, 2) in a picture of shape (height, width, 3)."""
    settings = settings or ColourSettings()
    quads = np.asarray(quads_px, dtype=np.float64).reshape(-1, 4, 2)
    height, width = image.shape[:2]
    steps = 0.5 + settings.inner_share * (np.linspace(0.0, 1.0, settings.grid) - 0.5)
    across, down = (axis.ravel() for axis in np.meshgrid(steps, steps))
    weights = np.stack([(1 - across) * (1 - down), across * (1 - down), across * down, (1 - across) * down])
    points = np.einsum("kp,nkd->npd", weights, quads)
    inside = (
        (points[..., 0] >= 0) & (points[..., 0] <= width - 1) & (points[..., 1] >= 0) & (points[..., 1] <= height - 1)
    )
    finite = np.nan_to_num(points, nan=0.0, posinf=0.0, neginf=0.0)
    columns = np.clip(np.rint(finite[..., 0]), 0, width - 1).astype(np.intp)
    rows = np.clip(np.rint(finite[..., 1]), 0, height - 1).astype(np.intp)
    values = image[rows, columns].astype(np.float64)
    medians = median(values.transpose(0, 2, 1))
    spread = median(np.abs(values - medians[:, None, :]).transpose(0, 2, 1)).max(axis=1, initial=0.0)
    return PatchSamples(medians, spread, inside.all(axis=1), (medians >= settings.clipped_from).any(axis=1))


@dataclass(frozen=True, slots=True, eq=False)
class ColourMatrix:
    """Carries light, white's being 1, to linear sRGB as the palette is written; made by `fit_matrix`."""

    values: Values
    """`light @ values`, shape (3, 3); white stays white."""
    residual: float = 0.0
    """Root mean square Delta E (CIE 1976) that is left when any matrix may be taken; 0 without patches."""


def fit_matrix(
    light: Values, references: Sequence[Rgb], usable: npt.NDArray[np.bool_], settings: ColourSettings | None = None
) -> ColourMatrix:
    """The matrix by N patches: their linear light (N, 3), red first, white's being 1, against the palette's sRGB.

    `usable` (N,) leaves out what is clipped or hidden; what does not fit counts little.
    """
    settings = settings or ColourSettings()
    if not usable.any():
        return ColourMatrix(np.eye(3))
    light, printed = light[usable], linear_from_srgb(np.asarray(references, np.float64)[usable])
    grey = printed.mean(axis=1, keepdims=True)
    wanted = grey + settings.dull * (printed - grey)
    more, _ = _robust(light @ OPPONENT.T, wanted - light, light, wanted, settings.ridge, settings)
    lifted = np.column_stack([light, np.ones(len(light))])  # black print is grey
    _, misfit = _robust(lifted, printed - light, light, printed, FREE_RIDGE, settings)
    kept = misfit[misfit < max(settings.outlier_delta, 3.0 * float(median(misfit)))]
    return ColourMatrix(np.eye(3) + OPPONENT.T @ more, float(np.sqrt((kept**2).mean())))


def _robust(
    seen: Values, wanted: Values, light: Values, printed: Values, ridge: float, settings: ColourSettings
) -> tuple[Values, Values]:
    """The change (k, 3) for which `seen` (n, k) times it is `wanted` (n, 3), and Delta E (n,) that is left of print."""
    # A relative error of a dark colour is seen as much as one of a light colour: rows are weighed accordingly.
    weights = 1.0 / (printed.mean(axis=1) + 0.12)
    hold = ridge * len(seen) * np.eye(seen.shape[1])
    trust, change, misfit = np.ones(len(seen)), np.zeros((seen.shape[1], 3)), np.zeros(len(seen))
    for _ in range(ROUNDS):
        across = (seen * (trust * weights**2)[:, None]).T
        change = np.linalg.solve(across @ seen + hold, across @ wanted)
        carried = light + seen @ change
        misfit = np.linalg.norm(_veiled_lab(carried, settings.veil) - _veiled_lab(printed, settings.veil), axis=1)
        trust = 1.0 / (1.0 + (misfit / settings.outlier_delta) ** 2)
    return change, misfit


def total_covariance(colour: TaughtColour, settings: ColourSettings) -> Values:
    """The colour's own covariance and what a change of light adds, shape (3, 3)."""
    light = np.diag([settings.usual_lightness_sd**2, settings.usual_chroma_sd**2, settings.usual_chroma_sd**2])
    total: Values = np.asarray(colour.covariance, dtype=np.float64) + light
    return total


def linear_from_srgb(srgb: npt.ArrayLike) -> Values:
    """Linear light 0 to 1 of sRGB values 0 to 255, any shape (IEC 61966-2-1)."""
    share = np.asarray(srgb, dtype=np.float64) / 255.0
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def lab_from_linear(linear: npt.ArrayLike) -> Values:
    """CIE Lab (D65, 2 degrees) of linear sRGB of shape (..., 3); negative light counts as none."""
    xyz = np.maximum(np.asarray(linear, dtype=np.float64) @ SRGB_TO_XYZ.T, 0.0) / WHITE_XYZ
    curve = np.cbrt(xyz)
    dark = xyz <= 216 / 24389
    curve[dark] = (24389 / 27 * xyz[dark] + 16) / 116
    x, y, z = np.moveaxis(curve, -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def srgb_from_lab(lab: npt.ArrayLike, settings: ColourSettings | None = None) -> Rgb:
    """The sRGB value 0 to 255 that has this Lab, through the veil; the nearest where a screen can't show it."""
    linear = np.clip(linear_from_lab(lab, settings), 0.0, 1.0)
    share = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    red, green, blue = (round(255 * value) for value in share.tolist())
    return (red, green, blue)


def linear_from_lab(lab: npt.ArrayLike, settings: ColourSettings | None = None) -> Values:
    """Linear sRGB (..., 3) that is seen as this Lab through the veil."""
    veil = (settings or ColourSettings()).veil
    lightness, green_red, blue_yellow = np.moveaxis(np.asarray(lab, dtype=np.float64), -1, 0)
    y = (lightness + 16) / 116
    curve = np.stack([y + green_red / 500, y, y - blue_yellow / 200], axis=-1)
    xyz = np.where(curve > 6 / 29, curve**3, (116 * curve - 16) * 27 / 24389) * WHITE_XYZ
    return np.asarray(np.linalg.solve(SRGB_TO_XYZ, xyz[..., None])[..., 0] * (1.0 + veil) - veil)


def lab_through_veil(linear: npt.ArrayLike, settings: ColourSettings | None = None) -> Values:
    """Lab (D65) of linear sRGB (..., 3), seen through the veil."""
    return _veiled_lab(np.asarray(linear, dtype=np.float64), (settings or ColourSettings()).veil)


def _veiled_lab(linear: Values, veil: float) -> Values:
    return lab_from_linear((np.maximum(linear, -0.5 * veil) + veil) / (1.0 + veil))


def lab_beyond_white(linear: Samples) -> Samples:
    """Lab (D65) of linear red, green, blue (rows, columns, 3), float32, that is nowhere darker than 0.9 % of white.

    OpenCV has that too, but takes all that is lighter than white for white.
    """
    roots = np.cbrt(cv2.transform(linear, (SRGB_TO_XYZ / WHITE_XYZ[:, None]).astype(np.float32)))
    return np.asarray(cv2.transform(roots, LAB_OF_ROOTS), np.float32)
