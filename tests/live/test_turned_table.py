"""What changes nothing in the game: the table turned, a cat, somebody's shadow, a part laid wrongly for a moment."""

import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from evenings import play

from live.capture import Watcher, files_of
from live.hosting import page_of
from live.loop import Table, watch_table
from live.publication import Publication
from live.record_store import RecordStore
from live.session import begin
from live.sources import Frame
from live.sources.virtual import FilmOrder, pressing_on
from live.verdict import Verdict, compare
from live.web.mailbox import Mailbox
from simulator.games import random_game, turns_of
from simulator.gestures import Pace
from simulator.performance import Performance
from simulator.pictures import BgrImage
from simulator.virtual_table import Room, VirtualTable
from tabletop.gamefile import load_game
from tabletop.records import Header, Record

RATE = 3.0
PLAYERS = ("Ann", "Ben", "Cem")
PARTS = [
    ("big-city", 12, "cat"),
    ("my-city", 16, "table-turned"),
    ("my-city-chess", 18, "shadow"),
    ("small-city", 9, "misplaced"),
]
"""Games, how many lines have been played already, and what happens before the third one after these."""


@dataclass
class Filmed:
    """The performance as a source of frames."""

    performance: Performance
    live: bool = False
    name: str = "virtual table"
    views: int = 1
    number: int = field(default=0, init=False)

    def next(self, timeout_s: float) -> Frame | None:
        """The next frame."""
        image = self.performance.read()
        self.number += 1
        return None if image is None else Frame(image, self.number / RATE, self.number)

    def close(self) -> None:
        """Nothing is held."""


def played(record: Record, first: int, last: int, fault: str, folder: Path) -> tuple[Verdict, Table, int]:
    """The record's lines after `first` to `last` with these mishaps, read live; and how many questions there were."""
    turns, game = turns_of(record), load_game(record.header.game)
    room = Room(size_px=(1280, 720), seed=first, pace=Pace(frames_per_s=RATE, between_s=0.8))
    filmed = VirtualTable(game, turns[last - 1].position, room)
    store = RecordStore.open(folder / "game.jsonl", header=record.header)
    store.append(record.entries[:first])
    table = Table(begin(record.header, record.entries[:first]), store, Publication(), Mailbox())
    asked = []
    table.on_step = lambda session, step: asked.extend(event for event, _ in step.news if event == "question")
    with page_of(table, host=None, port=None) as address:
        show = Performance(
            filmed, turns[first - 1].position, turns[first:last], faults=(fault,), seed=1,
            press=pressing_on(address.here),
        )  # fmt: skip
        watcher = Watcher(game, record.header.players, files=files_of(record.header))
        watch_table(table, Filmed(show), watcher, stop=threading.Event())
    store.close()
    return compare(Record(record.header, record.entries[:last]), table.session, None), table, len(asked)


@pytest.mark.parametrize(("game", "first", "fault"), PARTS, ids=[part[0] for part in PARTS])
def test_the_game_goes_on_as_if_nothing_had_happened(game: str, first: int, fault: str, tmp_path: Path) -> None:
    """Moves, table and scores are those that were played, and nobody is asked anything."""
    last = first + 3
    record = random_game(Header(game, PLAYERS), 2, at_most=last)
    verdict, table, asked = played(record, first, last, fault, tmp_path)
    assert verdict.differences == ()
    assert (verdict.right, asked, table.session.questions) == (last, 0, ())
    assert [known.judged.move for known in table.session.moves] == [entry.move for entry in record.entries]


def city_of(moves: int) -> tuple[VirtualTable, Any]:
    """A city after so many moves, filmed from above, and what lies there."""
    record = random_game(Header("big-city", PLAYERS), 2, at_most=moves)
    position = turns_of(record)[-1].position
    table = VirtualTable(
        load_game("big-city"), position, Room(size_px=(1280, 720), seed=2, pace=Pace(frames_per_s=RATE))
    )
    table.lay(position)
    return table, position


def looks(watcher: Watcher, pictures: list[BgrImage], start_s: float) -> None:
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
    watcher = Watcher(load_game("big-city"), PLAYERS)
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
    watcher = Watcher(load_game("big-city"), PLAYERS)
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


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 4))
@pytest.mark.parametrize("fault", ["table-turned", "cat", "shadow", "misplaced"])
@pytest.mark.parametrize("game", ["big-city", "my-city", "my-city-chess", "small-city"])
def test_half_a_game_with_one_thing_that_goes_wrong_again_and_again(
    game: str, fault: str, seed: int, tmp_path: Path
) -> None:
    """Every fourth turn the same mishap, thirty moves long: all is exact, nothing is asked."""
    order = FilmOrder(
        game, PLAYERS, random_seed=seed, seed=seed, faults=(fault,), every=4, frames_per_s=6.0, most_moves=30
    )  # fmt: skip
    evening = play(order, tmp_path)
    assert evening.verdict.differences == ()
    assert (evening.false_moves, evening.questions) == (0, 0)
