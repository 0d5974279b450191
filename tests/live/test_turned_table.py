"""What changes nothing in the game: the table turned, a cat, somebody's shadow, a part laid wrongly for a moment.

One of each strikes in the films of `test_live_games` and `test_whole_games`; with `make soak` all in every game.
"""

from typing import Any

import pytest

from live.sources import Frame
from live.table.frame_reader import SingleCameraReader
from simulator.games import random_game, turns_of
from simulator.gestures import Pace
from simulator.pictures import BgrImage
from simulator.virtual_table import Room, VirtualTable
from tabletop.gamefile import load_game
from tabletop.records import Header

RATE = 3.0
PLAYERS = ("Ann", "Ben", "Cem")


def city_of(moves: int) -> tuple[VirtualTable, Any]:
    """A city after so many moves, filmed from above, and what lies there."""
    record = random_game(Header("big-city", PLAYERS), 2, at_most=moves)
    position = turns_of(record)[-1].position
    table = VirtualTable(
        load_game("big-city"), position, Room(size_px=(1280, 720), seed=2, pace=Pace(frames_per_s=RATE))
    )
    table.lay(position)
    return table, position


def looks(watcher: SingleCameraReader, pictures: list[BgrImage], start_s: float) -> None:
    """Let a watcher see these pictures."""
    for number, picture in enumerate(pictures):
        watcher.look(Frame(picture, start_s + number / RATE, number))


def beside(table: VirtualTable) -> None:
    """Move the camera aside until neighbourhood 1 is outside its picture."""
    tile = next(lying.solid.pose for lying in table.layout.lying.values() if lying.planned.part == "tile-1")
    middle = table.middle_mm
    away = table.film.camera.moved(x_mm=0.0, y_mm=(330.0 if tile.y_mm < middle[1] else -330.0))
    table.film.look_from(away)


@pytest.mark.parametrize("later_s", [0.0, 40.0], ids=["at once", "when it is time for a whole reading"])
def test_a_neighbourhood_outside_the_picture_lies_where_it_lay(later_s: float) -> None:
    """The camera is pushed aside until neighbourhood 1 is not seen: the city is still counted from it."""
    table, position = city_of(8)
    watcher = SingleCameraReader(load_game("big-city"), PLAYERS)
    looks(watcher, list(table.still(0.5)), 0.0)
    beside(table)
    looks(watcher, list(table.still(1.0)), 1.0 + later_s)
    assert watcher.sight is not None
    assert all(
        code.id not in {known.id for known in watcher.sight.game.by_id["tile-1"].codes} for code in watcher.sight.codes
    )
    assert watcher.sight.reading.position is not None
    assert watcher.sight.reading.position.tiles == position.tiles


def test_a_turned_table_is_read_again_at_the_first_look() -> None:
    """Two pictures after the turning all is read as before, with the places where they are in the picture now."""
    table, _ = city_of(10)
    watcher = SingleCameraReader(load_game("big-city"), PLAYERS)
    looks(watcher, list(table.still(0.5)), 0.0)
    assert watcher.sight is not None
    before = watcher.sight
    looks(watcher, list(table.turn(140.0)), 1.0)
    looks(watcher, list(table.still(0.5)), 4.0)
    after = watcher.sight
    assert after.reading.position == before.reading.position
    assert set(after.reading.confidence.values()) == {"certain"}
    shift = after.outlines_px["property:11"].mean(axis=0) - before.outlines_px["property:11"].mean(axis=0)
    assert abs(shift).max() > 50
