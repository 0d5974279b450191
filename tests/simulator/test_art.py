"""The virtual table's own drawing of the parts."""

import cv2
import numpy as np
import pytest

from simulator.art import PartsBox, draw_part
from simulator.sheet import PIXELS_PER_MM, colour_of
from tabletop.gamefile import GameFile, load_game


def at_mm(picture: np.ndarray, x_mm: float, y_mm: float) -> tuple[int, ...]:
    """The drawing's colour at a point of the part's own frame."""
    height, width = picture.shape[:2]
    row, column = round(y_mm * PIXELS_PER_MM + height / 2), round(x_mm * PIXELS_PER_MM + width / 2)
    return tuple(int(value) for value in picture[row, column])


def test_every_code_of_the_game_reads_as_its_own_id(game: GameFile) -> None:
    """cv2's detector reads from each drawn part exactly the codes that the game file gives it."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_1000)
    detector = cv2.aruco.ArucoDetector(dictionary)
    for part in game.parts:
        sheet = cv2.resize(draw_part(part, game).picture, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        framed = cv2.copyMakeBorder(sheet, 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=(160, 160, 160))
        _, ids, _ = detector.detectMarkers(framed)
        assert sorted(ids.ravel()) == sorted(code.id for code in part.codes), part.id


def test_colour_references_have_the_palettes_colours(game: GameFile) -> None:
    """Every reference patch of a tile is drawn where the game file has it, in its colour."""
    tile = game.by_id["tile-2"]
    picture = draw_part(tile, game).picture
    assert [at_mm(picture, *patch.centre_mm) for patch in tile.patches] == [
        colour_of(game, patch.colour) for patch in tile.patches
    ]


def test_the_u_leaves_its_crossing_free(box: PartsBox) -> None:
    """The square factory's texture covers nothing where the street between its arms stays open."""
    texture = box.texture("rockwell")
    level, scale = texture.level_for(5.0)
    column, row = (
        round((origin + place) * scale) for origin, place in zip(texture.origin_mm, (0.0, -20.0), strict=True)
    )
    assert level[row, column, 3] == 0
    assert level[round((texture.origin_mm[1] + 24.0) * scale), column, 3] == 65535


@pytest.mark.parametrize("name", ["my-city-chess", "my-city", "small-city"])
def test_the_parts_of_every_game_can_be_drawn(name: str) -> None:
    """A part of each kind of the other games is drawn in the size of its outline."""
    other = load_game(name)
    for kind in {part.kind for part in other.parts}:
        part = other.of_kind(kind)[0]
        sheet = draw_part(part, other)
        assert sheet.width / sheet.pixels_per_mm == pytest.approx(part.size_mm[0], abs=0.21)
