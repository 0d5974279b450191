"""Boards on the table: which board file belongs to which part, and how parts come to lie on a board's cells."""

from collections.abc import Iterable, Sequence
from math import cos, pi, sin

from tabletop.boardfile import Board, board_in
from tabletop.boardparts import board_parts
from tabletop.boards import is_own_board, load_board, named_board
from tabletop.cellnames import Cell
from tabletop.errors import UnreadableInput
from tabletop.gamefile import GameFile
from tabletop.geometry import PointMm, PolygonMm, Pose, rectangle
from tabletop.parts import Part
from tabletop.plans.plan import PlannedPart, part_named, turn_to_fit

"""A My City board's score track: 0 to 50, row by row."""


def board_of(part: Part, game: GameFile) -> Board:
    """The cells and terrain of a part of kind `board`: a section of the game file, or the board file that it names.

    Raises UnreadableInput where they are described wrongly.
    """
    name = part.board
    return board_in(game) if name is None else named_board(game, name)


def board_part(game: GameFile, name: str, seat: int) -> Part:
    """The part for a shipped board's name or a board file, for the player of that seat (from 1) where each has one.

    Raises UnreadableInput where the game has no such board.
    """
    parts: Sequence[Part] = [part for part in game.of_kind("board") if part.board == name]
    if is_own_board(name) and all(part.number not in (None, seat) for part in parts):
        parts = board_parts(load_board(name), name, game)
    if not parts:
        known = ", ".join(dict.fromkeys(str(part.board) for part in game.of_kind("board")))
        raise UnreadableInput(f"{game.title} has no board '{name}' to lay; there are {known}, or give a board file")
    for part in parts:
        if part.number in (None, seat):
            return part
    raise UnreadableInput(f"{game.title} has no board '{name}' for a player {seat}; there are {len(parts)}")


class PlannedBoard:
    """A board where it lies on the table, and how parts come to lie on its cells."""

    def __init__(self, game: GameFile, part: Part, pose: Pose) -> None:
        self.game, self.part, self.pose = game, part, pose
        self.board = board_of(part, game)

    @property
    def planned(self) -> PlannedPart:
        """The board itself."""
        return PlannedPart(self.part.id, self.pose)

    def with_part(self, part_id: str, on: Sequence[str], *, above_mm: float = 0.0) -> PlannedPart:
        """A part on named cells, turned so that its own cells come to lie on them; `above_mm` over the board.

        Raises UnreadableInput where the game has no such part, the board no such cell, or the shape does not fit.
        """
        part = part_named(self.game, part_id)
        try:
            cells = {self.board.cell(name) for name in on}
        except ValueError as error:
            raise UnreadableInput(f"{part_id} cannot be laid: {error}") from error
        if self.board.shape == "hex" and len(part.cells) > 1:
            raise UnreadableInput(f"{part_id} covers {len(part.cells)} cells; on hexes a part covers one")
        turn = turn_to_fit(part, cells) if part.cells else 0
        if turn is None or len(cells) != max(1, len(part.cells)):
            raise UnreadableInput(f"{part_id} does not have the shape of {', '.join(on)}, so it cannot be laid there")
        return self.at(part, _middle(self.board, cells), turn_deg=90.0 * turn, above_mm=above_mm)

    def at(self, part: Part, point: PointMm, *, turn_deg: float = 0.0, above_mm: float = 0.0) -> PlannedPart:
        """A part with its middle on a point of the board's own frame."""
        x, y = self.pose.apply(point)
        pose = Pose(x, y, (self.pose.rotation_deg + turn_deg) % 360.0)
        return PlannedPart(part.id, pose, self.part.height_mm + above_mm)


def cell_outline(board: Board, cell: Cell, *, inset_mm: float = 0.0) -> PolygonMm:
    """A cell's corners in the board's frame, clockwise; `inset_mm` nearer to its middle than its sides are."""
    x, y = board.cell_centre_mm(cell)
    right, down = (pitch - 2 * inset_mm for pitch in board.pitches_mm)
    if board.shape == "square":
        return rectangle(right, down, centre=(x, y))
    radius = down / 3**0.5
    return tuple((x + radius * cos(pi / 3 * corner), y + radius * sin(pi / 3 * corner)) for corner in range(6))


def _middle(board: Board, cells: Iterable[Cell]) -> PointMm:
    """Middle of the bounding box of some cells' middles, in the board's frame."""
    xs, ys = zip(*(board.cell_centre_mm(cell) for cell in cells), strict=True)
    return ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
