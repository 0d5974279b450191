"""Part of a game played by hands at the virtual table and read live: the lines before it lie there already."""

import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from live.demo.comparison import Comparison, compare
from live.page.mailbox import Mailbox
from live.page.publication import Publication
from live.records.store import RecordStore
from live.runtime.hosting import page_of
from live.runtime.live_table import LiveTable
from live.runtime.loop import watch_table
from live.sources import Frame
from live.sources.virtual import pressing_on
from live.table.frame_reader import SingleCameraReader, files_of
from live.table.session import Session, Step, begin
from simulator.games import opening_position, turns_of
from simulator.gestures import Pace
from simulator.performance import Mishaps, Performance
from simulator.virtual_table import Room, VirtualTable
from tabletop.gamefile import load_game
from tabletop.records import Record


@dataclass
class Pictures:
    """A film of pictures at ten a second."""

    pictures: list[Any]
    live: bool = False
    name: str = "webcam"
    views: int = 1
    frames_per_s: float = 10.0
    number: int = field(default=0, init=False)

    def taken(self) -> Any:
        """The next picture."""
        return self.pictures.pop(0) if self.pictures else None

    def next(self, timeout_s: float) -> Frame | None:
        """The next frame."""
        image = self.taken()
        self.number += 1
        return None if image is None else Frame(image, self.number / self.frames_per_s, self.number)

    def close(self) -> None:
        """Nothing is held."""


class Filmed(Pictures):
    """A performance as a source of frames."""

    def __init__(self, performance: Performance, frames_per_s: float) -> None:
        super().__init__([], name="virtual table", frames_per_s=frames_per_s)
        self._performance = performance

    def taken(self) -> Any:
        """What the camera sees now."""
        return self._performance.read()


@dataclass(frozen=True)
class Played:
    """What came of it."""

    verdict: Comparison
    table: LiveTable
    asked: int
    """How many questions there were, answered by themselves or open."""


def played(
    record: Record,
    first: int,
    last: int,
    folder: Path,
    *,
    pace: Pace,
    faults: tuple[str, ...] = (),
    known: bool = True,
) -> Played:
    """The record's lines after `first` up to `last`, with these mishaps.

    Where those before it are not `known`, nobody has seen them, and people say that the game stands as it lies.
    """
    turns, game = turns_of(record), load_game(record.header.game)
    filmed = VirtualTable(game, turns[last - 1].position, Room(size_px=(1280, 720), seed=first, pace=pace))
    store = RecordStore.open(folder / "game.jsonl", header=record.header)
    before = record.entries[:first] if known else ()
    store.append(before)
    table = LiveTable(begin(record.header, before), store, Publication(), Mailbox())
    asked: list[str] = []

    def note(session: Session, step: Step) -> None:
        asked.extend(event for event, _ in step.news if event == "question")
        if not known and session.proposed is not None:
            table.mailbox.ask("answer", {"question": session.questions[0].id, "choice": 0})

    table.on_step = note
    opening = turns[first - 1].position if first else opening_position(record)
    with page_of(table, host=None, port=None) as address:
        press = pressing_on(address.here)
        show = Performance(filmed, opening, turns[first:last], Mishaps(faults, seed=1), press=press)
        watcher = SingleCameraReader(game, record.header.players, files=files_of(record.header))
        watch_table(table, Filmed(show, pace.frames_per_s), watcher, stop=threading.Event())
    store.close()
    return Played(compare(Record(record.header, record.entries[:last]), table.session, None), table, len(asked))
