"""Single pieces that lie anywhere on their cell: a patch of one colour, measured, against the kinds' footprints."""

import math
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import cv2
import numpy as np

from tabletop.cellnames import Cell
from tabletop.plainkinds import PlainKind, box_mm
from vision.pixels.arrays import Floats, PointsMm, PointsPx, Samples, median
from vision.places.patches import between_nine, nine_points
from vision.places.place import PlaceFrame, frames_of, on_table
from vision.settings.uncoded import PlainSettings
from vision.uncoded.clusters import Doubt, PlainAnswer
from vision.uncoded.faces import PlainCell, leaning, weighed
from vision.uncoded.look import PlainLook
from vision.uncoded.materials import Material
from vision.uncoded.shapes import Laid

STEP_MM = 0.8
OPENING = np.ones((3, 3), np.uint8)
"""A patch is as wide as this everywhere, in samples."""
WINDOW = 0.68
"""Half of the part of the table that is looked at round a cell, in cells: pieces reach over the rim."""
FILLED = 0.8
"""Share of such a part that a patch fills, from which it shows no piece at any height. Chosen by hand."""
NEAR = 1.25
"""How far off the middles of cells beside may lie, in cells."""
TOUCHING = 0.7
"""Width of a piece, in cells, from which two that lie side by side may show no ground between them."""
BEST = 0.6
"""Share of the smallest kind's area that must fit better than all else where a patch takes in its ground. By hand: with
.4 and .8 eight tuning pictures are read the same."""
FULL = 0.9
"""Share of a cell that a patch covers, from which it may be the ground. Chosen by hand."""


@dataclass(frozen=True, slots=True, eq=False)
class LooseBed:
    """What a patch lies on: cells so wide, and how much of a piece's side shows there."""

    pitch_mm: float
    wall_mm: float
    beside_mm: PointsMm = field(default_factory=partial(np.zeros, (0, 2)))
    """The middles of the cells beside, from its own, (k, 2)."""

    def own(self, count: int) -> Any:
        """Which of so many samples by so many are nearer to its middle than to any cell's beside."""
        away = (np.arange(count) - (count - 1) / 2) * STEP_MM
        points = np.stack(np.meshgrid(away, away), axis=-1)
        return (points @ self.beside_mm.T < 0.5 * (self.beside_mm**2).sum(axis=1)).all(axis=-1)


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A patch of one colour: how well colour and sides fit a kind, and what speaks against that being its whole."""

    kind: PlainKind
    nats: float
    size_nats: float
    off_mm: tuple[float, float] = (0.0, 0.0)
    """Where its middle lies, from the cell's."""
    fills: bool = False
    """Whether nearly all that was looked at has its colour, as ground in glare has a pale piece's."""


@dataclass(frozen=True, slots=True, eq=False)
class CellClaim:
    """A patch as one cell's piece, at the height at which it fits best; at another one it may lie on the cell beside.

    Nobody told how high the piece is, and what it stands on.
    """

    patch: Patch
    seen_mm: PointsMm
    """Where on the table its middle (2,) is seen, whatever its height."""
    own_nats: float
    """How well it fits, and how near to the cell's middle it lies, at the height at which both together are best."""


def loose_answers(
    look: PlainLook,
    cells: Sequence[PlainCell],
    materials: Sequence[Material],
    pitch_mm: float,
    known: MutableMapping[Cell, Sequence[CellClaim]],
) -> dict[Cell, PlainAnswer]:
    """Cell -> the piece whose patch has its middle there.

    `known` cells look as they did in the last picture, and are not looked at again; what the others tell is added.
    """
    anew = [cell for cell in cells if cell.key not in known]
    if anew:
        known.update(_claims(look, anew, materials, pitch_mm))
    return one_cell_each({cell.key: known[cell.key] for cell in cells if known[cell.key]}, look.settings)


def _claims(
    look: PlainLook,
    cells: Sequence[PlainCell],
    materials: Sequence[Material],
    pitch_mm: float,
) -> dict[Cell, list[CellClaim]]:
    """Each cell's patches, one a kind."""
    plane, settings = look.plane, look.settings
    line = np.arange(-WINDOW * pitch_mm, WINDOW * pitch_mm + STEP_MM / 2, STEP_MM)
    grid = np.stack(np.meshgrid(line, line), axis=-1)
    heights = sorted(
        {height for material in materials for kind in material.kinds for height in _heights(kind, settings)}
    )
    tried = {
        height: [(material, kinds) for material in materials if (kinds := _as_high(material, height, settings))]
        for height in heights
    }
    middles, ground = np.array([cell.spot.middle_mm for cell in cells]), np.array([cell.ground_mm for cell in cells])
    fits: list[dict[str, CellClaim]] = [{} for _ in cells]
    control, weights = nine_points(grid)
    points = on_table([cell.spot for cell in cells], control)
    filled = {id(material): np.zeros(len(cells), bool) for material in materials}
    beside = _beside([cell.spot for cell in cells], NEAR * pitch_mm)
    for height, these in tried.items():
        nine = plane.to_picture(points, height_mm=(ground + height)[:, None])
        shows = _colours_show(look, nine, grid, pitch_mm, [material for material, _ in these])
        shows &= ~np.array([filled[id(material)] for material, _ in these])
        some = np.flatnonzero(shows.any(axis=0)).tolist()
        if not some:
            continue
        walls = np.linalg.norm(leaning(plane, middles, ground + height), axis=1).tolist()
        windows = look.field.at(between_nine(nine[some], weights)).reshape(len(some), *grid.shape[:2], 3)
        beds = [LooseBed(pitch_mm, walls[number], beside[number]) for number in some]
        for (material, kinds), there in zip(these, shows[:, some], strict=True):
            mine = np.flatnonzero(there).tolist()
            found = patches_of(windows[mine], material, kinds, [beds[index] for index in mine], settings)
            these_patches = [
                (some[index], patch) for index, patches in zip(mine, found, strict=True) for patch in patches
            ]
            filled[id(material)][[number for number, patch in these_patches if patch.fills]] = True
            for number, claim in _claimed(look, cells, these_patches, height):
                best = fits[number]
                old = best.get(claim.patch.kind.part.id, claim)
                better = claim if _fit(claim.patch) > _fit(old.patch) else old
                best[claim.patch.kind.part.id] = replace(better, own_nats=max(claim.own_nats, old.own_nats))
    return {cell.key: list(these.values()) for cell, these in zip(cells, fits, strict=True)}


def _claimed(
    look: PlainLook, cells: Sequence[PlainCell], patches: Sequence[tuple[int, Patch]], height_mm: float
) -> list[tuple[int, CellClaim]]:
    """Each patch, with the number of its cell, as that cell's claim, its piece being so high."""
    if not patches:
        return []
    own = [cells[number] for number, _ in patches]
    off = np.array([patch.off_mm for _, patch in patches])
    at_mm = on_table([cell.spot for cell in own], off[:, None])[:, 0]
    seen = at_mm + leaning(look.plane, at_mm, np.array([cell.ground_mm + height_mm for cell in own]))
    away = (np.hypot(*off.T) / look.settings.laid_off_mm).tolist()
    return [
        (number, CellClaim(patch, seen_mm, _fit(patch) - 0.5 * far**2))
        for (number, patch), seen_mm, far in zip(patches, seen, away, strict=True)
    ]


def _fit(patch: Patch) -> float:
    return patch.nats + patch.size_nats


def one_cell_each(claims: Mapping[Cell, Sequence[CellClaim]], settings: PlainSettings) -> dict[Cell, PlainAnswer]:
    """Cell -> its piece, where no other cell has the same patch with more right.

    Patches of one colour are the same where their middles are seen nearer than two pieces side by side could have them.
    Where two cells have nearly as much right, the one that has more is asked about.
    """
    own = [(cell, claim) for cell, mine in claims.items() for claim in mine]
    seen = np.array([claim.seen_mm for _, claim in own]).reshape(-1, 2)
    apart = np.linalg.norm(seen[:, None] - seen, axis=2)
    short = np.array([min(box_mm(claim.patch.kind)) for _, claim in own])
    same = apart < np.maximum(short[:, None], short) / 2
    left: dict[Cell, list[Patch]] = {}
    leads: dict[Cell, dict[str, float]] = {}
    for (cell, claim), beside in zip(own, same, strict=True):
        others = (own[number] for number in np.flatnonzero(beside))
        rivals = [
            other.own_nats
            for rival, other in others
            if rival != cell and other.patch.kind.colour == claim.patch.kind.colour
        ]
        lead = claim.own_nats - max(rivals, default=-np.inf)
        if lead >= 0.0:
            left.setdefault(cell, []).append(claim.patch)
            leads.setdefault(cell, {})[claim.patch.kind.part.id] = lead
    found = {cell: loose_answer(cell, patches, settings) for cell, patches in left.items()}
    for cell, answer in found.items():
        lead = leads[cell][answer.piece.part.id] if answer.piece else np.inf
        if lead < settings.likely_lead:
            found[cell] = answer.asked("middle")
        elif lead < settings.plainly_leads:
            found[cell] = replace(answer, plainly=False)
    return found


def _colours_show(
    look: PlainLook, nine: PointsPx, grid: PointsMm, pitch_mm: float, materials: Sequence[Material]
) -> Any:
    """Whether each colour shows round each cell (materials, cells), as far as a patch of it would.

    Nine pixels stand for each cell's grid, (cells, 9, 2). A patch is opened by squares of three samples: one sample in
    three, across and down, is in each of them, and those squares that have it cover five by five. Where its middle lies
    on the cell none of the cell's sides has all of it beyond.
    """
    count = len(grid)
    some = np.unique([*range(1, count, 3), count - 1])
    coarse = grid[np.ix_(some, some)].reshape(-1, 2)
    weights = nine_points(grid)[1].reshape(9, count, count)[:, some][:, :, some].reshape(9, -1)
    values = look.field.at(between_nine(nine, weights))
    nats = [material.nats(values.reshape(-1, 3), look.settings).reshape(values.shape[:-1]) for material in materials]
    shown = np.array(nats).reshape(len(materials), len(nine), -1) > _least_nats(look.settings)
    least, reach = look.settings.loose_mm2 / STEP_MM**2 / 25, pitch_mm / 2 + 2 * STEP_MM
    enough = shown.sum(axis=2) > least
    for within in (*(coarse < reach).T, *(coarse > -reach).T):
        enough &= (shown & within).any(axis=2)
    return enough


def _least_nats(settings: PlainSettings) -> float:
    """From which what shows may be of a colour."""
    return settings.most_nats - 0.5 * settings.farthest**2


def _as_high(material: Material, height_mm: float, settings: PlainSettings) -> list[PlainKind]:
    """The kinds of a colour that are looked for at that height."""
    return [kind for kind in material.kinds if height_mm in _heights(kind, settings)]


def _heights(kind: PlainKind, settings: PlainSettings) -> tuple[float, ...]:
    return settings.tried_heights_mm[:4] if kind.height_mm is None else (kind.height_mm,)


def patches_of(
    windows: Samples,
    material: Material,
    kinds: Sequence[PlainKind],
    beds: Sequence[LooseBed],
    settings: PlainSettings,
) -> list[list[Patch]]:
    """The patch of this colour in each of some windows (n, rows, columns, 3) whose middle lies on the window's cell.

    As each kind would have it. Seen aslant, a bed's `wall_mm` of a side may show beside its top and look like it: a
    cube may measure like a bar.
    """
    if not len(windows):
        return []
    likely = material.nats(windows.reshape(-1, 3), settings).reshape(windows.shape[:3])
    alike = likely > _least_nats(settings)
    seen: dict[int, _Coloured] = {}
    for index, own in enumerate(_middle_patches(alike, beds[0].pitch_mm, settings)):
        if own is not None:
            # Written colours are wide: the patch's own colour, half-way to that of the ground, tells its rim.
            values, nats, others = windows[index], likely[index], ~alike[index]
            core = own & (nats >= median(nats[own]))
            beside = values[others] if others.sum() > settings.loose_ground else None
            seen[index] = _amid_ground(values, own, nats, kinds, beds[index], settings) or _Coloured(
                values, median(values[core].T), beside, beds[index]
            )
    found = dict(zip(seen, _of_colour(list(seen.values()), material, kinds, settings), strict=True))
    standing = [kind for kind in kinds if kind.part.on_top]
    middles = alike & (_outward_mm(len(windows[0])) < settings.standing_mm)
    for index in np.flatnonzero(middles.any(axis=(1, 2))).tolist() if standing else ():
        patches = found.setdefault(index, [])
        if all(one.size_nats < settings.plainly_sized for one in patches):
            patches += patches_upon(windows[index], middles[index], (material, standing), beds[index], settings)
    return [found.get(index, []) for index in range(len(windows))]


def _amid_ground(
    values: Samples, own: Any, nats: Samples, kinds: Sequence[PlainKind], bed: LooseBed, settings: PlainSettings
) -> "_Coloured | None":
    """What fits best in a patch (`own`, a mask) too large for any kind: a pale piece's patch takes in its pale ground.

    None where that has the patch's colour, too: then it is one thing, ground in glare mostly.
    """
    area_mm2, fewest_mm2 = float(own.sum()) * STEP_MM**2, min(math.prod(box_mm(kind)) for kind in kinds)
    if any(area_mm2 <= _most_mm2(kind, bed, settings) for kind in kinds):
        return None
    fits, count = nats[own], round(BEST * fewest_mm2 / STEP_MM**2)
    rest = values[own & (nats < median(fits))]
    if not len(rest):
        return None
    colour = median(values[own & (nats >= np.partition(fits, -count)[-count])].T)
    if float(weighed(colour - median(rest.T))) < settings.seam_delta:
        return None
    return _Coloured(values, colour, rest, bed)


def _outward_mm(count: int) -> Floats:
    """How far each of so many samples by so many lies from the middle, across or down."""
    away = np.abs(np.arange(count) - (count - 1) / 2) * STEP_MM
    return np.asarray(np.maximum(away[None, :], away[:, None]))


def patches_upon(
    values: Samples, middle: Any, kinds: tuple[Material, Sequence[PlainKind]], bed: LooseBed, settings: PlainSettings
) -> list[Patch]:
    """The patch in the middle of a cell, whatever is beside the cell: an orange piece upon a red one, by a pink one.

    The middle's colour (`middle` is what there may have the material's), half-way to that of the side of the cell's rim
    that is most like it, tells where it ends. All four must plainly have another, and colour and size must be right:
    seen aslant, a piece beside may reach over it.
    """
    colour = median(values[middle].T)
    told, exactly = kinds[0].nats(np.array([colour, kinds[0].lab]), settings)
    if told < exactly - settings.standing_off_nats:
        return []
    away = (np.arange(len(values)) - (len(values) - 1) / 2) * STEP_MM
    right, down, out = away[None, :], away[:, None], _outward_mm(len(values))
    rim = (out > 0.45 * bed.pitch_mm) & (out < 0.5 * bed.pitch_mm)
    sides = np.array(
        [
            median(values[rim & (sign * along >= np.abs(across))].T)
            for sign in (1, -1)
            for along, across in ((right, down), (down, right))
        ]
    )
    unlike = weighed(sides - colour)
    if unlike.min() < settings.seam_delta:
        return []
    seen = _Coloured(values, colour, sides[unlike.argmin()][None], bed)
    return [one for one in _of_colour([seen], *kinds, settings)[0] if one.size_nats > settings.standing_size]


@dataclass(frozen=True, slots=True, eq=False)
class _Coloured:
    """A window in whose middle one very colour shows, and what lies beside that."""

    values: Samples
    colour: Samples
    beside: Samples | None
    bed: LooseBed

    def limit(self, settings: PlainSettings) -> float:
        """Delta E at which the colour ends: half-way to that of what lies beside."""
        if self.beside is None:
            return settings.loose_delta
        return min(settings.loose_delta, float(weighed(self.colour - median(self.beside.T))) / 2)


def _of_colour(
    windows: Sequence[_Coloured], material: Material, kinds: Sequence[PlainKind], settings: PlainSettings
) -> list[list[Patch]]:
    """The patch of each window's very colour as each kind would have it."""
    if not windows:
        return []
    away = np.stack([weighed(one.values - one.colour) for one in windows])
    limits = [one.limit(settings) for one in windows]
    bounds = np.array(limits, away.dtype)[:, None, None]
    pitch_mm = windows[0].bed.pitch_mm
    patches = _middle_patches(away < bounds, pitch_mm, settings)
    told = material.nats(np.array([one.colour for one in windows]), settings).tolist()
    least_told = float(material.nats(material.lab, settings)[0]) - settings.standing_off_nats
    found = [
        [] if own is None else _as_kinds(one, own, kinds, nats, settings)
        for one, own, nats in zip(windows, patches, told, strict=True)
    ]
    for index, these in enumerate(found):
        fits = any(one.size_nats >= settings.likely_size or one.fills for one in these)
        plain = limits[index] >= settings.loose_delta and told[index] >= least_told
        if these and plain and not fits:
            found[index] = _cut_out(windows[index], patches[index], kinds, told[index], settings) or these
    return found


def _cut_out(
    window: _Coloured, own: Any, kinds: Sequence[PlainKind], told: float, settings: PlainSettings
) -> list[Patch]:
    """A patch whose colour is plain and whose size is no kind's, as far as it lies on its own cell.

    Pieces of one colour may touch, or nearly do.
    """
    cell = window.bed.own(len(own))
    (rest,) = _middle_patches((own & cell)[None], window.bed.pitch_mm, settings)
    if rest is None or rest.sum() == own.sum() or rest.sum() > FULL * cell.sum():
        return []
    wide = [kind for kind in kinds if min(box_mm(kind)) > TOUCHING * window.bed.pitch_mm]
    found = _as_kinds(window, rest, wide, told, settings) if wide else []
    return [one for one in found if one.size_nats > settings.plainly_sized]


def _beside(spots: Sequence[PlaceFrame], near_mm: float) -> list[PointsMm]:
    """The middles of the places that lie so near, from each place's own and in its own frame, (k, 2) each."""
    frames = frames_of(spots)
    away = frames.middles_mm[None] - frames.middles_mm[:, None]
    far = np.linalg.norm(away, axis=2)
    axes = np.stack([frames.rights, frames.downs], axis=2)
    return [away[one, near] @ axes[one] for one, near in enumerate((far > 0.0) & (far < near_mm))]


def _as_kinds(
    window: _Coloured, own: Any, same: Sequence[PlainKind], told: float, settings: PlainSettings
) -> list[Patch]:
    """A patch (a mask) as each kind of its colour would have it; `told` is how well its colour is theirs, nats."""
    bed = window.bed
    area_mm2 = float(own.sum()) * STEP_MM**2
    if all(area_mm2 > _most_mm2(kind, bed, settings) for kind in same):
        fills = area_mm2 > FILLED * own.size * STEP_MM**2
        return [Patch(kind, told, 2 * settings.floor, fills=fills) for kind in same]
    box = _box(own)
    short, long = sorted(((box[1] + 1.0) * STEP_MM).tolist())
    solid = area_mm2 / max(long * short, 1.0)
    result = []
    for kind in same:
        across_mm, down_mm = _middle_mm(own, box, kind)
        if max(abs(across_mm), abs(down_mm)) > 0.5 * bed.pitch_mm:
            continue
        wanted_long, wanted_short = sorted(box_mm(kind), reverse=True)
        off = min(
            math.hypot(long - max(one), short - min(one))
            / math.hypot(settings.size_sd_mm, settings.size_sd_share * max(one))
            for one in (
                (wanted_long, wanted_short),
                (wanted_long + bed.wall_mm, wanted_short),
                (wanted_long, wanted_short + bed.wall_mm),
            )
        )
        size = -0.5 * off**2 - (settings.ragged_nats if solid < settings.solid else 0.0)
        result.append(Patch(kind, told, max(size, 2 * settings.floor), (across_mm, down_mm)))
    return result


def _most_mm2(kind: PlainKind, bed: LooseBed, settings: PlainSettings) -> float:
    """Area from which a patch is too large for a kind, whatever its sides: it says as little as it ever may."""
    long, short = sorted(box_mm(kind), reverse=True)
    off = math.sqrt(-4.0 * settings.floor) * math.hypot(
        settings.size_sd_mm, settings.size_sd_share * (long + bed.wall_mm)
    )
    return max((long + bed.wall_mm + off) * (short + off), (long + off) * (short + bed.wall_mm + off))


def _middle_mm(own: Any, box: tuple[Floats, Floats, float], kind: PlainKind) -> tuple[float, float]:
    """Where the middle of a patch of this kind lies, from the cell's.

    Where the rim of what is looked at cuts it off, it goes on at least as far as a piece of this kind does.
    """
    middle, reach, last = (len(own) - 1) / 2, min(box_mm(kind)) / 2 / STEP_MM, len(own) - 1
    found = []
    for axis, at in enumerate(box[0].tolist()):
        along = np.flatnonzero(own.any(axis=axis))
        low, high = int(along[0]), int(along[-1])
        if low > 0 and high == last:
            at = max(at, low - 0.5 + reach)
        elif low == 0 and high < last:
            at = min(at, high + 0.5 - reach)
        found.append((at - middle) * STEP_MM)
    return found[0], found[1]


def _middle_patches(masks: Any, pitch_mm: float, settings: PlainSettings) -> list[Any]:
    """The largest patch (a mask) in each of some windows (n, side, side) whose middle lies on the cell; or None.

    The windows lie below each other, with a row between them, so that all are opened and parted at once.
    """
    count, side = masks.shape[:2]
    below = np.ones((count, side + 1, side), np.uint8)
    below[:, :side] = masks
    for change in (cv2.erode, cv2.dilate):  # what lies beyond a window neither takes from its patches nor adds to them
        below = np.asarray(change(below.reshape(-1, side), OPENING), np.uint8).reshape(below.shape)
        below[:, side] = 0
    _, labels, stats, middles = cv2.connectedComponentsWithStats(below.reshape(-1, side), connectivity=4)
    window = stats[:, cv2.CC_STAT_TOP] // (side + 1)
    middles[:, 1] -= window * (side + 1)
    areas = stats[:, cv2.CC_STAT_AREA]
    fits = areas > settings.loose_mm2 / STEP_MM**2
    fits &= np.abs((middles - (side - 1) / 2) * STEP_MM).max(axis=1) < 0.5 * pitch_mm
    fits[0] = False  # what is no patch
    found: list[Any] = [None] * count
    parted = labels.reshape(below.shape)[:, :side]
    for label in sorted(np.flatnonzero(fits).tolist(), key=lambda label: -areas[label]):
        found[window[label]] = found[window[label]] or label
    return [label if label is None else there == label for label, there in zip(found, parted, strict=True)]


def _box(patch: Any) -> tuple[Floats, Floats, float]:
    """The smallest rectangle round a patch (a mask): middle (2,), sides (2,) in samples, and its turn in degrees."""
    contours, _ = cv2.findContours(patch.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    middle, sides, turn = cv2.minAreaRect(max(contours, key=cv2.contourArea))
    return np.array(middle), np.array(sides), float(turn)


def loose_answer(cell: Cell, fits: Sequence[Patch], settings: PlainSettings) -> PlainAnswer:
    """The kind whose colour and sides fit best, and how sure."""
    ranked = sorted(fits, key=lambda patch: -(patch.nats + patch.size_nats))
    best = ranked[0]
    evidence = {patch.kind.part.id: max(settings.floor, patch.nats + patch.size_nats) for patch in fits}
    lead = best.nats + best.size_nats - (ranked[1].nats + ranked[1].size_nats) if len(ranked) > 1 else -settings.floor
    laid = Laid(best.kind.part, 0, (cell,), best.nats + best.size_nats, best.nats)
    known = best.nats + best.size_nats
    if lead < settings.likely_lead or known < settings.likely_nats or best.size_nats < settings.likely_size:
        # Whose it is may be plain though its kind is not: the evidence says so, the best guess is left out.
        odd = best.size_nats < settings.likely_size
        doubt: Doubt = "size" if odd else "stranger" if known < settings.likely_nats else "colour"
        return PlainAnswer(None if odd else laid, "ask", evidence, lead, doubt=doubt)
    plainly = lead >= settings.plainly_leads and best.nats >= settings.plainly_known
    plainly &= best.size_nats > settings.plainly_sized
    return PlainAnswer(laid, "likely", evidence, lead, plainly=plainly)
