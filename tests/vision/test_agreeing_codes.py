"""Bent lenses and wrong files: one board is never taken for two, and codes that disagree are told by number."""

from dataclasses import replace
from pathlib import Path

import pytest
from drawn_boards import OwnBoard, camera_over, own_game, picture, token
from thinned import thinned

from vision import FrameReading, read_image

BOARD = OwnBoard()
LAID = {("king", "B2"), ("rook", "E4"), ("rook", "G1"), ("pawn", "A6"), ("pawn", "D3")}
UPPER_LEFT, UPPER_RIGHT, LOWER_RIGHT, LOWER_LEFT = BOARD.codes


def read(
    folder: Path, told: OwnBoard = BOARD, *, tilt_deg: float = 20.0, k1: float = 0.0, near: bool = False
) -> FrameReading:
    """The same table of tokens, through a lens, by the file that is `told`."""
    game, path = own_game(folder, told)
    codes = [token(game, part, BOARD.middle_mm(cell)) for part, cell in sorted(LAID)]
    close = {"away_mm": 450.0, "view_deg": 80.0} if near else {}
    return read_image(picture(BOARD, codes, camera_over(BOARD, tilt_deg=tilt_deg, k1=k1, **close)), game, name=path)


def lying(sight: FrameReading) -> set[tuple[str, str]]:
    """What was read to lie where."""
    return {(part.part, part.on[0]) for part in sight.reading.position.parts}


LENSES = [(-0.3, 5.0), (-0.3, 30.0), (-0.2, 5.0), (-0.2, 30.0), (-0.1, 5.0)]


@pytest.mark.parametrize(("k1", "tilt_deg"), thinned(LENSES, 1))
def test_a_wide_lens_makes_no_second_board(tmp_path: Path, k1: float, tilt_deg: float) -> None:
    """The lens is told by the codes of one board: all is read, and nothing is told."""
    sight = read(tmp_path, k1=k1, tilt_deg=tilt_deg, near=True)
    assert lying(sight) == LAID
    assert not sight.reading.problems
    assert set(sight.reading.confidence.values()) == {"certain", "likely"}


@pytest.mark.parametrize("tilt_deg", thinned([30.0, 5.0], 1))
def test_a_code_a_cell_off_is_told_and_left_out(tmp_path: Path, tilt_deg: float) -> None:
    """Three codes agree against one: the cells are as those say, and the one is named."""
    wrong = replace(BOARD, codes=((3, 60, 20), UPPER_RIGHT, LOWER_RIGHT, LOWER_LEFT))
    sight = read(tmp_path, wrong, tilt_deg=tilt_deg)
    assert lying(sight) == LAID
    (problem,) = sight.reading.problems
    assert problem.code == "codes-disagree"
    assert "(3 against the others)" in problem.message


@pytest.mark.parametrize("tilt_deg", thinned([5.0, 30.0], 1))
@pytest.mark.parametrize(
    "codes",
    [
        ((7, 20, 20), (3, 360, 20), LOWER_RIGHT, LOWER_LEFT),  # two on one side
        ((11, 20, 20), UPPER_RIGHT, (3, 360, 320), LOWER_LEFT),  # two across
        ((7, 20, 20), (3, 360, 20), (15, 360, 320), (11, 20, 320)),  # in pairs: a mirrored board
    ],
)
def test_swapped_codes_make_nothing_certain(
    tmp_path: Path, codes: tuple[tuple[int, float, float], ...], tilt_deg: float
) -> None:
    """Where two codes stand against two, the file is suspected, no second board, and every cell is asked about."""
    sight = read(tmp_path, replace(BOARD, codes=codes), tilt_deg=tilt_deg)
    assert "duplicate-board" not in {problem.code for problem in sight.reading.problems}
    assert "codes-disagree" in {problem.code for problem in sight.reading.problems}
    assert set(sight.reading.confidence.values()) <= {"ask"}


@pytest.mark.parametrize("side_mm", thinned([22.0, 38.0], 1))
def test_codes_of_another_size_than_the_file_says(tmp_path: Path, side_mm: float) -> None:
    """Sizes and distances contradict each other: the file is suspected, and nothing is certain."""
    sight = read(tmp_path, replace(BOARD, side_mm=side_mm))
    assert "codes-disagree" in {problem.code for problem in sight.reading.problems}
    assert "certain" not in sight.reading.confidence.values()


def test_two_boards_are_still_told(tmp_path: Path) -> None:
    """The same board twice, side by side: that is what `duplicate-board` is for."""
    game, path = own_game(tmp_path, BOARD)
    second = [replace(code, middle_mm=(code.middle_mm[0] + 420.0, code.middle_mm[1])) for code in BOARD.drawn()]
    both = replace(BOARD, size_mm=(800.0, 340.0))
    sight = read_image(picture(BOARD, second, camera_over(both, away_mm=900.0)), game, name=path)
    assert [problem.code for problem in sight.reading.problems] == ["duplicate-board"]
