"""From one photograph of a game with boards to a reading: codes, boards, cells, parts, and how sure each of them is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from tabletop.gamefile import GameFile
from tabletop.parts import Part
from tabletop.readings import CameraFit, Confidence, Problem, Reading
from vision.boards.astray import Grid, look_astray
from vision.boards.cells import CellField, LaidBoard, cell_field, laid_boards
from vision.boards.codes import agreeing, disagreeing, each_place_once, found_codes
from vision.boards.corner_pieces import raised, with_frame
from vision.boards.doubts import ambiguous_cells, look_for_odd_sizes, too_many
from vision.boards.ground import piece_colours, score_ground
from vision.boards.manned_tiles import NOTHING_SEEN, SeenTiles, with_manned_tiles
from vision.boards.off_board import Unchanged, read_off_board
from vision.boards.plain_cells import LastLook, PlainBoard, asked_cells, printed_cells, with_plain_cells
from vision.boards.positions import position_of
from vision.boards.scores import score_cells
from vision.boards.setup import SHEETS, Setup
from vision.boards.whites import Whites
from vision.change.changed_boxes import Box, apart
from vision.pixels.arrays import BgrImage, GreyImage, to_grey
from vision.pixels.codes import SeenCode
from vision.pixels.detection import first_scale, scale_for
from vision.places.assignment import Assignment, Layout, PlaceLikelihoods, Surface, assign_parts
from vision.places.scores import PlaceScores
from vision.places.shot import Pyramid, SolvedShot
from vision.reading import BoardReading, FrameReading, PlacesReading, ShadowSearch
from vision.settings import ReaderSettings
from vision.table.expected import with_expected
from vision.table.plane import TablePlane
from vision.table.sheets import BESIDE, Sheet, SolvedTable, solve_table
from vision.uncoded.asked_looks import AskedLooks
from vision.uncoded.colour_image import LookedAgain
from vision.uncoded.learned import without_weights
from vision.uncoded.look import PlainLook, plain_look
from vision.uncoded.shadow_search import read_without_shadows
from vision.unread import unknown_codes

ASK: Confidence = "ask"
_LIKELY: Confidence = "likely"


@dataclass(frozen=True, slots=True)
class Kept:
    """What holds of the last look while boards and camera lie still: all that lies outside the boxes that changed."""

    sight: BoardReading
    places: PlacesReading
    boxes: tuple[Box, ...]
    shadows: ShadowSearch | None

    def cells(self, plane: TablePlane, boards: Sequence[LaidBoard]) -> CellField | None:
        """Where the cells are seen, if it is known of these boards."""
        cells = self.sight.cells
        return cells if cells is not None and cells.holds(plane, boards) else None

    def scores(self, cells: CellField) -> dict[str, PlaceScores]:
        """Scores of cells by place."""
        before = {scores.place.name: scores for scores in self.places.scores}
        same = self._unchanged(cells, 0.0)
        return {
            cell.name: before[cell.name]
            for cell, alike in zip(cells.cells, same, strict=True)
            if alike and cell.name in before
        }

    def plain(self, cells: CellField) -> LastLook:
        """What was told of pieces without codes, with what holds of it."""
        touched, still = (
            frozenset(cell.where for cell, same in zip(cells.cells, alike, strict=True) if same)
            for alike in (~self._unchanged(cells, 0.0), self._unchanged(cells, 0.5))
        )
        around = self._unchanged(cells, 1.0)
        changed = {cell.board for cell, alike in zip(cells.cells, around, strict=True) if not alike}
        unchanged = frozenset(range(len(self.sight.plain))) - changed
        return LastLook(self.sight.plain, unchanged, still, touched, self.sight.noise)

    def changed_share(self, cells: CellField) -> float:
        """The share of cells in which something changed."""
        return 1.0 - float(self._unchanged(cells, 0.0).mean())

    def _unchanged(self, cells: CellField, widths: float) -> NDArray[np.bool_]:
        """Of which cells (n,) nothing changed, nor so many of their widths round them."""
        reach = widths * (cells.bounds_px[:, 1] - cells.bounds_px[:, 0])
        return np.asarray(apart(cells.bounds_px + np.stack([-reach, reach], axis=1), self.boxes))


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
    codes = found_codes(grey, setup, settings)
    table, codes = _solved(grey, codes, setup, settings)
    boards = () if table is None else laid_boards(table.sheets, setup, players)
    tiles = NOTHING_SEEN if before is None else before.tiles
    if table is None or not boards:
        size_px = (grey.shape[1], grey.shape[0])
        nothing = Reading(setup.given.name, None)
        seen = BoardReading(setup, tiles)
        return FrameReading(
            nothing, setup.game, players, size_px, settings, setup.pieces, codes=tuple(codes), boards=seen
        )
    shot = SolvedShot(image, Pyramid(grey), codes, table, setup.game, players, settings, setup.pieces)
    return read_cells(shot, setup, boards, tiles=tiles)


def read_cells(
    shot: SolvedShot,
    setup: Setup,
    boards: Sequence[LaidBoard],
    *,
    kept: Kept | None = None,
    tiles: SeenTiles = NOTHING_SEEN,
) -> FrameReading:
    """Everything that comes after the boards are known; what is `kept` of the last look is not looked at again.

    `tiles` are those that earlier looks have seen.
    """
    boards = boards if any(laid.sheet.part.number is not None for laid in boards) else boards[:1]
    boards = raised(shot, setup, boards)
    field = kept and kept.cells(shot.plane, boards)
    field = field or cell_field(shot.plane, boards, setup, shot.settings.boards)
    read = partial(_read_cells, setup=setup, field=field, kept=kept, tiles=tiles)
    if shot.pieces is None:
        return read(shot)

    before, changed = (kept.shadows, kept.changed_share(field)) if kept else (None, 1.0)
    least_apart = shot.settings.uncoded.shadows.least_apart
    return read_without_shadows(shot, partial(printed_cells, field, shot.game), read, before, changed, least_apart)


def _read_cells(shot: SolvedShot, setup: Setup, field: CellField, kept: Kept | None, tiles: SeenTiles) -> FrameReading:
    """The reading of a picture as it is lit."""
    plane, own, boards = shot.plane, shot.settings.boards, field.boards
    known = kept.scores(field) if kept else {}
    whites = Whites(shot)
    grounds_known = {name: kept.sight.grounds[name] for name in known} if kept else {}
    grounds = score_ground(whites, field, setup.game, own, known=grounds_known, pieces=piece_colours(setup))
    scores = score_cells(shot, setup, field, grounds, known=known)
    explained = assign_cells(scores, boards, setup, shot.settings, known=kept.places.told if kept else {})
    told = explained.told
    last = kept.plain(field) if kept and shot.pieces else None
    plain = _plain_look(shot, boards, last)
    plain_boards: tuple[PlainBoard, ...] = ()
    uncertain: tuple[Problem, ...] = ()
    if plain is not None:
        plain_boards, explained = with_plain_cells(plain, field, explained, last or LastLook())
        uncertain = without_weights(shot.settings.learned)
    else:
        explained, tiles = with_manned_tiles(shot, setup, field, explained, kept.sight.tiles if kept else tiles)
    unchanged = Unchanged(kept.sight.beside, kept.boxes) if kept and kept.sight.beside else None
    beside = read_off_board(shot, setup, boards, whites, plain=plain, unchanged=unchanged)
    loose = ambiguous_cells(shot, field)
    grid = Grid(field, explained, own)
    astray = look_astray(shot, setup, field, explained, grid)
    odd = look_for_odd_sizes(shot, setup, field, grid)
    against, disagreed = disagreeing(shot, boards)
    doubted = loose.asked | astray.asked | odd.asked | {cell.name for cell in field.cells if cell.board in against}
    many = too_many(explained.parts, field, setup)
    confidence: dict[str, Confidence] = {**explained.sureness, **beside.sureness}
    confidence |= dict.fromkeys(doubted | many.asked, ASK)
    position = position_of(explained.parts, boards, shot.players, beside.told, setup)
    problems = (
        *(_another_board(setup, boards) or _twice(shot.table)),
        *disagreed,
        *loose.problems,
        *explained.problems,
        *astray.problems,
        *odd.problems,
        *many.problems,
        *beside.problems,
        *uncertain,
        *unknown_codes(shot.codes, setup.game),
    )
    asked: AskedLooks | None = None
    if plain is not None and kept is None:
        asked = asked_cells(plain, field, plain_boards, confidence)
    evidence = {**explained.evidence, **beside.evidence}
    evidence |= {place: dict.fromkeys(evidence[place], 0.0) for place in doubted}
    fit = CameraFit(round(shot.table.reprojection_px, 3), 1.0)
    uncoded = setup.pieces.uncoded if setup.pieces else frozenset[str]()
    reading = Reading(setup.given.name, position, confidence, problems, fit, evidence, uncoded=uncoded)
    outlines = {**field.outlines_px, **beside.outlines_px}
    by_place = {cell.name: ground for cell, ground in zip(field.cells, grounds, strict=True)}
    return FrameReading(
        reading,
        setup.game,
        shot.players,
        plane.size_px,
        shot.settings,
        setup.pieces,
        outlines_px={place: outline for place, outline in outlines.items() if place in confidence},
        hidden=explained.hidden,
        codes=tuple(shot.codes),
        table=shot.table,
        places=PlacesReading(scores, told, explained.parts),
        boards=BoardReading(
            setup,
            tiles,
            tuple(boards),
            field,
            by_place,
            beside,
            plain=plain_boards,
            noise=None if plain is None else plain.field.noise,
        ),
        asked=asked,
    )


def _plain_look(shot: SolvedShot, boards: Sequence[LaidBoard], last: LastLook | None) -> PlainLook | None:
    """What is needed to look for pieces without codes, but on boards of which all is known still; None without any."""
    if shot.pieces is None:
        return None
    anew = [laid.sheet for number, laid in enumerate(boards) if last is None or number not in last.unchanged]
    tokens = any(shot.game.by_id[part].on_track for part in shot.pieces.uncoded & shot.game.by_id.keys())
    if last is None or last.noise is None or tokens or not anew:
        return plain_look(shot)
    beside = (sheet for sheet in shot.table.sheets if sheet.part.kind in BESIDE)
    return plain_look(shot, LookedAgain((*anew, *beside), last.noise))


def assign_cells(
    scores: Sequence[PlaceScores],
    boards: Sequence[LaidBoard],
    setup: Setup,
    settings: ReaderSettings,
    *,
    known: Mapping[str, PlaceLikelihoods],
) -> Assignment:
    """The parts that explain the cells of all boards; bare ground, and parts far off a middle, are likely at most."""
    own = settings.boards
    surfaces = [Surface(laid.board.cell_set, laid.board.cell_name) for laid in boards]
    layout = Layout(setup.game, setup.piece_ids, surfaces, partial(_part_contradicts, setup.game), own.least_log)
    assigned = assign_parts(scores, layout, settings.sureness, known=known)
    lying = {(part.board, cell) for part in assigned.parts for cell in part.cells}
    likely = {
        one.place.name: _LIKELY
        for one in scores
        if (one.place.where not in lying or one.off_mm > own.off_centre * boards[one.place.board].board.pitch_mm)
        and assigned.sureness[one.place.name] == "certain"
    }
    return replace(assigned, sureness={**assigned.sureness, **likely})


def _part_contradicts(game: GameFile, part: Part, names: str, places: tuple[str, ...]) -> Problem:
    message = f"{game.name_of(part.id)} lies at {names}, but not all of it fits there; push it onto its cells"
    return Problem("part-contradicts", message, places)


def _solved(
    grey: GreyImage, codes: list[SeenCode], setup: Setup, settings: ReaderSettings
) -> tuple[SolvedTable | None, list[SeenCode]]:
    """The table from the sheets' codes, those that show where the others promise them too.

    Searched again enlarged, if it was not, where few of a board's are seen even so.
    """
    size_px, game = (grey.shape[1], grey.shape[0]), setup.families[0].game

    def solve(chosen: Sequence[SeenCode]) -> SolvedTable | None:
        return _through_agreeing(chosen, setup, size_px, settings)

    table, codes = with_expected(grey, codes, solve, game, settings)
    first = first_scale(grey, settings)
    own = [code for code in codes if code.own]
    if _few(codes, setup) and scale_for(own, first, setup.game, settings) == first:
        larger = found_codes(grey, setup, settings, scale=first * settings.detection.enlarged)
        table, codes = with_expected(grey, each_place_once([*codes, *larger]), solve, game, settings)
    return (None if table is None else with_frame(table, codes, setup, settings)), codes


def _through_agreeing(
    codes: Sequence[SeenCode], setup: Setup, size_px: tuple[int, int], settings: ReaderSettings
) -> SolvedTable | None:
    """The table through the codes of boards that agree with each other."""
    chosen = agreeing(codes, setup, size_px, settings.boards)
    return solve_table(chosen, setup.game, size_px, settings.plane, anchors=SHEETS)


def _few(codes: Sequence[SeenCode], setup: Setup) -> bool:
    """Whether some board shows one of its codes alone, which promises no others, or none is seen at all."""
    shown: dict[str, int] = {}
    for code in codes:
        if code.own and setup.game.by_code[code.id][0].kind in SHEETS:
            part = setup.game.by_code[code.id][0]
            word = part.id if part.kind == "board" else "corners"
            shown[word] = shown.get(word, 0) + 1
    return not shown or min(shown.values()) < 2


def _another_board(setup: Setup, boards: Sequence[LaidBoard]) -> tuple[Problem, ...]:
    """Of the boards that people's files describe nothing is seen, of the game's other boards something is."""
    own = {part.id: part.title for part in setup.game.of_kind("board") if part.board in setup.own_boards}
    seen = [laid.sheet.part for laid in boards]
    if not own or any(part.id in own for part in seen):
        return ()
    title, other = next(iter(own.values())), seen[0].title
    return (
        Problem(
            "other-board",
            f"no code of the board '{title}' is seen, only codes of '{other}'; if that is another board, give its file",
        ),
    )


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
