"""From faces to pieces: heaps of touching faces of one colour, cut into known shapes, and how sure each cell is."""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal

import numpy as np

from tabletop.cellnames import Cell
from tabletop.plainkinds import PlainKind
from tabletop.readings import Confidence
from vision.pixels.arrays import Floats
from vision.settings.uncoded import PlainSettings
from vision.uncoded.faces import Face, weighed
from vision.uncoded.materials import Material, parts_alike, refined
from vision.uncoded.shapes import Cut, Laid, ShapeFit, best_cuts, connected, cuts_together, placements
from vision.uncoded.together import told_together

REACH_CELLS = 3
"""No piece reaches further under what hides it."""


Doubt = Literal[
    "colour", "cut", "end", "stranger", "no-shape", "supply", "upon", "beyond", "mirrored", "size", "middle", "lines"
]
"""What makes a cell be asked about: its colour may be another's; the heap may be cut otherwise; no end shows; its
colour fits hardly better than a stranger's; no known shape explains it; there are more of that piece than the game has;
what stands upon it or beside hides the seam; it may go on under what hides the cells beside; mirrored light may hide
its seam; no known piece has its size; its middle may lie on another cell; the printed lines round it do not show."""


@dataclass(frozen=True, slots=True)
class PlainAnswer:
    """What one cell shows: its piece (None where no known shape explains the face), how sure, and the likelihoods."""

    piece: Laid | None
    sureness: Confidence
    evidence: Mapping[str, float]
    """Part id -> natural log-likelihood, a stranger's being 0."""
    colour_lead: float = 0.0
    """Nats by which the colour leads the next one that a piece of this shape may have."""
    seamless: bool = False
    """Whether it goes on into a piece beside it without a seam, and only shapes tell where it ends."""
    doubt: Doubt | None = None
    """Of what is asked about."""
    plainly: bool = False
    """Whether a loose piece's colour and sides fit so well that it is that piece whatever it stands on."""

    def asked(self, doubt: Doubt) -> "PlainAnswer":
        """The same, to be asked about; a doubt that there was already stays."""
        return (
            self if self.sureness == "ask" and self.doubt else replace(self, sureness="ask", doubt=doubt, plainly=False)
        )


@dataclass(frozen=True, slots=True)
class Twins:
    """Parts of one colour and one shape, which no look tells apart, under the name of one of them."""

    names: Mapping[str, tuple[str, ...]]
    """That part's id -> all of theirs."""
    supply: Mapping[str, int]
    """How many of them there are together."""


def twins_as_one(materials: Sequence[Material], supply: Mapping[str, int]) -> tuple[list[Material], Twins]:
    """The materials with one kind for all twins: one that there is, where there is any."""
    alone: list[Material] = []
    names: dict[str, tuple[str, ...]] = {}
    together: dict[str, int] = {}
    for material in materials:
        families: dict[tuple[Cell, ...], list[PlainKind]] = {}
        for kind in material.kinds:
            families.setdefault(kind.part.cells, []).append(kind)
        kinds = []
        for twins in families.values():
            counts = [max(supply.get(one.part.id, 1), 0) for one in twins]
            first = next((one for one, count in zip(twins, counts, strict=True) if count), twins[0])
            kinds.append(first)
            names[first.part.id] = tuple(one.part.id for one in twins)
            together[first.part.id] = sum(counts)
        alone.append(replace(material, kinds=tuple(kinds)))
    return alone, Twins(names, together)


@dataclass(frozen=True, slots=True, eq=False)
class _Heaps:
    """Faces that hang together, and every way to lay a part on each heap: whatever the colours turn out to be."""

    faces: Mapping[Cell, Face]
    joints: Mapping[frozenset[Cell], float]
    cells: Sequence[frozenset[Cell]]
    placements: Sequence[Sequence[ShapeFit]]

    @staticmethod
    def of(
        faces: Mapping[Cell, Face],
        joints: Mapping[frozenset[Cell], float],
        materials: Sequence[Material],
        settings: PlainSettings,
    ) -> "_Heaps":
        heaps = _heaps(faces, joints, settings)
        parts = [kind.part for material in materials for kind in material.kinds]
        return _Heaps(faces, joints, heaps, [placements(heap, parts, joints, settings.floor) for heap in heaps])


def _explain(
    heaps: _Heaps,
    materials: Sequence[Material],
    twins: Twins,
    settings: PlainSettings,
    rims: Callable[[Sequence[Laid]], Mapping[Cell, float]] | None,
) -> tuple[tuple[Laid, ...], dict[Cell, PlainAnswer]]:
    """Pieces of these colours that explain the heaps."""
    supply = twins.supply
    pieces: list[Laid] = []
    answers: dict[Cell, PlainAnswer] = {}
    options = _coloured(heaps, materials, settings)

    def ways_to_cut(number: int, keep: float) -> list[Cut]:
        price, most = settings.unexplained_nats, settings.most_steps
        return best_cuts(heaps.cells[number], options[number], supply, price=price, keep=keep, most_steps=most)

    def along_other_seams(number: int) -> list[Cut]:
        cuts = ways_to_cut(number, settings.unlikely_piece_nats)
        return [cut for cut in cuts if _as_coloured(cut, cuts[0], settings)]

    keep = settings.likely_piece_nats
    ways = [ways_to_cut(number, keep) for number in range(len(heaps.cells))]
    whole = cuts_together(ways, supply, along_other_seams, keep=keep, most_steps=settings.most_joint_steps)
    outward = _joints_of(heaps.joints)
    for heap, laid, alone, together in zip(heaps.cells, options, ways, whole, strict=True):
        # Whose colour says that it is a piece too many is asked about, and is no worse fitting other one.
        cuts = together if together and _as_coloured(together[0], alone[0], settings) else alone
        pieces += cuts[0].pieces if cuts else ()
        free = rims(cuts[0].pieces) if rims is not None and cuts else {}
        beside, options_of, best = _Beside(outward, free, heaps.faces.keys()), _by_cells(laid), _Cuts.of(cuts)
        for cell in heap:
            answers[cell] = _answer(cell, best, options_of, twins, beside, settings)
    return tuple(pieces), _within_supply(pieces, answers, supply)


def _coloured(heaps: _Heaps, materials: Sequence[Material], settings: PlainSettings) -> list[list[Laid]]:
    """For each heap what may lie there by the mean colour of its faces, all heaps of one colour at once."""
    owner = {kind.part.id: number for number, material in enumerate(materials) for kind in material.kinds}
    least = settings.most_nats - 0.5 * settings.farthest**2
    means: dict[tuple[Cell, ...], Floats] = {}
    asked: list[list[tuple[Cell, ...]]] = [[] for _ in materials]
    for one in chain(*heaps.placements):
        if one.cells not in means:
            means[one.cells] = np.mean([heaps.faces[cell].lab for cell in one.cells], axis=0)
        asked[owner[one.part.id]].append(one.cells)
    nats: list[dict[tuple[Cell, ...], float]] = []
    for material, cells in zip(materials, asked, strict=True):
        values = material.nats(np.array([means[one] for one in cells]), settings).tolist() if cells else []
        nats.append(dict(zip(cells, values, strict=True)))
    return [
        [
            Laid(one.part, one.turn, one.cells, value * len(one.cells) + one.inside, value)
            for one in of_heap
            if (value := nats[owner[one.part.id]][one.cells]) >= least
        ]
        for of_heap in heaps.placements
    ]


def _joints_of(joints: Mapping[frozenset[Cell], float]) -> dict[Cell, list[tuple[frozenset[Cell], float]]]:
    """The joints of each cell."""
    found: dict[Cell, list[tuple[frozenset[Cell], float]]] = {}
    for joint in joints.items():
        for cell in joint[0]:
            found.setdefault(cell, []).append(joint)
    return found


def _heaps(
    faces: Mapping[Cell, Face], joints: Mapping[frozenset[Cell], float], settings: PlainSettings
) -> list[frozenset[Cell]]:
    """Faces that hang together: neighbours alike in colour that are not plainly apart."""
    linked: dict[Cell, set[Cell]] = {cell: set() for cell in faces}
    for pair, apart in joints.items():
        if len(pair) == 2 and pair <= faces.keys() and apart < settings.linked_nats:
            one, other = pair
            rim = faces[one].cell.rim_only or faces[other].cell.rim_only
            most = settings.linked_rim_delta if rim else settings.linked_delta
            if float(weighed(faces[one].lab - faces[other].lab)) < most:
                linked[one].add(other)
                linked[other].add(one)
    return connected(linked)


@dataclass(frozen=True, slots=True)
class _Beside:
    """What shows whether pieces end where they are taken to end: nats, below 0 where they go on."""

    joints: Mapping[Cell, Sequence[tuple[frozenset[Cell], float]]]
    """Of each cell."""
    rims: Mapping[Cell, float]
    """Of pieces between which streets show; empty where they touch."""
    faces: Collection[Cell]
    """Cells that show a face."""

    def ends(self, own: Collection[Cell], *, seams: bool = True) -> float:
        """How plainly a piece on these cells ends where that shows least: what goes on there is no piece of this size.

        Without `seams` it does not count how it ends at other pieces that it touches, only at bare cells.
        """
        outward = [joint for cell in own for joint in self.joints.get(cell, ()) if not joint[0].issubset(own)]
        counted = [value for pair, value in outward if seams or self.rims or not pair.issubset(self.faces)]
        return min((*counted, *(self.rims.get(one, math.inf) for one in own)), default=math.inf)


def _by_cells(options: Sequence[Laid]) -> dict[frozenset[Cell], list[Laid]]:
    """What may lie on just these cells."""
    found: dict[frozenset[Cell], list[Laid]] = {}
    for one in options:
        found.setdefault(frozenset(one.cells), []).append(one)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class _Cuts:
    """Ways to cut a heap, the best one first, and on which cells each of them has a piece."""

    cuts: Sequence[Cut]
    cells: Sequence[frozenset[frozenset[Cell]]]

    @staticmethod
    def of(cuts: Sequence[Cut]) -> "_Cuts":
        return _Cuts(cuts, [frozenset(frozenset(laid.cells) for laid in cut.pieces) for cut in cuts])


def _answer(
    cell: Cell,
    ways: _Cuts,
    options: Mapping[frozenset[Cell], Sequence[Laid]],
    twins: Twins,
    beside: _Beside,
    settings: PlainSettings,
) -> PlainAnswer:
    """One cell's piece by the best cut, and by how much it leads."""
    cuts = ways.cuts
    piece = next((laid for laid in cuts[0].pieces if cell in laid.cells), None) if cuts else None
    evidence: dict[str, float] = {}
    for cut in cuts:
        for laid in cut.pieces:
            if cell in laid.cells:
                value = max(settings.floor, cut.nats - cuts[0].nats + _best_nats(cuts[0], cell))
                evidence[laid.part.id] = max(evidence.get(laid.part.id, settings.floor), value)
    if piece is None:
        return PlainAnswer(None, "ask", _of_each(evidence, twins), doubt="no-shape")
    size, own = len(piece.cells), frozenset(piece.cells)
    alike = options.get(own, ())
    for one in alike:
        value = max(settings.floor, (one.nats - piece.nats) / size + _best_nats(cuts[0], cell))
        evidence[one.part.id] = max(evidence.get(one.part.id, settings.floor), value)
    rivals = [one.nats for one in alike if one.part.id != piece.part.id]
    colour_lead = (piece.nats - max(rivals)) / size if rivals else settings.likely_piece_nats
    if len(twins.names[piece.part.id]) > 1:
        colour_lead = min(colour_lead, 0.0)
    other = [cut.nats for cut, cells in zip(cuts, ways.cells, strict=True) if own not in cells]
    shape_lead = cuts[0].nats - max(other) if other else settings.likely_piece_nats
    known = _best_nats(cuts[0], cell)
    beyond = beside.ends(own)
    # Shapes and supply may leave no other way to lay pieces between which no seam shows.
    must_end = beyond if other else beside.ends(own, seams=False)
    doubt = doubt_of(known, colour_lead, shape_lead, must_end, settings)
    sureness: Confidence = "ask" if doubt else "likely"
    seamless = doubt is None and beyond < settings.likely_ends
    return PlainAnswer(piece, sureness, _of_each(evidence, twins), colour_lead, seamless, doubt)


def _of_each(evidence: Mapping[str, float], twins: Twins) -> dict[str, float]:
    """The evidence, of all twins where it is of one of them."""
    return {name: value for part, value in evidence.items() for name in twins.names[part]}


def doubt_of(known: float, colour_lead: float, shape_lead: float, ends: float, settings: PlainSettings) -> Doubt | None:
    """What a plain piece is asked about for, if it is, by nats: how well its colour fits, the leads, and its ends."""
    if known < settings.likely_nats:
        return "stranger"
    if colour_lead < settings.likely_lead:
        return "colour"
    if shape_lead < settings.likely_lead:
        return "cut"
    return "end" if ends < settings.likely_ends else None


def _as_coloured(cut: Cut, best: Cut, settings: PlainSettings) -> bool:
    """Whether a way to cut a heap explains as many cells by as fitting colours: only seams speak against it."""
    own, other = (sum(laid.colour_nats * len(laid.cells) for laid in one.pieces) for one in (cut, best))
    return len(cut.left) <= len(best.left) and own > other - settings.likely_lead


def _best_nats(cut: Cut, cell: Cell) -> float:
    """How well the colour of the piece on a cell fits, a stranger's being 0."""
    for laid in cut.pieces:
        if cell in laid.cells:
            return laid.colour_nats
    return 0.0


def _within_supply(
    pieces: Sequence[Laid], answers: Mapping[Cell, PlainAnswer], supply: Mapping[str, int]
) -> dict[Cell, PlainAnswer]:
    """More pieces of a part than there are: one of them is something else, so all that are not certain are asked."""
    result = dict(answers)
    for part_id, count in supply.items():
        mine = [laid for laid in pieces if laid.part.id == part_id]
        if len(mine) <= count:
            continue
        for laid in mine:
            for cell in laid.cells:
                result[cell] = PlainAnswer(answers[cell].piece, "ask", answers[cell].evidence, doubt="supply")
    return result


def explain_with_refit(
    faces: Mapping[Cell, Face],
    joints: Mapping[frozenset[Cell], float],
    materials: Sequence[Material],
    supply: Mapping[str, int],
    settings: PlainSettings,
    rims: Callable[[Sequence[Laid]], Mapping[Cell, float]] | None = None,
) -> tuple[tuple[Laid, ...], dict[Cell, PlainAnswer]]:
    """Pieces that explain the faces on one lattice; `joints` hold pairs with one face, too: what goes on beyond it.

    Written colours are first learnt from faces and shapes that leave no doubt. `rims` tells for each cell of pieces
    whether their colour ends at their rim: nats, below 0 where it goes on.
    """
    materials, twins = twins_as_one(materials, supply)
    told = told_together(materials, [face.lab for face in faces.values()], settings)
    heaps = _Heaps.of(faces, joints, materials, settings)
    first = _explain(heaps, refined(materials, told, settings), twins, settings, None)
    named = {kind.part.id: material for material in materials for kind in material.kinds}
    shaped = [
        (named[answer.piece.part.id], faces[cell].lab)
        for cell, answer in first[1].items()
        if answer.piece is not None
        and answer.colour_lead > settings.plainly_nats
        and answer.piece.colour_nats > settings.shows_nats
    ]
    known = {id(material) for material, _ in told}
    shaped = [one for one in shaped if id(one[0]) not in known]
    if not shaped and rims is None:  # nothing new
        return first
    return _explain(heaps, refined(materials, [*told, *shaped], settings), twins, settings, rims)


def parted_beneath(
    beneath: Collection[Cell],
    answers: Mapping[Cell, PlainAnswer],
    materials: Sequence[Material],
    settings: PlainSettings,
) -> frozenset[Cell]:
    """Cells of pieces that end beside a cell `beneath` something, where another begins that may be the same piece.

    What stands upon a cell hides most of its seams and darkens the rest: what shows there of one colour may be two.
    """
    alike = parts_alike(materials, settings)
    found: set[Cell] = set()
    for cell in answers.keys() & beneath:
        own = answers[cell].piece
        if own is None:
            continue
        for near in (one for one in answers.keys() - set(own.cells) if apart(one, cell) == 1):
            other = answers[near].piece
            if other is not None and (len(own.cells) == 1 or other.part in alike[own.part.id]):
                found.update(own.cells, other.cells)
    return frozenset(found)


def unless_larger(
    answers: Mapping[Cell, PlainAnswer],
    unknown: Collection[Cell],
    materials: Sequence[Material],
    settings: PlainSettings,
) -> dict[Cell, PlainAnswer]:
    """The answers, pieces asked about that may reach under what hides the cells beside them.

    What may be the colour of a larger piece is. What shows a colour that no known shape explains, skin say, hides its
    cell, too. Where no seam shows, pieces reach there together.
    The larger piece is as likely then: what shows of it looks the same.
    """
    family = parts_alike(materials, settings)
    result = dict(answers)
    covered = set(unknown) | {cell for cell, one in answers.items() if one.piece is None}
    pieces = {(one.piece.part.id, one.piece.cells): one.piece for one in answers.values() if one.piece is not None}
    for piece in pieces.values():
        if piece.part.id not in family:  # loose pieces have one cell and no larger kin
            continue
        own = frozenset(piece.cells)
        if any(answers[cell].seamless for cell in own):
            beside = {cell for one in pieces.values() if _touch(one.cells, own) for cell in one.cells}
            if _touch(own | beside, covered):
                result |= _asked(answers, own)
                continue
        near = {cell for cell in covered if any(apart(cell, one) <= REACH_CELLS for one in own)}
        if not _touch(own, near):
            continue
        parts = [part for part in family[piece.part.id] if len(part.cells) > len(own)]
        ids = {part.id for part in family[piece.part.id]}
        beyond = {
            cell for one in pieces.values() if one.part.id in ids and _touch(one.cells, near) for cell in one.cells
        }
        larger = placements(own | near | beyond, parts, {}, settings.floor)
        wider = [one for one in larger if own < set(one.cells)]
        if any(set(one.cells) <= own | near for one in wider):
            result |= _asked(answers, own, {one.part.id for one in wider})
    return result


def _asked(
    answers: Mapping[Cell, PlainAnswer], cells: Collection[Cell], wider: Collection[str] = ()
) -> dict[Cell, PlainAnswer]:
    """The answers of a piece's cells, to be asked about; what may reach further there is as likely as that piece."""
    asked = {}
    for cell in cells:
        one = answers[cell]
        known = one.evidence.get(one.piece.part.id) if one.piece is not None else None
        as_likely = {} if known is None else {part: max(known, one.evidence.get(part, known)) for part in wider}
        asked[cell] = replace(one.asked("beyond"), evidence={**one.evidence, **as_likely})
    return asked


def _touch(some: Collection[Cell], others: Collection[Cell]) -> bool:
    return any(apart(one, other) == 1 for one in some for other in others)


def apart(one: Cell, other: Cell) -> int:
    """Steps between two cells, along rows and columns."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
