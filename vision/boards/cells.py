"""The cells of every board that lies on the table: where each is, and how it is called."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tabletop.boardfile import Board, load_board
from tabletop.cellnames import Cell
from tabletop.gamefile import Part
from vision.arrays import Floats, PointsMm
from vision.boards.setup import Setup
from vision.places import Spot, spot_on
from vision.seats import seat_name
from vision.sheets import Sheet


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
        return "dictionary" in self.sheet.part.extra or "side_mm" in self.sheet.part.extra


@dataclass(frozen=True, slots=True)
class CellSpot:
    """One cell of a laid board (its number in the list of boards)."""

    board: int
    cell: Cell
    place: str
    spot: Spot
    ground: str
    """The kind of ground: cells of one board with the same word look alike."""


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
    side = float(part.extra["side_mm"])
    pitch = side / 8
    board = load_board(part.extra["board"])
    return replace(board, pitch_mm=pitch, size_mm=(side, side), first_cell_mm=(pitch / 2, pitch / 2))


def cells_of(boards: Sequence[LaidBoard], setup: Setup) -> tuple[CellSpot, ...]:
    """Every cell of every board."""
    word = "square" if setup.game.rules == "my-city-chess" else "cell"
    found = []
    for number, laid in enumerate(boards):
        middles = np.array([laid.board.cell_centre_mm(cell) for cell in laid.board.cells])
        chequered = laid.board.naming == "ranks-from-bottom"
        for cell, middle in zip(laid.board.cells, middles, strict=True):
            name = laid.board.cell_name(cell)
            place = f"{word}:{name}" if laid.owner is None else f"{word}:{laid.owner}:{name}"
            ground = laid.board.terrain.get(cell, "plain")
            if chequered and laid.board.shape == "square":
                ground = "square-light" if (cell[0] + cell[1] + laid.board.rows) % 2 == 0 else "square-dark"
            found.append(CellSpot(number, cell, place, spot_on(laid.sheet, middle, 0), ground))
    return tuple(found)


def outline_of_cell(board: Board) -> PointsMm:
    """A cell's outline (n, 2) round its middle: a square, or a hexagon with a flat side up."""
    if board.shape == "hex":
        angles = np.radians(np.arange(0, 360, 60))
        return np.stack([np.cos(angles), np.sin(angles)], axis=-1) * board.pitch_mm / 3**0.5
    half = board.pitch_mm / 2
    return np.array([[-half, -half], [half, -half], [half, half], [-half, half]])


def look_grid(board: Board, samples: int, share: float) -> Floats:
    """Points (samples, samples, 2) inside a cell; a hexagon's inner square."""
    half = board.pitch_mm / 2 * share * (0.82 if board.shape == "hex" else 1.0)
    line = np.linspace(-half, half, samples)
    return np.stack(np.meshgrid(line, line), axis=-1)
