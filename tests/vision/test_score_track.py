"""The score track beside a city: markers on their spaces, stacked ones, hundred tokens."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from simulator.art import PartsBox
from simulator.games import Habits, opening_position, scripted_game
from simulator.scene import NEAT
from simulator.virtual_table import Room, VirtualTable
from tabletop.errors import UnreadableInput
from tabletop.gamefile import load_game
from tabletop.plans import plan_of
from tabletop.positions import TrackMarker
from vision import read_image, reread
from vision.reading import FrameReading

GAME = load_game("big-city")
PLAYERS = ("Ann", "Ben", "Cem")
OPENING = opening_position(scripted_game("big-city"), Habits(track=True))
SPREAD = {"Ann": 107, "Ben": 33, "Cem": 9}


def _standing(totals: Mapping[str, int]) -> Any:
    markers = tuple(TrackMarker(name, total % 100, total // 100) for name, total in totals.items())
    return replace(OPENING, scores=markers)


@pytest.fixture(scope="module")
def table() -> VirtualTable:
    """The opening with room for everything, laid with a ruler."""
    room = Room(seed=3, disorder=NEAT)
    return VirtualTable(GAME, _standing(SPREAD), room, box=PartsBox(GAME))


def _read(table: VirtualTable, totals: Mapping[str, int]) -> FrameReading:
    table.lay(_standing(totals))
    return read_image(next(table.still(1.0)), GAME, players=PLAYERS)


def test_markers_and_hundred_tokens_are_read(table: VirtualTable) -> None:
    """Each player's space is certain, who went round has a hundred; the city is read as without the track."""
    reading = _read(table, SPREAD).reading
    assert reading.position == _standing(SPREAD)
    assert [reading.confidence[f"track:{name}"] for name in PLAYERS] == ["certain"] * 3


def test_of_stacked_markers_the_upper_one_is_told(table: VirtualTable) -> None:
    """The others are not seen: nothing is said of them."""
    reading = _read(table, {"Ann": 0, "Ben": 0, "Cem": 0}).reading
    assert reading.position.scores == (TrackMarker("Cem", 0),)
    assert "track:Ann" not in reading.confidence


def test_a_marker_between_two_spaces_is_asked_about(table: VirtualTable) -> None:
    """It may be meant for either."""
    table.lay(_standing(SPREAD))
    key = next(key for key in table.layout.lying if key[0] == "marker-2")
    step_mm, _ = GAME.by_id["track"].spaces.step_mm
    table.nudge(key, x_mm=step_mm / 2, y_mm=0.0, turn_deg=0.0)
    reading = read_image(next(table.still(1.0)), GAME, players=PLAYERS).reading
    assert reading.confidence["track:Ben"] == "ask"
    assert reading.confidence["track:Ann"] == "certain"
    table.layout.take(key)


def test_a_moved_marker_is_seen_in_the_next_look(table: VirtualTable) -> None:
    """The next picture of the same table, of which only what changed is searched."""
    before = _read(table, SPREAD)
    table.lay(_standing({**SPREAD, "Ben": 45}))
    after = reread(next(table.still(1.0)), before).reading
    assert after.position == _standing({**SPREAD, "Ben": 45})


def test_a_covered_track_keeps_its_place(table: VirtualTable) -> None:
    """With both codes hidden for a moment, markers are still read where the track lay before."""
    before = _read(table, SPREAD)
    image = next(table.still(1.0))
    codes = {code.id: code for code in before.codes}
    for printed in GAME.by_id["track"].codes:
        cv2.circle(image, tuple(np.rint(codes[printed.id].middle_px).astype(int).tolist()), 14, (90, 110, 140), -1)
    assert reread(image, before).reading.position.scores == before.reading.position.scores


def test_a_marker_of_nobody_cannot_be_laid() -> None:
    """A position with a marker of somebody who does not play, or on no space, is refused in one sentence."""
    for marker, message in ((TrackMarker("Dan", 4), "none of the players"), (TrackMarker("Ann", 100), "no space 100")):
        with pytest.raises(UnreadableInput, match=message):
            plan_of(replace(OPENING, scores=(marker,)), GAME)
