"""What is wrong with a board file, in plain words: its sections, its game, its drawing, its codes."""

import re
from collections.abc import Iterator, Mapping
from math import dist
from pathlib import Path as FilePath
from typing import Any

from tabletop.boardfile import TERRAIN_KEY, Board, about_taped, board_from
from tabletop.dictionaries import count_of
from tabletop.filevalues import Complaint, complaints
from tabletop.gamefile import CUSTOM, beside, is_game, shipped_games
from tabletop.geometry import bounding_box, contains, rectangle
from tabletop.parts import Code
from tabletop.schema import Path, brief
from tabletop.sections import BOARD_FILE, BoardSections


def complaints_about(raw: Mapping[str, Any], *, source: str = "board.toml") -> tuple[Board | None, list[Complaint]]:
    """The board of a board file's sections, where there is one, and what is wrong with it."""
    found = list(complaints(BOARD_FILE, raw))
    if any(not one.harmless for one in found):
        return (None, found)
    sections: BoardSections = BOARD_FILE.read(raw, ())
    if taped := list(about_taped(sections.codes)):
        return (None, [*found, *taped])
    try:
        board = board_from(sections)
    except ValueError as error:
        return (None, [*found, Complaint(section_of(error), str(error))])
    return (board, [*found, *_about_game(board, source), *about_drawing(board), *_about_codes(board)])


def section_of(error: ValueError) -> Path:
    """Where in a file that draws a board it stands what a sentence is about."""
    named = re.match(r"\[(terrain|grid|codes)\] (\w+)", str(error))
    return ("board",) if named is None else (named[1], "rows" if named[2] == "row" else named[2])


def about_drawing(board: Board) -> Iterator[Complaint]:
    """Icons for terrain that nothing is, cells that reach beyond the board's edge."""
    drawing = board.sections.terrain
    terrains = {*board.terrain.values(), *TERRAIN_KEY.values(), *drawing.key.values()}
    for name in drawing.icons:
        if name not in terrains:
            known = ", ".join(sorted({*board.terrain.values()} - {"none"}))
            yield Complaint(
                ("terrain", "icons"), f"[terrain] icons names the terrain {brief(name)}, but the board has {known}"
            )
    if board.sections.board.size_mm is None or not board.cells:
        return
    left, top, right, bottom = bounding_box([board.cell_centre_mm(cell) for cell in board.cells])
    (width, height), (reach_x, reach_y) = board.size_mm, board.pitches_mm
    if max(-left, right) + reach_x / 4 > width / 2 or max(-top, bottom) + reach_y / 4 > height / 2:
        across, down = right - left + reach_x, bottom - top + reach_y
        yield Complaint(
            ("board", "size_mm"),
            f"[board] size_mm = [{width:g}, {height:g}] does not hold the cells, which need {across:g} x {down:g} mm; "
            "make it larger, or correct first_cell_mm or pitch_mm",
        )


def _about_game(board: Board, path: str) -> Iterator[Complaint]:
    """A game of its file that is none of ours and does not lie beside it."""
    named = board.game
    if named.endswith(".toml"):
        if not FilePath(beside(path, named)).exists():
            yield Complaint(("board", "game"), f"there is no file {beside(path, named)}")
    elif named != CUSTOM and not is_game(named):
        known = ", ".join(shipped_games())
        yield Complaint(
            ("board", "game"),
            f"[board] game = {brief(named)} is no game; expected {known}, custom, or a .toml file beside it",
        )


def _about_codes(board: Board) -> Iterator[Complaint]:
    """Codes of a board made elsewhere that are the same twice or unknown, lie beyond its edge, upon cells or others."""
    outline = rectangle(board.size_mm[0] + 0.01, board.size_mm[1] + 0.01)
    count = None if board.dictionary is None else count_of(board.dictionary)
    if len(board.codes) == 1:
        fault = "[codes] at: one code is too few to tell cells by; tape another one on, far from it (four are better)"
        yield Complaint(("codes", "at"), fault)
    for index, code in enumerate(board.codes):
        path, n, before = ("codes", "at", index), index + 1, board.codes[:index]
        if code.id in [other.id for other in before]:
            yield Complaint((*path, "id"), f"[codes] at {n}: the code {code.id} is given twice")
        if count is not None and code.id >= count:
            known = f"{board.dictionary} has the codes 0 to {count - 1}"
            yield Complaint((*path, "id"), f"[codes] at {n}: there is no code {code.id}; {known}")
        if not all(contains(outline, corner) for corner in code.corners_mm):
            yield Complaint(path, f"[codes] at {n}: {reaches_beyond(code, board.size_mm)}")
        elif upon := [other.id for other in before if dist(other.centre_mm, code.centre_mm) < code.side_mm]:
            fault = f"[codes] at {n}: the code {code.id} lies upon the code {upon[0]}; correct its centre_mm"
            yield Complaint((*path, "centre_mm"), fault)
        elif cell := _cell_under(code, board):
            yield Complaint(
                (*path, "centre_mm"),
                f"[codes] at {n}: the code {code.id} lies on the cell {cell}, where pieces would hide it; correct its "
                "centre_mm, or tape it beside the cells",
            )


def _cell_under(code: Code, board: Board) -> str | None:
    """The name of a cell in which a code's middle lies."""
    under = [cell for cell in board.cells if dist(board.cell_centre_mm(cell), code.centre_mm) < board.pitch_mm / 2]
    return board.names[under[0]] if under else None


def reaches_beyond(code: Code, size_mm: tuple[float, float]) -> str:
    """What is said of a code that was taped on and does not lie on its board."""
    width, height = size_mm
    return (
        f"the code {code.id} of {code.side_mm:g} mm reaches beyond the board of {width:g} x {height:g} mm; "
        "correct its centre_mm, or let size_mm hold the codes, too"
    )
