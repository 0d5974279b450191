"""Tables that tests play on: one without a camera, one that a phone films or photographs."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from live.page.mailbox import Mailbox
from live.page.photos import PhotoDesk
from live.page.publication import Publication
from live.page.shown import CameraStatus
from live.records.store import RecordStore
from live.runtime.live_table import LiveTable
from live.runtime.loop import watch_table
from live.runtime.photographs import photo_desk, settings_for
from live.sources.phone import Phones
from live.table.frame_reader import files_of
from live.table.multi_camera import frame_reader_for
from live.table.session import Draft, begin, write
from tabletop.gamefile import load_game
from tabletop.games.big_city.values import Build, PlaceTile
from tabletop.records import Header

NASTY = "<img src=x onerror=document.title='broken'>"
HEADER = Header("big-city", ("Ann", NASTY, "Cem"))
BODY = {"player": "Ann", "do": "build", "kind": "residence", "on": [11, 12]}
"""Of move 4."""


@contextmanager
def answered(table: LiveTable) -> Iterator[None]:
    """What is pressed on a table's page is answered, as the loop does between two frames."""
    ended = threading.Event()

    def answer() -> None:
        while not ended.wait(0.01):
            table.mailbox.answer_all(table.act)
            table.look_at_network()

    helper = threading.Thread(target=answer, daemon=True)
    helper.start()
    try:
        yield
    finally:
        ended.set()
        helper.join()


@contextmanager
def table_with(folder: Path, header: Header, *moves: object) -> Iterator[LiveTable]:
    """A table at which these moves have been made, without a page or a camera."""
    store = RecordStore.open(folder / "game.jsonl", header=header)
    table = LiveTable(begin(header), store, Publication(), Mailbox())
    if moves:
        table.take(write(table.session, [Draft(move) for move in moves], at=None))  # type: ignore[arg-type]
    yield table
    store.close()


@dataclass(frozen=True)
class PhoneTable:
    """A table whose camera is a phone."""

    table: LiveTable
    phones: Phones
    desk: PhotoDesk


@contextmanager
def phone_table(folder: Path, header: Header, *, watched: bool = True) -> Iterator[PhoneTable]:
    """As `play --camera phone` plays it; where it is not `watched` nothing is read in what comes."""
    source, files = Phones(), files_of(header)
    store = RecordStore.open(folder / "game.jsonl", header=header)
    table = LiveTable(begin(header), store, Publication(), Mailbox(), settings=settings_for(source, header))
    table.watching = CameraStatus("waiting", "", source.name)
    watcher = frame_reader_for(source, load_game(header.game), header.players, files)
    desk = photo_desk(table, source, watcher, files)
    stop = threading.Event()
    loop = threading.Thread(target=watch_table, args=(table, source, watcher), kwargs={"stop": stop}, daemon=True)
    if watched:
        loop.start()
    try:
        yield PhoneTable(table, source, desk)
    finally:
        source.close()
        desk.close()
        if watched:
            loop.join()


class Played:
    """A table whose game is played by the test, with its page."""

    def __init__(self, folder: Path, *, begun: bool = True, header: Header = HEADER) -> None:
        self.store = RecordStore.open(folder / "game.jsonl", header=header)
        self.table = LiveTable(begin(header), self.store, Publication(), Mailbox())
        self.table.watching = CameraStatus("watching", "", "test", (1920, 1080), 10.0)
        if begun:
            self.play(PlaceTile("Ann", 2, (3, 0)), PlaceTile(NASTY, 3, (0, 3)), PlaceTile("Cem", 4, (3, 4)))
            self.play(Build("Ann", "residence", (11, 12)))
        self._open = ExitStack()
        self._open.enter_context(answered(self.table))

    def play(self, *moves: object) -> None:
        """Moves as if they had been read."""
        drafts = [Draft(move) for move in moves]  # type: ignore[arg-type]
        self.table.take(write(self.table.session, drafts, at="2026-01-01T00:00:00Z"))

    def close(self) -> None:
        """End."""
        self._open.close()
        self.store.close()
