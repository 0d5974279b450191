"""A board file of people's own as a part of its game: its outline, and where its codes and colour references lie.

Printer, reader and virtual table take the part from here, so that a board that was printed is a board that is read.
"""

from collections.abc import Iterator
from dataclasses import replace

from tabletop.boardfile import Board
from tabletop.boards import load_board
from tabletop.errors import UnreadableInput
from tabletop.gamefile import GameFile
from tabletop.geometry import PointMm, bounding_box, contains, rectangle
from tabletop.parts import Code, Part

FEWEST_CODES = 2
"""With fewer codes a board's place is not sure enough."""


def board_parts(board: Board, path: str, game: GameFile) -> tuple[Part, ...]:
    """The parts (one, or one a player) that a board file stands for in its game.

    They take ids, codes and references from the game's own board of the same shape: what lies in a quarter of that
    board keeps its distance from that quarter's corner; what the new board has no room for is left out. A file with
    `[[codes.at]]` of its own keeps those: they lie on one board, the player's whose codes they are. Raises
    UnreadableInput where too few codes find room.
    """
    about = board.sections.board
    patterns = [part for part in game.of_kind("board") if part.board is not None]
    same = [part for part in patterns if load_board(str(part.board)).shape == board.shape]
    if not same:
        raise UnreadableInput(f"{path}: {game.title} has no {board.shape} board; write a game file of your own")
    first = same[0].board
    first = about.side if any(part.board == about.side for part in same) else first
    mine = [part for part in same if part.board == first and about.seat in (None, part.number)]
    if board.codes and about.seat is None:
        mine = [max(mine, key=lambda part: len(_ids(part) & {code.id for code in board.codes}))]
    return tuple(_part(pattern, board, path, game.codes.dictionary) for pattern in mine)


def _ids(part: Part) -> set[int]:
    return {code.id for code in part.codes}


def _part(pattern: Part, board: Board, path: str, usual: str) -> Part:
    """One part after the pattern of a game's own board; `usual` is the game's dictionary."""
    outline = rectangle(*board.size_mm)
    laid = replace(pattern, title=board.title, outline_mm=outline, board=path)
    if board.codes:
        return replace(laid, codes=board.codes, patches=(), dictionary=board.dictionary or usual)
    codes = tuple(_moved_codes(pattern, board))
    if len(codes) < FEWEST_CODES:
        width, height = board.size_mm
        raise UnreadableInput(
            f"{path}: the board ({width:g} x {height:g} mm) has no room for codes beside its cells; leave strips of "
            "25 mm above and below them (size_mm, first_cell_mm)"
        )
    patches = tuple(
        replace(patch, centre_mm=centre)
        for patch in pattern.patches
        if _free(centre := _moved(patch.centre_mm, pattern, board), patch.side_mm, board)
        and not any(_overlap(centre, patch.side_mm + 4, code.centre_mm, code.side_mm) for code in codes)
    )
    return replace(laid, codes=codes, patches=patches)


def _moved_codes(pattern: Part, board: Board) -> Iterator[Code]:
    """The codes at their new places: as far from the corner as before, else in the middle of the strip on that side."""
    taken: list[Code] = []
    for code in pattern.codes:
        x, y = _moved(code.centre_mm, pattern, board)
        for centre in ((x, y), (x, _strip_middle(board, below=y > 0))):
            apart = not any(_overlap(centre, code.side_mm + 4, one.centre_mm, one.side_mm) for one in taken)
            if apart and _free(centre, code.side_mm, board):
                taken.append(replace(code, centre_mm=centre))
                yield taken[-1]
                break


def _strip_middle(board: Board, *, below: bool) -> float:
    """Height of the middle of the strip above or below all cells."""
    rows = [y for _, y in map(board.cell_centre_mm, board.cells)]
    edge, rim = board.size_mm[1] / 2, board.pitches_mm[1] / 2
    return (max(rows) + rim + edge) / 2 if below else (min(rows) - rim - edge) / 2


def _moved(point: PointMm, pattern: Part, board: Board) -> PointMm:
    """The point with its distance from the nearest side kept, in both directions; middles stay in the middle."""
    moved = []
    for value, old, new in zip(point, pattern.size_mm, board.size_mm, strict=True):
        shift = (new - old) / 2
        moved.append(value if abs(value) < old / 8 else value + shift if value > 0 else value - shift)
    return (moved[0], moved[1])


def _free(centre: PointMm, side_mm: float, board: Board) -> bool:
    """Whether a square lies on the board with 2 mm to spare, clear of all cells."""
    square = rectangle(side_mm + 4, side_mm + 4, centre=centre)
    if not all(contains(rectangle(board.size_mm[0] + 0.2, board.size_mm[1] + 0.2), corner) for corner in square):
        return False
    left, top, right, bottom = bounding_box(square)
    across, down = (pitch / 2 - 2.0 for pitch in board.pitches_mm)
    return not any(
        left - across < x < right + across and top - down < y < bottom + down
        for x, y in map(board.cell_centre_mm, board.cells)
    )


def _overlap(first: PointMm, first_side: float, second: PointMm, second_side: float) -> bool:
    reach = (first_side + second_side) / 2
    return abs(first[0] - second[0]) < reach and abs(first[1] - second[1]) < reach
