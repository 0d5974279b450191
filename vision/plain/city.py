"""Plain pieces on the properties of Big City: faces on lots, pieces over streets, plain streetcars in streets."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tabletop.gamefile import GameFile
from tabletop.lattice import STEP, Cell, neighbour
from tabletop.piecefile import PieceSet
from tabletop.plainkinds import PlainKind, box_mm, plain_kinds
from tabletop.positions.big_city import Side
from tabletop.readings import Sureness
from vision.arrays import BgrImage, Floats, PointsPx
from vision.codes import SeenCode
from vision.evidence import StreetView
from vision.pieces import Explained, FoundPiece
from vision.places import Lot
from vision.plain.faces import (
    Face,
    PlainCell,
    behind,
    core_grid,
    leaning,
    see_faces,
    silhouettes,
    weighed,
    without_hidden,
)
from vision.plain.field import ColourField, colour_field
from vision.plain.heaps import PlainAnswer, explain_twice
from vision.plain.joints import joints_between
from vision.plain.materials import Material, materials_of
from vision.plain.settings import PlainSettings
from vision.plain.shapes import Laid
from vision.plane import TablePlane
from vision.settings import SurenessSettings
from vision.sheets import SolvedTable

CAR = "streetcar"
CAR_SHIFTS_MM = ((0.0, 0.0), (0.0, -3.0), (0.0, 3.0), (-4.0, 0.0), (4.0, 0.0))
"""Where in its street a streetcar may lie, along and across."""
StreetAnswer = tuple[Sureness, bool, dict[str, float]]
CODE_NATS = 5.0
"""A printed piece of which no code fits this well (correlation .76; plain blocks reach .68) may be a plain one."""


@dataclass(frozen=True, slots=True, eq=False)
class PlainLook:
    """What is needed to look for plain pieces in one picture."""

    field: ColourField
    plane: TablePlane
    pieces: tuple[Material, ...]
    cars: tuple[Material, ...]
    settings: PlainSettings


def plain_look(
    image: BgrImage, table: SolvedTable, codes: Sequence[SeenCode], game: GameFile, pieces: PieceSet
) -> PlainLook | None:
    """The picture's corrected colours and the pieces' own; None where the set has no piece without a code."""
    kinds = plain_kinds(pieces, game)
    if not kinds:
        return None
    settings = PlainSettings()
    field = colour_field(image, table, codes, game, settings)
    on_lots = materials_of([kind for kind in kinds if kind.part.kind == "piece"], settings)
    cars = materials_of([kind for kind in kinds if kind.part.kind == CAR], settings)
    return PlainLook(field, table.plane, on_lots, cars, settings)


def with_plain_pieces(
    look: PlainLook, lots: Sequence[Lot], explained: Explained, game: GameFile, sureness: SurenessSettings
) -> tuple[Explained, tuple[Face, ...]]:
    """The lots' explanation by printed codes and art, with plain pieces where these say less; and the pieces' faces."""
    settings = look.settings
    ground = max((part.height_mm for part in game.of_kind("tile")), default=0.0)
    cells = [PlainCell(lot.cell, lot.spot, ground) for lot in lots]
    by_number = {lot.number: lot for lot in lots}
    number_of = {lot.cell: lot.number for lot in lots}
    clear = [piece for piece in explained.pieces if _coded(piece, explained, number_of) >= CODE_NATS]
    printed = {cell for piece in clear for cell in piece.cells}
    empty = {lot.cell: explained.empty.get(lot.number, 0.0) for lot in lots}
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
    laid, answers = explain_twice(faces, joints, look.pieces, supply, settings, _rims(look, faces))  # type: ignore[arg-type]
    found = tuple(FoundPiece(one.part, one.turn, one.cells) for one in laid)
    told = dict(explained.sureness)
    evidence = dict(explained.evidence)
    hidden = set(explained.hidden)
    for number, lot in by_number.items():
        answer = answers.get(lot.cell)
        if answer is None:
            continue
        told[number] = _told(answer, empty[lot.cell])
        evidence[lot.name] = _evidence(answer, explained.evidence.get(lot.name, {}), empty[lot.cell], sureness)
        if answer.piece is None:
            hidden.add(number)
            evidence[lot.name] = dict.fromkeys(evidence[lot.name], 0.0)
        else:
            hidden.discard(number)
    words = {kind.part.id for material in look.pieces for kind in material.kinds}
    kept = [
        piece
        for piece in explained.pieces
        if piece in clear or (piece.part.id not in words and not any(cell in answers for cell in piece.cells))
    ]
    whole = replace(explained, pieces=(*kept, *found), sureness=told, evidence=evidence, hidden=frozenset(hidden))
    return whole, tuple(faces.values())


def _rims(look: PlainLook, faces: Mapping[Cell, Face]) -> Callable[[Sequence[Laid]], dict[Cell, float]]:
    """Whether the streets beside pieces are free of their colour: coloured paper and hands have no rim there."""
    settings, plane = look.settings, look.plane
    hulls = {cell: silhouettes([face], plane)[0] for cell, face in faces.items()}

    def rims(pieces: Sequence[Laid]) -> dict[Cell, float]:
        found: dict[Cell, float] = {}
        for piece in pieces:
            own = set(piece.cells)
            others = [hull for cell, hull in hulls.items() if cell not in own]
            for cell in piece.cells:
                sides = [side for side in STEP if neighbour(cell, side) not in own]
                found[cell] = min((_rim(look, faces[cell], side, others) for side in sides), default=9.0)
        return found

    def _rim(look: PlainLook, face: Face, side: Side, others: Sequence[PointsPx]) -> float:
        row, column = STEP[side]
        spot, width = face.cell.spot, face.width_mm
        outward = column * spot.right + row * spot.down
        lean = float(leaning(plane, spot.middle_mm, face.height_mm) @ outward)
        # On the side that faces the camera the piece's own wall is seen below its top.
        height = face.cell.ground_mm if lean < 0 else face.height_mm
        away, along = np.meshgrid(width / 2 + np.linspace(4.0, 7.0, 4), np.linspace(-0.35, 0.35, 7) * width)
        flank = np.array([-outward[1], outward[0]])
        points = spot.middle_mm + away.reshape(-1, 1) * outward + along.reshape(-1, 1) * flank
        pixels = plane.to_picture(points, height_mm=height)
        shown = behind(pixels, others) == 0
        if shown.mean() < 0.4:
            return 9.0
        alike = weighed(look.field.at(pixels[shown]).astype(float) - face.lab) < settings.rim_delta
        return settings.rim_nats * (1.0 - 2.0 * float(alike.mean()))

    return rims


def _coded(piece: FoundPiece, explained: Explained, number_of: Mapping[Cell, int]) -> float:
    """How well the clearest code of a printed piece fits."""
    return max((explained.coded.get(number_of.get(cell, 0), 0.0) for cell in piece.cells), default=0.0)


def _right_and_below(cell: Cell) -> tuple[Cell, Cell]:
    return ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1]))


def _supply(materials: Sequence[Material], printed: Sequence[FoundPiece]) -> dict[str, int]:
    """How many of each part may still lie there as plain pieces."""
    supply = {kind.part.id: kind.part.count for material in materials for kind in material.kinds}
    for piece in printed:
        if piece.part.id in supply:
            supply[piece.part.id] -= 1
    return supply


def _told(answer: PlainAnswer, empty: float) -> Sureness:
    """How sure a plain answer is against the printed art of an empty lot, which may show too."""
    if answer.sureness == "certain" and empty > 0.0:
        return "likely"
    return answer.sureness


def _evidence(
    answer: PlainAnswer, before: Mapping[str, float], empty: float, sureness: SurenessSettings
) -> dict[str, float]:
    """Part id or `empty` -> log-likelihood, the best one 0."""
    floor = sureness.floor / 2
    values = {**dict.fromkeys(before, floor), "empty": max(min(empty, 9.0), floor), **answer.evidence}
    best = max(values.values())
    return {word: round(max(value - best, floor), 2) for word, value in values.items()}


def look_at_cars(
    look: PlainLook, views: Sequence[StreetView], faces: Iterable[Face], sureness: SurenessSettings, game: GameFile
) -> dict[str, StreetAnswer]:
    """Street name -> answer, of all streets where plain streetcars are in use."""
    if not look.cars:
        return {}
    ground = max((part.height_mm for part in game.of_kind("tile")), default=0.0)
    kinds = [(material, kind) for material in look.cars for kind in material.kinds]
    hulls = silhouettes(faces, look.plane)
    usual = _usual_street(look, views, sureness)
    found: dict[str, StreetAnswer] = {}
    for view in views:
        answers = [_car(look, view, material, kind, hulls, ground, usual) for material, kind in kinds]
        found[view.street.name] = max(answers, key=lambda one: one[2]["streetcar"])
    return found


def _car(
    look: PlainLook,
    view: StreetView,
    material: Material,
    kind: PlainKind,
    hulls: Sequence[PointsPx],
    ground: float,
    usual: Floats,
) -> StreetAnswer:
    """Whether a plain streetcar lies in one street: its top where it may lie, against the street's own middle."""
    settings, plane, spot = look.settings, look.plane, view.street.spot
    long, short = sorted(box_mm(kind), reverse=True)
    heights = settings.tried_heights_mm[:3] if kind.height_mm is None else (kind.height_mm,)
    x, y = np.meshgrid(np.linspace(-0.36, 0.36, 7) * long, np.linspace(-0.3, 0.3, 3) * short)
    top = np.stack([x, y], axis=-1).reshape(-1, 2)
    share, lab = 0.0, usual
    seen = 0.0
    for height in heights:
        for shift in CAR_SHIFTS_MM:
            pixels = plane.to_picture(spot.to_table(top + np.array(shift)), height_mm=ground + height)
            free = behind(pixels, hulls) == 0
            if free.mean() < 0.5:
                continue
            values = look.field.at(pixels[free]).astype(float)
            nats = material.nats(values, settings)
            own = nats > np.maximum(settings.car_nats, _bare_nats(values, usual))
            alike = float(own.mean())
            if len(view.street.halves) == 1:  # beyond the rim lies the table, of whatever colour
                inner = own[(top[:, 1] > 0)[free]]
                alike = min(alike, float(inner.mean()) if len(inner) >= 3 else 0.0)
            seen = max(seen, float(free.mean()))
            if alike > share:
                share, lab = alike, np.median(values, axis=0)
    if seen == 0.0:
        return ("ask", False, {"empty": 0.0, "streetcar": 0.0})
    if share < 0.5:
        return _no_car(view, seen, share)
    told = float(material.nats(lab, settings)[0]) * share
    lead = told - max(float(_bare_nats(lab, usual)), 0.0)
    values_told = {"empty": round(max(min(0.0, -lead), -12.0), 2), "streetcar": round(max(min(0.0, lead), -12.0), 2)}
    if lead >= settings.certain_colour and share >= 0.85:
        return ("certain", True, values_told)
    return ("likely" if lead >= settings.likely_lead and share >= 0.7 else "ask", lead > 0, values_told)


def _no_car(view: StreetView, seen: float, share: float) -> StreetAnswer:
    """A street of which enough is seen, and nowhere a streetcar's colour."""
    rails = max(view.rails, default=0.0)
    if rails > 0.8 and share < 0.15 and seen > 0.8:
        return ("certain", False, {"empty": 0.0, "streetcar": -12.0})
    if share < 0.3 and (rails > 0.6 or seen > 0.8):
        return ("likely", False, {"empty": 0.0, "streetcar": -5.0})
    return ("ask", False, {"empty": 0.0, "streetcar": -1.0})


def _usual_street(look: PlainLook, views: Sequence[StreetView], sureness: SurenessSettings) -> Floats:
    """The colour of an empty street's middle in this picture."""
    clear = [view.street.spot for view in views if view.rails and min(view.rails) >= sureness.certain_correlation]
    if len(clear) < 3:
        return np.array([88.0, -1.0, -1.5])
    grid = core_grid(8.0, look.settings)
    points = np.array([spot.to_table(grid) for spot in clear])
    return np.asarray(np.median(look.field.at(look.plane.to_picture(points)).astype(float), axis=(0, 1)))


def _bare_nats(lab: Floats, usual: Floats) -> Floats:
    """Nats (...) that Lab values (..., 3) are the bare street, a stranger's being 0."""
    return np.asarray(9.0 - 0.5 * (weighed(lab - usual) / 6.0) ** 2)
