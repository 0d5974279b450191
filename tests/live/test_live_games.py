"""The games with boards played live: hands at the virtual table, the real reader, the page for what is unseen."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from live.capture import Watcher, files_of
from live.hosting import page_of
from live.loop import Table, watch_table
from live.main import main
from live.publication import Publication
from live.record_store import RecordStore
from live.session import begin
from live.sources import Frame
from live.sources.virtual import pressing_on
from live.verdict import Verdict, compare
from live.web.mailbox import Mailbox
from simulator.games import opening_position, random_game, scripted_game, turns_of
from simulator.gestures import Pace
from simulator.performance import Performance
from simulator.virtual_table import Room, VirtualTable
from tabletop.gamefile import load_game
from tabletop.records import Header, Record

RATE = 4.0
MEADOW = str(Path(__file__).parents[2] / "examples" / "meadow.toml")
HEXES = random_game(Header("my-city-chess", ("Ann", "Ben"), {"map": "hex-8"}), 2)
RECORDS: Mapping[str, Record] = {
    "my-city": scripted_game("my-city"),
    "my-city-chess": scripted_game("my-city-chess"),
    "my-city-chess on hexes": HEXES,
    "small-city": scripted_game("small-city"),
    "meadow": random_game(Header(MEADOW, ("red", "blue")), 1),
}
PARTS = [
    ("my-city", 49, 54),  # a pass, an end that the next card tells, the card
    ("my-city-chess", 15, 19),  # the last landmark, then zones and the puck
    ("my-city-chess on hexes", 30, 33),
    ("small-city", 11, 16),  # citizens, votes entered, the round's end
    ("meadow", 0, 3),
]
"""Which lines of a record are played; those before it lie there already."""


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


def played(record: Record, first: int, last: int, folder: Path) -> tuple[Verdict, Table]:
    """The record's lines from `first` (those before it were played already) to `last`, read live."""
    turns, game = turns_of(record), load_game(record.header.game)
    room = Room(size_px=(1280, 720), seed=first, pace=Pace(frames_per_s=RATE, between_s=1.2))
    filmed = VirtualTable(game, turns[last - 1].position, room)
    store = RecordStore.open(folder / "game.jsonl", header=record.header)
    store.append(record.entries[:first])
    table = Table(begin(record.header, record.entries[:first]), store, Publication(), Mailbox())
    opening = turns[first - 1].position if first else opening_position(record)
    with page_of(table, host=None, port=None) as address:
        performance = Performance(filmed, opening, turns[first:last], press=pressing_on(address.here))
        watcher = Watcher(game, record.header.players, files=files_of(record.header))
        watch_table(table, Filmed(performance), watcher, stop=threading.Event())
    store.close()
    return compare(Record(record.header, record.entries[:last]), table.session, None), table


@pytest.mark.parametrize(("name", "first", "last"), PARTS, ids=[part[0] for part in PARTS])
def test_some_turns_are_read_as_they_are_played(name: str, first: int, last: int, tmp_path: Path) -> None:
    """Every move, the table and the scores are the script's, and no question stays open."""
    verdict, table = played(RECORDS[name], first, last, tmp_path)
    assert verdict.differences == ()
    assert verdict.right == last
    assert table.session.questions == ()


@pytest.mark.soak
@pytest.mark.parametrize(
    "words",
    [
        ["my-city"],
        ["my-city-chess"],
        ["small-city"],
        ["my-city", "--random", "--players", "Ann,Ben,Cem", "--seed", "2"],
        ["my-city", "--random", "--players", "Ann,Ben", "--option", "game=episode-1", "--seed", "4"],
        ["my-city-chess", "--random", "--players", "Ann,Ben", "--option", "map=hex-8", "--seed", "2"],
        ["my-city-chess", "--random", "--players", "Ann,Ben", "--option", "map=square-10", "--seed", "3"],
        ["small-city", "--random", "--players", "Ann,Ben", "--option", "modules=leisure,gardens,palaces"],
        [MEADOW, "--random", "--players", "red,blue", "--seed", "1"],
    ],
    ids=lambda words: "-".join(Path(word).stem for word in words if not word.startswith("--")),
)
def test_a_whole_game_is_read_as_it_is_played(words: list[str], tmp_path: Path) -> None:
    """`boardsight demo` plays to the end and finds nothing that was read otherwise."""
    assert main(["demo", *words, "--headless", "--record", str(tmp_path / "game.jsonl")]) == 0
