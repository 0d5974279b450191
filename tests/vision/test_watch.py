"""The cheap look at each frame, and the cheaper second reading."""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from vision import BgrImage, FrameReading, QuietGate, change_between, read_image, reread, small_grey
from vision.change.quiet_gate import changed_blocks


@pytest.fixture(scope="module")
def seen(table: Any) -> tuple[BgrImage, FrameReading]:
    """The city from above, and what was read in it."""
    image = table.photo(seed=11).image
    return image, read_image(image, table.game, players=table.city.players)


def noisy(image: BgrImage, seed: int = 0) -> BgrImage:
    """The next frame of the same thing: three grey levels of noise."""
    return np.clip(image + np.random.default_rng(seed).normal(0, 3, image.shape), 0, 255).astype(np.uint8)


def shifted(image: BgrImage, px: float) -> BgrImage:
    """The picture after the camera was bumped."""
    matrix = np.array([[1, 0, px], [0, 1, 0.0]])
    return np.asarray(cv2.warpAffine(image, matrix, image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8)


def with_block(
    image: BgrImage, sight: FrameReading, place: str, side_mm: float, colour: tuple[int, int, int]
) -> BgrImage:
    """Something square lies in the middle of a place."""
    middle = sight.outlines_px[place].mean(axis=0)
    assert sight.table is not None
    half = side_mm / 2 * float(sight.table.plane.px_per_mm(sight.table.plane.to_table(middle)))
    low, high = np.rint(middle - half).astype(int), np.rint(middle + half).astype(int)
    changed = image.copy()
    changed[low[1] : high[1], low[0] : high[0]] = colour
    return changed


def test_noise_is_quiet(seen: tuple[BgrImage, FrameReading]) -> None:
    """Twenty noisy frames of the same table change nothing."""
    image, sight = seen
    watch = QuietGate(sight, image)
    assert all(watch.look(noisy(image, seed)).quiet for seed in range(20))


def test_a_dimmed_lamp_is_quiet(seen: tuple[BgrImage, FrameReading]) -> None:
    """Light that changes everywhere alike is no change."""
    image, sight = seen
    dimmed = np.clip(image * 0.85 + 3, 0, 255).astype(np.uint8)
    assert QuietGate(sight, image).look(noisy(dimmed)).quiet
    assert change_between(small_grey(image), small_grey(dimmed)) < 0.002


@pytest.mark.parametrize("colour", [(60, 120, 160), (20, 20, 20), (40, 40, 200)])
def test_a_small_piece_is_noticed(seen: tuple[BgrImage, FrameReading], colour: tuple[int, int, int]) -> None:
    """A piece of 10 mm on an empty lot is named."""
    image, sight = seen
    look = QuietGate(sight, image).look(noisy(with_block(image, sight, "property:19", 10.0, colour)))
    assert not look.quiet
    assert "property:19" in look.changed


def tinted(image: BgrImage, sight: FrameReading, place: str, blue: float, green: float = 1.0) -> BgrImage:
    """Something covers all of a place that has such shares of its ground's colours."""
    inside = cv2.fillPoly(np.zeros(image.shape[:2], np.uint8), [np.rint(sight.outlines_px[place]).astype(int)], 1) > 0
    changed = image.copy()
    changed[inside] = np.rint(image[inside] * (blue, green, 1.0)).astype(np.uint8)
    return changed


@pytest.mark.parametrize(("level", "shown"), [(240, True), (253, False)], ids=["seen again", "burnt out"])
def test_what_was_burnt_out_is_looked_at_once_it_is_seen(
    seen: tuple[BgrImage, FrameReading], level: int, shown: bool
) -> None:
    """Of a place that is as light as the sensor goes nothing was told; a little less light shows what lies there."""
    image, sight = seen

    def lit(value: int) -> BgrImage:
        light = image.copy()
        return np.asarray(cv2.fillPoly(light, [np.rint(sight.outlines_px["property:19"]).astype(int)], [value] * 3))

    assert ("property:19" in QuietGate(sight, lit(255)).look(lit(level)).changed) is shown
    known = QuietGate(sight, lit(255), told=frozenset({"property:19"}))  # from the picture before
    assert "property:19" not in known.look(lit(level)).changed


@pytest.mark.parametrize("blue", [0.6, 0.8, 1.25])
def test_a_piece_as_bright_as_its_ground_is_noticed(seen: tuple[BgrImage, FrameReading], blue: float) -> None:
    """A light green tile upon cream: the picture's green is what it was, all over its place."""
    image, sight = seen
    look = QuietGate(sight, image).look(noisy(tinted(image, sight, "property:19", blue)))
    assert look.changed == {"property:19"}
    assert not look.quiet


def test_another_white_balance_is_quiet(seen: tuple[BgrImage, FrameReading]) -> None:
    """A camera that makes everything a little bluer changes no place."""
    image, sight = seen
    bluer = np.clip(image * (1.12, 1.0, 0.93), 0, 255).astype(np.uint8)
    assert QuietGate(sight, image).look(noisy(bluer)).quiet


def banded(image: BgrImage, phase: float) -> BgrImage:
    """Lit by a lamp on the mains: rows up to 6 % lighter and darker, in waves that roll."""
    rows = np.arange(image.shape[0]) / image.shape[0]
    wave = 1 + 0.06 * np.sin(2 * np.pi * (2.4 * rows + phase))
    return np.clip(image * wave[:, None, None] + 0.5, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("phase", [0.1, 0.25, 0.5])
def test_a_lamps_bands_that_roll_are_no_movement(seen: tuple[BgrImage, FrameReading], phase: float) -> None:
    """The table is still under them, and what is laid on it or goes over it is seen all the same."""
    image, sight = seen
    before, after = banded(image, 0.0), banded(image, phase)
    assert change_between(small_grey(before), small_grey(after)) == 0.0
    watch = QuietGate(sight, before)
    assert watch.look(noisy(after)).quiet
    laid = with_block(image, sight, "property:11", 30.0, (60, 120, 160))
    assert not watch.look(noisy(banded(laid, phase))).quiet
    arm = image.copy()
    arm[image.shape[0] // 2 :, image.shape[1] // 2 : image.shape[1] // 2 + 120] = (120, 150, 190)
    assert change_between(small_grey(before), small_grey(banded(arm, phase))) > 0.004


def test_bands_are_quiet_over_what_is_nearly_white(seen: tuple[BgrImage, FrameReading]) -> None:
    """A cup's saucer at the table's edge is as light as the sensor goes: it grows no lighter where a band passes."""
    image, sight = seen
    light = image.copy()
    light[8:168, 8:168] = 250
    watch = QuietGate(sight, banded(light, 0.0))
    assert all(watch.look(noisy(banded(light, phase))).quiet for phase in (0.1, 0.2, 0.3, 0.4, 0.5))


def test_a_bump_is_noticed(seen: tuple[BgrImage, FrameReading]) -> None:
    """A camera that moved by what is 1 mm on the table is noticed."""
    image, sight = seen
    assert sight.table is not None
    one_mm = float(sight.table.plane.px_per_mm(np.zeros(2)))
    look = QuietGate(sight, image).look(noisy(shifted(image, one_mm)))
    assert not look.quiet
    assert look.moved_px > 0.5 * one_mm


def test_movement_is_seen_between_small_pictures(seen: tuple[BgrImage, FrameReading]) -> None:
    """A hand-sized thing that comes in is movement; noise is not."""
    image, sight = seen
    hand = with_block(image, sight, "property:15", 80.0, (120, 150, 200))
    assert change_between(small_grey(image), small_grey(noisy(image))) < 0.002
    assert change_between(small_grey(image), small_grey(noisy(hand))) > 0.004


def test_nothing_is_read_where_nothing_changed(seen: tuple[BgrImage, FrameReading]) -> None:
    """The next frame of the same city keeps the reading itself."""
    image, sight = seen
    assert reread(noisy(image), sight).reading is sight.reading


def test_rereading_sees_what_was_put_there(table: Any, seen: tuple[BgrImage, FrameReading]) -> None:
    """A token that is set on an empty lot is read, also one with the look of another that lies elsewhere."""
    image, sight = seen
    changed = image.copy()
    token = np.rint(sight.outlines_px["property:35"]).astype(int)  # the church
    target = np.rint(sight.outlines_px["property:19"].mean(axis=0) - sight.outlines_px["property:35"].mean(axis=0))
    left, top = token.min(axis=0)
    right, bottom = token.max(axis=0)
    x, y = int(target[0]), int(target[1])
    changed[top + y : bottom + y, left + x : right + x] = image[top:bottom, left:right]
    again = reread(noisy(changed), sight)
    churches = {piece.on for piece in again.reading.position.pieces if piece.kind == "church"}
    assert churches == {(19,), (35,)}
    assert again.reading.confidence["property:19"] == "certain"


def test_a_covered_neighbourhood_stays(table: Any, seen: tuple[BgrImage, FrameReading]) -> None:
    """Neighbourhood 1 under a hand is still where it was, its places hidden, nothing claimed about them."""
    image, sight = seen
    covered = image.copy()
    outline = np.rint(sight.outlines_px["tile:1"]).astype(int)
    cv2.fillPoly(covered, [outline], (120, 150, 200))
    again = reread(covered, sight)
    assert again.reading.position.tiles == table.city.tiles
    assert again.reading.confidence["property:19"] == "ask"
    assert "property:19" in again.hidden


def test_a_bumped_camera_is_solved_anew(table: Any, seen: tuple[BgrImage, FrameReading]) -> None:
    """After a bump of 15 pixels the position is the same and the move is told."""
    image, sight = seen
    again = reread(shifted(image, 15.0), sight)
    assert again.reading.position == table.city
    assert again.moved_px == pytest.approx(15.0, abs=1.0)


def test_a_covered_mat_stays_and_its_coming_back_is_noticed(table: Any, seen: tuple[BgrImage, FrameReading]) -> None:
    """A hand goes from one mat to the next: the second lies where it lay, and the hand's leaving is a change."""
    image, sight = seen
    over_ann, over_ben = image.copy(), image.copy()
    for covered, mat in ((over_ann, "mat:Ann"), (over_ben, "mat:Ben")):
        cv2.fillPoly(covered, [np.rint(sight.outlines_px[mat]).astype(int)], (120, 150, 200))
    before = read_image(over_ann, table.game, players=table.city.players)
    again = reread(over_ben, before)
    assert again.reading.confidence["mat:Ann"] == "certain"
    assert again.reading.confidence["mat:Ben"] == "likely"
    assert again.outlines_px["mat:Ben"] == pytest.approx(sight.outlines_px["mat:Ben"], abs=1.0)
    assert again.watch is not None
    assert "mat:Ben" in again.watch.look(image).changed


def test_few_pixels_are_noticed_wherever_they_are(seen: tuple[BgrImage, FrameReading]) -> None:
    """A small thing on the bare table, where no place is, is a change: it may be a puck or a hand's last finger."""
    image, sight = seen
    changed = image.copy()
    bare = np.rint(sight.outlines_px["mat:Ben"].max(axis=0)).astype(int) + 40
    changed[bare[1] : bare[1] + 60, bare[0] : bare[0] + 60] = (120, 150, 200)
    assert not QuietGate(sight, image).look(noisy(changed)).quiet


def shaded(image: BgrImage, share: float = 0.5, gain: float = 1.35) -> BgrImage:
    """Somebody stands in the light: two thirds of the picture lose a share of it, softly; the exposure has answered."""
    width = image.shape[1]
    edge = 1 / (1 + np.exp((np.arange(width) - 0.66 * width) / (0.05 * width)))
    light = (image / 255.0) ** 2.2 * (1 - share * edge[None, :, None]) * gain
    return np.clip(light ** (1 / 2.2) * 255, 0, 255).astype(np.uint8)


def swapped(image: BgrImage, sight: FrameReading, one: str, other: str) -> BgrImage:
    """What lies on one mat lies on the other, and the other way round: the puck was passed on."""
    changed = image.copy()
    quads = [np.float32(sight.outlines_px[place]) for place in (one, other)]
    for source, target in (quads, quads[::-1]):
        carried = cv2.warpPerspective(image, cv2.getPerspectiveTransform(source, target), image.shape[1::-1])
        inside = cv2.fillConvexPoly(np.zeros(image.shape[:2], np.uint8), np.rint(target).astype(np.int32), 255)
        changed[inside > 0] = carried[inside > 0]
    return changed


def passed_on(image: BgrImage, sight: FrameReading) -> BgrImage:
    """The puck alone goes from Ben's mat to Cem's: the same square of both mats is exchanged."""
    before, mats = sight.outlines_px["puck"], [sight.outlines_px[f"mat:{name}"] for name in ("Ben", "Cem")]
    way = cv2.getPerspectiveTransform(*(np.float32(mat) for mat in mats))
    there = cv2.perspectiveTransform(np.float32(before).reshape(-1, 1, 2), way).reshape(-1, 2)
    return swapped(image, replace(sight, outlines_px={"here": before, "there": there}), "here", "there")


def test_what_a_hand_hid_under_a_soft_shadow_is_read_when_both_are_gone(seen: tuple[BgrImage, FrameReading]) -> None:
    """A large soft shadow with the exposure's answer changes most of the picture; what changed elsewhere is still read.

    The puck was passed on meanwhile, and the hand over neighbourhood 3 has gone.
    """
    image, sight = seen
    hand = image.copy()
    cv2.fillPoly(hand, [np.rint(sight.outlines_px["tile:3"]).astype(int)], (120, 150, 200))
    during = reread(noisy(shaded(hand)), sight)
    assert during.hidden
    after = reread(noisy(passed_on(image, sight), 1), during)
    assert after.reading.position.turn == "Cem"
    assert not after.hidden


def test_places_that_the_quiet_gate_names_are_searched_again(seen: tuple[BgrImage, FrameReading]) -> None:
    """The puck was passed on while the light changed all over the picture: it is not believed where it lay."""
    image, sight = seen
    dark = reread(noisy(shaded(image)), sight)
    assert reread(noisy(passed_on(image, sight), 1), dark).reading.position.turn == "Cem"


@pytest.mark.parametrize("share", [0.2, 0.35, 0.5])
def test_a_soft_shadow_hides_no_change(seen: tuple[BgrImage, FrameReading], share: float) -> None:
    """A thing on the bare table is noticed, whatever the light does meanwhile."""
    image, sight = seen
    bare = np.rint(sight.outlines_px["mat:Ben"].max(axis=0)).astype(int) + 40
    changed = image.copy()
    changed[bare[1] : bare[1] + 60, bare[0] : bare[0] + 60] = (120, 150, 200)
    blocks = changed_blocks(small_grey(image), small_grey(noisy(shaded(changed, share))))
    step = image.shape[1] / (blocks.shape[1])
    row, column = (int((value + 30) / step) for value in bare[::-1])
    assert blocks[row - 1 : row + 2, column - 1 : column + 2].any()
