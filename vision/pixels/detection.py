"""Finding a game's codes in a picture: what the detector decodes, what it rejected, and which of it is believed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from tabletop.gamefile import GameFile
from vision.pixels.arrays import Floats, GreyImage, PointsPx, distances, median, quantile, resized, sample
from vision.pixels.codes import (
    SeenCode,
    corners_of,
    correlate,
    detect_codes,
    first_of_each_place,
    levels_of,
    middles_px,
    module_points,
    sides_px,
    within_border,
)
from vision.pixels.edges import refine_corners
from vision.pixels.noise import noise_of
from vision.pixels.patterns import chance_correlation, decoding_chance, dictionary_named, modules, number_of, numbered
from vision.pixels.promised import promised
from vision.pixels.shade import without_shade
from vision.pixels.tones import light_exponent
from vision.settings import DetectionSettings, DetectorSettings, ReaderSettings

EDGE_STEP = 2
"""Of what is searched one pixel in so many is looked at, across and down, for contrast and edges."""
SMALL_BLOCK_PX, BLOCK_STEP = 8, 2
"""So many of those are the side of the blocks whose contrast tells whether a picture is dim, of which one in so many is
looked at, across and down."""
CLEAREST = 0.98
"""This share of the blocks shows less contrast than those that count."""
EDGE_RIM_PX = 32
"""So much round all edges is searched: a code's white rim, and half of the largest threshold window."""


@dataclass(frozen=True, slots=True)
class _Searched:
    """The part of a picture in which codes are looked for, at one scale."""

    image: GreyImage
    scale: float
    corner_px: tuple[float, float]
    """Of its upper left pixel in the whole picture of that scale."""

    def to_whole(self, points: PointsPx) -> PointsPx:
        """Points (..., 2) of the part in the picture of full size."""
        return np.asarray((points + self.corner_px + 0.5) / self.scale - 0.5)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """What may be a code: `clear` for itself, else only where clear ones beside it promise its size."""

    code: SeenCode
    clear: bool = True


def find_codes(
    grey: GreyImage,
    game: GameFile,
    settings: ReaderSettings,
    *,
    scale: float | None = None,
    beside: Floats | None = None,
    exponent: float | None = None,
) -> list[SeenCode]:
    """All of the game's codes (and clear ones of its dictionary that are not the game's) with exact corners.

    `scale` is that of the picture in which candidates are looked for. By default it is one of at most `first_pass_px`,
    and where codes turn out to be small in that, or there are none, an enlarged one too. `beside` tells the sizes of
    other codes that lie there, as `scales_of` gives them, and `exponent` the tone curve where it is known from more of
    the picture. A quick search comes first, and a thorough one where that may have missed some; where light is dim two
    that are made for it; and where a whole picture shows few codes, one that parts others of their size from dark
    things beside them, and one in the picture without shadows.
    """
    whole, first = scale is None, first_scale(grey, settings) if scale is None else scale
    shrunk = grey if first == 1.0 else np.asarray(resized(grey, first), np.uint8)
    searched, contrast = _with_edges(shrunk, first, settings)
    brief, chosen = _searches(shrunk, first, contrast, settings.detection)
    if brief is not None:
        codes = _believed(_candidates(grey, searched, game, settings, brief), game, settings, beside)
        if _may_suffice(grey, codes, game, settings, brief):
            codes = _toned(grey, codes, game, settings, exponent)
            small = scale is None and scale_for([code for code in codes if code.own], first, game, settings) != first
            if (first < 1.0 or not small) and _none_missed(grey, codes, game, settings, small=small):
                return codes
    candidates = _candidates(grey, searched, game, settings, chosen)
    codes = _believed(candidates, game, settings, beside)
    if scale is None:
        scale = scale_for([code for code in codes if code.own], first, game, settings)
    if scale != first and not (first < 1.0 and _none_missed(grey, codes, game, settings, small=True)):
        larger = _enlarged(grey, searched, scale)
        candidates += _candidates(grey, larger, game, settings, settings.detection.thorough)
        codes = _believed(candidates, game, settings, beside)
    if whole and 0 < sum(code.own for code in codes) < settings.detection.fewest_quick:
        touched = _candidates(grey, searched, game, settings, settings.detection.among_dark)
        candidates += [replace(one, clear=False) for one in touched if one.code.own]  # of the others' size, or none
        codes = _believed(candidates, game, settings, beside)
        codes = _toned(grey, codes, game, settings, exponent)
        return [*codes, *_shaded(grey, searched, codes, game, settings, exponent)]
    return _toned(grey, codes, game, settings, exponent)


def _shaded(
    grey: GreyImage,
    searched: _Searched,
    seen: Sequence[SeenCode],
    game: GameFile,
    settings: ReaderSettings,
    exponent: float | None,
) -> list[SeenCode]:
    """Codes across which shadows fall: of sheets that few of those `seen` hold, and of their size.

    White in a shadow is as dark as faded black in the sun: outlines break there, and modules are taken for others.
    """
    own = [code for code in seen if code.own]
    held = Counter(game.by_code[code.id][0].id for code in own)
    even = without_shade(grey, float(median(sides_px(corners_of(own)).mean(axis=1))))
    shrunk = even if searched.scale == 1.0 else np.asarray(resized(even, searched.scale), np.uint8)
    (left, top), (height, width) = map(round, searched.corner_px), searched.image.shape
    part = replace(searched, image=shrunk[top : top + height, left : left + width])
    found = [one.code for one in _candidates(even, part, game, settings, settings.detection.thorough) if one.code.own]
    found = [code for code in found if held[game.by_code[code.id][0].id] < settings.detection.firm_codes]
    free = _apart(corners_of(found), seen)
    doubtful = [_Candidate(code, clear=False) for code, apart in zip(found, free, strict=True) if apart]
    codes = _believed(doubtful, game, settings, scales_of(own, game))
    tone = exponent_seen(grey, own, game, settings) if exponent is None else exponent
    return _toned(even, codes, game, settings, tone)


def thoroughly(settings: ReaderSettings) -> ReaderSettings:
    """The settings without a quick search."""
    return replace(settings, detection=replace(settings.detection, quick=None))


def _with_edges(shrunk: GreyImage, scale: float, settings: ReaderSettings) -> tuple[_Searched, float]:
    """What is searched of a picture at this scale, and its contrast: beside the last edges lies a bare table, say."""
    small = np.ascontiguousarray(shrunk[::EDGE_STEP, ::EDGE_STEP])
    contrast = _contrast(small)
    rows, columns = _edged(small, settings.detection.edge_share * contrast)
    return _Searched(shrunk[rows, columns], scale, (columns.start, rows.start)), contrast


def _contrast(small: GreyImage) -> float:
    """Grey levels between dark and light of all but the clearest small blocks; infinite where there is no block.

    The picture is `EDGE_STEP` times as small as what is searched.
    """
    rows, columns = (length // SMALL_BLOCK_PX for length in small.shape)
    if not rows or not columns:
        return np.inf
    blocks = small[: rows * SMALL_BLOCK_PX, : columns * SMALL_BLOCK_PX]
    lines = blocks.reshape(rows, SMALL_BLOCK_PX, -1)[::BLOCK_STEP]
    lightest, darkest = (  # line by line first: whole rows are compared fast
        one.reshape(len(lines), columns, SMALL_BLOCK_PX)[:, ::BLOCK_STEP]
        for one in (lines.max(axis=1), lines.min(axis=1))
    )
    ranges = lightest.max(axis=2) - darkest.min(axis=2)
    return float(quantile(ranges.ravel(), CLEAREST))


def _edged(small: GreyImage, least: float) -> tuple[slice, slice]:
    """Rows and columns, of a picture `EDGE_STEP` times as large, round all edges of at least so many grey levels."""
    if min(small.shape) < SMALL_BLOCK_PX:
        return slice(0, None), slice(0, None)
    parts = []
    changes = cv2.absdiff(small[2:], small[:-2]), cv2.absdiff(small[:, 2:], small[:, :-2])
    for axis in (1, 0):
        along = np.concatenate([np.flatnonzero(one.max(axis=axis) >= least) for one in changes]) * EDGE_STEP
        if not len(along):
            return slice(0, None), slice(0, None)
        parts.append(slice(max(int(along.min()) - EDGE_RIM_PX, 0), int(along.max()) + EDGE_RIM_PX))
    return parts[0], parts[1]


def _enlarged(grey: GreyImage, searched: _Searched, scale: float) -> _Searched:
    """The same part of a picture at a larger scale."""
    left, top = (round(one / searched.scale) for one in searched.corner_px)
    height, width = (round(length / searched.scale) for length in searched.image.shape)
    part = grey[top : top + height, left : left + width]
    image = part if scale == 1.0 else np.asarray(resized(part, scale), np.uint8)
    return _Searched(image, scale, (left * scale, top * scale))


def _searches(
    shrunk: GreyImage, scale: float, contrast: float, detection: DetectionSettings
) -> tuple[DetectorSettings | None, DetectorSettings]:
    """A brief search that comes first, if there is one, and the one that follows where it may have missed some."""
    if detection.quick is None or scale > 1.0:
        return None, detection.thorough
    if contrast >= detection.clear_range:
        return detection.quick, detection.thorough
    if noise_of(shrunk) > detection.noisy_from:
        return None, detection.noisy
    return detection.dim_first, detection.dim


def _may_suffice(
    grey: GreyImage, codes: Sequence[SeenCode], game: GameFile, settings: ReaderSettings, brief: DetectorSettings
) -> bool:
    """Whether a brief search found enough codes, and the quick one of a contrast at which it misses none."""
    own, detection = [code for code in codes if code.own], settings.detection
    if len(own) < detection.fewest_quick or brief is not detection.quick:
        return len(own) >= detection.fewest_quick
    levels = levels_of(grey, corners_of(own), game.codes.dictionary).reshape(len(own), -1)
    contrast = levels.max(axis=1) - levels.min(axis=1)
    return bool(quantile(contrast, detection.quick_share) >= detection.quick_contrast)


def _none_missed(
    grey: GreyImage, codes: Sequence[SeenCode], game: GameFile, settings: ReaderSettings, *, small: bool
) -> bool:
    """Whether every code was found that parts with several codes promise: none of the others shows where it must lie.

    Where codes are `small`, enough of them must tell of others.
    """
    others = promised(codes, game, (grey.shape[1], grey.shape[0]))
    if small and others.known < settings.detection.fewest_known:
        return False
    return not codes_at(grey, others.ids, others.corners_px, codes, game, settings)


def codes_at(
    grey: GreyImage,
    ids: Sequence[int],
    quads: PointsPx,
    seen: Sequence[SeenCode],
    game: GameFile,
    settings: ReaderSettings,
) -> list[SeenCode]:
    """Those of some codes that show at the quadrilaterals (n, 4, 2) where they are expected, with exact corners.

    Less is asked of them than of what is found anywhere: nothing but this one code, this way up, may lie there. But
    where a block hides one of its sides that side's corners would be the block's. Where one that was `seen` lies there
    is nothing to look for.
    """
    free = _apart(quads, seen)
    quads, ids = quads[free], np.array(ids, int)[free].tolist()
    if not ids:
        return []
    dictionary, every = game.codes.dictionary, tuple(sorted(game.by_code))
    printed = modules(dictionary, tuple(ids))[:, 0]
    corners, exact = refine_corners(grey, quads, game.codes.modules, settings.edges)
    levels = levels_of(grey, corners, dictionary)
    fits = correlate(levels, dictionary, every).reshape(len(ids), len(every), 4)
    rows, numbers = np.arange(len(ids)), np.searchsorted(every, ids)
    own = fits[rows, numbers, 0]
    fits[rows, numbers] = -1.0
    detection = settings.detection
    least = chance_correlation(dictionary_named(dictionary).markerSize ** 2, 1, detection.expected_chance)
    clear = (own >= detection.whole_correlation) & (own - fits.max(axis=(1, 2)) >= detection.soft_margin)
    moved = corners - quads  # nothing at all where a code has no firm corners
    bent = np.linalg.norm(moved - moved.mean(axis=1, keepdims=True), axis=2).max(axis=1)
    straight = bent <= np.maximum(detection.bent_share * sides_px(quads).mean(axis=1), detection.bent_px)
    shown = exact & straight & moved.any(axis=(1, 2)) & clear & (within_border(levels, printed) >= least)
    return [SeenCode(ids[row], corners[row], float(own[row])) for row in np.flatnonzero(shown).tolist()]


def exponent_seen(grey: GreyImage, codes: Sequence[SeenCode], game: GameFile, settings: ReaderSettings) -> float:
    """What makes light of the picture's grey levels, as the game's codes in it tell."""
    own = [code for code in codes if code.own]
    if not own:
        return settings.edges.light_exponent
    corners = corners_of(own)
    largest = np.argsort(-sides_px(corners).mean(axis=1), kind="stable")[: settings.edges.toned_codes]
    patterns = modules(game.codes.dictionary, tuple(own[index].id for index in largest.tolist()))[:, 0]
    return light_exponent(grey, corners[largest], patterns, settings.edges)


def _toned(
    grey: GreyImage, codes: Sequence[SeenCode], game: GameFile, settings: ReaderSettings, exponent: float | None
) -> list[SeenCode]:
    """The codes with the corners that the picture's own tone curve gives: with another one they lie too far out."""
    if exponent is None:
        exponent = exponent_seen(grey, codes, game, settings)
    refined, exact = refine_corners(grey, corners_of(codes), game.codes.modules, settings.edges, exponent=exponent)
    return [
        replace(code, corners_px=corners) if sure else code
        for code, corners, sure in zip(codes, refined, exact, strict=True)
    ]


def scales_of(codes: Sequence[SeenCode], game: GameFile) -> Floats:
    """Where the game's codes are seen, and how large (n, 3): x and y in pixels, and pixels for a millimetre."""
    own = [code for code in codes if code.own]
    sizes_mm = np.array([game.by_code[code.id][1].side_mm for code in own])
    corners = corners_of(own)
    return np.column_stack([middles_px(corners), sides_px(corners).mean(axis=1) / sizes_mm])


def _believed(
    candidates: Sequence[_Candidate], game: GameFile, settings: ReaderSettings, beside: Floats | None
) -> list[SeenCode]:
    """The clear candidates, and those that have the size of what lies nearest to them; each place once."""
    clear = [one.code for one in candidates if one.clear]
    doubtful = [one.code for one in candidates if not one.clear]
    known = scales_of(clear, game) if beside is None else np.concatenate([scales_of(clear, game), beside])
    if not doubtful or not len(known):
        return _without_doubles(clear)
    theirs = scales_of(doubtful, game)
    nearest = known[distances(theirs[:, :2], known[:, :2]).argmin(axis=1), 2]
    off = np.abs(np.log(theirs[:, 2] / nearest))
    fitting = off <= np.log(settings.detection.in_size)
    return _without_doubles([*clear, *(code for code, fits in zip(doubtful, fitting, strict=True) if fits)])


def first_scale(grey: GreyImage, settings: ReaderSettings) -> float:
    """At what scale a picture is searched first: whole, or at three quarters, a half, three eighths and so on of it."""
    longest, most = max(grey.shape), settings.detection.first_pass_px
    half = 0.5 ** max(0, int(np.ceil(np.log2(longest / most))))
    return 1.5 * half if half < 1.0 and 1.5 * half * longest <= most else half


def scale_for(codes: Sequence[SeenCode], scale: float, game: GameFile, settings: ReaderSettings) -> float:
    """At what scale codes like these are found: `scale`, or an enlarged one where there they are small, or none."""
    detection = settings.detection
    sides = sides_px(corners_of(codes)).mean(axis=1) * scale
    small = not len(sides) or quantile(sides, detection.small_share) < detection.small_module_px * game.codes.modules
    return scale * detection.enlarged if small else scale


def _candidates(
    grey: GreyImage, searched: _Searched, game: GameFile, settings: ReaderSettings, search: DetectorSettings
) -> list[_Candidate]:
    """What may be codes in what is searched of a picture, corners from full size."""
    ids = tuple(sorted(game.by_code))
    found, numbers, rejected = detect_codes(searched.image, game.codes.dictionary, settings, ids=ids, search=search)
    corners = searched.to_whole(found)
    refined, exact = refine_corners(grey, corners, game.codes.modules, settings.edges, rounds=search.rounds)
    levels = levels_of(grey, refined, game.codes.dictionary)
    turned = correlate(levels, game.codes.dictionary, ids).reshape(len(refined), len(ids), 4)
    enough = _enough(game.codes.dictionary, ids, settings)
    rows, decoded = np.arange(len(numbers)), np.array(numbers, int)
    correlations = turned[rows, decoded, 0].tolist()
    within = within_border(levels, modules(game.codes.dictionary, ids)[decoded, 0])
    fitting = exact & (within >= enough.sized_decoded)
    own = [
        _Candidate(SeenCode(ids[number], refined[row], correlations[row]), bool(within[row] >= enough.decoded))
        for row, number in enumerate(numbers)
        if fitting[row] and correlations[row] > settings.detection.decoded_correlation
    ]
    quads = searched.to_whole(rejected)
    return own + _second_chance(grey, quads, [one.code for one in own], game, settings, search.rounds)


def _apart(quads: PointsPx, codes: Sequence[SeenCode]) -> np.ndarray:
    """Which quadrilaterals (n, 4, 2) lie apart from all codes, by half a side and more, (n,) of bool."""
    middles = middles_px(corners_of(codes))
    reach = sides_px(corners_of(codes)).mean(axis=1) / 2
    apart = distances(quads.mean(axis=1), middles)
    return np.asarray((apart > reach[None]).all(axis=1))


@dataclass(frozen=True, slots=True)
class _Enough:
    """Correlations within the border from which a code is believed: decoded by the detector or softly, each for itself
    or where it has the promised size."""

    decoded: float
    sized_decoded: float
    soft: float
    sized_soft: float


def _enough(dictionary: str, ids: tuple[int, ...], settings: ReaderSettings) -> _Enough:
    """By the number of a code's bits and of the codes that are looked for."""
    bits, patterns = dictionary_named(dictionary).markerSize ** 2, 4 * len(ids)
    detection = settings.detection
    soft, sized, decoded = (
        chance_correlation(bits, patterns, chance)
        for chance in (detection.soft_chance, detection.sized_chance, detection.decoded_chance)
    )
    if decoding_chance(dictionary, len(ids)) <= detection.decoded_chance:
        return _Enough(-1.0, -1.0, soft, sized)
    return _Enough(decoded, sized, soft, sized)


def reseen(
    grey: GreyImage,
    codes: Sequence[SeenCode],
    game: GameFile,
    settings: ReaderSettings,
    *,
    exponent: float | None = None,
) -> tuple[list[SeenCode], float]:
    """The game's codes that are still where they were, with new corners, and the median of their shifts in pixels.

    A code across which a shadow falls fits badly, but no other code fits as well (`NearbySettings`).
    """
    own = [code for code in codes if code.own]
    if not own:
        return [], 0.0
    old = corners_of(own)
    refined, exact = refine_corners(grey, old, game.codes.modules, settings.edges, exponent=exponent)
    ids = tuple(sorted(game.by_code))
    levels = levels_of(grey, refined, game.codes.dictionary)
    rows = correlate(levels, game.codes.dictionary, ids).reshape(len(own), len(ids), 4)
    each, numbers = np.arange(len(own)), [ids.index(code.id) for code in own]
    fits, others = rows[each, numbers, 0], rows.max(axis=2)
    others[each, numbers] = -1.0
    nearby = settings.nearby
    shaded = (fits > nearby.least) & (fits - others.max(axis=1) >= nearby.lead)
    still = (fits > settings.detection.soft_correlation) | shaded
    kept = [
        replace(own[index], corners_px=refined[index], correlation=float(fits[index]))
        for index in np.flatnonzero(exact & still).tolist()
    ]
    shifts = np.linalg.norm(refined - old, axis=2).mean(axis=1)
    return kept, float(median(shifts))


def _second_chance(
    grey: GreyImage,
    quads: PointsPx,
    own: Sequence[SeenCode],
    game: GameFile,
    settings: ReaderSettings,
    rounds: int,
) -> list[_Candidate]:
    """Codes among the rejected quadrilaterals: softly decoded, refined, and decoded again."""
    detection = settings.detection
    sides = sides_px(quads)
    shortest, longest = sides.min(axis=1), sides.max(axis=1)
    plausible = (shortest > detection.rejected_px) & (longest < detection.rejected_oblong * shortest)
    quads = quads[plausible]
    if own and len(quads):
        quads = quads[_apart(quads, own)]
    if not len(quads):
        return []
    refined, exact = refine_corners(grey, quads, game.codes.modules, settings.edges, rounds=rounds)
    refined = refined[exact]
    dictionary, ids = game.codes.dictionary, tuple(sorted(game.by_code))
    levels = levels_of(grey, refined, dictionary)
    enough = _enough(dictionary, ids, settings)
    rows = correlate(levels, dictionary, ids).reshape(len(refined), len(ids), 4)
    numbers, best = rows.max(axis=2).argmax(axis=1), rows.max(axis=(1, 2))
    turns = rows[range(len(rows)), numbers].argmax(axis=1)
    others = rows.max(axis=2)
    others[range(len(rows)), numbers] = -1.0
    clear = (best >= detection.soft_correlation) & (best - others.max(axis=1) >= detection.soft_margin)
    fits = np.minimum(best, within_border(levels, modules(dictionary, ids)[numbers, turns]))
    found: list[_Candidate] = []
    for row in np.flatnonzero(clear & (fits >= enough.sized_soft)).tolist():
        # The pattern turned by `turn` fits: its upper left corner lies `turn` corners further.
        corners = np.roll(refined[row], -int(turns[row]), axis=0)
        code = SeenCode(ids[int(numbers[row])], corners, float(best[row]))
        found.append(_Candidate(code, bool(fits[row] >= enough.soft)))
    known = _without_doubles([*own, *(one.code for one in found)])
    strangers = _strangers(grey, (refined, quads), known, game, settings, rounds)
    return found + [_Candidate(code) for code in strangers]


def _strangers(
    grey: GreyImage,
    rejected: tuple[PointsPx, PointsPx],
    known: Sequence[SeenCode],
    game: GameFile,
    settings: ReaderSettings,
    rounds: int,
) -> list[SeenCode]:
    """Codes of the same dictionary that are none of the game's: only perfect ones, of the size of the others.

    `rejected` are what the detector left, refined and as it found them. Of quadrilaterals one in the other it keeps
    the outer: it may be the rim of the paper round a code.
    """
    (refined, quads), detection = rejected, settings.detection
    usual = float(median(sides_px(corners_of(known)).mean(axis=1))) if known else 0.0
    smallest, largest = detection.unknown_sizes
    least, most = max(detection.unknown_px, smallest * usual), largest * usual or np.inf
    middles = quads.mean(axis=1, keepdims=True)
    inner = middles + (quads - middles) * detection.code_on_paper
    sides = sides_px(inner).mean(axis=1)
    inner = inner[(sides > least) & (sides < most)]
    within, exact = refine_corners(grey, inner, game.codes.modules, settings.edges, rounds=rounds)
    quads = np.concatenate([refined[sides_px(refined).mean(axis=1) > least], within[exact]])
    if not len(quads):
        return []
    count = game.codes.modules
    values = sample(grey, module_points(quads, count)).reshape(len(quads), -1).astype(float)
    low, high = values.min(axis=1), values.max(axis=1)
    bits = values > ((low + high) / 2)[:, None]
    rim = np.ones((count, count), bool)
    rim[1:-1, 1:-1] = False
    framed = ~bits[:, rim.ravel()].any(axis=1) & (high - low >= detection.unknown_contrast)
    shown = number_of(bits[framed].reshape(-1, count, count)[:, 1:-1, 1:-1])
    rows, ids, turns = np.nonzero(shown[:, None, None] == numbered(game.codes.dictionary))
    found = zip(quads[framed][rows], ids.tolist(), turns.tolist(), strict=True)
    return [
        SeenCode(id_, np.roll(quad, -turn, axis=0), 1.0, own=False)
        for quad, id_, turn in found
        if id_ not in game.by_code
    ]


def _without_doubles(codes: Sequence[SeenCode]) -> list[SeenCode]:
    """Each place once: of two codes whose middles lie within half a side of each other, the better one."""
    ordered = sorted(codes, key=lambda one: -one.correlation)
    return [ordered[index] for index in first_of_each_place(corners_of(ordered))]
