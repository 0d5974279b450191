"""What makes a second look at a table cheap: parts of a picture, boxes round changes, cells that are kept."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from simulator.art import PartsBox
from simulator.games import opening_position, random_game
from simulator.studio import Shot, shoot
from simulator.virtual_table import Room, VirtualTable
from tabletop.gamefile import load_game
from tabletop.games.my_city.values import MyCityPosition, PlacedBuilding, PlayerBoard
from tabletop.plainkinds import palette_pieces
from tabletop.plans import plan_of
from tabletop.records import Header
from vision import BgrImage, FrameReading, read_image, reread
from vision.change.changed_boxes import PATCH_MARGIN, Box, joined
from vision.change.quiet_gate import BLOCK_PX, SMALL_PX
from vision.pixels.arrays import to_grey
from vision.pixels.detection import reseen

PLAYERS = ("Ann", "Ben")
SHOT = Shot(light="ceiling", table="wood", size_px=(1920, 1080))


@pytest.mark.parametrize(
    ("boxes", "expected"),
    [
        ([(0, 0, 10, 10), (20, 0, 30, 10)], [(0, 0, 10, 10), (20, 0, 30, 10)]),
        ([(0, 0, 10, 10), (20, 0, 30, 10), (9, 2, 21, 4)], [(0, 0, 30, 10)]),
        ([(0, 0, 50, 50), (10, 10, 20, 20)], [(0, 0, 50, 50)]),
        ([], []),
    ],
)
def test_boxes_that_touch_become_one(boxes: Sequence[Box], expected: Sequence[Box]) -> None:
    """Also where a third one joins two that lie apart."""
    assert joined(boxes) == expected


@pytest.fixture(scope="module")
def opened() -> tuple[BgrImage, FrameReading]:
    """Two players' boards of My City with nothing on them, and what was read."""
    game = load_game("my-city")
    position = opening_position(random_game(Header("my-city", PLAYERS), 1))
    table = VirtualTable(game, position, Room(seed=5, size_px=(1280, 720)))
    table.lay(position)
    image = next(table.still(0.1))
    return image, read_image(image, game, players=PLAYERS, name="my-city")


def noisy(image: BgrImage) -> BgrImage:
    """The next frame of the same thing."""
    return np.clip(image + np.random.default_rng(3).normal(0, 2, image.shape), 0, 255).astype(np.uint8)


def test_boards_without_a_change_are_not_read_again(opened: tuple[BgrImage, FrameReading]) -> None:
    """The next frame of the same boards keeps the reading itself."""
    image, sight = opened
    again = reread(noisy(image), sight)
    assert again.reading is sight.reading
    assert again.moved_px < 0.2


def test_a_cell_under_a_patch_is_asked_about_and_the_other_board_is_kept(opened: tuple[BgrImage, FrameReading]) -> None:
    """What is laid over one cell is looked at; cells of the other board keep what they told."""
    image, sight = opened
    covered = image.copy()
    cv2.fillPoly(covered, [np.rint(sight.outlines_px["cell:Ann:E5"]).astype(int)], (40, 20, 160))
    again = reread(noisy(covered), sight)
    assert sight.boards is not None
    assert again.boards is not None
    assert again.reading.confidence["cell:Ann:E5"] == "ask"
    others = [place for place in sight.places.told if place.startswith("cell:Ben:")]
    assert all(again.places.told[place] is sight.places.told[place] for place in others)
    assert again.boards.cells is sight.boards.cells


def test_an_uncovered_code_is_no_reason_to_solve_the_table_anew(opened: tuple[BgrImage, FrameReading]) -> None:
    """A hand that lay on a board's code goes: the board lies where it lay, and its cells stay as they are seen."""
    image, sight = opened
    code = next(code for code in sight.codes if sight.game.by_code[code.id][0].kind == "board")
    covered = image.copy()
    cv2.circle(covered, np.rint(code.middle_px).astype(int).tolist(), 35, (60, 80, 110), cv2.FILLED)
    before = read_image(covered, sight.game, players=PLAYERS, name="my-city")
    again = reread(noisy(image), before)
    assert before.boards is not None
    assert again.boards is not None
    assert code.id not in {one.id for one in before.codes}
    assert code.id in {one.id for one in again.codes}
    assert again.boards.cells is before.boards.cells
    assert again.reading.position == sight.reading.position


def test_a_board_that_was_pushed_is_solved_anew(opened: tuple[BgrImage, FrameReading]) -> None:
    """A covered code that comes back elsewhere than where its board has it."""
    image, sight = opened
    code = next(code for code in sight.codes if sight.game.by_code[code.id][0].kind == "board")
    covered, pushed = image.copy(), image.copy()
    cv2.fillPoly(covered, [np.rint(code.corners_px).astype(int)], (120, 150, 200))
    (left, top), (right, bottom) = (
        np.rint(code.corners_px.min(axis=0) - 6).astype(int),
        np.rint(code.corners_px.max(axis=0) + 6).astype(int),
    )
    pushed[top + 3 : bottom + 3, left:right] = image[top:bottom, left:right]
    before = read_image(covered, sight.game, players=PLAYERS, name="my-city")
    again = reread(noisy(pushed), before)
    assert before.boards is not None
    assert again.boards is not None
    assert again.boards.cells is not before.boards.cells


def test_a_code_that_reaches_out_of_what_changed_is_found_again(opened: tuple[BgrImage, FrameReading]) -> None:
    """The right edge of the box round a change goes through a code whose middle lies in the box."""
    image, sight = opened
    unit = BLOCK_PX * image.shape[1] // SMALL_PX
    margin = PATCH_MARGIN * image.shape[1]
    cut = [
        (code, column)
        for code in sight.codes
        for column in range(image.shape[1] // unit)
        if code.middle_px[0] + 2 < (column + 1) * unit + margin < code.corners_px[:, 0].max() - 2
    ]
    code, column = cut[0]
    row = int(code.middle_px[1]) // unit
    changed = image.copy()
    changed[row * unit : (row + 1) * unit, column * unit : (column + 1) * unit] = (20, 20, 20)
    again = reread(noisy(changed), sight)
    assert code.id in {one.id for one in again.codes}


def test_a_code_is_still_there_with_a_shadow_across_it_and_not_with_another_in_its_place(
    opened: tuple[BgrImage, FrameReading],
) -> None:
    """Half of each code in a shadow: its modules fit badly, those of any other code worse."""
    image, sight = opened
    own = [code for code in sight.codes if code.own]
    ids = {code.id for code in own}
    shaded = image.astype(float)
    for code in own:
        (left, top), (right, bottom) = code.corners_px.min(axis=0).astype(int), code.corners_px.max(axis=0).astype(int)
        shaded[top - 8 : bottom + 9, left - 8 : (left + right) // 2] *= 0.4
    grey = to_grey(shaded.astype(np.uint8))
    kept, _ = reseen(grey, own, sight.game, sight.settings)
    plainly = [code for code in kept if code.correlation > sight.settings.detection.soft_correlation]
    assert len(plainly) < sight.settings.again.tracked_share * len(own)
    assert len(kept) > sight.settings.again.tracked_share * len(own)
    others = [replace(code, id=next(one for one in sorted(ids) if one != code.id)) for code in own]
    assert reseen(grey, others, sight.game, sight.settings)[0] == []


@pytest.fixture(scope="module")
def blocks() -> tuple[BgrImage, FrameReading]:
    """Two boards of My City with plain buildings on them, and what was read."""
    game = load_game("my-city")
    buildings = (PlacedBuilding("blue-1", ("G8", "G9")), PlacedBuilding("red-2", ("C5", "D5", "E5")))
    boards = tuple(PlayerBoard(name, "eternal", buildings=buildings) for name in PLAYERS)
    position, pieces = MyCityPosition(boards=boards, players=PLAYERS), palette_pieces(game)
    image = shoot(plan_of(position, game), PartsBox(game, pieces), SHOT).image
    first = read_image(image, game, players=PLAYERS, name="my-city", pieces=pieces)
    assert first.reading.position == position
    return image, first


def test_a_building_that_is_taken_away_is_gone_in_the_next_look(blocks: tuple[BgrImage, FrameReading]) -> None:
    """What is kept of the last look never outlives what it was seen on."""
    image, first = blocks
    game, position = load_game("my-city"), first.reading.position
    assert isinstance(position, MyCityPosition)
    ann, ben = position.boards
    fewer = replace(position, boards=(replace(ann, buildings=ann.buildings[1:]), ben))

    image = shoot(plan_of(fewer, game), PartsBox(game, palette_pieces(game)), SHOT).image
    assert reread(image, first).reading.position == fewer
