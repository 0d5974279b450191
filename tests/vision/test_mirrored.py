"""Mirrored light between the codes is measured on what the cells show, and what is told without it is no surer."""

from typing import Any

import numpy as np
import pytest
from measuring.plain import PlainPicture, plain_picture
from measuring.tally import compare

from tabletop.gamefile import load_game
from vision import FrameReading, ReaderSettings, read_image
from vision.places.assignment import Assignment, LyingPart
from vision.places.place import PlaceFrame, TablePlace
from vision.uncoded.mirrored import no_surer
from vision.uncoded.pieces import Bed

SETTINGS = ReaderSettings()
MY_CITY = load_game("my-city")


@pytest.fixture(scope="module")
def glaring() -> PlainPicture:
    """Two boards of My City under a mirrored lamp that no code shows as strong as cells do."""
    return plain_picture("tuning", "glare", "my-city", 9106)


def _read(picture: PlainPicture, rounds: int) -> FrameReading:
    uncoded = SETTINGS.uncoded._replace(mirrored=SETTINGS.uncoded.mirrored._replace(rounds=rounds))
    settings = SETTINGS._replace(uncoded=uncoded)
    players = picture.truth.players
    return read_image(picture.photo.image, MY_CITY, players=players, pieces=picture.pieces, settings=settings)


def test_light_told_by_cells_leaves_fewer_questions(glaring: PlainPicture) -> None:
    """Twenty places more are told, none of them wrongly, and nothing is certain that was not."""
    before, after = (_read(glaring, rounds) for rounds in (0, SETTINGS.uncoded.mirrored.rounds))
    first, again = (compare(glaring.truth, one.reading, glaring.hidden) for one in (before, after))
    assert len(again.right & again.visible) > len(first.right & first.visible) + 15
    assert len(again.wrong) <= len(first.wrong)
    certain = [{name for name, how in one.reading.confidence.items() if how == "certain"} for one in (before, after)]
    assert certain[1] <= certain[0]


def _bed(names: str) -> Bed:
    frame = PlaceFrame(*(np.zeros(2) for _ in range(3)))
    places = [TablePlace(0, (0, column), name, frame) for column, name in enumerate(names)]
    return Bed(0, places, 24.0, 0.0, streets=False)


def _told(sureness: dict[str, Any], *parts: LyingPart) -> Assignment:
    return Assignment(tuple(parts), sureness, {}, frozenset(), (), {})


@pytest.mark.parametrize(
    ("before", "certain"),
    [
        ({"a": "certain", "b": "certain", "c": "certain"}, "abc"),
        ({"a": "certain", "b": "likely", "c": "certain"}, "c"),  # of a piece all cells are as sure
        ({"a": "certain", "b": "certain", "c": "ask"}, "ab"),
    ],
)
def test_a_second_look_makes_nothing_certain(before: dict[str, Any], certain: str) -> None:
    """It is certain only of what the first one was certain of."""
    piece = LyingPart(MY_CITY.by_id["red-1"], 0, ((0, 0), (0, 1)), 0)
    again = _told(dict.fromkeys("abc", "certain"), piece)
    told = no_surer([_bed("abc")], _told(before, piece), again).sureness
    assert {name for name, how in told.items() if how == "certain"} == set(certain)
    assert {name for name, how in told.items() if how == "likely"} == set("abc") - set(certain)


def test_a_second_look_is_not_certain_of_something_else() -> None:
    """Where both are certain of different things, neither is to be believed."""
    one, other = (LyingPart(MY_CITY.by_id[name], 0, ((0, 0), (0, 1)), 0) for name in ("red-1", "blue-1"))
    sure: dict[str, Any] = dict.fromkeys("abc", "certain")
    told = no_surer([_bed("abc")], _told(sure, one), _told(sure, other)).sureness
    assert told == {"a": "likely", "b": "likely", "c": "certain"}
