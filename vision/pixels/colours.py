"""Colour under any light: from printed reference patches in the same picture to Lab values that can be compared.

The camera's values are made linear with a fitted exponent, freed from flare by the black patches, evened out over the
table by the white and grey ones, and carried to the printed palette by a 3 x 3 matrix that is held near a plain white
balance (ridge regression). `docs/calibration.md` has the measured errors. Colours are compared by their means and
covariances, and where the second is too near, the answer is none.
"""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from tabletop.gamefile import Rgb
from tabletop.profiles import TaughtColour
from tabletop.values import dataclass
from vision.pixels.arrays import Samples, median

Values = npt.NDArray[np.float64]

SRGB_TO_XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
                        [0.0193339, 0.1191920, 0.9503041]])  # fmt: skip
"""IEC 61966-2-1, D65."""
WHITE_XYZ = SRGB_TO_XYZ.sum(axis=1)
LAB_OF_ROOTS = np.array([[0.0, 116.0, 0.0, -16.0], [500.0, -500.0, 0.0, 0.0], [0.0, 200.0, -200.0, 0.0]], np.float32)
"""From the cube roots of XYZ against white."""


@dataclass(frozen=True, slots=True)
class ColourSettings:
    """What tunes colours; fitted with `benchmarks/colours.py` on simulated lights and sensors."""

    inner_share: float = 0.6
    """Share of a patch's side that is sampled, about its middle: its rim holds blur and misregistration."""
    grid: int = 6
    """Samples along a patch's side."""
    clipped_from: float = 250.0
    """Of 255: from here a channel may be clipped (MARKERS: without clipped patches 1.0 % instead of 2.9 % wrong)."""
    exponents: tuple[float, ...] = (1.6, 1.8, 2.0, 2.2, 2.4, 2.6, 2.8)
    """Tried for value -> linear light; cameras' curves differ from sRGB's."""
    ridge: float = 0.003
    """Weight that holds the matrix at plain white balance, relative to one patch."""
    veil: float = 0.03
    """Share of white light laid over every colour before Lab is taken: without it what is left of flare and curve in
    dark saturated colours weighs more than the colours themselves."""
    alike_chroma: float = 0.5
    """Natural logarithm by which a patch's balance of colours may differ from that of most patches of its colour."""
    alike_light: float = 1.1
    """The same for its lightness: threefold over a table in a lamp's light."""
    neutral: float = 0.02
    """Linear red, green and blue of a printed grey differ by no more than this; ..."""
    white_from: float = 0.15
    black_below: float = 0.05
    """... a light one tells the light, a dark one the flare; dark colours scatter twice as much."""
    same_level: float = 0.1
    """Printed greys whose light differs by less than this share are one."""
    least_kept: float = 0.6
    """Share of the patches that is not left out, however ill they fit."""
    outlier_delta: float = 14.0
    """Delta E (CIE 1976) of a patch against the fit beyond which it is covered or in glare, and left out."""
    usual_lightness_sd: float = 3.0
    """Standard deviation of a corrected L between pictures under different lights."""
    usual_chroma_sd: float = 4.5
    """The same for a and b; both measured as scatter between two lights."""
    too_near_ratio: float = 2.2
    """Nats by which the best colour must beat the second before it is told (odds of 9 : 1)."""
    outside_distance: float = 4.5
    """Mahalanobis distance beyond which a value is none of the colours."""


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
class ColourCorrection:
    """Carries a picture's values to the printed palette's Lab; made by `fit_correction`."""

    exponent: float
    flare: Values
    """Linear light at `middle_mm` that perfect black would still send, by channel (red, green, blue), shape (3,)."""
    white: Values
    """Linear light of the white reference at `middle_mm`, by channel, shape (3,)."""
    matrix: Values
    """Balanced linear light (red, green, blue) to linear sRGB: `balanced @ matrix`, shape (3, 3)."""
    slope: Values
    """How the logarithm of the light changes per mm along x and y, shape (2,)."""
    middle_mm: Values
    veil: float
    """`ColourSettings.veil` that it was made with."""
    residual: float
    """Root mean square Delta E (CIE 1976) of the patches that were used."""
    used: npt.NDArray[np.bool_]
    """Which of the patches were used, shape (N,)."""

    def linear(self, bgr: npt.ArrayLike, points_mm: npt.ArrayLike | None = None) -> Values:
        """Linear sRGB of values of shape (..., 3); `points_mm` (..., 2) says where on the table, for uneven light."""
        rgb = np.asarray(bgr, dtype=np.float64)[..., ::-1]
        light = (rgb / 255.0) ** self.exponent
        if points_mm is not None:
            offset = np.asarray(points_mm, dtype=np.float64) - self.middle_mm
            light = light / np.exp(offset @ self.slope)[..., None]
        corrected: Values = ((light - self.flare) / self.white) @ self.matrix
        return corrected

    def lab(self, bgr: npt.ArrayLike, points_mm: npt.ArrayLike | None = None) -> Values:
        """Lab (D65) of values of shape (..., 3), seen through the veil of `ColourSettings`."""
        return _veiled_lab(self.linear(bgr, points_mm), self.veil)


def fit_correction(
    bgr: npt.ArrayLike,
    references: Sequence[Rgb],
    *,
    points_mm: npt.ArrayLike | None = None,
    usable: npt.ArrayLike | None = None,
    settings: ColourSettings | None = None,
) -> ColourCorrection | None:
    """The correction that explains N patches: their values (N, 3) against the palette's sRGB.

    `points_mm` (N, 2) lets the light be uneven; `usable` (N,) leaves out what is clipped or hidden. Patches that do not
    fit are left out too. None where nothing neutral and light (white, or grey when white is clipped) is left.
    """
    settings = settings or ColourSettings()
    rgb = np.asarray(bgr, dtype=np.float64).reshape(-1, 3)[:, ::-1] / 255.0
    targets = linear_from_srgb(np.asarray(references, dtype=np.float64).reshape(-1, 3))
    places = None if points_mm is None else np.asarray(points_mm, dtype=np.float64).reshape(-1, 2)
    keep = np.ones(len(rgb), dtype=bool) if usable is None else np.asarray(usable, dtype=bool).copy()
    keep &= _plausible(rgb, targets, keep, settings)
    best = None
    while True:
        found = _fit(rgb, targets, places, keep, settings)
        if found is None:
            return best
        best = found
        misfit = np.linalg.norm(best.lab(rgb[:, ::-1] * 255.0, places) - _veiled_lab(targets, settings.veil), axis=1)
        misfit[~keep] = 0.0
        worst = int(misfit.argmax())
        limit = max(settings.outlier_delta, 3.0 * float(median(misfit[keep])))
        if misfit[worst] <= limit or keep.sum() <= max(3, settings.least_kept * len(rgb)):
            return best
        keep[worst] = False


def _plausible(
    rgb: Values, targets: Values, keep: npt.NDArray[np.bool_], settings: ColourSettings
) -> npt.NDArray[np.bool_]:
    """Patches that look about like the others of their colour: what covers some of them would spoil every fit."""
    logs = 2.2 * np.log(np.maximum(rgb, 1.0 / 255.0))
    luma, chroma = logs.mean(axis=1), logs - logs.mean(axis=1, keepdims=True)
    plausible = np.ones(len(rgb), dtype=bool)
    _, group = np.unique(np.round(targets, 4), axis=0, return_inverse=True)
    for index in range(int(group.max(initial=-1)) + 1):
        members = np.flatnonzero((group.ravel() == index) & keep)
        if len(members) < 3:
            continue
        off = np.abs(chroma[members] - median(chroma[members].T)).max(axis=1)
        dark = np.abs(luma[members] - median(luma[members]))
        spread = settings.alike_chroma * (1.0 if targets[members[0]].min() > settings.black_below else 2.0)
        plausible[members] = (off < max(spread, 3.0 * float(median(off)))) & (dark < settings.alike_light)
    return plausible


def _fit(
    rgb: Values, targets: Values, places: Values | None, keep: npt.NDArray[np.bool_], settings: ColourSettings
) -> ColourCorrection | None:
    """The correction with the exponent that fits best, all tried side by side; None without a light neutral patch."""
    neutral = keep & (np.ptp(targets, axis=1) < settings.neutral)
    bright = neutral & (targets[:, 1] > settings.white_from)
    if not bright.any():
        return None
    light = rgb ** np.array(settings.exponents)[:, None, None]
    level = _anchor_level(targets[bright, 1])
    anchor = bright & (np.abs(targets[:, 1] - level) < settings.same_level * level)
    dark = neutral & (targets[:, 1] < settings.black_below)
    middle, slope = np.zeros(2), np.zeros((len(light), 2))
    if places is not None:
        middle = places[anchor].mean(axis=0)
        slope = _light_slope(light, targets, places, bright, middle)
        light = light / np.exp(slope @ (places - middle).T)[..., None]
    seen_white = median(light[:, anchor].transpose(0, 2, 1))
    white_value = float(median(targets[anchor, 1]))
    flare = np.zeros_like(seen_white)
    if dark.any():
        seen_black, black_value = median(light[:, dark].transpose(0, 2, 1)), float(median(targets[dark, 1]))
        flare = np.maximum((seen_black * white_value - seen_white * black_value) / (white_value - black_value), 0.0)
        flare = np.minimum(flare, 0.5 * seen_white)
    white = (seen_white - flare) / white_value
    shows = (white >= 1e-4).all(axis=1)
    if not shows.any():
        return None
    balanced = (light - flare[:, None]) / np.maximum(white, 1e-4)[:, None]
    # A relative error of a dark colour is seen as much as one of a light colour: rows are weighed accordingly.
    weights = np.where(keep, 1.0 / (targets.mean(axis=1) + 0.12), 0.0)[:, None]
    seen, wanted = balanced * weights, targets * weights
    hold = settings.ridge * max(float(keep.sum()), 1.0) * np.eye(3)
    across = seen.transpose(0, 2, 1)
    matrix = np.eye(3) + np.linalg.solve(across @ seen + hold, across @ (wanted - seen))
    misfit = _veiled_lab(balanced @ matrix, settings.veil) - _veiled_lab(targets, settings.veil)
    residual = np.where(shows, np.sqrt((misfit[:, keep] ** 2).sum(axis=2).mean(axis=1)), np.inf)
    best = int(residual.argmin())
    return ColourCorrection(
        settings.exponents[best], flare[best], white[best], matrix[best], slope[best], middle, settings.veil,
        float(residual[best]), keep.copy(),
    )  # fmt: skip


def _anchor_level(levels: Values) -> float:
    """The lightest neutral of which enough patches are left: where most white ones burn out, the rest may be hidden."""
    values, counts = np.unique(np.round(levels, 3), return_counts=True)
    enough = counts >= min(max(2.0, 0.25 * float(counts.max())), float(counts.max()))
    return float(values[enough].max())


def _light_slope(
    light: Values, targets: Values, places: Values, bright: npt.NDArray[np.bool_], middle: Values
) -> Values:
    """The planes, (n, 2), through the logarithms of what light neutral patches send, against others of their colour.

    `light` is that of all patches, (n, patches, 3), in n ways.
    """
    chosen = np.flatnonzero(bright)
    levels = np.round(targets[chosen, 1], 3)
    logs = np.log(np.maximum(light[:, chosen].mean(axis=2), 1e-6))
    _, group = np.unique(levels, return_inverse=True)
    offsets = (places[chosen] - middle) / 300.0  # of the order of one over a table
    centred_logs, centred_offsets = logs.copy(), offsets.copy()
    for index in range(group.max() + 1):
        members = group == index
        centred_logs[:, members] -= logs[:, members].mean(axis=1, keepdims=True)
        centred_offsets[members] -= offsets[members].mean(axis=0)
    hold = 0.02 * np.eye(2)
    slope: Values = (
        np.linalg.solve(centred_offsets.T @ centred_offsets + hold, centred_offsets.T @ centred_logs.T).T / 300.0
    )
    return slope


@dataclass(frozen=True, slots=True)
class ColourAnswer:
    """Which of the known colours a value is: none where the second is too near or nothing fits."""

    name: str | None
    best: str
    second: str | None
    lead_nats: float
    """How much likelier the best is than the second, natural logarithm."""
    distance: float
    """Mahalanobis distance to the best."""


def name_colour(
    lab: npt.ArrayLike, colours: Sequence[TaughtColour], settings: ColourSettings | None = None
) -> ColourAnswer:
    """Which of the colours one Lab value of shape (3,) is."""
    settings = settings or ColourSettings()
    value = np.asarray(lab, dtype=np.float64).reshape(1, 3)
    likelihoods = colour_likelihoods(value, colours, settings)
    ranked = sorted(likelihoods, key=lambda name: -float(likelihoods[name][0]))
    lead = float(likelihoods[ranked[0]][0] - likelihoods[ranked[1]][0]) if len(ranked) > 1 else np.inf
    best = next(colour for colour in colours if colour.name == ranked[0])
    distance = float(_distances(value, best, settings)[0])
    told = lead >= settings.too_near_ratio and distance <= settings.outside_distance
    return ColourAnswer(ranked[0] if told else None, ranked[0], ranked[1] if len(ranked) > 1 else None, lead, distance)


def colour_likelihoods(
    lab: npt.ArrayLike, colours: Sequence[TaughtColour], settings: ColourSettings | None = None
) -> Mapping[str, Values]:
    """Colour -> natural log-likelihood density of Lab values (N, 3), each of shape (N,)."""
    settings = settings or ColourSettings()
    values = np.asarray(lab, dtype=np.float64).reshape(-1, 3)
    return {
        colour.name: -0.5 * _distances(values, colour, settings) ** 2
        - 0.5 * np.linalg.slogdet(total_covariance(colour, settings))[1]
        for colour in colours
    }


def separation(one: TaughtColour, other: TaughtColour, settings: ColourSettings | None = None) -> float:
    """How far two colours lie apart, in standard deviations: at d, a guess errs with probability Phi(-d / 2)."""
    settings = settings or ColourSettings()
    difference = np.subtract(one.lab, other.lab)
    pooled = (total_covariance(one, settings) + total_covariance(other, settings)) / 2
    return float(np.sqrt(difference @ np.linalg.solve(pooled, difference)))


def total_covariance(colour: TaughtColour, settings: ColourSettings) -> Values:
    """The colour's own covariance and what a change of light adds, shape (3, 3)."""
    light = np.diag([settings.usual_lightness_sd**2, settings.usual_chroma_sd**2, settings.usual_chroma_sd**2])
    total: Values = np.asarray(colour.covariance, dtype=np.float64) + light
    return total


def _distances(values: Values, colour: TaughtColour, settings: ColourSettings) -> Values:
    """Mahalanobis distances of values (N, 3) to a colour."""
    offsets = values - np.asarray(colour.lab, dtype=np.float64)
    solved = np.linalg.solve(total_covariance(colour, settings), offsets.T).T
    distances: Values = np.sqrt(np.maximum((offsets * solved).sum(axis=1), 0.0))
    return distances


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


def lab_from_srgb(srgb: npt.ArrayLike) -> Values:
    """CIE Lab of sRGB values 0 to 255 of shape (..., 3), red first."""
    return lab_from_linear(linear_from_srgb(srgb))


def lab_beyond_white(linear: Samples) -> Samples:
    """Lab (D65) of linear red, green, blue (rows, columns, 3), float32, that is nowhere darker than 0.9 % of white.

    OpenCV has that too, but takes all that is lighter than white for white.
    """
    roots = np.cbrt(cv2.transform(linear, (SRGB_TO_XYZ / WHITE_XYZ[:, None]).astype(np.float32)))
    return np.asarray(cv2.transform(roots, LAB_OF_ROOTS), np.float32)
