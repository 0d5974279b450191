"""The cells of every board that lies on the table: where each is, and how it is called."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tabletop.boardfile import Board
from tabletop.boards import load_board
from tabletop.parts import Part
from vision.boards.setup import Setup
from vision.pixels.arrays import Floats, PointsMm, PointsPx
from vision.places.patches import nine_points
from vision.places.place import PlaceFrame, TablePlace, on_table, outlines_px, rectangle_mm
from vision.places.seats import seat_name
from vision.settings.boards import BoardSettings
from vision.table.plane import TablePlane
from vision.table.sheets import Sheet


@dataclass(frozen=True, slots=True)
class LaidBoard:
    """A board where it lies; `owner` is its player's name on the table, None where the board is everybody's."""

    sheet: Sheet
    board: Board
    owner: str | None
    height_mm: float = 0.0
    """How high its cells lie above the plane of the codes (a chess board between corner pieces)."""

    @property
    def made_elsewhere(self) -> bool:
        """Whether people made or bought it, so that no file knows what its cells look like."""
        return self.sheet.part.dictionary is not None or self.sheet.part.corner is not None


def laid_boards(sheets: Sequence[Sheet], setup: Setup, players: Sequence[str]) -> tuple[LaidBoard, ...]:
    """The boards among the sheets, by their player's seat; one that is seen twice counts once, the clearer one."""
    best: dict[str, Sheet] = {}
    for sheet in sheets:
        if sheet.part.kind != "board":
            continue
        if sheet.part.id not in best or len(sheet.codes) > len(best[sheet.part.id].codes):
            best[sheet.part.id] = sheet
    found = [
        LaidBoard(
            sheet,
            setup.boards[part_id] if part_id in setup.boards else framed_board(sheet.part),
            None if sheet.part.number is None else seat_name(sheet.part.number, players),
        )
        for part_id, sheet in best.items()
    ]
    return tuple(sorted(found, key=lambda one: (one.sheet.part.number or 0, -len(one.sheet.codes))))


def framed_board(part: Part) -> Board:
    """The 64 squares of a chess board between corner pieces."""
    side = part.size_mm[0]
    pitch = side / 8
    board = load_board(str(part.board))
    return replace(board, pitches_mm=(pitch, pitch), size_mm=(side, side), first_cell_mm=(pitch / 2, pitch / 2))


@dataclass(frozen=True, slots=True, eq=False)
class CellField:
    """The cells that lie in the picture, and where they are seen; it holds while boards and camera lie still."""

    plane: TablePlane
    boards: tuple[LaidBoard, ...]
    cells: tuple[TablePlace, ...]
    outlines_px: Mapping[str, PointsPx]
    """Place -> the cell's polygon."""
    bounds_px: PointsPx
    """Least and largest x and y of each cell's polygon, (n, 2, 2)."""
    samples_px: PointsPx
    """Where each cell's ground is looked at, row by row, (n, samples², 2)."""

    def holds(self, plane: TablePlane, boards: Sequence[LaidBoard]) -> bool:
        """Whether these very boards lie on this very plane."""
        same = len(boards) == len(self.boards) and all(a is b for a, b in zip(boards, self.boards, strict=True))
        return same and plane is self.plane


def cell_field(plane: TablePlane, boards: Sequence[LaidBoard], setup: Setup, settings: BoardSettings) -> CellField:
    """Every cell of every board that lies in the picture with most of it."""
    cells: list[TablePlace] = []
    outlines: dict[str, PointsPx] = {}
    bounds, samples = [np.zeros((0, 2, 2))], [np.zeros((0, settings.samples**2, 2))]
    last = np.array(plane.size_px) - 1
    for number, laid in enumerate(boards):
        mine = _cells_on(number, laid, setup)
        outline = outline_of_cell(laid.board)
        core = plane.to_picture(
            on_table([cell.spot for cell in mine], outline * settings.shown_share), height_mm=laid.height_mm
        )
        shown: Any = ((core > 0) & (core < last)).all(axis=(1, 2))
        mine = [cell for cell, inside in zip(mine, shown, strict=True) if inside]
        polygons = outlines_px(plane, {cell.name: cell.spot for cell in mine}, outline, height_mm=laid.height_mm)
        pixels = np.array(list(polygons.values())).reshape(-1, *outline.shape)
        cells += mine
        outlines |= polygons
        bounds.append(np.stack([pixels.min(axis=1), pixels.max(axis=1)], axis=1))
        control, weights = nine_points(look_grid(laid.board, settings.samples, settings.cell_share))
        nine = plane.to_picture(on_table([cell.spot for cell in mine], control), height_mm=laid.height_mm)
        samples.append(np.stack(nine.transpose(2, 0, 1) @ weights.astype(float), axis=-1))
    return CellField(plane, tuple(boards), tuple(cells), outlines, np.concatenate(bounds), np.concatenate(samples))


def _cells_on(number: int, laid: LaidBoard, setup: Setup) -> list[TablePlace]:
    """Every cell of one board (its number in the list of boards)."""
    word = setup.game.sections.grid.place
    board, sheet = laid.board, laid.sheet
    middles = np.array([board.cell_centre_mm(cell) for cell in board.cells]).reshape(-1, 2)
    origins = sheet.to_table(middles)
    rights = sheet.to_table(middles + np.array([1.0, 0.0])) - origins
    downs = sheet.to_table(middles + np.array([0.0, 1.0])) - origins
    chequered = board.naming == "ranks-from-bottom" and board.shape == "square"
    found = []
    for cell, spot in zip(board.cells, map(PlaceFrame, origins, rights, downs), strict=True):
        name = board.cell_name(cell)
        place = f"{word}:{name}" if laid.owner is None else f"{word}:{laid.owner}:{name}"
        ground = board.terrain.get(cell, "plain")
        if chequered and ground == "plain":
            ground = "square-light" if (cell[0] + cell[1] + board.rows) % 2 == 0 else "square-dark"
        found.append(TablePlace(number, cell, place, spot, ground))
    return found


def outline_of_cell(board: Board) -> PointsMm:
    """A cell's outline (n, 2) round its middle: a square, or a hexagon with a flat side up."""
    if board.shape == "hex":
        angles = np.radians(np.arange(0, 360, 60))
        return np.stack([np.cos(angles), np.sin(angles)], axis=-1) * board.pitch_mm / 3**0.5
    return rectangle_mm(*board.pitches_mm)


def look_grid(board: Board, samples: int, share: float) -> Floats:
    """Points (samples, samples, 2) inside a cell; a hexagon's inner square."""
    line = np.linspace(-0.5, 0.5, samples) * share * (0.82 if board.shape == "hex" else 1.0)
    return np.asarray(np.stack(np.meshgrid(line, line), axis=-1) * np.array(board.pitches_mm))
