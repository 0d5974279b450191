"""The virtual table's own drawing of boards: cells and terrain, river, score track, colour references, codes."""

from collections.abc import Callable, Mapping

from simulator.sheet import BOARD_PIXELS_PER_MM, WHITE, BgrLevels, DrawnSheet, colour_of, mix
from tabletop.boardfile import Board
from tabletop.cellnames import Cell
from tabletop.gamefile import GameFile
from tabletop.geometry import PointMm
from tabletop.parts import Part
from tabletop.plans import board_of, cell_outline

INK: BgrLevels = (51, 39, 29)
TREE: BgrLevels = (62, 130, 74)
ROCK: BgrLevels = (118, 124, 128)
LINE_MM = 0.6
"""Width of the light line around each cell."""


def draw_board(part: Part, game: GameFile) -> DrawnSheet:
    """A whole board, as its board file and the game file have it."""
    board = board_of(part, game)
    seat = colour_of(game, part.colour)
    backdrop = mix(seat, WHITE, 0.55) if part.number is not None else mix(seat, _ink(game), 0.06)
    sheet = DrawnSheet(part.size_mm, backdrop, pixels_per_mm=BOARD_PIXELS_PER_MM)
    for cell in board.cells:
        _cell(sheet, board, cell, game)
    _river(sheet, board, game)
    _track(sheet, board, game)
    for patch in part.patches:
        frame = patch.side_mm + 1.6
        sheet.box(patch.centre_mm, frame, frame, WHITE)
        sheet.box(patch.centre_mm, patch.side_mm, patch.side_mm, colour_of(game, patch.colour))
    sheet.codes(part, game)
    return sheet


def _cell(sheet: DrawnSheet, board: Board, cell: Cell, game: GameFile) -> None:
    """One cell: a light line around its ground, its terrain's sign, its name."""
    terrain = board.terrain.get(cell, "plain")
    ground = _ground(board, cell, terrain, game)
    sheet.polygon(cell_outline(board, cell), mix(ground, WHITE, 0.5))
    sheet.polygon(cell_outline(board, cell, inset_mm=LINE_MM), ground)
    x, y = board.cell_centre_mm(cell)
    if cell in board.sticker_cells:
        side = board.pitch_mm * 0.3
        sheet.box((x, y), side, side, mix(ground, _ink(game), 0.3))
        sheet.box((x, y), side - 0.5, side - 0.5, ground)
    if terrain in SIGNS:
        SIGNS[terrain](sheet, (x, y), board.pitch_mm)
    elif terrain in board.sections.terrain.icons:
        sheet.disc((x, y), board.pitch_mm * 0.22, mix(ground, _ink(game), 0.55))
    beside = 0.0 if board.shape == "hex" else -board.pitches_mm[0] * 0.36
    name_at = (x + beside, y + board.pitches_mm[1] / 2 - 2.2)
    sheet.text(board.cell_name(cell), name_at, min(2.4, board.pitch_mm * 0.1), mix(ground, _ink(game), 0.5))


def _ground(board: Board, cell: Cell, terrain: str, game: GameFile) -> BgrLevels:
    """The cell's colour: its terrain's where the palette has one, else a chequer of light and dark."""
    if terrain in game.palette and terrain != "plain":
        return colour_of(game, terrain)
    if "plain" in game.palette:
        ground = colour_of(game, "plain")
        return mix(ground, WHITE, 0.16) if sum(cell) % 2 else ground
    if "open-square" in game.palette:
        return colour_of(game, "open-square")
    light, dark = _palette(game, "square-light", (216, 236, 244)), _palette(game, "square-dark", (176, 203, 216))
    if board.shape == "hex":
        return mix(dark, light, (cell[0] + (cell[1] % 2) * 2) % 3 / 2)
    return light if (cell[0] + cell[1] + board.rows) % 2 == 0 else dark


def _palette(game: GameFile, name: str, otherwise: BgrLevels) -> BgrLevels:
    return colour_of(game, name) if name in game.palette else otherwise


def _ink(game: GameFile) -> BgrLevels:
    return _palette(game, "ink", INK)


def _trees(sheet: DrawnSheet, middle: PointMm, pitch_mm: float, count: int) -> None:
    """Round crowns on short trunks, side by side."""
    for index in range(count):
        x, y = middle[0] + (index - (count - 1) / 2) * 0.4 * pitch_mm, middle[1]
        sheet.box((x, y + 0.17 * pitch_mm), 0.05 * pitch_mm, 0.14 * pitch_mm, (60, 84, 110))
        sheet.disc((x, y - 0.02 * pitch_mm), 0.15 * pitch_mm, TREE)


def _rocks(sheet: DrawnSheet, middle: PointMm, pitch_mm: float, count: int) -> None:
    """Flat stones, side by side."""
    for index in range(count):
        x, y = middle[0] + (index - (count - 1) / 2) * 0.4 * pitch_mm, middle[1]
        shape = ((-0.17, 0.12), (-0.12, -0.06), (0.02, -0.13), (0.14, -0.04), (0.17, 0.12))
        sheet.polygon([(x + dx * pitch_mm, y + dy * pitch_mm) for dx, dy in shape], ROCK)


def _peak(sheet: DrawnSheet, middle: PointMm, pitch_mm: float, colour: BgrLevels, size: float) -> None:
    """A triangle: a mountain, or a fir."""
    x, y = middle
    corners = ((-0.5, 0.4), (0.0, -0.5), (0.5, 0.4))
    sheet.polygon([(x + dx * size * pitch_mm, y + dy * size * pitch_mm) for dx, dy in corners], colour)


def _forest(sheet: DrawnSheet, middle: PointMm, pitch_mm: float) -> None:
    """Three firs."""
    for dx, dy in ((-0.24, 0.1), (0.24, 0.12), (0.0, -0.14)):
        _peak(sheet, (middle[0] + dx * pitch_mm, middle[1] + dy * pitch_mm), pitch_mm, (46, 84, 38), 0.4)


def _ring(colour: BgrLevels) -> "Sign":
    """A sign that is a ring in that colour."""

    def draw(sheet: DrawnSheet, middle: PointMm, pitch_mm: float) -> None:
        sheet.disc(middle, 0.24 * pitch_mm, colour)
        sheet.disc(middle, 0.13 * pitch_mm, mix(colour, WHITE, 0.7))

    return draw


Sign = Callable[[DrawnSheet, PointMm, float], None]
SIGNS: Mapping[str, Sign] = {
    "one-tree": lambda sheet, middle, pitch: _trees(sheet, middle, pitch, 1),
    "two-trees": lambda sheet, middle, pitch: _trees(sheet, middle, pitch, 2),
    "one-rock": lambda sheet, middle, pitch: _rocks(sheet, middle, pitch, 1),
    "two-rocks": lambda sheet, middle, pitch: _rocks(sheet, middle, pitch, 2),
    "rock": lambda sheet, middle, pitch: _rocks(sheet, middle, pitch, 1),
    "mountain": lambda sheet, middle, pitch: _peak(sheet, middle, pitch, (104, 108, 110), 0.56),
    "forest": _forest,
    "well": _ring((140, 96, 58)),
    "gold": _ring((22, 148, 196)),
    "harbour": _ring((150, 110, 70)),
    "lighthouse": _ring((60, 70, 190)),
    "tower": _ring((90, 80, 80)),
    "spring": _ring((190, 140, 70)),
    "water": _ring((200, 150, 80)),
}
"""The terrains that show more than a colour."""


def _river(sheet: DrawnSheet, board: Board, game: GameFile) -> None:
    """The river along its edges, light banks below the water everywhere."""
    water = _palette(game, "river", (216, 163, 74))
    banks = []
    for edge in sorted(board.river, key=sorted):
        first, second = (cell_outline(board, cell) for cell in sorted(edge))
        banks.append([point for point in first if any(abs(point[0] - x) + abs(point[1] - y) < 0.01 for x, y in second)])
    for width_mm, colour in ((4.4, mix(water, WHITE, 0.5)), (3.0, water)):
        for bank in banks:
            sheet.line(bank, width_mm, colour)


def _track(sheet: DrawnSheet, board: Board, game: GameFile) -> None:
    """The score track of spaces from 0, where the board file has one."""
    paper = _palette(game, "card", (226, 239, 245))
    if board.track is None:
        return
    width, height = board.track.step_mm
    for space, middle in enumerate(board.track.middles_mm):
        fill = mix(paper, _ink(game), 0.16 if space % 5 == 0 else 0.0)
        sheet.box(middle, width - 0.7, height - 0.7, fill)
        sheet.text(str(space), middle, 4.0, _ink(game))
