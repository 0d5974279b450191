"""A board that people own, with codes taped round its cells: entered over a photograph, then read by camera."""

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from live.entering.desk import BoardDesk
from printables.codes import code_modules
from simulator.art import PartsBox
from simulator.studio import Shot, shoot
from tabletop.boards import load_board
from tabletop.gamefile import load_game
from tabletop.notation import read_position
from tabletop.plans import game_on_table, plan_of
from vision import read_image

GAME = load_game("my-city")
BOARD = load_board("eternal")
SIDE_MM = GAME.codes.side_mm
TAPED = {
    350: (-122.0, -174.0, 93.0),
    351: (121.0, -172.0, -4.0),
    352: (124.0, 126.0, 181.0),
    353: (-120.0, 127.0, 271.0),
}
"""Code -> its middle on the board in mm and the degrees by which it was taped on askew."""
STRIPS_MM = ((-140.0, -185.0, 140.0, -162.5), (-140.0, 114.5, 140.0, 137.0))
"""Where our printed boards have their codes: covered, since the owner's board has none."""
BUILDINGS = """
[[boards.buildings]]
building = "yellow-3"
on = ["E5", "E6", "F5"]
"""


@lru_cache(maxsize=2)
def bare(buildings: str, seed: int, view: str) -> tuple[np.ndarray, np.ndarray]:
    """A photograph of the board without any codes, and the homography from its millimetres to the picture."""
    text = f'game = "my-city"\n[[boards]]\nplayer = "Ann"\nboard = "eternal"\n{buildings}'
    position = read_position(text)
    game = game_on_table(position, GAME)
    plan = plan_of(position, game)
    photo = shoot(plan, PartsBox(game, None), Shot(view, "window", seed=seed, size_px=(2016, 1512)))
    sheet = game.by_id[plan.parts[0].part]
    outline = np.array(sheet.outline_mm, np.float32)
    lies = cv2.getPerspectiveTransform(outline, photo.truth.parts[0].outline_px.astype(np.float32))
    image = photo.image.copy()
    for left, top, right, bottom in STRIPS_MM:
        strip = np.array([[[left, top], [right, top], [right, bottom], [left, bottom]]], np.float32)
        cv2.fillConvexPoly(image, cv2.perspectiveTransform(strip, lies)[0].astype(np.int32), (205, 208, 210))
    return image, lies


def taken(taped: dict[int, tuple[float, float, float]], buildings: str = "", *, seed: int = 3, view: str = "phone-30"):
    """The photograph with taped codes, and the homography."""
    image, lies = bare(buildings, seed, view)
    image = image.copy()
    for code, laid in taped.items():
        tape(image, lies, code, laid)
    return image, lies


def tape(image: np.ndarray, lies: np.ndarray, code: int, laid: tuple[float, float, float]) -> None:
    """Glue a code with its white into a photograph where it would be seen."""
    x, y, turn = laid
    bits = 255 * np.uint8(1 - np.array(code_modules(GAME.codes.dictionary, code), np.uint8))
    picture = cv2.copyMakeBorder(np.kron(bits, np.ones((12, 12), np.uint8)), 18, 18, 18, 18, 0, value=(255,))
    reach = SIDE_MM / 2 * len(picture) / (12 * len(bits))
    cos, sin = reach * np.cos(np.radians(turn)), reach * np.sin(np.radians(turn))
    square = [(x + a * cos - b * sin, y + a * sin + b * cos) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    seen = cv2.perspectiveTransform(np.array([square], np.float32), lies)
    size = float(len(picture))
    flat = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(flat, seen[0])
    there = cv2.warpPerspective(np.full_like(picture, 255), warp, image.shape[1::-1], flags=cv2.INTER_AREA) > 127
    drawn = cv2.warpPerspective(picture, warp, image.shape[1::-1], flags=cv2.INTER_AREA)
    image[there] = (drawn[there, None] * 0.8 + 12).astype(np.uint8)


def entered(path: Path, image: np.ndarray, lies: np.ndarray) -> tuple[BoardDesk, dict]:
    """The desk once the four corners were tapped, and what it found."""
    half, corners = BOARD.pitch_mm / 2, []
    for cell, right, down in (((0, 0), -1, -1), ((0, 10), 1, -1), ((10, 10), 1, 1), ((10, 0), -1, 1)):
        x, y = BOARD.cell_centre_mm(cell)
        corners.append((x + right * half, y + down * half))
    seen = cv2.perspectiveTransform(np.array([corners], np.float32), lies)[0]
    desk = BoardDesk(path.stem, path, image)
    return desk, desk.fit([(float(x) * desk.shown_scale, float(y) * desk.shown_scale) for x, y in seen], 11, 11)


def saved(desk: BoardDesk) -> str:
    """The board file, its cells as they are in truth."""
    terrain = [[BOARD.terrain[row, column] for column in range(11)] for row in range(11)]
    river = [tuple(sorted(map(BOARD.cell_name, edge))) for edge in BOARD.river]
    return str(desk.save({"terrain": terrain, "river": river}))


def test_a_board_with_taped_codes_is_entered_and_then_read(tmp_path: Path) -> None:
    """Four codes turned as they were taped: the file has them in place, and another photograph is read by them."""
    image, lies = taken(TAPED)
    desk, found = entered(tmp_path / "owned.toml", image, lies)
    assert found["codes"] == {"ids": [350, 351, 352, 353], "seat": 1, "trouble": ""}
    path = saved(desk)
    board = load_board(path)
    assert board.pitch_mm == pytest.approx(25.0, rel=0.02)
    first = np.array(board.cell_centre_mm((0, 0)))
    for code in board.codes:
        x, y, _ = TAPED[code.id]
        from_first = (np.array(code.centre_mm) - first) * 25.0 / board.pitch_mm
        assert np.hypot(*(from_first - (np.array([x, y]) - BOARD.cell_centre_mm((0, 0))))) < 2.0
    again, _ = taken(TAPED, BUILDINGS, seed=11, view="above")
    sight = read_image(again, GAME, own_boards=(path,))
    (read,) = sight.reading.position.boards
    assert [(one.building, one.on) for one in read.buildings] == [("yellow-3", ("E5", "F5", "E6"))]


@pytest.mark.parametrize(
    ("taped", "trouble"),
    [
        ({}, ""),
        ({350: TAPED[350]}, "codes-few"),
        ({**TAPED, 353: (-60.0, 60.0, 0.0)}, "codes-cells"),
        ({350: TAPED[350], 351: TAPED[351], 356: TAPED[352], 357: TAPED[353]}, "codes-boards"),
    ],
)
def test_codes_that_do_not_do(tmp_path: Path, taped: dict[int, tuple[float, float, float]], trouble: str) -> None:
    """One alone, one on the cells, those of two boards: the page has a word for it, and the cells are saved all the
    same, as a board to be printed."""
    desk, found = entered(tmp_path / "owned.toml", *taken(taped))
    assert found["codes"]["trouble"] == trouble
    board = load_board(saved(desk))
    assert (board.codes, board.terrain) == ((), BOARD.terrain)


def test_a_photograph_of_another_board_is_told(tmp_path: Path) -> None:
    """Ben's board in the picture and Ann's file beside it: one sentence says so."""
    desk, _ = entered(tmp_path / "anns.toml", *taken(TAPED))
    image, _ = taken({code + 6: laid for code, laid in TAPED.items()}, BUILDINGS, seed=11, view="above")
    problems = read_image(image, GAME, own_boards=(saved(desk),)).reading.problems
    assert [problem.message for problem in problems if problem.code == "other-board"] == [
        "no code of the board 'Anns' is seen, only codes of 'Eternal side, player 2'; "
        "if that is another board, give its file"
    ]
