"""A board with some cells of another terrain, and a board as the text of its file."""

import json
from collections.abc import Mapping
from dataclasses import replace

from tabletop.boardfile import TERRAIN_KEY, Board, board_from
from tabletop.cellnames import Cell
from tabletop.notation.text import to_toml
from tabletop.sections import BOARD_FILE

SPARE_LETTERS = "abcdefghijklmnopqsuvwxyz0123456789"
"""Letters of a terrain drawing for terrains that the file has no letter for."""


def with_terrain(board: Board, changed: Mapping[Cell, str]) -> Board:
    """The same board with other terrain on some cells, in its drawing too."""
    terrain = {**dict.fromkeys(board.cells, "plain"), **board.terrain, **changed}
    drawing = board.sections.terrain
    letters = {name: letter for letter, name in {**TERRAIN_KEY, **drawing.key}.items()}
    own = dict(drawing.key)
    for name in dict.fromkeys(terrain.values()):
        if name not in letters:
            letters[name] = next(letter for letter in SPARE_LETTERS if letter not in {**TERRAIN_KEY, **own})
            own[letters[name]] = name
    rows = ("".join(letters[terrain[row, column]] for column in range(board.columns)) for row in range(board.rows))
    return board_from(replace(board.sections, terrain=replace(drawing, key=own, rows=tuple(rows))))


def written(board: Board) -> str:
    """The text of a board file; `load_board` reads the same board from it. The drawing has a line for each row."""
    text = to_toml(BOARD_FILE.write(board.sections))
    rows = board.sections.terrain.rows
    if not rows:
        return text
    drawn = "".join(f"  {json.dumps(row, ensure_ascii=False)},\n" for row in rows)
    return text.replace(to_toml({"rows": list(rows)}), f"rows = [\n{drawn}]\n", 1)
