"""How a picture's colours are corrected: by the codes' white, freed from mirrored light, and the printed patches."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tabletop.gamefile import GameFile
from vision.pixels.arrays import BgrImage, Floats, PointsMm, median, quantiles
from vision.pixels.codes import SeenCode, true_to_print
from vision.pixels.colours import ColourMatrix, ColourSettings, fit_matrix, lab_through_veil, linear_from_srgb
from vision.places.shot import SolvedShot
from vision.settings.uncoded import PlainSettings
from vision.table.plane import TablePlane
from vision.table.sheet_patches import SheetPatches, patches_on_sheets
from vision.uncoded.table_colours import TableColours
from vision.uncoded.veil import Veil, smooth, veil_of

LEAST_PATCHES = 4
LEAST_CODES = 4
"""Without which nobody knows what lies over patches, nor how the camera's curve runs."""
LEAST_LIGHTS = 3
"""Places that must tell the light for it to be smoothed between them."""
UNSEEN_WHITE = 235.0
"""Level of white where no code shows it."""
ALIKE_TINT = 0.5
"""Natural logarithm by which a grey patch's balance of colours may differ from that of most: others are covered."""
GREY_OFF = 0.25
"""Natural logarithm by which grey print may be lighter or darker than it should be; more is a shadow beside it."""
MOST_LOG = 1.2
"""Natural logarithm by which the light may differ over a table."""
BEYOND_MM = 150.0
"""So far beyond the outermost places that tell it the light still changes."""


@dataclass(frozen=True, slots=True, eq=False)
class CodeTones:
    """White and black of the codes, blue first, (n, 3) each, and where on the table they lie, (n, 2)."""

    whites: Floats
    blacks: Floats
    where: PointsMm


def table_colours(shot: SolvedShot) -> TableColours:
    """How a picture (height, width, 3) is corrected."""
    settings = shot.settings
    patches = patches_on_sheets(shot.image, shot.table, ColourSettings())
    tones = code_tones(shot.image, shot.codes, shot.plane, settings.boards.white_correlation)
    return fitted_colours(patches, tones, shot.game, settings.uncoded)


def fitted_colours(
    patches: SheetPatches | None, codes: CodeTones, game: GameFile, settings: PlainSettings
) -> TableColours:
    """The codes' white settles the light, the patches the camera's curve and how strong colours look.

    What mirrored light adds is the same for black and white, and in true light only: it is taken off first.
    """
    exponent = settings.usual_exponent
    freed = _freed(patches, codes, exponent, game, settings)
    told = _exponent_told(freed, game, settings)
    if told is not None:
        exponent = float(np.clip(exponent + settings.exponent_trust * (told - exponent), *settings.exponents))
        freed = _freed(patches, codes, exponent, game, settings)
    spots, seen = _lit(freed, exponent, game, settings)
    burnt = freed.where, _light(freed.whites, exponent)
    lights = _smoothed(*((spots, seen) if len(spots) else burnt), exponent, settings)
    shown = freed.patches
    matrix = ColourMatrix(np.eye(3))
    if shown is not None and shown.usable.sum() >= LEAST_PATCHES:
        light = _light(shown.samples.bgr, exponent) / lights(shown.places)
        matrix = fit_matrix(light, [game.palette[name] for name in shown.names], shown.usable)
    return TableColours(exponent, lights, freed.veil, matrix, shown, len(spots))


@dataclass(frozen=True, slots=True, eq=False)
class _Freed:
    """What tells the light, without the veil's."""

    veil: Veil
    whites: Floats
    """Of the codes, blue first, (n, 3), ..."""
    where: PointsMm
    """... and where they lie, (n, 2)."""
    whole: NDArray[np.bool_]
    """Which of them (n,) are neither burnt out nor hardly lit."""
    patches: SheetPatches | None


def _freed(
    patches: SheetPatches | None, codes: CodeTones, exponent: float, game: GameFile, settings: PlainSettings
) -> _Freed:
    """The codes' white and the patches, of which those are usable that look about as they are printed."""
    white, black = (_light(one, exponent) for one in (codes.whites, codes.blacks))
    veil = veil_of(codes.where, white, black, settings)
    whites = _levels(white - veil.light, exponent) if veil.shows else codes.whites
    darkest, lightest = settings.white_levels
    whole = np.asarray((whites > darkest).all(axis=1) & (codes.whites < lightest).all(axis=1))
    if patches is None:
        return _Freed(veil, whites, codes.where, whole, None)
    if veil.shows:
        light = _light(patches.samples.bgr, exponent) - veil.at(patches.places)
        thin = veil.share_at(patches.places) < settings.veil_patches
        samples = replace(patches.samples, bgr=_levels(light, exponent))
        patches = replace(patches, samples=samples, usable=patches.usable & thin & (light > 0.0).all(axis=1))
    usable = patches.usable & like_their_print(patches, replace(codes, whites=whites), game, settings)
    return _Freed(veil, whites, codes.where, whole, replace(patches, usable=usable))


def like_their_print(
    shown: SheetPatches, codes: CodeTones, game: GameFile, settings: PlainSettings
) -> NDArray[np.bool_]:
    """Which patches (n,) look about as they are printed, between white and black of the codes round them.

    A sleeve or a hand over some of them would else be the picture's white, grey and red. Where most are off, it is the
    camera, and what counts is which are more so.
    """
    if len(codes.where) < LEAST_CODES:
        return np.ones(len(shown.names), bool)
    tones = smooth(shown.places, codes.where, np.hstack([codes.whites, codes.blacks]), settings.white_near_mm)
    white, black = (np.maximum(_light(one, settings.usual_exponent), 1e-4) for one in (tones[:, :3], tones[:, 3:]))
    dark = np.minimum(black / white, settings.patch_darkest)
    light = (_light(shown.samples.bgr, settings.usual_exponent) / white - dark) / (1.0 - dark)
    printed = linear_from_srgb([game.palette[name] for name in shown.names])
    off = np.linalg.norm(lab_through_veil(light) - lab_through_veil(printed), axis=1)
    usual = float(median(off[shown.usable])) if shown.usable.any() else 0.0
    return np.asarray(off < max(settings.patch_off, 2.0 * usual))


def _exponent_told(freed: _Freed, game: GameFile, settings: PlainSettings) -> float | None:
    """The exponent with which grey lies where it should between white and black; None where too few show that."""
    shown = freed.patches
    if shown is None or len(freed.where) < LEAST_CODES:
        return None
    white = np.maximum(smooth(shown.places, freed.where, freed.whites, settings.white_near_mm), 1.0)
    share = (shown.samples.bgr / white).mean(axis=1)
    usable = shown.usable & (white < settings.white_levels[1]).all(axis=1)
    names = np.array(shown.names)
    whites, greys, blacks = (share[usable & (names == name)] for name in ("white", "grey", "black"))
    if min(len(whites), len(greys), len(blacks)) < 2:
        return None
    grey, black = (float(median(one) / median(whites)) for one in (greys, blacks))
    level, dark = (float(linear_from_srgb(game.palette[name])[1]) for name in ("grey", "black"))
    tried = np.arange(1.4, 4.0, 0.05)
    lifted = (black**tried - dark) / (1.0 - dark)  # black print is grey, and so is all else by as much
    return float(tried[np.abs(grey**tried - (level * (1.0 - lifted) + lifted)).argmin()])


def _lit(freed: _Freed, exponent: float, game: GameFile, settings: PlainSettings) -> tuple[PointsMm, Floats]:
    """Places (n, 2), and what white sends there, linear, red first, (n, 3): by the codes' white.

    Where that burns out, grey patches tell it, brought to the level of the white near by.
    """
    spots, seen = freed.where[freed.whole], _light(freed.whites[freed.whole], exponent)
    shown = freed.patches
    if shown is None or (freed.whole.all() and len(spots) >= LEAST_LIGHTS):
        return spots, seen
    grey = np.array([name == "grey" for name in shown.names]) & shown.usable
    if grey.sum() < 2:
        return spots, seen
    greys = _light(shown.samples.bgr[grey], exponent) / float(linear_from_srgb(game.palette["grey"])[1])
    logs = np.log(np.maximum(greys, 1e-4))
    tints = logs - logs.mean(axis=1, keepdims=True)
    alike = np.abs(tints - median(tints, axis=0)).max(axis=1) < ALIKE_TINT
    places, greys = shown.places[grey][alike], greys[alike]
    if len(spots) >= LEAST_LIGHTS:
        near = np.linalg.norm(places[:, None] - spots, axis=2).min(axis=1) < settings.white_near_mm
        if near.any():
            beside = smooth(places[near], spots, np.log(np.maximum(seen, 1e-4)), settings.white_near_mm)
            lighter = beside - np.log(np.maximum(greys[near], 1e-4))
            greys = greys * np.exp(np.clip(float(median(lighter.mean(axis=1))), -GREY_OFF, GREY_OFF))
    return np.concatenate([spots, places]), np.concatenate([seen, greys])


def _smoothed(spots: PointsMm, seen: Floats, exponent: float, settings: PlainSettings) -> Callable[[PointsMm], Floats]:
    """Light (n, 3) that is known at some places (n, 2), at others."""
    usual = median(seen, axis=0) if len(seen) else np.full(3, (UNSEEN_WHITE / 255.0) ** exponent)
    usual = np.maximum(usual, 1e-4)
    if len(spots) < LEAST_LIGHTS:
        return lambda points_mm: np.tile(usual, (len(points_mm), 1))
    logs = np.log(np.maximum(seen, 1e-4) / usual)
    low, high = spots.min(axis=0) - BEYOND_MM, spots.max(axis=0) + BEYOND_MM

    def at(points_mm: PointsMm) -> Floats:
        points = np.clip(np.nan_to_num(points_mm), low, high)  # beyond the horizon nothing is known
        even = smooth(points, spots, logs, settings.white_near_mm)
        return np.asarray(usual * np.exp(np.clip(even, -MOST_LOG, MOST_LOG)))

    return at


def code_tones(image: BgrImage, codes: Sequence[SeenCode], plane: TablePlane, least_correlation: float) -> CodeTones:
    """White and black of the codes of this game that a picture shows, of those that look that much like their print."""
    chosen = true_to_print(codes, least_correlation)
    if not chosen:
        return CodeTones(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 2)))
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
    values = image[rows, columns].reshape(len(chosen), -1, 3).transpose(0, 2, 1)
    black, white = quantiles(values, (0.08, 0.92))
    return CodeTones(white, black, plane.to_table(corners.mean(axis=1)))


def _light(bgr: Floats, exponent: float) -> Floats:
    """Linear red, green, blue of values (n, 3)."""
    return np.asarray((bgr[:, ::-1] / 255.0) ** exponent)


def _levels(light: Floats, exponent: float) -> Floats:
    """Values (n, 3) of linear red, green, blue; none below black."""
    return np.asarray(255.0 * np.maximum(light, 0.0)[:, ::-1] ** (1 / exponent))
