"""Why a piece that colour, joints and shape make certain is likely at most: it may be part of one, or another thing."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from tabletop.cellnames import Cell
from tabletop.plainkinds import box_mm
from vision.places.assignment import Assignment
from vision.places.place import TablePlace
from vision.settings.uncoded import PlainSettings
from vision.uncoded.clusters import REACH_CELLS, PlainAnswer, apart
from vision.uncoded.faces import Face
from vision.uncoded.look import PlainLook
from vision.uncoded.materials import Material, parts_alike
from vision.uncoded.shapes import Laid, ShapeFit, best_cuts, placements, wholes_of


def parted_by_seams(
    faces: Mapping[Cell, Face],
    answers: Mapping[Cell, PlainAnswer],
    materials: Sequence[Material],
    supply: Mapping[str, int],
    settings: PlainSettings,
) -> frozenset[Cell]:
    """Cells of pieces that are told for certain, and would be one piece were the seams between them drawn upon it.

    How many lie there is likely at most where a kind of their colour covers them together.
    """
    owner = {kind.part.id: material for material in materials for kind in material.kinds}
    parts = [kind.part for one in materials for kind in one.kinds]
    least = settings.most_nats - 0.5 * settings.farthest**2

    def coloured(one: ShapeFit) -> bool:
        mean = np.mean([faces[cell].lab for cell in one.cells], axis=0)
        return float(owner[one.part.id].nats(mean, settings)[0]) >= least

    told = {cell: answer.piece for cell, answer in answers.items() if answer.piece is not None and cell in faces}
    wholes = wholes_of(told, parts, supply, settings.floor)
    found = {cell for whole in wholes if coloured(whole) for cell in whole.cells}
    return frozenset(cell for cell in found if answers[cell].sureness == "certain")


def seams_lost_in_noise(
    answers: Mapping[Cell, PlainAnswer],
    materials: Sequence[Material],
    supply: Mapping[str, int],
    settings: PlainSettings,
) -> frozenset[Cell]:
    """Cells of pieces that are told for certain, and may be several of their colour that lie side by side.

    Noise is calmed before anything is looked at, and a thin line goes with it, for the learned look as well: of 82
    joints between two pieces of one colour in dim tuning pictures 15 show as little as any inside a piece, and one made
    two pieces one for certain. Without noise as many do (42 of 178), and none of them did that.
    """
    alike = parts_alike(materials, settings)
    told = {one.piece.cells: one.piece for one in answers.values() if one.piece is not None}
    found: set[Cell] = set()
    for cells, piece in told.items():
        certain = [cell for cell in cells if answers[cell].sureness == "certain"]
        smaller = [part for part in alike.get(piece.part.id, ()) if len(part.cells) < len(cells)]
        if not certain or not smaller:
            continue
        fits = placements(frozenset(cells), smaller, {}, settings.floor)
        laid = [Laid(one.part, one.turn, one.cells, 0.0, 0.0) for one in fits]
        cuts = best_cuts(frozenset(cells), laid, supply, price=1.0, keep=0.5, most_steps=settings.most_steps)
        if any(not cut.left for cut in cuts):
            found.update(certain)
    return frozenset(found)


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


def beside_unknown(look: PlainLook, board: int, places: Sequence[TablePlace], explained: Assignment) -> Assignment:
    """The explanation, pieces without codes likely at most that a larger one of their colour may be the end of.

    A spot of light, a hand or a shadow over the cells beside hides whether it goes on. Of pieces of one cell whose
    footprints differ it hides the end of the longer one.
    """
    alike = parts_alike(look.materials, look.settings)
    footprint = {kind.part.id: sum(box_mm(kind)) for one in look.materials for kind in one.kinds}
    cells = {place.cell: place.name for place in places}
    asked = {cell for cell, name in cells.items() if explained.sureness.get(name) == "ask"}
    sureness = dict(explained.sureness)
    for piece in explained.parts:
        names = [cells[cell] for cell in piece.cells if cell in cells]
        certain = [name for name in names if sureness.get(name) == "certain"]
        if piece.board != board or not certain or piece.part.id not in alike:
            continue
        own = frozenset(piece.cells)
        near = {cell for cell in asked - own if any(apart(cell, one) <= REACH_CELLS for one in own)}
        wider = footprint[piece.part.id] + look.settings.size_sd_mm
        longer = any(len(part.cells) <= 1 and footprint[part.id] > wider for part in alike[piece.part.id])
        if longer and len(own) == 1 and any(apart(cell, one) == 1 for cell in near for one in own):
            sureness |= dict.fromkeys(certain, "likely")
        larger = [part for part in alike[piece.part.id] if len(part.cells) > len(own)]
        if not near or not larger:
            continue
        over = placements(own | near, larger, {}, look.settings.floor)
        if any(own < set(one.cells) for one in over):
            sureness |= dict.fromkeys(certain, "likely")
    return replace(explained, sureness=sureness)


def bare_beside_unknown(board: int, places: Sequence[TablePlace], explained: Assignment) -> Assignment:
    """The explanation, bare cells likely at most beside those that nobody knows: what hides one may hide both."""
    cells = {place.cell: place.name for place in places}
    asked = {cell for cell, name in cells.items() if explained.sureness.get(name) == "ask"}
    lying = {cell for piece in explained.parts if piece.board == board for cell in piece.cells}
    doubted = {
        name
        for (row, column), name in cells.items()
        if (row, column) not in lying
        and explained.sureness.get(name) == "certain"
        and asked.intersection(((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)))
    }
    return replace(explained, sureness={**explained.sureness, **dict.fromkeys(doubted, "likely")})
