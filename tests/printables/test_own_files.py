"""Boards and games of people's own are printed with codes, and what cannot be printed says so."""

import json
from pathlib import Path

import pytest

from live.main import main
from tabletop.boardparts import board_parts
from tabletop.boards import load_board
from tabletop.gamefile import load_game
from tabletop.geometry import contains

LAGOON = """
[board]
name = "lagoon"
title = "Lagoon"
game = "{game}"
size_mm = [{width}, {height}]
[grid]
shape = "{shape}"
rows = {rows}
columns = {columns}
pitch_mm = {pitch}
first_cell_mm = [{x}, {y}]
"""


def _board(folder: Path, **values: object) -> Path:
    usual = {"game": "my-city", "width": 281.0, "height": 325.0, "shape": "square", "rows": 11, "columns": 11,
             "pitch": 25.0, "x": 15.5, "y": 37.5}  # fmt: skip
    path = folder / f"lagoon-{abs(hash(str(values)))}.toml"
    path.write_text(LAGOON.format(**{**usual, **values}), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"height": 371.0},
        {"game": "my-city-chess", "rows": 6, "columns": 6, "pitch": 34.0, "width": 213.0, "height": 254.0, "x": 21.5,
         "y": 42.0},
        {"game": "my-city-chess", "shape": "hex", "rows": 6, "columns": 7, "pitch": 34.0, "width": 232.0,
         "height": 290.0, "x": 27.0, "y": 48.0},
    ],
)  # fmt: skip
def test_codes_find_room_beside_the_cells_above_and_below(tmp_path: Path, values: dict[str, object]) -> None:
    """Codes lie on the board, apart from all cells, in the upper and in the lower half."""
    path = _board(tmp_path, **values)
    board = load_board(str(path))
    parts = board_parts(board, str(path), load_game(board.game))
    for part in parts:
        heights = [code.centre_mm[1] for code in part.codes]
        assert min(heights) < 0 < max(heights)
        for code in part.codes:
            assert all(contains(part.outline_mm, corner) for corner in code.corners_mm)
            for x, y in map(board.cell_centre_mm, board.cells):
                reach = board.pitch_mm / 2 + code.side_mm / 2
                assert max(abs(code.centre_mm[0] - x), abs(code.centre_mm[1] - y)) >= reach - 2.0


def test_a_board_file_is_printed_for_every_player(tmp_path: Path) -> None:
    """`print lagoon.toml` gives one board a player, with that player's codes."""
    path = _board(tmp_path)
    assert main(["print", str(path), "--paper", "a3", "--out", str(tmp_path / "out"), "--players", "2"]) == 0
    manifest = json.loads((tmp_path / "out" / "parts.json").read_text(encoding="utf-8"))
    assert [part["id"] for part in manifest["parts"]] == ["eternal-1", "eternal-2"]
    first, second = ({marker["id"] for marker in part["markers"]} for part in manifest["parts"])
    assert first.isdisjoint(second)


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ('[pieces]\nname = "fleet"\n', 2, "nothing to print"),
        ("[board\n", 4, "is not TOML"),
        (LAGOON.format(game="my-city", width=275, height=275, shape="square", rows=11, columns=11, pitch=25, x=12.5,
                       y=12.5), 4, "no room for codes"),
        (LAGOON.format(game="my-city", width=275, height=275, shape="hex", rows=5, columns=5, pitch=25, x=42, y=42), 4,
         "has no hex board"),
    ],
)  # fmt: skip
def test_what_cannot_be_printed_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, code: int, said: str
) -> None:
    """One sentence, the exit code, no folder."""
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    assert main(["print", str(path), "--out", str(tmp_path / "out")]) == code
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
