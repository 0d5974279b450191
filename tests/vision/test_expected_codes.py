"""Codes that nothing finds by themselves are found where the plane or the lattice expects them, and nothing else is."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tabletop.gamefile import GameFile, load_game
from tabletop.notation import load_position
from vision import ReaderSettings, load_grey, read_image
from vision.pixels.codes import SeenCode
from vision.pixels.detection import find_codes
from vision.table.expected import expected_codes
from vision.table.sheets import SolvedTable, solve_table

PHOTOS = Path(__file__).parents[1] / "photos" / "big-city"
COVERED = PHOTOS / "tuning-hard-plain-lamp-42"
"""Blocks leave parts of the codes of neighbourhoods 1 and 8, none of them with its whole white rim."""
SETTINGS = ReaderSettings()


@pytest.fixture(scope="module")
def game() -> GameFile:
    """Big City."""
    return load_game("big-city")


@pytest.fixture(scope="module")
def photo(game: GameFile) -> tuple[Any, list[SeenCode]]:
    """A photograph by a lamp, and the codes that are found in it."""
    grey = load_grey(PHOTOS / "tuning-hard-lamp.jpg")
    return grey, find_codes(grey, game, SETTINGS)


def solved(codes: list[SeenCode], grey: Any, game: GameFile) -> SolvedTable:
    """The table through these codes."""
    table = solve_table(codes, game, (grey.shape[1], grey.shape[0]), SETTINGS.plane)
    assert table is not None
    return table


def painted(grey: Any, corners_px: Any, look: Any) -> Any:
    """The picture with something (height, width) drawn over a code."""
    height, width = look.shape
    square = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    carry = cv2.getPerspectiveTransform(square, np.float32(corners_px))
    size = (grey.shape[1], grey.shape[0])
    over = cv2.warpPerspective(np.full_like(look, 255), carry, size) > 0
    return np.where(over, cv2.warpPerspective(look, carry, size), grey)


def only_one_of(part_id: str, codes: list[SeenCode], game: GameFile) -> tuple[list[SeenCode], list[SeenCode]]:
    """The codes without all but one of a part's, and those that were taken away."""
    mine = [code for code in codes if code.own and game.by_code[code.id][0].id == part_id]
    return [code for code in codes if all(code is not gone for gone in mine[1:])], mine[1:]


@pytest.mark.parametrize("tile", ["tile-1", "tile-3", "tile-5"])
def test_a_code_that_was_missed_is_found_where_its_sheet_has_it(tile: str, photo: Any, game: GameFile) -> None:
    """The codes of a neighbourhood, all but one taken away, come back with their corners to a third of a pixel."""
    grey, codes = photo
    left, gone = only_one_of(tile, codes, game)
    again = {code.id: code for code in expected_codes(grey, solved(left, grey, game), left, game, SETTINGS)}
    assert gone
    for code in gone:
        assert np.abs(again[code.id].corners_px - code.corners_px).max() < 0.34


@pytest.mark.parametrize("over", ["nothing", "a half", "another code"])
def test_no_code_is_found_where_none_shows(over: str, photo: Any, game: GameFile) -> None:
    """Grey, half of the code, or another one: what does not lie there is not seen there."""
    grey, codes = photo
    left, (gone, *_) = only_one_of("tile-1", codes, game)
    looks = {"nothing": np.full((70, 70), 120, np.uint8), "a half": np.full((70, 70), 120, np.uint8)}
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_1000)
    looks["another code"] = cv2.aruco.generateImageMarker(dictionary, gone.id + 40, 70)
    corners = gone.corners_px.copy()
    if over == "a half":
        corners[[2, 3]] = (corners[[1, 0]] + corners[[2, 3]]) / 2
    changed = painted(grey, corners, looks[over])
    found = expected_codes(changed, solved(left, grey, game), left, game, SETTINGS)
    assert gone.id not in {code.id for code in found}


def test_a_code_whose_side_a_block_hides_tells_no_corners(photo: Any, game: GameFile) -> None:
    """Something dark against one side of a code would be its edge: such a code is left out, however well it fits."""
    grey, codes = photo
    left, (gone, *_) = only_one_of("tile-1", codes, game)
    block = gone.corners_px[[1, 1, 2, 2]]
    block[[1, 2]] += 0.15 * (gone.corners_px[[1, 2]] - gone.corners_px[[0, 3]])
    changed = painted(grey, block, np.full((20, 20), 30, np.uint8))
    found = expected_codes(changed, solved(left, grey, game), left, game, SETTINGS)
    assert gone.id not in {code.id for code in found}


def test_a_neighbourhood_is_known_by_parts_of_its_codes(game: GameFile) -> None:
    """All eight neighbourhoods lie where they lie, though of two no code shows with its whole rim."""
    sight = read_image(load_grey(COVERED.with_suffix(".jpg")), game)
    truth = load_position(str(COVERED.with_suffix(".toml")))
    assert sight.reading.position.tiles == tuple(sorted(truth.tiles))
    assert not any(problem.code == "tile-1-missing" for problem in sight.reading.problems)


def test_no_neighbourhood_is_made_up_where_its_codes_are_hidden_wholly(game: GameFile) -> None:
    """With cloths over neighbourhood 1's codes it is missing, and the places of the others are asked about."""
    grey = np.array(load_grey(COVERED.with_suffix(".jpg")))
    table = read_image(grey, game).table
    first = next(sheet for sheet in table.sheets if sheet.part.id == "tile-1")
    for code in first.part.codes:
        cloth_mm = np.array(code.centre_mm) + 0.75 * code.side_mm * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        cv2.fillConvexPoly(grey, table.plane.to_picture(first.to_table(cloth_mm)).round().astype(np.int32), 128)
    sight = read_image(grey, game)
    assert 1 not in {tile.number for tile in sight.reading.position.tiles}
    assert sight.reading.confidence["tile:2"] == "ask"
