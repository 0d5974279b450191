"""A game that tests play on a table without a camera, with its page."""

import threading
from pathlib import Path

from live.page.mailbox import Mailbox
from live.page.publication import Publication
from live.page.shown import CameraStatus
from live.records.store import RecordStore
from live.runtime.live_table import LiveTable
from live.table.session import Draft, begin, write
from tabletop.games.big_city.values import Build, PlaceTile
from tabletop.records import Header

NASTY = "<img src=x onerror=document.title='broken'>"
HEADER = Header("big-city", ("Ann", NASTY, "Cem"))
BODY = {"player": "Ann", "do": "build", "kind": "residence", "on": [11, 12]}
"""Of move 4."""


class Played:
    """A table whose game is played by the test, with its page."""

    def __init__(self, folder: Path, *, begun: bool = True, header: Header = HEADER) -> None:
        self.store = RecordStore.open(folder / "game.jsonl", header=header)
        self.table = LiveTable(begin(header), self.store, Publication(), Mailbox())
        self.table.watching = CameraStatus("watching", "", "test", (1920, 1080), 10.0)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._answer, daemon=True)
        if begun:
            self.play(PlaceTile("Ann", 2, (3, 0)), PlaceTile(NASTY, 3, (0, 3)), PlaceTile("Cem", 4, (3, 4)))
            self.play(Build("Ann", "residence", (11, 12)))
        self._thread.start()

    def play(self, *moves: object) -> None:
        """Moves as if they had been read."""
        drafts = [Draft(move) for move in moves]  # type: ignore[arg-type]
        self.table.take(write(self.table.session, drafts, at="2026-01-01T00:00:00Z"))

    def _answer(self) -> None:
        while not self._stop.wait(0.01):
            self.table.mailbox.answer_all(self.table.act)
            self.table.look_at_network()

    def close(self) -> None:
        """End."""
        self._stop.set()
        self._thread.join()
        self.store.close()
