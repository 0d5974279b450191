"""Whether a cell shows its printed ground: colour against the white of the codes round it, and plainness.

Cells of one kind of ground must agree with each other; where too few are free, the file's colour has to do. What covers
a cell (a hand, a cup) differs in colour or is not plain, so a cell counts as empty only by what it shows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from tabletop.gamefile import GameFile
from vision.arrays import BgrImage, Floats, PointsMm, PointsPx
from vision.boards.cells import CellSpot, LaidBoard, look_grid
from vision.boards.settings import BoardSettings
from vision.codes import SeenCode
from vision.patches import nine_points
from vision.plane import TablePlane

CHEQUER = ((244, 236, 216), (216, 203, 176))
"""Red, green, blue of printed boards' light and dark squares where the game's file says nothing else."""
COLOUR_PX = 1600
"""Longest side of the picture in which colours are looked at; shrinking takes out noise."""


@dataclass(frozen=True, slots=True)
class Ground:
    """How well a cell shows its ground: 1 plainly, 0 not at all; `known` says whether other cells prove the colour."""

    fit: float
    known: bool
    reflectance: Floats
    """Median blue, green, red of the cell, 1 being the white of the codes."""
    plain: float


class Whites:
    """White and black of the table in this light, from the codes' modules; colours as shares between them."""

    def __init__(self, image: BgrImage, codes: Sequence[SeenCode], plane: TablePlane, settings: BoardSettings) -> None:
        scale = min(1.0, COLOUR_PX / max(image.shape[:2]))
        size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
        self._picture = image if scale == 1.0 else np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA))
        self._scale = scale
        self._plane = plane
        self._near = settings.near_mm
        chosen = [code for code in codes if code.own and code.correlation > 0.7]
        corners = np.array([code.corners_px for code in chosen]).reshape(-1, 4, 2)
        line = np.linspace(-0.14, 1.14, 19)  # the quiet zone included
        u, v = np.meshgrid(line, line)
        points = (
            corners[:, 0, None, None] * ((1 - u) * (1 - v))[..., None]
            + corners[:, 1, None, None] * (u * (1 - v))[..., None]
            + corners[:, 2, None, None] * (u * v)[..., None]
            + corners[:, 3, None, None] * ((1 - u) * v)[..., None]
        )
        values = self.at(points).reshape(len(chosen), -1, 3)
        self._white = np.percentile(values, 94, axis=1) if chosen else np.full((1, 3), 255.0)
        black = np.percentile(values, 6, axis=1) if chosen else np.zeros((1, 3))
        self._black = np.minimum(np.median(black, axis=0), self._white.min(axis=0) - 20.0)
        self._veil = ((black - self._black) / (self._white - self._black)).max(axis=1)
        self._where = plane.to_table(corners.mean(axis=1)) if chosen else np.zeros((1, 2))

    def at(self, points: PointsPx) -> Floats:
        """Blue, green, red at pixels (..., 2) of the full picture, (..., 3)."""
        flat = ((points.reshape(-1, 2) + 0.5) * self._scale - 0.5).astype(np.float32)
        columns = 4096
        padded = np.zeros((-(-len(flat) // columns) * columns, 2), np.float32)
        padded[: len(flat)] = flat
        maps = padded.reshape(-1, columns, 2)
        values = cv2.remap(self._picture, maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
        return np.asarray(values, float).reshape(-1, 3)[: len(flat)].reshape(*points.shape[:-1], 3)

    def _weights(self, where_mm: PointsMm) -> Floats:
        """How much each code counts at table points (n, 2): (n, codes)."""
        away2 = ((where_mm[:, None] - self._where[None]) ** 2).sum(axis=-1)
        near, far = np.exp(-0.5 * away2 / self._near**2), np.exp(-0.5 * away2 / (5 * self._near) ** 2)
        return np.asarray(near + 1e-4 * far + 1e-9)

    def veil(self, where_mm: PointsMm) -> Floats:
        """How light black looks near table points (n, 2), from 0 (black) to 1: glare lies over it."""
        weight = self._weights(where_mm)
        return np.asarray((weight @ self._veil) / weight.sum(axis=1))

    def reflectance(self, points_px: PointsPx, where_mm: PointsMm) -> Floats:
        """Colours (n, m, 3) of points (n, m, 2) as shares from black to the white near each of n table points."""
        white = self._white_at(where_mm)
        return np.asarray(np.clip((self.at(points_px) - self._black) / (white - self._black)[:, None], -0.2, 1.6))

    def _white_at(self, where_mm: PointsMm) -> Floats:
        """White at table points (n, 2): planes fitted to the logarithm over the codes around each, (n, 3)."""
        weight = self._weights(where_mm)
        away = (self._where[None] - where_mm[:, None]) / self._near
        terms = np.concatenate([np.ones((*away.shape[:2], 1)), away], axis=2)  # (n, codes, 3)
        normal = np.einsum("nc,nci,ncj->nij", weight, terms, terms)
        normal += np.diag([1e-9, 0.3, 0.3]) * weight.sum(axis=1)[:, None, None]
        right = np.einsum("nc,nci,ck->nik", weight, terms, np.log(self._white + 1.0))
        fitted = np.exp(np.linalg.solve(normal, right)[:, 0]) - 1.0
        return np.asarray(np.clip(fitted, self._white.min(axis=0), self._white.max(axis=0)))


def look_at_ground(
    whites: Whites,
    plane: TablePlane,
    cells: Sequence[CellSpot],
    boards: Sequence[LaidBoard],
    game: GameFile,
    settings: BoardSettings,
) -> tuple[Ground, ...]:
    """How well each cell shows its ground."""
    if not cells:
        return ()
    medians, trusted = np.zeros((len(cells), 3)), np.ones(len(cells), bool)
    plain, core = np.zeros(len(cells)), np.zeros(len(cells))
    for number, laid in enumerate(boards):
        mine = [index for index, cell in enumerate(cells) if cell.board == number]
        if not mine:
            continue
        grid = look_grid(laid.board, settings.samples, settings.cell_share)
        control, weights = nine_points(grid)
        table = np.array([cells[index].spot.to_table(control) for index in mine])
        nine = plane.to_picture(table, height_mm=laid.height_mm)
        pixels = np.einsum("pk,nkd->npd", weights.astype(float), nine)
        middles = np.array([cells[index].spot.middle_mm for index in mine])
        colours = whites.reflectance(pixels, middles)
        medians[mine] = np.median(colours, axis=1)
        clipped = (whites.at(pixels).min(axis=2) > settings.clipped).mean(axis=1) > 0.5
        trusted[mine] = ~clipped & (whites.veil(middles) < settings.most_veil)
        alike = np.abs(colours - medians[mine][:, None]).max(axis=2) < settings.flat
        plain[mine] = alike.mean(axis=1)
        rim = settings.samples // 4
        inner = alike.reshape(-1, settings.samples, settings.samples)[:, rim:-rim, rim:-rim]
        core[mine] = inner.mean(axis=(1, 2))
    kinds = [cell.ground for cell in cells]
    colour_of = {kind: _printed(kind, game) for kind in set(kinds)}
    own = [laid.made_elsewhere for laid in boards]
    looks = [f"{cell.board} {cell.ground}" if own[cell.board] else str(colour_of[cell.ground]) for cell in cells]
    free = np.where(trusted, plain, 0.0)
    middles = np.array([cell.spot.middle_mm for cell in cells]) / max(laid.board.pitch_mm for laid in boards)
    agreed = np.empty(len(cells), object)
    for look, cell in dict(zip(looks, cells, strict=True)).items():
        mine = np.array(looks) == look
        if own[cell.board]:
            tones = _agreed_elsewhere(mine, medians, free, middles, settings)
        else:
            tones = [_agreed(mine, medians, free, middles, colour_of[cell.ground], settings)] * int(mine.sum())
        for index, tone in zip(np.flatnonzero(mine), tones, strict=True):
            agreed[index] = tone
    usual = {kind: _usual(np.array(kinds) == kind, plain) for kind in set(kinds)}
    bare = {kind: _bare(np.array(kinds) == kind, plain, core) for kind in set(kinds)}
    return tuple(
        _judged(
            medians[index],
            float(plain[index]),
            agreed[index],
            colour_of[kind],
            usual[kind],
            float(core[index]) / bare[kind] if bare[kind] else 1.0,
            settings,
        )
        if trusted[index]
        else Ground(0.0, False, medians[index], 0.0)
        for index, kind in enumerate(kinds)
    )


def _agreed(
    mine: Any, medians: Floats, plain: Floats, middles: PointsMm, printed: Floats, settings: BoardSettings
) -> Floats:
    """Colours (k, 3) on which enough free cells of one printed look agree; boards are shaded in two tones at times.

    A hand may cover several cells alike: a colour that is not the file's must be seen far and wide to be believed.
    `middles` are in cells.
    """
    free = mine & (plain > settings.plain_enough)
    left, places = medians[free], middles[free]
    modes: list[Floats] = []
    enough = max(settings.fewest_alike, settings.share_alike * len(left))
    while len(left) >= enough and len(modes) < settings.most_tones:
        friends = np.abs(left[:, None] - left[None]).max(axis=2) < settings.tolerance
        centre = int(friends.sum(axis=1).argmax())
        if friends[centre].sum() < enough:
            break
        mode, around = np.median(left[friends[centre]], axis=0), places[friends[centre]]
        wide = len(around) >= settings.many_alike and np.ptp(around, axis=0).max() >= settings.widely
        off = float(np.abs(mode - printed).max(axis=1).min())
        if off > (settings.print_differs if wide else settings.printed_tolerance):
            break
        if modes and off > settings.printed_tolerance and np.abs(mode - modes[0]).max() > settings.tones_apart:
            break
        modes.append(mode)
        other = np.abs(left - mode).max(axis=1) >= settings.tolerance
        left, places = left[other], places[other]
        enough = settings.fewest_alike
    return np.array(modes).reshape(-1, 3)


def _agreed_elsewhere(
    mine: Any, medians: Floats, plain: Floats, middles: PointsMm, settings: BoardSettings
) -> list[Floats]:
    """For each of the cells the colours (k, 3) that ground may have there which we did not print: no file knows them.

    Each is seen on many cells far apart, so many that neither a hand nor a cloth over part of the board comes into
    question, and may grow lighter evenly from one side to the other: codes, and with them whites, lie on the rim only.
    """
    free = mine & (plain > settings.plain_enough)
    left, places = medians[free], middles[free]
    enough = max(settings.many_alike, settings.share_alike * mine.sum())
    modes: list[Floats] = []
    while len(left) >= enough and len(modes) < settings.most_tones:
        friends = np.abs(left[:, None] - left[None]).max(axis=2) < settings.tolerance
        alike = friends[int(friends.sum(axis=1).argmax())]
        for _ in range(settings.rounds):
            shade = _slope(places[alike], left[alike])
            alike = np.abs(left - _sloping(places, shade)).max(axis=1) < settings.tolerance
        if alike.sum() < enough or np.ptp(places[alike], axis=0).max() < settings.widely:
            break
        modes.append(_sloping(middles[mine], shade))
        left, places = left[~alike], places[~alike]
    return list(np.stack(modes, axis=1)) if modes else [np.zeros((0, 3))] * int(mine.sum())


def _slope(places: PointsMm, colours: Floats) -> Floats:
    """Constant and slope (3, 3) of colours (n, 3) over places (n, 2), held flat where few of them tell."""
    terms = np.column_stack([np.ones(len(places)), places])
    middle = places.mean(axis=0)
    held = np.diag([0.0, 1.0, 1.0])
    terms[:, 1:] -= middle
    fitted = np.linalg.solve(terms.T @ terms + held, terms.T @ colours)
    fitted[0] -= middle @ fitted[1:]
    return np.asarray(fitted)


def _sloping(places: PointsMm, shade: Floats) -> Floats:
    """The colours (n, 3) at places (n, 2)."""
    return np.asarray(shade[0] + places @ shade[1:])


def _usual(mine: Any, plain: Floats) -> float:
    """How plain this kind of ground is where it is free: bare, or with a picture in its middle."""
    free = plain[mine][plain[mine] > 0.45]
    return float(np.clip(np.median(free), 0.55, 1.0)) if len(free) else 0.9


def _bare(mine: Any, plain: Floats, core: Floats) -> float:
    """How plain the middle of this kind of ground is where it is free; 0 where a picture is printed there."""
    free = core[mine & (plain > 0.45)]
    usual = float(np.median(free)) if len(free) else 1.0
    return usual if usual > 0.5 else 0.0


def _printed(kind: str, game: GameFile) -> Floats:
    """The colours (k, 3) in which a kind of ground is printed, blue green red from 0 to 1.

    Ground without a colour of its own is printed as a chequer, in two tones on squares and three on hexes.
    """
    for name in (kind, *(("open-square",) if kind == "plain" else ())):
        if name in game.palette:
            return np.array([game.palette[name][::-1]]) / 255.0
    light = np.array(game.palette.get("square-light", CHEQUER[0])[::-1]) / 255.0
    dark = np.array(game.palette.get("square-dark", CHEQUER[1])[::-1]) / 255.0
    return np.stack([light, (light + dark) / 2, dark])


def _judged(
    median: Floats,
    plain: float,
    tones: Floats,
    printed: Floats,
    usual: float,
    middle: float,
    settings: BoardSettings,
) -> Ground:
    """One cell against what the others agree on, or else against what the file says is printed.

    `middle` is how plain its middle is against the usual: what stands there may leave most of the cell bare.
    """
    known = bool(len(tones))
    expected = tones if known else printed
    tolerance = settings.tolerance if known else settings.printed_tolerance
    away = float(np.abs(median - expected).max(axis=1).min()) / tolerance
    colour = float(np.exp(-2.0 * max(0.0, away - 0.6) ** 2 * 0.5))
    smooth = float(np.clip((plain / usual - settings.least_plain) / 0.25, 0.0, 1.0))
    clear = float(np.clip((middle - settings.least_bare) / 0.25, 0.0, 1.0))
    return Ground(colour * smooth * clear, known, median, plain)
