"""Whether a cell shows its printed ground: colour against the white of the codes round it, and plainness.

Cells of one kind of ground must agree with each other; where too few are free, the file's colour has to do. What covers
a cell (a hand, a cup) differs in colour or is not plain, so a cell counts as empty only by what it shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.gamefile import GameFile, Rgb
from tabletop.plainkinds import plain_kinds
from vision.boards.cells import CellField
from vision.boards.local_light import DARKEST, local_light
from vision.boards.setup import Setup
from vision.boards.whites import Whites
from vision.pixels.arrays import Floats, PointsMm, distinct, largest, median
from vision.pixels.colours import srgb_from_lab
from vision.settings.boards import BoardSettings

CHEQUER = ((244, 236, 216), (216, 203, 176))
"""Red, green, blue of printed boards' light and dark squares where the game's file says nothing else."""


@dataclass(frozen=True, slots=True, eq=False)
class PieceColour:
    """What pieces without codes look like, and how many of them there are."""

    colour: Floats
    """Blue, green, red, 1 being white."""
    many: int

    def shows(self, colours: Floats, within: float) -> NDArray[np.bool_]:
        """Which of colours (n, 3) differ from it by less than that in each channel, (n,)."""
        return np.asarray(np.abs(colours - self.colour).max(axis=1) < within)


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


def piece_colours(setup: Setup) -> tuple[PieceColour, ...]:
    """The colours of the set's pieces without codes, each with all cells that its pieces can cover."""
    many: dict[Rgb, int] = {}
    for kind in plain_kinds(setup.pieces, setup.game) if setup.pieces is not None else ():
        colour = kind.shown or (kind.colour if isinstance(kind.colour, tuple) else srgb_from_lab(kind.colour.lab))
        many[colour] = many.get(colour, 0) + kind.part.count * max(1, len(kind.part.cells))
    return tuple(PieceColour(np.array(colour[::-1]) / 255.0, count) for colour, count in many.items())


def score_ground(
    whites: Whites,
    field: CellField,
    game: GameFile,
    settings: BoardSettings,
    *,
    known: Mapping[str, Ground],
    pieces: Sequence[PieceColour] = (),
) -> tuple[Ground, ...]:
    """How well each cell shows its ground; what is `known` by place is taken as it is, and the others agree with it.

    `pieces` are the colours of pieces without codes that may lie there.
    """
    cells, boards = field.cells, field.boards
    if all(cell.name in known for cell in cells):
        return tuple(known[cell.name] for cell in cells)
    shades = _shades(whites, field, settings, known)
    kinds = [cell.ground for cell in cells]
    colour_of = {kind: printed_tones(kind, game) for kind in set(kinds)}
    own = [laid.made_elsewhere for laid in boards]
    numbers: dict[tuple[int, str] | bytes, int] = {}
    keys = [(cell.board, cell.ground) if own[cell.board] else colour_of[cell.ground].tobytes() for cell in cells]
    looks = np.array([numbers.setdefault(key, len(numbers)) for key in keys])
    fresh = np.array([cell.name not in known for cell in cells])
    middles = np.array([cell.spot.middle_mm for cell in cells]) / max(laid.board.pitch_mm for laid in boards)
    tones = np.full((len(cells), settings.most_tones, 3), np.nan)
    free = np.where(shades.trusted, shades.plain, 0.0)
    for look in distinct(looks[fresh]):
        mine = looks == look
        first = cells[int(mine.argmax())]
        if own[first.board]:
            agreed = _agreed_elsewhere(mine, shades.medians, free, middles, pieces, settings)
        else:
            agreed = agreed_tones(mine, shades.medians, free, middles, colour_of[first.ground], settings)
        tones[mine, : agreed.shape[-2]] = agreed
    ours = ~np.array([own[cell.board] for cell in cells])
    tones = _in_local_light(tones, ours, looks, shades, middles, settings)
    asked = np.flatnonzero(fresh)
    of_kind = {kind: np.array([one == kind for one in kinds]) for kind in {kinds[i] for i in asked}}
    rank = settings.bare_rank if any(own) else 0.5
    usual = {kind: _usual(mine, shades.plain, rank, settings) for kind, mine in of_kind.items()}
    bare = {kind: _bare(mine, shades.plain, shades.core, rank, settings) for kind, mine in of_kind.items()}
    printed = np.full((len(cells), max(map(len, colour_of.values())), 3), np.nan)
    for kind, mine in of_kind.items():
        printed[mine, : len(colour_of[kind])] = colour_of[kind]
    expected = _Expected(
        tones[asked],
        printed[asked],
        np.array([usual[kinds[index]] for index in asked]),
        np.array([bare[kinds[index]] for index in asked]),
    )
    judged = iter(_judged(shades, asked, expected, settings))
    return tuple(known[cell.name] if cell.name in known else next(judged) for cell in cells)


def _in_local_light(
    agreed: Floats, ours: Any, looks: Any, shades: _Shades, middles: PointsMm, settings: BoardSettings
) -> Floats:
    """The colours (n, k, 3) on which cells agree as they look in the light round each of the cells that we printed."""
    nearest = _off(shades.medians, agreed).argmin(axis=1)
    expected = np.where(ours[:, None], agreed[np.arange(len(agreed)), nearest], np.nan)
    plain = shades.trusted & (shades.plain > settings.plain_enough) & ~np.isnan(expected[:, 0])
    light = local_light(middles, shades.medians, expected, plain, looks, settings.light)
    return np.asarray(np.where(ours[:, None, None], agreed * light[:, None], agreed))


def _off(shown: Floats, colours: Floats) -> Floats:
    """By how much colours (n, 3) differ in some channel from each of others (n, k, 3); infinite where these are NaN."""
    return np.asarray(np.nan_to_num(largest(np.abs(colours - shown[:, None])), nan=np.inf))


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
    levels = whites.at(field.samples_px[fresh])
    usual = median(levels.transpose(0, 2, 1))[:, None]  # of levels, which sort fast: what is lighter stays lighter
    colours = whites.reflectance(np.concatenate([levels, usual], axis=1), middles[fresh])
    medians[fresh], colours = colours[:, -1], colours[:, :-1]
    clipped = (~largest(levels <= settings.clipped)).mean(axis=1) > settings.most_clipped
    trusted[fresh] = ~clipped & (whites.veil(middles[fresh]) < settings.most_veil)
    alike = largest(np.abs(colours - medians[fresh][:, None])) < settings.flat
    plain[fresh] = alike.mean(axis=1)
    rim = settings.samples // 4
    inner = alike.reshape(-1, settings.samples, settings.samples)[:, rim:-rim, rim:-rim]
    core[fresh] = inner.mean(axis=(1, 2))
    return _Shades(medians, trusted, plain, core)


def agreed_tones(
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
        mode, around = median(left[friends[centre]], axis=0), places[friends[centre]]
        wide = len(around) >= settings.many_alike and np.ptp(around, axis=0).max() >= settings.widely
        off = _off_print(mode, printed)
        if off > (settings.print_differs if wide else settings.printed_tolerance):
            break
        if modes and off > settings.printed_tolerance and np.abs(mode - modes[0]).max() > settings.tones_apart:
            break
        modes.append(mode)
        other = np.abs(left - mode).max(axis=1) >= settings.tolerance
        left, places = left[other], places[other]
        enough = settings.fewest_alike
    as_printed = [mode for mode in modes if _off_print(mode, printed) <= settings.printed_tolerance]
    if as_printed:  # an arm over many cells is no tone of print that shows beside it
        modes = [mode for mode in modes if _off_print(mode, np.array(as_printed)) <= settings.tones_apart]
    if any(_tint(mode, modes[0]) > settings.tones_tint for mode in modes):
        return np.zeros((0, 3))  # shade has the colour of light; a sheet of paper or a phone has its own
    return np.array(modes).reshape(-1, 3)


def _tint(one: Floats, other: Floats) -> float:
    """By how much (logarithm) one channel of a colour (3,) differs from another's more than all of them do."""
    logs = np.log((np.maximum(one, 0.0) + DARKEST) / (np.maximum(other, 0.0) + DARKEST))
    return float(np.abs(logs - logs.mean()).max())


def _off_print(colour: Floats, printed: Floats) -> float:
    """By how much a colour (3,) differs in some channel from the nearest of others (k, 3)."""
    return float(np.abs(colour - printed).max(axis=1).min())


def _agreed_elsewhere(
    mine: Any, medians: Floats, plain: Floats, middles: PointsMm, pieces: Sequence[PieceColour], settings: BoardSettings
) -> Floats:
    """For each of the cells the colours (n, k, 3) that ground may have which we did not print: no file knows them.

    Each is seen on many cells far apart, so many that neither a hand nor a cloth over part of the board comes into
    question, and may grow lighter evenly from one side to the other: codes, and with them whites, lie on the rim only.
    What may be pieces, by colour and number, tells of no ground.
    """
    free = mine & (plain > settings.plain_enough)
    for one in pieces:
        alike = free & one.shows(medians, settings.like_a_piece)
        if alike.sum() <= one.many:
            free &= ~alike
    left, places = medians[free], middles[free]
    enough = max(settings.many_alike, settings.share_alike * len(left))
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
    return np.stack(modes, axis=1) if modes else np.zeros((int(mine.sum()), 0, 3))


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


def _usual(mine: Any, plain: Floats, rank: float, settings: BoardSettings) -> float:
    """How plain this kind of ground is where it is free: bare, or with a picture in its middle.

    A `rank` of 0.5 is the median of its free cells, 1 the plainest of them.
    """
    least, untold, most = settings.usual_plain
    free = plain[mine][plain[mine] > settings.plain_enough]
    return float(np.clip(np.quantile(free, rank), least, most)) if len(free) else untold


def _bare(mine: Any, plain: Floats, core: Floats, rank: float, settings: BoardSettings) -> float:
    """How plain the middle of this kind of ground is where it is free; 0 where a picture is printed there."""
    free = core[mine & (plain > settings.plain_enough)]
    usual = float(np.quantile(free, rank)) if len(free) else 1.0
    return usual if usual > settings.core_printed else 0.0


def printed_tones(kind: str, game: GameFile) -> Floats:
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
    """What some cells look like where they are free."""

    tones: Floats
    """The colours (n, k, 3) on which others of their kind agree; NaN where too few do."""
    printed: Floats
    """The colours (n, k, 3) that the file says, NaN where these are fewer."""
    usual: Floats
    """How plain they are (n,), ..."""
    bare: Floats
    """... and their middles; 0 where a picture is printed there."""


def _judged(shades: _Shades, cells: Any, expected: _Expected, settings: BoardSettings) -> list[Ground]:
    """Cells (their indices) against what the others agree on, or else against what the file says is printed.

    How plain their middles are counts against the usual: what stands there may leave most of a cell bare.
    """
    medians, plain, core = shades.medians[cells], shades.plain[cells], shades.core[cells]
    trusted = shades.trusted[cells]
    known = ~np.isnan(expected.tones[:, 0, 0])
    agreed, printed = (_off(medians, colours).min(axis=1) for colours in (expected.tones, expected.printed))
    away = np.where(known, agreed / settings.tolerance, printed / settings.printed_tolerance)
    colour = np.exp(-(np.maximum(0.0, away - settings.same_colour) ** 2))
    middle = np.where(expected.bare > 0.0, core / np.where(expected.bare > 0.0, expected.bare, 1.0), 1.0)
    smooth = np.clip((plain / expected.usual - settings.least_plain) / settings.fully_free, 0.0, 1.0)
    clear = np.clip((middle - settings.least_bare) / settings.fully_free, 0.0, 1.0)
    fit = np.where(trusted, colour * smooth * clear, 0.0)
    rows = zip(
        *(one.tolist() for one in (fit, known & trusted)),
        medians,
        *(one.tolist() for one in (plain, core, trusted)),
        strict=True,
    )
    return [Ground(*row) for row in rows]
