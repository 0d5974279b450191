"""The picture in corrected colours: patches settle curve, flare and matrix, the codes' white settles the light."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.gamefile import GameFile
from vision.pixels.arrays import Floats, PointsMm, PointsPx, Samples
from vision.pixels.colours import (
    ColourCorrection,
    ColourSettings,
    fit_correction,
    linear_from_srgb,
)
from vision.pixels.noise import IN_LAB, calmed, noise_of
from vision.places.shot import SolvedShot
from vision.settings.uncoded import PlainSettings
from vision.table.plane import TablePlane
from vision.table.sheet_patches import SheetPatches, patches_on_sheets
from vision.table.sheets import SolvedTable
from vision.uncoded.veil import Veil, smooth, veil_of

GRID_PX = 24
"""Light varies slowly: it is computed once per block of so many pixels."""
RIM_MM = 60.0
"""So far beyond the sheets colours are still looked at."""
LEAST_PATCHES = 4
LIGHT_PRINT = 0.15
"""Linear light of print from which flare counts little."""
NEAR_GREY_MM = 90.0
"""How far a grey patch tells the level of the codes' white."""


@dataclass(frozen=True, slots=True, eq=False)
class ColourField:
    """Lab values (D65, through the veil of `ColourSettings`) of a picture, as float32."""

    lab: Samples
    """(height, width, 3) of the part of the shrunk picture in which the game lies."""
    scale: float
    """Of the shrunk picture."""
    burnt: Samples
    """1 where the picture is white with glare, (height, width)."""
    origin_px: tuple[int, int]
    """Left and top of that part in the shrunk picture."""
    patches: int
    """Colour patches that were used; 0 where only the codes' white was."""
    veil: Veil
    """Of mirrored light, which was taken off."""
    residual: float
    """Root mean square Delta E by which the printed patches differ from the palette after correction; 0 without any."""
    noise: float
    """Standard deviation of the noise before it was smoothed away, Lab's three values added up."""

    def at(self, points_px: PointsPx) -> Samples:
        """Lab at pixels (..., 2) of the full picture."""
        return _sampled(self.lab, self._within(points_px))

    def burnt_at(self, points_px: PointsPx) -> Samples:
        """Share of clipping at pixels (..., 2)."""
        return _sampled(self.burnt, self._within(points_px))

    def _within(self, points_px: PointsPx) -> PointsPx:
        return np.asarray((points_px + 0.5) * self.scale - 0.5 - np.array(self.origin_px))


def colour_field(shot: SolvedShot) -> ColourField:
    """Correct a whole picture (height, width, 3); what patches cannot tell is taken from the codes' white."""
    image, table, game, settings = shot.image, shot.table, shot.game, shot.settings.uncoded
    colours = ColourSettings()
    scale = min(1.0, settings.longest_px / max(image.shape[:2]))
    size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    small = image if scale == 1.0 else np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA))
    left, top, right, bottom = _where_the_game_lies(table, scale, (small.shape[1], small.shape[0]))
    small = small[top:bottom, left:right]
    middle = np.array([[sheet.x_mm, sheet.y_mm] for sheet in table.sheets]).mean(axis=0)
    soft_px = settings.soft_mm * float(table.plane.px_per_mm(middle)) * scale
    if soft_px > 0.5:  # noise
        small = np.asarray(cv2.GaussianBlur(small, (0, 0), soft_px))
    shown = patches_on_sheets(image, table, colours)
    whites, blacks, where = _whites(shot)
    if shown is not None:
        shown = replace(shown, usable=shown.usable & lit_as_codes(shown, game, whites, where, settings))
    correction = _by_patches(shown, game, colours)
    if correction is None:
        correction = _by_whites(whites, where, colours, settings)
    veil = veil_of(where, _light(whites, correction), _light(blacks, correction), settings)
    if veil.shows:
        whites = 255.0 * np.maximum(_light(whites, correction) - veil.light, 0.0)[:, ::-1] ** (1 / correction.exponent)
    spots, logs = _lights(correction, whites, where, shown, game, settings)
    values = np.arange(256) / 255.0
    curve = (values**correction.exponent).astype(np.float32)
    light = curve[small[..., ::-1]]  # red, green, blue
    lights = _table_lights(correction, spots, logs, settings)
    gain = np.maximum(_spread(lights, table.plane, small.shape, (left, top), scale), 1e-3)
    if veil.shows:
        light = light - _spread(veil.at, table.plane, small.shape, (left, top), scale)
    matrix = (correction.matrix / correction.white[:, None]).astype(np.float32)
    offset = (correction.flare @ matrix).astype(np.float32)
    linear = (light / gain) @ matrix - offset
    veiled = (np.maximum(linear, -0.5 * correction.veil) + correction.veil) / (1.0 + correction.veil)
    lab = cv2.cvtColor(np.minimum(veiled, 4.0).astype(np.float32), cv2.COLOR_LRGB2Lab)
    burnt = (small.min(axis=2) >= settings.burnt_level).astype(np.float32)
    used = int(correction.used.sum())
    shown_lab: Samples = np.asarray(lab, np.float32)
    noise = noise_of(shown_lab)
    shown_lab = calmed(shown_lab, noise, IN_LAB)
    return ColourField(shown_lab, scale, burnt, (left, top), used, veil, correction.residual, noise)


def _where_the_game_lies(table: SolvedTable, scale: float, size_px: tuple[int, int]) -> tuple[int, int, int, int]:
    """Left, top, right, bottom in the shrunk picture of all sheets with a rim, in which pieces may stand or lean."""
    rim = np.array([[-RIM_MM, -RIM_MM], [RIM_MM, -RIM_MM], [RIM_MM, RIM_MM], [-RIM_MM, RIM_MM]])
    corners = [
        (sheet.to_table(np.array(sheet.part.outline_mm))[:, None] + rim).reshape(-1, 2) for sheet in table.sheets
    ]
    pixels = table.plane.to_picture(np.concatenate(corners)) * scale
    if not np.isfinite(pixels).all():
        return 0, 0, *size_px
    (left, top), (right, bottom) = np.floor(pixels.min(axis=0)), np.ceil(pixels.max(axis=0))
    width, height = size_px
    left, top = (int(np.clip(value, 0, most - 1)) for value, most in ((left, width), (top, height)))
    return left, top, int(np.clip(right, left + 1, width)), int(np.clip(bottom, top + 1, height))


def _by_patches(shown: SheetPatches | None, game: GameFile, colours: ColourSettings) -> ColourCorrection | None:
    """The correction from the patches; None where they do not suffice."""
    if shown is None or shown.usable.sum() < LEAST_PATCHES:
        return None
    references = [game.palette[name] for name in shown.names]
    return fit_correction(shown.samples.bgr, references, points_mm=shown.places, usable=shown.usable, settings=colours)


def lit_as_codes(
    shown: SheetPatches, game: GameFile, whites: Floats, where: PointsMm, settings: PlainSettings
) -> NDArray[np.bool_]:
    """Which patches (n,) are about as light as their print promises in the light of the nearest code's white.

    A sleeve over one of few white patches would else be the picture's white. What is printed dark tells too little.
    """
    if not len(where):
        return np.ones(len(shown.names), bool)
    nearest = np.linalg.norm(shown.places[:, None] - where, axis=2).argmin(axis=1)
    light = ((whites[nearest] / 255.0) ** settings.usual_exponent).mean(axis=1)
    printed = np.array([linear_from_srgb(game.palette[name]).mean() for name in shown.names])
    seen = ((shown.samples.bgr / 255.0) ** settings.usual_exponent).mean(axis=1)
    off = np.abs(np.log(np.maximum(seen, 1e-4) / np.maximum(light * printed, 1e-4)))
    return np.asarray((off < ColourSettings().alike_light) | (printed < LIGHT_PRINT))


def _lights(
    correction: ColourCorrection,
    whites: Floats,
    where: PointsMm,
    shown: SheetPatches | None,
    game: GameFile,
    settings: PlainSettings,
) -> tuple[PointsMm, Floats]:
    """Logarithms (n, 3) of the light at places (n, 2), by channel, against what the correction expects there.

    Grey patches tell it where white ones burn out; the codes' white, of which there is more, is brought to their level.
    """
    darkest, lightest = settings.white_levels
    usable = ((whites > darkest) & (whites < lightest)).all(axis=1)
    spots, logs = where[usable], _logs(correction, whites[usable], where[usable], 1.0)
    if shown is None or "grey" not in game.palette or not len(correction.used):
        return spots, logs - np.median(logs, axis=0) if len(logs) else logs
    grey = np.array([name == "grey" for name in shown.names]) & shown.usable & correction.used
    if grey.sum() < 2:
        return spots, logs - np.median(logs, axis=0) if len(logs) else logs
    target = float(linear_from_srgb(game.palette["grey"])[1])
    places, greys = shown.places[grey], _logs(correction, shown.samples.bgr[grey], shown.places[grey], target)
    if len(logs):
        level = smooth(spots, places, greys, NEAR_GREY_MM)
        logs = logs - np.median(logs - level, axis=0)
    return np.concatenate([spots, places]), np.concatenate([logs, greys])


def _logs(correction: ColourCorrection, bgr: Floats, places: PointsMm, target: float) -> Floats:
    """Logarithm of the light that neutral surfaces (n, 3) send against what they should, by channel."""
    seen = (bgr[:, ::-1] / 255.0) ** correction.exponent - correction.flare
    even = ((places - correction.middle_mm) @ correction.slope)[:, None]
    return np.asarray(np.log(np.maximum(seen, 1e-4) / (correction.white * target)) - even)


def _light(bgr: Floats, correction: ColourCorrection) -> Floats:
    """Linear red, green, blue of values (n, 3)."""
    return np.asarray((bgr[:, ::-1] / 255.0) ** correction.exponent)


def _whites(shot: SolvedShot) -> tuple[Floats, Floats, PointsMm]:
    """White and black (n, 3), blue first, of the codes of this game, and where on the table (n, 2)."""
    image = shot.image
    chosen = [code for code in shot.codes if code.own and code.correlation > shot.settings.boards.white_correlation]
    if not chosen:
        return np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 2))
    corners = np.array([code.corners_px for code in chosen])
    line = np.linspace(-0.12, 1.12, 19)
    u, v = np.meshgrid(line, line)
    points = (
        corners[:, 0, None, None] * ((1 - u) * (1 - v))[..., None]
        + corners[:, 1, None, None] * (u * (1 - v))[..., None]
        + corners[:, 2, None, None] * (u * v)[..., None]
        + corners[:, 3, None, None] * ((1 - u) * v)[..., None]
    )
    columns = np.clip(np.rint(points[..., 0]), 0, image.shape[1] - 1).astype(int)
    rows = np.clip(np.rint(points[..., 1]), 0, image.shape[0] - 1).astype(int)
    values = image[rows, columns].reshape(len(chosen), -1, 3)
    black, white = np.percentile(values, (8, 92), axis=1)
    return white, black, shot.plane.to_table(corners.mean(axis=1))


def _by_whites(whites: Floats, where: PointsMm, colours: ColourSettings, settings: PlainSettings) -> ColourCorrection:
    """White balance alone, where no patches are printed."""
    white = np.median(whites, axis=0) if len(whites) else np.full(3, 235.0)
    linear = (white[::-1] / 255.0) ** settings.usual_exponent
    middle = where.mean(axis=0) if len(where) else np.zeros(2)
    return ColourCorrection(
        settings.usual_exponent, np.zeros(3), linear, np.eye(3), np.zeros(2), middle, colours.veil, 0.0,
        np.zeros(0, bool),
    )  # fmt: skip


def _table_lights(
    correction: ColourCorrection, spots: PointsMm, logs: Floats, settings: PlainSettings
) -> Callable[[PointsMm], Floats]:
    """How much light falls on table points (n, 2) against that at the patches' middle, by channel, (n, 3)."""
    low, high = (spots.min(axis=0) - 150, spots.max(axis=0) + 150) if len(spots) else (np.zeros(2), np.zeros(2))

    def at(points_mm: PointsMm) -> Floats:
        points = np.clip(np.nan_to_num(points_mm), low, high)  # beyond the horizon nothing is known
        gain = np.exp((points - correction.middle_mm) @ correction.slope)[:, None] * np.ones(3)
        if len(spots) >= 3:
            gain = gain * np.exp(np.clip(smooth(points, spots, logs, settings.white_near_mm), -1.2, 1.2))
        return np.asarray(gain)

    return at


def _spread(
    lights: Callable[[PointsMm], Floats],
    plane: TablePlane,
    shape: tuple[int, ...],
    origin_px: tuple[int, int],
    scale: float,
) -> Samples:
    """The light of each pixel of a part of the shrunk picture, by channel, (height, width, 3)."""
    rows, columns = -(-shape[0] // GRID_PX) + 1, -(-shape[1] // GRID_PX) + 1
    x, y = np.meshgrid(np.arange(columns) * GRID_PX + origin_px[0], np.arange(rows) * GRID_PX + origin_px[1])
    pixels = (np.stack([x, y], axis=-1).reshape(-1, 2).astype(np.float64) + 0.5) / scale - 0.5
    coarse = lights(plane.to_table(np.asarray(pixels, np.float64))).reshape(rows, columns, 3).astype(np.float32)
    fine = cv2.resize(coarse, (columns * GRID_PX, rows * GRID_PX), interpolation=cv2.INTER_LINEAR)
    half = GRID_PX // 2
    return np.asarray(fine[half : half + shape[0], half : half + shape[1]], np.float32)


def _sampled(picture: Samples, points: PointsPx) -> Samples:
    """Values of a float picture at points (..., 2)."""
    flat = points.reshape(-1, 2)
    columns = 4096
    padded = np.zeros((max(1, -(-len(flat) // columns)) * columns, 2), np.float32)
    padded[: len(flat)] = flat
    maps = padded.reshape(-1, columns, 2)
    values = cv2.remap(picture, maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    channels = picture.shape[2:]
    return np.asarray(values, np.float32).reshape(-1, *channels)[: len(flat)].reshape(*points.shape[:-1], *channels)
