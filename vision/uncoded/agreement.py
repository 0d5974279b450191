"""Several looks at a place without a code: it is asked about where the learned one denies what the others say."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from tabletop.cellnames import Cell
from vision.places.assignment import EMPTY, Assignment, LyingPart
from vision.places.place import TablePlace
from vision.settings import ReaderSettings
from vision.settings.learned import LearnedSettings
from vision.uncoded.answered import lead_of, standing_upon
from vision.uncoded.cell_looks import CellGrid, CellTold, LearnedBoard, LookedAt, look_at_cells
from vision.uncoded.clusters import Doubt
from vision.uncoded.learned import learned_net
from vision.uncoded.look import PlainLook
from vision.uncoded.pieces import Bed

OTHER, BARE = -1, -2
"""Beside the numbers of colours: of no piece without a code, and of the ground."""


@dataclass(frozen=True, slots=True)
class LookBefore:
    """What the learned look told of a board in the last picture, and the cells in which something may have changed."""

    board: LearnedBoard
    changed: frozenset[Cell]


def with_learned_look(
    look: PlainLook,
    bed: Bed,
    explained: Assignment,
    doubts: Mapping[str, Doubt | None],
    before: LookBefore | None = None,
) -> tuple[Assignment, LearnedBoard | None]:
    """The explanation of one board's places, those without codes weighed with the learned look; and what that tells.

    `doubts` are those of colours and shapes, by place: which of two colours a piece has it may tell, too.
    It tells nothing where everything bears a code, nor where its weights cannot be used.
    What it told `before` in the same light holds for cells that have not changed.
    """
    settings = look.shot.settings.learned
    net = learned_net(settings.weights)
    free = _without_codes(look, bed, explained)
    if not settings.used or not free or not look.materials or isinstance(net, str):
        return explained, None
    upon = standing_upon(explained, bed.board)
    cells = [_looked_at(place, bed, explained) for place in [*free, *(one for one in bed.places if one.cell in upon)]]
    board = None if before is None else before.board.again(net, look, cells, before.changed)
    if board is None:
        grid = CellGrid.of(bed.places, bed.pitches_mm, bed.base_mm, square=bed.square)
        board = look_at_cells(net, look, grid, cells, look.materials)
    told = {} if board is None else board.told
    lying = {cell: part for part in explained.parts if part.board == bed.board for cell in part.cells}
    owner = {kind.part.id: number for number, material in enumerate(look.materials) for kind in material.kinds}
    sureness, evidence, hidden = dict(explained.sureness), dict(explained.evidence), set(explained.hidden)
    weighed: dict[str, CellTold] = {}
    for place in free:
        seen, part = told.get(place.cell), lying.get(place.cell)
        if part is not None and part.part.id not in owner:
            continue
        if seen is None:  # nothing tells what its ground looks like
            continue
        if is_denied(seen, None if part is None else (part, owner[part.part.id]), settings):
            sureness[place.name] = "ask"
        elif part is None and sureness[place.name] != "ask":
            hidden.discard(place.name)
        if place.name not in hidden and seen.taught:
            weighed[place.name] = seen
    evidence |= _weighed(evidence, weighed, owner, look.shot.settings)
    for place in free:
        name, part = place.name, lying.get(place.cell)
        if name not in weighed or sureness[name] != "ask" or doubts.get(name) != "colour":
            continue
        if part is not None and len(part.cells) == 1:  # of larger ones it is asked as a whole
            share = weighed[name].pieces.get(owner[part.part.id], 0.0)
            lead = lead_of(part.part.id, evidence[name], math.inf)
            if share >= settings.answers and lead >= look.settings.likely_lead:  # sure of it, and together no doubt
                sureness[name] = "likely"
    return replace(explained, sureness=sureness, evidence=evidence, hidden=frozenset(hidden)), board


def is_denied(seen: CellTold, piece: tuple[LyingPart, int] | None, settings: LearnedSettings) -> bool:
    """Whether the learned look says that something else lies there than this piece, with its colour's number, or none.

    A piece of one cell it must hold for possible: no other cell bears it out.
    """
    if piece is None:
        own, other = seen.bare, max(seen.pieces.values(), default=0.0) if seen.taught else 0.0
    else:
        part, colour = piece
        own = seen.pieces.get(colour, 0.0)
        other = max([seen.bare, *(share for number, share in seen.pieces.items() if number != colour)])
        if len(part.cells) == 1 and own < settings.alone:
            return True
    return (own < settings.against and other > settings.contradicts) or (
        own < settings.denied and other > settings.instead
    )


def _without_codes(look: PlainLook, bed: Bed, explained: Assignment) -> list[TablePlace]:
    """Places that no part with a code covers, nor something that stands on others: only they are looked at."""
    codes = {place.cell: told.best for place in bed.places if (told := explained.told.get(place.name)) is not None}
    upon = standing_upon(explained, bed.board)  # the code there is not that of what lies beneath
    covered: set[Cell] = set()
    for part in explained.parts:
        shown = [codes.get(cell, 0.0) for cell in part.cells if cell not in upon]
        coded = max(shown, default=0.0) >= look.settings.code_nats
        if part.board == bed.board and (coded or part.part.on_top):
            covered |= set(part.cells)
    return [place for place in bed.places if place.cell not in covered and place.name in explained.sureness]


def _looked_at(place: TablePlace, bed: Bed, explained: Assignment) -> LookedAt:
    """A place as the learned look takes it: bare ones of its kind teach the ground, or its print does."""
    told = explained.told.get(place.name)
    material = (bed.grounds or {}).get(place.ground)
    bare = told is not None and told.empty > 0.0 and told.best <= 0.0
    return LookedAt(place.cell, place.ground, bare, None if material is None else material.lab)


def _weighed(
    before: Mapping[str, Mapping[str, float]],
    told: Mapping[str, CellTold],
    owner: Mapping[str, int],
    settings: ReaderSettings,
) -> dict[str, dict[str, float]]:
    """Place -> its likelihoods with what the learned look says of the ground and of each colour that it was asked of.

    All places whose likelihoods are of the same words are weighed at once.
    """
    own, floor = settings.learned, settings.sureness.floor / 2
    alike: dict[tuple[str, ...], list[str]] = {}
    for name in told:
        alike.setdefault(tuple(before[name]), []).append(name)
    found: dict[str, dict[str, float]] = {}
    for words, names in alike.items():
        colours = [BARE if word == EMPTY else owner.get(word, OTHER) for word in words]
        shares = np.array([[_share(told[name], colour) for colour in sorted(set(colours))] for name in names])
        columns = np.searchsorted(sorted(set(colours)), colours)
        values = np.array([list(before[name].values()) for name in names])
        values = values + own.weight * np.log(np.maximum(shares, own.least_share))[:, columns]
        values = np.round(np.maximum(values - values.max(axis=1, keepdims=True), floor), 2)
        found |= {name: dict(zip(words, row, strict=True)) for name, row in zip(names, values.tolist(), strict=True)}
    return found


def _share(seen: CellTold, colour: int) -> float:
    return seen.bare if colour == BARE else seen.pieces.get(colour, seen.other)
