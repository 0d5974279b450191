"""Codes of another size than their file says, and tall pieces described as flat: told, nothing wrong certain."""

from pathlib import Path

import pytest
from drawn_boards import Drawn, OwnBoard, camera_over, own_game, picture, token
from thinned import thinned

from tabletop.piecefile import PieceSet, PlainPiece
from vision import FrameReading, read_image

BOARD = OwnBoard()


def read(folder: Path, *, tilt_deg: float, **changed: float) -> FrameReading:
    """A king on B2 that is not as its file says, and two rooks that are."""
    game, path = own_game(folder, BOARD)
    codes = [token(game, "king", BOARD.middle_mm("B2"), **changed)]
    codes += [token(game, "rook", BOARD.middle_mm(cell)) for cell in ("E4", "F2")]
    return read_image(picture(BOARD, codes, camera_over(BOARD, tilt_deg=tilt_deg)), game, name=path)


def odd(sight: FrameReading) -> list[str]:
    """What is told of sizes."""
    return [problem.message for problem in sight.reading.problems if problem.code == "odd-size"]


@pytest.mark.parametrize("tilt_deg", thinned([5.0, 45.0, 20.0, 35.0], 2))
@pytest.mark.parametrize("height_mm", thinned([0.3, 20.0, 60.0, 35.0], 3))
def test_no_tall_piece_is_certain_in_a_wrong_cell(tmp_path: Path, tilt_deg: float, height_mm: float) -> None:
    """However tall a king is that the file has as flat: what is certain is true, for its own cell too."""
    sight = read(tmp_path, tilt_deg=tilt_deg, height_mm=height_mm)
    shown = {part.on[0]: part.part for part in sight.reading.position.parts}
    true = {"B2": "king", "E4": "rook", "F2": "rook"}
    certain = [place.removeprefix("cell:") for place, sure in sight.reading.confidence.items() if sure == "certain"]
    assert {cell: shown.get(cell) for cell in certain} == {cell: true.get(cell) for cell in certain}
    if height_mm < 1.0:
        assert not sight.reading.problems
    if height_mm > 50.0:
        assert "larger than its file says" in odd(sight)[0]


@pytest.mark.parametrize(
    ("side_mm", "word"), [(12.0, "smaller"), (14.5, "smaller"), (19.0, "larger"), (22.0, "larger")]
)
def test_a_code_of_another_size_is_told(tmp_path: Path, side_mm: float, word: str) -> None:
    """A code of 16.8 mm that is none: one sentence says so, of that piece alone."""
    (message,) = odd(read(tmp_path, tilt_deg=20.0, side_mm=side_mm))
    assert message.startswith("the code of king looks")
    assert word in message


@pytest.mark.parametrize("tilt_deg", [5.0, 40.0])
def test_a_tall_piece_of_which_the_height_is_told_stands_in_its_cell(tmp_path: Path, tilt_deg: float) -> None:
    """Chessmen with codes of a family of their own on top, on a board made by hand."""
    game, path = own_game(tmp_path, BOARD)
    heights, ids, cells = {"king": 60.0, "rook": 35.0}, {"king": 3, "rook": 7}, {"king": "B2", "rook": "E4"}
    men = [PlainPiece(name, None, (22.0, 22.0), heights[name], "DICT_6X6_50", ids[name], 16.0) for name in ids]
    tops = [Drawn(ids[one], BOARD.middle_mm(cells[one]), 16.0, "DICT_6X6_50", heights[one]) for one in ids]
    image = picture(BOARD, tops, camera_over(BOARD, tilt_deg=tilt_deg))
    reading = read_image(image, game, name=path, pieces=PieceSet("men", "Men", path, tuple(men))).reading
    assert {part.part: part.on[0] for part in reading.position.parts} == cells
    assert {reading.confidence[f"cell:{cell}"] for cell in cells.values()} == {"certain"}
