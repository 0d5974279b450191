"""Neighbourhoods of which blocks leave little to see: their codes, partly covered, on the crossings of the lattice.

Nothing finds a code whose white rim is hidden. Where the lattice has its crossings, each code that may lie there is
held module by module against what shows, whatever covers the rest: a side, a corner, or all but a corner.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from tabletop.cellnames import Cell
from tabletop.parts import Part
from vision.city.lattice import quarters
from vision.city.lattice_frame import LatticeFrame
from vision.pixels.arrays import Floats, PointsMm, Samples, distances, distinct, median
from vision.pixels.codes import SeenCode, corners_of, levels_of, middles_px, sides_px
from vision.pixels.patterns import modules
from vision.places.patches import grid_mm, inside_picture, sample_spots
from vision.places.place import PlaceFrame, frame_on, frames_of, rectangle_mm
from vision.places.shot import SolvedShot
from vision.settings import CrossingSettings

_SQUARE = 9
"""Modules across a code with its white rim."""
_BETWEEN = 3
"""Samples from one module to the next, where codes are looked for ..."""
_WITHIN = 5
"""... and where it is told how they lie."""


@dataclass(frozen=True, slots=True)
class _Partly:
    """A code on a crossing: in how many quarter turns, shifted by what, and how much speaks for it and it alone."""

    id: int
    turn: int
    crossing: Cell
    shift_mm: PointsMm
    fit: float
    """Modules that are as printed, those that are not taken off."""
    lead: float
    """By so much any other of the game's codes fits worse."""


def codes_on_crossings(
    shot: SolvedShot, frame: LatticeFrame, cells: set[Cell], missing: Sequence[Part]
) -> list[SeenCode]:
    """Codes of the missing neighbourhoods that show on crossings between four of the free cells.

    Where another code is seen, it is that, and not one of which something covers a part.
    """
    settings, pitch = shot.settings.crossings, shot.game.grid.pitch_mm
    owner = {code.id: (part.id, code) for part in missing for code in part.codes}
    crossings = [(r, c) for r, c in cells if {(r - 1, c), (r, c - 1), (r - 1, c - 1)} <= cells]
    taken = _on_codes(shot, frame.spots(crossings))
    crossings = [crossing for crossing, known in zip(crossings, taken, strict=True) if not known]
    if not crossings or not owner:
        return []
    spots = frame.spots(crossings)
    partly = _partly_seen(shot, crossings, spots, tuple(sorted(owner)))
    by_lie: dict[tuple[str, int, int, int], list[_Partly]] = {}
    for one in partly:
        part, code = owner[one.id]
        x, y = quarters(np.array(code.centre_mm) / pitch, one.turn)
        lie = (part, one.turn, round(2 * (one.crossing[0] - y)), round(2 * (one.crossing[1] - x)))
        by_lie.setdefault(lie, []).append(one)
    codes = []
    for part in sorted({lie[0] for lie in by_lie}):
        ways = sorted((ones for lie, ones in by_lie.items() if lie[0] == part), key=_worth)
        rival = _worth(ways[-2]) if len(ways) > 1 else 0.0
        if _worth(ways[-1]) - rival < settings.enough:
            continue
        clearest = max(one.fit for one in ways[-1])  # what little shows of others tells less well where they lie
        clear = [one for one in ways[-1] if one.fit > settings.as_clear * clearest]
        codes += [seen for one in clear if (seen := _seen(shot, frame.spot(*one.crossing), one)) is not None]
    return codes


def codes_on_sheets(shot: SolvedShot) -> list[SeenCode]:
    """Codes, partly covered, of neighbourhoods that one code alone holds: each where its sheet has it."""
    lacking = [
        (code.id, frame_on(sheet, np.array(code.centre_mm)))
        for sheet in shot.table.sheets
        if sheet.part.kind == "tile" and len(sheet.codes) == 1
        for code in sheet.part.codes
        if code.id != sheet.codes[0].id
    ]
    taken = _on_codes(shot, [spot for _, spot in lacking])
    lacking = [one for one, known in zip(lacking, taken, strict=True) if not known]
    if not lacking:
        return []
    ids, spots = zip(*lacking, strict=True)
    partly = _partly_seen(shot, [(number, 0) for number in range(len(spots))], spots, tuple(sorted(set(ids))))
    lying = [(one, one.crossing[0]) for one in partly if one.turn == 0 and one.id == ids[one.crossing[0]]]
    return [seen for one, number in lying if (seen := _seen(shot, spots[number], one)) is not None]


def _on_codes(shot: SolvedShot, spots: Sequence[PlaceFrame]) -> list[bool]:
    """Which spots lie under a code that is seen, or less than a code's side beside its middle."""
    middles_mm = shot.plane.to_table(middles_px(corners_of(shot.codes)))
    away = distances(frames_of(spots).middles_mm, middles_mm)
    return [bool(one) for one in (away < shot.game.codes.side_mm).any(axis=1)]


def _worth(ones: Sequence[_Partly]) -> float:
    return sum(one.lead for one in ones)


def _seen(shot: SolvedShot, spot: PlaceFrame, one: _Partly) -> SeenCode | None:
    """The code where its own modules have it: edges that blocks cover tell nothing of its corners. None: nowhere."""
    side = shot.game.codes.side_mm
    square = np.roll(rectangle_mm(side, side), -one.turn, axis=0)
    laid = _laid(shot, spot, one, square)
    if laid is None:
        return None
    return SeenCode(one.id, shot.plane.to_picture(spot.to_table(laid)), one.fit / _SQUARE**2)


def _laid(shot: SolvedShot, spot: PlaceFrame, one: _Partly, square: PointsMm) -> PointsMm | None:
    """A code's corners in its spot's frame: turned, and sheared as far as the plane is off there.

    What shows of the print is laid upon its pattern (Evangelidis and Psarakis, Enhanced Correlation Coefficient
    Maximization, 2008). None where that leads far away or does not fit.
    """
    shot = _evenly_lit(shot)
    settings, game = shot.settings.crossings, shot.game
    step = game.codes.side_mm / game.codes.modules
    printed = _patterns(game.codes.dictionary, (one.id,))[one.turn]
    there = sample_spots(shot, [spot], grid_mm(_SQUARE // 2, step), offsets_mm=one.shift_mm[None])
    shows = np.abs(_BlackAndWhite(shot).scaled([spot], there)[0] - printed) < settings.agree
    pattern, mask = (np.kron(part, np.ones((_WITHIN, _WITHIN), np.float32)) for part in (printed, shows))
    pattern = cv2.GaussianBlur(pattern, (0, 0), settings.soft_modules * _WITHIN)
    fine, half = step / _WITHIN, _SQUARE * _WITHIN // 2
    patch = sample_spots(shot, [spot], grid_mm(half, fine), offsets_mm=one.shift_mm[None])[0]
    start, until = np.eye(2, 3, dtype=np.float32), (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 60, 1e-5)
    try:
        fit, onto = cv2.findTransformECC(
            patch, pattern, start, cv2.MOTION_AFFINE, until, inputMask=mask.astype(np.uint8), gaussFiltSize=1
        )
    except cv2.error:  # it led nowhere
        return None
    back = cv2.invertAffineTransform(onto)
    laid = ((square / fine + half) @ back[:, :2].T + back[:, 2] - half) * fine
    if fit < settings.laid_fit or np.abs(laid - square).max() > step:
        return None
    return np.asarray(laid + one.shift_mm)


def _partly_seen(
    shot: SolvedShot, crossings: Sequence[Cell], spots: Sequence[PlaceFrame], ids: tuple[int, ...]
) -> list[_Partly]:
    """The best code of each crossing that fits well enough, and better than any other of the game's."""
    settings, game = shot.settings.crossings, shot.game
    step = game.codes.side_mm / game.codes.modules
    inside = inside_picture(shot.plane, spots, game.codes.side_mm / 2 + step)
    spots = [spot for spot, shown in zip(spots, inside, strict=True) if shown]
    crossings = [crossing for crossing, shown in zip(crossings, inside, strict=True) if shown]
    if not spots:
        return []
    shot = _evenly_lit(shot)
    scale = _BlackAndWhite(shot)
    patterns = _patterns(game.codes.dictionary, ids)
    promising = [_promising(one, patterns, settings) for one in _shifted(shot, scale, spots, step, 1)[1]]
    found = []
    every = tuple(sorted(code.id for part in game.parts if part.codes for code in part.codes))
    looked_at = np.flatnonzero(promising).tolist()
    shifts, squares = _shifted(shot, scale, [spots[index] for index in looked_at], step, _BETWEEN)
    for index, shown in zip(looked_at, squares, strict=True):
        fits, at = _fits(shown, patterns, settings)
        best = int(fits.argmax())
        if fits[best] < settings.least_fit:
            continue
        rivals, _ = _fits(shown, _patterns(game.codes.dictionary, every), settings)
        others = np.delete(rivals.reshape(-1, 4), every.index(ids[best // 4]), axis=0)
        lead = float(fits[best] - others.max(initial=0.0))
        if lead >= settings.least_lead:
            found.append(_Partly(ids[best // 4], best % 4, crossings[index], shifts[at[best]], float(fits[best]), lead))
    return found


def _evenly_lit(shot: SolvedShot) -> SolvedShot:
    """The shot as if all its light were alike: codes beside what covers them lie in its shadow.

    Printed pieces are flat: they cast none.
    """
    if shot.pieces is None:
        return shot
    own = [code for code in shot.codes if code.own]
    side = float(median(sides_px(corners_of(own)).mean(axis=1)))
    return replace(shot, pyramid=shot.pyramid.evenly_lit(side))


class _BlackAndWhite:
    """What is black and what white near a place: as the codes next to it have it."""

    def __init__(self, shot: SolvedShot) -> None:
        own = [code for code in shot.codes if code.own]
        corners = corners_of(own)
        levels = np.sort(levels_of(shot.grey, corners, shot.game.codes.dictionary).reshape(len(own), -1), axis=1)
        tenth = levels.shape[1] // 10
        self._middles_mm = shot.plane.to_table(middles_px(corners))
        self._black, self._white = levels[:, tenth], levels[:, -1 - tenth]
        self._nearest = shot.settings.crossings.nearest

    def scaled(self, spots: Sequence[PlaceFrame], levels: Samples) -> Samples:
        """Levels (n, m, m) at spots: 0 is black, 1 white."""
        away = distances(frames_of(spots).middles_mm, self._middles_mm)
        near = away.argsort(axis=1)[:, : self._nearest]
        black, white = (median(one[near])[:, None, None] for one in (self._black, self._white))
        return np.asarray(np.clip((levels - black) / np.maximum(white - black, 1.0), 0.0, 1.0), np.float32)


def _shifted(
    shot: SolvedShot, scale: _BlackAndWhite, spots: Sequence[PlaceFrame], step_mm: float, between: int
) -> tuple[PointsMm, Samples]:
    """The squares (n, shifts, 9, 9) that lie round crossings shifted as sheets may be, and the shifts (shifts, 2).

    `between` shifts make one module's `step_mm`.
    """
    fine = step_mm / between
    settings = shot.settings
    reach = int((settings.crossings.reach_mm if shot.pieces is None else settings.lattice.in_step_mm) / fine)
    half = (_SQUARE - 1) // 2 * between + reach
    span = (_SQUARE - 1) * between + 1
    squares = np.zeros((0, 1, 1, span, span), np.float32)
    if spots:
        patches = scale.scaled(spots, sample_spots(shot, spots, grid_mm(half, fine)))
        squares = np.lib.stride_tricks.sliding_window_view(patches, (span, span), axis=(1, 2))
    shifts = grid_mm(reach, fine).reshape(-1, 2)
    return shifts, squares[..., ::between, ::between].reshape(len(spots), len(shifts), _SQUARE, _SQUARE)


def _promising(squares: Samples, patterns: Samples, settings: CrossingSettings) -> bool:
    """Whether any of the squares (m, 9, 9) is like a pattern (n, 9, 9), and not only by the white of its rim."""
    dark = (squares < settings.agree).sum(axis=(1, 2)) >= settings.fewest_dark
    return bool((dark & (_whole(squares, patterns, settings).max(axis=1) >= settings.worth_a_look)).any())


def _whole(squares: Samples, patterns: Samples, settings: CrossingSettings) -> Samples:
    """Modules of squares (m, 9, 9) that are as in patterns (n, 9, 9), less those that are the other way (m, n)."""
    flat, printed = (one.reshape(len(one), -1) for one in (squares, patterns))
    seen = (flat > 1 - settings.agree).astype(np.float32) - (flat < settings.agree)
    return np.asarray(seen @ (2 * printed - 1).T)


def _fits(squares: Samples, patterns: Samples, settings: CrossingSettings) -> tuple[Floats, np.ndarray]:
    """How well each pattern (n, 9, 9) fits with something over a part of it, and the shift at which it does (n,).

    Only those that fit the whole square best are held against its parts; the others' fit is 0.
    """
    flat, printed = (one.reshape(len(one), -1) for one in (squares, patterns))
    whole = _whole(squares, patterns, settings)
    fits, where = np.zeros(len(printed)), whole.argmax(axis=0)
    best = whole.max(axis=0).argsort()[-settings.candidates :]
    for shift in whole[:, best].argsort(axis=0)[-settings.shifts :]:
        off = np.abs(flat[shift] - printed[best])
        worth = np.where(off > 1 - settings.agree, settings.against, settings.neither).astype(np.float32)
        worth[off < settings.agree] = 1.0
        fit = (worth @ _masks().T).max(axis=1)
        where[best] = np.where(fit > fits[best], shift, where[best])
        fits[best] = np.maximum(fits[best], fit)
    return fits, where


@lru_cache(maxsize=4)
def _patterns(dictionary: str, ids: tuple[int, ...]) -> Samples:
    """The codes in their four turns with a white rim, (ids · 4, 9, 9)."""
    bare = modules(dictionary, ids)
    return np.pad(bare.reshape(-1, *bare.shape[2:]), ((0, 0), (1, 1), (1, 1)), constant_values=1.0).astype(np.float32)


@lru_cache(maxsize=1)
def _masks() -> Samples:
    """What may show of a square (masks, 81): a rectangle that begins in a corner, all but one, one side of a line."""
    line = np.arange(_SQUARE)
    x, y = np.meshgrid(line, line)
    found = set[bytes]()
    for down in range(1, _SQUARE + 1):
        for right in range(1, _SQUARE + 1):
            for turn in range(4):
                corner = np.rot90((y < down) & (x < right), turn)
                found |= {corner.tobytes(), (~corner).tobytes()}
    for angle in np.radians(np.arange(0.0, 180.0, 22.5)):
        along = x * np.cos(angle) + y * np.sin(angle)
        for bound in distinct(along.round(3)):
            side = along <= bound
            found |= {side.tobytes(), (~side).tobytes()}
    every = np.array([np.frombuffer(one, bool) for one in sorted(found)])
    return np.asarray(every[every.any(axis=1)], np.float32)
