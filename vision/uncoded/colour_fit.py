"""How a picture's colours are corrected: by printed patches or the codes' white, freed from mirrored light first."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tabletop.gamefile import GameFile
from tabletop.values import dataclass
from vision.pixels.arrays import Floats, PointsMm, median, quantiles
from vision.pixels.colours import ColourCorrection, ColourSettings, fit_correction, linear_from_srgb
from vision.places.shot import SolvedShot
from vision.settings.uncoded import PlainSettings
from vision.table.sheet_patches import SheetPatches
from vision.uncoded.veil import Veil, veil_of

LEAST_PATCHES = 4
LIGHT_PRINT = 0.15
"""Linear light of print from which flare counts little."""


@dataclass(frozen=True, slots=True, eq=False)
class CodeTones:
    """White and black of the codes, blue first, (n, 3) each, and where on the table they lie, (n, 2)."""

    whites: Floats
    blacks: Floats
    where: PointsMm


@dataclass(frozen=True, slots=True, eq=False)
class FittedColours:
    """How a picture is corrected, and what told it."""

    correction: ColourCorrection
    veil: Veil
    """Of mirrored light; patches and white are freed from it."""
    patches: SheetPatches | None
    whites: Floats
    """Of the codes, blue first, (n, 3), ..."""
    where: PointsMm
    """... and where they lie, (n, 2)."""


def fitted_colours(
    patches: SheetPatches | None, codes: CodeTones, game: GameFile, settings: PlainSettings
) -> FittedColours:
    """The correction that fits the patches best, or the codes' white where these do not suffice.

    What mirrored light adds is the same for black and white, and in true light only. Patches that are taken as they
    are seen under it make the fit take it for flare, and all colours for pale ones. So it is taken off them first, with
    each of the exponents that a camera may have, of which the one counts with which they fit best.
    """
    colours = ColourSettings()
    correction, shown = _correction(patches, codes.whites, codes.where, game, colours, settings)
    white, black = (_light(one, correction.exponent) for one in (codes.whites, codes.blacks))
    veil = veil_of(codes.where, white, black, settings)
    whites = _levels(white - veil.light, correction.exponent) if veil.shows else codes.whites
    as_seen = FittedColours(correction, veil, shown, whites, codes.where)
    if not veil.shows or patches is None:
        return as_seen
    freed = [_freed(patches, codes, exponent, game, colours, settings) for exponent in colours.exponents]
    by_patches = [one for one in freed if len(one.correction.used)]
    return min(by_patches, key=lambda one: one.correction.residual, default=as_seen)


def _freed(
    patches: SheetPatches,
    codes: CodeTones,
    exponent: float,
    game: GameFile,
    colours: ColourSettings,
    settings: PlainSettings,
) -> FittedColours:
    """The correction with this exponent, by patches and white from which the veil is taken off."""
    white, black = (_light(one, exponent) for one in (codes.whites, codes.blacks))
    veil = veil_of(codes.where, white, black, settings)
    light = _light(patches.samples.bgr, exponent) - veil.at(patches.places)
    thin = veil.share_at(patches.places) < settings.veil_patches
    samples = replace(patches.samples, bgr=_levels(light, exponent))
    clear = replace(patches, samples=samples, usable=patches.usable & thin & (light > 0.0).all(axis=1))
    whites = _levels(white - veil.light, exponent)
    only = replace(colours, exponents=(exponent,))
    correction, shown = _correction(clear, whites, codes.where, game, only, settings)
    return FittedColours(correction, veil, shown, whites, codes.where)


def _correction(
    patches: SheetPatches | None,
    whites: Floats,
    where: PointsMm,
    game: GameFile,
    colours: ColourSettings,
    settings: PlainSettings,
) -> tuple[ColourCorrection, SheetPatches | None]:
    """The correction by patches or else by white, and the patches with those usable that are lit as white is."""
    shown, found = patches, None
    if patches is not None:
        shown = replace(patches, usable=patches.usable & lit_as_codes(patches, game, whites, where, settings))
    if shown is not None and shown.usable.sum() >= LEAST_PATCHES:
        references = [game.palette[name] for name in shown.names]
        seen, usable = shown.samples.bgr, shown.usable
        found = fit_correction(seen, references, points_mm=shown.places, usable=usable, settings=colours)
    return found or _by_whites(whites, where, colours, settings), shown


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


def code_tones(shot: SolvedShot) -> CodeTones:
    """White and black of the codes of this game that a picture shows."""
    image = shot.image
    chosen = [code for code in shot.codes if code.own and code.correlation > shot.settings.boards.white_correlation]
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
    return CodeTones(white, black, shot.plane.to_table(corners.mean(axis=1)))


def _by_whites(whites: Floats, where: PointsMm, colours: ColourSettings, settings: PlainSettings) -> ColourCorrection:
    """White balance alone, where no patches are printed."""
    white = median(whites, axis=0) if len(whites) else np.full(3, 235.0)
    linear = (white[::-1] / 255.0) ** settings.usual_exponent
    middle = where.mean(axis=0) if len(where) else np.zeros(2)
    return ColourCorrection(
        settings.usual_exponent, np.zeros(3), linear, np.eye(3), np.zeros(2), middle, colours.veil, 0.0,
        np.zeros(0, bool),
    )  # fmt: skip


def _light(bgr: Floats, exponent: float) -> Floats:
    """Linear red, green, blue of values (n, 3)."""
    return np.asarray((bgr[:, ::-1] / 255.0) ** exponent)


def _levels(light: Floats, exponent: float) -> Floats:
    """Values (n, 3) of linear red, green, blue; none below black."""
    return np.asarray(255.0 * np.maximum(light, 0.0)[:, ::-1] ** (1 / exponent))
