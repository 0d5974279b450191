"""Mirrored light between the codes is measured on what the cells show, and taken off."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from measuring.plain import PlainPicture, plain_picture
from measuring.tally import compare

from tabletop.gamefile import load_game
from vision import FrameReading, ReaderSettings, read_image, reread
from vision.boards.plain_cells import PlainBoard
from vision.pixels.arrays import BgrImage

SETTINGS = ReaderSettings()
MY_CITY = load_game("my-city")


@pytest.fixture(scope="module")
def glaring() -> PlainPicture:
    """Two boards of My City under a mirrored lamp that no code shows as strong as cells do."""
    return plain_picture("tuning", "glare", "my-city", 9106)


def _read(picture: PlainPicture, rounds: int) -> FrameReading:
    uncoded = replace(SETTINGS.uncoded, mirrored=replace(SETTINGS.uncoded.mirrored, rounds=rounds))
    settings = replace(SETTINGS, uncoded=uncoded)
    players = picture.truth.players
    return read_image(picture.photo.image, MY_CITY, players=players, pieces=picture.pieces, settings=settings)


def test_light_told_by_cells_leaves_fewer_questions(glaring: PlainPicture) -> None:
    """Twenty places more are told, none of them wrongly."""
    before, after = (_read(glaring, rounds) for rounds in (0, SETTINGS.uncoded.mirrored.rounds))
    first, again = (compare(glaring.truth, one.reading, glaring.hidden) for one in (before, after))
    assert len(again.right & again.visible) > len(first.right & first.visible) + 15
    assert len(again.wrong) <= len(first.wrong)


def _board(sight: FrameReading, number: int) -> PlainBoard:
    assert sight.boards is not None
    return sight.boards.plain[number]


def _darkened(image: BgrImage, sight: FrameReading, place: str, left: float) -> BgrImage:
    """The picture with one place so much darker."""
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.rint(sight.outlines_px[place]).astype(np.int32)], 1)
    return np.where(mask[..., None] > 0, image * left, image).astype(np.uint8)


def test_the_next_look_takes_off_the_same_light(glaring: PlainPicture) -> None:
    """A little darker a cell asks nothing: no other light is looked for."""
    image = glaring.photo.image
    first = _read(glaring, SETTINGS.uncoded.mirrored.rounds)
    again = reread(_darkened(image, first, "cell:Ann:F11", 0.8), first)
    assert _board(again, 0) is not _board(first, 0)
    assert _board(again, 0).mirrored is _board(first, 0).mirrored
    search = _board(first, 0).mirrored
    assert search is not None
    assert search.lights
    assert _board(again, 0).asked <= search.asked
