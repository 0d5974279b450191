"""Pieces without codes on one board, or on a city's lots: shapes on the grid, loose single ones, and bare ground."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from tabletop.cellnames import Cell
from tabletop.gamefile import GameFile
from tabletop.plainkinds import PlainKind
from tabletop.readings import Confidence, Evidence
from vision.pixels.arrays import PointsPx, median
from vision.places.assignment import Assignment, LyingPart
from vision.places.confidence import relative
from vision.places.place import TablePlace, on_table
from vision.settings.uncoded import PlainSettings
from vision.uncoded.adjacency import free_rims, joints_between
from vision.uncoded.clusters import Doubt, PlainAnswer, explain_with_refit, parted_beneath, unless_larger
from vision.uncoded.faces import Face, PlainCell, core_grid, evened, see_faces, without_bare_sides
from vision.uncoded.joint_looks import look_again_at_joints
from vision.uncoded.look import PlainLook
from vision.uncoded.loose import CellClaim, loose_answers
from vision.uncoded.materials import Material, as_strong, materials_of, veiled_lab
from vision.uncoded.printed_lines import without_lines
from vision.uncoded.shapes import Laid
from vision.uncoded.silhouettes import Silhouettes, silhouettes, without_hidden

ASK: Confidence = "ask"


@dataclass(frozen=True, slots=True, eq=False)
class Bed:
    """Places of one board on which pieces without codes may lie; a city is one board."""

    board: int
    places: Sequence[TablePlace]
    pitches_mm: tuple[float, float]
    """From the middle of a place to the next one's, to the right and down."""
    base_mm: float
    """How high its ground lies above the plane."""
    streets: bool
    """Whether ground shows between pieces of one place each: what goes on over it is no piece of that size."""
    square: bool = True
    """Whether shapes of several cells may lie there."""
    grounds: Mapping[str, Material] | None = None
    """How each kind of ground is printed; None where its art tells more than its colour."""
    loose_seen: dict[Cell, Sequence[CellClaim]] = field(default_factory=dict)
    """What loose pieces each cell shows, of cells that look as they did in the last picture; the others are added."""
    joints_seen: dict[frozenset[Cell], "JointSeen"] = field(default_factory=dict)
    """The same of the joints between two such cells."""

    @property
    def pitch_mm(self) -> float:
        """The smaller of both pitches."""
        return min(self.pitches_mm)


@dataclass(frozen=True, slots=True)
class ColourResult:
    """What colours, joints and shapes told of places before the learned look was asked."""

    sureness: Mapping[str, Confidence]
    evidence: Evidence
    doubts: Mapping[str, Doubt | None]
    """Of pieces that are asked about, by place."""


@dataclass(frozen=True, slots=True)
class JointSeen:
    """A joint between the faces of two cells, at their heights: nats that these are two pieces."""

    heights_mm: tuple[float, float]
    nats: float


def printed_grounds(game: GameFile, settings: PlainSettings) -> Mapping[str, Material]:
    """The colours in which the game file says that ground is printed; plain ground is an open square."""
    own = np.diag(np.array(settings.ground_sd) ** 2)
    found = {word: Material(veiled_lab(rgb), own, (), taught=True) for word, rgb in game.palette.items()}
    if "open-square" in found:
        found.setdefault("plain", found["open-square"])
    return found


def with_plain_pieces(
    look: PlainLook, bed: Bed, explained: Assignment
) -> tuple[Assignment, tuple[Face, ...], ColourResult]:
    """What codes and ground explain, with plain pieces where these say less; the pieces' faces; and what is doubted."""
    if not look.kinds or not bed.places:
        return explained, (), ColourResult(explained.sureness, explained.evidence, {})
    settings = look.settings
    shown = {place.cell: explained.told.get(place.name) for place in bed.places}
    codes = {cell: one.best for cell, one in shown.items() if one is not None}
    empty = {cell: 0.0 if one is None else one.empty for cell, one in shown.items()}
    clear = [
        part
        for part in explained.parts
        if part.board == bed.board and max(codes.get(cell, 0.0) for cell in part.cells) >= settings.code_nats
    ]
    upon = {cell for part in clear if part.part.on_top for cell in part.cells}
    printed = {cell for part in clear if not part.part.on_top for cell in part.cells}
    covers = _upon_px(look, bed, [part for part in clear if part.part.on_top])
    cells = {
        place.cell: PlainCell(place.cell, place.spot, bed.base_mm, place.cell in upon, covers.get(place.cell))
        for place in bed.places
    }
    free = [place for place in bed.places if place.cell not in printed]
    loose = [kind for kind in look.kinds if not bed.streets and _is_loose(kind, bed, settings)]
    tight = materials_of([kind for kind in look.kinds if kind not in loose and not kind.part.on_top], settings)
    standing: dict[Cell, tuple[PlainAnswer, Laid]] = {}
    if loose:
        looked_at = [cells[place.cell] for place in free]
        found = loose_answers(look, looked_at, materials_of(loose, settings), bed.pitch_mm, bed.loose_seen)
        found = {cell: one for cell, one in found.items() if _beats(one, empty[cell]) and cell not in upon}
        standing = _standing(found)
        upon |= standing.keys()
        cells |= {cell: replace(cells[cell], rim_only=True) for cell in standing}
    faces: dict[Cell, Face] = {}
    answers: dict[Cell, PlainAnswer] = {}
    covered: frozenset[Cell] = frozenset()
    if tight and bed.square:
        faces, covered = _faces(look, bed, free, cells, tight, empty)
        tight = as_strong(tight, [face.lab for face in faces.values()], settings)
        empty |= dict.fromkeys(covered, settings.floor)
        joints = _joints(look, bed, cells, faces)
        rims = free_rims(look, faces) if bed.streets else None
        supply = _supply(tight, clear)
        # What mirrored light makes of one heap says nothing of what is left for others.
        own = replace(settings, most_joint_steps=0) if look.field.veil.shows else settings
        answers = explain_with_refit(faces, joints, tight, supply, own, rims)[1]
        beneath = {cell for cell, face in faces.items() if face.beneath}
        parted = parted_beneath(beneath, answers, tight, settings)
        answers |= {cell: answers[cell].asked("upon") for cell in parted}
    if loose:
        over = {cell: one for cell, one in found.items() if cell not in upon}
        answers |= {cell: one for cell, one in over.items() if cell not in answers or _beats_shape(one, answers[cell])}
    explained = _joined(look, bed, clear, answers, empty, explained)
    explained = _with_standing(look, bed, standing, answers, explained)
    bare = [place for place in free if place.cell not in answers and place.cell not in upon | covered]
    if bed.grounds is None:
        unknown = {place.cell for place in bare if place.cell not in faces and empty[place.cell] < settings.known_nats}
    else:
        taught = _taught_grounds(look, bed, [place for place in bare if empty[place.cell] > 0.0])
        explained, unknown = _with_bare(look, replace(bed, grounds=taught), bare, _Blocks.of(faces, look), explained)
    asked = unless_larger(answers, unknown | (upon - printed - faces.keys()), tight, settings)
    explained = _as_wide([place for place in free if place.cell not in upon], answers, asked, explained)
    veiled = _veiled(look, free)
    asked |= {cell: one.asked("mirrored") for cell, one in asked.items() if one.seamless and cell in veiled}
    doubts = {
        place.name: asked[place.cell].doubt if place.cell in asked else "lines"
        for place in free
        if (asked[place.cell].sureness == "ask" if place.cell in asked else place.cell in covered)
    }
    for name in _lines_hidden(look, bed, bare, explained, answers):
        doubts.setdefault(name, "lines")
    explained = replace(explained, sureness={**explained.sureness, **dict.fromkeys(doubts, ASK)})
    return explained, tuple(faces.values()), ColourResult(explained.sureness, explained.evidence, doubts)


def _upon_px(look: PlainLook, bed: Bed, standing: Sequence[LyingPart]) -> dict[Cell, PointsPx]:
    """The corners in the picture, with a dark shadow round them, of what stands on cells and shows its code."""
    spots = {place.cell: place.spot.middle_mm for place in bed.places}
    found: dict[Cell, PointsPx] = {}
    for part in standing:
        known = {code.id: code for code in part.part.codes}
        seen = [code for code in look.shot.codes if code.own and code.id in known]
        for cell in part.cells:
            middle = look.plane.to_picture(spots[cell], height_mm=bed.base_mm)
            near = bed.pitch_mm * float(look.plane.px_per_mm(spots[cell]))
            beside = [code for code in seen if np.linalg.norm(code.middle_px - middle) < near]
            if beside:
                code = min(beside, key=lambda one: float(np.linalg.norm(one.middle_px - middle)))
                wide = (max(part.part.size_mm) + 2 * look.settings.upon_mm) / known[code.id].side_mm
                found[cell] = code.middle_px + (code.corners_px - code.middle_px) * wide
    return found


def _lines_hidden(
    look: PlainLook, bed: Bed, bare: Sequence[TablePlace], explained: Assignment, told: Collection[Cell]
) -> list[str]:
    """Names of cells without a piece of which no printed line round them is seen.

    A phone or paper that is about as light as the ground looks like it, but covers its lines.
    """
    if bed.grounds is None:
        return []
    lying = {cell for part in explained.parts if part.board == bed.board for cell in part.cells}
    hidden = without_lines(look, bed.places, bed.pitch_mm, bed.base_mm, lying.union(told))
    return [place.name for place in bare if place.cell in hidden and explained.sureness[place.name] != "ask"]


def _veiled(look: PlainLook, places: Sequence[TablePlace]) -> frozenset[Cell]:
    """Cells under mirrored light."""
    shares = look.field.veil.share_at(np.array([place.spot.middle_mm for place in places]).reshape(-1, 2))
    return frozenset(
        place.cell for place, share in zip(places, shares, strict=True) if share > look.settings.veiled_share
    )


def grounds_like_pieces(
    grounds: Mapping[str, Material], kinds: Sequence[PlainKind], settings: PlainSettings
) -> frozenset[str]:
    """Kinds of ground whose colour lies too near to a piece's for a camera; `check` names them beforehand."""
    if not grounds or not kinds:
        return frozenset()
    colours = np.array([material.lab for material in materials_of(kinds, settings)])
    printed = np.array([ground.lab for ground in grounds.values()])
    near = np.linalg.norm((printed[:, None] - colours) / settings.colour_sd, axis=2).min(axis=1) < settings.like_ground
    return frozenset(word for word, is_near in zip(grounds, near, strict=True) if is_near)


def _is_loose(kind: PlainKind, bed: Bed, settings: PlainSettings) -> bool:
    """Whether a piece lies anywhere on its one cell."""
    return len(kind.part.cells) < 2 and kind.width_mm < settings.loose_below * bed.pitch_mm


def _faces(
    look: PlainLook,
    bed: Bed,
    free: Sequence[TablePlace],
    cells: Mapping[Cell, PlainCell],
    materials: Sequence[Material],
    empty: Mapping[Cell, float],
) -> tuple[dict[Cell, Face], frozenset[Cell]]:
    """Faces that look more like a piece than like the place's own ground, by its art or its printed colour.

    And cells that something covers although it looks like their ground: no printed line shows round them.
    """
    seen = see_faces(look, [cells[place.cell] for place in free], materials)
    over = {}
    for place in free:
        face = seen.get(place.cell)
        printed = (bed.grounds or {}).get(place.ground)
        if face is None or face.nats <= empty[place.cell]:
            continue
        if printed is None or face.nats > float(printed.nats(face.lab, look.settings)[0]):
            over[place.cell] = face
    grounds = bed.grounds or {}
    over = without_bare_sides(look, over, {one.cell: grounds[one.ground] for one in free if one.ground in grounds})
    covered: frozenset[Cell] = frozenset()
    alike = grounds_like_pieces(bed.grounds or {}, look.kinds, look.settings)
    if any(place.ground in alike for place in free):
        lineless = without_lines(look, free, bed.pitch_mm, bed.base_mm, over)
        covered = lineless.intersection(place.cell for place in free if place.ground in alike)
        over |= {cell: seen[cell] for cell in covered if cell in seen}
    return without_hidden(over, look.plane, look.settings), covered


def _joints(
    look: PlainLook, bed: Bed, cells: Mapping[Cell, PlainCell], faces: Mapping[Cell, Face]
) -> dict[frozenset[Cell], float]:
    """Joints between faces; of a piece that lies on the grid nothing goes on beyond its cells, over streets it may."""
    pairs = [
        (cells[row, column], cells[beside])
        for row, column in cells
        for beside in ((row, column + 1), (row + 1, column))
        if beside in cells and (bed.streets or (beside in faces and (row, column) in faces))
    ]
    if bed.streets:
        return {frozenset(pair): value for pair, value in joints_between(look, faces, pairs).items()}
    heights = {frozenset((one.key, two.key)): _heights(faces, one.key, two.key) for one, two in pairs}
    known = {
        key: seen.nats
        for key, high in heights.items()
        if (seen := bed.joints_seen.get(key)) and seen.heights_mm == high
    }
    asked = [pair for pair in pairs if frozenset((pair[0].key, pair[1].key)) not in known]
    found = {frozenset(pair): value for pair, value in joints_between(look, faces, asked).items()}
    found |= look_again_at_joints(look, faces, asked, found)
    bed.joints_seen.update({key: JointSeen(heights[key], nats) for key, nats in found.items()})
    return known | found


def _heights(faces: Mapping[Cell, Face], one: Cell, two: Cell) -> tuple[float, float]:
    return faces[one].height_mm, faces[two].height_mm


def _supply(materials: Sequence[Material], printed: Sequence[LyingPart]) -> dict[str, int]:
    """How many of each part may still lie on one board as plain pieces."""
    parts = [kind.part for material in materials for kind in material.kinds]
    return {part.id: part.most_lying - sum(one.part.id == part.id for one in printed) for part in parts}


def _beats(answer: PlainAnswer, ground: float) -> bool:
    return max(answer.evidence.values(), default=0.0) > ground


def _beats_shape(loose: PlainAnswer, shape: PlainAnswer) -> bool:
    """Whether a single piece explains a cell better than the shape that fills it, by colour and size together."""
    return shape.piece is None or _beats(loose, max(shape.evidence.values(), default=0.0))


def _joined(
    look: PlainLook,
    bed: Bed,
    clear: Sequence[LyingPart],
    answers: Mapping[Cell, PlainAnswer],
    empty: Mapping[Cell, float],
    explained: Assignment,
) -> Assignment:
    """The answers laid over what was explained before."""
    laid = {(answer.piece.part.id, answer.piece.cells): answer.piece for answer in answers.values() if answer.piece}
    found = [LyingPart(piece.part, bed.board, piece.cells, piece.turn) for piece in laid.values()]
    words = {kind.part.id for kind in look.kinds}
    kept = [
        part
        for part in explained.parts
        if part.board != bed.board
        or part in clear
        or (part.part.id not in words and not any(cell in answers for cell in part.cells))
    ]
    told, evidence, hidden = dict(explained.sureness), dict(explained.evidence), set(explained.hidden)
    upon = {cell for part in clear if part.part.on_top for cell in part.cells}
    floor = look.shot.settings.sureness.floor / 2
    for place in bed.places:
        answer, name = answers.get(place.cell), place.name
        if answer is None:
            continue
        if place.cell in upon:
            told[name] = _under(answer, told[name])
            continue
        told[name] = answer.sureness
        ground = max(min(empty[place.cell], look.settings.most_nats), floor)
        values = {**dict.fromkeys(evidence.get(name, {}), floor), "empty": ground, **answer.evidence}
        evidence[name] = relative(values, floor)
        if answer.piece is None:
            evidence[name] = dict.fromkeys(evidence[name], 0.0)
            hidden.add(name)
        else:
            hidden.discard(name)
    return replace(explained, parts=(*kept, *found), sureness=told, evidence=evidence, hidden=frozenset(hidden))


def _as_wide(
    places: Sequence[TablePlace],
    answers: Mapping[Cell, PlainAnswer],
    asked: Mapping[Cell, PlainAnswer],
    explained: Assignment,
) -> Assignment:
    """Evidence of pieces that may go on under what hides the cells beside them: larger ones are as likely there."""
    evidence = dict(explained.evidence)
    for place in places:
        one, piece = asked.get(place.cell), answers[place.cell].piece if place.cell in answers else None
        told = evidence.get(place.name, {})
        if one is None or piece is None or piece.part.id not in told:
            continue
        wider = one.evidence.keys() - answers[place.cell].evidence.keys()
        evidence[place.name] = {**told, **dict.fromkeys(wider, told[piece.part.id])}
    return replace(explained, evidence=evidence)


def _standing(found: Mapping[Cell, PlainAnswer]) -> dict[Cell, tuple[PlainAnswer, Laid]]:
    """What is plainly a citizen, on whatever it stands: colour and sides are its own, and no tile's."""
    return {
        cell: (one, one.piece)
        for cell, one in found.items()
        if one.piece is not None and one.plainly and one.piece.part.on_top
    }


def _with_standing(
    look: PlainLook,
    bed: Bed,
    standing: Mapping[Cell, tuple[PlainAnswer, Laid]],
    answers: Mapping[Cell, PlainAnswer],
    explained: Assignment,
) -> Assignment:
    """The citizens upon what was explained; of a tile under one its rim tells."""
    told, evidence, hidden = dict(explained.sureness), dict(explained.evidence), set(explained.hidden)
    floor, parts = look.shot.settings.sureness.floor / 2, list(explained.parts)
    names = {place.cell: place.name for place in bed.places}
    for cell, (one, citizen) in standing.items():
        name = names[cell]
        parts.append(LyingPart(citizen.part, bed.board, citizen.cells, citizen.turn))
        evidence[name] = relative({**dict.fromkeys(evidence.get(name, {}), floor), **one.evidence}, floor)
        told[name] = _under(answers[cell], one.sureness) if cell in answers else one.sureness
        hidden.discard(name)
    return replace(explained, parts=tuple(parts), sureness=told, evidence=evidence, hidden=frozenset(hidden))


def _under(answer: PlainAnswer, told: Confidence) -> Confidence:
    """A citizen's square: what lies under it is told by the rim that shows round it."""
    if answer.piece is None or answer.sureness == "ask":
        return "ask"
    return "likely" if told == "ask" else told


def _taught_grounds(look: PlainLook, bed: Bed, places: Sequence[TablePlace]) -> Mapping[str, Material]:
    """The printed grounds as this picture has them, by places that match their print; as printed where few are seen.

    What is left of light and curve moves all of them alike, so that they scatter much less than a file's colours: skin
    lies as near to a chess board's print as print seen in another light does.
    """
    printed_as = bed.grounds or {}
    settings, grid = look.settings, core_grid(look.settings.bare_reach * bed.pitch_mm, look.settings)
    pairs = [(place, printed) for place in places if (printed := printed_as.get(place.ground)) is not None]
    if len(pairs) < settings.fewest_taught:
        return printed_as
    points = on_table([place.spot for place, _ in pairs], grid)
    seen = median(look.field.at(look.plane.to_picture(points, height_mm=bed.base_mm)).astype(float), axis=1)
    away = seen - np.array([printed.lab for _, printed in pairs])
    moved = np.median(away, axis=0)
    if (np.abs(moved) > settings.most_moved).any():
        return printed_as
    own = np.diag(np.array(settings.taught_ground_sd) ** 2)
    return {word: replace(one, lab=one.lab + moved, covariance=own) for word, one in printed_as.items()}


@dataclass(frozen=True, slots=True, eq=False)
class _Blocks:
    """What pieces cover in the picture, and what they may reach lying as far off as people lay them."""

    covered: Silhouettes
    reached: Silhouettes

    @staticmethod
    def of(faces: Mapping[Cell, Face], look: PlainLook) -> "_Blocks":
        """Those of which these faces are seen."""
        reached = silhouettes(faces.values(), look.plane, more_mm=look.settings.laid_off_mm)
        return _Blocks(silhouettes(faces.values(), look.plane), reached)


def _with_bare(
    look: PlainLook,
    bed: Bed,
    places: Sequence[TablePlace],
    blocks: _Blocks,
    explained: Assignment,
) -> tuple[Assignment, set[Cell]]:
    """Places that show their printed ground in corrected colour, and no piece's: empty.

    And cells of which hardly anything of their ground is seen: a piece may reach there.
    """
    settings = look.settings
    covered: set[Cell] = set()
    lying = {cell for part in explained.parts if part.board == bed.board for cell in part.cells}
    told, evidence, hidden = dict(explained.sureness), dict(explained.evidence), set(explained.hidden)
    grounds = bed.grounds or {}
    sureness = look.shot.settings.sureness
    asked = [
        place
        for place in places
        if place.ground in grounds and place.cell not in lying and not explained.told[place.name].plainly_bare(sureness)
    ]
    for place, share, foreign in _ground_shares(look, bed, asked, grounds, blocks):
        if share < settings.covered_share:
            covered.add(place.cell)
        if share < settings.bare_share or foreign > settings.most_foreign:
            continue
        name = place.name
        told[name] = "likely"
        evidence[name] = {**dict.fromkeys(evidence[name], round(settings.floor * share, 2)), "empty": 0.0}
        hidden.discard(name)
    return replace(explained, sureness=told, evidence=evidence, hidden=frozenset(hidden)), covered


def _ground_shares(
    look: PlainLook, bed: Bed, places: Sequence[TablePlace], grounds: Mapping[str, Material], blocks: _Blocks
) -> Iterator[tuple[TablePlace, float, float]]:
    """Of places of which enough is seen: the shares of what is seen that show the ground, and a piece."""
    settings, plane = look.settings, look.plane
    grid = core_grid(settings.bare_reach * bed.pitch_mm, settings)
    pixels = plane.to_picture(on_table([place.spot for place in places], grid), height_mm=bed.base_mm)
    shown = ~blocks.covered.behind_each(pixels)
    inside = ((pixels > 0) & (pixels < np.array(plane.size_px) - 1)).all(axis=(1, 2))
    chosen = np.flatnonzero(inside & (shown.mean(axis=1) >= settings.least_shown))
    if not len(chosen):
        return
    pixels, shown = pixels[chosen], shown[chosen]
    free = ~blocks.reached.behind_each(pixels)
    shown = np.where(free.mean(axis=1, keepdims=True) >= settings.least_shown, free, shown)
    values = look.field.at(pixels).astype(float)
    if not look.quiet:
        values = evened(values, shown.astype(float))
    flat = values.reshape(-1, 3)
    pieces = np.max([material.nats(flat, settings) for material in look.materials], axis=0).reshape(shown.shape)
    words = np.array([places[index].ground for index in chosen.tolist()])
    bare = np.zeros(shown.shape)
    for word in set(words.tolist()):
        mine = words == word
        bare[mine] = grounds[word].nats(values[mine].reshape(-1, 3), settings).reshape(-1, shown.shape[1])
    seen = shown.sum(axis=1)
    share = ((bare > settings.bare_nats) & (bare > pieces + settings.bare_lead_nats) & shown).sum(axis=1) / seen
    foreign = ((pieces > np.maximum(bare, settings.bare_nats)) & shown).sum(axis=1) / seen
    for index, bares, others in zip(chosen.tolist(), share.tolist(), foreign.tolist(), strict=True):
        yield places[index], bares, others
