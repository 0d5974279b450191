"""The printed codes that a picture shows: found by thresholds, corners by edge lines, a second chance for the rest."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from tabletop.gamefile import GameFile
from vision.arrays import Floats, GreyImage, PointsPx, resized, sample
from vision.edges import refine_corners
from vision.patterns import dictionary_named, dictionary_of, modules
from vision.settings import ReaderSettings


@dataclass(frozen=True, slots=True)
class SeenCode:
    """One code in the picture: its id and its corners, upper left first as printed, then clockwise."""

    id: int
    corners_px: PointsPx  # (4, 2)
    correlation: float
    """With its pattern, module by module: 1 is perfect."""
    own: bool = True
    """Whether it is one of the game's parts."""

    @property
    def middle_px(self) -> PointsPx:
        """Where the diagonals cross, (2,): the image of the code's middle."""
        return np.asarray(middles_px(self.corners_px))

    @property
    def side_px(self) -> float:
        """Mean length of the sides."""
        return float(sides_px(self.corners_px).mean())


def corners_of(codes: Sequence[SeenCode]) -> PointsPx:
    """The corners of all codes (n, 4, 2)."""
    return np.array([code.corners_px for code in codes]).reshape(-1, 4, 2)


def middles_px(corners: PointsPx) -> PointsPx:
    """Where the diagonals of quadrilaterals (..., 4, 2) cross, (..., 2)."""
    first, second = corners[..., 2, :] - corners[..., 0, :], corners[..., 3, :] - corners[..., 1, :]
    offset = corners[..., 1, :] - corners[..., 0, :]
    cross = first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0]
    over = offset[..., 0] * second[..., 1] - offset[..., 1] * second[..., 0]
    share = np.where(cross != 0, over / np.where(cross != 0, cross, 1.0), 0.5)
    return np.asarray(corners[..., 0, :] + share[..., None] * first)


def sides_px(corners: PointsPx) -> Floats:
    """Lengths of the sides of quadrilaterals (..., 4, 2), (..., 4)."""
    along = corners[..., [1, 2, 3, 0], :] - corners
    return np.asarray(np.sqrt(along[..., 0] ** 2 + along[..., 1] ** 2))


def find_codes(
    grey: GreyImage, game: GameFile, settings: ReaderSettings, *, scale: float | None = None
) -> list[SeenCode]:
    """All of the game's codes (and clear ones of its dictionary that are not the game's) with exact corners.

    `scale` is that of the picture in which candidates are looked for. By default it is one of at most `first_pass_px`,
    and where codes turn out to be small in that, or there are none, an enlarged one too.
    """
    if scale is not None:
        return _found(grey, game, settings, scale)
    first = first_scale(grey, settings)
    codes = _found(grey, game, settings, first)
    scale = scale_for([code for code in codes if code.own], first, game, settings)
    return codes if scale == first else _without_doubles([*codes, *_found(grey, game, settings, scale)])


def first_scale(grey: GreyImage, settings: ReaderSettings) -> float:
    """At what scale a picture is searched first."""
    return 0.5 ** max(0, int(np.ceil(np.log2(max(grey.shape) / settings.detection.first_pass_px))))


def scale_for(codes: Sequence[SeenCode], scale: float, game: GameFile, settings: ReaderSettings) -> float:
    """At what scale codes like these are found: `scale`, or an enlarged one where there they are small, or none."""
    detection = settings.detection
    sides = sides_px(corners_of(codes)).mean(axis=1) * scale
    small = not len(sides) or (
        np.percentile(sides, detection.small_share) < detection.small_module_px * game.codes.modules
    )
    return scale * detection.enlarged if small else scale


def _found(grey: GreyImage, game: GameFile, settings: ReaderSettings, scale: float) -> list[SeenCode]:
    """The codes among the candidates of a picture at one scale, corners from full size."""
    looked_at = grey if scale == 1.0 else np.asarray(resized(grey, scale), np.uint8)
    ids = tuple(sorted(game.by_code))
    found, numbers, rejected = detect_codes(looked_at, game.codes.dictionary, settings, ids=ids)
    corners = (found + 0.5) / scale - 0.5
    refined, exact = refine_corners(grey, corners, game.codes.modules, settings.edges)
    turned = _correlate(grey, refined, game.codes.dictionary, ids).reshape(len(refined), len(ids), 4)
    own = []
    for row, number in enumerate(numbers):
        correlation = float(turned[row, number, 0])
        if exact[row] and correlation > 0.5:
            own.append(SeenCode(ids[number], refined[row], correlation))
    quads = (rejected + 0.5) / scale - 0.5
    return _without_doubles(own + _second_chance(grey, quads, own, game, ids, settings))


def reseen(
    grey: GreyImage, codes: Sequence[SeenCode], game: GameFile, settings: ReaderSettings
) -> tuple[list[SeenCode], float]:
    """The game's codes that are still where they were, with new corners, and the median of their shifts in pixels."""
    own = [code for code in codes if code.own]
    if not own:
        return [], 0.0
    old = corners_of(own)
    refined, exact = refine_corners(grey, old, game.codes.modules, settings.edges)
    ids = tuple(sorted(game.by_code))
    rows = _correlate(grey, refined, game.codes.dictionary, ids).reshape(len(own), len(ids), 4)
    kept = []
    for index, code in enumerate(own):
        correlation = float(rows[index, ids.index(code.id), 0])
        if exact[index] and correlation > settings.detection.soft_correlation:
            kept.append(replace(code, corners_px=refined[index], correlation=correlation))
    shifts = np.linalg.norm(refined - old, axis=2).mean(axis=1)
    return kept, float(np.median(shifts))


def detect_codes(
    grey: GreyImage, dictionary: str, settings: ReaderSettings, *, ids: tuple[int, ...] | None = None
) -> tuple[PointsPx, list[int], PointsPx]:
    """Corners (n, 4, 2) and ids of codes of the whole dictionary, and the rejected quadrilaterals (m, 4, 2).

    With `ids` only these are looked for and numbered as there: a fifth less time. Strangers are among the rejected.
    """
    detection = settings.detection
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin, parameters.adaptiveThreshWinSizeMax = detection.windows_px[:2]
    parameters.adaptiveThreshWinSizeStep = detection.windows_px[2]
    parameters.adaptiveThreshConstant = detection.threshold_constant
    parameters.perspectiveRemovePixelPerCell = detection.pixels_per_cell
    parameters.minMarkerPerimeterRate = 4 * detection.smallest_code_px / max(grey.shape)
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    detector = cv2.aruco.ArucoDetector(
        dictionary_named(dictionary) if ids is None else dictionary_of(dictionary, ids), parameters
    )
    found: tuple[Any, Any, Any] = detector.detectMarkers(grey)
    corners, indices, rejected = found
    return (
        np.asarray(corners, float).reshape(-1, 4, 2),
        [] if indices is None else [int(index) for index in np.asarray(indices).ravel()],
        np.asarray(rejected, float).reshape(-1, 4, 2),
    )


def _module_points(corners: PointsPx, count: int) -> PointsPx:
    """Middles of a code's modules (n, count, count, 2), by the homography through its corners (n, 4, 2)."""
    along = (np.arange(count) + 0.5) / count
    u, v = np.meshgrid(along, along)
    # Closed form of the unit square's homography (Heckbert 1989).
    p0, p1, p2, p3 = (corners[:, index] for index in range(4))
    d1, d2, total = p1 - p2, p3 - p2, p0 - p1 + p2 - p3
    cross = d1[:, 0] * d2[:, 1] - d1[:, 1] * d2[:, 0]
    cross = np.where(np.abs(cross) < 1e-9, 1e-9, cross)
    g = ((total[:, 0] * d2[:, 1] - total[:, 1] * d2[:, 0]) / cross)[:, None]
    h = ((d1[:, 0] * total[:, 1] - d1[:, 1] * total[:, 0]) / cross)[:, None]
    along_u, along_v = p1 - p0 + g * p1, p3 - p0 + h * p3
    top = along_u[:, None, None] * u[..., None] + along_v[:, None, None] * v[..., None] + p0[:, None, None]
    below = g[:, None] * u + h[:, None] * v + 1.0
    return np.asarray(top / below[..., None])


def _correlate(grey: GreyImage, corners: PointsPx, dictionary: str, ids: tuple[int, ...]) -> Floats:
    """Correlation of every quadrilateral (n, 4, 2) with every code and turn, (n, codes · 4)."""
    patterns = modules(dictionary, ids)
    count = patterns.shape[-1]
    if not len(corners):
        return np.zeros((0, len(ids) * 4))
    values = sample(grey, _module_points(corners, count)).reshape(len(corners), -1).astype(float)
    return _normalised(values) @ _normalised(patterns.reshape(-1, count * count)).T


def _normalised(rows: Floats) -> Floats:
    """Rows without their mean, of length one."""
    centred = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(centred / np.maximum(np.linalg.norm(centred, axis=1, keepdims=True), 1e-9))


def _second_chance(
    grey: GreyImage,
    quads: PointsPx,
    own: Sequence[SeenCode],
    game: GameFile,
    ids: tuple[int, ...],
    settings: ReaderSettings,
) -> list[SeenCode]:
    """Codes among the rejected quadrilaterals: softly decoded, refined, and decoded again."""
    detection = settings.detection
    sides = sides_px(quads)
    plausible = (sides.min(axis=1) > 6.0) & (sides.max(axis=1) < 3.0 * sides.min(axis=1))
    quads = quads[plausible]
    if own and len(quads):
        middles = middles_px(corners_of(own))
        reach = sides_px(corners_of(own)).mean(axis=1) / 2
        apart = np.linalg.norm(quads.mean(axis=1)[:, None] - middles[None], axis=2)
        quads = quads[(apart > reach[None]).all(axis=1)]
    if not len(quads):
        return []
    refined, exact = refine_corners(grey, quads, game.codes.modules, settings.edges)
    refined = refined[exact]
    correlations = _correlate(grey, refined, game.codes.dictionary, ids)
    found: list[SeenCode] = []
    for corners, row in zip(refined, correlations, strict=True):
        best = int(row.argmax())
        others = np.delete(row.reshape(len(ids), 4), best // 4, axis=0)
        if row[best] < detection.soft_correlation or row[best] - others.max() < detection.soft_margin:
            continue
        turn = best % 4  # the pattern turned by `turn` fits: its upper left corner lies `turn` corners further
        found.append(SeenCode(ids[best // 4], np.roll(corners, -turn, axis=0), float(row[best])))
    known = _without_doubles([*own, *found])
    return found + _strangers(grey, refined, quads, known, game, ids, settings)


def _strangers(
    grey: GreyImage,
    refined: PointsPx,
    quads: PointsPx,
    known: Sequence[SeenCode],
    game: GameFile,
    ids: tuple[int, ...],
    settings: ReaderSettings,
) -> list[SeenCode]:
    """Codes of the same dictionary that are none of the game's: only perfect ones, of the size of the others.

    Of quadrilaterals one in the other the detector keeps the outer: it may be the rim of the paper round a code.
    """
    usual = float(np.median(sides_px(corners_of(known)).mean(axis=1))) if known else 0.0
    least = max(14.0, 0.6 * usual)
    middles = quads.mean(axis=1, keepdims=True)
    inner = middles + (quads - middles) * settings.detection.code_on_paper
    sides = sides_px(inner).mean(axis=1)
    inner = inner[(sides > least) & (sides < (3.0 * usual or np.inf))]
    within, exact = refine_corners(grey, inner, game.codes.modules, settings.edges)
    quads = np.concatenate([refined[sides_px(refined).mean(axis=1) > least], within[exact]])
    if not len(quads):
        return []
    patterns = modules(game.codes.dictionary, tuple(range(len(dictionary_named(game.codes.dictionary).bytesList))))
    count = patterns.shape[-1]
    values = sample(grey, _module_points(quads, count)).reshape(len(quads), -1).astype(float)
    low, high = values.min(axis=1), values.max(axis=1)
    bits = values > ((low + high) / 2)[:, None]
    rim = np.ones((count, count), bool)
    rim[1:-1, 1:-1] = False
    framed = ~bits[:, rim.ravel()].any(axis=1)
    if not framed.any():
        return []
    quads, bits, low, high = quads[framed], bits[framed], low[framed], high[framed]
    equal = (2.0 * bits - 1) @ (2.0 * patterns.reshape(-1, count * count) - 1).T
    found = []
    for number, row in enumerate(equal):
        best = int(row.argmax())
        if row[best] < count * count or high[number] - low[number] < settings.detection.unknown_contrast:
            continue
        if best // 4 not in ids:
            found.append(SeenCode(best // 4, np.roll(quads[number], -(best % 4), axis=0), 1.0, own=False))
    return found


def _without_doubles(codes: Sequence[SeenCode]) -> list[SeenCode]:
    """Each place once: of two codes whose middles lie within half a side of each other, the better one."""
    if len(codes) < 2:
        return list(codes)
    ordered = sorted(codes, key=lambda one: -one.correlation)
    middles = middles_px(corners_of(ordered))
    sides = sides_px(corners_of(ordered)).mean(axis=1)
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    near = apart <= 0.5 * sides[None]
    kept: list[int] = []
    for index in range(len(ordered)):
        if not near[index, kept].any():
            kept.append(index)
    return [ordered[index] for index in kept]
