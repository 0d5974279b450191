"""Shadows of a window's bars, a hand or a cup, taken off a picture: how light it is on every spot of the boards.

Codes tell the light where they lie, and a shadow's edge runs between them. But it is known what is printed on each
place and which colours may lie upon it, and the light on a spot is one in which it shows one of those. Where several
are, its neighbours tell: light changes where the picture grows darker without another colour, and seldom elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.plainkinds import plain_kinds
from vision.pixels.arrays import BgrImage, Floats, PointsPx, Samples, median
from vision.pixels.codes import true_to_print
from vision.pixels.colours import ColourSettings, lab_beyond_white
from vision.pixels.semi_global import semi_global
from vision.places.shot import SolvedShot
from vision.settings.uncoded import ShadowSettings
from vision.uncoded.colour_fit import BEYOND_MM, LEAST_CODES, CodeTones, code_tones
from vision.uncoded.materials import materials_of, veiled_lab
from vision.uncoded.veil import smooth

LUMINANCE = np.array([0.0722, 0.7152, 0.2126])
"""Of linear blue, green, red."""
LIGHTNESS_HALF = np.array([0.5, 1.0, 1.0], np.float32)
"""What L, a and b count in differences of colours."""
GRID_PX = 6
"""Light as codes tell it varies slowly: it is computed for blocks of so many pixels of the shrunk picture."""
OUTSIDE, RIM = -2, -1
"""Of pixels beside all sheets, and on a sheet beside its places."""
TINT_HELD = 0.3
"""So much spread of the light's logarithm speaks for shadows as colourless as the light."""
LEAST_PX = 8
"""Pixels of the shrunk picture that its sheets are wide and high, without which nothing is looked for."""
DARKEST = 3.0
"""Grey level below which edges are noise."""


@dataclass(frozen=True, slots=True, eq=False)
class Printed:
    """A place of a board, and what is printed there."""

    name: str
    outline_px: PointsPx
    colours: Floats
    """Lab (k, 3) of its print as the file has it, through the veil; none where nobody knows it."""


@dataclass(frozen=True, slots=True, eq=False)
class CastShadows:
    """Where shadows fall on the sheets of a picture."""

    gain: Samples
    """By how much each level of a shrunk picture is higher in one light, (rows, columns, 3)."""
    places: frozenset[str]
    """The places which that makes lighter or darker than their codes' light would."""

    def taken_off(self, shot: SolvedShot) -> SolvedShot:
        """The shot as if one light fell on all its sheets: this one, or another of the same size in the same light."""
        return replace(shot, image=_lit(shot.image, self.gain))


def cast_shadows(shot: SolvedShot, places: Sequence[Printed], least_apart: float) -> CastShadows | None:
    """The shadows on a shot's sheets; None where its codes lie in one light, or it is grey.

    Their lights must be that much apart (natural logarithm).
    """
    if shot.image.ndim == 2:
        return None
    settings = shot.settings.uncoded
    own, exponent = settings.shadows, settings.usual_exponent
    tones = code_tones(shot.image, shot.codes, shot.plane, shot.settings.boards.white_correlation)
    if len(tones.where) < LEAST_CODES:
        return None
    lights = _Lights.of(tones, exponent)
    if lights.apart(own.near_mm) < least_apart:
        return None
    view = _View.of(shot, places, own)
    if min(view.owner.shape) < LEAST_PX:
        return None
    told = lights.between_codes(shot, view, settings.white_near_mm)
    levels = np.arange(lights.lightness.min() - own.beyond, lights.lightness.max() + own.beyond + own.step, own.step)
    costs = _costs(shot, view, places, np.exp(lights.colour_at(levels)), exponent, own)
    inside = told[view.box]
    costs += own.told * np.minimum(0.5 * ((levels - inside[..., None]) / own.told_sd) ** 2, 1.0).astype(np.float32)
    _at_codes(costs, shot, view, levels, lights, own)
    found = _likeliest(costs, levels, *_prices(view.softened, lights.tint_slope, exponent, own))
    off = found - inside
    light = told.copy()
    light[view.box] = found
    usual = float(np.quantile(lights.lightness, own.usual))
    gain = np.exp((usual - light)[..., None] * (1.0 + lights.tint_slope) / exponent).astype(np.float32)
    moved = np.bincount(view.owner[(np.abs(off) > own.moved) & (view.owner >= 0)], minlength=len(places))
    whole = np.bincount(view.owner[view.owner >= 0], minlength=len(places))
    names = frozenset(one.name for one, m, w in zip(places, moved, whole, strict=True) if m > own.moved_share * w)
    return CastShadows(gain, names)


@dataclass(frozen=True, slots=True, eq=False)
class _Lights:
    """What falls on each code."""

    where: Floats
    """On the table, (n, 2)."""
    lightness: Floats
    """Natural logarithm of white's luminance, (n,)."""
    tint: Floats
    """By how much that of blue, green and red is more where it is as light as usual, (3,), ..."""
    tint_slope: Floats
    """... and by how much more than that for one more of lightness: shadows are bluer than the sun, (3,)."""
    usual: float
    """The lightness of most."""

    @staticmethod
    def of(tones: CodeTones, exponent: float) -> _Lights:
        white = (np.maximum(tones.whites, 1.0) / 255.0) ** exponent
        lightness = np.log(white @ LUMINANCE)
        usual = float(lightness.mean())
        tints = np.log(white) - lightness[:, None]
        terms = np.column_stack([np.ones(len(white)), lightness - usual])
        held = np.vstack([terms, [0.0, TINT_HELD]])
        tint, slope = np.linalg.lstsq(held, np.vstack([tints, np.zeros(3)]), rcond=None)[0]
        return _Lights(tones.where, lightness, tint, slope, usual)

    def apart(self, near_mm: float) -> float:
        """By how much the lightness of two codes near one another differs at most."""
        far = np.linalg.norm(self.where[:, None] - self.where, axis=2)
        return float(np.abs(self.lightness[:, None] - self.lightness)[far < near_mm].max())

    def colour_at(self, lightness: Floats) -> Floats:
        """Logarithms of blue, green and red (n, 3) of light that is so light (n,)."""
        return lightness[:, None] + self.tint + (lightness - self.usual)[:, None] * self.tint_slope

    def between_codes(self, shot: SolvedShot, view: _View, near_mm: float) -> Samples:
        """Lightness all over the shrunk picture (rows, columns), smoothed between the codes."""
        rows, columns = view.size
        x, y = np.meshgrid(np.arange(0, columns + GRID_PX, GRID_PX), np.arange(0, rows + GRID_PX, GRID_PX))
        pixels = (np.stack([x, y], axis=-1) + 0.5) * view.shrunk - 0.5
        points = shot.plane.to_table(np.asarray(pixels.reshape(-1, 2), np.float64))
        low, high = self.where.min(axis=0) - BEYOND_MM, self.where.max(axis=0) + BEYOND_MM
        even = smooth(np.clip(np.nan_to_num(points), low, high), self.where, self.lightness[:, None], near_mm)
        grid = even.reshape(x.shape).astype(np.float32)
        size = (grid.shape[1] * GRID_PX, grid.shape[0] * GRID_PX)
        return np.asarray(cv2.resize(grid, size, interpolation=cv2.INTER_LINEAR)[:rows, :columns], np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """The shrunk picture, and the part of it in which sheets lie."""

    shrunk: int
    """Its pixels are so many of the picture's high and wide."""
    size: tuple[int, int]
    """Its rows and columns."""
    box: tuple[slice, slice]
    part: BgrImage
    """Of the shrunk picture in the box, ..."""
    softened: BgrImage
    """... and the same with less noise."""
    owner: NDArray[np.int32]
    """The number of the place of each of its pixels, `RIM` or `OUTSIDE`."""

    @staticmethod
    def of(shot: SolvedShot, places: Sequence[Printed], settings: ShadowSettings) -> _View:
        height, width = shot.image.shape[:2]
        shrunk = max(1, round(max(height, width) / settings.longest_px))
        rows, columns = height // shrunk, width // shrunk
        whole = shot.image[: rows * shrunk, : columns * shrunk]
        small = np.asarray(cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)
        owner = np.full((rows, columns), OUTSIDE, np.int32)
        sheets = [
            shot.plane.to_picture(sheet.to_table(np.array(sheet.part.outline_mm))) / shrunk
            for sheet in shot.table.sheets
        ]
        for number, outline in [
            *((RIM, outline) for outline in sheets),
            *((number, place.outline_px / shrunk) for number, place in enumerate(places)),
        ]:
            if np.isfinite(outline).all():
                cv2.fillPoly(owner, [np.rint(np.clip(outline, -4000, 4000)).astype(np.int32)], number)
        seen = np.argwhere(owner > OUTSIDE)
        (top, left), (bottom, right) = (seen.min(axis=0), seen.max(axis=0) + 1) if len(seen) else ((0, 0), (1, 1))
        box = slice(int(top), int(bottom)), slice(int(left), int(right))
        part = np.ascontiguousarray(small[box])
        return _View(shrunk, (rows, columns), box, part, np.asarray(cv2.medianBlur(part, 3), np.uint8), owner[box])


def _costs(
    shot: SolvedShot,
    view: _View,
    places: Sequence[Printed],
    lights: Floats,
    exponent: float,
    settings: ShadowSettings,
) -> Samples:
    """By how many nats each pixel (rows, columns, levels) speaks against each light: 0 beside all sheets.

    `lights` are linear blue, green, red (levels, 3). A pixel shows its place's print, or a piece; between places
    whatever the game prints, where we printed all of it.
    """
    kinds = plain_kinds(shot.pieces, shot.game) if shot.pieces is not None else ()
    pieces = [material.lab for material in materials_of(kinds, shot.settings.uncoded)]
    printed = [veiled_lab(colour) for colour in dict.fromkeys(shot.game.palette.values())]
    numbers: dict[bytes, int] = {}
    looks = [np.array(printed)]
    look_of = []
    for one in places:
        key = one.colours.tobytes()
        if len(one.colours) and key not in numbers:
            numbers[key] = len(looks)
            looks.append(np.array([*one.colours, *pieces]))
        look_of.append(numbers.get(key, -1))
    ours = -1 not in look_of  # a board that we did not print has a rim that we did not print
    look = np.array([*look_of, -1, 0 if ours else -1])[view.owner]  # the last two are of `OUTSIDE` and `RIM`
    linear = ((np.maximum(view.part[..., ::-1], 1) / 255.0) ** exponent).astype(np.float32)  # red first
    white = lights[:, ::-1].astype(np.float32)
    costs = np.zeros((*look.shape, len(lights)), np.float32)
    veil = np.float32(ColourSettings().veil)
    for number in np.unique(look[look >= 0]):  # of a board that we did not print nothing has a look
        colours, mine = looks[number], look == number
        shown = linear[mine][:, None] / white
        np.minimum(shown, 4.0, out=shown)
        lab = lab_beyond_white((shown + veil) / (1.0 + veil)).reshape(-1, 3) * LIGHTNESS_HALF
        those = (colours * LIGHTNESS_HALF).astype(np.float32)
        nearest = ((those**2).sum(axis=1)[:, None] - 2.0 * those @ lab.T).min(axis=0)
        away2 = (np.einsum("ij,ij->i", lab, lab) + nearest).reshape(-1, len(lights))
        costs[mine] = np.minimum(0.5 * away2 / settings.colour_delta**2, settings.most_nats)
    return costs


def _at_codes(
    costs: Samples, shot: SolvedShot, view: _View, levels: Floats, lights: _Lights, settings: ShadowSettings
) -> None:
    """Sets the costs of pixels on codes: there the light is known."""
    corner = np.array([view.box[1].start, view.box[0].start])
    chosen = true_to_print(shot.codes, shot.settings.boards.white_correlation)
    for code, lightness in zip(chosen, lights.lightness, strict=True):
        mask = np.zeros(costs.shape[:2], np.uint8)
        outline = code.middle_px + settings.code_share * (code.corners_px - code.middle_px)
        cv2.fillPoly(mask, [np.rint(outline / view.shrunk - corner).astype(np.int32)], 1)
        off = (levels - lightness) / settings.code_sd
        costs[mask > 0] = np.minimum(0.5 * off**2, settings.most_code_nats).astype(np.float32)


def _prices(
    part: BgrImage, tint_slope: Floats, exponent: float, settings: ShadowSettings
) -> tuple[tuple[Samples, Samples], tuple[Samples, Samples]]:
    """What the next level of light, and any other, costs between pixels one under another, and side by side.

    Less where the picture grows darker without another colour: a material's edge mostly has both.
    """
    logs = (np.log(np.maximum(part, DARKEST) / 255.0) * exponent).astype(np.float32)
    noise = float(median(np.abs(logs[:, 2:] - 2.0 * logs[:, 1:-1] + logs[:, :-2]).ravel()))
    way = (1.0 + tint_slope) / np.linalg.norm(1.0 + tint_slope)
    edge = settings.edge + noise
    steps, jumps = [], []
    for values in (logs, logs.transpose(1, 0, 2)):
        change = values[1:] - values[:-1]
        along = change @ way
        beside = np.linalg.norm(change - along[..., None] * way, axis=-1)
        flat = np.exp(-np.maximum(np.abs(along) / np.sqrt(3.0) - beside, 0.0) / edge).astype(np.float32)
        steps.append(settings.step_nats * flat + settings.edge_step_nats)
        jumps.append(settings.jump_nats * flat + settings.edge_jump_nats)
    return (steps[0], steps[1]), (jumps[0], jumps[1])


def _likeliest(
    costs: Samples, levels: Floats, steps: tuple[Samples, Samples], jumps: tuple[Samples, Samples]
) -> Samples:
    """The light of each pixel (rows, columns): the mean of its levels, as likely as each is."""
    by_level = np.ascontiguousarray(semi_global(costs, steps, jumps).transpose(2, 0, 1))
    shares = np.exp(by_level.min(axis=0) - by_level)
    return np.asarray(np.tensordot(levels.astype(np.float32), shares, axes=1) / shares.sum(axis=0), np.float32)


def _lit(image: BgrImage, gain: Samples) -> BgrImage:
    """The picture with each level that many times as high, told in a shrunk picture."""
    size = (image.shape[1], image.shape[0])
    whole = cv2.resize(gain, size, interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.multiply(image, whole, dtype=cv2.CV_8U), np.uint8)
