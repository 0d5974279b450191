"""Plain pieces on the properties of Big City: faces on lots, pieces over streets, plain streetcars in streets."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tabletop.gamefile import GameFile
from tabletop.lattice import Cell
from vision.city.ground_plan import Lot
from vision.places.assignment import Assignment, LyingPart
from vision.places.confidence import relative
from vision.settings import ConfidenceSettings
from vision.uncoded.adjacency import joints_between
from vision.uncoded.borders import free_rims
from vision.uncoded.clusters import PlainAnswer, explain_twice, over_ground, unless_larger
from vision.uncoded.faces import (
    Face,
    PlainCell,
    see_faces,
    without_hidden,
)
from vision.uncoded.look import PlainLook, ground_mm
from vision.uncoded.materials import Material

CODE_NATS = 5.0
"""A printed piece of which no code fits this well (correlation .76; plain blocks reach .68) may be a plain one."""


KNOWN_NATS = 3.0
"""Of the printed art from which a property is known to be bare."""


def with_plain_pieces(
    look: PlainLook, lots: Sequence[Lot], explained: Assignment, game: GameFile, sureness: ConfidenceSettings
) -> tuple[Assignment, tuple[Face, ...]]:
    """The lots' explanation by printed codes and art, with plain pieces where these say less; and the pieces' faces."""
    settings = look.settings
    ground = ground_mm(game)
    cells = [PlainCell(lot.cell, lot.spot, ground) for lot in lots]
    coded = {told.view.where[1]: told.best for told in explained.told.values()}
    clear = [piece for piece in explained.parts if max(coded.get(cell, 0.0) for cell in piece.cells) >= CODE_NATS]
    printed = {cell for piece in clear for cell in piece.cells}
    empty = {lot.cell: explained.told[lot.name].empty if lot.name in explained.told else 0.0 for lot in lots}
    looked_at = [cell for cell in cells if cell.key not in printed]
    seen = see_faces(look.field, look.plane, looked_at, look.pieces, settings)
    faces = {key: face for key, face in seen.items() if face.nats > empty[key]}  # type: ignore[index]
    faces = without_hidden(faces, look.plane, settings)
    by_cell = {cell.key: cell for cell in cells}
    pairs = [
        (cell, by_cell[beside])
        for cell in cells
        for beside in _right_and_below(cell.key)  # type: ignore[arg-type]
        if beside in by_cell
    ]
    joints = {
        frozenset(pair): value for pair, value in joints_between(look.field, look.plane, faces, pairs, settings).items()
    }
    supply = _supply(look.pieces, clear)
    laid, answers = explain_twice(faces, joints, look.pieces, supply, settings, free_rims(look, faces))  # type: ignore[arg-type]
    unknown = [cell for cell, nats in empty.items() if cell not in faces and cell not in printed and nats < KNOWN_NATS]
    answers = unless_larger(answers, unknown, look.pieces)
    found = tuple(LyingPart(one.part, 0, one.cells, one.turn) for one in laid)
    told = dict(explained.sureness)
    evidence = dict(explained.evidence)
    hidden = set(explained.hidden)
    for lot in lots:
        answer = answers.get(lot.cell)
        if answer is None:
            continue
        told[lot.name] = over_ground(answer, empty[lot.cell])
        evidence[lot.name] = _evidence(answer, explained.evidence.get(lot.name, {}), empty[lot.cell], sureness)
        if answer.piece is None:
            hidden.add(lot.name)
            evidence[lot.name] = dict.fromkeys(evidence[lot.name], 0.0)
        else:
            hidden.discard(lot.name)
    words = {kind.part.id for material in look.pieces for kind in material.kinds}
    kept = [
        piece
        for piece in explained.parts
        if piece in clear or (piece.part.id not in words and not any(cell in answers for cell in piece.cells))
    ]
    whole = replace(explained, parts=(*kept, *found), sureness=told, evidence=evidence, hidden=frozenset(hidden))
    return whole, tuple(faces.values())


def _right_and_below(cell: Cell) -> tuple[Cell, Cell]:
    return ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1]))


def _supply(materials: Sequence[Material], printed: Sequence[LyingPart]) -> dict[str, int]:
    """How many of each part may still lie there as plain pieces."""
    supply = {kind.part.id: kind.part.count for material in materials for kind in material.kinds}
    for piece in printed:
        if piece.part.id in supply:
            supply[piece.part.id] -= 1
    return supply


def _evidence(
    answer: PlainAnswer, before: Mapping[str, float], empty: float, sureness: ConfidenceSettings
) -> dict[str, float]:
    """Part id or `empty` -> log-likelihood, the best one 0."""
    floor = sureness.floor / 2
    values = {**dict.fromkeys(before, floor), "empty": max(min(empty, 9.0), floor), **answer.evidence}
    return relative(values, floor)
