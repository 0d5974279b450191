"""From one photograph of a game with boards to a reading: codes, boards, cells, parts, and how sure each of them is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from tabletop.gamefile import Part
from tabletop.readings import CameraFit, Confidence, Problem, Reading
from vision.boards.agreeing import agreeing, disagreeing
from vision.boards.ambiguity import ambiguous_cells
from vision.boards.astray import Grid, look_astray
from vision.boards.cells import CellField, LaidBoard, cell_field, laid_boards
from vision.boards.code_families import found_codes
from vision.boards.corner_pieces import with_frame
from vision.boards.counted import too_many
from vision.boards.ground import Whites, score_ground
from vision.boards.manned_tiles import NOTHING_SEEN, SeenTiles, with_manned_tiles
from vision.boards.measured import look_for_odd_sizes
from vision.boards.off_board import read_off_board
from vision.boards.positions import position_of
from vision.boards.scores import CellView, code_ids, score_cells
from vision.boards.settings import BoardSettings
from vision.boards.setup import SHEETS, Setup
from vision.boards.thickness import raised
from vision.change.changed_boxes import Box, apart
from vision.pixels.arrays import BgrImage, GreyImage, to_grey
from vision.pixels.codes import SeenCode, first_scale, scale_for
from vision.places.assignment import Assignment, Layout, PlaceLikelihoods, Surface, assign_parts
from vision.places.patches import Pyramid
from vision.reading import BoardReading, FrameReading
from vision.settings import ConfidenceSettings, ReaderSettings
from vision.table.plane import TablePlane
from vision.table.sheets import Sheet, SolvedTable, solve_table
from vision.uncoded.boards import with_plain_parts
from vision.uncoded.look import plain_look
from vision.unread import unknown_codes

ASK: Confidence = "ask"
_LIKELY: Confidence = "likely"
LEAST_LOG = 4.0
"""A part of which no cell shows its code this well is no best guess: correlation .74. A city has too few codes for one
of them to fit so by chance; there weak ones that lie under glare or in the dark were right (test photographs)."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What holds of the last look while boards and camera lie still: all that lies outside the boxes that changed."""

    sight: BoardReading
    boxes: tuple[Box, ...]

    def cells(self, plane: TablePlane, boards: Sequence[LaidBoard]) -> CellField | None:
        """Where the cells are seen, if it is known of these boards."""
        cells = self.sight.cells
        return cells if cells is not None and cells.holds(plane, boards) else None

    def views(self, cells: CellField) -> dict[str, CellView]:
        """Views of cells by place."""
        before = {view.cell.place: view for view in self.sight.views}
        outside = apart(cells.bounds_px, self.boxes)
        return {
            cell.place: before[cell.place]
            for cell, out in zip(cells.cells, outside, strict=True)
            if out and cell.place in before
        }


def read_boards(
    image: BgrImage,
    setup: Setup,
    players: tuple[str, ...],
    settings: ReaderSettings,
    *,
    before: BoardReading | None = None,
) -> FrameReading:
    """Read a photograph of boards. Never raises for what the picture shows; the position is None where none is seen.

    `before` is what was seen of the same boards in an earlier picture.
    """
    grey = to_grey(image)
    size_px = (grey.shape[1], grey.shape[0])
    codes = found_codes(grey, setup, settings)
    table, codes = _solved(grey, codes, setup, settings)
    boards = () if table is None else laid_boards(table.sheets, setup, players)
    if table is None or not boards:
        reading = Reading(setup.given.name, None)
        return FrameReading(
            reading,
            setup.game,
            players,
            size_px,
            settings,
            setup.pieces,
            codes=tuple(codes),
            boards=BoardReading(setup, tiles=NOTHING_SEEN if before is None else before.tiles),
        )
    tiles = NOTHING_SEEN if before is None else before.tiles
    return read_cells(image, grey, codes, table, boards, setup, players, settings, tiles=tiles)


def read_cells(
    image: BgrImage,
    grey: GreyImage,
    codes: Sequence[SeenCode],
    table: SolvedTable,
    boards: Sequence[LaidBoard],
    setup: Setup,
    players: tuple[str, ...],
    settings: ReaderSettings,
    *,
    kept: Kept | None = None,
    tiles: SeenTiles = NOTHING_SEEN,
) -> FrameReading:
    """Everything that comes after the boards are known; what is `kept` of the last look is not looked at again.

    `tiles` are those that earlier looks have seen.
    """
    plane, own = table.plane, BoardSettings()
    boards = boards if any(laid.sheet.part.number is not None for laid in boards) else boards[:1]
    boards = raised(boards, codes, plane, setup, own)
    pyramid = Pyramid(grey)
    cells = None if kept is None else kept.cells(plane, boards)
    cells = cells or cell_field(plane, boards, setup, own)
    known = {} if kept is None else kept.views(cells)
    told = {} if kept is None else kept.sight.told
    whites = Whites(image, codes, plane, own)
    grounds = score_ground(whites, cells, setup.game, own, known={name: view.ground for name, view in known.items()})
    views = score_cells(pyramid, plane, cells.cells, boards, grounds, codes, setup, settings, own, known=known)
    explained = assign_cells(views, boards, setup, settings.sureness, own, known=told)
    told = explained.told
    plain = plain_look(image, table, codes, setup.game, setup.pieces)
    if plain is not None:
        explained = with_plain_parts(plain, views, boards, explained, setup, settings.sureness)
    else:
        explained, tiles = with_manned_tiles(
            image,
            codes,
            table,
            boards,
            cells.cells,
            explained,
            setup,
            settings.sureness,
            tiles if kept is None else kept.sight.tiles,
        )
    beside = read_off_board(
        pyramid,
        whites,
        table,
        boards,
        codes,
        players,
        setup,
        settings,
        plain=plain,
        before=None if kept is None else kept.sight.beside,
        boxes=() if kept is None else kept.boxes,
    )
    loose, loosely = ambiguous_cells(boards, cells.cells, plane, own, settings.plane)
    grid = Grid(cells.cells, boards, explained, own)
    astray = look_astray(codes, plane, boards, cells.cells, explained, grid, setup, own)
    odd = look_for_odd_sizes(codes, plane, boards, cells.cells, grid, setup, own)
    against, disagreed = disagreeing(table, codes, boards, own)
    doubted = loose | astray.asked | odd.asked | {cell.place for cell in cells.cells if cell.board in against}
    many = too_many(explained.parts, boards, cells.cells, setup)
    confidence: dict[str, Confidence] = {**explained.sureness, **beside.sureness}
    confidence |= dict.fromkeys(doubted | many.asked, ASK)
    confidence |= {place: "likely" for place in astray.unsure if confidence[place] == "certain"}
    position = position_of(explained.parts, boards, players, beside.told, setup)
    problems = (
        *_twice(table),
        *disagreed,
        *loosely,
        *explained.problems,
        *astray.problems,
        *odd.problems,
        *many.problems,
        *beside.problems,
    )
    problems = (*problems, *unknown_codes(codes, setup.game))
    evidence = {**explained.evidence, **beside.evidence}
    evidence |= {place: dict.fromkeys(evidence[place], 0.0) for place in doubted}
    fit = CameraFit(round(table.reprojection_px, 3), 1.0)
    reading = Reading(setup.given.name, position, confidence, problems, fit, evidence)
    outlines = {**cells.outlines_px, **beside.outlines_px}
    return FrameReading(
        reading,
        setup.game,
        players,
        plane.size_px,
        settings,
        setup.pieces,
        outlines_px={place: outline for place, outline in outlines.items() if place in confidence},
        hidden=explained.hidden,
        codes=tuple(codes),
        table=table,
        boards=BoardReading(setup, tuple(boards), views, explained.parts, cells, told, beside, tiles),
    )


def assign_cells(
    views: Sequence[CellView],
    boards: Sequence[LaidBoard],
    setup: Setup,
    settings: ConfidenceSettings,
    board_settings: BoardSettings,
    *,
    known: Mapping[str, PlaceLikelihoods],
) -> Assignment:
    """The parts that explain the cells of all boards; one that lies far off its cell's middle is likely at most."""
    surfaces = [Surface(laid.board.cell_set, laid.board.cell_name) for laid in boards]
    layout = Layout(setup.game, code_ids(setup), surfaces, _part_contradicts, LEAST_LOG)
    assigned = assign_parts(views, layout, settings, known=known)
    between = {
        view.place: _LIKELY
        for view in views
        if view.off_mm > board_settings.off_centre * boards[view.cell.board].board.pitch_mm
        and assigned.sureness[view.place] == "certain"
    }
    return replace(assigned, sureness={**assigned.sureness, **between})


def _part_contradicts(part: Part, names: str, places: tuple[str, ...]) -> Problem:
    message = f"{part.title} lies at {names}, but not all of it fits there; push it onto its cells"
    return Problem("part-contradicts", message, places)


def _solved(
    grey: GreyImage, codes: list[SeenCode], setup: Setup, settings: ReaderSettings
) -> tuple[SolvedTable | None, list[SeenCode]]:
    """The table from the sheets' codes; searched again enlarged, if it was not, where few of a board's are seen."""
    size_px = (grey.shape[1], grey.shape[0])
    first = first_scale(grey, settings)
    own = [code for code in codes if code.own]
    if _few(codes, setup) and scale_for(own, first, setup.game, settings) == first:
        codes = found_codes(grey, setup, settings, scale=first * settings.detection.enlarged)
    table = solve_table(
        agreeing(codes, setup, size_px, BoardSettings()), setup.game, size_px, settings.plane, anchors=SHEETS
    )
    if table is None:
        return None, codes
    return with_frame(table, codes, setup, settings), codes


def _few(codes: Sequence[SeenCode], setup: Setup) -> bool:
    """Whether some board shows fewer than three of its codes, or none is seen at all."""
    shown: dict[str, int] = {}
    for code in codes:
        if code.own and setup.game.by_code[code.id][0].kind in SHEETS:
            part = setup.game.by_code[code.id][0]
            word = part.id if part.kind == "board" else "corners"
            shown[word] = shown.get(word, 0) + 1
    return not shown or min(shown.values()) < 3


def _twice(table: SolvedTable) -> tuple[Problem, ...]:
    """Boards that are seen twice, in two places; what lies in one place is one board."""
    boards = [sheet for sheet in table.sheets if sheet.part.kind == "board"]
    twice = {
        one.part.id: one.part.title
        for one, other in combinations(boards, 2)
        if one.part.id == other.part.id and not _in_one_place(one, other)
    }
    return tuple(
        Problem("duplicate-board", f"the board '{title}' is seen twice; take one of them off the table")
        for _, title in sorted(twice.items())
    )


def _in_one_place(one: Sheet, other: Sheet) -> bool:
    """Whether one board's middle lies on the other."""
    middle = other.to_sheet(np.array([one.x_mm, one.y_mm]))
    return bool((np.abs(middle) < np.array(other.part.size_mm) / 2).all())
