"""Plain pieces on boards: shapes of squares on the grid, and loose single pieces told by colour and footprint."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from tabletop.cellnames import Cell
from tabletop.plainkinds import PlainKind, plain_kinds
from tabletop.readings import Confidence
from vision.boards.cells import LaidBoard
from vision.boards.scores import CellView, code_ids
from vision.boards.setup import Setup
from vision.places.assignment import ON_TOP, Assignment, LyingPart
from vision.places.confidence import log_likelihood, relative
from vision.settings import ConfidenceSettings
from vision.table.plane import TablePlane
from vision.uncoded.adjacency import joints_between
from vision.uncoded.clusters import PlainAnswer, explain_twice, over_ground, unless_larger
from vision.uncoded.colour_image import ColourField
from vision.uncoded.faces import Face, PlainCell, Silhouettes, core_grid, see_faces, silhouettes, without_hidden
from vision.uncoded.look import PlainLook
from vision.uncoded.loose import loose_answers
from vision.uncoded.materials import Material, materials_of, veiled_lab
from vision.uncoded.settings import PlainSettings

CODE_NATS = 5.0
"""A printed part of which no code fits this well may be a plain one."""
LOOSE_BELOW = 0.85
"""Single pieces narrower than this share of a cell lie anywhere on it."""
PAPER_MM = 0.3
BESIDE = ("puck",)
"""Kinds that lie beside the boards."""


def with_plain_parts(
    look: PlainLook,
    views: Sequence[CellView],
    boards: Sequence[LaidBoard],
    explained: Assignment,
    setup: Setup,
    sureness: ConfidenceSettings,
) -> Assignment:
    """The cells' explanation by codes and ground, with plain pieces where these say less."""
    assert setup.pieces is not None  # whoever has a look has pieces
    kinds = [kind for kind in plain_kinds(setup.pieces, setup.game) if kind.part.kind not in BESIDE]
    if not kinds:
        return explained
    for number, laid in enumerate(boards):
        mine = [view for view in views if view.cell.board == number]
        explained = _one_board(look, number, laid, mine, kinds, explained, setup, sureness)
    return explained


def _one_board(
    look: PlainLook,
    number: int,
    laid: LaidBoard,
    views: Sequence[CellView],
    kinds: Sequence[PlainKind],
    explained: Assignment,
    setup: Setup,
    sureness: ConfidenceSettings,
) -> Assignment:
    """Plain pieces on one board."""
    field, plane, settings = look.field, look.plane, look.settings
    pitch = laid.board.pitch_mm
    codes = _code_nats(views, setup, sureness)
    clear = [
        part
        for part in explained.parts
        if part.board == number and max((codes.get(cell, 0.0) for cell in part.cells), default=0.0) >= CODE_NATS
    ]
    upon = {cell for part in clear if part.part.kind == ON_TOP for cell in part.cells}
    printed = {cell for part in clear if part.part.kind != ON_TOP for cell in part.cells}
    free = [view for view in views if view.cell.cell not in printed]
    grounds = {view.cell.cell: view.ground_log(sureness) for view in views}
    printed_as = {view.cell.cell: _ground_material(view.cell.ground, setup, settings) for view in views}
    base = laid.height_mm + PAPER_MM
    cells = [PlainCell(view.cell.cell, view.cell.spot, base, view.cell.cell in upon) for view in free]
    loose = [kind for kind in kinds if len(kind.part.cells) < 2 and kind.width_mm < LOOSE_BELOW * pitch]
    tight = materials_of([kind for kind in kinds if kind not in loose and kind.part.kind != ON_TOP], settings)
    answers: dict[Cell, PlainAnswer] = {}
    faces: dict[Cell, Face] = {}
    if tight and laid.board.shape == "square":
        faces = _faces(field, plane, cells, tight, grounds, printed_as, settings)
        joints = _joints(field, plane, cells, faces, settings)
        supply = _supply(tight, clear, setup)
        answers = explain_twice(faces, joints, tight, supply, settings)[1]
    if loose:
        found = loose_answers(field, plane, cells, materials_of(loose, settings), pitch, settings)
        answers |= {cell: one for cell, one in found.items() if _beats(one, grounds[cell]) and cell not in upon}
    words = {kind.part.id for kind in kinds}
    explained = _joined(number, views, clear, answers, grounds, words, explained, sureness)
    open_views = [view for view in free if view.cell.cell not in answers and view.cell.cell not in upon]
    hulls = silhouettes(faces.values(), plane)
    explained, covered = _with_bare(field, plane, number, laid, open_views, kinds, hulls, explained, setup, settings)
    told = dict(explained.sureness)
    asked = unless_larger(answers, covered | (upon - faces.keys()), tight)
    for view in free:
        if view.cell.cell in asked and asked[view.cell.cell].sureness == "ask":
            told[view.cell.place] = "ask"
    return replace(explained, sureness=told)


def _with_bare(
    field: ColourField,
    plane: TablePlane,
    number: int,
    laid: LaidBoard,
    views: Sequence[CellView],
    kinds: Sequence[PlainKind],
    hulls: Silhouettes,
    explained: Assignment,
    setup: Setup,
    settings: PlainSettings,
) -> tuple[Assignment, set[Cell]]:
    """Cells that show their printed ground in corrected colour, and no piece's: empty, and surer than before.

    And cells of which hardly anything of their ground is seen, so that a piece may reach there.
    """
    covered: set[Cell] = set()
    materials = materials_of(kinds, settings)
    lying = {cell for part in explained.parts if part.board == number for cell in part.cells}
    grid = core_grid(1.4 * laid.board.pitch_mm, settings)
    told, evidence, hidden = dict(explained.sureness), dict(explained.evidence), set(explained.hidden)
    for view in views:
        printed = _ground_material(view.cell.ground, setup, settings)
        place = view.cell.place
        if printed is None or view.cell.cell in lying or told[place] == "certain":
            continue
        pixels = plane.to_picture(view.cell.spot.to_table(grid), height_mm=laid.height_mm + PAPER_MM)
        if not ((pixels > 0) & (pixels < np.array(plane.size_px) - 1)).all():
            continue
        shown = hulls.behind(pixels) == 0
        if shown.mean() < settings.least_shown:
            continue
        values = field.at(pixels[shown]).astype(float)
        bare = printed.nats(values, settings)
        pieces = np.stack([material.nats(values, settings) for material in materials], axis=1).max(axis=1)
        share = float(((bare > settings.bare_nats) & (bare > pieces + settings.bare_lead_nats)).mean())
        foreign = float((pieces > np.maximum(bare, settings.bare_nats)).mean())
        if share < settings.covered_share:
            covered.add(view.cell.cell)
        sure = bare_sureness(share, foreign, float(shown.mean()), settings)
        if sure == "ask":
            continue
        told[place] = sure
        floor = -12.0 * share
        evidence[place] = {**dict.fromkeys(evidence[place], round(floor, 2)), "empty": 0.0}
        hidden.discard(place)
    return replace(explained, sureness=told, evidence=evidence, hidden=frozenset(hidden)), covered


def bare_sureness(share: float, foreign: float, shown: float, settings: PlainSettings) -> Confidence:
    """How sure a cell is empty of which shares show its ground's colour, a piece's colour, and are seen at all."""
    if share < settings.bare_share or foreign > settings.most_foreign:
        return "ask"
    plainly = share >= settings.plainly_bare and foreign < settings.plainly_foreign and shown > settings.plainly_shown
    return "certain" if plainly else "likely"


def _ground_material(ground: str, setup: Setup, settings: PlainSettings) -> Material | None:
    """How a kind of ground is printed; None where the game file does not say."""
    for name in (ground, *(("open-square",) if ground == "plain" else ())):
        if name in setup.game.palette:
            own = np.diag(np.array(settings.ground_sd) ** 2)
            return Material(veiled_lab(setup.game.palette[name]), own, (), taught=True)
    return None


def _faces(
    field: ColourField,
    plane: TablePlane,
    cells: Sequence[PlainCell],
    materials: Sequence[Material],
    grounds: Mapping[Cell, float],
    printed_as: Mapping[Cell, Material | None],
    settings: PlainSettings,
) -> dict[Cell, Face]:
    """Faces that look more like a piece than like the cell's printed ground."""
    over = {}
    for key, face in see_faces(field, plane, cells, materials, settings).items():
        printed = printed_as[key]  # type: ignore[index]
        bare = -np.inf if printed is None else float(printed.nats(face.lab, settings)[0])
        if face.nats > max(grounds[key], bare):  # type: ignore[index]
            over[key] = face
    return without_hidden(over, plane, settings)  # type: ignore[return-value]


def _joints(
    field: ColourField,
    plane: TablePlane,
    cells: Sequence[PlainCell],
    faces: Mapping[Cell, Face],
    settings: PlainSettings,
) -> dict[frozenset[Cell], float]:
    """Joints between faces; of a piece that lies on the grid nothing goes on beyond its cells."""
    by_cell: dict[Cell, PlainCell] = {cell.key: cell for cell in cells}  # type: ignore[misc]
    pairs = [
        (by_cell[row, column], by_cell[beside])
        for row, column in by_cell
        for beside in ((row, column + 1), (row + 1, column))
        if beside in faces and (row, column) in faces
    ]
    found = joints_between(field, plane, faces, pairs, settings)  # type: ignore[arg-type]
    return {frozenset(pair): value for pair, value in found.items()}  # type: ignore[arg-type]


def _code_nats(views: Sequence[CellView], setup: Setup, sureness: ConfidenceSettings) -> dict[Cell, float]:
    """How well the clearest code of each cell fits."""
    if not code_ids(setup):
        return {}
    return {view.cell.cell: float(np.max(log_likelihood(view.codes, sureness))) for view in views}


def _supply(materials: Sequence[Material], printed: Sequence[LyingPart], setup: Setup) -> dict[str, int]:
    """How many of each part may lie on one board as plain pieces."""
    supply = {}
    for material in materials:
        for kind in material.kinds:
            count = int(kind.part.extra.get("per_player", kind.part.count))
            supply[kind.part.id] = count - sum(part.part.id == kind.part.id for part in printed)
    return supply


def _beats(answer: PlainAnswer, ground: float) -> bool:
    return max(answer.evidence.values(), default=0.0) > ground


def _joined(
    number: int,
    views: Sequence[CellView],
    clear: Sequence[LyingPart],
    answers: Mapping[Cell, PlainAnswer],
    grounds: Mapping[Cell, float],
    words: set[str],
    explained: Assignment,
    sureness: ConfidenceSettings,
) -> Assignment:
    """The answers laid over what was explained before."""
    laid = {(answer.piece.part.id, answer.piece.cells): answer.piece for answer in answers.values() if answer.piece}
    found = [LyingPart(piece.part, number, piece.cells, piece.turn) for piece in laid.values()]
    kept = [
        part
        for part in explained.parts
        if part.board != number
        or part in clear
        or (part.part.id not in words and not any(cell in answers for cell in part.cells))
    ]
    told, evidence, hidden = dict(explained.sureness), dict(explained.evidence), set(explained.hidden)
    upon = {cell: part for part in clear if part.part.kind == ON_TOP for cell in part.cells}
    for view in views:
        answer, place = answers.get(view.cell.cell), view.cell.place
        if answer is None:
            continue
        if view.cell.cell in upon:
            told[place] = _under(answer, told[place])
            continue
        ground = grounds[view.cell.cell]
        told[place] = over_ground(answer, ground)
        floor = sureness.floor / 2
        values = {**dict.fromkeys(evidence[place], floor), "empty": max(ground, floor), **answer.evidence}
        evidence[place] = relative(values, floor)
        if answer.piece is None:
            evidence[place] = dict.fromkeys(evidence[place], 0.0)
            hidden.add(place)
        else:
            hidden.discard(place)
    return replace(explained, parts=(*kept, *found), sureness=told, evidence=evidence, hidden=frozenset(hidden))


def _under(answer: PlainAnswer, told: Confidence) -> Confidence:
    """A citizen's square: what lies under it is told by the rim that shows round it."""
    if answer.piece is None or answer.sureness == "ask":
        return "ask"
    return "likely" if told == "ask" else told
