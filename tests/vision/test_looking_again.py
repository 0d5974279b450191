"""What makes a second look at a table cheap: parts of a picture, boxes round changes, cells that are kept."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

import vision.uncoded.look
import vision.uncoded.pieces
from simulator.art import PartsBox
from simulator.games import opening_position, random_game
from simulator.studio import Shot, shoot
from simulator.virtual_table import Room, VirtualTable
from tabletop.cellnames import Cell
from tabletop.gamefile import load_game
from tabletop.games.my_city.values import MyCityPosition, PlacedBuilding, PlayerBoard
from tabletop.plainkinds import palette_pieces
from tabletop.plans import plan_of
from tabletop.records import Header
from vision import BgrImage, FrameReading, read_image, reread
from vision.boards.whites import Shrunk
from vision.change.changed_boxes import PATCH_MARGIN, Box, apart, joined, within
from vision.change.quiet_gate import BLOCK_PX, SMALL_PX
from vision.pixels.arrays import to_grey
from vision.pixels.detection import reseen
from vision.uncoded.board_input import BoardPicture, ColourQuestion
from vision.uncoded.learned import LearnedNet, Told

PLAYERS = ("Ann", "Ben")
SHOT = Shot(light="ceiling", table="wood", size_px=(1920, 1080))


@pytest.mark.parametrize("size", [(1920, 1080), (4032, 3024), (1280, 720), (2403, 1081)])
def test_a_part_is_shrunk_as_the_whole_is(size: tuple[int, int]) -> None:
    """Samples of the smaller picture are the same whether a corner of it is shrunk or all of it."""
    width, height = size
    image = np.random.default_rng(1).integers(0, 256, (height, width, 3), np.uint8)
    factor = max(1, round(width / 1600))
    rows, columns = height // factor, width // factor
    squares = image[: rows * factor, : columns * factor].reshape(rows, factor, columns, factor, 3)
    small = np.rint(squares.mean(axis=(1, 3))).astype(np.uint8)
    points = np.random.default_rng(2).uniform(0, 90, (3, 50, 2)) + np.array([[[300, 200]], [[width - 95, 9]], [[7, 7]]])
    of_small = np.float32((points + 0.5) / factor - 0.5).reshape(1, -1, 2)
    expected = cv2.remap(small, of_small, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    assert np.abs(Shrunk(image, 1600).at(points).reshape(1, -1, 3) - expected).max() <= 1.0  # one grey level, rounded


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


def test_what_lies_outside_all_boxes_is_apart() -> None:
    """A bound that reaches into one of two boxes is not apart, and a point in it is within."""
    boxes = [(0, 0, 10, 10), (50, 50, 60, 60)]
    bounds = np.array([[[20.0, 20.0], [30.0, 30.0]], [[45.0, 40.0], [51.0, 51.0]], [[20.0, 0.0], [30.0, 9.0]]])
    assert apart(bounds, boxes).tolist() == [True, False, True]
    assert apart(bounds, []).all()
    assert within(np.array([[9.0, 9.0], [10.0, 9.0]]), boxes).tolist() == [True, False]
    assert not within(np.array([[9.0, 9.0]]), []).any()


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


def test_what_is_calmed_knows_nothing_of_squares_that_were_not_shrunk() -> None:
    """In a noisy picture two places far apart look as they do where the whole picture was shrunk and calmed."""
    rng = np.random.default_rng(3)
    image = np.clip(rng.normal(128, 25, (1080, 1920, 3)), 0, 255).astype(np.uint8)
    points = np.concatenate([rng.uniform(300, 330, (1, 400, 2)), rng.uniform(700, 730, (1, 400, 2))])
    whole = Shrunk(image, 1600, calm=True, usual_px=np.array([[0.0, 0.0], [1919.0, 1079.0]]))
    assert np.array_equal(Shrunk(image, 1600, calm=True).at(points), whole.at(points))


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


def _with_a_patch(image: BgrImage, sight: FrameReading, place: str) -> BgrImage:
    """The next frame, in which something dark lies on a cell."""
    changed = image.copy()
    cv2.fillPoly(changed, [np.rint(sight.outlines_px[place]).astype(np.int32)], (40, 30, 60))
    return changed


def test_a_next_look_shows_the_network_little_more_than_what_changed(
    blocks: tuple[BgrImage, FrameReading], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of one board a part round the changed cell; of others holds what they told, and what their joints showed."""
    image, first = blocks
    assert first.boards is not None
    shown: list[tuple[int, ...]] = []
    asked_of: set[Cell] = set()
    look, joints = LearnedNet.look, vision.uncoded.pieces.joints_between

    def looking(self: LearnedNet, board: BoardPicture, question: ColourQuestion) -> Told:
        shown.append(board.board.shape)
        return look(self, board, question)

    def between(look: Any, faces: Any, pairs: Any) -> Any:
        asked_of.update(cell.key for pair in pairs for cell in pair)
        return joints(look, faces, pairs)

    monkeypatch.setattr(LearnedNet, "look", looking)
    monkeypatch.setattr("vision.uncoded.pieces.joints_between", between)
    after = reread(_with_a_patch(image, first, "cell:Ann:D4"), first)
    assert after.boards is not None
    assert shown
    assert max(rows * columns for rows, columns in shown) < 13 * 13 / 2
    assert asked_of
    assert not asked_of & {(7, 6), (8, 6)}
    before, now = (one.boards.plain[0].learned for one in (first, after))  # type: ignore[union-attr]
    assert before is not None
    assert now is not None
    assert now.told[8, 8] is before.told[8, 8]
    assert now.told[3, 3] is not before.told[3, 3]
    assert after.reading.confidence["cell:Ann:D4"] == "ask"
    kept = {place for place in first.reading.confidence if place != "cell:Ann:D4"}
    assert {place: after.reading.confidence[place] for place in kept - _beside("Ann", "D4")} == {
        place: first.reading.confidence[place] for place in kept - _beside("Ann", "D4")
    }


def _beside(player: str, cell: str) -> set[str]:
    """The places up to three cells from a cell, itself among them."""
    column, row = "ABCDEFGHIJK".index(cell[0]), int(cell[1:])
    return {f"cell:{player}:{'ABCDEFGHIJK'[column + x]}{row + y}" for x in range(-3, 4) for y in range(-3, 4)}


def test_a_building_that_is_taken_away_is_gone_in_the_next_look(blocks: tuple[BgrImage, FrameReading]) -> None:
    """What is kept of the last look never outlives what it was seen on."""
    image, first = blocks
    game, position = load_game("my-city"), first.reading.position
    assert isinstance(position, MyCityPosition)
    ann, ben = position.boards
    fewer = replace(position, boards=(replace(ann, buildings=ann.buildings[1:]), ben))

    image = shoot(plan_of(fewer, game), PartsBox(game, palette_pieces(game)), SHOT).image
    assert reread(image, first).reading.position == fewer
