"""Whether a cell shows its printed ground: colour against the white of the codes round it, and plainness.

Cells of one kind of ground must agree with each other; where too few are free, the file's colour has to do. What covers
a cell (a hand, a cup) differs in colour or is not plain, so a cell counts as empty only by what it shows.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from tabletop.gamefile import GameFile
from vision.boards.cells import CellField
from vision.pixels.arrays import Floats, PointsMm, PointsPx, sample_levels
from vision.pixels.shrunk import Shrunk
from vision.places.shot import SolvedShot
from vision.settings.boards import BoardSettings

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
    """Share of samples that are of that colour, and the same of the cell's middle."""
    core: float
    trusted: bool
    """False where light clips, or glare lies over the cell: then its colour tells nothing."""


class Whites:
    """White and black of the table in this light, from the codes' modules; colours as shares between them.

    Nothing is measured before somebody asks.
    """

    def __init__(self, shot: SolvedShot) -> None:
        self._image = shot.image
        self._shrunk = Shrunk(shot.image, COLOUR_PX)
        self._plane = shot.plane
        self._near = shot.settings.boards.near_mm
        chosen = [code for code in shot.codes if code.own and code.correlation > shot.settings.boards.white_correlation]
        self._corners = np.array([code.corners_px for code in chosen]).reshape(-1, 4, 2)

    @cached_property
    def _levels(self) -> tuple[Floats, Floats]:
        """How dark and how light each code is (codes, 3)."""
        if not len(self._corners):
            return np.zeros((1, 3)), np.full((1, 3), 255.0)
        line = np.linspace(-0.14, 1.14, 19)  # the quiet zone included
        u, v = np.meshgrid(line, line)
        corners = self._corners[:, :, None, None]
        points = (
            corners[:, 0] * ((1 - u) * (1 - v))[..., None]
            + corners[:, 1] * (u * (1 - v))[..., None]
            + corners[:, 2] * (u * v)[..., None]
            + corners[:, 3] * ((1 - u) * v)[..., None]
        )
        values = self.at(points.reshape(len(points), -1, 2))
        dark, light = np.percentile(values, (6, 94), axis=1)
        return np.asarray(dark), np.asarray(light)

    @cached_property
    def _white(self) -> Floats:
        return self._levels[1]

    @cached_property
    def _black(self) -> Floats:
        return np.asarray(np.minimum(np.median(self._levels[0], axis=0), self._white.min(axis=0) - 20.0))

    @cached_property
    def _veil(self) -> Floats:
        return np.asarray(((self._levels[0] - self._black) / (self._white - self._black)).max(axis=1))

    @cached_property
    def _where(self) -> PointsMm:
        """Where each code lies on the table, (codes, 2)."""
        return self._plane.to_table(self._corners.mean(axis=1)) if len(self._corners) else np.zeros((1, 2))

    def at(self, points: PointsPx) -> Floats:
        """Blue, green, red at pixels (n, m, 2) of the full picture, (n, m, 3)."""
        return self._shrunk.at(points)

    def medians(self, points: PointsPx) -> Floats:
        """Median blue, green, red over each row of pixels (n, m, 2), (n, 3), straight from the full picture.

        A median of many pixels needs no averaged ones, and the full picture need not be shrunk for it.
        """
        values = sample_levels(self._image, points)
        middle = points.shape[1] // 2
        ordered = np.partition(values.transpose(0, 2, 1), middle, axis=2)
        return np.asarray(ordered[..., middle], float)

    def _weights(self, where_mm: PointsMm) -> Floats:
        """How much each code counts at table points (n, 2): (n, codes)."""
        away2 = ((where_mm[:, None] - self._where[None]) ** 2).sum(axis=-1)
        near, far = np.exp(-0.5 * away2 / self._near**2), np.exp(-0.5 * away2 / (5 * self._near) ** 2)
        return np.asarray(near + 1e-4 * far + 1e-9)

    def veil(self, where_mm: PointsMm) -> Floats:
        """How light black looks near table points (n, 2), from 0 (black) to 1: glare lies over it."""
        weight = self._weights(where_mm)
        return np.asarray((weight @ self._veil) / weight.sum(axis=1))

    def reflectance(self, colours: Floats, where_mm: PointsMm) -> Floats:
        """Colours (n, m, 3), as `at` gives them, as shares from black to the white near each of n table points."""
        white = self._white_at(where_mm)
        return np.asarray(np.clip((colours - self._black) / (white - self._black)[:, None], -0.2, 1.6))

    def _white_at(self, where_mm: PointsMm) -> Floats:
        """White at table points (n, 2): planes fitted to the logarithm over the codes around each, (n, 3)."""
        weight = self._weights(where_mm)
        # Sums over the codes of 1, x, y and of their products, x and y counted from each point: moved there at last.
        x, y = (self._where / self._near).T
        one = np.ones_like(x)
        light = np.log(self._white + 1.0)
        sums = weight @ np.stack([one, x, y, x * x, x * y, y * y], axis=1)
        lights = weight @ np.concatenate([light, x[:, None] * light, y[:, None] * light], axis=1)
        px, py = (where_mm / self._near).T
        w, wx, wy, wxx, wxy, wyy = sums.T
        ax, ay = wx - px * w, wy - py * w
        axx = wxx - 2 * px * wx + px * px * w
        axy = wxy - px * wy - py * wx + px * py * w
        ayy = wyy - 2 * py * wy + py * py * w
        normal = np.stack([w, ax, ay, ax, axx, axy, ay, axy, ayy], axis=1).reshape(-1, 3, 3)
        normal += np.diag([1e-9, 0.3, 0.3]) * w[:, None, None]
        right = np.stack(
            [lights[:, :3], lights[:, 3:6] - px[:, None] * lights[:, :3], lights[:, 6:] - py[:, None] * lights[:, :3]],
            axis=1,
        )
        fitted = np.exp(np.linalg.solve(normal, right)[:, 0]) - 1.0
        return np.asarray(np.clip(fitted, self._white.min(axis=0), self._white.max(axis=0)))


def score_ground(
    whites: Whites, field: CellField, game: GameFile, settings: BoardSettings, *, known: Mapping[str, Ground]
) -> tuple[Ground, ...]:
    """How well each cell shows its ground; what is `known` by place is taken as it is, and the others agree with it."""
    cells, boards = field.cells, field.boards
    if all(cell.name in known for cell in cells):
        return tuple(known[cell.name] for cell in cells)
    shades = _shades(whites, field, settings, known)
    kinds = [cell.ground for cell in cells]
    colour_of = {kind: _printed(kind, game) for kind in set(kinds)}
    own = [laid.made_elsewhere for laid in boards]
    numbers: dict[tuple[int, str] | bytes, int] = {}
    keys = [(cell.board, cell.ground) if own[cell.board] else colour_of[cell.ground].tobytes() for cell in cells]
    looks = np.array([numbers.setdefault(key, len(numbers)) for key in keys])
    fresh = np.array([cell.name not in known for cell in cells])
    middles = np.array([cell.spot.middle_mm for cell in cells]) / max(laid.board.pitch_mm for laid in boards)
    agreed = np.empty(len(cells), object)
    free = np.where(shades.trusted, shades.plain, 0.0)
    for look in np.unique(looks[fresh]).tolist():
        mine = looks == look
        first = cells[int(mine.argmax())]
        if own[first.board]:
            tones = _agreed_elsewhere(mine, shades.medians, free, middles, settings)
        else:
            tone = _agreed(mine, shades.medians, free, middles, colour_of[first.ground], settings)
            tones = [tone] * int(mine.sum())
        for index, tone in zip(np.flatnonzero(mine), tones, strict=True):
            agreed[index] = tone
    of_kind = {kind: np.array([one == kind for one in kinds]) for kind in {kinds[i] for i in np.flatnonzero(fresh)}}
    usual = {kind: _usual(mine, shades.plain, settings) for kind, mine in of_kind.items()}
    bare = {kind: _bare(mine, shades.plain, shades.core, settings) for kind, mine in of_kind.items()}
    return tuple(
        known[cell.name]
        if cell.name in known
        else _judged(shades, index, _Expected(agreed[index], colour_of[kind], usual[kind], bare[kind]), settings)
        for index, (cell, kind) in enumerate(zip(cells, kinds, strict=True))
    )


@dataclass(frozen=True, slots=True)
class _Shades:
    """Each cell's colour (n, 3), whether it may be trusted, and how plain it and its middle are (n,)."""

    medians: Floats
    trusted: Any
    plain: Floats
    core: Floats


def _shades(whites: Whites, field: CellField, settings: BoardSettings, known: Mapping[str, Ground]) -> _Shades:
    """As they are known, or else as the picture shows them."""
    cells = field.cells
    medians, trusted = np.zeros((len(cells), 3)), np.ones(len(cells), bool)
    plain, core = np.zeros(len(cells)), np.zeros(len(cells))
    middles = np.array([cell.spot.middle_mm for cell in cells])
    kept = [index for index, cell in enumerate(cells) if cell.name in known]
    if kept:
        grounds = [known[cells[index].name] for index in kept]
        trusted[kept] = [ground.trusted for ground in grounds]
        plain[kept] = [ground.plain for ground in grounds]
        core[kept] = [ground.core for ground in grounds]
        # How plain they are no light changes, but those that tell the others' colour tell it in the light of now.
        free = [index for index in kept if trusted[index] and plain[index] > settings.plain_enough]
        shown = whites.medians(field.samples_px[free, ::2])[:, None]  # every second one, as on a chess board
        medians[free] = whites.reflectance(shown, middles[free])[:, 0]
    fresh = [index for index, cell in enumerate(cells) if cell.name not in known]
    shown = whites.at(field.samples_px[fresh])
    colours = whites.reflectance(shown, middles[fresh])
    medians[fresh] = np.median(colours, axis=1)
    clipped = (shown.min(axis=2) > settings.clipped).mean(axis=1) > 0.5
    trusted[fresh] = ~clipped & (whites.veil(middles[fresh]) < settings.most_veil)
    alike = np.abs(colours - medians[fresh][:, None]).max(axis=2) < settings.flat
    plain[fresh] = alike.mean(axis=1)
    rim = settings.samples // 4
    inner = alike.reshape(-1, settings.samples, settings.samples)[:, rim:-rim, rim:-rim]
    core[fresh] = inner.mean(axis=(1, 2))
    return _Shades(medians, trusted, plain, core)


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
        friends = _friends(left, settings.tolerance)
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
        friends = _friends(left, settings.tolerance)
        alike = friends[int(friends.sum(axis=1).argmax())]
        for _ in range(settings.rounds):
            shade = _slope(places[alike], left[alike])
            alike = np.abs(left - _sloping(places, shade)).max(axis=1) < settings.tolerance
        if alike.sum() < enough or np.ptp(places[alike], axis=0).max() < settings.widely:
            break
        modes.append(_sloping(middles[mine], shade))
        left, places = left[~alike], places[~alike]
    return list(np.stack(modes, axis=1)) if modes else [np.zeros((0, 3))] * int(mine.sum())


def _friends(colours: Floats, tolerance: float) -> Any:
    """Which of colours (n, 3) are alike, (n, n)."""
    friends = np.ones((len(colours), len(colours)), bool)
    for channel in colours.T:
        friends &= np.abs(channel[:, None] - channel[None]) < tolerance
    return friends


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


def _usual(mine: Any, plain: Floats, settings: BoardSettings) -> float:
    """How plain this kind of ground is where it is free: bare, or with a picture in its middle."""
    least, untold, most = settings.usual_plain
    free = plain[mine][plain[mine] > settings.plain_enough]
    return float(np.clip(np.median(free), least, most)) if len(free) else untold


def _bare(mine: Any, plain: Floats, core: Floats, settings: BoardSettings) -> float:
    """How plain the middle of this kind of ground is where it is free; 0 where a picture is printed there."""
    free = core[mine & (plain > settings.plain_enough)]
    usual = float(np.median(free)) if len(free) else 1.0
    return usual if usual > settings.core_printed else 0.0


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


@dataclass(frozen=True, slots=True)
class _Expected:
    """What a free cell looks like."""

    tones: Floats
    """The colours (k, 3) on which others of its kind agree; none where too few do."""
    printed: Floats
    """The colours (k, 3) that the file says."""
    usual: float
    """How plain it is, ..."""
    bare: float
    """... and its middle; 0 where a picture is printed there."""


def _judged(shades: _Shades, index: int, expected: _Expected, settings: BoardSettings) -> Ground:
    """One cell against what the others agree on, or else against what the file says is printed.

    How plain its middle is counts against the usual: what stands there may leave most of the cell bare.
    """
    median, plain, core = shades.medians[index], float(shades.plain[index]), float(shades.core[index])
    if not shades.trusted[index]:
        return Ground(0.0, False, median, plain, core, False)
    known = bool(len(expected.tones))
    colours = expected.tones if known else expected.printed
    tolerance = settings.tolerance if known else settings.printed_tolerance
    away = float(np.abs(median - colours).max(axis=1).min()) / tolerance
    colour = math.exp(-(max(0.0, away - settings.same_colour) ** 2))
    middle = core / expected.bare if expected.bare else 1.0
    smooth = min(max((plain / expected.usual - settings.least_plain) / settings.fully_free, 0.0), 1.0)
    clear = min(max((middle - settings.least_bare) / settings.fully_free, 0.0), 1.0)
    return Ground(colour * smooth * clear, known, median, plain, core, True)
