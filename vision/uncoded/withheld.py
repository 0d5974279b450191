"""Why a piece that colour, joints and shape make certain is likely at most: it may be part of one, or another thing."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from tabletop.cellnames import Cell
from vision.pixels.arrays import PointsMm
from vision.places.assignment import Assignment
from vision.places.place import TablePlace, on_table
from vision.settings.uncoded import PlainSettings
from vision.uncoded.clusters import REACH_CELLS, PlainAnswer, apart
from vision.uncoded.faces import Face, weighed
from vision.uncoded.look import PlainLook
from vision.uncoded.materials import Material, parts_alike
from vision.uncoded.shapes import ShapeFit, placements
from vision.uncoded.silhouettes import silhouettes


def parted_by_seams(
    faces: Mapping[Cell, Face],
    answers: Mapping[Cell, PlainAnswer],
    materials: Sequence[Material],
    supply: Mapping[str, int],
    settings: PlainSettings,
) -> frozenset[Cell]:
    """Cells of pieces that are told for certain, and would be one piece were the seams between them drawn upon it.

    A groove, a string, a pen and a thin shadow look like the seam between two pieces that touch, so how many lie there
    is likely at most where a kind of their colour covers them together.
    """
    owner = {kind.part.id: material for material in materials for kind in material.kinds}
    parts = [kind.part for one in materials for kind in one.kinds if supply.get(kind.part.id, 1) > 0]
    most = max((len(part.cells) for part in parts), default=1)
    least = settings.most_nats - 0.5 * settings.farthest**2

    def coloured(one: ShapeFit) -> bool:
        mean = np.mean([faces[cell].lab for cell in one.cells], axis=0)
        return float(owner[one.part.id].nats(mean, settings)[0]) >= least

    told = {cell: answer.piece for cell, answer in answers.items() if answer.piece is not None and cell in faces}
    small = frozenset(cell for cell, piece in told.items() if len(piece.cells) < most)
    found: set[Cell] = set()
    for whole in placements(small, [part for part in parts if len(part.cells) > 1], {}, settings.floor):
        pieces = {told[cell].cells for cell in whole.cells}
        if len(pieces) > 1 and sum(map(len, pieces)) == len(whole.cells) and coloured(whole):
            found.update(whole.cells)
    return frozenset(cell for cell in found if answers[cell].sureness == "certain")


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


def not_filled(look: PlainLook, faces: Mapping[Cell, Face], answers: Mapping[Cell, PlainAnswer]) -> frozenset[Cell]:
    """Cells of pieces told for certain of whose face a strip along some side has another colour.

    A pen, a bar of shadow and a biscuit fill the middle of a cell, not all that a piece fills.
    """
    told = {
        cell: one.piece
        for cell, one in answers.items()
        if one.sureness == "certain" and one.piece is not None and cell in faces
    }
    shares = _least_filled(look, faces, {cell: piece.cells for cell, piece in told.items()})
    found = {one for cell, piece in told.items() if shares[cell] < look.settings.filled_share for one in piece.cells}
    return frozenset(found & told.keys())


def _least_filled(
    look: PlainLook, faces: Mapping[Cell, Face], own: Mapping[Cell, Collection[Cell]]
) -> dict[Cell, float]:
    """Of some faces, each with its piece's cells, the share of the strip along a side that has its colour, where it is
    least; hidden sides do not count."""
    if not own:
        return {}
    these = [faces[cell] for cell in own]
    widths, heights = (np.array([getattr(face, name) for face in these]) for name in ("width_mm", "height_mm"))
    points = on_table([face.cell.spot for face in these], STRIPS * widths[:, None, None])
    pixels = look.plane.to_picture(points, height_mm=heights[:, None])
    hidden = silhouettes(faces.values(), look.plane).behind_each(pixels, but=list(own.values()))
    labs = np.array([face.lab for face in these])[:, None]
    alike = weighed(look.field.at(pixels).astype(float) - labs) < look.settings.alike
    alike, shown = (one.reshape(len(these), 4, -1) for one in (alike, ~hidden))
    seen = shown.sum(axis=2)
    shares = np.where(seen > 0.5 * shown.shape[2], (alike & shown).sum(axis=2) / np.maximum(seen, 1), 1.0)
    return dict(zip(own, shares.min(axis=1).tolist(), strict=True))


def _strips() -> PointsMm:
    """Points (4 · n, 2) along the sides of a square face as wide as 1, as far in as pieces lie off their cells."""
    out, along = np.meshgrid(np.array([0.34, 0.38]), np.linspace(-0.34, 0.34, 9), indexing="ij")
    x, y = out.ravel(), along.ravel()
    return np.concatenate([np.column_stack(one) for one in ((x, y), (-x, y), (y, x), (y, -x))])


STRIPS = _strips()


def beside_unknown(look: PlainLook, board: int, places: Sequence[TablePlace], explained: Assignment) -> Assignment:
    """The explanation, pieces without codes likely at most that a larger one of their colour may be the end of.

    A spot of light, a hand or a shadow over the cells beside hides whether it goes on.
    """
    alike = parts_alike(look.materials, look.settings)
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
