"""Codes that lie where no cell is, or more often than they may: told, and nothing near them is certain."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from drawn_boards import OwnBoard, camera_over, own_game, picture, token

from vision import FrameReading, read_image

BOARD = OwnBoard()
LAID = (("king", "B2"), ("rook", "E4"), ("rook", "G1"), ("pawn", "A6"), ("pawn", "D3"))


def read(folder: Path, laid: Iterable[tuple[str, str | tuple[float, float]]], told: OwnBoard = BOARD) -> FrameReading:
    """A picture of tokens in cells, or with their middles at points of the board, read by the file that is `told`."""
    game, path = own_game(folder, told)
    codes = [token(game, part, BOARD.middle_mm(at) if isinstance(at, str) else at) for part, at in laid]
    return read_image(picture(BOARD, codes, camera_over(BOARD)), game, name=path)


def told(sight: FrameReading) -> set[str]:
    """The problems' codes."""
    return {problem.code for problem in sight.reading.problems}


def asked(sight: FrameReading) -> set[str]:
    """The cells that are asked about."""
    return {place.removeprefix("cell:") for place, sure in sight.reading.confidence.items() if sure == "ask"}


def test_tokens_in_their_cells_are_told(tmp_path: Path) -> None:
    """Nothing is asked and nothing is told where all is well."""
    sight = read(tmp_path, LAID)
    assert {(part.part, part.on[0]) for part in sight.reading.position.parts} == set(LAID)
    assert set(sight.reading.confidence.values()) == {"certain", "likely"}
    assert not sight.reading.problems


@pytest.mark.parametrize(
    ("middle_mm", "cells"),
    [
        ((130.0, 90.0), {"B1", "C1", "B2", "C2"}),  # on a corner
        ((110.0 + 18.5, 110.0 + 18.5), {"B2", "C2", "B3", "C3"}),  # just inside the corner of B2
        ((130.5, 110.0), {"B2", "C2"}),  # on a line
        ((45.0, 110.0), {"A2"}),  # over the rim
    ],
)
def test_a_token_on_a_line_is_asked_about(tmp_path: Path, middle_mm: tuple[float, float], cells: set[str]) -> None:
    """A token between cells is told, all cells into which it reaches are open, and all others as they were."""
    sight = read(tmp_path, [("king", middle_mm), ("rook", "E4")])
    assert told(sight) == {"part-astray"}
    assert asked(sight) == cells
    assert all(set(sight.reading.evidence[f"cell:{cell}"].values()) == {0.0} for cell in cells)
    assert sight.reading.confidence["cell:E4"] == "certain"


def test_two_tokens_at_one_cell_are_told(tmp_path: Path) -> None:
    """One lies in the cell, another half on it: the second one does not vanish."""
    sight = read(tmp_path, [("king", (110.0 - 9.5, 110.0)), ("rook", (110.0 + 11.9, 110.0))])
    assert "part-astray" in told(sight)
    assert "B2" in asked(sight)


def test_a_token_beside_the_board_is_nobodys_business(tmp_path: Path) -> None:
    """Supply lies beside the cells, and nothing is said of it."""
    sight = read(tmp_path, [("king", (-30.0, 150.0)), ("rook", (20.0, 150.0)), ("rook", "E4")])
    assert not sight.reading.problems
    assert set(sight.reading.confidence.values()) == {"certain", "likely"}


@pytest.mark.parametrize(
    "wrong",
    [
        replace(BOARD, first_cell_mm=(50.0, 50.0)),  # the first cell's corner for its middle
        replace(BOARD, pitch_mm=36.0),
        replace(BOARD, pitch_mm=44.0),
    ],
)
def test_a_file_that_puts_cells_elsewhere_is_told(tmp_path: Path, wrong: OwnBoard) -> None:
    """Most tokens lie between the cells of the file: the file is blamed, and no cell is certain."""
    sight = read(tmp_path, LAID, wrong)
    assert "cells-elsewhere" in told(sight)
    assert "first_cell_mm" in sight.reading.problems[0].message
    assert "certain" not in sight.reading.confidence.values()


def test_more_of_a_part_than_there_are(tmp_path: Path) -> None:
    """One king in two cells: both are asked about, and the sentence names them; two rooks are as many as there are."""
    sight = read(tmp_path, [("king", "B2"), ("king", "E4"), ("rook", "A1"), ("rook", "G6")])
    assert told(sight) == {"too-many-seen"}
    assert "king is seen 2 times, at B2, E4; the game has 1" in sight.reading.problems[0].message
    assert asked(sight) == {"B2", "E4"}
    assert sight.reading.confidence["cell:A1"] == "certain"
