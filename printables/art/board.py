"""Boards from their board files: squares or hexes, terrain, river, the cells' names, score track, codes and colours."""

from itertools import pairwise

from printables.art.common import CAP_HEIGHT, draw_codes, offset
from printables.art.terrain import draw_terrain
from printables.background import draw_background
from printables.fonts import BLACK as HEAVY
from printables.fonts import LEAST_MM, REGULAR, SEMIBOLD, fitted_mm
from printables.looks import WHITE, Looks, mix
from printables.packing import BLEED_MM
from printables.pen import Pen
from tabletop.boardfile import Board
from tabletop.cellnames import Cell
from tabletop.colournearness import FIVES_INK
from tabletop.gamefile import GameFile, Rgb
from tabletop.geometry import bounding_box, rectangle
from tabletop.parts import Part
from tabletop.plans.boards import board_of, cell_outline

OVER_PICTURE = 0.92
"""Of its pitch that a cell's ground takes over a picture, which shows between; the reader looks at 0.84 of it."""


def draw_board(pen: Pen, part: Part, game: GameFile, looks: Looks) -> None:
    """A whole board."""
    board = board_of(part, game)
    seat = looks.band(part.colour)
    backdrop = mix(seat, WHITE, 0.55) if part.number is not None else mix(seat, looks.ink, 0.06)
    pen.polygon(offset(part.outline_mm, BLEED_MM), fill=mix(backdrop, WHITE, 0.6) if looks.ink_saver else backdrop)
    background = board.sections.board.background
    if background is not None and looks.folder is not None:  # the page has no folder: there the cells are enough
        width, height = part.size_mm
        bled = bounding_box(rectangle(width + 2 * BLEED_MM, height + 2 * BLEED_MM))
        draw_background(pen, background, bled, looks)
    for cell in board.cells:
        _cell(pen, board, cell, looks, share=1.0 if background is None else OVER_PICTURE)
    _cell_names(pen, board, looks)
    _river(pen, board, looks)
    _track(pen, board, looks)
    for patch in part.patches if pen.bears_codes else ():
        frame = patch.side_mm + 1.6
        pen.polygon(rectangle(frame, frame, centre=patch.centre_mm), fill=WHITE)
        pen.polygon(rectangle(patch.side_mm, patch.side_mm, centre=patch.centre_mm), fill=looks.colour(patch.colour))
    if pen.bears_codes:  # on a screen the page says whose board it is
        _title(pen, part, board, looks)
    draw_codes(pen, part, game)


def _cell(pen: Pen, board: Board, cell: Cell, looks: Looks, *, share: float) -> None:
    """One cell: its ground and the signs of its terrain."""
    terrain = board.terrain.get(cell, "plain")
    outline = cell_outline(board, cell)
    if share < 1.0:
        outline = offset(outline, (share - 1.0) * board.pitch_mm / 2)
    ground = _ground(board, cell, terrain, looks)
    pen.polygon(outline, fill=ground)
    pen.polygon(offset(outline, -0.3), stroke=mix(ground, WHITE, 0.5), width_mm=0.6)
    if cell in board.sticker_cells:
        x, y = board.cell_centre_mm(cell)
        side = board.pitch_mm * 0.3
        pen.box(
            x - side / 2, y - side / 2, side, side, stroke=mix(ground, looks.ink, 0.3), width_mm=0.25, radius_mm=0.8
        )
    icon = board.sections.terrain.icons.get(terrain)
    draw_terrain(pen, board.cell_centre_mm(cell), board.pitch_mm, terrain, ground, looks, icon=icon)


def _ground(board: Board, cell: Cell, terrain: str, looks: Looks) -> Rgb:
    """The cell's colour: its terrain's where the palette has one, else a chequer of light and dark."""
    if terrain in looks.palette and terrain != "plain":
        return looks.ground(terrain)
    if "plain" in looks.palette:
        ground = looks.ground("plain")
        return mix(ground, WHITE, 0.16) if sum(cell) % 2 else ground
    if "open-square" in looks.palette:
        return looks.ground("open-square")
    light, dark = looks.palette.get("square-light", (244, 236, 216)), looks.palette.get("square-dark", (216, 203, 176))
    if board.shape == "hex":
        shade = mix(dark, light, (cell[0] + (cell[1] % 2) * 2) % 3 / 2)
    else:
        shade = light if (cell[0] + cell[1] + board.rows) % 2 == 0 else dark
    return mix(shade, WHITE, 0.6) if looks.ink_saver else shade


def _cell_names(pen: Pen, board: Board, looks: Looks) -> None:
    """Column letters and row numbers beside the cells, and each cell's name small in its corner."""
    size = LEAST_MM
    for cell in board.cells:
        x, y = board.cell_centre_mm(cell)
        ground = _ground(board, cell, board.terrain.get(cell, "plain"), looks)
        colour = mix(ground, looks.ink, 0.5)
        if board.shape == "hex":
            pen.text(
                x, y + board.pitch_mm / 2 - 1.2, board.cell_name(cell), size_mm=size, colour=colour, align="centre"
            )
        else:
            right, down = (pitch / 2 - 1.1 for pitch in board.pitches_mm)
            pen.text(x - right, y + down, board.cell_name(cell), size_mm=size, colour=colour)


def _river(pen: Pen, board: Board, looks: Looks) -> None:
    """The river along its edges, its light banks below the water everywhere."""
    banks = []
    for edge in sorted(board.river, key=sorted):
        first, second = (cell_outline(board, cell) for cell in sorted(edge))
        shared = [point for point in first if any(abs(point[0] - x) + abs(point[1] - y) < 0.01 for x, y in second)]
        banks += [("M", shared[0]), ("L", shared[1])]
    water = looks.palette.get("river", (74, 163, 216))
    if banks:
        pen.path(banks, stroke=mix(water, WHITE, 0.5), width_mm=4.4, round_ends=True)
        pen.path(banks, stroke=water, width_mm=3.0, round_ends=True)


def _track(pen: Pen, board: Board, looks: Looks) -> None:
    """A score track of spaces from 0, where the board file has one."""
    if board.track is None:
        return
    step_x, step_y = board.track.step_mm
    for space, (x, y) in enumerate(board.track.middles_mm):
        strong = space % 5 == 0
        fill = mix(looks.palette.get("card", (245, 239, 226)), looks.ink, FIVES_INK if strong else 0.0)
        pen.box(x - step_x / 2 + 0.35, y - step_y / 2 + 0.35, step_x - 0.7, step_y - 0.7, radius_mm=1.2, fill=fill)
        pen.text(x, y + CAP_HEIGHT * 2.6, str(space), size_mm=5.2, colour=looks.ink,
                 face=SEMIBOLD if strong else REGULAR, align="centre")  # fmt: skip


def _title(pen: Pen, part: Part, board: Board, looks: Looks) -> None:
    """The board's title between the upper codes, where nothing else is printed."""
    if not part.codes:
        return
    y = min(code.centre_mm[1] for code in part.codes)
    halves = [(code.centre_mm[0], code.side_mm / 2 + 3) for code in part.codes if abs(code.centre_mm[1] - y) < 1]
    halves += [(patch.centre_mm[0], patch.side_mm / 2 + 2) for patch in part.patches if abs(patch.centre_mm[1] - y) < 6]
    edges = sorted(halves)
    gaps = [((a + ra), (b - rb)) for (a, ra), (b, rb) in pairwise(edges)]
    if not gaps:
        return
    left, right = max(gaps, key=lambda gap: gap[1] - gap[0])
    title = part.title
    size = fitted_mm(title, HEAVY, 6.0, right - left - 2)
    if size < LEAST_MM:
        return
    pen.text((left + right) / 2, y + CAP_HEIGHT * size / 2, title, size_mm=size, colour=looks.ink, face=HEAVY,
             align="centre")  # fmt: skip
    if board.sections.board.demo:
        pen.text((left + right) / 2, y + CAP_HEIGHT * size / 2 + 4.0, "Boardsight’s own design", size_mm=LEAST_MM,
                 colour=looks.ink, align="centre")  # fmt: skip
